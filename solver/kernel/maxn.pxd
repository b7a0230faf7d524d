"""Three players, each for itself alone ("max-n"): everyone picks what is best for itself, expecting the same of others.

Ties decide what happens, so the rule is fixed: of moves that are equally good for itself, a seat makes the first in
the order of `ordered_cards` (spades, hearts, diamonds, clubs, each from the ace down).

One short cut is sound here, and only between a seat and the one that acts right after it: once that one has found
a way to win so much that the first gets no more than it has elsewhere, the rest need not be looked at. (Whoever wins
something lets all others lose it.) The outcome of a position cut short is not exact, and is not kept.
"""

from libc.stdint cimport uint32_t

from solver.kernel.picks cimport Search
from solver.kernel.seating cimport ENDED, Seats, ordered_cards, payoff, play_card, playable
from solver.kernel.table cimport NO_CARD, Entry, holds, keep, slot

cdef enum:
    LEAST = -100                  # less than any payoff
    MOST = 3                      # and the greatest there is


cdef inline uint32_t outcome_key(Seats* s) noexcept nogil:
    """What the outcome depends on besides the cards in play."""
    return (s.points[0] | (<uint32_t> s.points[1] << 7) | (<uint32_t> s.points[2] << 14) | (<uint32_t> s.turn << 21)
            | (<uint32_t> (s.tricks[0] > 0) << 23) | (<uint32_t> (s.tricks[1] > 0) << 24)
            | (<uint32_t> (s.tricks[2] > 0) << 25))


cdef inline int outcome_of(Search* c, Seats* s, int rival, int least, bint* exact) noexcept nogil:
    """What happens when each plays for itself; `rival`, if it acted just before, gains by more than `least` only."""
    cdef Seats after
    cdef Entry* e = NULL
    cdef uint32_t live = 0, key = 0
    cdef int cards[32]
    cdef int n, i, outcome, mine, best = 0, best_payoff = LEAST
    cdef bint inner
    exact[0] = True
    c.nodes += 1
    if c.nodes >= c.check_at and c.look_around(c):
        return 0
    if s.on_table == 0 and c.table.entries != NULL:
        live = s.hand[0] | s.hand[1] | s.hand[2]
        key = outcome_key(s)
        e = slot(&c.table, live, key, 0)
        if holds(&c.table, e, live, key, 0):
            return e.low
    n = ordered_cards(playable(c.rules, s), cards)
    for i in range(n):
        after = s[0]
        outcome = play_card(c.rules, &after, cards[i])
        inner = True
        if outcome:
            outcome -= ENDED
        else:
            outcome = outcome_of(c, &after, s.turn, best_payoff, &inner)
        if c.stop:
            return 0
        mine = payoff(c.rules, outcome, s.turn)
        if mine > best_payoff:
            best_payoff = mine
            best = outcome
            if mine == MOST:
                break
            if rival != s.turn and mine > 0 and -mine <= least and i < n - 1:
                exact[0] = False
                return best
    if e != NULL:
        keep(&c.table, e, live, key, 0, best, best, NO_CARD)
    return best


cdef inline int chosen(Search* c, Seats* s, int* outcome) noexcept nogil:
    """The card the seat to act plays, and what happens then."""
    cdef Seats after
    cdef int cards[32]
    cdef int n = ordered_cards(playable(c.rules, s), cards)
    cdef int i, result, card = -1, best = LEAST
    cdef bint exact
    for i in range(n):
        after = s[0]
        result = play_card(c.rules, &after, cards[i])
        result = result - ENDED if result else outcome_of(c, &after, -1, LEAST, &exact)
        if c.stop:
            return -1
        if payoff(c.rules, result, s.turn) > best:
            best = payoff(c.rules, result, s.turn)
            outcome[0] = result
            card = cards[i]
    return card
