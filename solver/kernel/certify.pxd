"""What is proved about the best-defence game by the strategies learnt so far.

`floor_of`: my average strategy against his best reply in every world. I can secure that.
`ceiling_of`: my best reply, one move for all worlds alive, against his average strategy. I cannot secure more.
"""

from libc.stdint cimport int32_t

from solver.kernel.regret cimport clear_below, mix_mine, reached
from solver.kernel.tree cimport Spot, Tree


cdef inline void my_plan(Tree* t, Spot* p, float least) noexcept nogil:
    """My average strategy at a spot, without moves rarer than `least`, into `strategy`."""
    cdef float* average = t.average + p.choices
    cdef float* strategy = t.strategy + p.choices
    cdef int32_t a
    cdef float total = 0, most = 0
    for a in range(p.actions):
        total += average[a]
        most = max(most, average[a])
    if total <= 0:
        for a in range(p.actions):
            strategy[a] = 1.0 / p.actions
        return
    least = min(least * total, most)
    total = 0
    for a in range(p.actions):
        strategy[a] = average[a] if average[a] >= least else 0
        total += strategy[a]
    for a in range(p.actions):
        strategy[a] /= total


cdef inline void floor_of(Tree* t, int32_t index, float least) noexcept nogil:
    """Values against his best replies, of my average strategy without moves rarer than `least`."""
    cdef Spot* p = &t.spots[index]
    cdef int32_t child = index + 1, i, e = p.edges, k
    cdef double worst
    if p.mine:
        my_plan(t, p, least)
        while child < p.end:
            if t.strategy[p.choices + t.spots[child].action] > 0:
                floor_of(t, child, least)
            child = t.spots[child].end
        mix_mine(t, p, t.strategy + p.choices)
        return
    while child < p.end:
        floor_of(t, child, least)
        child = t.spots[child].end
    for i in range(p.first, p.last):
        worst = t.value[t.target[e]]
        for k in range(1, t.count[i]):
            worst = min(worst, t.value[t.target[e + k]])
        e += t.count[i]
        t.value[i] = worst


cdef inline void his_plan(Tree* t, Spot* p) noexcept nogil:
    """His average strategy at a spot, into `strategy`."""
    cdef float* average = t.average + p.choices
    cdef float* strategy = t.strategy + p.choices
    cdef int32_t i, k, e = 0
    cdef float total
    for i in range(p.first, p.last):
        total = 0
        for k in range(t.count[i]):
            total += average[e + k]
        for k in range(t.count[i]):
            strategy[e] = average[e] / total if total > 0 else 1.0 / t.count[i]
            e += 1


cdef inline void ceiling_of(Tree* t, int32_t index) noexcept nogil:
    """Values of my best reply to his average strategy; the reaches at the top are set."""
    cdef Spot* p = &t.spots[index]
    cdef int32_t child, i, a, e, k, n = p.last - p.first, best = 0
    cdef int32_t* target = t.target + p.edges
    cdef float* strategy = t.strategy + p.choices
    cdef double value, most = 0
    if not reached(t, p):
        return
    child = clear_below(t, index)
    if p.mine:
        for a in range(p.actions):
            for i in range(n):
                t.reach[target[i]] += t.reach[p.first + i]
            target += n
    else:
        his_plan(t, p)
        e = 0
        for i in range(p.first, p.last):
            for k in range(t.count[i]):
                t.reach[target[e]] += t.reach[i] * strategy[e]
                e += 1
    while child < p.end:
        ceiling_of(t, child)
        child = t.spots[child].end
    target = t.target + p.edges
    if p.mine:
        for a in range(p.actions):
            value = 0
            for i in range(n):
                value += t.reach[p.first + i] * t.value[target[a * n + i]]
            if a == 0 or value > most:
                most = value
                best = a
        for i in range(n):
            t.value[p.first + i] = t.value[target[best * n + i]]
    else:
        e = 0
        for i in range(p.first, p.last):
            value = 0
            for k in range(t.count[i]):
                value += strategy[e] * t.value[target[e]]
                e += 1
            t.value[i] = value


cdef inline void results_of(Tree* t, int32_t index) noexcept nogil:
    """After `floor_of`: bring the reach at the top down my plan and his best replies, to the constants.

    Of replies that are equally good for him he makes the first.
    """
    cdef Spot* p = &t.spots[index]
    cdef int32_t child = clear_below(t, index), i, a, e = p.edges, k, n = p.last - p.first
    cdef int32_t* target = t.target + p.edges
    cdef double share
    if p.mine:
        for a in range(p.actions):
            share = t.strategy[p.choices + a]
            for i in range(n):
                t.reach[target[i]] += share * t.reach[p.first + i]
            target += n
    else:
        for i in range(p.first, p.last):
            for k in range(t.count[i]):
                if t.value[t.target[e + k]] == t.value[i]:
                    t.reach[t.target[e + k]] += t.reach[i]
                    break
            e += t.count[i]
    while child < p.end:
        if reached(t, &t.spots[child]):
            results_of(t, child)
        child = t.spots[child].end
