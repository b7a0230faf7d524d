"""Learning both sides' strategies: discounted counterfactual regret minimisation on the public tree.

After Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization" (AAAI 2019), with
their exponents 1.5, 0 and 2: after pass t positive regrets shrink by t**1.5 / (t**1.5 + 1), negative ones by half, and
strategies are averaged with weight t**2. Updates alternate. Vectors over worlds follow Johanson et al., "Accelerating
best response calculation in large extensive games" (IJCAI 2011).

`learn_mine` brings his reach down and my values up, and updates my regrets; spots he does not reach are passed over.
It is also where *his* average is kept, which needs his reach. `learn_his` is the mirror image: my reach is one number.
"""

from libc.math cimport ldexp
from libc.stdint cimport int32_t

from solver.kernel.tree cimport Spot, Tree

cdef enum:
    HALVINGS = 60                 # a negative regret halved so often is nothing

cdef inline void discounts(Tree* t, Spot* p, float* positive, float* negative) noexcept nogil:
    """What is left of regrets that were last updated at pass `p.seen`; a spot passed over catches up."""
    cdef int passed = t.passes - p.seen
    positive[0] = t.kept[t.passes] / t.kept[p.seen]
    negative[0] = ldexp(1.0, -passed) if passed < HALVINGS else 0
    p.seen = t.passes


cdef inline float updated(float regret, float gain, float positive, float negative) noexcept nogil:
    """A regret, discounted and with this pass's gain added."""
    return regret * (positive if regret > 0 else negative) + gain


cdef inline void match(float* regret, float* strategy, int n) noexcept nogil:
    """Regret matching: play in proportion to positive regret, or anything if there is none."""
    cdef int i
    cdef float total = 0
    for i in range(n):
        strategy[i] = regret[i] if regret[i] > 0 else 0
        total += strategy[i]
    if total > 1e-30:
        total = 1 / total
        for i in range(n):
            strategy[i] *= total
    else:
        for i in range(n):
            strategy[i] = 1.0 / n


cdef inline int32_t clear_below(Tree* t, int32_t index) noexcept nogil:
    """Set the reach of all children to nothing before it is gathered; returns the first child."""
    cdef int32_t child = index + 1, i
    cdef Spot* p
    while child < t.spots[index].end:
        p = &t.spots[child]
        for i in range(p.first, p.last):
            t.reach[i] = 0
        child = p.end
    return index + 1


cdef inline bint reached(Tree* t, Spot* p) noexcept nogil:
    """Does he bring any world here?"""
    cdef int32_t i
    for i in range(p.first, p.last):
        if t.reach[i] > 0:
            return True
    return False


cdef inline void mix_mine(Tree* t, Spot* p, float* strategy) noexcept nogil:
    """The values of my spot, of those of my moves."""
    cdef int32_t i, n = p.last - p.first, a
    cdef int32_t* target = t.target + p.edges
    cdef double* value = t.value + p.first
    cdef double share
    for i in range(n):
        value[i] = 0
    for a in range(p.actions):
        share = strategy[a]
        if share > 0:
            for i in range(n):
                value[i] += share * t.value[target[i]]
        target += n


cdef inline void learn_mine(Tree* t, int32_t index, double weight) noexcept nogil:
    """Update my regrets in the subtree, whose reaches at the top are set, and his averages with this weight."""
    cdef Spot* p = &t.spots[index]
    cdef int32_t child, i, a, e, k, n = p.last - p.first
    cdef int32_t* target
    cdef float* strategy = t.strategy + p.choices
    cdef float* regret = t.regret + p.choices
    cdef float* average
    cdef double reach, gain, mean
    cdef float positive, negative
    if not reached(t, p):
        return
    child = clear_below(t, index)
    target = t.target + p.edges
    if p.mine:
        match(regret, strategy, p.actions)
        for a in range(p.actions):
            for i in range(n):
                t.reach[target[i]] += t.reach[p.first + i]
            target += n
    else:
        average = t.average + p.choices
        e = 0
        for i in range(p.first, p.last):
            match(regret + e, strategy + e, t.count[i])
            reach = t.reach[i]
            for k in range(t.count[i]):
                gain = reach * strategy[e]
                average[e] += weight * gain
                t.reach[target[e]] += gain
                e += 1
    while child < p.end:
        learn_mine(t, child, weight)
        child = t.spots[child].end
    if not p.mine:
        e = 0
        for i in range(p.first, p.last):
            mean = 0
            for k in range(t.count[i]):
                mean += strategy[e] * t.value[target[e]]
                e += 1
            t.value[i] = mean
        return
    mix_mine(t, p, strategy)
    mean = 0
    for i in range(p.first, p.last):
        mean += t.reach[i] * t.value[i]
    discounts(t, p, &positive, &negative)
    target = t.target + p.edges
    for a in range(p.actions):
        gain = 0
        for i in range(n):
            gain += t.reach[p.first + i] * t.value[target[i]]
        regret[a] = updated(regret[a], gain - mean, positive, negative)
        target += n


cdef inline void learn_his(Tree* t, int32_t index, double reach, double weight) noexcept nogil:
    """Update his regrets in the subtree that I reach with this probability, and my averages with this weight."""
    cdef Spot* p = &t.spots[index]
    cdef int32_t child = index + 1, i, e, k
    cdef int32_t* target = t.target + p.edges
    cdef float* strategy = t.strategy + p.choices
    cdef float* regret = t.regret + p.choices
    cdef float* average = t.average + p.choices
    cdef double mean
    cdef float positive, negative, share = reach
    if p.mine:
        match(regret, strategy, p.actions)
        for i in range(p.actions):
            average[i] += weight * reach * strategy[i]
        while child < p.end:
            mean = reach * strategy[t.spots[child].action]
            if mean > 0:
                learn_his(t, child, mean, weight)
            child = t.spots[child].end
        mix_mine(t, p, strategy)
        return
    while child < p.end:
        learn_his(t, child, reach, weight)
        child = t.spots[child].end
    discounts(t, p, &positive, &negative)
    e = 0
    for i in range(p.first, p.last):
        match(regret + e, strategy + e, t.count[i])
        mean = 0
        for k in range(t.count[i]):
            mean += strategy[e + k] * t.value[target[e + k]]
        t.value[i] = mean
        for k in range(t.count[i]):
            regret[e] = updated(regret[e], share * <float> (mean - t.value[target[e]]), positive, negative)
            e += 1
