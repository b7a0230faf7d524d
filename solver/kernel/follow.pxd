"""The duty to follow, to beat and to trump: which cards may be added to a trick."""

from libc.stdint cimport uint32_t

from solver.kernel.bits cimport higher, suit_mask
from solver.kernel.rules cimport Rules


cdef inline uint32_t may_follow(Rules* r, uint32_t hand, int led, int best, int trump) noexcept nogil:
    """The cards of `hand` that may be played to a trick; `best` wins it so far (with two players, the card led)."""
    cdef uint32_t follow = hand & suit_mask(led >> 3), above
    if follow:
        # A card of the suit led cannot beat a trick that has been trumped.
        above = follow & higher(best)
        return above if r.must_head and (best >> 3) == (led >> 3) and above else follow
    follow = hand & suit_mask(trump)
    if not r.must_trump or not follow:
        return hand
    if r.must_over_trump and (best >> 3) == trump:
        above = follow & higher(best)
        return above if above else follow
    return follow


cdef inline uint32_t beaters(int best, int trump) noexcept nogil:
    """All cards that beat `best` when they are played after it."""
    cdef uint32_t cards = suit_mask(best >> 3) & higher(best)
    if (best >> 3) != trump:
        cards |= suit_mask(trump)
    return cards
