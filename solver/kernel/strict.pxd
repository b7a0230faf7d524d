"""The strict endgame: no stock to draw from, everything known. The inner loop of every search.

`strict_need` and `lead_need` call each other: the first chooses the lead, the second the reply. Both return a
proved bound on the need of the player on lead (goal.pxd): at most `points` if he succeeds, above it if he fails.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from solver.kernel.bits cimport (beats, card_value, higher, highest, lowest, partner, suit_mask, suit_of, suit_points,
                                 ternary, Suit, suit_table)
from solver.kernel.bounds cimport Bounds, clamp, marriages_held, strict_bounds, within
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


cdef inline int append_down(uint32_t cards, uint8_t* out, int count) noexcept nogil:
    """Append `cards` from the dearest to the cheapest; returns the new count."""
    cdef uint32_t ranks = 0x80808080, some
    while cards:
        some = cards & ranks
        cards ^= some
        ranks >>= 1
        while some:
            out[count] = lowest(some)
            count += 1
            some &= some - 1
    return count


cdef inline int append_up(uint32_t cards, uint8_t* out, int count) noexcept nogil:
    """Append `cards` from the cheapest to the dearest; returns the new count."""
    cdef uint32_t ranks = 0x01010101, some
    while cards:
        some = cards & ranks
        cards ^= some
        ranks <<= 1
        while some:
            out[count] = lowest(some)
            count += 1
            some &= some - 1
    return count


cdef inline uint32_t sure_winners(Node* n, int trump) noexcept nogil:
    """The leader's cards that win when led now: above the follower's of the suit, and not to be trumped."""
    cdef uint32_t winners = 0, his
    cdef bint trumps = (n.other >> (8 * trump)) & 255
    cdef int shift
    for shift in range(0, 32, 8):
        his = (n.other >> shift) & 255
        if his:
            winners |= suit_mask(shift >> 3) & higher(shift + highest(his))
        elif not trumps or shift == 8 * trump:
            winners |= suit_mask(shift >> 3)
    return winners & n.hand


cdef inline int strict_lead_order(Context* c, Node* n, int best, uint32_t pairs, uint8_t* out) noexcept nogil:
    """The leads, most promising first: the best known, marriages, winners from the dearest, losers from the cheapest."""
    cdef uint32_t cards = n.hand, winners = sure_winners(n, c.trump)
    cdef int count = 0
    if best != NO_CARD:
        out[0] = best
        count = 1
        cards &= ~(<uint32_t> 1 << best)
    count = append_down(cards & pairs, out, count)
    cards &= ~pairs
    count = append_down(cards & winners, out, count)
    return append_up(cards & ~winners, out, count)


cdef inline uint32_t thinned_suit(uint32_t cards, uint32_t live, uint32_t apart, int shift, bint high) noexcept nogil:
    """`thinned` for cards that are all of the suit at `shift`."""
    cdef uint32_t own = cards & ~apart
    cdef Suit* s = &suit_table[ternary[(own >> shift) & 255] + 2 * ternary[(((live | apart) & ~own) >> shift) & 255]]
    return (cards & apart) | (<uint32_t> (s.keep_high if high else s.keep_low) << shift)


cdef inline int strict_reply_order(Context* c, Node* n, int lead, uint32_t apart, uint8_t* out) noexcept nogil:
    """The replies that matter, most promising first: winners from the dearest down, then losers from the cheapest up."""
    cdef int shift = lead & 24, count
    cdef uint32_t cards = replies(c.rules, n.other, lead, c.trump, True)
    cdef uint32_t live = n.hand & ~(<uint32_t> 1 << lead), winners, losers
    if cards & (cards - 1) == 0:
        out[0] = lowest(cards)
        return 1
    if cards & suit_mask(shift >> 3):                  # he follows
        winners = cards & higher(lead)
        losers = cards & ~winners
        if losers & (losers - 1):
            losers = thinned_suit(losers, live, apart, shift, False)
    else:
        shift = 8 * c.trump
        winners = cards & suit_mask(c.trump)
        losers = cards & ~winners
        if losers & (losers - 1):
            losers = thinned(losers, live, apart, False)
    if winners & (winners - 1):
        winners = thinned_suit(winners, live, apart, shift, True)
    count = append_down(winners, out, 0)
    return append_up(losers, out, count)


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


cdef inline int best_show(Rules* r, Node* n, int trump) noexcept nogil:
    """Points of the best marriage that the follower, answering, could show to win if they brought him to 66; or none."""
    cdef uint32_t queens = n.other & (n.other >> 1) & 0x10101010
    if queens == 0 or not (r.count_at_once or n.flags & OTHER_HAS_TRICK):
        return 0
    return 40 if (queens >> (8 * trump)) & 0x10 else 20


cdef inline bint shows_out(Node* n, int marriage, int shown) noexcept nogil:
    """Does showing a marriage of `shown` points bring the answering follower to 66, ahead of the leader?

    `marriage`: what the leader has just declared and counted.
    """
    return shown > 0 and n.total - n.points + shown >= TARGET and n.points + marriage < TARGET


cdef inline int shown_need(Goal* g, Node* n, int marriage) noexcept nogil:
    """The leader's result when the follower shows: 0 points needed or more than he has."""
    if n.attacking:
        return n.points + 1
    # The follower is the attacker: he wins so high unless the leader has passed his limit.
    return n.points if n.points + marriage > limit_now(g, n) else n.points + 1


