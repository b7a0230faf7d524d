"""One trick in the search: from a lead and a reply to the next position."""

from libc.stdint cimport uint32_t

from solver.kernel.bits cimport beats, card_value, partner
from solver.kernel.goal cimport HAS_TRICK, OTHER_HAS_TRICK, PENDING_SHIFT, Goal, Node
from solver.kernel.rules cimport Rules


cdef inline int declares(Rules* r, Node* n, int lead, int trump, bint allowed) noexcept nogil:
    """Points of the marriage that leading `lead` declares; `allowed`: by the phase of the deal."""
    if not allowed or not n.hand & partner(lead):
        return 0
    if not r.marriage_first_lead and n.flags & 3 == 0:
        return 0
    return 40 if (lead >> 3) == trump else 20


cdef inline bint counts_now(Rules* r, Node* n) noexcept nogil:
    """Do marriage points of the leader count at once, or wait for his first trick?"""
    return r.count_at_once or n.flags & HAS_TRICK


cdef inline bint play_trick(Rules* r, Node* n, int lead, int reply, int marriage, int trump, Node* child) noexcept nogil:
    """Fill in the position after the trick, before any draw; returns whether the leader leads again."""
    cdef int value = card_value[lead & 7] + card_value[reply & 7]
    cdef int points = n.points, other = n.total - n.points
    cdef int flags = n.flags & 3, pending = n.flags >> PENDING_SHIFT
    cdef uint32_t hand = n.hand & ~(<uint32_t> 1 << lead), follow = n.other & ~(<uint32_t> 1 << reply)
    cdef bint same = not beats(reply, lead, trump)
    if marriage:
        if counts_now(r, n):
            points += marriage
        else:
            pending = marriage // 20
    if same:
        points += value
        if pending and not flags & HAS_TRICK:
            points += 20 * pending
            pending = 0
        child.hand = hand
        child.other = follow
        child.points = points
        child.flags = flags | HAS_TRICK | (pending << PENDING_SHIFT)
        child.attacking = n.attacking
    else:
        other += value
        if pending and not flags & OTHER_HAS_TRICK and flags & HAS_TRICK:
            other += 20 * pending
            pending = 0
        child.hand = follow
        child.other = hand
        child.points = other
        child.flags = HAS_TRICK | ((flags & HAS_TRICK) << 1) | (pending << PENDING_SHIFT)
        child.attacking = not n.attacking
    child.total = points + other
    child.stock = n.stock
    child.upcard = n.upcard
    return same
