"""The open phase: a stock in known order, with exchanging and closing.

`open_need` chooses what the player on lead does (exchange, close, lead), `open_lead_need` the answer; both return
bounds on the need of the player on lead like their strict counterparts, which they call once the stock is gone.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t

from solver.kernel.bounds cimport Bounds, within
from solver.kernel.closing cimport close_need, closing_allowed, final_limit, open_clamp
from solver.kernel.context cimport THINNING, TWINS, Context
from solver.kernel.goal cimport HAS_TRICK, OTHER_HAS_TRICK, Goal, Node, back
from solver.kernel.order cimport EVERY, kept_apart, open_lead_order, open_reply_order, stock_left, twin_bound
from solver.kernel.outs cimport best_show, declared_out, declared_wins, lead_limits, shown_need, shows_out
from solver.kernel.rules cimport Rules
from solver.kernel.strict cimport strict_need
from solver.kernel.table cimport NEED_MAX, NEED_MIN, NO_CARD, Entry, holds, keep, slot
from solver.kernel.trick cimport counts_now, declares, play_trick


cdef inline bint exchange_allowed(Rules* r, Node* n, uint32_t hand, bint has_trick, int trump) noexcept nogil:
    """May a player with this hand exchange while the stock is open?"""
    return (r.exchange_rank >= 0 and n.stock >= r.exchange_min_stock
            and (has_trick or not r.exchange_needs_trick)
            and (hand >> (trump * 8 + r.exchange_rank)) & 1)


cdef inline uint32_t exchanged(Rules* r, uint32_t hand, int upcard, int trump) noexcept nogil:
    """The hand after the exchange."""
    return (hand & ~(<uint32_t> 1 << (trump * 8 + r.exchange_rank))) | (<uint32_t> 1 << upcard)


cdef inline void draw_cards(Context* c, Node* n) noexcept nogil:
    """The player on lead, who has won the trick, draws the next card, the other the one after it."""
    cdef int i = c.stock_size - n.stock
    n.hand |= <uint32_t> 1 << c.stock[i]
    n.stock -= 2
    n.other |= <uint32_t> 1 << (c.stock[i + 1] if n.stock else n.upcard)


cdef inline int drawn_need(Context* c, Goal* g, Node* n) noexcept nogil:
    """The need of the trick's winner before the draw: he draws, or closes first where the rules allow that."""
    cdef int need = NEED_MAX, other
    cdef Bounds b
    open_clamp(c, g, n, &b)
    if n.points >= b.high:
        return b.high
    if n.points < b.low:
        return b.low
    if c.rules.close_before_draw and closing_allowed(c.rules, n):
        need = close_need(c, g, n)
        if need <= n.points:
            return within(&b, need)
    draw_cards(c, n)
    other = strict_need(c, g, n) if n.stock == 0 else open_need(c, g, n)
    return within(&b, min(need, other))


cdef inline int open_lead_need(Context* c, Goal* g, Node* n, int lead) noexcept nogil:
    """The need of the leader if he leads `lead` with the stock open: the greatest over the replies."""
    cdef Node child, m
    cdef uint8_t order[32]
    cdef int count, i, need, worst = NEED_MIN, state = 0, swap, shown, most_shown = 0
    cdef int marriage = declares(c.rules, n, lead, c.trump, True)
    cdef int counted = marriage if counts_now(c.rules, n) else 0
    cdef bint same
    cdef uint32_t apart
    if counted:
        state = declared_out(g, n, counted, c.rules.stop_at_once, final_limit(c, g, n), &need)
        if state == 1:
            return need
    for swap in range(2):
        m = n[0]
        if swap:
            if not (c.rules.exchange_any_turn
                    and exchange_allowed(c.rules, n, n.other, n.flags & OTHER_HAS_TRICK, c.trump)):
                break
            m.other = exchanged(c.rules, n.other, n.upcard, c.trump)
            m.upcard = c.trump * 8 + c.rules.exchange_rank
        if c.rules.show_to_win:
            shown = best_show(c.rules, &m, c.trump)
            most_shown = max(most_shown, shown)
            if shows_out(n, counted, shown):
                need = shown_need(g, n, counted)
                if need > n.points or not g.by_points:
                    return need           # else the attacker, who could show, may prefer to close and win three
        apart = EVERY if c.without & THINNING else kept_apart(c, g, &m, m.other)
        count = open_reply_order(c, &m, lead, m.other, apart, order)
        for i in range(count):
            same = play_trick(c.rules, &m, lead, order[i], marriage, c.trump, &child)
            if state == 2:
                need = n.points if declared_wins(g, &child) else n.points + 1
            else:
                need = child.points      # `drawn_need` moves the cards in `child`, not its points
                need = back(n, &child, same, drawn_need(c, g, &child))
            if c.stop:
                return n.points + 1
            if need > worst:
                worst = need
                if worst > n.points:
                    break
        if worst > n.points:
            break
    return lead_limits(g, n, counted, final_limit(c, g, n), most_shown, worst)


