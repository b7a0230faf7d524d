"""Judging a close: verdicts, margins and reasons equal to an independent count; what forbids closing."""

from __future__ import annotations

import random
from itertools import combinations
from math import hypot
from typing import Any

import pytest
import reference
from hidden import Hidden, random_hidden
from reference_positions import to_position
from reference_random import random_deal
from reference_rules import random_rules
from sixtysix.solver import close as module
from sixtysix.solver.close import CloseJudgement, judge_close
from sixtysix.solver.closing import closing_forbidden
from sixtysix.solver.position import Position
from sixtysix.solver.solve import Solver
from test_analysis import SIX_LEFT
from test_worlds import FIRST_LEAD, FOUR_LEFT
from told import CLOSED, OPEN, position


def _judged(told: dict[str, Any] | Position, **how: Any) -> CloseJudgement:
    judgement = judge_close(told if isinstance(told, Position) else Position.from_dict(told), **how)
    assert judgement.legal
    return judgement


def _closable(seed: int) -> Hidden:
    """A random position in which I may close."""
    while True:
        hidden = random_hidden(seed, closed=False, led=False)
        if hidden.state.actor == 0 and reference.may_close(hidden.rules, hidden.state):
            return hidden
        seed += 10_000


@pytest.mark.parametrize("seed", range(40))
def test_all_worlds_equal_the_reference(seed: int) -> None:
    hidden = _closable(seed)
    judgement = _judged(hidden.told, defence="double-dummy", threads=1 + seed % 2)
    means = {move: hidden.mean(move) for move in hidden.worlds[0].values}
    closes = [move for move in means if "close" in move]
    close, other = max(means[move] for move in closes), max(means[move] for move in means.keys() - closes)
    assert judgement.exact
    assert judgement.possible == len(hidden.worlds)
    assert (judgement.close.mean, judgement.open.mean) == (close, other)
    assert judgement.margin == close - other
    assert judgement.margin_stderr == judgement.close.stderr == judgement.open.stderr == 0.0
    verdict = "indifferent" if close == other else "close" if close > other else "do not close"
    assert judgement.verdict == verdict
    assert {each.move: each.mean for each in judgement.leads + judgement.others} == means
    for each in judgement.leads + judgement.others:
        assert each.distribution == hidden.distribution(each.move)
        assert each.loss == pytest.approx(max(close, other) - each.mean)
    _check_reasons(hidden, judgement)
    asked = random.Random(seed).choice(closes)
    judged = _judged(hidden.told, defence="double-dummy", move=asked).judged
    assert judged is not None
    assert (judged.move, judged.loss) == (asked, max(close, other) - means[asked])


def _check_reasons(hidden: Hidden, judgement: CloseJudgement) -> None:
    """The reasons as they follow from the values of the best close in each hand."""
    values = {world.hand: world.values[judgement.close.move] for world in hidden.worlds}

    def mean(held: bool, card: str) -> float | None:
        some = [value for hand, value in values.items() if (card in hand) == held]
        return sum(some) / len(some) if some else None

    for effect in judgement.why:
        assert effect.with_ == mean(True, effect.card)
        assert effect.without == mean(False, effect.card)
    assert [each.cost for each in judgement.why] == sorted(
        (each.cost for each in judgement.why), reverse=True
    )
    losing = [hand for hand, value in values.items() if value < 0]
    if not losing:
        assert judgement.sinks is None
        return
    assert judgement.sinks is not None
    sinks = set(judgement.sinks.cards)

    def sink(cards: set[str]) -> bool:
        holding = [value for hand, value in values.items() if cards <= hand]
        return bool(holding) and max(holding) < 0

    known = set(hidden.told["opponent"].split())
    assert sink(sinks)
    assert judgement.sinks.only == all(sinks <= hand for hand in losing)
    for fewer in combinations(set().union(*losing) - known, max(0, len(sinks) - 1)):
        assert not sinks or not sink(set(fewer))
    pattern = judgement.pattern
    if pattern is not None:
        for hand, value in values.items():
            fits = set(pattern.holds) <= hand and not set(pattern.lacks) & hand
            of_suit = sum(card[1] == pattern.suit for card in hand)
            assert (fits and of_suit >= pattern.least) == (value < 0)


