"""The strict endgame: no stock to draw from, everything known. The inner loop of every search.

`strict_need` and `lead_need` call each other: the first chooses the lead, the second the reply. Both return a
proved bound on the need of the player on lead (goal.pxd): at most `points` if he succeeds, above it if he fails.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from solver.kernel.bits cimport (beats, card_value, higher, highest, lowest, partner, suit_mask, suit_of, suit_points,
                                 ternary, Suit, suit_table)
from solver.kernel.bounds cimport Bounds, clamp, marriages_held, strict_bounds
from solver.kernel.deal cimport replies
from solver.kernel.goal cimport (HAS_TRICK, OTHER_HAS_TRICK, PENDING_SHIFT, Goal, Node, back, end_need, from_attacker,
                                 limit_now)
from solver.kernel.rules cimport TARGET, Rules
from solver.kernel.table cimport NEED_MAX, NEED_MIN, NO_CARD, Entry, Table, holds, keep, slot
from solver.kernel.trick cimport counts_now, declares, play_trick

cdef struct Context:
    Rules* rules
    int trump
    Goal goals[6]                 # open and closed, level 1..3
    Table strict
    Table open
    int stock_size                # of the root
    int8_t stock[32]              # in drawing order; the face-up trump is in the node
    uint32_t stock_cards[17]      # by cards left / 2: the face-down cards still to be drawn
    uint64_t nodes
    uint64_t check_at             # next look at clock and signals
    bint stop                     # unwind: the result is worthless
    double deadline               # seconds on the monotonic clock, 0 for none
    int (*look_around)(Context*) noexcept nogil     # clock and signals; sets `stop`
    void* owner                   # the Python object behind, for `look_around`


cdef inline uint32_t thinned(uint32_t cards, uint32_t live, uint32_t apart, bint high) noexcept nogil:
    """Of each group of `cards` that no live card divides, only the dearest (`high`) or the cheapest.

    Replies of one group all win, or all lose, now and later: they differ by their points alone. Playing the dearest
    into a trick one wins, the cheapest into one the other wins, gains the difference now, and the same card later can
    give back no more than that. Cards that are worth more than their points (`apart`) stay, and divide groups.
    """
    cdef uint32_t own = cards & ~apart, kept = cards & apart, dividing = (live | apart) & ~own
    cdef int shift
    cdef Suit* s
    for shift in range(0, 32, 8):
        if (own >> shift) & 255:
            s = &suit_table[ternary[(own >> shift) & 255] + 2 * ternary[(dividing >> shift) & 255]]
            kept |= <uint32_t> (s.keep_high if high else s.keep_low) << shift
    return kept


cdef inline uint32_t pairs_in(uint32_t cards) noexcept nogil:
    """The kings and queens of the marriages in a set of cards."""
    cdef uint32_t queens = cards & (cards >> 1) & 0x10101010
    return queens | (queens << 1)


cdef inline int strict_lead_order(Context* c, Node* n, int best, uint8_t* out) noexcept nogil:
    """The leads, most promising first."""
    cdef int scores[32]
    cdef int count = 0, card, score, i, shift
    cdef uint32_t cards = n.hand, suit
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        shift = card & 24
        suit = (n.other >> shift) & 255
        score = card_value[card & 7]
        if card == best:
            score = 1000
        elif suit >> (card & 7):
            score = -score                                    # can be beaten in its suit
            if n.hand & partner(card):
                score += 25
        elif suit or not (n.other >> (8 * c.trump)) & 255:
            score += 20                                       # wins
            if n.hand & partner(card):
                score += 25
        else:
            score = -score - 5                                # will be trumped
        i = count
        while i > 0 and scores[i - 1] < score:
            scores[i] = scores[i - 1]
            out[i] = out[i - 1]
            i -= 1
        scores[i] = score
        out[i] = card
        count += 1
    return count


cdef inline int strict_reply_order(Context* c, Goal* g, Node* n, int lead, uint8_t* out) noexcept nogil:
    """The replies that matter, most promising first: winners from the dearest down, then losers from the cheapest up."""
    cdef uint32_t cards = replies(c.rules, n.other, lead, c.trump, True)
    cdef uint32_t suit = suit_mask(lead >> 3), live = n.hand & ~(<uint32_t> 1 << lead)
    cdef uint32_t winners = cards & suit & higher(lead), apart = 0
    cdef int count = 0, i, card
    if (lead >> 3) != c.trump:
        winners |= cards & suit_mask(c.trump)
    if g.marriages:
        apart = pairs_in(n.other)
    cdef uint32_t losers = cards & ~winners
    if winners & (winners - 1):
        winners = thinned(winners, live, apart, True)
    if losers & (losers - 1):
        losers = thinned(losers, live, apart, False)
    while winners:
        card = lowest(winners)
        winners &= winners - 1
        i = count
        while i > 0 and card_value[out[i - 1] & 7] < card_value[card & 7]:
            out[i] = out[i - 1]
            i -= 1
        out[i] = card
        count += 1
    cdef int first = count
    while losers:
        card = lowest(losers)
        losers &= losers - 1
        i = count
        while i > first and card_value[out[i - 1] & 7] > card_value[card & 7]:
            out[i] = out[i - 1]
            i -= 1
        out[i] = card
        count += 1
    return count


cdef inline int declared_out(Goal* g, Node* n, int marriage, bint at_once, int limit, int* need) noexcept nogil:
    """Has the leader got his way by declaring `marriage` (counted)? Then 1, and a bound on his need.

    Returns 2 if the attacker has his 66 but the trick is still played out, 0 if nothing is settled. `limit`: with more
    points than that the attacker's opponent has got his way.
    """
    if not n.attacking:
        if n.points + marriage > limit:      # past the limit, or at 66 before the attacker
            need[0] = limit + 1 - marriage
            return 1
        return 0
    if n.points + marriage < TARGET:
        return 0
    if at_once:
        need[0] = max(TARGET - marriage, n.total - limit_now(g, n))
        return 1
    return 2


cdef inline bint shows_out(Rules* r, Goal* g, Node* n, int marriage, int trump) noexcept nogil:
    """May the follower, answering, show a marriage that brings him to 66? (`marriage`: just declared and counted.)"""
    cdef uint32_t queens
    cdef int need = TARGET - (n.total - n.points)
    if not r.show_to_win or n.points + marriage >= TARGET:
        return False
    if not r.count_at_once and not n.flags & OTHER_HAS_TRICK:
        return False
    queens = n.other & (n.other >> 1) & 0x10101010
    if queens == 0:
        return False
    return need <= (40 if (queens >> (8 * trump)) & 0x10 else 20)


cdef inline int shown_need(Goal* g, Node* n, int marriage) noexcept nogil:
    """The leader's result when the follower shows: 0 points needed or more than he has."""
    if n.attacking:
        return n.points + 1
    # The follower is the attacker: he wins so high unless the leader has passed his limit.
    return n.points if n.points + marriage > limit_now(g, n) else n.points + 1


