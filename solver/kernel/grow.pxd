"""Growing the best-defence game (tree.pxd) from the rules, with the prunings that leave its value as it is.

For any plan of mine the other, who sees all, holds me to the least in each world by itself, so the value is the
greatest sum over worlds of those minima that one plan can have. Hence:

1. One world left: its double-dummy value is the value.
2. A world whose double-dummy value is the least that any continuation can give is worth that under every plan: it
   adds a constant and is dropped. Looked for after my moves, and at the root.
3. A move of mine whose subtree is *settled* (one plan attains the double-dummy value in every world alive) makes all
   moves needless that are worth no more in any world even double dummy. If that leaves it alone, the spot is settled.
4. A world in which every branch of a spot ends in the same constant needs no slot there; of several constants that he
   can choose from, he needs the least.

Worlds that have become equal (a closed stock hides the order of its cards for good) are merged: their reaches add up.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from solver.kernel.bits cimport lowest
from solver.kernel.deal cimport DRAW, EXCHANGE, MAX_MOVES, OVER, State, list_moves, play_move
from solver.kernel.payoff cimport least, value_of
from solver.kernel.tree cimport (AVERAGES, BLOCKS, CONSTANTS, COUNTS, MOVES, NO_LIMIT, REACHES, REGRETS, SPOTS,
                                 STRATEGIES, TARGETS, VALUES, Spot, Tree, constant, extend, high_of, low_of, mark,
                                 rewind)


cdef inline void tidy(State* d) noexcept nogil:
    """Forget the cards of a stock nobody draws from, so that equal worlds look equal."""
    if d.closer >= 0:
        d.size = 0


cdef inline int32_t label_of(State* before, State* after, int move) noexcept nogil:
    """What I see of a move that does not end the deal: the move, what it declared, and the card I drew after it.

    With what everybody knew before, this tells everything that everybody knows after it.
    """
    cdef int player = before.turn, declared = 0, card = -1
    cdef uint32_t drawn = after.hand[0] & ~before.hand[0]
    if before.led < 0 and move != DRAW:
        declared = (after.points[player] + after.pending[player] - before.points[player] - before.pending[player]) // 20
    if move & EXCHANGE and player == 0:
        drawn &= ~(<uint32_t> 1 << before.stock[before.size - 1])
    if drawn:
        card = lowest(drawn)
    return move | (declared << 9) | ((card + 1) << 11)


cdef inline bint same_world(State* a, State* b) noexcept nogil:
    """Of two worlds that look the same to me: are they?"""
    cdef int i
    if a.hand[1] != b.hand[1] or a.size != b.size:
        return False
    for i in range(a.size):
        if a.stock[i] != b.stock[i]:
            return False
    return True


cdef inline uint32_t world_hash(State* d) noexcept nogil:
    """A number that is equal for equal worlds."""
    cdef int i
    cdef uint64_t h = d.hand[1]
    for i in range(d.size):
        h = (h ^ <uint64_t> d.stock[i]) * 0x9E3779B97F4A7C15ULL
    return (h * 0x9E3779B97F4A7C15ULL) >> 32


cdef inline void* scratch(Tree* t, size_t size) noexcept nogil:
    """Memory while one spot is grown; without it growing is broken off."""
    cdef void* memory = malloc(size)
    if memory == NULL:
        t.cut = t.broken = True
    return memory


cdef inline void leave(Tree* t, State* s, int n, int8_t* values, int32_t label, int action,
                       int32_t* out) noexcept nogil:
    """Leave a spot ungrown: each world becomes a constant between the least and its double-dummy value.

    The plan knows it by a spot without slots. There are few of these, so that they need not ask for memory.
    """
    cdef int i
    cdef Spot* p
    cdef int64_t memory = t.memory
    t.cut = True
    for i in range(n):
        out[i] = constant(least(t.search.rules, &s[i]), values[i] if values != NULL else value_of(&t.search, &s[i]))
    t.memory = NO_LIMIT
    if extend(t, SPOTS, 1):
        p = &t.spots[t.blocks[SPOTS].used - 1]
        memset(p, 0, sizeof(Spot))
        p.label = label
        p.action = action
        p.end = t.blocks[SPOTS].used
    else:
        t.broken = True
    t.memory = memory


cdef inline void grow(Tree* t, State* s, int n, int8_t* values, int32_t label, int action, int32_t* out) noexcept nogil:
    """Grow the spot where these `n` worlds are possible and write each world's slot to `out`.

    `values`: their double-dummy values, if known.
    """
    cdef int value
    cdef bint chosen = t.only >= 0 and t.blocks[SPOTS].used == 0
    # The root of a given move is always grown: left, it would count for all my moves there, not for this one.
    if (t.cut or t.look(t)) and not chosen:
        leave(t, s, n, values, label, action, out)
    elif t.pruned and n == 1 and not chosen:
        value = values[0] if values != NULL else value_of(&t.search, s)
        out[0] = constant(value, value)
    elif s.turn == 0:
        grow_mine(t, s, n, label, action, out)
    else:
        grow_his(t, s, n, label, action, out)


cdef inline void grow_branches(Tree* t, State* after, int32_t* labels, int8_t* values, int32_t* places, int n,
                               int action, int32_t* targets) noexcept nogil:
    """Grow what lies below `n` continuations: one spot for all that look the same. `targets[places[i]]` are set."""
    cdef int i, j, k, size, room = 1
    cdef uint32_t h
    cdef State* group
    cdef int32_t* where
    cdef int32_t* out
    cdef int32_t* slots = NULL
    cdef int8_t* known
    cdef int32_t label
    if n == 0:
        return
    while t.merging and room < 2 * n:
        room *= 2
    group = <State*> scratch(t, n * (sizeof(State) + 2 * sizeof(int32_t) + 1) + room * sizeof(int32_t))
    if group == NULL:
        for i in range(n):
            targets[places[i]] = constant(-3, 3)
        return
    where = <int32_t*> (group + n)
    out = where + n
    slots = out + n
    known = <int8_t*> (slots + room)
    for i in range(n):
        if labels[i] < 0:
            continue
        label = labels[i]
        size = 0
        if t.merging:
            memset(slots, 255, room * sizeof(int32_t))
        for j in range(i, n):
            if labels[j] != label:
                continue
            k = size
            if t.merging:
                h = world_hash(&after[j]) & (room - 1)
                while slots[h] >= 0 and not same_world(&group[slots[h]], &after[j]):
                    h = (h + 1) & (room - 1)
                if slots[h] >= 0:
                    k = slots[h]
                slots[h] = k
            if k == size:
                group[k] = after[j]
                if values != NULL:
                    known[k] = values[j]
                size += 1
            where[j] = k
        grow(t, group, size, known if values != NULL else NULL, label, action, out)
        for j in range(i, n):
            if labels[j] == label:
                labels[j] = -1
                targets[places[j]] = out[where[j]]
    free(group)


cdef inline bint covers(int32_t* ends, int8_t* values, int n) noexcept nogil:
    """Do constants give at least `values` in every world?"""
    cdef int i
    for i in range(n):
        if ends[i] >= CONSTANTS or low_of(ends[i]) < values[i]:
            return False
    return True


cdef inline void grow_move(Tree* t, State* s, int n, int move, int action, State* after, int32_t* labels,
                           int32_t* places, int8_t* values, int8_t* known, int32_t* targets) noexcept nogil:
    """Grow below one move of mine; `values` are the double-dummy values after it (pruned games only)."""
    cdef int i, k = 0, result
    for i in range(n):
        after[k] = s[i]
        result = play_move(t.search.rules, &after[k], move)
        if result:
            targets[i] = constant(result - OVER, result - OVER)
            continue
        tidy(&after[k])
        if t.pruned:
            known[k] = values[i]
            if values[i] == least(t.search.rules, &after[k]):
                targets[i] = constant(values[i], values[i])
                continue
        labels[k] = label_of(&s[i], &after[k], move)
        places[k] = i
        k += 1
    grow_branches(t, after, labels, known if t.pruned else NULL, places, k, action, targets)


cdef inline int value_after(Tree* t, State* s, int move) noexcept nogil:
    """The double-dummy value of a world after a move."""
    cdef State after = s[0]
    cdef int result = play_move(t.search.rules, &after, move)
    if result:
        return result - OVER
    tidy(&after)
    return value_of(&t.search, &after)


cdef inline bint append_slots(Tree* t, Spot* spot, int slots, int64_t edges, int choices, int moves) noexcept nogil:
    """Make room for a spot's vectors behind its subtree, and number them."""
    cdef int64_t i
    spot.first = t.blocks[VALUES].used
    spot.last = spot.first + slots
    spot.edges = t.blocks[TARGETS].used
    spot.choices = t.blocks[REGRETS].used
    spot.moves = t.blocks[MOVES].used
    spot.actions = moves
    spot.end = t.blocks[SPOTS].used
    spot.seen = 0
    if not (extend(t, VALUES, slots) and extend(t, REACHES, slots) and extend(t, COUNTS, slots)
            and extend(t, TARGETS, edges) and extend(t, REGRETS, choices) and extend(t, AVERAGES, choices)
            and extend(t, STRATEGIES, choices) and extend(t, MOVES, moves)):
        return False
    for i in range(spot.choices, spot.choices + choices):
        t.regret[i] = 0
        t.average[i] = 0
        t.strategy[i] = 0
    for i in range(spot.first, spot.last):
        t.value[i] = 0
        t.reach[i] = 0
    return True


