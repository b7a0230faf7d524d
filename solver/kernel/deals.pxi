"""Games and deals as Python sees them (a part of search.pyx)."""

cdef class Game:
    """The rules of one game, checked elsewhere, in the kernel's form."""

    cdef Rules rules

    def __init__(self, rules):
        read_rules(&self.rules, rules)


cdef class Deal:
    """What lies where, and whose turn it is: player 0 is me, player 1 the opponent.

    Sets of cards are masks with bit ``suit * 8 + rank`` (suits S H D C, ranks 7 8 9 J Q K T A). `hidden` counts the
    unknown cards of each hand, -1 in `stock` is an unknown card; the face-up trump is the last of the stock.
    """

    cdef readonly Game game
    cdef State state

    def __init__(self, Game game, int trump, hands, *, hidden=(0, 0), int led=-1, int turn=0, stock=(), bint drawn=True,
                 points=(0, 0), pending=(0, 0), tricks=(0, 0), int closer=-1, tricks_at_close=(0, 0),
                 points_at_close=(0, 0)):
        cdef State* d = &self.state
        cdef int i
        self.game = game
        d.trump = trump
        d.led = led
        d.turn = turn
        d.drawn = drawn
        d.closer = closer
        d.size = len(stock)
        for i in range(d.size):
            d.stock[i] = stock[i]
        for i in range(2):
            d.hand[i] = hands[i]
            d.hidden[i] = hidden[i]
            d.points[i] = points[i]
            d.pending[i] = pending[i]
            d.tricks[i] = tricks[i]
            d.tricks_at_close[i] = tricks_at_close[i]
            d.points_at_close[i] = points_at_close[i]

    @property
    def trump(self):
        return self.state.trump

    @property
    def hands(self):
        return (self.state.hand[0], self.state.hand[1])

    @property
    def hidden(self):
        return (self.state.hidden[0], self.state.hidden[1])

    @property
    def led(self):
        return self.state.led

    @property
    def turn(self):
        return self.state.turn

    @property
    def drawn(self):
        return self.state.drawn == 1

    @property
    def stock(self):
        return tuple([self.state.stock[i] for i in range(self.state.size)])

    @property
    def closer(self):
        return self.state.closer

    @property
    def points(self):
        return (self.state.points[0], self.state.points[1])

    @property
    def pending(self):
        return (self.state.pending[0], self.state.pending[1])

    @property
    def tricks(self):
        return (self.state.tricks[0], self.state.tricks[1])

    @property
    def tricks_at_close(self):
        return (self.state.tricks_at_close[0], self.state.tricks_at_close[1])

    @property
    def points_at_close(self):
        return (self.state.points_at_close[0], self.state.points_at_close[1])

    @property
    def known(self):
        """Are both hands, and the order of an open stock, known?"""
        cdef State* d = &self.state
        cdef int i
        if d.hidden[0] or d.hidden[1]:
            return False
        if is_open(d):
            for i in range(d.size):
                if d.stock[i] < 0:
                    return False
        return True

    def moves(self):
        """The legal moves of the player to act, as strings; his hand must be known."""
        cdef int out[MAX_MOVES]
        cdef int n, i
        if self.state.hidden[self.state.turn]:
            raise ValueError("the moves of a hidden hand are not known")
        n = list_moves(&self.game.rules, &self.state, out)
        return [NAMES[out[i]] for i in range(n)]

    def play(self, str move):
        """The deal after `move` (draws included, where they are forced), or the result in game points for me.

        A hidden card that is played takes the place of an unknown one. Raises ValueError for an illegal move.
        """
        cdef Deal after
        cdef int result, code = CODES.get(move, -1)
        if code < 0 or not may_play(&self.game.rules, &self.state, code):
            raise ValueError(f"{move} is not a legal move here")
        after = Deal.__new__(Deal)
        after.game = self.game
        after.state = self.state
        result = play_move(&self.game.rules, &after.state, code)
        return after if result == 0 else result - OVER

    def perft(self, int depth):
        """How many different sequences of `depth` moves there are; sequences that end sooner do not count."""
        cdef uint64_t count
        with nogil:
            count = perft(&self.game.rules, &self.state, depth)
        return count

    def __reduce__(self):
        raise TypeError("a Deal is rebuilt from its position")


cdef bint may_play(Rules* r, State* d, int move) noexcept nogil:
    """Is the move legal, as far as is known? A hidden hand may hold any card that nobody else is known to hold."""
    cdef State filled
    cdef int out[MAX_MOVES]
    cdef int n, i, pick = -1
    cdef uint32_t wanted = 0
    cdef int turn = d.turn
    filled = d[0]
    if d.hidden[turn] and move != DRAW:
        # Put the cards this move needs into the hand; nothing else of it is known to forbid the move.
        pick = move & 31
        wanted = <uint32_t> 1 << pick
        if move & SHOW:
            wanted |= wanted >> 1
        if move & EXCHANGE:
            if r.exchange_rank < 0 or d.size == 0:
                return False
            wanted &= ~(<uint32_t> 1 << d.stock[d.size - 1])
            wanted |= <uint32_t> 1 << (d.trump * 8 + r.exchange_rank)
        wanted &= ~d.hand[turn]
        if wanted & d.hand[1 - turn] or wanted & ~r.pack:
            return False
        n = 0
        for i in range(32):
            n += (wanted >> i) & 1
        if n > d.hidden[turn]:
            return False
        filled.hand[turn] |= wanted
        filled.hidden[turn] -= n
    n = list_moves(r, &filled, out)
    for i in range(n):
        if out[i] == move:
            return True
    return False


cdef uint64_t perft(Rules* r, State* d, int depth) noexcept nogil:
    """See `Deal.perft`."""
    cdef int out[MAX_MOVES]
    cdef int n, i
    cdef uint64_t count = 0
    cdef State after
    if depth == 0:
        return 1
    n = list_moves(r, d, out)
    for i in range(n):
        after = d[0]
        if play_move(r, &after, out[i]) == 0:
            count += perft(r, &after, depth - 1)
        elif depth == 1:
            count += 1
    return count
