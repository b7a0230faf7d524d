"""One deal at the table: whose turn, which moves, and what a move leads to.

This is the one place where the rules' consequences are spelled out move by move; the search takes its roots
from here and is proved equal to it by test. A `State` may hold unknown cards: a hand then has `hidden` more
cards than its bits, and a stock card may be -1.

A move is a number: the card, plus EXCHANGE, CLOSE or SHOW; or DRAW.
"""

from libc.stdint cimport int8_t, int16_t, uint32_t

from solver.kernel.bits cimport beats, card_value, lowest, partner
from solver.kernel.follow cimport may_follow
from solver.kernel.rules cimport LAST_TRICK, MAJORITY, TABLE_AT_CLOSE, TARGET, THREE, Rules, level

cdef enum:
    EXCHANGE = 32
    CLOSE = 64
    SHOW = 128
    DRAW = 256
    MAX_MOVES = 136
    OVER = 1000                   # added to a result, so that it cannot be taken for anything else

cdef struct State:
    uint32_t hand[2]
    int8_t hidden[2]
    int8_t led                    # the card on the table, or -1
    int8_t turn
    int8_t drawn                  # 0: the trick is over, the draw still to come
    int8_t trump
    int8_t size                   # cards in the stock, the face-up trump counted
    int8_t stock[32]              # in drawing order, the face-up trump last
    int8_t closer                 # 0, 1, or -1 while nobody has closed
    int8_t tricks[2]
    int8_t tricks_at_close[2]
    int16_t points[2]
    int16_t pending[2]
    int16_t points_at_close[2]


cdef inline bint is_open(State* d) noexcept nogil:
    """Is there a stock to draw from?"""
    return d.closer < 0 and d.size > 0


cdef inline uint32_t replies(Rules* r, uint32_t hand, int lead, int trump, bint strict) noexcept nogil:
    """The cards of `hand` that may answer `lead`."""
    return may_follow(r, hand, lead, lead, trump) if strict else hand


cdef inline int exchange_card(Rules* r, int trump) noexcept nogil:
    """The card that may be swapped for the face-up trump, or -1."""
    return trump * 8 + r.exchange_rank if r.exchange_rank >= 0 else -1


cdef inline bint may_exchange(Rules* r, State* d) noexcept nogil:
    """May the player to act exchange now?"""
    cdef int card = exchange_card(r, d.trump)
    if card < 0 or not is_open(d) or not d.drawn or d.size < r.exchange_min_stock:
        return False
    if d.led >= 0 and not r.exchange_any_turn:
        return False
    if r.exchange_needs_trick and d.tricks[d.turn] == 0:
        return False
    return (d.hand[d.turn] >> card) & 1


cdef inline bint may_close(Rules* r, State* d) noexcept nogil:
    """May the player to act, on lead or before the draw, close the stock now?"""
    if r.close_min_stock == 0 or not is_open(d) or d.led >= 0 or d.size < r.close_min_stock:
        return False
    if not d.drawn and not r.close_before_draw:
        return False
    return not (r.close_needs_trick and d.tricks[d.turn] == 0)


cdef inline int marriage(Rules* r, State* d, uint32_t hand, int card) noexcept nogil:
    """What leading `card` out of `hand` declares: 0, 20 or 40 points."""
    if not hand & partner(card):
        return 0
    if r.open_marriages_only and not is_open(d):
        return 0
    if not r.marriage_first_lead and d.tricks[0] + d.tricks[1] == 0:
        return 0
    return 40 if (card >> 3) == d.trump else 20


cdef inline int showable(Rules* r, State* d, uint32_t hand) noexcept nogil:
    """The king of a marriage in `hand` whose points bring the answering player to 66, or -1."""
    cdef int suit, best = -1
    cdef int need = TARGET - d.points[d.turn]
    if not r.show_to_win or (r.open_marriages_only and not is_open(d)):
        return -1
    if d.points[1 - d.turn] >= TARGET:
        return -1                 # the leader has declared himself out: he was first
    if not r.count_at_once and d.tricks[d.turn] == 0:
        return -1                 # it would only wait as pending
    for suit in range(4):
        if (hand >> (8 * suit + 4)) & 3 == 3 and need <= (40 if suit == d.trump else 20):
            best = suit * 8 + 5
    return best