cdef inline bint declared_wins(Goal* g, Node* child) noexcept nogil:
    """The attacker declared himself to 66 and the trick has been played out: does he win so high?"""
    cdef int other = child.total - child.points if child.attacking else child.points
    cdef int has_trick = (child.flags >> 1) & 1 if child.attacking else child.flags & 1
    return other <= g.declared_limit[has_trick]


cdef inline int lead_need(Context* c, Goal* g, Node* n, int lead) noexcept nogil:
    """The need of the leader if he leads `lead`: the greatest over the replies."""
    cdef Node child
    cdef uint8_t order[32]
    cdef int count, i, need, worst = NEED_MIN, state = 0
    cdef int marriage = declares(c.rules, n, lead, c.trump, g.marriages)
    cdef int counted = marriage if counts_now(c.rules, n) else 0
    cdef bint same
    if counted:
        state = declared_out(g, n, counted, c.rules.stop_at_once, limit_now(g, n), &need)
        if state == 1:
            return need
    if c.rules.show_to_win and g.marriages and shows_out(c.rules, g, n, counted, c.trump):
        return shown_need(g, n, counted)
    count = strict_reply_order(c, g, n, lead, order)
    for i in range(count):
        same = play_trick(c.rules, n, lead, order[i], marriage, c.trump, &child)
        if state == 2:
            need = n.points if declared_wins(g, &child) else n.points + 1
        else:
            need = back(n, &child, same, strict_need(c, g, &child))
        if need > worst:
            worst = need
            if worst > n.points:
                break
    return worst