@pytest.mark.parametrize("seed", range(150))
def test_closing_is_forbidden_where_it_is_not_legal(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    for state in random_deal(rules, rng)[0]:
        reason = closing_forbidden(Position.from_dict(to_position(rules, state)))
        legal = state.actor == 0 and any("close" in move for move in reference.legal_moves(rules, state))
        assert (reason is None) == legal


@pytest.mark.parametrize(
    ("base", "changes", "reason"),
    [
        (OPEN, {"rules": "folk"}, "close_min_stock = 0: under these rules the stock is never closed"),
        (OPEN, {"rules": "annotated"}, "close_min_stock = 6: at least 6 cards must be in the stock"),
        (FIRST_LEAD, {"rules": "paderborn", "upcard": "JH"}, "close_needs_trick = true: only who has won"),
        (OPEN, {"turn": "opponent"}, "turn: the opponent is to act"),
        (CLOSED, {}, "closed: I have closed the stock already"),
        (FIRST_LEAD, {"led": "KC"}, "led: KC must be answered first"),
    ],
)
def test_the_rule_that_forbids_it_is_named(
    base: dict[str, Any], changes: dict[str, Any], reason: str
) -> None:
    judgement = judge_close(position(base, **changes))
    assert not judgement.legal
    assert judgement.reason.startswith(reason)


def test_before_the_draw() -> None:
    before = {**OPEN, "hand": "AS TS KS AH 9D", "stock": 4, "played": "9S 9H JH KD QD JD KC QC JC AC"}
    told = {**before, "stock": 4, "points": [20, 11], "tricks": [3, 2], "upcard": "TD"}
    forbidden = judge_close(Position.from_dict(told))
    assert not forbidden.legal
    assert forbidden.reason.startswith("close_before_draw = false")
    judgement = _judged({**told, "rules": {"preset": "server", "close_before_draw": True}})
    assert [each.move for each in judgement.others] == ["draw"]
    assert len(judgement.leads) == 5


def test_closes_are_solved_over_all_hands_while_going_on_is_sampled() -> None:
    judgement = _judged(position(SIX_LEFT), worlds=60, clock=False)
    assert not judgement.exact
    assert judgement.possible == 55_440
    assert {each.worlds for each in judgement.leads} == {462}
    assert {each.worlds for each in judgement.others} == {60}
    assert judgement.close.stderr == 0
    assert judgement.margin_stderr == judgement.open.stderr > 0
    again = _judged(position(SIX_LEFT), worlds=60, threads=1, clock=False)
    assert again._replace(seconds=0.0) == judgement._replace(seconds=0.0)


def test_both_sampled_are_compared_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ALL_WORLDS", 0)
    judgement = _judged(position(FOUR_LEFT), worlds=50)
    assert judgement.close.worlds == judgement.open.worlds == 50
    assert judgement.margin_stderr != hypot(judgement.close.stderr, judgement.open.stderr)
    assert _judged(position(FOUR_LEFT), exact=True).exact


def test_sampled_margins_within_two_errors_are_too_close_to_call() -> None:
    for seed in range(5):
        judgement = _judged(position(SIX_LEFT), defence="double-dummy", worlds=20, seed=seed)
        sure = abs(judgement.margin) >= 2 * judgement.margin_stderr
        assert (judgement.verdict != "too close to call") == sure
        assert judgement.verdict != "indifferent"


def test_time_is_kept() -> None:
    judgement = _judged(position(SIX_LEFT), time=0.5)
    assert judgement.seconds < 3
    assert judgement.open.worlds >= 2


def test_a_known_position_is_one_world() -> None:
    known = position(FOUR_LEFT, opponent="QS JS TH QH AD TC", stock="9C QC JC TD")
    judgement = _judged(known)
    values = {each.move: each.value for each in Solver().solve(known).moves}
    assert judgement.possible == 1
    assert judgement.exact
    assert {each.move: each.mean for each in judgement.leads + judgement.others} == values


def test_what_breaks_even() -> None:
    judgement = _judged(position(FOUR_LEFT))
    share = judgement.break_even
    assert share is not None
    counts = {int(key): value for key, value in judgement.close.distribution.items()}
    won = sum(points * each for points, each in counts.items() if points > 0) / judgement.close.win
    lost = -2.0  # close_lost; the opponent has a trick
    assert share * won + (1 - share) * lost == pytest.approx(judgement.open.mean)


def test_a_move_that_does_not_close_is_refused() -> None:
    with pytest.raises(ValueError, match="AS is no closing lead here"):
        judge_close(position(FOUR_LEFT), move="AS")
