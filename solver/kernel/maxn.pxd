"""Three players, each for itself alone ("max-n"): everyone picks what is best for itself, expecting the same of others.

Ties decide what happens, so the rule is fixed: of moves that are equally good for itself, a seat makes the first in
the order of `ordered_cards` (spades, hearts, diamonds, clubs, each from the ace down).

Little can be cut short here, for what a seat does depends on ties far below. What can:

- A win never grows, as the others' points do not fall: a seat that has found what it would win by reaching 66 now, or
  an undecided deal where it cannot come to 66 at all, need not look further.
- For the same reason a leader whose sure tricks bring 66 does just that, whatever line it chooses; and where nobody can
  come to 66 the deal is undecided.
- Between a seat and the one that acts right after it: once that one has found a way to win so much that the first gets
  no more than it has elsewhere, the rest need not be looked at. (Whoever wins something lets all others lose it.) What
  is found of a trick cut short so is not exact, but the first seat does not choose it; and only whole tricks are kept.
"""

from libc.stdint cimport uint32_t

from solver.kernel.bits cimport lowest, points_of
from solver.kernel.bounds cimport marriages_held
from solver.kernel.picks cimport Search, cash
from solver.kernel.rules cimport TARGET
from solver.kernel.seating cimport ENDED, Seats, ordered_cards, payoff, play_card, playable, won, worth_of_win
from solver.kernel.table cimport NO_CARD, Entry, holds, keep, slot

cdef enum:
    LEAST = -100                  # less than any payoff
    OPEN = -1                     # no outcome is known yet


cdef inline bint may_reach(Search* c, Seats* s, int seat, int left) noexcept nogil:
    """Can this seat still come to 66? `left`: the card points and the bonus still to be won."""
    cdef int marriages = marriages_held(s.hand[seat], c.trump) if c.rules.marriages else 0
    return s.points[seat] + left + marriages >= TARGET


cdef inline int points_left(Search* c, Seats* s) noexcept nogil:
    """The card points and the bonus still to be won, those on the table included."""
    cdef uint32_t cards = s.hand[0] | s.hand[1] | s.hand[2]
    cdef int i
    for i in range(s.on_table):
        cards |= <uint32_t> 1 << s.trick[i]
    return points_of(cards) + c.rules.bonus


cdef inline int known_outcome(Search* c, Seats* s, int left) noexcept nogil:
    """At the start of a trick: what happens whatever is played, or OPEN."""
    cdef uint32_t lead = s.hand[s.turn], others = (s.hand[0] | s.hand[1] | s.hand[2]) & ~lead
    cdef int i, able = 0
    if s.points[s.turn] + cash(c, lead, others) >= TARGET:
        return won(s.turn, worth_of_win(c.rules, s, s.turn))
    for i in range(3):
        able += may_reach(c, s, i, left)
    return OPEN if able else 0


cdef inline int points_that_matter(Search* c, Seats* s, int seat, int left) noexcept nogil:
    """One number for all points of a seat that make the same difference.

    A seat that cannot come to 66 any more matters only by its loss: has it points at all, has it reached `schneider`?
    """
    cdef int points = s.points[seat]
    cdef int marriages = marriages_held(s.hand[seat], c.trump) if c.rules.marriages else 0
    if points + left + marriages >= TARGET:
        return points
    if points >= c.rules.schneider:
        return c.rules.schneider
    if points + left + marriages < c.rules.schneider:
        return points > 0
    return points


cdef inline uint32_t outcome_key(Search* c, Seats* s, int left) noexcept nogil:
    """What the outcome depends on besides the cards in play."""
    return (points_that_matter(c, s, 0, left) | (<uint32_t> points_that_matter(c, s, 1, left) << 7)
            | (<uint32_t> points_that_matter(c, s, 2, left) << 14) | (<uint32_t> s.turn << 21)
            | (<uint32_t> (s.tricks[0] > 0) << 23) | (<uint32_t> (s.tricks[1] > 0) << 24)
            | (<uint32_t> (s.tricks[2] > 0) << 25))


cdef inline int last_trick(Search* c, Seats* s) noexcept nogil:
    """What happens when everybody has one card left."""
    cdef Seats after = s[0]
    cdef int outcome = 0
    while not outcome:
        outcome = play_card(c.rules, &after, lowest(after.hand[after.turn]))
    return outcome - ENDED


cdef inline int outcome_of(Search* c, Seats* s) noexcept nogil:
    """What happens from the start of a trick on, when each plays for itself."""
    cdef Entry* e = NULL
    cdef uint32_t live, key = 0, lead = s.hand[s.turn]
    cdef int i, outcome, left
    cdef int most[3]
    c.nodes += 1
    if c.nodes >= c.check_at and c.look_around(c):
        return 0
    if lead & (lead - 1) == 0:
        return last_trick(c, s)
    left = points_left(c, s)
    if c.shortcuts:
        outcome = known_outcome(c, s, left)
        if outcome != OPEN:
            return outcome
    if c.table.entries != NULL:
        live = s.hand[0] | s.hand[1] | s.hand[2]
        key = outcome_key(c, s, left)
        e = slot(&c.table, live, key, 0)
        if holds(&c.table, e, live, key, 0):
            return e.low
    best_payoffs(c, s, left, most)
    outcome = within_trick(c, s, most, LEAST)
    if e != NULL and not c.stop:
        keep(&c.table, e, live, key, 0, outcome, outcome, NO_CARD)
    return outcome


cdef inline void best_payoffs(Search* c, Seats* s, int left, int* most) noexcept nogil:
    """The most that each seat can still get."""
    cdef int i
    for i in range(3):
        most[i] = 3
        if c.shortcuts:
            most[i] = worth_of_win(c.rules, s, i) if may_reach(c, s, i, left) else 0


cdef inline int within_trick(Search* c, Seats* s, int* most, int least) noexcept nogil:
    """The same within a trick; for the seat that acted just before only more than `least` would be a gain."""
    cdef Seats after
    cdef int cards[32]
    cdef int n, i, outcome, mine, best = 0, best_payoff = LEAST
    n = ordered_cards(playable(c.rules, s), cards)
    for i in range(n):
        after = s[0]
        outcome = play_card(c.rules, &after, cards[i])
        if outcome:
            outcome -= ENDED
        elif after.on_table:
            outcome = within_trick(c, &after, most, best_payoff)
        else:
            outcome = outcome_of(c, &after)
        if c.stop:
            return 0
        mine = payoff(c.rules, outcome, s.turn)
        if mine > best_payoff:
            best_payoff = mine
            best = outcome
            if mine >= most[s.turn]:
                break
            if mine > 0 and -mine <= least:
                break
    return best


cdef inline int chosen(Search* c, Seats* s, int* outcome) noexcept nogil:
    """The card the seat to act plays, and what happens then."""
    cdef Seats after
    cdef int cards[32]
    cdef int n = ordered_cards(playable(c.rules, s), cards)
    cdef int i, result, card = -1, best = LEAST
    cdef int most[3]
    best_payoffs(c, s, points_left(c, s), most)
    for i in range(n):
        after = s[0]
        result = play_card(c.rules, &after, cards[i])
        if result:
            result -= ENDED
        elif after.on_table:
            result = within_trick(c, &after, most, LEAST)
        else:
            result = outcome_of(c, &after)
        if c.stop:
            return -1
        if payoff(c.rules, result, s.turn) > best:
            best = payoff(c.rules, result, s.turn)
            outcome[0] = result
            card = cards[i]
    return card
