"""From the package's Python objects to the kernel's numbers."""

from libc.stdint cimport uint32_t

from solver.kernel.rules cimport LAST_TRICK, MAJORITY, TABLE, TABLE_AT_CLOSE, THREE, VOID, Rules


cdef inline int rank_of(str rank) except -1:
    """The number of a rank."""
    return "789JQKTA".index(rank)


cdef inline int read_rules(Rules* r, object rules) except -1:
    """Fill in `r` from rules that are checked elsewhere."""
    r.pack = 0
    for rank in rules.ranks:
        r.pack |= <uint32_t> 0x01010101 << rank_of(rank)
    r.hands = rules.hands
    r.partners = rules.partners
    r.hand_size = rules.hand_size
    r.must_head = rules.must_head
    r.must_trump = rules.must_trump
    r.must_over_trump = rules.must_over_trump
    r.marriages = rules.marriages
    r.count_at_once = rules.marriage_counts == "at-once"
    r.open_marriages_only = rules.marriage_phases == "open"
    r.marriage_first_lead = rules.marriage_first_lead
    r.show_to_win = rules.marriage_show_to_win
    r.stop_at_once = rules.stop == "at-once"
    r.exchange_rank = -1 if rules.exchange_rank == "none" else rank_of(rules.exchange_rank)
    r.exchange_needs_trick = rules.exchange_needs_trick
    r.exchange_any_turn = rules.exchange_on == "any-turn"
    r.exchange_min_stock = rules.exchange_min_stock
    r.close_min_stock = rules.close_min_stock
    r.close_needs_trick = rules.close_needs_trick
    r.close_before_draw = rules.close_before_draw
    r.bonus = rules.last_trick_bonus
    r.bonus_after_close = rules.last_trick_bonus if rules.last_trick_bonus_after_close else 0
    r.undecided = {"majority": MAJORITY, "void": VOID, "last-trick": LAST_TRICK}[rules.undecided]
    r.schneider = rules.schneider
    r.double_at = rules.double_at
    r.trump_ten_point = rules.trump_ten_point
    r.schwarz_no_points = rules.schwarz == "no-points"
    r.close_won = {"table": TABLE, "table-at-close": TABLE_AT_CLOSE, "three": THREE}[rules.close_won]
    r.close_lost = rules.close_lost
    r.close_lost_trickless = rules.close_lost_trickless
    return 0
