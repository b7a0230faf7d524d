"""The kernel for three and four at the table without a stock: deals as Python sees them, and the solver over them.

The counterpart of search.pyx. What both share is in the inline parts: bits, rules, follow (the duty to follow),
table. The parts of this one: seating (the rules' consequences), picks (cards worth a try), partners and sides (two
sides), alone (one seat against two), maxn (each for itself).
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, uint32_t, uint64_t

from solver.kernel.alone cimport alone_at_least, ask
from solver.kernel.bits cimport fill_suit_tables
from solver.kernel.clock cimport LOOK_EVERY, now
from solver.kernel.follow cimport may_follow
from solver.kernel.given cimport read_rules
from solver.kernel.maxn cimport chosen
from solver.kernel.picks cimport Search
from solver.kernel.rules cimport Rules
from solver.kernel.seating cimport (ENDED, MAX_HAND, Seats, best_place, ordered_cards, payoff, play_card, playable)
from solver.kernel.sides cimport side_at_least
from solver.kernel.table cimport Entry, close_table, forget, open_table

fill_suit_tables()

DEFAULT_MEMORY_MB = 64

CARDS = [rank + suit for suit in "SHDC" for rank in "789JQKTA"]
CODES = {name: code for code, name in enumerate(CARDS)}


cdef class Game:
    """The rules of one game for three or four hands, checked elsewhere, in the kernel's form."""

    cdef Rules rules

    def __init__(self, rules):
        read_rules(&self.rules, rules)


cdef class Deal:
    """What lies where, and whose turn it is: seat 0 is me, the others follow clockwise.

    Sets of cards are masks with bit ``suit * 8 + rank`` (suits S H D C, ranks 7 8 9 J Q K T A). `hidden` counts the
    unknown cards of each hand, `table` has the cards of the trick under way in order of play. `points` and `tricks`
    are those of each party: of two sides (mine first) with partners, else of each seat. Where it counts, `ten` is the
    party whose trick held the trump ten, or -1.
    """

    cdef readonly Game game
    cdef Seats seats

    def __init__(self, Game game, int trump, hands, *, hidden=(0, 0, 0, 0), table=(), int turn=0, points=(0, 0, 0),
                 tricks=(0, 0, 0), int ten=-1):
        cdef Seats* s = &self.seats
        cdef int i
        self.game = game
        s.trump = trump
        s.turn = turn
        s.ten = ten
        s.on_table = len(table)
        for i in range(s.on_table):
            s.trick[i] = table[i]
        for i in range(game.rules.hands):
            s.hand[i] = hands[i]
            s.hidden[i] = hidden[i]
        for i in range(self.parties):
            s.points[i] = points[i]
            s.tricks[i] = tricks[i]

    @property
    def parties(self):
        """How many score: two sides, or every seat."""
        return 2 if self.game.rules.partners else self.game.rules.hands

    @property
    def trump(self):
        return self.seats.trump

    @property
    def turn(self):
        return self.seats.turn

    @property
    def hands(self):
        return tuple([self.seats.hand[i] for i in range(self.game.rules.hands)])

    @property
    def hidden(self):
        return tuple([self.seats.hidden[i] for i in range(self.game.rules.hands)])

    @property
    def table(self):
        return tuple([self.seats.trick[i] for i in range(self.seats.on_table)])

    @property
    def points(self):
        return tuple([self.seats.points[i] for i in range(self.parties)])

    @property
    def tricks(self):
        return tuple([self.seats.tricks[i] for i in range(self.parties)])

    @property
    def ten(self):
        return self.seats.ten

    @property
    def leader(self):
        """The seat that leads to the trick under way, or has led to it."""
        return (self.seats.turn - self.seats.on_table + self.game.rules.hands) % self.game.rules.hands

    @property
    def known(self):
        """Are all hands known?"""
        return not any(self.hidden)

    def moves(self):
        """The legal moves of the seat to act, as strings; its hand must be known."""
        cdef int out[MAX_HAND]
        cdef int n, i
        if self.seats.hidden[self.seats.turn]:
            raise ValueError("the moves of a hidden hand are not known")
        n = ordered_cards(playable(&self.game.rules, &self.seats), out)
        return [CARDS[out[i]] for i in range(n)]

    def play(self, str move):
        """The deal after `move`, or the result: game points of each party.

        A hidden card that is played takes the place of an unknown one. Raises ValueError for an illegal move.
        """
        cdef Deal after
        cdef Rules* r = &self.game.rules
        cdef int outcome, i, code = CODES.get(move, -1)
        if code < 0 or not may_play(r, &self.seats, code):
            raise ValueError(f"{move} is not a legal move here")
        after = Deal.__new__(Deal)
        after.game = self.game
        after.seats = self.seats
        outcome = play_card(r, &after.seats, code)
        if outcome == 0:
            return after
        return tuple([payoff(r, outcome - ENDED, i) for i in range(self.parties)])

    def perft(self, int depth):
        """How many different sequences of `depth` moves there are; sequences that end sooner do not count."""
        cdef uint64_t count
        with nogil:
            count = perft(&self.game.rules, &self.seats, depth)
        return count

    def __reduce__(self):
        raise TypeError("a Deal is rebuilt from its position")


