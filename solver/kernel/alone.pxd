"""One seat against two that play together, each scoring for itself: what can it guarantee?

The question is either "does `who` win at least `height`?" (attacking) or "does nobody else win so much?". As in
goal.pxd the answer is a *need*: with the points of the other two given, the fewest points `who` must already have to
succeed. More points of its own never hurt it: it reaches 66 no later, and keeps the others from winning high.
Null-window alpha-beta runs on the need; a result above the points it has means failure, and is a proved lower bound,
any other a proved upper bound.

The points of the others cannot be summed up in one number, so they belong to the key; a seat that cannot come to
where its points matter any more counts as having none.
"""

from libc.stdint cimport uint8_t, uint32_t

from solver.kernel.bits cimport lowest, points_of
from solver.kernel.bounds cimport marriages_held
from solver.kernel.picks cimport (Search, Trick, add_card, begin, cash, hand_of, leads_worth_trying,
                                  replies_worth_trying, sure_trumps)
from solver.kernel.rules cimport TARGET, level
from solver.kernel.seating cimport ENDED, Seats, declared, payoff, play_card, playable
from solver.kernel.order cimport pairs_in
from solver.kernel.table cimport NEED_MAX, NEED_MIN, NO_CARD, Entry, holds, keep, slot

cdef enum:
    FAILS = NEED_MAX
    SUCCEEDS = NEED_MIN

cdef struct Lone:
    uint32_t live                 # the cards in play
    int leader
    int points[3]
    int tricks                    # bit i: seat i has won a trick


cdef inline void ask(Search* c, int who, int value) noexcept nogil:
    """Set the question: does `who` get at least `value`?"""
    cdef int i
    c.who = who
    c.attacking = value > 0
    c.height = value if value > 0 else 1 - value
    for i in range(3):
        c.side[i] = i != who
    # Thinning moves points from an opponent to oneself. That never hurts, but where a loss must be high: there a
    # third seat's points make the loss smaller. And between the two opponents points cannot be moved freely.
    c.settles[0] = c.attacking or c.height == 1
    c.settles[1] = False


cdef inline bint counts_so_high(Search* c, Lone* n, int seat) noexcept nogil:
    """Does beating this seat, as it stands, count `height`?"""
    return level(c.rules, n.points[seat], (n.tricks >> seat) & 1) >= c.height


cdef inline int need_of_beaten(Search* c, Lone* n) noexcept nogil:
    """The points with which `who`, beaten by another, loses less than `height`."""
    if c.height == 1:
        return FAILS
    if c.height == 3 and not c.rules.schwarz_no_points:
        return SUCCEEDS if (n.tricks >> c.who) & 1 else FAILS
    return 1 if c.height == 3 else c.rules.schneider


cdef inline int need_at_end(Search* c, Lone* n, int winner) noexcept nogil:
    """The need when `winner` has reached 66."""
    cdef int i
    if winner == c.who:
        if c.attacking:
            for i in range(3):
                if i != winner and not counts_so_high(c, n, i):
                    return FAILS
        return TARGET
    if c.attacking:
        return FAILS
    return need_of_beaten(c, n) if counts_so_high(c, n, 3 - winner - c.who) else SUCCEEDS


cdef inline int after_three(Search* c, Lone* n, Trick* t) noexcept nogil:
    """The need when the trick is complete (its cards are no longer in play)."""
    cdef Lone next = n[0]
    cdef int winner = t.holder, gain = t.points, need
    if not n.live:
        gain += c.rules.bonus
    next.leader = winner
    next.points[winner] += gain
    next.tricks |= 1 << winner
    if next.points[winner] >= TARGET:
        need = need_at_end(c, &next, winner)
    elif not next.live:
        return FAILS if c.attacking else SUCCEEDS
    else:
        need = need_alone(c, &next)
    return need - gain if winner == c.who and need != FAILS and need != SUCCEEDS else need


