"""Which leads and replies are looked at, and in which order: the most promising first, the needless not at all."""

from libc.stdint cimport int8_t, uint8_t, uint32_t

from solver.kernel.bits cimport (Suit, card_value, higher, highest, lowest, partner, suit_mask, suit_table, ternary)
from solver.kernel.context cimport Context
from solver.kernel.deal cimport replies
from solver.kernel.goal cimport Goal, Node
from solver.kernel.table cimport NEED_MIN, NO_CARD

cdef enum:
    EVERY = 0xFFFFFFFF            # every card


cdef inline uint32_t pairs_in(uint32_t cards) noexcept nogil:
    """The kings and queens of the marriages in a set of cards."""
    cdef uint32_t queens = cards & (cards >> 1) & 0x10101010
    return queens | (queens << 1)


cdef inline uint32_t thinned(uint32_t cards, uint32_t live, uint32_t apart, bint high) noexcept nogil:
    """Of each group of `cards` that no live card divides, only the dearest (`high`) or the cheapest.

    Replies of one group all win, or all lose, now and later: they differ by their points alone. Playing the dearest
    into a trick one wins, the cheapest into one the other wins, gains the difference now, and the same card later can
    give back no more than that. Cards that are worth more than their points (`apart`) stay, and divide groups.
    """
    cdef uint32_t own = cards & ~apart, kept = cards & apart, dividing = (live | apart) & ~own
    cdef int shift
    cdef Suit* s
    for shift in range(0, 32, 8):
        if (own >> shift) & 255:
            s = &suit_table[ternary[(own >> shift) & 255] + 2 * ternary[(dividing >> shift) & 255]]
            kept |= <uint32_t> (s.keep_high if high else s.keep_low) << shift
    return kept


cdef inline uint32_t thinned_suit(uint32_t cards, uint32_t live, uint32_t apart, int shift, bint high) noexcept nogil:
    """`thinned` for cards that are all of the suit at `shift`."""
    cdef uint32_t own = cards & ~apart
    cdef Suit* s = &suit_table[ternary[(own >> shift) & 255] + 2 * ternary[(((live | apart) & ~own) >> shift) & 255]]
    return (cards & apart) | (<uint32_t> (s.keep_high if high else s.keep_low) << shift)


cdef inline int append_down(uint32_t cards, uint8_t* out, int count) noexcept nogil:
    """Append `cards` from the dearest to the cheapest; returns the new count."""
    cdef uint32_t ranks = 0x80808080, some
    while cards:
        some = cards & ranks
        cards ^= some
        ranks >>= 1
        while some:
            out[count] = lowest(some)
            count += 1
            some &= some - 1
    return count


cdef inline int append_up(uint32_t cards, uint8_t* out, int count) noexcept nogil:
    """Append `cards` from the cheapest to the dearest; returns the new count."""
    cdef uint32_t ranks = 0x01010101, some
    while cards:
        some = cards & ranks
        cards ^= some
        ranks <<= 1
        while some:
            out[count] = lowest(some)
            count += 1
            some &= some - 1
    return count


cdef inline uint32_t sure_winners(Node* n, int trump) noexcept nogil:
    """The leader's cards that win when led now: above the follower's of the suit, and not to be trumped."""
    cdef uint32_t winners = 0, his
    cdef bint trumps = (n.other >> (8 * trump)) & 255
    cdef int shift
    for shift in range(0, 32, 8):
        his = (n.other >> shift) & 255
        if his:
            winners |= suit_mask(shift >> 3) & higher(shift + highest(his))
        elif not trumps or shift == 8 * trump:
            winners |= suit_mask(shift >> 3)
    return winners & n.hand


cdef inline int strict_lead_order(Context* c, Node* n, int best, uint32_t pairs, uint8_t* out) noexcept nogil:
    """The leads, most promising first: the best known, marriages, winners from the dearest, losers from the cheapest."""
    cdef uint32_t cards = n.hand, winners = sure_winners(n, c.trump)
    cdef int count = 0
    if best != NO_CARD:
        out[0] = best
        count = 1
        cards &= ~(<uint32_t> 1 << best)
    count = append_down(cards & pairs, out, count)
    cards &= ~pairs
    count = append_down(cards & winners, out, count)
    return append_up(cards & ~winners, out, count)


