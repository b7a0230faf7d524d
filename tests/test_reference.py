"""The reference against endgames worked out on paper and against published problems."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from reference import CARD_POINTS, best_moves, legal_moves, move_values, pack, perft, play, value
from reference_examples import counts_after, moves, position, run, state_after
from reference_positions import from_position, to_position, worlds
from reference_published import published
from reference_random import random_deal, random_state
from reference_rules import PRESETS, full_rules, random_rules

Given = dict[str, Any]

# I closed over four cards, so four tricks were played before; two each.
CLOSED = {"closed": "me", "tricks_at_close": (2, 2)}
THEIRS = {"closed": "opponent", "tricks_at_close": (2, 2)}


# ------------------------------------------------------------ the points that are easy to get wrong


@pytest.mark.parametrize(("schwarz", "expected"), [("no-tricks", 2), ("no-points", 3)])
def test_a_trick_of_two_nines_is_a_trick_without_points(schwarz: str, expected: int) -> None:
    # The nine of hearts falls to the nine of trumps; then my ace takes the king: 62 + 15.
    close: Given = {"stock": "AH AC AS TS", "closed": "me", "tricks_at_close": (4, 0)}
    rules, state = position("server", "9H AD/9S KD", "S", (62, 0), (8, 0), schwarz=schwarz, **close)
    after = state_after(rules, state, "9H 9S")
    assert (after.tricks, after.points) == ((8, 1), (62, 0))
    assert move_values(rules, state) == {"9H": expected, "AD": 3}


@pytest.mark.parametrize(("stop", "expected"), [("after-trick", 1), ("at-once", 2)])
def test_the_trick_played_out_can_lift_the_loser_over_33(stop: str, expected: int) -> None:
    # 46 + 20 is 66 whichever I lead; the ace then brings the other 20 + 15 or 20 + 14.
    close: Given = {"stock": "AS AD KC TS", **CLOSED}
    rules, state = position("server", "KH QH/AH 9C", "S", (46, 20), (5, 3), stop=stop, **close)
    assert move_values(rules, state) == {"KH": expected, "QH": expected}


@pytest.mark.parametrize(("stop", "expected"), [("after-trick", 2), ("at-once", 3)])
def test_the_trick_played_out_can_be_the_losers_first(stop: str, expected: int) -> None:
    close: Given = {"stock": "AS AD TD KC TC TS", "closed": "me", "tricks_at_close": (3, 0)}
    rules, state = position("server", "KH QH/AH 9C", "S", (46, 0), (7, 0), stop=stop, **close)
    assert move_values(rules, state) == {"KH": expected, "QH": expected}


def test_when_both_stand_at_66_after_the_trick_the_declarer_was_first() -> None:
    # My marriage makes 66; the other's ace makes 56 + 15 = 71 in the same trick.
    rules, state = position("server", "KH QH/AH 9C", "S", (46, 56), (5, 5))
    assert state_after(rules, state, "KH").points == (66, 56)
    assert run(rules, state, "KH AH") == 1
    # Without the marriage that trick wins for the other, and I stand above 33.
    assert run({**rules, "marriage_phases": "open"}, state, "KH AH") == -1


@pytest.mark.parametrize(("close", "expected"), [(CLOSED, 1), (THEIRS, 2)])
def test_so_it_is_in_a_closed_deal_whoever_closed(close: dict[str, Any], expected: int) -> None:
    # 46 + 20 against 52 + 15: as the closer I have won, against the closer he has lost the close.
    rules, state = position("server", "KH QH/AH 9C", "S", (46, 52), (5, 3), stock="AS TD QC 9S", **close)
    assert move_values(rules, state) == {"KH": expected, "QH": expected}


def test_pending_points_join_with_the_first_trick() -> None:
    # The first lead is the king of trumps with the queen in hand. The ace takes it, then comes my trick.
    hands, stock = "KH QH AS TC 9D JD/AH TH 9S KC QD JC", "AC QC TS KS QS JS 9C AD TD KD 9H JH"
    rules, state = position("server", hands, "H", (0, 0), (0, 0), stock=stock)
    led = state_after(rules, state, "KH")
    assert (led.points, led.pending) == ((0, 0), (40, 0))
    lost = state_after(rules, led, "AH")
    assert (lost.points, lost.pending) == ((0, 15), (40, 0))
    taken = state_after(rules, lost, "9S AS")
    assert (taken.points, taken.pending) == ((51, 15), (0, 0))
    # Taken with the very trick that declared it, it joins at once; and under the other rule it never waits.
    assert state_after(rules, state, "KH 9S").points == (44, 0)
    assert state_after({**rules, "marriage_counts": "at-once"}, state, "KH").points == (40, 0)


@pytest.mark.parametrize(("bonus_counts", "expected"), [(True, 1), (False, -3)])
def test_pending_points_can_themselves_reach_66(bonus_counts: bool, expected: int) -> None:
    # I closed with the first lead, the trump marriage, and lost all tricks but the last: 40 + 21 (+ 10).
    close: Given = {"stock": "AS TS KS QS JS 9S AD TD KD QD 9H JH", "closed": "me", "tricks_at_close": (0, 0)}
    close["last_trick_bonus_after_close"] = bonus_counts
    rules, state = position("server", "AC/", "H", (0, 39), (0, 5), led="TC", pending=(40, 0), **close)
    assert value(rules, state) == expected


@pytest.mark.parametrize(
    ("counts", "schwarz", "expected"),
    [("first-trick", "no-points", -3), ("at-once", "no-points", -1), ("at-once", "no-tricks", -3)],
)
def test_pending_points_count_for_nothing(counts: str, schwarz: str, expected: int) -> None:
    # I declared 40 with the first lead and never had a trick; the other comes to 60 + 13.
    mine, waiting = (0, 40) if counts == "first-trick" else (40, 0)
    more: Given = {"marriage_counts": counts, "schwarz": schwarz, "pending": (waiting, 0), "turn": "opponent"}
    close: Given = {"stock": "AD TD AC TC QD JH", "closed": "opponent", "tricks_at_close": (0, 3)}
    rules, state = position("server", "JS 9C/AS 9D", "H", (mine, 60), (0, 7), **more, **close)
    assert run(rules, state, "AS JS") == expected


def test_66_against_the_closer_wins_close_lost_however_few_or_many_points_he_has() -> None:
    # The closer has nothing but a trick of two nines: the table would give 3.
    few: Given = {"stock": "TH TC TD TS", "closed": "opponent", "tricks_at_close": (3, 1)}
    few["schwarz"] = "no-points"
    assert run(*position("server", "AD QH/KD JH", "S", (60, 0), (7, 1), **few), "AD KD") == 2
    # He has 50: the table would give 1.
    many: Given = {"stock": "TH TC TD 9S", **THEIRS}
    assert run(*position("server", "AD QH/KD JH", "S", (60, 50), (5, 3), **many), "AD KD") == 2


@pytest.mark.parametrize(("bonus_counts", "expected"), [(False, -2), (True, 2)])
def test_nobody_at_66_is_a_lost_close_and_the_bonus_comes_first(bonus_counts: bool, expected: int) -> None:
    # 50 + 15 is one short, and the other's 20 do not matter; with the bonus I have 75 and he is below 33.
    close: Given = {"stock": "AH AC JC AS", **CLOSED, "last_trick_bonus_after_close": bonus_counts}
    assert value(*position("server", "AD/KD", "S", (50, 20), (6, 3), **close)) == expected


def test_who_had_tricks_at_the_close_is_frozen() -> None:
    close: Given = {"stock": "AH AC JC AS", "closed": "me"}
    assert value(*position("server", "AD/KD", "S", (50, 20), (6, 3), **close, tricks_at_close=(4, 0))) == -3
    assert value(*position("server", "AD/KD", "S", (50, 20), (6, 3), **close, tricks_at_close=(3, 1))) == -2
    # It is frozen by the move itself, before its trick.
    cards: Given = {"hand_size": 3, "stock": "AC TC TD JS"}
    rules, state = position("schnapsen", "AS TH JC/AH TS KC", "S", (39, 0), (5, 0), **cards)
    after = state_after(rules, state, "close+TH AH")
    assert (after.tricks, after.points) == ((5, 1), (39, 21))
    assert (after.closer, after.tricks_at_close, after.points_at_close) == (0, (5, 0), (39, 0))


def test_undecided_with_the_bonus_and_an_open_stock_means_65_to_65_without_a_marriage() -> None:
    void, start = position("server", "AD/KD", "S", (40, 65), (5, 6), undecided="void")
    majority, last_trick = {**void, "undecided": "majority"}, {**void, "undecided": "last-trick"}
    assert [value(rules, start) for rules in (void, majority, last_trick)] == [0, 0, 1]
    # Every last trick, every split of the other points, with and without marriages among them.
    without_marriage = set()
    for mine, theirs in permutations(pack(void), 2):
        for marriages in (0, 20, 40):
            total = 120 - CARD_POINTS[mine[0]] - CARD_POINTS[theirs[0]] + marriages
            for points in range(max(0, total - 65), min(65, total) + 1):
                hands = (frozenset([mine]), frozenset([theirs]))
                state = start._replace(hands=hands, points=(points, total - points))
                result = run(void, state, f"{mine} {theirs}")
                assert result == run(majority, state, f"{mine} {theirs}")  # equal points, whenever undecided
                if result == 0:
                    without_marriage.add(marriages == 0)
    assert without_marriage == {True}
    # Without the bonus the majority decides.
    assert value({**majority, "last_trick_bonus": 0}, start) == -1


def test_the_position_before_the_draw_is_one_of_its_own() -> None:
    # I have just won a trick. Closed now, my aces make 44 + 15 + 11; drawing, the other gets the trump ace.
    rules, state = position("handbook", "AH AD/KH 9C", "S", (44, 39), (5, 4), hand_size=3, stock="9D AS")
    assert state.before_draw
    assert move_values(rules, state) == {"draw": -1, "close+AD": 1, "close+AH": 1}
    drawn = state_after(rules, state, "draw")
    assert drawn.hands == (frozenset(["AH", "AD", "9D"]), frozenset(["KH", "9C", "AS"]))
    assert drawn.stock == ()
    small = state_after(rules, state, "close+AD")
    assert small.hands == (frozenset(["AH"]), frozenset(["KH", "9C"]))
    assert (small.closer, small.before_draw) == (0, False)
    # Where closing is not legal there, only the draw is left, and play() makes it by itself.
    assert legal_moves({**rules, "close_before_draw": False}, state) == ["draw"]
    assert legal_moves({**rules, "close_min_stock": 3}, state) == ["draw"]


def test_close_min_stock_counts_the_stock_as_it_lies_before_the_draw() -> None:
    more: Given = {"hand_size": 3, "close_min_stock": 4, "stock": "9D JD TS AS"}
    rules, state = position("handbook", "AH AD 9S/KH 9C JC", "S", (35, 34), (4, 3), **more)
    before = state_after(rules, state, "AH KH")
    assert set(legal_moves(rules, before)) == {"draw", "close+AD", "close+9S"}  # and nothing is exchanged
    after = state_after(rules, before, "draw")
    assert set(legal_moves(rules, after)) == {"AD", "9S", "9D", "exchange+AD", "exchange+AS", "exchange+9D"}
    assert not state_after({**rules, "close_min_stock": 5}, state, "AH KH").before_draw


def test_an_odd_stock_is_an_error() -> None:
    with pytest.raises(ValueError, match="odd stock"):
        from_position({"hand": "AH", "opponent": "KH", "stock": "9D JD AS"})


def test_an_exchange_can_be_wrong() -> None:
    # The face-up ten comes to me anyway when I lose the jack, and then my ace makes 66. With the ten led at
    # once the king is thrown in and I stop at 65; with the ace led it is trumped.
    cards: Given = {"hand_size": 2, "close_min_stock": 0, "stock": "KS TC"}
    rules, state = position("schnapsen", "AS JC/AC KC", "C", (51, 27), (4, 3), **cards)
    assert move_values(rules, state) == {"AS": -1, "JC": 1, "exchange+AS": -1, "exchange+TC": -1}


def test_an_exchange_can_be_right() -> None:
    # The king from under the stock is led at once, with the queen: 26 + 40. Otherwise the other draws it.
    cards: Given = {"hand_size": 2, "exchange_min_stock": 2, "close_min_stock": 0, "stock": "JD KS"}
    rules, state = position("server", "9S QS/AH TH", "S", (26, 64), (5, 4), **cards)
    assert move_values(rules, state) == {"9S": -1, "QS": -1, "exchange+KS": 1, "exchange+QS": 1}


def test_either_card_of_a_marriage_may_be_the_right_one_to_lead() -> None:
    # King first: 40 + 20 + 6 is 66. Queen first: 65, and the king is trumped.
    king = position("server", "KH QH/JH 9S", "S", (40, 30), (5, 3), stock="TD AC TC TS", **CLOSED)
    assert move_values(*king) == {"KH": 2, "QH": -2}
    # The ace takes either: the king gives 51 + 15, the queen only 65; then the king takes the last trick.
    close: Given = {"stock": "TD KD 9D 9S", **CLOSED, "last_trick_bonus_after_close": True}
    queen = position("server", "KH QH/AH JH", "S", (35, 51), (4, 4), **close)
    assert move_values(*queen) == {"KH": -2, "QH": 1}


def test_the_exchange_card_drawn_last_comes_too_late() -> None:
    hands, more = "AD TD KD QD JD 9D/AH TH KH QH JH 9H", {"exchange_min_stock": 2, "stock": "9S AS"}
    rules, state = position("server", hands, "S", (25, 24), (3, 2), **more)
    after = state_after(rules, state, "AD 9H")
    assert "9S" in after.hands[0]
    assert sorted(legal_moves(rules, after)) == ["9D", "9S", "JD", "KD", "QD", "TD"]


# ------------------------------------------------------------ what the tests above leave open of the rules


def test_strict_play() -> None:
    assert moves("server", "AH 9H TS/9D JD", led="KH") == {"AH"}  # head it
    assert moves("server", "JH 9H TS/9D JD", led="KH") == {"JH", "9H"}  # cannot: follow
    assert moves("paderborn", "AH 9H TS/9D JD", led="KH") == {"AH", "9H"}  # need not
    assert moves("server", "AC TS 9S/9D JD", led="KH") == {"TS", "9S"}  # void: trump
    assert moves("handbook", "AC TS 9S/9D JD", led="KH") == {"AC", "TS", "9S"}  # need not
    assert moves("server", "AC TC AD/9D JD", led="KH") == {"AC", "TC", "AD"}  # no trumps either: anything
    assert moves("server", "AS 9S AC/9D JD", led="TS") == {"AS"}  # trumps are headed like any suit
    assert moves("server", "AH 9H TS/9D JD", led="KH", stock="AC AS") == {"AH", "9H", "TS"}  # open stock


def test_who_may_exchange_and_when() -> None:
    stock: Given = {"stock": "JC JD TD KS", "close_min_stock": 0}
    plain, both = {"9S", "AC"}, {"9S", "AC", "exchange+KS", "exchange+AC"}
    assert moves("server", "9S AC/9C 9D", **stock) == both  # the card swapped in may be led itself
    assert moves("server", "9S AC/9C 9D", **{**stock, "stock": "JC KS"}) == plain  # fewer than 3
    assert moves("server", "9S AC/9C 9D", **stock, tricks=(0, 2)) == both
    assert moves("server", "9S AC/9C 9D", **stock, tricks=(0, 2), exchange_needs_trick=True) == plain
    assert moves("server", "9S AC/9C 9D", **stock, exchange_rank="none") == plain
    assert moves("server", "9S AC/9C 9D", **stock, exchange_rank="A") == plain  # not the ace of trumps
    assert moves("server", "9S AC/9D", **stock, led="9C") == plain
    assert moves("server", "9S AC/9D", **stock, led="9C", exchange_on="any-turn") == both
    assert moves("server", "9S AC/9C 9D", **stock, closed="me", tricks_at_close=(1, 1)) == plain
    assert moves("paderborn", "TS AC/9C 9D", **stock) == {"TS", "AC", "exchange+KS", "exchange+AC"}
    assert {"exchange+close+KS", "close+9S"} <= moves("server", "9S AC/9C 9D", stock="JC JD TD KS")


def test_who_may_close_and_when() -> None:
    stock: Given = {"stock": "JC KS", "hand_size": 1}
    assert moves("server", "AC/9C", **stock) == {"AC", "close+AC"}
    assert moves("server", "AC/9C", **stock, tricks=(0, 2)) == {"AC", "close+AC"}
    assert moves("server", "AC/9C", **stock, tricks=(0, 2), close_needs_trick=True) == {"AC"}
    assert moves("server", "AC/9C", **stock, close_min_stock=3) == {"AC"}
    assert moves("server", "AC/9C", **stock, close_min_stock=0) == {"AC"}
    assert moves("server", "AC/", **stock, led="9C") == {"AC"}
    assert moves("server", "AC/9C") == {"AC"}  # no stock


@pytest.mark.parametrize("card", ["KH", "QH"])
def test_when_a_marriage_counts(card: str) -> None:
    assert counts_after("server", card) == (20, 0)
    assert counts_after("server", card, trump="H", stock="AC AH") == (40, 0)
    assert counts_after("server", card, tricks=(0, 0)) == (0, 20)
    assert counts_after("server", card, tricks=(0, 0), marriage_counts="at-once") == (20, 0)
    assert counts_after("server", card, tricks=(0, 0), marriage_first_lead=False) == (0, 0)
    assert counts_after("server", card, marriage_first_lead=False) == (20, 0)
    assert counts_after("server", card, stock=0) == (20, 0)
    assert counts_after("server", f"close+{card}") == (20, 0)
    # Only while the stock is open: not when it is exhausted, closed, or closed with this very lead.
    closed: Given = {"closed": "me", "tricks_at_close": (1, 1)}
    assert counts_after("server", card, marriage_phases="open") == (20, 0)
    assert counts_after("server", card, marriage_phases="open", stock=0) == (0, 0)
    assert counts_after("server", card, marriage_phases="open", **closed) == (0, 0)
    assert counts_after("server", f"close+{card}", marriage_phases="open") == (0, 0)
    # Without the partner there is none; the exchange can bring it.
    assert counts_after("server", card, hands=f"{card} JH 9D/9C 9H JD") == (0, 0)
    swap: Given = {"hands": "9S QS 9D/9C 9H JD", "stock": "AC KS", "exchange_min_stock": 2}
    assert counts_after("server", "exchange+QS", **swap) == (40, 0)
    assert counts_after("server", "exchange+close+KS", **swap) == (40, 0)
    # Reaching 66 it ends the deal before the reply, or the trick is played out.
    assert counts_after("server", card, points=(46, 40)) == (66, 0)
    assert counts_after("server", card, points=(46, 40), stop="at-once") == 1


def test_a_marriage_shown_to_win() -> None:
    reply: Given = {"led": "9H", "stock": "AC AS", "hand_size": 3}
    closed: Given = {"closed": "me", "tricks_at_close": (1, 1)}
    cards, plain = "KH QH 9D/9C JD", {"KH", "QH", "9D"}
    assert moves("handbook", cards, points=(46, 30), **reply) == {*plain, "show+KH"}
    assert moves("handbook", cards, points=(45, 30), **reply) == plain
    assert moves("server", cards, points=(46, 30), **reply) == plain
    assert moves("handbook", cards, points=(46, 30), **reply, **closed) == {"KH", "QH", "show+KH"}
    closed["marriage_phases"] = "open"
    assert moves("handbook", cards, points=(46, 30), **reply, **closed) == {"KH", "QH"}
    # The other's marriage has brought him to 66 before: his trick is only played out.
    assert moves("handbook", cards, points=(46, 70), **reply, stop="after-trick") == plain
    swap: Given = {**reply, "stock": "AC KS", "points": (30, 30)}
    assert "exchange+show+KS" in moves("handbook", "9S QS 9D/9C JD", **swap)
    # It wins at once; the card that was led counts for nobody.
    for stop in ("at-once", "after-trick"):
        given: Given = {"hands": cards, "points": (46, 32), "stop": stop, **reply, "led": "AH"}
        assert counts_after("handbook", "show+KH", **given) == 2


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
    # 55 + 15; the other has 40 and three tricks by now.
    close: Given = {"closed": "me", "tricks_at_close": tricks, "points_at_close": points}
    more: Given = {"stock": "TH TC TD 9S", "close_won": close_won, "schwarz": schwarz}
    assert value(*position("server", "AD/KD", "S", (55, 40), (6, 3), **close, **more)) == expected


def test_an_undecided_deal_can_go_to_the_last_trick() -> None:
    # folk has no bonus: 40 + 15 against 65 is nobody's 66, and the last trick wins by the table.
    assert value(*position("folk", "AD/KD", "S", (40, 65), (5, 6))) == 1
    assert value(*position("folk", "AD/KD", "S", (40, 65), (5, 6), undecided="void")) == 0


# ------------------------------------------------------------ published problems, and the reference itself


@pytest.mark.parametrize("problem", published(), ids=lambda problem: problem["id"])
def test_published_problems(problem: dict[str, Any]) -> None:
    expect, totals, count = problem["expect"], Counter[str](), 0
    for world in worlds(problem):
        rules, state = from_position(world)
        totals.update(move_values(rules, state))
        count += 1
    best = max(totals.values()) if state.actor == 0 else min(totals.values())
    assert best / count == pytest.approx(expect["value"], abs=1e-5)
    assert {move for move, total in totals.items() if total == best} == set(expect["best"])
    if count == 1:
        assert value(rules, state) == expect["value"]
        assert set(best_moves(rules, state)) == set(expect["best"])


def test_perft_counts_move_sequences() -> None:
    # Mine to lead with the trump nine: six cards, or six after the exchange, each with a close or without.
    hands, stock = "9S AC TC KC JC 9C/AD TD KD JD 9D AH", "TH KH QH JH 9H QC QD JS QS KS TS AS"
    start = position("server", hands, "S", (0, 0), (0, 0), stock=stock)
    # Void in clubs and spades, the other may answer with all six, after a close as well.
    assert [perft(*start, depth) for depth in range(3)] == [1, 24, 144]
    # The last two tricks. To AC the answer is TC, then 9D and JD; to 9D it is JD, and then comes TC.
    last = position("server", "AC 9D/TC JD", "S", (40, 57), (5, 5))
    assert [perft(*last, depth) for depth in range(6)] == [1, 2, 2, 2, 2, 0]
    # With 45 the first of these lines is over after 45 + 21.
    last = position("server", "AC 9D/TC JD", "S", (45, 52), (5, 5))
    assert [perft(*last, depth) for depth in range(6)] == [1, 2, 2, 1, 1, 0]


def test_worlds_of_an_open_and_a_closed_stock() -> None:
    hidden: Given = {"rules": "schnapsen", "hand": "AS KS QS JS TH", "opponent": "KH ? ? ? ?", "upcard": "JD"}
    hidden |= {"stock": 4, "played": "TS AH QH JH AC TC", "points": [30, 15], "tricks": [2, 1]}
    # Seven cards are not seen, AD TD KD QD KC QC JC: four in the hand, three in the stock in some order.
    assert len(list(worlds(hidden))) == 35 * 6
    assert len(list(worlds(hidden | {"closed": "me"}))) == 35
    assert len(list(worlds(hidden | {"lacks": "D"}))) == 0  # three clubs cannot fill four places
    assert len(list(worlds(hidden | {"lacks": ["AD", "TD"]}))) == 5 * 6
    assert len(list(worlds(hidden | {"stock": "QD ? ? JD"}))) == 15 * 2


@pytest.mark.parametrize("seed", range(20))
def test_random_positions_read_back_the_same(seed: int) -> None:
    rng = random.Random(seed)
    for rules in (random_rules(rng), random_rules(rng, "QKTA", 3), full_rules(rng.choice(list(PRESETS)))):
        states, result = random_deal(rules, rng)
        assert -3 <= result <= 3
        for state in states:
            there = json.loads(json.dumps(to_position(rules, state)))
            assert from_position(there) == (rules, state)
            assert [from_position(world) for world in worlds(there)] == [(rules, state)]
            listed = legal_moves(rules, state)
            assert perft(rules, state, 1) == len(listed) == len(set(listed)) > 0


def test_random_states_of_a_wanted_stage() -> None:
    rng, rules = random.Random(1), PRESETS["handbook"]
    assert random_state(rules, rng, before_draw=True).before_draw
    state = random_state(rules, rng, hand=4, led=True, closed=True)
    assert (len(state.hands[state.actor]), len(state.hands[1 - state.actor])) == (4, 3)
    assert state.closer is not None
    assert play(rules, state, legal_moves(rules, state)[0]) != state
