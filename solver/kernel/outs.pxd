"""Marriages that end a deal, or decide it, in the middle of a trick: declared by the leader, shown by the follower."""

from libc.stdint cimport uint32_t

from solver.kernel.goal cimport OTHER_HAS_TRICK, Goal, Node, limit_now
from solver.kernel.rules cimport TARGET, Rules


cdef inline int declared_out(Goal* g, Node* n, int marriage, bint at_once, int limit, int* need) noexcept nogil:
    """Has the leader got his way by declaring `marriage` (counted)? Then 1, and a bound on his need.

    Returns 2 if the attacker has his 66 but the trick is still played out, 0 if nothing is settled. `limit`: with more
    points than that the attacker's opponent has got his way.
    """
    if not n.attacking:
        if n.points + marriage > limit:      # past the limit, or at 66 before the attacker
            need[0] = limit + 1 - marriage
            return 1
        return 0
    if n.points + marriage < TARGET:
        return 0
    if at_once:
        need[0] = max(TARGET - marriage, n.total - limit_now(g, n))
        return 1
    return 2


cdef inline int best_show(Rules* r, Node* n, int trump) noexcept nogil:
    """Points of the best marriage that the follower, answering, could show to win if they brought him to 66; or none."""
    cdef uint32_t queens = n.other & (n.other >> 1) & 0x10101010
    if queens == 0 or not (r.count_at_once or n.flags & OTHER_HAS_TRICK):
        return 0
    return 40 if (queens >> (8 * trump)) & 0x10 else 20


cdef inline bint shows_out(Node* n, int marriage, int shown) noexcept nogil:
    """Does showing a marriage of `shown` points bring the answering follower to 66, ahead of the leader?

    `marriage`: what the leader has just declared and counted.
    """
    return shown > 0 and n.total - n.points + shown >= TARGET and n.points + marriage < TARGET


cdef inline int shown_need(Goal* g, Node* n, int marriage) noexcept nogil:
    """The leader's result when the follower shows: 0 points needed or more than he has."""
    if n.attacking:
        return n.points + 1
    # The follower is the attacker: he wins so high unless the leader has passed his limit.
    return n.points if n.points + marriage > limit_now(g, n) else n.points + 1


cdef inline int lead_limits(Goal* g, Node* n, int counted, int limit, int shown, int need) noexcept nogil:
    """A bound found among the replies to a lead, made true for other splits of the points as well.

    With more points the leader would have been out by declaring (`counted`), so he never needs more than that. With
    more points the follower could have shown a marriage (`shown`, 0 for none) and won, so the leader needs enough
    to rule that out. Neither touches the answer for the points at hand.
    """
    cdef int least
    if need > n.points:
        if counted:
            need = max(n.points + 1, min(need, (TARGET if n.attacking else limit + 1) - counted))
    elif shown:
        least = n.total + shown - TARGET + 1
        if not n.attacking:
            least = min(least, limit + 1)
        need = max(need, min(least, n.points))
    return need


cdef inline bint declared_wins(Goal* g, Node* child) noexcept nogil:
    """The attacker declared himself to 66 and the trick has been played out: does he win so high?"""
    cdef int other = child.total - child.points if child.attacking else child.points
    cdef int has_trick = (child.flags >> 1) & 1 if child.attacking else child.flags & 1
    return other <= g.declared_limit[has_trick]
