"""The best-defence game in memory: a public tree with a vector over worlds at each of its spots.

A *spot* is a point of play as everybody sees it, with somebody to act. It keeps a *slot* for each world that matters
there, and my strategy (one for all worlds: I cannot tell them apart) or his (one a world: he sees everything). Nothing
is an object; all is arrays, indexed by numbers:

    spot:     [ mine or his | slots first..last | edges | choices | end of its subtree ]
    slot:     value, reach                        what I get there; how likely he brings this world here
    edge:     target                              the slot a move leads to in one world
    choice:   regret, average, strategy           my moves: one each; his: one an edge

    my spot,  edges by move, then world:          a0: w0 w1 w2 | a1: w0 w1 w2      choices: a0 a1
    his spot, edges by world, then move:          w0: b0 b2 | w1: b1 | w2: b0 b1   choices: one beside each edge

Spots stand in preorder, so that a subtree is an interval. The first slots are constants, one for each pair of least
and greatest value a finished branch may have: where an edge ends there, the value is read like any other. The two
differ only where growing was broken off; a spot left out there has no slots.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t
from libc.stdlib cimport free, realloc

from solver.kernel.context cimport Context

cdef enum:
    CONSTANTS = 49                # slots 0..48: (low + 3) * 7 + (high + 3)
    NO_LIMIT = 0x7FFFFFFFFFFFFFFF

cdef struct Spot:
    int8_t mine
    int32_t label                 # what everybody saw that led here from the parent: see `label_of` in grow.pxd
    int32_t action                # child of my spot: which of its moves
    int32_t first, last           # slots first..last-1
    int32_t edges
    int32_t choices
    int32_t actions               # my spot: how many moves
    int32_t moves                 # my spot: the first of these moves
    int32_t end                   # the first spot after the subtree
    int32_t seen                  # the last pass that updated the regrets here

cdef struct Block:                # an array that grows
    char* data
    size_t item
    int64_t used
    int64_t room

cdef enum:
    SPOTS = 0
    VALUES = 1
    REACHES = 2
    COUNTS = 3
    TARGETS = 4
    REGRETS = 5
    AVERAGES = 6
    STRATEGIES = 7
    MOVES = 8
    BLOCKS = 9

cdef struct Tree:
    Context search                # double-dummy values
    Block blocks[9]
    Spot* spots
    double* value                 # a slot
    double* reach
    uint8_t* count                # a slot of his: how many edges it has
    int32_t* target               # an edge
    float* regret                 # a choice
    float* average
    float* strategy
    int16_t* moves
    bint pruned                   # false: the whole game, for tests
    bint merging                  # worlds can become equal (a stock that is open at the root)
    int only                      # the move to be judged at the root, or -1 for all
    int64_t memory                # bytes allowed
    double deadline               # for growing, in seconds on the monotonic clock; 0 for none
    bint cut                      # growing was broken off
    bint broken                   # no memory even for scratch
    int64_t looks                 # spots until the next look at the clock
    bint (*look)(Tree*) noexcept nogil   # clock and signals: true to break off
    void* owner
    int32_t passes                # made so far
    double* kept                  # by pass: what is left of a positive regret of pass 0


cdef inline void start_blocks(Tree* t) noexcept nogil:
    """Set the sizes of the arrays' items."""
    cdef int i
    for i in range(BLOCKS):
        t.blocks[i].data = NULL
        t.blocks[i].used = 0
        t.blocks[i].room = 0
    t.blocks[SPOTS].item = sizeof(Spot)
    t.blocks[VALUES].item = t.blocks[REACHES].item = sizeof(double)
    t.blocks[COUNTS].item = sizeof(uint8_t)
    t.blocks[TARGETS].item = sizeof(int32_t)
    t.blocks[REGRETS].item = t.blocks[AVERAGES].item = t.blocks[STRATEGIES].item = sizeof(float)
    t.blocks[MOVES].item = sizeof(int16_t)


cdef inline int64_t bytes_held(Tree* t) noexcept nogil:
    """Memory held by the arrays."""
    cdef int i
    cdef int64_t total = 0
    for i in range(BLOCKS):
        total += t.blocks[i].room * <int64_t> t.blocks[i].item
    return total


cdef inline void point(Tree* t) noexcept nogil:
    """Point the typed names at the arrays, which may have moved."""
    t.spots = <Spot*> t.blocks[SPOTS].data
    t.value = <double*> t.blocks[VALUES].data
    t.reach = <double*> t.blocks[REACHES].data
    t.count = <uint8_t*> t.blocks[COUNTS].data
    t.target = <int32_t*> t.blocks[TARGETS].data
    t.regret = <float*> t.blocks[REGRETS].data
    t.average = <float*> t.blocks[AVERAGES].data
    t.strategy = <float*> t.blocks[STRATEGIES].data
    t.moves = <int16_t*> t.blocks[MOVES].data


cdef inline bint extend(Tree* t, int block, int64_t number) noexcept nogil:
    """Make room for `number` more items and count them as used; false if memory would pass its limit."""
    cdef Block* b = &t.blocks[block]
    cdef int64_t room = b.room
    cdef void* data
    if b.used + number > room:
        room = max(b.used + number, room + (room >> 1), 256)
        if bytes_held(t) + (room - b.room) * <int64_t> b.item > t.memory or room > 0x7FFFFFFF:
            return False
        data = realloc(b.data, room * b.item)
        if data == NULL:
            return False
        b.data = <char*> data
        b.room = room
        point(t)
    b.used += number
    return True


cdef inline void mark(Tree* t, int64_t* marks) noexcept nogil:
    """Remember how far the arrays are filled."""
    cdef int i
    for i in range(BLOCKS):
        marks[i] = t.blocks[i].used


cdef inline void rewind(Tree* t, int64_t* marks) noexcept nogil:
    """Forget what was added since `mark`."""
    cdef int i
    for i in range(BLOCKS):
        t.blocks[i].used = marks[i]


cdef inline void release(Tree* t) noexcept nogil:
    """Give the memory back."""
    cdef int i
    for i in range(BLOCKS):
        free(t.blocks[i].data)
        t.blocks[i].data = NULL
        t.blocks[i].used = t.blocks[i].room = 0
    free(t.kept)
    t.kept = NULL


cdef inline int32_t constant(int low, int high) noexcept nogil:
    """The slot of a branch whose value lies between these."""
    return (low + 3) * 7 + (high + 3)


cdef inline int low_of(int32_t slot) noexcept nogil:
    """The least value of a constant."""
    return slot // 7 - 3


cdef inline int high_of(int32_t slot) noexcept nogil:
    """The greatest value of a constant."""
    return slot % 7 - 3


cdef inline void fill_constants(Tree* t, bint low) noexcept nogil:
    """Give the constants their values: the least or the greatest."""
    cdef int i
    for i in range(CONSTANTS):
        t.value[i] = low_of(i) if low else high_of(i)
