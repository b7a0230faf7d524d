"""Three or four at the table without a stock: whose turn, which cards, what a card leads to, what the end is worth.

The counterpart of deal.pxd. Seats are numbered clockwise, 0 is me. A *party* scores together: two sides where
there are partners (0 mine, 1 theirs), else each seat. A `Seats` may hold unknown cards, as a `State` may.
"""

from libc.stdint cimport int8_t, int16_t, uint32_t

from solver.kernel.bits cimport beats, card_value, partner
from solver.kernel.follow cimport may_follow
from solver.kernel.rules cimport TARGET, Rules, level

cdef enum:
    MAX_HAND = 32
    ENDED = 1000                  # added to an outcome, so that it cannot be taken for anything else

cdef struct Seats:
    uint32_t hand[4]
    int8_t hidden[4]
    int8_t trick[4]               # the cards on the table, in order of play
    int8_t on_table               # how many
    int8_t turn
    int8_t trump
    int8_t ten                    # the party whose trick held the trump ten, or -1
    int8_t tricks[4]              # of each party
    int16_t points[4]


cdef inline int party(Rules* r, int seat) noexcept nogil:
    """Who scores what this seat wins."""
    return seat & 1 if r.partners else seat


cdef inline int best_place(int8_t* trick, int count, int trump) noexcept nogil:
    """The place in a trick of the card that wins it so far."""
    cdef int i, best = 0
    for i in range(1, count):
        if beats(trick[i], trick[best], trump):
            best = i
    return best


cdef inline uint32_t playable(Rules* r, Seats* s) noexcept nogil:
    """The cards that the seat to act may play; its hand must be known."""
    cdef uint32_t hand = s.hand[s.turn]
    if s.on_table == 0:
        return hand
    return may_follow(r, hand, s.trick[0], s.trick[best_place(s.trick, s.on_table, s.trump)], s.trump)


cdef inline int declared(Rules* r, uint32_t hand, int card, int trump, bint first) noexcept nogil:
    """What leading `card` out of `hand` declares: 0, 20 or 40 points; `first`: the first lead of the deal."""
    if not r.marriages or not hand & partner(card) or (first and not r.marriage_first_lead):
        return 0
    return 40 if (card >> 3) == trump else 20


# An outcome is told in one number. Partners: the game points of my side. Each for himself: the winner's seat and
# what he scores, or 0 if nobody wins.

cdef inline int won(int winner, int worth) noexcept nogil:
    """The outcome when one of three wins so much."""
    return 8 * winner + worth if worth else 0


cdef inline int payoff(Rules* r, int outcome, int who) noexcept nogil:
    """What an outcome is worth to a party: its own win as much as it scores, another's the same below nothing."""
    if r.partners:
        return -outcome if who else outcome
    return (outcome & 7) if (outcome >> 3) == who else -(outcome & 7)


cdef inline int worth_of_win(Rules* r, Seats* s, int winner) noexcept nogil:
    """Each for himself: what the first at 66 scores, by the one of the others who has most."""
    cdef int i, worth = 3
    for i in range(r.hands):
        if i != winner:
            worth = min(worth, level(r, s.points[i], s.tricks[i]))
    return worth


cdef inline int sides_outcome(Rules* r, Seats* s) noexcept nogil:
    """Partners: game points of my side when all tricks have been played."""
    cdef int side, worth, mine = 0
    for side in range(2):
        worth = 0
        if s.tricks[1 - side] == 0:
            worth = 3
        elif s.points[side] >= r.double_at:
            worth = 2
        elif s.points[side] >= TARGET:
            worth = 1
        if r.trump_ten_point and s.ten == side:
            worth += 1
        mine += -worth if side else worth
    return mine


cdef inline int play_card(Rules* r, Seats* s, int card) noexcept nogil:
    """Play a legal card in place; returns ENDED + outcome, or 0 to go on."""
    cdef int me = s.turn, i, winner, who, cards = 0
    cdef uint32_t hand = s.hand[me]
    if (hand >> card) & 1:
        s.hand[me] = hand ^ (<uint32_t> 1 << card)
    else:
        s.hidden[me] -= 1
    if s.on_table == 0:
        for i in range(r.hands):
            cards += s.tricks[i]
        s.points[party(r, me)] += declared(r, hand, card, s.trump, cards == 0)
        if not r.partners and s.points[me] >= TARGET:
            return ENDED + won(me, worth_of_win(r, s, me))
    s.trick[s.on_table] = card
    s.on_table += 1
    s.turn = (me + 1) % r.hands
    if s.on_table < r.hands:
        return 0
    # After the last card the turn has come round to the leader.
    winner = (s.turn + best_place(s.trick, r.hands, s.trump)) % r.hands
    who = party(r, winner)
    cards = 0
    for i in range(r.hands):
        s.points[who] += card_value[s.trick[i] & 7]
        cards |= s.hand[i] != 0 or s.hidden[i] != 0
        if r.trump_ten_point and s.trick[i] == s.trump * 8 + 6:
            s.ten = who
    s.tricks[who] += 1
    s.turn = winner
    s.on_table = 0
    if not cards:
        s.points[who] += r.bonus
        if r.partners:
            return ENDED + sides_outcome(r, s)
    if not r.partners and s.points[who] >= TARGET:
        return ENDED + won(who, worth_of_win(r, s, who))
    return 0 if cards else ENDED


cdef inline int ordered_cards(uint32_t cards, int* out) noexcept nogil:
    """Cards in the fixed order in which equal moves are told: from spades to clubs, each from ace to seven."""
    cdef int n = 0, suit, rank
    for suit in range(0, 32, 8):
        for rank in range(7, -1, -1):
            if (cards >> (suit + rank)) & 1:
                out[n] = suit + rank
                n += 1
    return n
