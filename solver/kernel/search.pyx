"""The kernel of two-handed play: deals as Python sees them, and the solver over them.

The search itself is in the inline parts that this module is made of, from the bottom up: bits (cards), rules, given
(reading them), follow and deal (the rules' consequences, move by move), goal (what is asked), trick, table, bounds,
context, order, outs, strict (alpha-beta without a stock), closing, stock (alpha-beta with one), values (game points).
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, uint32_t, uint64_t

from solver.kernel.bits cimport fill_suit_tables
from solver.kernel.clock cimport LOOK_EVERY, now
from solver.kernel.context cimport CLAIMS, THINNING, TWINS, Context
from solver.kernel.deal cimport (CLOSE, DRAW, EXCHANGE, MAX_MOVES, OVER, SHOW, State, is_open, list_moves, ordered_moves,
                                 play_move)
from solver.kernel.given cimport read_rules
from solver.kernel.rules cimport Rules
from solver.kernel.table cimport Entry, close_table, forget, open_table, use_part
from solver.kernel.values cimport at_least, bracket, bracket_move, set_goals, set_stock

fill_suit_tables()

DEFAULT_MEMORY_MB = 64
SHORTCUTS = {"claims": CLAIMS, "thinning": THINNING, "twins": TWINS}

RANKS = "789JQKTA"
SUITS = "SHDC"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
NAMES = {DRAW: "draw"}
for _how, _prefix in ((0, ""), (CLOSE, "close+"), (EXCHANGE, "exchange+"), (EXCHANGE | CLOSE, "exchange+close+"),
                      (SHOW, "show+"), (EXCHANGE | SHOW, "exchange+show+")):
    for _card, _name in enumerate(CARDS):
        NAMES[_card | _how] = _prefix + _name
CODES = {name: code for code, name in NAMES.items()}


include "deals.pxi"


cdef int look_around(Context* c) noexcept nogil:
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


cdef class Solver:
    """Solves deals with all cards known. Owns its tables; may be used again for any deals and rules, by one thread.

    `memory_mb` bounds the tables (megabytes; 0 for none at all). `without` names shortcuts of the search not to be taken
    (of SHORTCUTS; slower, for tests: the values are the same).
    """

    cdef Context context
    cdef Game game
    cdef object interrupted

    def __cinit__(self, *, double memory_mb=DEFAULT_MEMORY_MB, without=()):
        cdef int strict_bits = -1, open_bits = -1
        if memory_mb < 0:
            raise ValueError("memory_mb: give a number of megabytes, 0 or more")
        if memory_mb > 0:
            # Strict positions want a table that stays in the processor's cache, open ones a large one.
            open_bits = 4
            while open_bits < 30 and <double> (<uint64_t> 3 * sizeof(Entry) << open_bits) <= memory_mb * 1048576:
                open_bits += 1
            strict_bits = min(open_bits, 15)
        for name in without:
            self.context.without |= SHORTCUTS[name]
        self.context.look_around = look_around
        self.context.owner = <void*> self
        if open_table(&self.context.strict, strict_bits) or open_table(&self.context.open, open_bits):
            raise MemoryError(f"no memory for tables of {memory_mb} MB")

    def __dealloc__(self):
        close_table(&self.context.strict)
        close_table(&self.context.open)

    cdef int prepare(self, Deal deal, double seconds) except -1:
        """Set rules, trump and stock; what the tables know of other rules or another stock is forgotten."""
        if not deal.known:
            raise ValueError("the position has hidden cards: analyse it instead")
        self.sit_down(deal, seconds)
        if is_open(&deal.state):
            self.set_stock(&deal.state)
        return 0

    cdef void set_stock(self, State* d) noexcept nogil:
        """Another stock: the table of open positions knows nothing of it."""
        use_part(&self.context.open, 4 + d.size)       # about what such a search fills
        forget(&self.context.open)
        set_stock(&self.context, d)

    cdef int sit_down(self, Deal deal, double seconds) except -1:
        """What all worlds of a position share: rules, trump, the time there is."""
        cdef Context* c = &self.context
        cdef State* d = &deal.state
        c.rules = &deal.game.rules
        c.trump = d.trump
        c.stop = False
        c.deadline = now() + seconds if seconds else 0
        c.check_at = c.nodes + LOOK_EVERY
        self.interrupted = None
        if self.game is not deal.game:
            self.game = deal.game
            set_goals(c)
            forget(&c.strict)
        return 0

    def value(self, position):
        """The value of a position with all cards known, in game points from my seat.

        Raises ValueError when cards are hidden, and KeyboardInterrupt on Ctrl-C.
        """
        held = position.deal
        if type(held) is not Deal:
            return self.seats().value(position)       # three or four hands
        cdef Deal deal = held
        cdef int low = -3, high = 3
        self.prepare(deal, 0)
        with nogil:
            bracket(&self.context, &deal.state, &low, &high)
        if self.interrupted is not None:
            raise self.interrupted
        return low

    def seats(self):
        """The solver for three and four hands, which a subclass provides."""
        raise TypeError("this solver knows two hands only")

    def bounds(self, position, double seconds=0):
        """(low, high): the value lies between them; equal unless `seconds` ran out first (0: no limit)."""
        cdef Deal deal = position.deal
        cdef int low = -3, high = 3
        self.prepare(deal, seconds)
        with nogil:
            bracket(&self.context, &deal.state, &low, &high)
        if self.interrupted is not None:
            raise self.interrupted
        return low, high

    def move_bounds(self, position, double seconds=0):
        """A list of (move, low, high) for every legal move in a fixed order; as `bounds`."""
        cdef Deal deal = position.deal
        cdef Context* c = &self.context
        cdef State after
        cdef int out[MAX_MOVES]
        cdef int lows[MAX_MOVES]
        cdef int highs[MAX_MOVES]
        cdef int n, i, result, low = -3, high = 3
        self.prepare(deal, seconds)
        with nogil:
            bracket(c, &deal.state, &low, &high)      # no move can be better for its player than the position
            n = ordered_moves(c.rules, &deal.state, out)
            for i in range(n):
                after = deal.state
                result = play_move(c.rules, &after, out[i])
                if result:
                    lows[i] = highs[i] = result - OVER
                    continue
                lows[i] = -3 if deal.state.turn == 0 else low
                highs[i] = high if deal.state.turn == 0 else 3
                if not c.stop:
                    bracket_move(c, &after, deal.state.turn == 0, &lows[i], &highs[i])
        if self.interrupted is not None:
            raise self.interrupted
        return [(NAMES[out[i]], lows[i], highs[i]) for i in range(n)]

    def line(self, position, int value):
        """The moves of both players from a position of this value to the end: each the first that keeps the value."""
        cdef Deal deal = position.deal
        cdef Context* c = &self.context
        cdef State d = deal.state, after
        cdef int out[MAX_MOVES]
        cdef int n, i = 0, result = 0
        moves = []
        self.prepare(deal, 0)
        while True:
            with nogil:
                n = ordered_moves(c.rules, &d, out)
                for i in range(n):
                    after = d
                    result = play_move(c.rules, &after, out[i])
                    if result:
                        if result - OVER == value:
                            break
                    elif at_least(c, &after, value) if d.turn == 0 else not at_least(c, &after, value + 1):
                        break
                    if c.stop:
                        break
            if self.interrupted is not None:
                raise self.interrupted
            moves.append(NAMES[out[i]])
            if result:
                return moves
            d = after

    def world_values(self, position, const uint32_t[::1] hands, const int8_t[:, ::1] stocks, moves,
                     int8_t[:, ::1] out, double seconds=0):
        """Solve a position in many worlds; returns how many rows of `out` were finished (all, unless time ran out).

        `hands` (uint32, n) are the opponent's unknown cards in each world as masks, `stocks` (int8, n x size) the whole
        drawing order of an open stock with the face-up trump last, or None where there is nothing to draw. `out` (int8)
        gets the value of each of `moves` in each world (n x moves), or of the position itself (n x 1) when `moves` is
        empty; game points from my seat. Raises ValueError for arrays or moves that do not fit, KeyboardInterrupt.
        """
        cdef Deal deal = position.deal
        cdef Context* c = &self.context
        cdef State world, after
        cdef int codes[MAX_MOVES]
        cdef int count = len(moves), width = max(1, len(moves)), j, k, result, low, high
        cdef Py_ssize_t n = hands.shape[0], i = 0
        cdef bint drawing = is_open(&deal.state)
        if drawing and (stocks is None or stocks.shape[0] != n or stocks.shape[1] != deal.state.size):
            raise ValueError("stocks: one row for each world, one column for each card of the stock")
        if out.shape[0] != n or out.shape[1] != width:
            raise ValueError("out: one row for each world, one column for each move")
        for j in range(count):
            codes[j] = CODES.get(moves[j], -1)
            if codes[j] < 0 or not may_play(&deal.game.rules, &deal.state, codes[j]):
                raise ValueError(f"{moves[j]} is not a legal move here")
        self.sit_down(deal, seconds)
        with nogil:
            while i < n and not c.stop:
                world = deal.state
                world.hand[1] |= hands[i]
                world.hidden[1] = 0
                if drawing:
                    for k in range(world.size):
                        world.stock[k] = stocks[i, k]
                    self.set_stock(&world)
                for j in range(width):
                    after = world
                    result = play_move(c.rules, &after, codes[j]) if count else 0
                    low = result - OVER if result else -3
                    high = result - OVER if result else 3
                    bracket(c, &after, &low, &high)
                    out[i, j] = low
                if c.stop:
                    break                     # in the middle of this row
                i += 1
                if i & 255 == 0:
                    look_around(c)
        if self.interrupted is not None:
            raise self.interrupted
        return i

    @property
    def nodes(self):
        """Positions searched so far, over the life of the solver."""
        return self.context.nodes
