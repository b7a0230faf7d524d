"""Game points of two sides as questions about points: does my side get at least `value`?

My side gets at least 2 with `double_at` points, at least 0 unless the others have 66, and so on: each is a threshold on
my side's points at the end, or a question about all tricks. Where the trump ten counts a game point, there are two
thresholds, a lower one in case my side wins the ten; their difference is what the ten is worth in the search.
"""

from libc.stdint cimport uint32_t

from solver.kernel.bits cimport lowest, points_of
from solver.kernel.partners cimport ALL_POINTS, to_win
from solver.kernel.picks cimport Search
from solver.kernel.rules cimport TARGET
from solver.kernel.seating cimport ENDED, Seats, play_card, playable

cdef enum:
    ALWAYS = -1000
    NEVER = 1000
    EVERY_TRICK = 2000            # my side must win them all
    ANY_TRICK = 2001              # the others must not


cdef inline int threshold(Search* c, int value) noexcept nogil:
    """The points with which the table of scores gives my side at least `value`, or one of the names above."""
    cdef int total = points_of(c.rules.pack) + c.rules.bonus
    cdef int wanted
    if value > 3:
        return NEVER
    if value < -2:
        return ALWAYS
    if value > 0:
        wanted = TARGET if value == 1 else c.rules.double_at
        return EVERY_TRICK if value == 3 or wanted > total else wanted
    wanted = TARGET if value == 0 else c.rules.double_at
    return ANY_TRICK if value == -2 or wanted > total else total - wanted + 1


cdef inline bint side_gets(Search* c, Seats* s, int value) noexcept nogil:
    """At the start of a trick: does my side get at least `value` in the end?"""
    cdef uint32_t live = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
    cdef int limit, with_ten, sweeper = -1
    c.ten_worth = 0
    c.ten = <uint32_t> 1 << (c.trump * 8 + 6)
    if not c.rules.trump_ten_point:
        limit = threshold(c, value)
    elif not live & c.ten:
        limit = threshold(c, value - (1 if s.ten == 0 else -1 if s.ten == 1 else 0))
    else:
        with_ten = threshold(c, value - 1)
        limit = threshold(c, value + 1)          # without it, the harder of the two
        if with_ten == EVERY_TRICK:
            limit = EVERY_TRICK                  # which brings the ten along
        elif with_ten == ANY_TRICK:
            with_ten = ALWAYS                    # the ten is a trick
        if limit == EVERY_TRICK and with_ten < EVERY_TRICK:
            limit = NEVER                        # every trick but not the ten
        if limit == NEVER and -ALL_POINTS < with_ten < NEVER:
            c.ten_worth = ALL_POINTS
            limit = with_ten + ALL_POINTS
        elif with_ten == ALWAYS and 0 < limit < NEVER:
            c.ten_worth = ALL_POINTS
        elif with_ten < limit < NEVER and with_ten > ALWAYS:
            c.ten_worth = limit - with_ten
    if limit == ALWAYS:
        return True
    if limit == NEVER:
        return False
    if limit >= EVERY_TRICK:
        sweeper = limit - EVERY_TRICK
        if s.tricks[1 - sweeper]:
            return limit == ANY_TRICK
    c.sweeper = sweeper
    if sweeper >= 0:
        return to_win(c, live, s.turn, 1) == 1
    limit -= s.points[0]
    return to_win(c, live, s.turn, limit) >= limit


cdef inline bint side_at_least(Search* c, Seats* s, int value) noexcept nogil:
    """The same at any stage of a trick."""
    cdef Seats after
    cdef uint32_t cards
    cdef int outcome
    cdef bint good
    if s.on_table == 0:
        return side_gets(c, s, value)
    cards = playable(c.rules, s)
    while cards:
        after = s[0]
        outcome = play_card(c.rules, &after, lowest(cards))
        good = outcome - ENDED >= value if outcome else side_at_least(c, &after, value)
        if c.stop:
            return False
        if good == (s.turn & 1 == 0):
            return good
        cards &= cards - 1
    return s.turn & 1 != 0