cdef inline int strict_reply_order(Context* c, Node* n, int lead, uint32_t apart, uint8_t* out) noexcept nogil:
    """The replies that matter, most promising first: winners from the dearest down, then losers from the cheapest up."""
    cdef int shift = lead & 24, count
    cdef uint32_t cards = replies(c.rules, n.other, lead, c.trump, True)
    cdef uint32_t live = n.hand & ~(<uint32_t> 1 << lead), winners, losers
    if cards & (cards - 1) == 0:
        out[0] = lowest(cards)
        return 1
    if cards & suit_mask(shift >> 3):                  # he follows
        winners = cards & higher(lead)
        losers = cards & ~winners
        if losers & (losers - 1):
            losers = thinned_suit(losers, live, apart, shift, False)
    else:
        shift = 8 * c.trump
        winners = cards & suit_mask(c.trump)
        losers = cards & ~winners
        if losers & (losers - 1):
            losers = thinned(losers, live, apart, False)
    if winners & (winners - 1):
        winners = thinned_suit(winners, live, apart, shift, True)
    count = append_down(winners, out, 0)
    return append_up(losers, out, count)


cdef inline uint32_t stock_left(Context* c, Node* n) noexcept nogil:
    """All the cards of the stock, the face-up trump included."""
    return c.stock_cards[n.stock >> 1] | (<uint32_t> 1 << n.upcard)


cdef inline uint32_t kept_apart(Context* c, Goal* g, Node* n, uint32_t hand) noexcept nogil:
    """Cards of a player that may be worth more than their points: marriages to be, and the exchange card."""
    cdef uint32_t apart
    if g.by_points:
        return hand                       # the dearest card may be too dear
    apart = pairs_in(hand | stock_left(c, n)) & hand
    if c.rules.exchange_rank >= 0:
        apart |= hand & (<uint32_t> 1 << (c.trump * 8 + c.rules.exchange_rank))
    return apart


cdef inline int insert(int card, int score, int* scores, uint8_t* out, int count) noexcept nogil:
    """Put a card among those of higher and lower score; returns the new count."""
    cdef int i = count
    while i > 0 and scores[i - 1] < score:
        scores[i] = scores[i - 1]
        out[i] = out[i - 1]
        i -= 1
    scores[i] = score
    out[i] = card
    return count + 1


cdef inline int open_lead_order(Context* c, Node* n, int best, uint8_t* out) noexcept nogil:
    """The leads, most promising first, with the stock open."""
    cdef int scores[32]
    cdef int count = 0, card, score
    cdef uint32_t cards = n.hand, over
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        score = card_value[card & 7]
        over = n.other & suit_mask(card >> 3) & higher(card)
        if (card >> 3) != c.trump:
            over |= n.other & suit_mask(c.trump)
        score = -2 * score if over else 20 + score
        if (card >> 3) == c.trump:
            score -= 4
        if n.hand & partner(card):
            score += 80 if (card >> 3) != c.trump else 160
        if card == best:
            score = 1000
        count = insert(card, score, scores, out, count)
    return count


cdef inline int open_reply_order(Context* c, Node* n, int lead, uint32_t hand, uint32_t apart, uint8_t* out) noexcept nogil:
    """The replies that matter, most promising first, when any card may be played."""
    cdef uint32_t suit = suit_mask(lead >> 3), trumps = suit_mask(c.trump)
    cdef uint32_t live = (n.hand & ~(<uint32_t> 1 << lead)) | stock_left(c, n)
    cdef uint32_t winners = hand & suit & higher(lead), losers
    cdef int scores[32]
    cdef int count = 0, card, score, value = card_value[lead & 7]
    if (lead >> 3) != c.trump:
        winners |= hand & trumps
    losers = hand & ~winners
    winners = thinned(winners, live, apart, True)
    losers = thinned(losers, live, apart, False)
    hand = winners | losers
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        score = card_value[card & 7]
        if (winners >> card) & 1:
            if (card >> 3) == c.trump and (lead >> 3) != c.trump:
                score = value + 20 - score
            else:
                score = value + 25 + score
        else:
            score = -score
            if (card >> 3) == c.trump:
                score -= 6
        if (apart >> card) & 1:
            score -= 10
        count = insert(card, score, scores, out, count)
    return count


cdef inline int twin_bound(Node* n, uint32_t live, uint32_t tried, int8_t* bounds, int card) noexcept nogil:
    """A lower bound on the need after leading `card`, from leads already searched that differ by their points alone.

    Two leads with no live card between them have the same power, now and later. Exchanging their parts in all that
    follows changes what either player has, at any moment, by no more than the difference of their points, and so the
    need (Kupferschmid and Helmert 2007, quasi-symmetry). `tried` holds no cards of a marriage.
    """
    cdef uint32_t twins = tried & suit_mask(card >> 3), one = <uint32_t> 1 << card, other
    cdef int twin, best = NEED_MIN
    while twins:
        twin = lowest(twins)
        twins &= twins - 1
        other = <uint32_t> 1 << twin
        if live & (one - other if twin < card else other - one) == 0:
            best = max(best, bounds[twin] - abs(card_value[card & 7] - card_value[twin & 7]))
    return best
