"""What a search carries along: the rules, the questions, the tables, and when to stop."""

from libc.stdint cimport int8_t, uint32_t, uint64_t

from solver.kernel.goal cimport Goal
from solver.kernel.rules cimport Rules
from solver.kernel.table cimport Table

cdef enum:
    # Shortcuts beyond plain alpha-beta, so that a test can do without one and find the same values.
    CLAIMS = 1                    # bounds.pxd: what is sure in a strict position
    THINNING = 2                  # order.pxd: of like replies only the dearest or the cheapest
    TWINS = 4                     # order.pxd: leads that differ from others by their points alone

cdef struct Context:
    Rules* rules
    int trump
    Goal goals[6]                 # open and closed, level 1..3
    Table strict
    Table open
    int stock_size                # of the root
    int8_t stock[32]              # in drawing order; the face-up trump is in the node
    uint32_t stock_cards[17]      # by cards left / 2: the face-down cards still to be drawn
    int without                   # shortcuts not to be taken
    uint64_t nodes
    uint64_t check_at             # next look at clock and signals
    bint stop                     # unwind: the result is worthless
    double deadline               # seconds on the monotonic clock, 0 for none
    int (*look_around)(Context*) noexcept nogil     # clock and signals; sets `stop`
    void* owner                   # the Python object behind, for `look_around`
