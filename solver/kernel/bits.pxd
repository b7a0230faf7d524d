"""Cards as bits, and what a whole suit is worth at one look.

A card is a number 0..31, suit * 8 + rank, and a set of cards is one bit for each:

      suit      C        D        H        S
      bit    31.....24 23.....16 15......8 7.......0
      rank   ATKQJ987  ATKQJ987  ATKQJ987  ATKQJ987

so 0x00000080 is the ace of spades and ``1 << (1*8 + 5)``, 0x00002000, the king of hearts. Packs without the
sevens and eights leave those bits empty. Within a suit a higher bit always beats a lower one.

Questions about one suit held by two players ("how many tricks are sure?") are looked up in tables by the
ternary number of the suit: digit 0 nobody's, 1 mine, 2 his. The ace is the least digit, so that a pack of six
ranks uses only the first 3**6 = 729 entries and the tables stay in the first-level cache.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    static const signed char card_value[8] = {0, 0, 0, 2, 3, 4, 10, 11};   /* 7 8 9 J Q K T A */

    /* One suit, held by me and by him; see `fill_suit_tables` for what the fields mean. */
    typedef struct {
        unsigned char run, run_points;
        unsigned char followed, followed_points;
        unsigned char top_points;
        unsigned char keep_high, keep_low;
        unsigned char all_out;
        unsigned char points;
    } Suit;

    static unsigned char suit_points[256];
    static unsigned short ternary[256];
    static Suit suit_table[6561];

    #define lowest(x)  __builtin_ctz(x)
    #define highest(x) (31 - __builtin_clz(x))
    """
    ctypedef struct Suit:
        uint8_t run            # winners I can lead one after the other, once he has no trump (or in trumps)
        uint8_t run_points     # card points these bring at least, what he must throw on them included
        uint8_t followed       # as `run`, but only while he can still follow: he cannot trump these
        uint8_t followed_points
        uint8_t top_points     # points of my cards above his highest: whoever leads, they win if trumps
        uint8_t keep_high      # of my cards with none of his between, the dearest of each such group
        uint8_t keep_low       # the same, the cheapest of each group
        uint8_t all_out        # my run leaves him without a card of the suit (or he has none)
        uint8_t points         # card points of the suit in both hands
    int8_t card_value[8]
    uint8_t suit_points[256]
    uint16_t ternary[256]
    Suit suit_table[6561]
    int lowest(uint32_t cards) noexcept nogil
    int highest(uint32_t cards) noexcept nogil


cdef inline int points_of(uint32_t cards) noexcept nogil:
    """The card points of a set of cards."""
    return (suit_points[cards & 255] + suit_points[(cards >> 8) & 255]
            + suit_points[(cards >> 16) & 255] + suit_points[cards >> 24])


cdef inline uint32_t suit_mask(int suit) noexcept nogil:
    """All eight cards of a suit."""
    return <uint32_t> 255 << (8 * suit)


cdef inline uint32_t higher(int card) noexcept nogil:
    """The cards of the same suit that beat `card`, and all cards of later suits: mask with the suit."""
    return ~((<uint32_t> 2 << card) - 1)


cdef inline Suit* suit_of(uint32_t mine, uint32_t his, int shift) noexcept nogil:
    """The table entry of the suit at bit `shift`, as I see it."""
    return &suit_table[ternary[(mine >> shift) & 255] + 2 * ternary[(his >> shift) & 255]]


cdef inline bint beats(int follow, int lead, int trump) noexcept nogil:
    """Does the card of the second player take the trick?"""
    if (follow >> 3) == (lead >> 3):
        return follow > lead
    return (follow >> 3) == trump


cdef inline uint32_t partner(int card) noexcept nogil:
    """The other card of the marriage, as a set; empty unless `card` is a king or a queen."""
    cdef int rank = card & 7
    if rank == 4:
        return <uint32_t> 2 << card
    if rank == 5:
        return (<uint32_t> 1 << card) >> 1
    return 0


cdef inline void fill_suit(int mine, int his, Suit* out) noexcept nogil:
    """Work out one entry of `suit_table` from the cards of one suit (bit 7 the ace)."""
    cdef int rank, my = mine, hi = his, low, group_open = 0, last = -1
    out.run = out.run_points = out.followed = out.followed_points = 0
    out.top_points = out.keep_high = out.keep_low = 0
    out.points = suit_points[mine] + suit_points[his]
    # Lead my highest while it beats his highest; he throws his cheapest. Once he has none left, all win.
    while my:
        rank = highest(my)
        if hi and highest(hi) > rank:
            break
        my ^= 1 << rank
        out.run += 1
        out.run_points += card_value[rank]
        if hi:
            low = lowest(hi)
            hi ^= 1 << low
            out.run_points += card_value[low]
            out.followed = out.run
            out.followed_points = out.run_points
    out.all_out = hi == 0
    for rank in range(8):
        if (mine >> rank) & 1:
            if his >> rank == 0:
                out.top_points += card_value[rank]
            if not group_open:
                out.keep_low |= 1 << rank
            group_open = 1
            last = rank
        elif (his >> rank) & 1:
            if group_open:
                out.keep_high |= 1 << last
            group_open = 0
    if group_open:
        out.keep_high |= 1 << last


cdef inline void fill_suit_tables() noexcept nogil:
    """Fill the tables of this file; every extension module that uses them calls this once on import."""
    cdef int cards, rank, weight, mine, his
    for cards in range(256):
        suit_points[cards] = 0
        ternary[cards] = 0
        weight = 1
        for rank in range(7, -1, -1):
            if (cards >> rank) & 1:
                suit_points[cards] += card_value[rank]
                ternary[cards] += weight
            weight *= 3
    for mine in range(256):
        his = 255 & ~mine
        while True:                                   # every subset of what I do not hold
            fill_suit(mine, his, &suit_table[ternary[mine] + 2 * ternary[his]])
            if his == 0:
                break
            his = (his - 1) & 255 & ~mine
