"""Best defence: what one hand can secure against a player who sees all cards and knows the plan, but not the coin.

The game is grown once (grow.pxd) into flat arrays (tree.pxd); both sides then learn (regret.pxd), and what the learnt
strategies prove is the answer (certify.pxd): I can secure at least `low`, and not more than `high`.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport pow
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from solver.kernel.bits cimport fill_suit_tables
from solver.kernel.certify cimport ceiling_of, floor_of, results_of
from solver.kernel.deal cimport State, is_open
from solver.kernel.given cimport read_rules
from solver.kernel.grow cimport grow, tidy, value_after
from solver.kernel.payoff cimport least, value_of
from solver.kernel.plan cimport SETTLED, follow, options
from solver.kernel.regret cimport learn_his, learn_mine
from solver.kernel.rules cimport Rules
from solver.kernel.context cimport Context
from solver.kernel.table cimport close_table, open_table
from solver.kernel.tree cimport (CONSTANTS, COUNTS, NO_LIMIT, REACHES, SPOTS, TARGETS, VALUES, Tree, bytes_held,
                                 constant, extend, fill_constants, low_of, release, start_blocks)
from solver.kernel.values cimport set_goals

from .search import CARDS, CODES, NAMES

fill_suit_tables()

cdef enum:
    STRICT_BITS = 15              # entries of the table of double-dummy values, as a power of two
    UNPROVED = -1000              # below every value

RARE = (0.0, 0.01, 0.05)          # plans tried by `bounds`: all moves, or without those rarer than this


cdef double now() noexcept nogil:
    """Seconds on the monotonic clock."""
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + t.tv_nsec * 1e-9


cdef int go_on(Context* c) noexcept nogil:
    """Double-dummy searches here are short: they are never broken off."""
    c.check_at = <uint64_t> -1
    return 0


cdef bint look(Tree* t) noexcept nogil:
    """Break growing off when its time is up or a signal (Ctrl-C) has arrived."""
    if t.deadline and now() > t.deadline:
        return True
    t.looks -= 1
    if t.looks > 0:
        return False
    t.looks = 1000
    with gil:
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            (<DefenceGame> t.owner).interrupted = error
            return True
    return False


cdef class DefenceGame:
    """The best-defence game of a position over some worlds, all equally likely; with my first move given, or not.

    `position` has the package's `rules` and the `deal` as I see it. `hands` (uint32, n) are the opponent's unknown
    cards in each world as masks, `stocks` (int8, n x size) the drawing order of an open stock, or None.

    Growing stops at `memory_mb` megabytes or after `seconds` (0: no limit); `complete` is then false, and the branches
    left out count for the least they can give in `low` and for their double-dummy value in `high`. `pruned` false
    grows the game whole, for tests. Raises MemoryError if there is no memory at all, KeyboardInterrupt on Ctrl-C.
    """

    cdef Rules rules
    cdef Tree tree
    cdef State* states            # the worlds
    cdef int32_t* roots           # the slot of each world at the root
    cdef readonly int count
    cdef int move
    cdef float rare               # the plan: without moves rarer than this
    cdef double low
    cdef object interrupted

    def __cinit__(self, position, const uint32_t[::1] hands, const int8_t[:, ::1] stocks=None, *, str move=None,
                  int memory_mb=512, double seconds=0, bint pruned=True):
        cdef Tree* t = &self.tree
        cdef State d
        cdef int i, j
        start_blocks(t)
        t.owner = <void*> self
        t.look = look
        t.looks = 1
        t.search.rules = &self.rules
        t.search.look_around = go_on
        t.search.check_at = <uint64_t> -1
        t.memory = <int64_t> memory_mb << 20
        t.deadline = now() + seconds if seconds else 0
        t.pruned = pruned
        self.move = -1 if move is None else CODES[move]
        self.low = UNPROVED
        self.count = hands.shape[0]
        if self.count == 0 or (stocks is not None and stocks.shape[0] != self.count):
            raise ValueError("hands, stocks: one row for each world, and at least one")
        read_rules(&self.rules, position.rules)
        read_deal(&d, position.deal)
        if stocks is not None and stocks.shape[1] != d.size:
            raise ValueError("stocks: one column for each card of the stock")
        t.search.trump = d.trump
        set_goals(&t.search)
        self.states = <State*> malloc(self.count * sizeof(State))
        self.roots = <int32_t*> malloc(self.count * sizeof(int32_t))
        if (self.states == NULL or self.roots == NULL or open_table(&t.search.strict, STRICT_BITS)
                or open_table(&t.search.open, -1) or not (extend(t, VALUES, CONSTANTS) and extend(t, REACHES, CONSTANTS)
                                                          and extend(t, COUNTS, CONSTANTS)) or not self.keep_passes(64)):
            raise MemoryError(f"no memory for a game of {self.count} worlds in {memory_mb} MB")
        for i in range(self.count):
            self.states[i] = d
            self.states[i].hand[1] |= hands[i]
            if stocks is not None:
                for j in range(d.size):
                    self.states[i].stock[j] = stocks[i, j]
            tidy(&self.states[i])
        for i in range(CONSTANTS):
            t.reach[i] = 0
        t.merging = is_open(self.states) and pruned
        t.only = self.move
        with nogil:
            self.grow_root()
        t.only = -1
        if self.interrupted is not None:
            raise self.interrupted
        if t.broken:
            raise MemoryError(f"no memory to grow the game of {self.count} worlds")

    def __dealloc__(self):
        close_table(&self.tree.search.strict)
        close_table(&self.tree.search.open)
        release(&self.tree)
        free(self.states)
        free(self.roots)

    def mean(self):
        """The mean of the worlds' double-dummy values, after my first move if it is given."""
        cdef int i, total = 0
        with nogil:
            for i in range(self.count):
                total += (value_of(&self.tree.search, &self.states[i]) if self.move < 0
                          else value_after(&self.tree, &self.states[i], self.move))
        return total / <double> self.count

    cdef bint keep_passes(self, int passes):
        """Work out the discounts for so many passes."""
        cdef Tree* t = &self.tree
        cdef double power
        cdef int i
        cdef double* kept = <double*> realloc(t.kept, (passes + 1) * sizeof(double))
        if kept == NULL:
            return False
        t.kept = kept
        kept[0] = 1
        for i in range(1, passes + 1):
            power = pow(i, 1.5)
            kept[i] = kept[i - 1] * power / (power + 1)
        return True

    cdef bint lost_anyway(self, int i) noexcept nogil:
        """Is he to act, and no plan of mine worth more than the least in this world?"""
        cdef State* s = &self.states[i]
        return self.tree.pruned and s.turn == 1 and value_of(&self.tree.search, s) == least(&self.rules, s)

    cdef void grow_root(self) noexcept nogil:
        """Grow the game, without the worlds that are lost whatever I do."""
        cdef Tree* t = &self.tree
        cdef int i, n = 0, lost
        cdef State* alive = <State*> malloc(self.count * sizeof(State))
        cdef int32_t* out = <int32_t*> malloc(2 * self.count * sizeof(int32_t))
        cdef int32_t* where = out + self.count
        if alive == NULL or out == NULL:
            t.broken = True
        else:
            for i in range(self.count):
                where[i] = -1
                if self.lost_anyway(i):
                    lost = least(&self.rules, &self.states[i])
                    self.roots[i] = constant(lost, lost)
                    continue
                alive[n] = self.states[i]
                where[i] = n
                n += 1
            if n:
                grow(t, alive, n, NULL, 0, 0, out)
            for i in range(self.count):
                if where[i] >= 0:
                    self.roots[i] = out[where[i]]
        free(alive)
        free(out)

    cdef void reach_root(self) noexcept nogil:
        """Set the reaches at the root: all worlds are equally likely."""
        cdef Tree* t = &self.tree
        cdef int i
        for i in range(self.count):
            t.reach[self.roots[i]] = 0
        for i in range(self.count):
            t.reach[self.roots[i]] += 1.0 / self.count

    cdef double root_value(self) noexcept nogil:
        """The mean over worlds of the values at the root."""
        cdef double total = 0
        cdef int i
        for i in range(self.count):
            total += self.tree.value[self.roots[i]]
        return total / self.count

    def improve(self, int passes):
        """Let both sides learn for so many passes."""
        cdef Tree* t = &self.tree
        cdef int i
        cdef double weight
        if t.blocks[SPOTS].used == 0:
            return
        if not self.keep_passes(t.passes + passes):
            raise MemoryError("no memory for more passes")
        with nogil:
            fill_constants(t, True)
            for i in range(passes):
                t.passes += 1
                weight = <double> t.passes * t.passes
                self.reach_root()
                learn_mine(t, 0, weight)
                learn_his(t, 0, 1, weight)
        PyErr_CheckSignals()

    def bounds(self):
        """(low, high): what the strategies learnt so far prove about the value.

        Of my average strategy, with and without its rarest moves, the best counts.
        """
        cdef Tree* t = &self.tree
        cdef float rare
        cdef double value, high
        cdef bint grown = t.blocks[SPOTS].used > 0
        self.low = UNPROVED
        for rare in RARE:
            with nogil:
                fill_constants(t, True)
                if grown:
                    floor_of(t, 0, rare)
                value = self.root_value()
            if value >= self.low:
                self.low = value
                self.rare = rare
        with nogil:
            fill_constants(t, False)
            self.reach_root()
            if grown:
                ceiling_of(t, 0)
            high = self.root_value()
        return self.low, high

    def results(self):
        """The results of my plan against best replies: a dict from game points to their shares."""
        cdef Tree* t = &self.tree
        cdef int i
        with nogil:
            fill_constants(t, True)
            for i in range(CONSTANTS):
                t.reach[i] = 0
            self.reach_root()
            if t.blocks[SPOTS].used > 0:
                floor_of(t, 0, self.rare)
                results_of(t, 0)
        shares = {}
        for i in range(CONSTANTS):
            if t.reach[i] > 0:
                shares[low_of(i)] = shares.get(low_of(i), 0.0) + t.reach[i]
        return shares

    def plan(self):
        """My plan: a list of {move, mix, replies}, the moves to choose from and how often to choose each.

        `replies` maps what then happens until I am to act again, in the words of a line of play (`AH KS=20`: he takes
        with the ace and leads a king with a marriage of 20; `+QD`: I draw), to my options there. What is missing there
        is over, or can be played anyhow: no less can come of it than the plan already counts on. Played against best
        replies in all worlds it yields the `low` of the last `bounds`.
        """
        cdef Tree* t = &self.tree
        cdef int i
        cdef bint cut = t.cut
        cdef int64_t memory = t.memory
        self.bounds()
        with nogil:
            if t.blocks[SPOTS].used > 0:
                floor_of(t, 0, self.rare)
        t.deadline = 0            # settled branches are grown again, to read their plans
        t.cut = False
        t.memory = NO_LIMIT
        worlds = b"".join([(<char*> &self.states[i])[:sizeof(State)] for i in range(self.count)
                           if not self.lost_anyway(i)])
        try:
            root = 0 if t.blocks[SPOTS].used > 0 else SETTLED
            if self.states.turn == 0:
                return options(t, worlds, root, self.move, NAMES, CARDS)
            replies = {}
            follow(t, worlds, root, "", replies, NAMES, CARDS)
            return [{"move": "", "mix": 1.0, "replies": replies}]
        finally:
            t.cut = cut
            t.memory = memory

    @property
    def complete(self):
        """Was the whole game grown?"""
        return not self.tree.cut

    @property
    def passes(self):
        """Passes made so far."""
        return self.tree.passes

    @property
    def size(self):
        """(spots, slots, edges, bytes) of the game grown."""
        cdef Tree* t = &self.tree
        return t.blocks[SPOTS].used, t.blocks[VALUES].used, t.blocks[TARGETS].used, bytes_held(t)


cdef int read_deal(State* d, deal) except -1:
    """The position as a state; the cards that are hidden are filled in by each world."""
    cdef int i
    d.trump = deal.trump
    d.led = deal.led
    d.turn = deal.turn
    d.drawn = deal.drawn
    d.closer = deal.closer
    stock = deal.stock
    d.size = len(stock)
    for i in range(d.size):
        d.stock[i] = stock[i]
    for i in range(2):
        d.hand[i] = deal.hands[i]
        d.hidden[i] = 0
        d.points[i] = deal.points[i]
        d.pending[i] = deal.pending[i]
        d.tricks[i] = deal.tricks[i]
        d.tricks_at_close[i] = deal.tricks_at_close[i]
        d.points_at_close[i] = deal.points_at_close[i]
    return 0