cdef inline int third_reply(Search* c, Lone* n, Trick* t, int place) noexcept nogil:
    """The seat at `place` adds its card; `n` has the cards in play and the points at this moment."""
    cdef Trick next
    cdef Lone after
    cdef uint8_t order[32]
    cdef int count, i, need, best, seat = (t.leader + place) % 3
    cdef bint mine = seat == c.who
    cdef uint32_t apart = 0
    if place == 3:
        return after_three(c, n, t)
    if c.rules.marriages:
        apart = pairs_in(hand_of(c, seat, n.live))
    count = replies_worth_trying(c, n.live, t, place, apart, order)
    best = FAILS if mine else SUCCEEDS
    after = n[0]
    for i in range(count):
        add_card(c, t, &next, seat, order[i])
        after.live = n.live & ~(<uint32_t> 1 << order[i])
        need = third_reply(c, &after, &next, place + 1)
        if mine:
            if need < best:
                best = need
                if best <= n.points[c.who]:
                    break
        elif need > best:
            best = need
            if best > n.points[c.who]:
                break
    return best


cdef inline int lead_alone(Search* c, Lone* n, int card) noexcept nogil:
    """The need if the leader leads `card`."""
    cdef Trick trick
    cdef Lone after = n[0]
    cdef int need, leader = n.leader
    cdef int gain = declared(c.rules, hand_of(c, leader, n.live), card, c.trump, n.tricks == 0)
    after.points[leader] += gain
    if after.points[leader] >= TARGET:
        need = need_at_end(c, &after, leader)
    else:
        begin(c, &trick, leader, card)
        after.live = n.live & ~(<uint32_t> 1 << card)
        need = third_reply(c, &after, &trick, 1)
    return need - gain if leader == c.who and need != FAILS and need != SUCCEEDS else need


cdef inline void known_bounds(Search* c, Lone* n, int* low, int* high) noexcept nogil:
    """Bounds on the need without a search; `n`'s points of others that cannot matter any more are set to 0."""
    cdef int left = points_of(n.live) + c.rules.bonus, who = c.who, i, sure, most, reach, matters, run
    cdef int harmless = 0
    cdef uint32_t own = hand_of(c, who, n.live), lead = hand_of(c, n.leader, n.live), hand
    cdef int marriages = marriages_held(own, c.trump) if c.rules.marriages else 0
    low[0] = SUCCEEDS
    high[0] = FAILS
    sure = sure_trumps(c, own, n.live & ~own)
    run = cash(c, lead, n.live & ~lead)
    if c.attacking:
        low[0] = TARGET - left - marriages
        if n.leader == who:
            high[0] = TARGET - run           # the others win nothing meanwhile
    elif c.height == 1 and n.leader == who:
        high[0] = TARGET - run
    # From where on do another's points matter? From 66, or where they spoil a high win.
    matters = TARGET
    if c.height == 2:
        matters = c.rules.schneider
    for i in range(3):
        if i == who:
            continue
        if c.attacking and not counts_so_high(c, n, i):
            low[0] = high[0] = FAILS
            return
        hand = hand_of(c, i, n.live)
        most = n.points[i] + left + (marriages_held(hand, c.trump) if c.rules.marriages else 0)
        if most - sure < (TARGET if c.height == 1 else matters):
            harmless += 1
        if c.height < 3:
            if n.leader == i and (c.attacking or c.height == 1) and n.points[i] + run >= matters:
                low[0] = FAILS
                return
            if most < matters:
                n.points[i] = 0
    if harmless == 2 and c.height < 3:
        if c.attacking:
            high[0] = min(high[0], TARGET - sure)
        elif c.height == 1:
            high[0] = SUCCEEDS
    if not c.attacking and c.height > 1:
        # Nobody loses so high with points enough of its own, or while no other can reach 66.
        if c.height == 2 or c.rules.schwarz_no_points:
            high[0] = min(high[0], c.rules.schneider if c.height == 2 else 1)
        elif (n.tricks >> who) & 1:
            high[0] = SUCCEEDS
        reach = 0
        for i in range(3):
            if i != who:
                hand = hand_of(c, i, n.live)
                most = n.points[i] + left + (marriages_held(hand, c.trump) if c.rules.marriages else 0)
                reach += most >= TARGET and counts_so_high(c, n, 3 - i - who)
        if reach == 0:
            high[0] = SUCCEEDS


