"""What can be said of a strict position without searching it: claims and limits.

Both sides may *claim* what is theirs whatever the other does:

- The leader cashes his sure tricks: trumps from the top while they outrank the other's; then, once the other has
  no trump left, everything that nothing can beat, and while he still has one, only as long as he must follow.
- The player not on lead is sure of his trumps above the leader's highest: whenever they are played, they win.

A claim that brings its owner to his goal proves success, for on the way the other wins no trick (he may still show
a marriage, where the rules let him win by that). And it bounds what the other can reach: all the points left, his
marriages and the bonus, less what is claimed.
"""

from libc.stdint cimport uint32_t

from solver.kernel.bits cimport Suit, suit_of
from solver.kernel.goal cimport HAS_TRICK, PENDING_SHIFT, Goal, Node, from_attacker, limit_now
from solver.kernel.rules cimport LAST_TRICK, MAJORITY, TARGET, Rules

cdef struct Bounds:
    int low                       # need >= low
    int high                      # need <= high

cdef struct Claim:
    int leader                    # points the leader can cash
    bint leader_trick             # and whether that is a trick at all
    int follower                  # points of the follower's sure trumps
    int left                      # card points in both hands


cdef inline int marriages_held(uint32_t hand, int trump) noexcept nogil:
    """Points of all the marriages in a hand."""
    cdef uint32_t pairs = hand & (hand >> 1) & 0x10101010
    cdef int points
    if pairs == 0:
        return 0
    points = 20 * ((pairs >> (8 * trump + 4)) & 1)
    while pairs:
        points += 20
        pairs &= pairs - 1
    return points


cdef inline void clamp(Goal* g, Node* n, Bounds* b) noexcept nogil:
    """What the score alone says: the attacker wins with 66 unless the other has passed the limit."""
    cdef int limit = limit_now(g, n)
    cdef int passed = n.total - limit         # an attacker with less than this faces a player past the limit
    if n.attacking:
        b.low = passed
        b.high = max(TARGET, passed)
    else:
        b.low = n.total + 1 - max(TARGET, passed)
        b.high = limit + 1


cdef inline int within(Bounds* b, int need) noexcept nogil:
    """A bound on the need that respects what is known of it.

    Not only for a better bound: what the moves say of a need does not know that with so few, or so many, points the
    deal would be over already, and the position before reckons with this number under other splits of the points.
    """
    return min(max(need, b.low), b.high)


cdef inline void claim(Node* n, int trump, Claim* c) noexcept nogil:
    """The sure tricks of both sides in a strict position."""
    cdef int shift, run, followed, tricks, followed_tricks
    cdef Suit* s = suit_of(n.hand, n.other, 8 * trump)
    cdef bint no_trump_left = s.all_out
    run = followed = s.run_points
    tricks = followed_tricks = s.run
    c.left = s.points
    for shift in range(0, 32, 8):
        if shift != 8 * trump:
            s = suit_of(n.hand, n.other, shift)
            run += s.run_points
            tricks += s.run
            followed += s.followed_points
            followed_tricks += s.followed
            c.left += s.points
    c.leader = run if no_trump_left else followed
    c.leader_trick = (tricks if no_trump_left else followed_tricks) > 0
    c.follower = suit_of(n.other, n.hand, 8 * trump).top_points


cdef inline int least_need(Goal* g, Node* n, int left, int marriages, int sure) noexcept nogil:
    """A lower bound on the attacker's need: what he lacks even if he gets all but the other's `sure` points."""
    cdef int low = TARGET - (left + marriages + g.bonus - sure)
    if g.undecided == MAJORITY:
        # Or he ends below 66 with more than half of what is counted then; marriages he declares add to both sides
        # of  points + left + bonus - sure + marriages > (total + left + bonus + marriages) / 2.
        return min(low, ((n.total - left - g.bonus - marriages) >> 1) + sure + 1)
    return low


cdef inline void strict_bounds(Rules* r, Goal* g, Node* n, int trump, Bounds* b) noexcept nogil:
    """Tighten `b` (from `clamp`) in a strict position with cards left."""
    cdef Claim c
    cdef int own = 0, his = 0, most, low
    cdef int pending = 20 * (n.flags >> PENDING_SHIFT)       # of the follower: a leader has won a trick
    claim(n, trump, &c)
    if g.marriages:
        own = marriages_held(n.hand, trump)
        his = marriages_held(n.other, trump)
    if n.attacking:
        most = max(TARGET - c.leader, n.total - limit_now(g, n))
        if r.show_to_win:
            most = max(most, n.total + his - TARGET + 1)
        b.high = min(b.high, most)
        if g.undecided != LAST_TRICK:
            b.low = max(b.low, least_need(g, n, c.left, own, c.follower))
        return
    if c.leader_trick:
        most = g.limit[1] + 1 - c.leader
        if r.show_to_win:
            most = max(most, n.total + his - TARGET + 1)
        b.high = min(b.high, max(most, b.low))
    if g.undecided != LAST_TRICK:
        low = least_need(g, n, c.left, his + pending, c.leader)
        b.high = min(b.high, n.total + 1 - low)
    if c.follower:
        # The attacker, not on lead, is sure of 66 while the other cannot pass his limit even with all the rest.
        most = n.total + c.left + own + g.bonus - c.follower - g.limit[1]
        b.low = max(b.low, n.total + 1 - max(TARGET - c.follower, most))
