"""Transposition tables: what is proved about positions met before.

An entry keeps its key whole (both hands, and `rest`: everything else the value depends on), so no two positions
are ever mixed up; the hash only chooses the slot. It holds the two bounds proved on `need` (see goal.pxd) and
the lead that was best. New entries replace old ones. A table is cleared by counting up its generation.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    NEED_MIN = -120               # below every need
    NEED_MAX = 120                # above every need
    NO_CARD = 255

cdef struct Entry:
    uint32_t leader               # hands
    uint32_t follower
    uint32_t rest
    int8_t low                    # need >= low
    int8_t high                   # need <= high
    uint8_t best                  # the best lead known, or NO_CARD
    uint8_t generation

cdef struct Table:
    Entry* entries
    uint64_t mask                 # number of entries in use - 1; no table at all when entries is NULL
    uint64_t whole                # the same for all entries there are
    uint64_t touched              # the largest `mask` since the entries were last wiped
    uint8_t generation            # 1..255; 0 marks an empty slot


cdef inline int open_table(Table* t, int bits) noexcept nogil:
    """Make a table of 2**bits entries (none if bits < 0); returns 0, or -1 without memory."""
    t.entries = NULL
    t.mask = t.whole = t.touched = 0
    t.generation = 1
    if bits < 0:
        return 0
    t.entries = <Entry*> calloc(<size_t> 1 << bits, sizeof(Entry))
    t.mask = t.whole = (<uint64_t> 1 << bits) - 1
    t.touched = 0
    return 0 if t.entries != NULL else -1


cdef inline void close_table(Table* t) noexcept nogil:
    """Give the memory back."""
    free(t.entries)
    t.entries = NULL


cdef inline void use_part(Table* t, int bits) noexcept nogil:
    """Use no more than 2**bits entries: a small search in a large table would miss the processor's caches."""
    t.mask = min(t.whole, (<uint64_t> 1 << bits) - 1)
    t.touched = max(t.touched, t.mask)


cdef inline void forget(Table* t) noexcept nogil:
    """Empty the table."""
    t.generation += 1
    if t.generation == 0:         # counted round: entries of 255 generations ago must not come alive
        if t.entries != NULL:
            memset(t.entries, 0, (max(t.touched, t.mask) + 1) * sizeof(Entry))
        t.touched = t.mask
        t.generation = 1


cdef inline Entry* slot(Table* t, uint32_t leader, uint32_t follower, uint32_t rest) noexcept nogil:
    """Where this position is or would be kept (the table must exist)."""
    cdef uint64_t h = (((<uint64_t> leader << 32) | follower) ^ (<uint64_t> rest * 0xD6E8FEB86659FD93ULL))
    h ^= h >> 32
    h *= 0x9E3779B97F4A7C15ULL
    return &t.entries[(h >> 29) & t.mask]


cdef inline bint holds(Table* t, Entry* e, uint32_t leader, uint32_t follower, uint32_t rest) noexcept nogil:
    """Is it this very position that the slot keeps?"""
    return (e.leader == leader and e.follower == follower and e.rest == rest and e.generation == t.generation)


cdef inline void keep(Table* t, Entry* e, uint32_t leader, uint32_t follower, uint32_t rest,
                      int low, int high, int best) noexcept nogil:
    """Store bounds, joining them with what the slot already proves of the same position."""
    if low < NEED_MIN:
        low = NEED_MIN
    if high > NEED_MAX:
        high = NEED_MAX
    if low > NEED_MAX:
        low = NEED_MAX            # weaker, still true
    if high < NEED_MIN:
        high = NEED_MIN
    if holds(t, e, leader, follower, rest):
        if low > e.low:
            e.low = low
        if high < e.high:
            e.high = high
        if best != NO_CARD:
            e.best = best
        return
    e.leader = leader
    e.follower = follower
    e.rest = rest
    e.low = low
    e.high = high
    e.best = best
    e.generation = t.generation
