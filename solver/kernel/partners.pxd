"""Two sides without a stock: how many points can side 0 still win, all tricks played?

`to_win` answers a null-window question, "at least `ask`?": a result of `ask` or more is a proved lower bound on the
points that side 0 wins from here on, a smaller one a proved upper bound. They do not depend on the points so far,
so one entry of the table serves every score and every level of game points.

Where the trump ten counts for itself, it is worth `ten_worth` points more to side 0: each question about game points
then is one about points again (see sides.pxd). And a question about *all* tricks (`sweeper`) is searched as one
about 1 or 0 points.

Two bounds are known without a search. All that is left limits what side 0 can win, less what the other side's
trumps above all of its own are worth: each of them wins its trick whenever it is played. And the leader's side has
at least what the leader cashes, or such trumps.
"""

from libc.stdint cimport uint8_t, uint32_t

from solver.kernel.bits cimport highest, points_of, suit_mask
from solver.kernel.picks cimport (Search, Trick, add_card, begin, cash, hand_of, leads_worth_trying,
                                  replies_worth_trying, side_cards, sure_trumps)
from solver.kernel.table cimport NEED_MAX, NEED_MIN, NO_CARD, Entry, holds, keep, slot

cdef enum:
    ALL_POINTS = 131              # more than all the points of a deal


cdef inline int middle(Search* c, uint32_t live) noexcept nogil:
    """The table holds small numbers: points are kept less this, so that all that can occur fit."""
    return (ALL_POINTS + (c.ten_worth if live & c.ten else 0)) >> 1


cdef inline int after_trick(Search* c, uint32_t live, Trick* t, int ask) noexcept nogil:
    """What side 0 wins with this trick, which is complete, and from then on."""
    cdef int gain = 0
    if c.sweeper >= 0:
        if c.side[t.holder] != c.sweeper:
            return 1 - (c.sweeper == 0)
        return to_win(c, live, t.holder, ask) if live else c.sweeper == 0
    if c.side[t.holder] == 0:
        gain = t.points
        if t.cards & c.ten:
            gain += c.ten_worth
        if not live:
            gain += c.rules.bonus
    return gain + (to_win(c, live, t.holder, ask - gain) if live else 0)


cdef inline int reply(Search* c, uint32_t live, Trick* t, int place, int ask) noexcept nogil:
    """The seat at `place` adds its card to the trick."""
    cdef Trick next
    cdef uint8_t order[32]
    cdef int count, i, value, seat = (t.leader + place) & 3, best
    cdef bint ours = c.side[seat] == 0
    if place == 4:
        return after_trick(c, live, t, ask)
    count = replies_worth_trying(c, live, t, place, c.ten if c.ten_worth else 0, order)
    best = -1 if ours else 1000
    for i in range(count):
        add_card(c, t, &next, seat, order[i])
        value = reply(c, live & ~(<uint32_t> 1 << order[i]), &next, place + 1, ask)
        if ours:
            if value > best:
                best = value
                if best >= ask:
                    break
        elif value < best:
            best = value
            if best < ask:
                break
    return best


cdef inline int to_win(Search* c, uint32_t live, int leader, int ask) noexcept nogil:
    """See above; at the start of a trick, with cards left."""
    cdef Trick trick
    cdef Entry* e = NULL
    cdef uint8_t order[32]
    cdef int count, i, value, best, best_card = NO_CARD, ten = 0, left, shift = 0
    cdef bint ours = c.side[leader] == 0
    cdef uint32_t us = side_cards(c, 0, live), them = live & ~us, lead = hand_of(c, leader, live), trumps
    if c.ten_worth and live & c.ten:
        ten = c.ten_worth
    c.nodes += 1
    if c.nodes >= c.check_at and c.look_around(c):
        return 0
    if c.sweeper < 0:
        if ask <= 0:
            return 0
        left = points_of(live) + c.rules.bonus + ten
        if ask > left:
            return left
        if c.shortcuts:
            value = sure_trumps(c, us, them)
            if ours:
                value = max(value, cash(c, lead, live & ~lead))
            if ask <= value:
                return value
            value = sure_trumps(c, them, us)
            if not ours:
                value = max(value, cash(c, lead, live & ~lead))
            if ask > left - value:
                return left - value
    elif c.shortcuts:
        trumps = live & suit_mask(c.trump)
        if trumps and (((us >> highest(trumps)) & 1) == 0) == (c.sweeper == 0):
            return c.sweeper != 0          # the highest trump takes a trick from them
    if lead & (lead - 1) and c.table.entries != NULL:
        shift = middle(c, live)
        e = slot(&c.table, live, key_of(c, leader, ten), 0)
        if holds(&c.table, e, live, key_of(c, leader, ten), 0):
            if e.low > NEED_MIN and e.low + shift >= ask:
                return e.low + shift
            if e.high < NEED_MAX and e.high + shift < ask:
                return e.high + shift
            best_card = e.best
    count = leads_worth_trying(c, live, leader, c.ten if ten else 0, best_card, order)
    best = -1 if ours else 1000
    best_card = NO_CARD
    for i in range(count):
        begin(c, &trick, leader, order[i])
        value = reply(c, live & ~(<uint32_t> 1 << order[i]), &trick, 1, ask)
        if c.stop:
            return 0
        if ours:
            if value > best:
                best = value
                best_card = order[i]
                if best >= ask:
                    break
        elif value < best:
            best = value
            best_card = order[i]
            if best < ask:
                break
    if e != NULL:
        if best >= ask:
            keep(&c.table, e, live, key_of(c, leader, ten), 0, best - shift, NEED_MAX, best_card if ours else NO_CARD)
        else:
            keep(&c.table, e, live, key_of(c, leader, ten), 0, NEED_MIN, best - shift, NO_CARD if ours else best_card)
    return best


cdef inline uint32_t key_of(Search* c, int leader, int ten) noexcept nogil:
    """What the points depend on besides the cards in play."""
    return leader | (ten << 2) | (<uint32_t> (c.sweeper + 1) << 12)