cdef inline uint32_t others_key(Search* c, Lone* n) noexcept nogil:
    """What the need depends on besides the cards in play."""
    cdef int one = (c.who + 1) % 3, two = (c.who + 2) % 3
    cdef uint32_t flags = n.tricks if c.height == 3 and not c.rules.schwarz_no_points else n.tricks == 0
    return (n.points[one] | (<uint32_t> n.points[two] << 7) | (<uint32_t> n.leader << 14) | (<uint32_t> c.who << 16)
            | (<uint32_t> c.height << 18) | (<uint32_t> c.attacking << 20) | (flags << 21))


cdef inline int need_alone(Search* c, Lone* given) noexcept nogil:
    """The need of `who` at the start of a trick, with cards left."""
    cdef Lone node = given[0]
    cdef Lone* n = &node
    cdef Entry* e = NULL
    cdef uint8_t order[32]
    cdef uint32_t key = 0, lead = hand_of(c, n.leader, n.live)
    cdef int count, i, need, best, best_card = NO_CARD, low = SUCCEEDS, high = FAILS, points = n.points[c.who]
    cdef bint mine = n.leader == c.who
    c.nodes += 1
    if c.nodes >= c.check_at and c.look_around(c):
        return FAILS
    if c.shortcuts:
        known_bounds(c, n, &low, &high)
        if points >= high:
            return high
        if points < low:
            return low
    if lead & (lead - 1) and c.table.entries != NULL:
        key = others_key(c, n)
        e = slot(&c.table, n.live, key, 0)
        if holds(&c.table, e, n.live, key, 0):
            if points >= e.high:
                return e.high
            if points < e.low:
                return e.low
            best_card = e.best
    count = leads_worth_trying(c, n.live, n.leader, pairs_in(lead) if c.rules.marriages else 0, best_card, order)
    best = FAILS if mine else SUCCEEDS
    best_card = NO_CARD
    for i in range(count):
        need = lead_alone(c, n, order[i])
        if c.stop:
            return FAILS
        if mine:
            if need < best:
                best = need
                best_card = order[i]
                if best <= points:
                    break
        elif need > best:
            best = need
            best_card = order[i]
            if best > points:
                break
    if e != NULL:
        if best <= points:
            keep(&c.table, e, n.live, key, 0, NEED_MIN, best, best_card if mine else NO_CARD)
        else:
            keep(&c.table, e, n.live, key, 0, best, NEED_MAX, NO_CARD if mine else best_card)
    return best


cdef inline bint alone_at_least(Search* c, Seats* s, int value) noexcept nogil:
    """Does the seat set by `ask` get at least `value`, at any stage of a trick?"""
    cdef Seats after
    cdef Lone n
    cdef uint32_t cards
    cdef int i, outcome
    cdef bint good
    if s.on_table == 0:
        n.live = s.hand[0] | s.hand[1] | s.hand[2]
        n.leader = s.turn
        n.tricks = 0
        for i in range(3):
            n.points[i] = s.points[i]
            n.tricks |= (s.tricks[i] > 0) << i
        return need_alone(c, &n) <= s.points[c.who]
    cards = playable(c.rules, s)
    while cards:
        after = s[0]
        outcome = play_card(c.rules, &after, lowest(cards))
        good = payoff(c.rules, outcome - ENDED, c.who) >= value if outcome else alone_at_least(c, &after, value)
        if c.stop:
            return False
        if good == (s.turn == c.who):
            return good
        cards &= cards - 1
    return s.turn != c.who
