cdef inline int twice(int a) noexcept nogil:
    return 2*a
cdef inline int fact(int a) noexcept nogil:
    return 1 if a < 2 else a*fact(a-1)