cdef bint may_play(Rules* r, Seats* s, int card) noexcept nogil:
    """Is the card legal, as far as is known? A hidden hand may hold any card nobody else is known to hold."""
    cdef uint32_t bit = <uint32_t> 1 << card, hand = s.hand[s.turn]
    cdef int i
    if not hand & bit:
        if not s.hidden[s.turn] or not r.pack & bit:
            return False
        for i in range(r.hands):
            if s.hand[i] & bit:
                return False
        hand |= bit
    if s.on_table == 0:
        return True
    # More cards of the hand can only forbid the card, never allow it: what is known must not forbid it.
    return (may_follow(r, hand, s.trick[0], s.trick[best_place(s.trick, s.on_table, s.trump)], s.trump) & bit) != 0


cdef uint64_t perft(Rules* r, Seats* s, int depth) noexcept nogil:
    """See `Deal.perft`."""
    cdef int cards[MAX_HAND]
    cdef int n, i
    cdef uint64_t count = 0
    cdef Seats after
    if depth == 0:
        return 1
    n = ordered_cards(playable(r, s), cards)
    for i in range(n):
        after = s[0]
        if play_card(r, &after, cards[i]) == 0:
            count += perft(r, &after, depth - 1)
        elif depth == 1:
            count += 1
    return count


cdef int look_around(Search* c) noexcept nogil:
    """Stop the search when its time is up or a signal (Ctrl-C) has arrived."""
    c.check_at = c.nodes + LOOK_EVERY
    if c.deadline and now() > c.deadline:
        c.stop = True
    else:
        with gil:
            try:
                PyErr_CheckSignals()
            except BaseException as error:
                (<Solver> c.owner).interrupted = error
                c.stop = True
    return c.stop


cdef bint at_least(Search* c, Seats* s, int who, int value) noexcept nogil:
    """Does this party get at least `value`, the others playing together against it?"""
    cdef int i
    if c.rules.partners:
        for i in range(4):
            c.side[i] = i & 1
        c.settles[0] = c.settles[1] = True
        return side_at_least(c, s, value) if who == 0 else not side_at_least(c, s, 1 - value)
    ask(c, who, value)
    return alone_at_least(c, s, value)


cdef void bracket(Search* c, Seats* s, int who, int* low, int* high, int first) noexcept nogil:
    """Narrow [low, high] down to what the party can get, asking first whether it is at least `first`."""
    cdef int value = first
    cdef bint good
    while low[0] < high[0]:
        value = min(max(value, low[0] + 1), high[0])
        good = at_least(c, s, who, value)
        if c.stop:
            return
        if good:
            low[0] = value
            value += 1
        else:
            high[0] = value - 1
            value -= 1