cdef inline uint32_t swapped(Rules* r, State* d) noexcept nogil:
    """The hand of the player to act after the exchange."""
    return (d.hand[d.turn] & ~(<uint32_t> 1 << exchange_card(r, d.trump))) | (<uint32_t> 1 << d.stock[d.size - 1])


cdef inline int add_cards(int* out, int n, uint32_t cards, int how) noexcept nogil:
    """Append the moves `how` with each of `cards`; returns the new count."""
    while cards:
        out[n] = lowest(cards) | how
        n += 1
        cards &= cards - 1
    return n


cdef inline int add_shows(Rules* r, State* d, int* out, int n, uint32_t hand, int how) noexcept nogil:
    """Append every marriage that may be shown to win."""
    cdef int suit
    if showable(r, d, hand) >= 0:
        for suit in range(4):
            if (hand >> (8 * suit + 4)) & 3 == 3 and d.points[d.turn] + (40 if suit == d.trump else 20) >= TARGET:
                out[n] = (suit * 8 + 5) | SHOW | how
                n += 1
    return n


cdef inline int list_moves(Rules* r, State* d, int* out) noexcept nogil:
    """Write the legal moves to `out` (room for MAX_MOVES) and return how many; the hand must be known."""
    cdef uint32_t hand = d.hand[d.turn]
    cdef int n = 0
    cdef bint close = may_close(r, d), exchange = may_exchange(r, d)
    if not d.drawn:
        out[0] = DRAW
        return add_cards(out, 1, hand, CLOSE) if close else 1
    if d.led >= 0:
        n = add_shows(r, d, out, n, hand, 0)
        n = add_cards(out, n, replies(r, hand, d.led, d.trump, not is_open(d)), 0)
        if exchange:
            n = add_shows(r, d, out, n, swapped(r, d), EXCHANGE)
            n = add_cards(out, n, swapped(r, d), EXCHANGE)
        return n
    n = add_cards(out, n, hand, 0)
    if close:
        n = add_cards(out, n, hand, CLOSE)
    if exchange:
        n = add_cards(out, n, swapped(r, d), EXCHANGE)
        if close:
            n = add_cards(out, n, swapped(r, d), EXCHANGE | CLOSE)
    return n


cdef inline int signed_for_me(int winner, int value) noexcept nogil:
    """A result, from the seat of player 0."""
    return OVER + (value if winner == 0 else -value)


cdef inline int closer_failed(Rules* r, State* d) noexcept nogil:
    """The result of a lost close."""
    cdef int other = 1 - d.closer
    return signed_for_me(other, r.close_lost if d.tricks_at_close[other] else r.close_lost_trickless)


cdef inline int won_by(Rules* r, State* d, int winner) noexcept nogil:
    """The result when `winner` has been the first to reach 66."""
    cdef int loser = 1 - winner
    if d.closer >= 0:
        if d.closer != winner:
            return closer_failed(r, d)
        if r.close_won == THREE:
            return signed_for_me(winner, 3)
        if r.close_won == TABLE_AT_CLOSE:
            return signed_for_me(winner, level(r, d.points_at_close[loser], d.tricks_at_close[loser]))
    return signed_for_me(winner, level(r, d.points[loser], d.tricks[loser]))


cdef inline int all_played(Rules* r, State* d, int winner) noexcept nogil:
    """The result when the last card has fallen to `winner` and nobody had 66 before the bonus."""
    d.points[winner] += r.bonus_after_close if d.closer >= 0 else r.bonus
    if d.points[winner] >= TARGET:
        return won_by(r, d, winner)
    if d.closer >= 0:
        return closer_failed(r, d)
    if r.undecided == LAST_TRICK:
        return won_by(r, d, winner)
    if r.undecided == MAJORITY and d.points[0] != d.points[1]:
        return signed_for_me(0 if d.points[0] > d.points[1] else 1, 1)
    return OVER