cdef inline int lead_limits(Goal* g, Node* n, int counted, int limit, int shown, int need) noexcept nogil:
    """A bound found among the replies to a lead, made true for other splits of the points as well.

    With more points the leader would have been out by declaring (`counted`), so he never needs more than that. With
    more points the follower could have shown a marriage (`shown`, 0 for none) and won, so the leader needs enough
    to rule that out. Neither touches the answer for the points at hand.
    """
    cdef int least
    if need > n.points:
        if counted:
            need = max(n.points + 1, min(need, (TARGET if n.attacking else limit + 1) - counted))
    elif shown:
        least = n.total + shown - TARGET + 1
        if not n.attacking:
            least = min(least, limit + 1)
        need = max(need, min(least, n.points))
    return need


cdef inline bint declared_wins(Goal* g, Node* child) noexcept nogil:
    """The attacker declared himself to 66 and the trick has been played out: does he win so high?"""
    cdef int other = child.total - child.points if child.attacking else child.points
    cdef int has_trick = (child.flags >> 1) & 1 if child.attacking else child.flags & 1
    return other <= g.declared_limit[has_trick]


cdef inline int lead_need(Context* c, Goal* g, Node* n, int lead) noexcept nogil:
    """The need of the leader if he leads `lead`: the greatest over the replies."""
    cdef Node child
    cdef uint8_t order[32]
    cdef int count, i, need, worst = NEED_MIN, state = 0, shown = 0
    cdef int marriage = declares(c.rules, n, lead, c.trump, g.marriages)
    cdef int counted = marriage if counts_now(c.rules, n) else 0
    cdef bint same
    if counted:
        state = declared_out(g, n, counted, c.rules.stop_at_once, limit_now(g, n), &need)
        if state == 1:
            return need
    if c.rules.show_to_win and g.marriages:
        shown = best_show(c.rules, n, c.trump)
        if shows_out(n, counted, shown):
            return shown_need(g, n, counted)
    count = strict_reply_order(c, n, lead, pairs_in(n.other) if g.marriages else 0, order)
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
    return lead_limits(g, n, counted, limit_now(g, n), shown, worst)


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
    return back(n, &child, same, within(&b, end_need(g, &child)))


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
        return within(&b, end_need(g, n))
    c.nodes += 1
    if n.hand & (n.hand - 1) == 0:
        return within(&b, last_need(c, g, n))
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
    apart = pairs_in(n.hand) if g.marriages else 0
    count = strict_lead_order(c, n, best_card, apart, order)
    best = NEED_MAX
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
    best = within(&b, best)
    if best <= n.points:
        if e != NULL:
            keep(&c.strict, e, n.hand, n.other, key, NEED_MIN, best, best_card)
    else:
        if e != NULL:
            keep(&c.strict, e, n.hand, n.other, key, best, NEED_MAX, NO_CARD)
    return best
