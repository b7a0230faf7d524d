"""Searching without a stock, for three and four seats: what the searches share, and which cards are worth a try.

Two sides play: 0 is the one whose result is asked for (my partner and me, or one seat alone), 1 all the others.
Between tricks a position is told by the cards still in play (`live`) and the leader: whose card is whose does not
change during a search (`dealt`), so `live` tells all the hands.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from solver.kernel.bits cimport Suit, card_value, highest, lowest, partner, suit_mask, suit_of
from solver.kernel.follow cimport beaters, may_follow
from solver.kernel.rules cimport Rules
from solver.kernel.table cimport Table

cdef struct Search:
    Rules* rules
    int trump
    int seats
    uint32_t dealt[4]             # the hands at the root
    int side[4]                   # of each seat
    bint shortcuts                # off: every legal card is tried and nothing is claimed, for tests
    bint settles[2]               # may replies be thinned in a trick that falls to this side for certain?
    Table table
    # partners.pxd
    uint32_t ten                  # the trump ten, where it counts for itself
    int ten_worth                 # as so many points for side 0
    int sweeper                   # the side that is to win every trick, or -1
    # alone.pxd
    int who                       # the seat that is side 0
    int height                    # so many game points
    bint attacking                # to be won by side 0, or else not to be won by the others
    # all
    uint64_t nodes
    uint64_t check_at             # next look at clock and signals
    bint stop                     # unwind: the result is worthless
    double deadline               # seconds on the monotonic clock, 0 for none
    int (*look_around)(Search*) noexcept nogil      # clock and signals; sets `stop`
    void* owner                   # the Python object behind, for `look_around`

cdef struct Trick:
    int leader
    int led
    int best                      # the card that wins so far
    int holder                    # and its seat
    int points
    uint32_t cards                # on the table


cdef inline int count_bits(uint32_t cards) noexcept nogil:
    """How many cards."""
    cdef int n = 0
    while cards:
        n += 1
        cards &= cards - 1
    return n


cdef inline uint32_t hand_of(Search* c, int seat, uint32_t live) noexcept nogil:
    """A seat's cards."""
    return c.dealt[seat] & live


cdef inline uint32_t side_cards(Search* c, int side, uint32_t live) noexcept nogil:
    """All the cards of a side."""
    cdef uint32_t cards = 0
    cdef int i
    for i in range(c.seats):
        if c.side[i] == side:
            cards |= c.dealt[i]
    return cards & live


cdef inline void begin(Search* c, Trick* t, int leader, int card) noexcept nogil:
    """A card is led."""
    t.leader = leader
    t.led = t.best = card
    t.holder = leader
    t.points = card_value[card & 7]
    t.cards = <uint32_t> 1 << card


cdef inline void add_card(Search* c, Trick* t, Trick* out, int seat, int card) noexcept nogil:
    """The trick with one card more."""
    out[0] = t[0]
    out.points += card_value[card & 7]
    out.cards |= <uint32_t> 1 << card
    if (beaters(t.best, c.trump) >> card) & 1:
        out.best = card
        out.holder = seat


cdef inline bint settled(Search* c, uint32_t live, Trick* t, int best, int holder, int after) noexcept nogil:
    """Will the side of `holder` have this trick whatever the seats after place `after` play?

    It will if no opponent still to play can beat `best`. Should a partner raise the trick in between, an opponent
    who could not beat `best` cannot beat the higher card either.
    """
    cdef int place, seat
    cdef uint32_t hand
    for place in range(after + 1, c.seats):
        seat = (t.leader + place) % c.seats
        if c.side[seat] != c.side[holder]:
            hand = hand_of(c, seat, live)
            if may_follow(c.rules, hand, t.led, best, c.trump) & beaters(best, c.trump):
                return False
    return True


cdef inline void insert(int* scores, uint8_t* out, int count, int card, int score) noexcept nogil:
    """Put a card into a list that is ordered by falling scores."""
    cdef int i = count
    while i > 0 and scores[i - 1] < score:
        scores[i] = scores[i - 1]
        out[i] = out[i - 1]
        i -= 1
    scores[i] = score
    out[i] = card


cdef inline uint32_t next_group(uint32_t cards, uint32_t dividing) noexcept nogil:
    """The lowest of `cards` with those of its suit above it that nothing in `dividing` lies between."""
    cdef int card = lowest(cards)
    cdef uint32_t first = <uint32_t> 1 << card
    cdef uint32_t above = suit_mask(card >> 3) & ~(first | (first - 1))
    cdef uint32_t stop = dividing & above
    if dividing & first:
        return first
    if stop:
        above &= (stop & (~stop + 1)) - 1      # below the lowest dividing card
    return cards & (first | above)


cdef inline uint32_t worthless(uint32_t cards) noexcept nogil:
    """Nines, eights and sevens: those of one group are all the same."""
    return cards & 0x07070707


