"""Values in game points: yes/no questions about a deal at any stage, put to the search of needs.

Every value follows from a few questions "does the attacker win at least so much?" (see goal.pxd), asked at the
start of a trick; in the middle of one, or before a draw, the moves that lead there are tried.
"""

from libc.stdint cimport uint32_t

from solver.kernel.bits cimport beats, card_value
from solver.kernel.deal cimport MAX_MOVES, OVER, SHOW, State, is_open, list_moves, play_move
from solver.kernel.goal cimport HAS_TRICK, OTHER_HAS_TRICK, PENDING_SHIFT, Node, set_goal
from solver.kernel.rules cimport TABLE, TABLE_AT_CLOSE, Rules, level
from solver.kernel.stock cimport open_need
from solver.kernel.context cimport Context
from solver.kernel.strict cimport strict_need


cdef inline void set_goals(Context* c) noexcept nogil:
    """Set the questions that the rules of `c` give rise to."""
    cdef int i
    for i in range(3):
        set_goal(c.rules, &c.goals[i], i + 1, False)
        set_goal(c.rules, &c.goals[i + 3], i + 1, True)


cdef inline void set_stock(Context* c, State* d) noexcept nogil:
    """Tell the search the order of an open stock; what its table knows of another order must be forgotten."""
    cdef int i
    c.stock_size = d.size
    for i in range(d.size):
        c.stock[i] = d.stock[i]
    c.stock_cards[0] = 0
    for i in range(1, d.size // 2 + 1):   # with 2 * i cards left
        c.stock_cards[i] = c.stock_cards[i - 1] | (<uint32_t> 1 << d.stock[d.size - 2 * i])
        if i > 1:
            c.stock_cards[i] |= <uint32_t> 1 << d.stock[d.size - 2 * i + 1]


cdef inline bint attacker_wins(Context* c, State* d, int attacker, int height, bint closed) noexcept nogil:
    """At the start of a trick: does this player win at least `height`? `closed`: he has closed, or the deal is open."""
    cdef Node n
    cdef int leader = d.turn, other = 1 - d.turn
    cdef int pending = d.pending[0] + d.pending[1]
    n.hand = d.hand[leader]
    n.other = d.hand[other]
    n.points = d.points[leader]
    n.total = d.points[0] + d.points[1]
    n.flags = ((HAS_TRICK if d.tricks[leader] else 0) | (OTHER_HAS_TRICK if d.tricks[other] else 0)
               | ((pending // 20) << PENDING_SHIFT))
    n.attacking = attacker == leader
    n.stock = d.size if is_open(d) else 0
    n.upcard = d.stock[d.size - 1] if d.size else 0
    if n.stock == 0:
        return (strict_need(c, &c.goals[(3 if closed else 0) + height - 1], &n) <= n.points) == n.attacking
    return (open_need(c, &c.goals[height - 1], &n) <= n.points) == n.attacking


cdef inline bint start_at_least(Context* c, State* d, int value) noexcept nogil:
    """At the start of a trick: do I win at least `value` (which may be negative)?"""
    cdef Rules* r = c.rules
    cdef int closer = d.closer, asked, won
    if closer < 0:
        if value > 0:
            return value <= 3 and attacker_wins(c, d, 0, value, False)
        return value < -2 or not attacker_wins(c, d, 1, 1 - value, False)
    asked = value if closer == 0 else 1 - value       # does the closer get at least this? (turned round for me below)
    if asked <= -(r.close_lost if d.tricks_at_close[1 - closer] else r.close_lost_trickless):
        won = True
    elif r.close_won == TABLE:
        won = asked <= 3 and attacker_wins(c, d, closer, max(asked, 1), True)
    else:
        won = 3
        if r.close_won == TABLE_AT_CLOSE:
            won = level(r, d.points_at_close[1 - closer], d.tricks_at_close[1 - closer])
        won = asked <= won and attacker_wins(c, d, closer, 1, True)
    return won if closer == 0 else not won


cdef inline int promise(State* d, int move) noexcept nogil:
    """How promising an answer is: winners from the dearest down, trumping cheaply, then losers from the cheapest up."""
    cdef int card = move & 31, value = card_value[move & 7]
    if move & SHOW:
        return 100
    if not beats(card, d.led, d.trump):
        return -value - (6 if (card >> 3) == d.trump else 0)
    if (card >> 3) == (d.led >> 3):
        return 25 + value
    return 20 - value


cdef inline void order_replies(State* d, int* moves, int n) noexcept nogil:
    """Sort the answers to a lead, the most promising first."""
    cdef int i, j, move
    for i in range(1, n):
        move = moves[i]
        j = i
        while j > 0 and promise(d, moves[j - 1]) < promise(d, move):
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move


cdef inline bint at_least(Context* c, State* d, int value) noexcept nogil:
    """Do I win at least `value` from this state, whatever stage of a trick it is in?"""
    cdef int out[MAX_MOVES]
    cdef int n, i, result
    cdef bint good
    cdef State after
    if d.led < 0 and d.drawn:
        return start_at_least(c, d, value)
    n = list_moves(c.rules, d, out)
    if d.led >= 0:
        order_replies(d, out, n)
    for i in range(n):
        after = d[0]
        result = play_move(c.rules, &after, out[i])
        good = result - OVER >= value if result else at_least(c, &after, value)
        if c.stop:
            return False
        if good == (d.turn == 0):
            return good
    return d.turn != 0


cdef inline int question(State* d, int low, int high, bint hopeful) noexcept nogil:
    """Which value to ask for next, when it is known to lie in low..high.

    Wins and losses of two or more are the cheap questions: that the loser stays below 33 is soon seen to be hopeless
    or certain. A plain win or loss is the dear one, so it comes last, the likelier of the two first (`hopeful`: the win),
    for a draw is rare.
    """
    if d.closer >= 0:             # the closer wins or he does not: no small loss, no draw
        if low < 1 and high >= 1 and d.closer == 0:
            return 1
        if low < 0 and high > -1 and d.closer == 1:
            return 0
    if high >= 2 and low < 2:
        return min(high, 2)
    if low >= 2:
        return 3
    if low < -1 and high >= -1:
        return -1
    if high < -1:
        return -2
    if low == 0 or (high == 1 and hopeful):
        return 1
    return 0


cdef inline int bracket(Context* c, State* d, int* low, int* high, bint hopeful=True) noexcept nogil:
    """Narrow [low, high] down to the value; they stay apart if the search was stopped."""
    cdef int ask
    while low[0] < high[0]:
        ask = question(d, low[0], high[0], hopeful)
        if at_least(c, d, ask):
            if c.stop:
                break
            low[0] = ask
        else:
            if c.stop:
                break
            high[0] = ask - 1
    return low[0]


cdef inline int bracket_move(Context* c, State* d, bint mine, int* low, int* high) noexcept nogil:
    """`bracket` for a position after a move (`mine`: of me) that most likely is as good as any: asks that first."""
    cdef bint hopeful = high[0] >= 2 if mine else low[0] > -2
    if low[0] < high[0]:
        if mine:
            if at_least(c, d, high[0]):
                low[0] = high[0]
            else:
                high[0] -= 1
        elif at_least(c, d, low[0] + 1):
            low[0] += 1
        else:
            high[0] = low[0]
        if c.stop:                # that answer was worth nothing; and no other move is looked at
            low[0] = -3
            high[0] = 3
            return 0
    return bracket(c, d, low, high, hopeful)
