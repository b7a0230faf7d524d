"""What the search asks, and the number it answers with.

The question is always: does the *attacker* win at least `level` game points? (Every value follows from a few
such questions.) A question with a closed stock has the closer as attacker: a lost close has one price, so all
that matters there is whether he wins and how high.

The answer is a number, the *need* of the player on lead: with the sum of both players' points given, the
fewest points he must already have to get his way (the attacker: to win so high; the other: to prevent it).
That there is such a number is the rule "more points never hurt": with the same cards to come, moving points
from one player to the other lets the richer one reach 66 no later, lets the poorer one reach 66, 33 or his
first point no sooner, and takes away none of the richer one's moves. So one search answers for every split of
the points, and the table needs only their sum.

Ordinary fail-soft alpha-beta then runs on the need with a null window at the points he has: a result
need <= points means "he succeeds", need > points "he fails", and in both cases the number returned is a proved
bound on the true need (upper or lower).

One parameter breaks that rule: where any won close counts three (close_won = three), a player who wants more than a
plain win may have to stay below 66 until he is on lead and can close. Such goals are `by_points`: while the stock
is open their needs are mere yes or no, true of the points at hand only, which then belong to the table's key.

When the lead changes hands, so does the point of view. The leader fails exactly where the other succeeds:
    points < need   <=>   total - points >= total - need + 1,
hence need(other) = total + 1 - need(leader).
"""

from libc.stdint cimport int8_t, uint32_t

from solver.kernel.rules cimport LAST_TRICK, MAJORITY, TARGET, THREE, VOID, Rules

cdef enum:
    HAS_TRICK = 1                 # flags of a node: the leader has won a trick
    OTHER_HAS_TRICK = 2
    PENDING_SHIFT = 2             # from here: pending marriage points / 20, of the player without a trick
    NO_LIMIT = 999

cdef struct Goal:
    int limit[2]                  # the attacker wins on reaching 66 while the other has no more than this
    int declared_limit[2]         # the same when the attacker had 66 by declaring, and the trick was played out
    bint closed
    bint marriages                # may marriages be declared once play is strict?
    int undecided
    int bonus                     # for the last trick
    int index                     # in the key of the tables
    bint by_points                # more points can hurt while the stock is open

cdef struct Node:
    uint32_t hand                 # the leader's cards
    uint32_t other                # the follower's
    int points                    # the leader's
    int total                     # both players' points
    int flags
    bint attacking                # is the leader the attacker?
    int stock                     # open stock: how many cards are left in it
    int upcard                    # and the face-up trump


cdef inline void set_goal(Rules* r, Goal* g, int level, bint closed) noexcept nogil:
    """The question "does the attacker win at least `level`", for an open deal or one he has closed."""
    cdef int with_trick = TARGET - 1, without = TARGET - 1
    # [0]: limits while the other player has no trick, [1]: once he has one.
    if level >= 2:
        with_trick = r.schneider - 1
        if r.schwarz_no_points:
            without = with_trick
    if level == 3:
        with_trick = 0 if r.schwarz_no_points else -1
        if r.schwarz_no_points:
            without = 0
    g.limit[0] = without
    g.limit[1] = with_trick
    g.declared_limit[0] = NO_LIMIT if without == TARGET - 1 else without
    g.declared_limit[1] = NO_LIMIT if level == 1 else with_trick
    g.closed = closed
    g.marriages = not r.open_marriages_only
    g.bonus = r.bonus_after_close if closed else r.bonus
    g.undecided = r.undecided
    if closed or (level > 1 and r.undecided == MAJORITY):
        g.undecided = VOID        # nothing there for the attacker
    g.by_points = not closed and level > 1 and r.close_won == THREE and r.close_min_stock > 0
    g.index = (3 if closed else 0) + level - 1


cdef inline int limit_now(Goal* g, Node* n) noexcept nogil:
    """The other player's limit in this position (`other` of the attacker, whoever leads)."""
    cdef int has_trick = (n.flags >> 1) & 1 if n.attacking else n.flags & 1
    return g.limit[has_trick]


cdef inline int from_attacker(Node* n, int need) noexcept nogil:
    """The attacker's need as the leader's need."""
    return need if n.attacking else n.total + 1 - need


cdef inline int end_need(Goal* g, Node* n) noexcept nogil:
    """The need when all cards are played; the "leader" is the winner of the last trick."""
    cdef int limit = limit_now(g, n)
    cdef int reach, most
    if n.attacking:
        reach = TARGET - g.bonus
        if g.undecided == MAJORITY:
            most = ((n.total - g.bonus) >> 1) + 1          # points + bonus > total - points
            reach = min(reach, most)
        elif g.undecided == LAST_TRICK:
            reach = n.total - limit
    else:
        reach = TARGET                                     # had he had 66, the deal would be over
        if g.undecided == MAJORITY:
            most = ((n.total + g.bonus) >> 1) + 1
            most = max(most, n.total + g.bonus - TARGET + 1)   # and the bonus must not bring the other to 66
            reach = min(reach, most)
    return from_attacker(n, max(reach, n.total - limit))


cdef inline int back(Node* n, Node* child, bint same, int need) noexcept nogil:
    """The need of the child position's leader as a need of this position's leader.

    If he leads again (`same`) he brings along what he gained; else the child's leader is the other player.
    """
    if same:
        return need - (child.points - n.points)
    return child.points + n.points + 1 - need