cdef inline void grow_mine(Tree* t, State* s, int n, int32_t label, int action, int32_t* out) noexcept nogil:
    """A spot where I am to act: the moves are the same in all worlds."""
    cdef int moves[MAX_MOVES]
    cdef int order[MAX_MOVES]
    cdef int totals[MAX_MOVES]
    cdef int kept[MAX_MOVES]
    cdef int m, i, j, a, b, keep = 0, slots
    cdef int64_t marks[BLOCKS]
    cdef int64_t index = t.blocks[SPOTS].used
    cdef Spot spot
    cdef State* after
    cdef int32_t* targets
    cdef int32_t* labels
    cdef int32_t* places
    cdef int8_t* values
    cdef int8_t* known
    cdef bint needless, all_same
    m = list_moves(t.search.rules, s, moves)
    if index == 0 and t.only >= 0:
        moves[0] = t.only
        m = 1
    mark(t, marks)
    after = <State*> scratch(t, n * (sizeof(State) + (m + 2) * sizeof(int32_t) + m + 1))
    if after == NULL or not extend(t, SPOTS, 1):
        free(after)
        leave(t, s, n, NULL, label, action, out)
        return
    targets = <int32_t*> (after + n)
    labels = targets + m * n
    places = labels + n
    values = <int8_t*> (places + n)
    known = values + m * n
    for a in range(m):
        totals[a] = 0
        for i in range(n if t.pruned else 0):
            values[a * n + i] = value_after(t, &s[i], moves[a])
            totals[a] += values[a * n + i]
        j = a
        while j > 0 and totals[order[j - 1]] < totals[a]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = a
    for j in range(m):
        a = order[j]
        needless = False
        for i in range(keep if t.pruned else 0):
            needless = needless or covers(targets + kept[i] * n, values + a * n, n)
        if needless:
            continue
        grow_move(t, s, n, moves[a], keep, after, labels, places, values + a * n, known, targets + a * n)
        kept[keep] = a
        keep += 1
    for i in range(keep if t.pruned else 0):
        a = kept[i]
        needless = True
        for b in range(m):
            needless = needless and covers(targets + a * n, values + b * n, n)
        if needless:                                    # settled: this move alone will do
            rewind(t, marks)
            for j in range(n):
                out[j] = targets[a * n + j]
            free(after)
            return
    slots = 0
    for i in range(n):
        all_same = t.pruned and targets[kept[0] * n + i] < CONSTANTS
        for j in range(1, keep):
            all_same = all_same and targets[kept[j] * n + i] == targets[kept[0] * n + i]
        places[i] = -1 if all_same else slots
        slots += not all_same
    spot.mine = True
    spot.label = label
    spot.action = action
    if slots > 0 and append_slots(t, &spot, slots, <int64_t> slots * keep, keep, keep):
        t.spots[index] = spot
        for j in range(keep):
            t.moves[spot.moves + j] = moves[kept[j]]
        for i in range(n):
            out[i] = targets[kept[0] * n + i]
            if places[i] >= 0:
                out[i] = spot.first + places[i]
                for j in range(keep):
                    t.target[spot.edges + j * slots + places[i]] = targets[kept[j] * n + i]
    else:
        rewind(t, marks)
        for i in range(n):
            out[i] = targets[kept[0] * n + i]
        if slots > 0:
            leave(t, s, n, NULL, label, action, out)
    free(after)


