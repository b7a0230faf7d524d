"""My plan read off the best-defence game: a tree of moves, how often each, and what to do after every reply.

The spots of the game are walked again with the worlds that are possible at each. Where the game was cut short because
one plan attains every double-dummy value (grow.pxd), that plan is found again here.

Worlds travel as bytes, one `State` after the other.
"""

from libc.stdint cimport int8_t, int32_t, int64_t
from libc.stdlib cimport free, malloc

from solver.kernel.deal cimport MAX_MOVES, State, list_moves, play_move
from solver.kernel.grow cimport covers, grow_move, label_of, tidy, value_after
from solver.kernel.payoff cimport least, value_of
from solver.kernel.tree cimport BLOCKS, Spot, Tree, mark, rewind

cdef enum:
    SETTLED = -1                  # in place of a spot: one plan attains the double-dummy values from here


cdef inline dict groups_after(Tree* t, bytes worlds, list moves):
    """What I can see after one of these moves (None: any legal one): a dict from labels to the worlds then possible.

    Worlds that are over, or lost whatever I do after a move of mine, are left out; equal ones appear once.
    """
    cdef State* s = <State*> <char*> worlds
    cdef State after
    cdef int n = len(worlds) // sizeof(State), i, m, j
    cdef int legal[MAX_MOVES]
    found = {}
    for i in range(n):
        if moves is None:
            m = list_moves(t.search.rules, &s[i], legal)
        else:
            m = len(moves)
            for j in range(m):
                legal[j] = moves[j]
        for j in range(m):
            after = s[i]
            if play_move(t.search.rules, &after, legal[j]):
                continue
            tidy(&after)
            if s[i].turn == 0 and t.pruned and value_of(&t.search, &after) == least(t.search.rules, &after):
                continue
            group = found.setdefault(label_of(&s[i], &after, legal[j]), {})
            group[after.hand[1], (<char*> after.stock)[:after.size]] = (<char*> &after)[:sizeof(State)]
    return {label: b"".join(group.values()) for label, group in found.items()}


cdef inline int32_t child_of(Tree* t, int32_t index, int action, int32_t label):
    """The spot that a move leads to; SETTLED if there is none."""
    cdef int32_t child
    if index == SETTLED:
        return SETTLED
    child = index + 1
    while child < t.spots[index].end:
        if t.spots[child].label == label and t.spots[child].action == action:
            return child
        child = t.spots[child].end
    return SETTLED


cdef inline int settled_move(Tree* t, bytes worlds) except -2:
    """A move that starts a plan which attains the double-dummy value of each of these worlds, or -1."""
    cdef State* s = <State*> <char*> worlds
    cdef int n = len(worlds) // sizeof(State), m, a, i, found = -1
    cdef int moves[MAX_MOVES]
    cdef int64_t marks[BLOCKS]
    cdef int8_t* values
    cdef int8_t* best
    cdef int32_t* targets
    cdef State* after
    m = list_moves(t.search.rules, s, moves)
    after = <State*> malloc(n * (sizeof(State) + 3 * sizeof(int32_t) + m + 2))
    if after == NULL:
        raise MemoryError("no memory to read off the plan")
    targets = <int32_t*> (after + n)
    values = <int8_t*> (targets + 3 * n)
    best = values + m * n
    with nogil:
        for a in range(m):
            for i in range(n):
                values[a * n + i] = value_after(t, &s[i], moves[a])
                best[i] = values[a * n + i] if a == 0 else max(best[i], values[a * n + i])
        for a in range(m):
            mark(t, marks)
            for i in range(n):
                if values[a * n + i] != best[i]:
                    break
            else:
                grow_move(t, s, n, moves[a], 0, after, targets + n, targets + 2 * n, values + a * n, best + n, targets)
                rewind(t, marks)
                if covers(targets, values + a * n, n):
                    found = moves[a]
                    break
    free(after)
    return found


cdef inline str words(int32_t label, dict names, list cards, bint mine):
    """A move as it is seen: `KS=20` with the marriage declared, ` +QD` with the card I drew; of mine only the draw."""
    cdef int move = label & 511, declared = (label >> 9) & 3, card = (label >> 11) - 1
    text = "" if mine else names[move] + (f"={20 * declared}" if declared else "")
    if card >= 0:
        text += f" +{cards[card]}" if text else f"+{cards[card]}"
    return text


cdef inline list options(Tree* t, bytes worlds, int32_t index, int only, dict names, list cards):
    """My moves here, each {move, mix, replies}; `only`: the one move to be told of at the root, or -1."""
    cdef Spot spot
    cdef int a, move
    shares = []
    if index == SETTLED:
        move = only if only >= 0 else settled_move(t, worlds)
        if move >= 0:
            shares.append((0, move, 1.0))
    else:
        spot = t.spots[index]
        if spot.first == spot.last:              # left out: nothing is counted on
            return [{"move": names[only], "mix": 1.0, "replies": {}}] if only >= 0 else []
        for a in range(spot.actions):
            if t.strategy[spot.choices + a] > 0:
                shares.append((a, t.moves[spot.moves + a], t.strategy[spot.choices + a]))
    plan = []
    for a, move, share in sorted(shares, key=lambda each: -each[2]):
        replies = {}
        for label, after in groups_after(t, worlds, [move]).items():
            follow(t, after, child_of(t, index, a, label), words(label, names, cards, True), replies, names, cards)
        plan.append({"move": names[move], "mix": share, "replies": replies})
    return plan


cdef inline int follow(Tree* t, bytes worlds, int32_t index, str path, dict replies, dict names, list cards) except -1:
    """Add to `replies` what he can do until I am to act again, each with my options then."""
    if (<State*> <char*> worlds).turn == 0:
        chosen = options(t, worlds, index, -1, names, cards)
        if chosen:
            replies[path] = chosen
        return 0
    for label, after in groups_after(t, worlds, None).items():
        step = words(label, names, cards, False)
        follow(t, after, child_of(t, index, 0, label), f"{path} {step}" if path else step, replies, names, cards)
    return 0