cdef inline void take_card(State* d, int player, int card) noexcept nogil:
    """Take a played card out of a hand, known or hidden."""
    if (d.hand[player] >> card) & 1:
        d.hand[player] ^= <uint32_t> 1 << card
    else:
        d.hidden[player] -= 1


cdef inline void give_card(State* d, int player, int card) noexcept nogil:
    """Put a drawn card into a hand, known or (-1) hidden."""
    if card >= 0:
        d.hand[player] |= <uint32_t> 1 << card
    else:
        d.hidden[player] += 1


cdef inline void draw(State* d) noexcept nogil:
    """The player to act, who has won the trick, draws; then the other."""
    cdef int i
    give_card(d, d.turn, d.stock[0])
    give_card(d, 1 - d.turn, d.stock[1])
    d.size -= 2
    for i in range(d.size):
        d.stock[i] = d.stock[i + 2]
    d.drawn = 1


cdef inline int lead_card(Rules* r, State* d, int card) noexcept nogil:
    """Lead `card`, declaring what it declares; returns a result (see OVER) or 0."""
    cdef int me = d.turn
    cdef int bonus = marriage(r, d, d.hand[me], card)
    take_card(d, me, card)
    if r.count_at_once or d.tricks[me] > 0:
        d.points[me] += bonus
        if r.stop_at_once and d.points[me] >= TARGET:
            return won_by(r, d, me)
    else:
        d.pending[me] += bonus
    d.led = card
    d.turn = 1 - me
    return 0


cdef inline int answer_card(Rules* r, State* d, int card) noexcept nogil:
    """Answer the led card and settle the trick; returns a result (see OVER) or 0."""
    cdef int me = d.turn, leader = 1 - me
    cdef int winner = me if beats(card, d.led, d.trump) else leader
    cdef bint declared_out = d.points[leader] >= TARGET       # only under stop = after-trick
    take_card(d, me, card)
    d.points[winner] += card_value[d.led & 7] + card_value[card & 7]
    d.tricks[winner] += 1
    if d.tricks[winner] == 1:
        d.points[winner] += d.pending[winner]
        d.pending[winner] = 0
    if declared_out:
        return won_by(r, d, leader)
    if d.points[winner] >= TARGET:
        return won_by(r, d, winner)
    d.led = -1
    d.turn = winner
    if is_open(d):
        d.drawn = 0
        if not may_close(r, d):
            draw(d)
    elif d.hand[0] == 0 and d.hand[1] == 0 and d.hidden[0] + d.hidden[1] == 0:
        return all_played(r, d, winner)
    return 0


cdef inline int play_move(Rules* r, State* d, int move) noexcept nogil:
    """Make a legal move in place; returns OVER + result in game points for player 0, or 0 to go on."""
    cdef int card = exchange_card(r, d.trump)
    cdef int i
    if move == DRAW:
        draw(d)
        return 0
    if move & EXCHANGE:
        i = d.stock[d.size - 1]
        take_card(d, d.turn, card)
        d.hand[d.turn] |= <uint32_t> 1 << i
        d.stock[d.size - 1] = card
    if move & CLOSE:
        d.closer = d.turn
        d.drawn = 1
        for i in range(2):
            d.tricks_at_close[i] = d.tricks[i]
            d.points_at_close[i] = d.points[i]
    if move & SHOW:
        card = move & 31
        d.points[d.turn] += 40 if (card >> 3) == d.trump else 20
        return won_by(r, d, d.turn)
    if d.led < 0:
        return lead_card(r, d, move & 31)
    return answer_card(r, d, move & 31)


cdef inline int place(int move) noexcept nogil:
    """Where a move stands among equals: cards from spades to clubs and ace to seven, closes and exchanges behind."""
    if move == DRAW:
        return -1
    return ((move & ~31) << 5) | (move & 24) | (7 - (move & 7))


cdef inline int ordered_moves(Rules* r, State* d, int* out) noexcept nogil:
    """`list_moves` in the fixed order in which moves of equal value are told."""
    cdef int n = list_moves(r, d, out), i, j, move
    for i in range(1, n):
        move = out[i]
        j = i
        while j > 0 and place(out[j - 1]) > place(move):
            out[j] = out[j - 1]
            j -= 1
        out[j] = move
    return n