cdef inline uint32_t strict_key(Context* c, Goal* g, Node* n) noexcept nogil:
    """Everything a strict position's need depends on besides the hands and the points' split."""
    cdef int flags = n.flags
    if flags & 3 and flags >> PENDING_SHIFT == 0:
        # With nothing pending, only whether the attacker's opponent has a trick can matter, and not always.
        if g.limit[0] == g.limit[1] and g.declared_limit[0] == g.declared_limit[1]:
            flags = 3
        else:
            flags |= HAS_TRICK if n.attacking else OTHER_HAS_TRICK
    return (n.total | (flags << 8) | (<uint32_t> n.attacking << 12) | (g.index << 13)
            | (<uint32_t> c.trump << 16))


cdef inline bint worth_a_look(Node* n) noexcept nogil:
    """Positions of two cards a side are searched faster than looked up."""
    cdef uint32_t rest = n.hand & (n.hand - 1)
    return rest & (rest - 1) != 0


cdef inline int last_need(Context* c, Goal* g, Node* n) noexcept nogil:
    """The need with one card each: nothing to choose."""
    cdef Node child
    cdef Bounds b
    cdef bint same = play_trick(c.rules, n, lowest(n.hand), lowest(n.other), 0, c.trump, &child)
    clamp(g, &child, &b)
    if child.points >= b.high:
        return back(n, &child, same, b.high)
    if child.points < b.low:
        return back(n, &child, same, b.low)
    return back(n, &child, same, end_need(g, &child))


cdef inline int twin_bound(Node* n, uint32_t live, uint32_t tried, int8_t* bounds, int card) noexcept nogil:
    """A lower bound on the need after leading `card`, from leads already searched that differ by their points alone.

    Two leads with no live card between them have the same power, now and later. Exchanging their parts in all that
    follows changes what either player has, at any moment, by no more than the difference of their points, and so the
    need (Kupferschmid and Helmert 2007, quasi-symmetry). `tried` holds no cards of a marriage.
    """
    cdef uint32_t twins = tried & suit_mask(card >> 3), one = <uint32_t> 1 << card, other
    cdef int twin, best = NEED_MIN
    while twins:
        twin = lowest(twins)
        twins &= twins - 1
        other = <uint32_t> 1 << twin
        if live & (one - other if twin < card else other - one) == 0:
            best = max(best, bounds[twin] - abs(card_value[card & 7] - card_value[twin & 7]))
    return best


cdef inline int strict_need(Context* c, Goal* g, Node* n) noexcept nogil:
    """The need of the player on lead in a strict position."""
    cdef Bounds b
    cdef Entry* e = NULL
    cdef uint8_t order[32]
    cdef uint32_t key = 0
    cdef int need, best, best_card = NO_CARD, count, i, card
    cdef int8_t bounds[32]
    cdef uint32_t tried = 0, apart
    clamp(g, n, &b)
    if n.points >= b.high:
        return b.high
    if n.points < b.low:
        return b.low
    if n.hand == 0:
        return end_need(g, n)
    c.nodes += 1
    if n.hand & (n.hand - 1) == 0:
        return last_need(c, g, n)
    strict_bounds(c.rules, g, n, c.trump, &b)
    if n.points >= b.high:
        return b.high
    if n.points < b.low:
        return b.low
    if c.strict.entries != NULL and worth_a_look(n):
        key = strict_key(c, g, n)
        e = slot(&c.strict, n.hand, n.other, key)
        if holds(&c.strict, e, n.hand, n.other, key):
            if n.points >= e.high:
                return e.high
            if n.points < e.low:
                return e.low
            best_card = e.best
    count = strict_lead_order(c, n, best_card, order)
    best = NEED_MAX
    apart = pairs_in(n.hand) if g.marriages else 0
    for i in range(count):
        card = order[i]
        need = NEED_MIN if (apart >> card) & 1 else twin_bound(n, n.other, tried & ~apart, bounds, card)
        if need <= n.points:
            need = lead_need(c, g, n, card)
            tried |= <uint32_t> 1 << card
            bounds[card] = min(need, NEED_MAX)
        if need < best:
            best = need
            best_card = card
            if best <= n.points:
                break
    if best <= n.points:
        best = min(best, b.high)
        if e != NULL:
            keep(&c.strict, e, n.hand, n.other, key, NEED_MIN, best, best_card)
    else:
        best = max(best, b.low)
        if e != NULL:
            keep(&c.strict, e, n.hand, n.other, key, best, NEED_MAX, NO_CARD)
    return best