cdef inline int replies_worth_trying(Search* c, uint32_t live, Trick* t, int place, uint32_t apart,
                                     uint8_t* out) noexcept nogil:
    """The cards for the seat at `place` in the trick, most promising first.

    Cards of one hand that no live card divides are of equal power now and later; they differ by their points alone.
    In a trick that falls to a side for certain only the dearest of them (one's own trick) or the cheapest matters: it
    gains the difference now, and the same cards exchanged later can give back no more. While the trick is open only
    cards of equal points are the same. `apart`: cards worth more than their points, which stay.
    """
    cdef int seat = (t.leader + place) % c.seats
    cdef int mine = c.side[seat]
    cdef uint32_t hand = hand_of(c, seat, live)
    cdef uint32_t cards = may_follow(c.rules, hand, t.led, t.best, c.trump)
    cdef uint32_t beating = cards & beaters(t.best, c.trump)
    cdef uint32_t dividing = ((live | t.cards) & ~hand) | apart
    cdef uint32_t group, zeros, kept
    cdef int scores[32]
    cdef int count = 0, card, best, holder, score
    cdef bint sure, wins
    if not c.shortcuts:
        dividing = 0xFFFFFFFF
    while cards:
        group = next_group(cards, dividing)
        cards ^= group
        card = lowest(group)
        wins = (beating >> card) & 1
        best = card if wins else t.best
        holder = seat if wins else t.holder
        sure = settled(c, live, t, best, holder, place)
        kept = group
        if group & (group - 1):
            if sure and c.settles[c.side[holder]]:
                if c.side[holder] == mine:
                    while kept & (kept - 1):       # the dearest is the highest
                        kept &= kept - 1
                else:
                    kept &= ~kept + 1
            else:
                zeros = worthless(group)
                if zeros & (zeros - 1):
                    kept = (group & ~zeros) | (zeros & (~zeros + 1))
        while kept:
            card = lowest(kept)
            kept &= kept - 1
            score = card_value[card & 7]
            if c.side[holder] == mine:
                score = 100 + score if sure else 40 - score
            else:
                score = -score if sure else 20 - score
            if wins and (card >> 3) == c.trump and (t.led >> 3) != c.trump:
                score -= 5
            insert(scores, out, count, card, score)
            count += 1
    return count


cdef inline int leads_worth_trying(Search* c, uint32_t live, int leader, uint32_t apart, int known,
                                   uint8_t* out) noexcept nogil:
    """The leads, most promising first; of cards that are all the same, one. `known` was best before, or is no card."""
    cdef uint32_t cards = hand_of(c, leader, live), group, zeros, kept, above
    cdef uint32_t foes = side_cards(c, 1 - c.side[leader], live), friends = live & ~cards & ~foes
    cdef uint32_t dividing = (live & ~cards) | apart
    cdef uint32_t trumps = foes & suit_mask(c.trump)
    cdef int scores[32]
    cdef int count = 0, card, score
    if not c.shortcuts:
        dividing = 0xFFFFFFFF
    while cards:
        group = next_group(cards, dividing)
        cards ^= group
        zeros = worthless(group)
        kept = group
        if zeros & (zeros - 1):
            kept = (group & ~zeros) | (zeros & (~zeros + 1))
            if known < 32 and (zeros >> known) & 1:
                kept = (group & ~zeros) | (<uint32_t> 1 << known)
        while kept:
            card = lowest(kept)
            kept &= kept - 1
            score = card_value[card & 7]
            above = suit_mask(card >> 3) & beaters(card, c.trump)
            if foes & above:
                score = -score
                if friends & above and highest(friends & above) > highest(foes & above):
                    score += 10                                   # a partner can take it
            elif trumps and (card >> 3) != c.trump and not foes & suit_mask(card >> 3):
                score = -score - 5
            else:
                score += 30
            if hand_of(c, leader, live) & partner(card) & apart:
                score += 25
            if card == known:
                score = 1000
            insert(scores, out, count, card, score)
            count += 1
    return count


cdef inline int cash(Search* c, uint32_t mine, uint32_t rest) noexcept nogil:
    """Points a leader with the cards `mine` wins for certain by leading his winners, against all others together.

    Trumps from the top while they outrank the others'; then, once nobody else has a trump, all that nothing beats.
    `rest`, the hands of several, is looked up as one hand, which under-rates what I can cash: it answers each lead
    with its lowest card, while of several hands each that can must add one.
    """
    cdef Suit* s = suit_of(mine, rest, 8 * c.trump)
    cdef int points = s.run_points, shift
    if s.all_out:
        for shift in range(0, 32, 8):
            if shift != 8 * c.trump:
                points += suit_of(mine, rest, shift).run_points
    return points


cdef inline int sure_trumps(Search* c, uint32_t mine, uint32_t theirs) noexcept nogil:
    """Points of a side's trumps above all of the others': whenever they are played, their tricks are that side's."""
    return suit_of(mine, theirs, 8 * c.trump).top_points
