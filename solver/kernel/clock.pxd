"""The clock that limits a search, and how often it looks at it."""

from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

cdef enum:
    LOOK_EVERY = 1 << 14          # nodes between two looks at clock and signals


cdef inline double now() noexcept nogil:
    """Seconds on the monotonic clock."""
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + t.tv_nsec * 1e-9
