"""The strict endgame: no stock to draw from, everything known. The inner loop of every search.

`strict_need` and `lead_need` call each other: the first chooses the lead, the second the reply. Both return a
proved bound on the need of the player on lead (goal.pxd): at most `points` if he succeeds, above it if he fails.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t

from solver.kernel.bits cimport lowest
from solver.kernel.bounds cimport Bounds, clamp, strict_bounds, within
from solver.kernel.context cimport CLAIMS, THINNING, TWINS, Context
from solver.kernel.goal cimport (HAS_TRICK, OTHER_HAS_TRICK, PENDING_SHIFT, Goal, Node, back, end_need, limit_now)
from solver.kernel.order cimport EVERY, pairs_in, strict_lead_order, strict_reply_order, twin_bound
from solver.kernel.outs cimport best_show, declared_out, declared_wins, lead_limits, shown_need, shows_out
from solver.kernel.table cimport NEED_MAX, NEED_MIN, NO_CARD, Entry, holds, keep, slot
from solver.kernel.trick cimport counts_now, declares, play_trick


cdef inline int lead_need(Context* c, Goal* g, Node* n, int lead) noexcept nogil:
    """The need of the leader if he leads `lead`: the greatest over the replies."""
    cdef Node child
    cdef uint8_t order[32]
    cdef int count, i, need, worst = NEED_MIN, state = 0, shown = 0
    cdef int marriage = declares(c.rules, n, lead, c.trump, g.marriages)
    cdef int counted = marriage if counts_now(c.rules, n) else 0
    cdef bint same
    cdef uint32_t apart
    if counted:
        state = declared_out(g, n, counted, c.rules.stop_at_once, limit_now(g, n), &need)
        if state == 1:
            return need
    if c.rules.show_to_win and g.marriages:
        shown = best_show(c.rules, n, c.trump)
        if shows_out(n, counted, shown):
            return shown_need(g, n, counted)
    apart = EVERY if c.without & THINNING else pairs_in(n.other) if g.marriages else 0
    count = strict_reply_order(c, n, lead, apart, order)
    for i in range(count):
        same = play_trick(c.rules, n, lead, order[i], marriage, c.trump, &child)
        if state == 2:
            need = n.points if declared_wins(g, &child) else n.points + 1
        else:
            need = back(n, &child, same, strict_need(c, g, &child))
        if need > worst:
            worst = need
            if worst > n.points:
                break
    return lead_limits(g, n, counted, limit_now(g, n), shown, worst)


cdef inline uint32_t strict_key(Context* c, Goal* g, Node* n) noexcept nogil:
    """Everything a strict position's need depends on besides the hands and the points' split."""
    cdef int flags = n.flags
    if flags & 3 and flags >> PENDING_SHIFT == 0:
        # With nothing pending, only whether the attacker's opponent has a trick can matter, and not always.
        if g.limit[0] == g.limit[1] and g.declared_limit[0] == g.declared_limit[1]:
            flags = 3
        else:
            flags |= HAS_TRICK if n.attacking else OTHER_HAS_TRICK
    return (n.total | (flags << 8) | (<uint32_t> n.attacking << 12) | (g.index << 13)
            | (<uint32_t> c.trump << 16))


cdef inline bint worth_a_look(Node* n) noexcept nogil:
    """Positions of two cards a side are searched faster than looked up."""
    cdef uint32_t rest = n.hand & (n.hand - 1)
    return rest & (rest - 1) != 0


cdef inline int last_need(Context* c, Goal* g, Node* n) noexcept nogil:
    """The need with one card each: nothing to choose."""
    cdef Node child
    cdef Bounds b
    cdef bint same = play_trick(c.rules, n, lowest(n.hand), lowest(n.other), 0, c.trump, &child)
    clamp(g, &child, &b)
    if child.points >= b.high:
        return back(n, &child, same, b.high)
    if child.points < b.low:
        return back(n, &child, same, b.low)
    return back(n, &child, same, within(&b, end_need(g, &child)))


cdef inline int strict_need(Context* c, Goal* g, Node* n) noexcept nogil:
    """The need of the player on lead in a strict position."""
    cdef Bounds b
    cdef Entry* e = NULL
    cdef uint8_t order[32]
    cdef uint32_t key = 0
    cdef int need, best, best_card = NO_CARD, count, i, card
    cdef int8_t bounds[32]
    cdef uint32_t tried = 0, apart
    clamp(g, n, &b)
    if n.points >= b.high:
        return b.high
    if n.points < b.low:
        return b.low
    if n.hand == 0:
        return within(&b, end_need(g, n))
    c.nodes += 1
    if n.hand & (n.hand - 1) == 0:
        return within(&b, last_need(c, g, n))
    if not c.without & CLAIMS:
        strict_bounds(c.rules, g, n, c.trump, &b)
    if n.points >= b.high:
        return b.high
    if n.points < b.low:
        return b.low
    if c.strict.entries != NULL and worth_a_look(n):
        key = strict_key(c, g, n)
        e = slot(&c.strict, n.hand, n.other, key)
        if holds(&c.strict, e, n.hand, n.other, key):
            if n.points >= e.high:
                return e.high
            if n.points < e.low:
                return e.low
            best_card = e.best
    apart = pairs_in(n.hand) if g.marriages else 0
    count = strict_lead_order(c, n, best_card, apart, order)
    if c.without & TWINS:
        apart = EVERY
    best = NEED_MAX
    for i in range(count):
        card = order[i]
        need = NEED_MIN if (apart >> card) & 1 else twin_bound(n, n.other, tried & ~apart, bounds, card)
        if need <= n.points:
            need = lead_need(c, g, n, card)
            tried |= <uint32_t> 1 << card
            bounds[card] = min(need, NEED_MAX)
        if need < best:
            best = need
            best_card = card
            if best <= n.points:
                break
    best = within(&b, best)
    if best <= n.points:
        if e != NULL:
            keep(&c.strict, e, n.hand, n.other, key, NEED_MIN, best, best_card)
    else:
        if e != NULL:
            keep(&c.strict, e, n.hand, n.other, key, best, NEED_MAX, NO_CARD)
    return best
