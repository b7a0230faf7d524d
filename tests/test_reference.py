"""The reference against hand-computed endgames and published problems. Every number here was worked out on paper."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from reference import CARD_POINTS, State, best_moves, legal_moves, move_values, pack, perft, play, value
from reference_positions import from_position, to_position, worlds
from reference_published import published
from reference_random import random_deal, random_state
from reference_rules import PARAMETERS, PRESETS, Rules, full_rules, random_rules

# A closed deal in its last two tricks: 4 cards under the close, so 4 tricks were played before it and 4 since.
CLOSED = {"closed": "me", "tricks_at_close": (2, 2)}


def position(preset: str, hand: str, opponent: str, trump: str, **more: Any) -> tuple[Rules, State]:
    """A position by hand; keyword arguments are rule parameters or position keys. Its counts must add up."""
    overrides = {key: more.pop(key) for key in list(more) if key in PARAMETERS}
    rules, state = from_position(
        {"rules": {"preset": preset, **overrides}, "hand": hand, "opponent": opponent, "trump": trump, **more}
    )
    seen = {*state.hands[0], *state.hands[1], *state.stock, *([state.led] if state.led else [])}
    played = set(pack(rules)) - seen
    assert 2 * sum(state.tricks) == len(played)
    marriages = sum(state.points) + sum(state.pending) - sum(CARD_POINTS[card[0]] for card in played)
    assert marriages in (0, 20, 40, 60, 80, 100)
    return rules, state


def run(rules: Rules, state: State, moves: str) -> State | int:
    after: State | int = state
    for move in moves.split():
        assert isinstance(after, State), f"over before {move}"
        after = play(rules, after, move)
    return after


def state_after(rules: Rules, state: State, moves: str) -> State:
    after = run(rules, state, moves)
    assert isinstance(after, State)
    return after


# ---------------------------------------------------------------- the points that are easy to get wrong


@pytest.mark.parametrize(("schwarz", "expected"), [("no-tricks", 2), ("no-points", 3)])
def test_a_trick_of_two_nines_is_a_trick_without_points(schwarz: str, expected: int) -> None:
    # The nine of hearts falls to the nine of trumps; then my ace takes the king: 62 + 15.
    rules, state = position("server", "9H AD", "9S KD", "S", schwarz=schwarz, stock="AH AC AS TS", points=(62, 0),
                            tricks=(8, 0), closed="me", tricks_at_close=(4, 0))
    after = state_after(rules, state, "9H 9S")
    assert (after.tricks, after.points) == ((8, 1), (62, 0))
    assert move_values(rules, state) == {"9H": expected, "AD": 3}


@pytest.mark.parametrize(("stop", "expected"), [("after-trick", 1), ("at-once", 2)])
def test_the_trick_played_out_can_lift_the_loser_over_33(stop: str, expected: int) -> None:
    # 46 + 20 is 66 whichever I lead; the ace then brings the other 20 + 15 or 20 + 14.
    rules, state = position("server", "KH QH", "AH 9C", "S", stop=stop, stock="AS AD KC TS", points=(46, 20),
                            tricks=(5, 3), **CLOSED)
    assert move_values(rules, state) == {"KH": expected, "QH": expected}


@pytest.mark.parametrize(("stop", "expected"), [("after-trick", 2), ("at-once", 3)])
def test_the_trick_played_out_can_be_the_losers_first(stop: str, expected: int) -> None:
    rules, state = position("server", "KH QH", "AH 9C", "S", stop=stop, stock="AS AD TD KC TC TS", points=(46, 0),
                            tricks=(7, 0), closed="me", tricks_at_close=(3, 0))
    assert move_values(rules, state) == {"KH": expected, "QH": expected}


def test_when_both_stand_at_66_after_the_trick_the_declarer_was_first() -> None:
    # My marriage makes 66; the other's ace makes 56 + 15 = 71 in the same trick.
    rules, state = position("server", "KH QH", "AH 9C", "S", points=(46, 56), tricks=(5, 5))
    assert state_after(rules, state, "KH").points == (66, 56)
    assert run(rules, state, "KH AH") == 1
    # Without the marriage that trick wins for the other, and I stand above 33.
    assert run({**rules, "marriage_phases": "open"}, state, "KH AH") == -1


def test_the_declarer_can_win_a_deal_that_the_other_closed_though_both_stand_at_66() -> None:
    # 46 + 20 against 52 + 15: the closer came second and pays, as if he had not come at all.
    rules, state = position("server", "KH QH", "AH 9C", "S", stock="AS TD QC 9S", points=(46, 52), tricks=(5, 3),
                            closed="opponent", tricks_at_close=(2, 2))
    assert move_values(rules, state) == {"KH": 2, "QH": 2}


def test_pending_points_join_with_the_first_trick() -> None:
    # The deal's first lead is the king of trumps with the queen in hand, taken by the ace; then comes my first trick.
    stock = "AC QC TS KS QS JS 9C AD TD KD 9H JH"
    rules, state = position("server", "KH QH AS TC 9D JD", "AH TH 9S KC QD JC", "H", stock=stock)
    led = state_after(rules, state, "KH")
    assert (led.points, led.pending) == ((0, 0), (40, 0))
    lost = state_after(rules, led, "AH")
    assert (lost.points, lost.pending) == ((0, 15), (40, 0))
    taken = state_after(rules, lost, "9S AS")
    assert (taken.points, taken.pending) == ((51, 15), (0, 0))
    # Taken with the very trick that declared it, it joins at once; and under the other rule it never waits.
    assert state_after(rules, state, "KH 9S").points == (44, 0)
    assert state_after({**rules, "marriage_counts": "at-once"}, state, "KH").points == (40, 0)


@pytest.mark.parametrize(("bonus_after_close", "expected"), [(True, 1), (False, -3)])
def test_pending_points_can_themselves_reach_66(bonus_after_close: bool, expected: int) -> None:
    # I closed with the first lead, the trump marriage, and lost all tricks but the last: 40 + 21, and 10 if it counts.
    stock = "AS TS KS QS JS 9S AD TD KD QD 9H JH"
    rules, state = position("server", "AC", "", "H", led="TC", stock=stock, points=(0, 39), tricks=(0, 5),
                            pending=(40, 0), closed="me", tricks_at_close=(0, 0),
                            last_trick_bonus_after_close=bonus_after_close)
    assert value(rules, state) == expected


@pytest.mark.parametrize(
    ("counts", "schwarz", "expected"),
    [("first-trick", "no-points", -3), ("at-once", "no-points", -1), ("at-once", "no-tricks", -3)],
)
def test_pending_points_count_for_nothing(counts: str, schwarz: str, expected: int) -> None:
    # I declared 40 with the first lead and never had a trick; the other comes to 60 + 13.
    mine, waiting = (0, 40) if counts == "first-trick" else (40, 0)
    rules, state = position("server", "JS 9C", "AS 9D", "H", marriage_counts=counts, schwarz=schwarz, turn="opponent",
                            stock="AD TD AC TC QD JH", points=(mine, 60), pending=(waiting, 0), tricks=(0, 7),
                            closed="opponent", tricks_at_close=(0, 3))
    assert run(rules, state, "AS JS") == expected


def test_66_against_the_closer_wins_close_lost_however_few_or_many_points_he_has() -> None:
    # The closer has one trick of two nines: the table would give 3.
    few = position("server", "AD QH", "KD JH", "S", schwarz="no-points", stock="TH TC TD TS", points=(60, 0),
                   tricks=(7, 1), closed="opponent", tricks_at_close=(3, 1))
    assert run(*few, "AD KD") == 2
    # He has 50, so the table would give 1.
    many = position("server", "AD QH", "KD JH", "S", stock="TH TC TD 9S", points=(60, 50), tricks=(5, 3),
                    closed="opponent", tricks_at_close=(2, 2))
    assert run(*many, "AD KD") == 2


@pytest.mark.parametrize(("bonus_after_close", "expected"), [(False, -2), (True, 2)])
def test_nobody_at_66_is_a_lost_close_and_the_bonus_comes_first(bonus_after_close: bool, expected: int) -> None:
    # 50 + 15 is one short, and the other's 20 do not matter; with the bonus I have 75 and he is below 33.
    rules, state = position("server", "AD", "KD", "S", stock="AH AC JC AS", points=(50, 20), tricks=(6, 3), **CLOSED,
                            last_trick_bonus_after_close=bonus_after_close)
    assert value(rules, state) == expected


def test_who_had_tricks_at_the_close_is_frozen() -> None:
    cards = ("server", "AD", "KD", "S")
    counts = {"stock": "AH AC JC AS", "points": (50, 20), "tricks": (6, 3), "closed": "me"}
    assert value(*position(*cards, **counts, tricks_at_close=(4, 0))) == -3
    assert value(*position(*cards, **counts, tricks_at_close=(3, 1))) == -2
    # It is frozen by the move itself, before its trick.
    rules, state = position("schnapsen", "AS TH JC", "AH TS KC", "S", hand_size=3, stock="AC TC TD JS", points=(39, 0),
                            tricks=(5, 0))
    after = state_after(rules, state, "close+TH AH")
    assert (after.tricks, after.points) == ((5, 1), (39, 21))
    assert (after.closer, after.tricks_at_close, after.points_at_close) == (0, (5, 0), (39, 0))


def test_undecided_with_the_bonus_and_an_open_stock_means_65_to_65_without_a_marriage() -> None:
    void, start = position("server", "AD", "KD", "S", undecided="void", points=(40, 65), tricks=(5, 6))
    majority, last_trick = {**void, "undecided": "majority"}, {**void, "undecided": "last-trick"}
    assert [value(rules, start) for rules in (void, majority, last_trick)] == [0, 0, 1]
    # Every last trick, every split of the other points, with and without marriages among them.
    without_marriage = set()
    for mine, theirs in permutations(pack(void), 2):
        for marriages in (0, 20, 40):
            total = 120 - CARD_POINTS[mine[0]] - CARD_POINTS[theirs[0]] + marriages
            for points in range(max(0, total - 65), min(65, total) + 1):
                state = start._replace(hands=(frozenset([mine]), frozenset([theirs])), points=(points, total - points))
                result = run(void, state, f"{mine} {theirs}")
                assert result == run(majority, state, f"{mine} {theirs}")  # equal points, whenever undecided
                if result == 0:
                    without_marriage.add(marriages == 0)
    assert without_marriage == {True}
    # Without the bonus the majority decides.
    assert value({**majority, "last_trick_bonus": 0}, start) == -1


def test_the_position_before_the_draw_is_one_of_its_own() -> None:
    # I have just won a trick. Closed now, my aces make 44 + 15 + 11. After the draw the other has the ace of trumps.
    rules, state = position("handbook", "AH AD", "KH 9C", "S", hand_size=3, stock="9D AS", points=(44, 39), tricks=(5, 4))
    assert state.before_draw
    assert move_values(rules, state) == {"draw": -1, "close+AD": 1, "close+AH": 1}
    drawn = state_after(rules, state, "draw")
    assert drawn.hands == ({"AH", "AD", "9D"}, {"KH", "9C", "AS"}) and not drawn.stock
    small = state_after(rules, state, "close+AD")
    assert small.hands == ({"AH"}, {"KH", "9C"}) and small.closer == 0 and not small.before_draw
    # Where closing is not legal there, only the draw is left, and play() makes it by itself.
    assert legal_moves({**rules, "close_before_draw": False}, state) == ["draw"]
    assert legal_moves({**rules, "close_min_stock": 3}, state) == ["draw"]


def test_close_min_stock_counts_the_stock_as_it_lies_before_the_draw() -> None:
    stock = "9D JD TS AS"
    rules, state = position("handbook", "AH AD 9S", "KH 9C JC", "S", hand_size=3, stock=stock, points=(35, 34), tricks=(4, 3),
                            close_min_stock=4)
    before = state_after(rules, state, "AH KH")
    assert before.before_draw and set(legal_moves(rules, before)) == {"draw", "close+AD", "close+9S"}  # no exchange
    after = state_after(rules, before, "draw")
    assert not any("close" in move for move in legal_moves(rules, after)) and "exchange+AD" in legal_moves(rules, after)


def test_an_odd_stock_is_an_error() -> None:
    with pytest.raises(ValueError, match="odd stock"):
        from_position({"hand": "AH", "opponent": "KH", "stock": "9D JD AS"})


def test_an_exchange_can_be_wrong() -> None:
    # The face-up ten comes to me anyway when I lose the jack. Exchanged and led, it takes the king and I stop at 65;
    # with the ace of spades led it is drawn and lost with the last trick.
    rules, state = position("schnapsen", "AS JC", "AC KC", "C", hand_size=2, close_min_stock=0, stock="KS TC",
                            points=(51, 27), tricks=(4, 3))
    assert move_values(rules, state) == {"AS": -1, "JC": 1, "exchange+AS": -1, "exchange+TC": -1}


def test_an_exchange_can_be_right() -> None:
    # The king fetched from under the stock is led at once, with the queen: 26 + 40. Otherwise the other draws it.
    rules, state = position("server", "9S QS", "AH TH", "S", hand_size=2, exchange_min_stock=2, close_min_stock=0,
                            stock="JD KS", points=(26, 64), tricks=(5, 4))
    assert move_values(rules, state) == {"9S": -1, "QS": -1, "exchange+KS": 1, "exchange+QS": 1}


def test_either_card_of_a_marriage_may_be_the_right_one_to_lead() -> None:
    # King first: 40 + 20 + 6 is 66. Queen first: 65, and the king is trumped.
    king = position("server", "KH QH", "JH 9S", "S", stock="TD AC TC TS", points=(40, 30), tricks=(5, 3), **CLOSED)
    assert move_values(*king) == {"KH": 2, "QH": -2}
    # The ace takes either: the king makes the other 51 + 15, the queen only 65, and the king takes the last trick.
    queen = position("server", "KH QH", "AH JH", "S", stock="TD KD 9D 9S", points=(35, 51), tricks=(4, 4), **CLOSED,
                     last_trick_bonus_after_close=True)
    assert move_values(*queen) == {"KH": -2, "QH": 1}


def test_the_exchange_card_drawn_last_comes_too_late() -> None:
    rules, state = position("server", "AD TD KD QD JD 9D", "AH TH KH QH JH 9H", "S", exchange_min_stock=2, stock="9S AS",
                            points=(25, 24), tricks=(3, 2))
    after = state_after(rules, state, "AD 9H")
    assert "9S" in after.hands[0] and not after.stock
    assert sorted(legal_moves(rules, after)) == ["9D", "9S", "JD", "KD", "QD", "TD"]


# ---------------------------------------------------------------- each parameter, as far as the tests above leave it open


def moves(preset: str, hand: str, opponent: str, **more: Any) -> set[str]:
    """My legal moves with spades trumps, where only the cards matter and the counts need not add up."""
    overrides = {key: more.pop(key) for key in list(more) if key in PARAMETERS}
    given = {"tricks": (1, 1), "points": (10, 10), **more}
    rules = {"preset": preset, **overrides}
    rules, state = from_position({"rules": rules, "hand": hand, "opponent": opponent, "trump": "S", "stock": 0, **given})
    return set(legal_moves(rules, state))


def test_strict_play() -> None:
    assert moves("server", "AH 9H TS", "9D JD", led="KH") == {"AH"}  # head it
    assert moves("server", "JH 9H TS", "9D JD", led="KH") == {"JH", "9H"}  # cannot: follow
    assert moves("paderborn", "AH 9H TS", "9D JD", led="KH") == {"AH", "9H"}  # need not
    assert moves("server", "AC TS 9S", "9D JD", led="KH") == {"TS", "9S"}  # void: trump
    assert moves("handbook", "AC TS 9S", "9D JD", led="KH") == {"AC", "TS", "9S"}  # need not
    assert moves("server", "AC TC AD", "9D JD", led="KH") == {"AC", "TC", "AD"}  # nor trumps: anything
    assert moves("server", "AS 9S AC", "9D JD", led="TS") == {"AS"}  # trumps are headed like any suit
    assert moves("server", "AH 9H TS", "9D JD", led="KH", stock="AC AS") == {"AH", "9H", "TS"}  # stock open


def test_who_may_exchange_and_when() -> None:
    stock = {"stock": "JC JD TD KS", "close_min_stock": 0}
    both = {"9S", "AC", "exchange+KS", "exchange+AC"}
    assert moves("server", "9S AC", "9C 9D", **stock) == both  # the card swapped in may be led itself
    assert moves("server", "9S AC", "9C 9D", stock="JC KS", close_min_stock=0) == {"9S", "AC"}  # fewer than 3
    assert moves("server", "9S AC", "9C 9D", **stock, tricks=(0, 2)) == both
    assert moves("server", "9S AC", "9C 9D", **stock, exchange_needs_trick=True, tricks=(0, 2)) == {"9S", "AC"}
    assert moves("server", "9S AC", "9C 9D", **stock, exchange_rank="none") == {"9S", "AC"}
    assert moves("server", "9S AC", "9C 9D", **stock, exchange_rank="A") == {"9S", "AC"}  # clubs: not the trump ace
    assert moves("server", "9S AC", "9D", **stock, led="9C") == {"9S", "AC"}
    assert moves("server", "9S AC", "9D", **stock, led="9C", exchange_on="any-turn") == both
    assert moves("server", "9S AC", "9C 9D", **stock | {"close_min_stock": 2}, closed="me", tricks_at_close=(1, 1)) == {
        "9S", "AC"}
    assert "exchange+close+KS" in moves("server", "9S AC", "9C 9D", stock="JC JD TD KS")
    assert moves("paderborn", "TS AC", "9C 9D", **stock) == {"TS", "AC", "exchange+KS", "exchange+AC"}


def test_who_may_close_and_when() -> None:
    closing = {"AC", "close+AC"}
    assert moves("server", "AC", "9C", stock="JC KS", hand_size=1) == closing
    assert moves("server", "AC", "9C", stock="JC KS", hand_size=1, close_min_stock=3) == {"AC"}
    assert moves("server", "AC", "9C", stock="JC KS", hand_size=1, close_min_stock=0) == {"AC"}
    assert moves("server", "AC", "9C", stock="JC KS", hand_size=1, close_needs_trick=True, tricks=(0, 2)) == {"AC"}
    assert moves("server", "AC", "9C", stock="JC KS", hand_size=1, tricks=(0, 2)) == closing
    assert moves("server", "AC", "", stock="JC KS", hand_size=1, led="9C") == {"AC"}
    assert moves("server", "AC", "9C") == {"AC"}


def points_after(preset: str, move: str, **more: Any) -> Any:
    rules = {"preset": preset, **{key: more.pop(key) for key in list(more) if key in PARAMETERS}}
    given = {"hand": "KH QH 9D", "opponent": "9C 9H JD", "trump": "S", "stock": "AC AS", "tricks": (1, 1), **more}
    rules, state = from_position({"rules": rules, **given})
    after = play(rules, state, move)
    return (after.points[0], after.pending[0]) if isinstance(after, State) else after


def test_when_a_marriage_counts() -> None:
    for card in ("KH", "QH"):
        assert points_after("server", card) == (20, 0)
        assert points_after("server", card, trump="H", stock="AC AH") == (40, 0)
        assert points_after("server", card, tricks=(0, 0)) == (0, 20)
        assert points_after("server", card, tricks=(0, 0), marriage_counts="at-once") == (20, 0)
        assert points_after("server", card, tricks=(0, 0), marriage_first_lead=False) == (0, 0)
        assert points_after("server", card, marriage_first_lead=False) == (20, 0)
        assert points_after("server", card, stock=0) == (20, 0)
        assert points_after("server", f"close+{card}") == (20, 0)
        # Only while the stock is open: not when it is exhausted, closed, or closed with this very lead.
        assert points_after("server", card, marriage_phases="open") == (20, 0)
        assert points_after("server", card, marriage_phases="open", stock=0) == (0, 0)
        assert points_after("server", f"close+{card}", marriage_phases="open") == (0, 0)
        assert points_after("server", card, marriage_phases="open", closed="me", tricks_at_close=(1, 1)) == (0, 0)
    assert points_after("server", "9D") == (0, 0)
    assert points_after("server", "KH", hand="KH JH 9D", opponent="9C 9H QH") == (0, 0)
    # The exchange can complete it.
    swap = {"hand": "9S QS 9D", "stock": "AC KS", "exchange_min_stock": 2}
    assert points_after("server", "exchange+QS", **swap) == points_after("server", "exchange+close+KS", **swap) == (40, 0)
    # Reaching 66 it ends the deal before the reply, or the trick is played out.
    assert points_after("server", "KH", points=(46, 40)) == (66, 0)
    assert points_after("server", "KH", points=(46, 40), stop="at-once") == 1


def test_a_marriage_shown_to_win() -> None:
    shown = {"led": "9H", "opponent": "9C JD", "stock": "AC AS", "hand_size": 3}
    assert "show+KH" in moves("handbook", "KH QH 9D", points=(46, 30), **shown)
    assert points_after("handbook", "show+KH", points=(46, 30), **shown) == 2
    assert "show+KH" not in moves("handbook", "KH QH 9D", points=(45, 30), **shown)
    assert "show+KH" not in moves("server", "KH QH 9D", points=(46, 30), **shown)
    assert "show+KH" not in moves("handbook", "KH QH 9D", points=(46, 30), **shown, marriage_phases="open", closed="me",
                                  tricks_at_close=(1, 1))
    # The other's marriage has brought him to 66 already: his trick is only played out.
    assert "show+KH" not in moves("handbook", "KH QH 9D", points=(46, 70), **shown, stop="after-trick")
    swap = {**shown, "stock": "AC KS", "points": (30, 30)}
    assert {move for move in moves("handbook", "9S QS 9D", **swap) if "show" in move} == {"exchange+show+KS"}


@pytest.mark.parametrize(
    ("close_won", "schwarz", "tricks", "points", "expected"),
    [
        ("table", "no-tricks", (4, 0), (20, 0), 1),
        ("three", "no-tricks", (3, 1), (20, 40), 3),
        ("table-at-close", "no-tricks", (4, 0), (20, 20), 3),
        ("table-at-close", "no-points", (4, 0), (20, 20), 2),
        ("table-at-close", "no-points", (3, 1), (20, 0), 3),
        ("table-at-close", "no-tricks", (3, 1), (20, 0), 2),
        ("table-at-close", "no-tricks", (3, 1), (20, 33), 1),
    ],
)
def test_what_a_close_wins(close_won: str, schwarz: str, tricks: Any, points: Any, expected: int) -> None:
    rules, state = position("server", "AD", "KD", "S", stock="TH TC TD 9S", points=(55, 40), tricks=(6, 3), closed="me",
                            tricks_at_close=tricks, points_at_close=points, close_won=close_won, schwarz=schwarz)
    assert value(rules, state) == expected


def test_an_undecided_deal_can_go_to_the_last_trick() -> None:
    # folk has no bonus: 40 + 15 against 65 is nobody's 66, and the last trick wins by the table.
    assert value(*position("folk", "AD", "KD", "S", points=(40, 65), tricks=(5, 6))) == 1
    assert value(*position("folk", "AD", "KD", "S", points=(40, 65), tricks=(5, 6), undecided="void")) == 0


# ---------------------------------------------------------------- published problems, and the reference against itself


@pytest.mark.parametrize("problem", published(), ids=lambda problem: problem["id"])
def test_published_problems(problem: dict[str, Any]) -> None:
    expect, totals, count = problem["expect"], Counter[str](), 0
    for world in worlds(problem):
        rules, state = from_position(world)
        totals.update(move_values(rules, state))
        count += 1
    best = max(totals.values()) if state.actor == 0 else min(totals.values())
    assert best / count == pytest.approx(expect["value"])
    assert {move for move, total in totals.items() if total == best} == set(expect["best"])
    if count == 1:
        assert value(rules, state) == expect["value"] and set(best_moves(rules, state)) == set(expect["best"])


def test_perft_counts_move_sequences() -> None:
    # Mine to lead with the trump nine: six cards, or six after the exchange, each with a close or without.
    rules, state = position("server", "9S AC TC KC JC 9C", "AD TD KD JD 9D AH", "S",
                            stock="TH KH QH JH 9H QC QD JS QS KS TS AS")
    assert perft(rules, state, 0) == 1 and perft(rules, state, 1) == 24
    # Any of six may answer: void in clubs and spades, so closed as well.
    assert perft(rules, state, 2) == 144
    # The last two tricks. I lead AC: the answer is TC, then 9D and JD. I lead 9D: the answer is JD (head it), then TC, AC.
    rules, state = position("server", "AC 9D", "TC JD", "S", points=(40, 57), tricks=(5, 5))
    assert [perft(rules, state, depth) for depth in range(1, 6)] == [2, 2, 2, 2, 0]
    # With 45 the first line is over after the trick of 21.
    rules, state = position("server", "AC 9D", "TC JD", "S", points=(45, 52), tricks=(5, 5))
    assert [perft(rules, state, depth) for depth in range(1, 6)] == [2, 2, 1, 1, 0]


def test_worlds_of_an_open_and_a_closed_stock() -> None:
    hidden = {"rules": "schnapsen", "hand": "AS KS QS JS TH", "opponent": "KH ? ? ? ?", "upcard": "JD", "stock": 4,
              "played": "TS AH QH JH AC TC", "points": [30, 15], "tricks": [2, 1]}
    # Seven cards are not seen, AD TD KD QD KC QC JC: four in the hand, three in the stock in some order.
    assert len(list(worlds(hidden))) == 35 * 6
    assert len(list(worlds(hidden | {"closed": "me"}))) == 35
    assert len(list(worlds(hidden | {"lacks": "D"}))) == 0  # only three clubs are left for four places
    assert len(list(worlds(hidden | {"lacks": ["AD", "TD"]}))) == 5 * 6
    assert len(list(worlds(hidden | {"stock": "QD ? ? JD"}))) == 15 * 2


@pytest.mark.parametrize("seed", range(20))
def test_positions_read_back_and_agree_with_perft(seed: int) -> None:
    rng = random.Random(seed)
    for rules in (random_rules(rng), random_rules(rng, "QKTA", 3), full_rules(rng.choice(list(PRESETS)))):
        states, result = random_deal(rules, rng)
        assert -3 <= result <= 3
        for state in states:
            there = json.loads(json.dumps(to_position(rules, state)))
            assert from_position(there) == (rules, state)
            assert [from_position(world) for world in worlds(there)] == [(rules, state)]
            assert perft(rules, state, 1) == len(legal_moves(rules, state)) == len(set(legal_moves(rules, state)))
    rules = PRESETS["handbook"]
    assert random_state(rules, rng, before_draw=True).before_draw
    assert len(random_state(rules, rng, hand=4, led=False, closed=True).hands[0]) == 4