cdef class Solver:
    """Solves deals with all cards known, for three and four hands; one thread. Owns its table.

    `memory_mb` bounds the table (megabytes; 0 for none at all). `shortcuts=False` tries every legal card and claims
    nothing, to check the search by.
    """

    cdef Search context
    cdef Game game
    cdef bint outcomes            # the table holds outcomes (max-n), not bounds
    cdef object interrupted

    def __cinit__(self, *, double memory_mb=DEFAULT_MEMORY_MB, bint shortcuts=True):
        cdef int bits = -1
        if memory_mb < 0:
            raise ValueError("memory_mb: give a number of megabytes, 0 or more")
        if memory_mb > 0:
            bits = 14
            while bits < 30 and <double> (<uint64_t> 2 * sizeof(Entry) << bits) <= memory_mb * 1048576:
                bits += 1
        self.context.look_around = look_around
        self.context.owner = <void*> self
        self.context.shortcuts = shortcuts
        if open_table(&self.context.table, bits):
            raise MemoryError(f"no memory for a table of {memory_mb} MB")

    def __dealloc__(self):
        close_table(&self.context.table)

    cdef int prepare(self, Deal deal, double seconds, bint outcomes) except -1:
        """Set the rules and whose cards are whose; what the table knows of another deal is forgotten."""
        cdef Search* c = &self.context
        cdef Seats* s = &deal.seats
        cdef int i
        cdef bint same = self.game is deal.game and c.trump == s.trump and self.outcomes == outcomes
        if not deal.known:
            raise ValueError("the position has hidden cards: analyse it instead")
        self.game = deal.game
        self.outcomes = outcomes
        c.rules = &deal.game.rules
        c.seats = c.rules.hands
        c.trump = s.trump
        # A later position of the same deal still finds its cards where they were dealt.
        for i in range(c.seats):
            same = same and s.hand[i] & ~c.dealt[i] == 0
        if not same:
            for i in range(c.seats):
                c.dealt[i] = s.hand[i]
            forget(&c.table)
        c.stop = False
        c.deadline = now() + seconds if seconds else 0
        c.check_at = c.nodes + LOOK_EVERY
        self.interrupted = None
        return 0

    cdef int finish(self) except -1:
        if self.interrupted is not None:
            raise self.interrupted
        return 0

    def bounds(self, position, int who=0, double seconds=0):
        """(low, high): what a party can get lies between them; equal unless `seconds` ran out first (0: no limit).

        `who` is a side with partners, else a seat; the others play together against it.
        """
        cdef Deal deal = position.deal
        cdef int most = self.begin(deal, seconds), low = -most, high = most
        with nogil:
            bracket(&self.context, &deal.seats, who, &low, &high, 1)
        self.finish()
        return low, high

    cdef int begin(self, Deal deal, double seconds) except -1:
        """Prepare, and tell the most game points that can be won."""
        self.prepare(deal, seconds, False)
        return 4 if self.context.rules.trump_ten_point else 3

    def move_bounds(self, position, int who=0, double seconds=0):
        """A list of (move, low, high) for every legal move in a fixed order; as `bounds`."""
        cdef Deal deal = position.deal
        cdef Search* c = &self.context
        cdef Seats after
        cdef int cards[MAX_HAND]
        cdef int lows[MAX_HAND]
        cdef int highs[MAX_HAND]
        cdef int n, i, outcome, guess = 1, most = self.begin(deal, seconds)
        with nogil:
            n = ordered_cards(playable(c.rules, &deal.seats), cards)
            for i in range(n):
                after = deal.seats
                outcome = play_card(c.rules, &after, cards[i])
                lows[i] = payoff(c.rules, outcome - ENDED, who) if outcome else -most
                highs[i] = lows[i] if outcome else most
                if not outcome and not c.stop:
                    bracket(c, &after, who, &lows[i], &highs[i], guess)
                    guess = lows[i]
        self.finish()
        return [(CARDS[cards[i]], lows[i], highs[i]) for i in range(n)]

    def line(self, position, int value):
        """Partners: the moves of all seats from a position of this value to the end, each the first that keeps it."""
        cdef Deal deal = position.deal
        cdef Search* c = &self.context
        cdef Seats s = deal.seats, after
        cdef int cards[MAX_HAND]
        cdef int n, i = 0, outcome = 0
        moves = []
        self.begin(deal, 0)
        while True:
            with nogil:
                n = ordered_cards(playable(c.rules, &s), cards)
                for i in range(n):
                    after = s
                    outcome = play_card(c.rules, &after, cards[i])
                    if outcome:
                        if outcome - ENDED == value:
                            break
                    elif at_least(c, &after, 0, value) if s.turn & 1 == 0 else not at_least(c, &after, 0, value + 1):
                        break
                    if c.stop:
                        break
            self.finish()
            moves.append(CARDS[cards[i]])
            if outcome:
                return moves
            s = after

    def max_n(self, position, double seconds=0):
        """Three, each for itself alone: (line, game points of each seat); (None, None) if `seconds` ran out.

        Of moves equally good for itself a seat makes the first in the fixed order.
        """
        cdef Deal deal = position.deal
        cdef Search* c = &self.context
        cdef Seats s = deal.seats
        cdef int card, outcome = 0, over = 0
        moves = []
        self.prepare(deal, seconds, True)
        while not over:
            with nogil:
                card = chosen(c, &s, &outcome)
                if card >= 0:
                    over = play_card(c.rules, &s, card)
            self.finish()
            if card < 0:
                return None, None
            moves.append(CARDS[card])
        return moves, tuple([payoff(c.rules, outcome, i) for i in range(c.seats)])

    def world_values(self, position, const uint32_t[:, ::1] hands, moves, int8_t[:, ::1] out, double seconds=0):
        """Solve a position in many worlds; returns how many rows of `out` were finished (all, unless time ran out).

        `hands` (uint32, n x seats) are the unknown cards of each seat in each world as masks. `out` (int8) gets the
        value of each of `moves` in each world (n x moves), or of the position itself (n x 1) when `moves` is empty;
        game points from my seat. Raises ValueError for arrays or moves that do not fit, KeyboardInterrupt.
        """
        cdef Deal deal = position.deal, world = Deal.__new__(Deal)
        cdef Search* c = &self.context
        cdef Seats after
        cdef int codes[MAX_HAND]
        cdef int count = len(moves), width = max(1, len(moves)), j, outcome, low, high, most
        cdef Py_ssize_t n = hands.shape[0], i
        cdef double deadline = now() + seconds if seconds else 0
        if hands.shape[1] != deal.game.rules.hands:
            raise ValueError("hands: one row for each world, one column for each seat")
        if out.shape[0] != n or out.shape[1] != width:
            raise ValueError("out: one row for each world, one column for each move")
        for j in range(count):
            codes[j] = CODES.get(moves[j], -1)
            if codes[j] < 0 or not may_play(&deal.game.rules, &deal.seats, codes[j]):
                raise ValueError(f"{moves[j]} is not a legal move here")
        world.game = deal.game
        for i in range(n):
            world.seats = deal.seats
            for j in range(deal.game.rules.hands):
                world.seats.hand[j] |= hands[i, j]
                world.seats.hidden[j] = 0
            # A limit already passed must still stop the search, and 0 would mean none.
            most = self.begin(world, max(deadline - now(), 1e-9) if deadline else 0)
            with nogil:
                for j in range(width):
                    after = world.seats
                    outcome = play_card(c.rules, &after, codes[j]) if count else 0
                    low = payoff(c.rules, outcome - ENDED, 0) if outcome else -most
                    high = low if outcome else most
                    bracket(c, &after, 0, &low, &high, 1)
                    out[i, j] = low
                if not c.stop and i & 255 == 255:
                    look_around(c)
            self.finish()
            if c.stop:
                return i
        return n

    @property
    def nodes(self):
        """Positions searched so far, over the life of the solver."""
        return self.context.nodes
