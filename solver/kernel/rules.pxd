"""The rules of one game as the kernel reads them: numbers and flags, no names of presets."""

from libc.stdint cimport uint32_t

cdef enum:
    TARGET = 66
    # `undecided`
    MAJORITY = 0
    VOID = 1
    LAST_TRICK = 2
    # `close_won`
    TABLE = 0
    TABLE_AT_CLOSE = 1
    THREE = 2

cdef struct Rules:
    uint32_t pack                 # the cards of the game
    int hands                     # how many hold cards
    bint partners
    int hand_size
    bint must_head
    bint must_trump
    bint must_over_trump
    bint marriages
    bint count_at_once            # marriage_counts = at-once
    bint open_marriages_only      # marriage_phases = open
    bint marriage_first_lead
    bint show_to_win
    bint stop_at_once
    int exchange_rank             # 0..7, or -1 for none
    bint exchange_needs_trick
    bint exchange_any_turn
    int exchange_min_stock
    int close_min_stock           # 0: no closing
    bint close_needs_trick
    bint close_before_draw
    int bonus
    int bonus_after_close
    int undecided
    int schneider
    int double_at
    bint trump_ten_point
    bint schwarz_no_points
    int close_won
    int close_lost
    int close_lost_trickless


cdef inline int level(Rules* r, int points, int tricks) noexcept nogil:
    """Game points for beating a player who stands at `points` and `tricks`: 1, 2 or 3."""
    if (points == 0) if r.schwarz_no_points else (tricks == 0):
        return 3
    return 2 if points < r.schneider else 1