cdef inline uint32_t open_key(Context* c, Goal* g, Node* n) noexcept nogil:
    """Everything the need depends on besides the hands and the points' split; the stock's order is the root's."""
    return (n.total | (n.flags << 8) | (<uint32_t> n.attacking << 12) | (g.index << 13) | ((n.stock >> 1) << 16)
            | (<uint32_t> (n.upcard == c.trump * 8 + c.rules.exchange_rank) << 20)
            | (<uint32_t> (n.points if g.by_points else 0) << 21))


cdef inline int open_need(Context* c, Goal* g, Node* n) noexcept nogil:
    """The need of the player on lead with the stock open: exchange or not, close or not, and the lead."""
    cdef Bounds b
    cdef Node m
    cdef Entry* e = NULL
    cdef uint8_t order[32]
    cdef uint32_t key = 0
    cdef int need, best = NEED_MAX, best_card = NO_CARD, known = NO_CARD, count, i, swap, card
    cdef int8_t bounds[32]
    cdef uint32_t live, apart, tried
    cdef bint exchange, close
    open_clamp(c, g, n, &b)
    if n.points >= b.high:
        return b.high
    if n.points < b.low:
        return b.low
    c.nodes += 1
    if c.nodes >= c.check_at and c.look_around(c):
        return n.points + 1
    if c.open.entries != NULL:
        key = open_key(c, g, n)
        e = slot(&c.open, n.hand, n.other, key)
        if holds(&c.open, e, n.hand, n.other, key):
            if n.points >= e.high:
                return e.high
            if n.points < e.low:
                return e.low
            known = e.best
    exchange = exchange_allowed(c.rules, n, n.hand, n.flags & HAS_TRICK, c.trump)
    close = closing_allowed(c.rules, n)
    # Closes first: each is a strict endgame, cheap beside a subtree with draws.
    if close:
        for swap in range(exchange, -1, -1):
            m = n[0]
            if swap:
                m.hand = exchanged(c.rules, n.hand, n.upcard, c.trump)
            need = close_need(c, g, &m)
            if need < best:
                best = need
                if best <= n.points:
                    break
    if best > n.points:
        for swap in range(exchange, -1, -1):
            m = n[0]
            if swap:
                m.hand = exchanged(c.rules, n.hand, n.upcard, c.trump)
                m.upcard = c.trump * 8 + c.rules.exchange_rank
            count = open_lead_order(c, &m, known, order)
            live = m.other | stock_left(c, &m)
            apart = EVERY if c.without & TWINS else kept_apart(c, g, &m, m.hand)
            tried = 0
            for i in range(count):
                card = order[i]
                need = NEED_MIN if (apart >> card) & 1 else twin_bound(n, live, tried & ~apart, bounds, card)
                if need <= n.points:
                    need = open_lead_need(c, g, &m, card)
                    if c.stop:
                        return n.points + 1
                    tried |= <uint32_t> 1 << card
                    bounds[card] = min(need, NEED_MAX)
                if need < best:
                    best = need
                    best_card = card
                    if best <= n.points:
                        break
            if best <= n.points:
                break
    if g.by_points:
        best = n.points if best <= n.points else n.points + 1
    best = within(&b, best)
    if best <= n.points:
        if e != NULL:
            keep(&c.open, e, n.hand, n.other, key, NEED_MIN, best, best_card)
    else:
        if e != NULL:
            keep(&c.open, e, n.hand, n.other, key, best, NEED_MAX, NO_CARD)
    return best