cdef inline void grow_his(Tree* t, State* s, int n, int32_t label, int action, int32_t* out) noexcept nogil:
    """A spot where he is to act: he sees the world, and his moves differ with it."""
    cdef int moves[MAX_MOVES]
    cdef int m, i, j, k = 0, slots = 0, result, low, high, live
    cdef int64_t edges = 0, e = 0
    cdef int64_t marks[BLOCKS]
    cdef int64_t index = t.blocks[SPOTS].used
    cdef Spot spot
    cdef State* after
    cdef int32_t* targets
    cdef int32_t* labels
    cdef int32_t* places
    cdef int32_t* starts
    for i in range(n):
        edges += list_moves(t.search.rules, &s[i], moves)
    mark(t, marks)
    after = <State*> scratch(t, edges * (sizeof(State) + 3 * sizeof(int32_t)) + (n + 1) * sizeof(int32_t))
    if after == NULL or not extend(t, SPOTS, 1):
        free(after)
        leave(t, s, n, NULL, label, action, out)
        return
    targets = <int32_t*> (after + edges)
    labels = targets + edges
    places = labels + edges
    starts = places + edges
    for i in range(n):
        starts[i] = e
        m = list_moves(t.search.rules, &s[i], moves)
        for j in range(m):
            after[k] = s[i]
            result = play_move(t.search.rules, &after[k], moves[j])
            if result:
                targets[e] = constant(result - OVER, result - OVER)
            else:
                tidy(&after[k])
                labels[k] = label_of(&s[i], &after[k], moves[j])
                places[k] = e
                k += 1
            e += 1
    starts[n] = e
    grow_branches(t, after, labels, NULL, places, k, 0, targets)
    # Fold the constants of each world into one; a world with nothing else needs no slot.
    edges = 0
    for i in range(n):
        low = high = 3
        live = 0
        k = starts[i]
        for j in range(starts[i], starts[i + 1]):
            if targets[j] >= CONSTANTS or not t.pruned:
                targets[k] = targets[j]
                k += 1
                live += 1
            else:
                low = min(low, low_of(targets[j]))
                high = min(high, high_of(targets[j]))
        out[i] = constant(low, high)
        places[i] = live
        if live:
            if k < starts[i + 1]:
                targets[k] = constant(low, high)
                places[i] += 1
            slots += 1
            edges += places[i]
    if slots == 0:
        rewind(t, marks)
        free(after)
        return
    spot.mine = False
    spot.label = label
    spot.action = action
    if append_slots(t, &spot, slots, edges, edges, 0):
        t.spots[index] = spot
        k = 0
        e = spot.edges
        for i in range(n):
            if places[i]:
                out[i] = spot.first + k
                t.count[spot.first + k] = places[i]
                k += 1
                for j in range(places[i]):
                    t.target[e] = targets[starts[i] + j]
                    e += 1
    else:
        rewind(t, marks)
        leave(t, s, n, NULL, label, action, out)
    free(after)
