"""Closing the stock, in the search: when it is allowed, what it must win, and what the chance of it leaves open."""

from solver.kernel.bounds cimport Bounds, clamp
from solver.kernel.context cimport Context
from solver.kernel.goal cimport HAS_TRICK, OTHER_HAS_TRICK, Goal, Node, limit_now
from solver.kernel.rules cimport TABLE, TABLE_AT_CLOSE, TARGET, Rules
from solver.kernel.strict cimport strict_need
from solver.kernel.table cimport NEED_MIN


cdef inline int level_of(Goal* g) noexcept nogil:
    """1, 2 or 3."""
    return g.index % 3 + 1


cdef inline bint closing_allowed(Rules* r, Node* n) noexcept nogil:
    """May the player on lead (or before the draw, the winner of the trick) close?"""
    return (r.close_min_stock > 0 and n.stock >= r.close_min_stock and n.stock > 0
            and (n.flags & HAS_TRICK or not r.close_needs_trick))


cdef inline Goal* closed_goal(Context* c, Goal* g, Node* n) noexcept nogil:
    """What the player on lead must win if he closes, to get his way in `g`; NULL if the stakes alone decide.

    The attacker must win as high as asked. The other prevents that by winning the closed deal at all, and where even
    a lost close costs him less than was asked, by closing.
    """
    cdef Rules* r = c.rules
    if n.attacking:
        return &c.goals[3 + (level_of(g) - 1 if r.close_won == TABLE else 0)]
    if (r.close_lost if n.flags & OTHER_HAS_TRICK else r.close_lost_trickless) < level_of(g):
        return NULL
    return &c.goals[3]


cdef inline int final_limit(Context* c, Goal* g, Node* n) noexcept nogil:
    """With more points than this the attacker's opponent has got his way for good."""
    if g.by_points and n.stock >= c.rules.close_min_stock:
        return TARGET - 1                 # the attacker may still close, and win three against any number of points
    return limit_now(g, n)


cdef inline void open_clamp(Context* c, Goal* g, Node* n, Bounds* b) noexcept nogil:
    """`clamp` while there is a stock."""
    cdef int limit
    clamp(g, n, b)
    if g.by_points and (n.points if n.attacking else n.total - n.points) < TARGET:
        limit = final_limit(c, g, n)
        if n.attacking:
            b.low = n.total - limit
        else:
            b.high = limit + 1


cdef inline int close_bound(Context* c, Goal* g, Node* n, int need) noexcept nogil:
    """Add to the need of the closed deal what the score must be at the close (close_won = table-at-close)."""
    if n.attacking and c.rules.close_won == TABLE_AT_CLOSE:
        return max(need, n.total - limit_now(g, n))
    return need


cdef inline int close_need(Context* c, Goal* g, Node* n) noexcept nogil:
    """The need of the player on lead if he closes (with the best lead to follow)."""
    cdef Goal* goal = closed_goal(c, g, n)
    cdef bint attacking = n.attacking
    cdef int need
    if goal == NULL:
        return NEED_MIN
    if attacking and c.rules.close_won == TABLE_AT_CLOSE and n.points < n.total - limit_now(g, n):
        return n.points + 1
    n.attacking = True
    need = strict_need(c, goal, n)
    n.attacking = attacking
    return close_bound(c, g, n, need)
