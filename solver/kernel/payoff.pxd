"""What one world is worth: its double-dummy value, and the least and the most that any continuation can still give.

The least is what the second pruning of the best-defence game rests on (grow.pxd): it must hold whatever both players
do from here, my own mistakes included.
"""

from solver.kernel.deal cimport State, is_open
from solver.kernel.rules cimport TABLE, TABLE_AT_CLOSE, Rules, level
from solver.kernel.context cimport Context
from solver.kernel.values cimport at_least, bracket, set_stock


cdef inline int stake(Rules* r, State* d, int closer) noexcept nogil:
    """What the closer pays for a lost close."""
    return r.close_lost if d.tricks_at_close[1 - closer] else r.close_lost_trickless


cdef inline int won_close(Rules* r, State* d, int closer) noexcept nogil:
    """The most that the closer can win: the other's points and tricks only grow."""
    cdef int other = 1 - closer
    if r.close_won == TABLE:
        return level(r, d.points[other], d.tricks[other])
    if r.close_won == TABLE_AT_CLOSE:
        return level(r, d.points_at_close[other], d.tricks_at_close[other])
    return 3


cdef inline int most_of(Rules* r, State* d, int player) noexcept nogil:
    """The most that this player can still win, at least 1; his game points if he alone wins them."""
    cdef int other = 1 - player, most
    if d.closer >= 0:
        return won_close(r, d, player) if d.closer == player else stake(r, d, other)
    most = level(r, d.points[other], d.tricks[other])
    if is_open(d) and r.close_min_stock > 0 and d.size >= r.close_min_stock:
        # Somebody may still close; the winner's tricks at that moment are today's or more.
        most = max(most, r.close_lost)
        if d.tricks[player] == 0:
            most = max(most, r.close_lost_trickless)
        if r.close_won != TABLE and r.close_won != TABLE_AT_CLOSE:
            most = 3
    return most


cdef inline int least(Rules* r, State* d) noexcept nogil:
    """The least result for me that can still come about."""
    return -most_of(r, d, 1)


cdef inline int value_of(Context* c, State* d) noexcept nogil:
    """The double-dummy value of a world, for me."""
    cdef int low = least(c.rules, d), high = most_of(c.rules, d, 0)
    if is_open(d):
        set_stock(c, d)
    elif d.closer >= 0:
        # The player who did not close wins one fixed number or loses the close: nothing lies between.
        if at_least(c, d, 1):
            low = high if d.closer == 1 else 1
        else:
            high = low if d.closer == 0 else -1
    return bracket(c, d, &low, &high)
