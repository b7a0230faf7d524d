"""Means over worlds: equal to an independent enumeration, fair where sampled, the same for any threads."""

from __future__ import annotations

from statistics import fmean
from time import perf_counter

import numpy as np
import pytest
from hidden import random_hidden
from reference_published import published
from sixtysix.solver import analysis as module
from sixtysix.solver.analysis import Analysis, Interrupted, analyse
from sixtysix.solver.crew import Crew
from sixtysix.solver.outcomes import Lead, Tally
from sixtysix.solver.position import Position
from sixtysix.solver.solve import solve
from sixtysix.solver.supply import Everything
from sixtysix.solver.sweep import Sweep
from sixtysix.solver.worlds import Worlds
from test_worlds import FIRST_LEAD, FOUR_LEFT
from told import CLOSED, ENDGAME, position

# Six cards in the stock: 55,440 worlds.
SIX_LEFT = {
    "hand": "AS TS KS AH KH 9D",
    "upcard": "TD",
    "played": "9S 9H JH KD QD JD",
    "points": [9, 2],
    "tricks": [2, 1],
}


def _timeless(analysis: Analysis) -> Analysis:
    return analysis._replace(seconds=0.0)


@pytest.mark.parametrize("seed", range(60))
def test_all_worlds_equal_the_reference_to_the_last_digit(seed: int) -> None:
    hidden = random_hidden(seed)
    analysis = analyse(Position.from_dict(hidden.told), threads=1 + seed % 3, seed=seed)
    assert analysis.exact
    assert analysis.worlds == analysis.possible == len(hidden.worlds)
    if hidden.state.actor:
        assert (analysis.moves, analysis.best) == ([], [])
        assert (analysis.value, analysis.distribution) == (hidden.mean(""), hidden.distribution(""))
        return
    moves = hidden.worlds[0].values
    means = {move: hidden.mean(move) for move in moves}
    assert {each.move: each.mean for each in analysis.moves} == means
    assert {each.move: each.distribution for each in analysis.moves} == {
        move: hidden.distribution(move) for move in moves
    }
    value = max(means.values())
    assert analysis.value == value
    assert set(analysis.best) == {move for move, mean in means.items() if mean == value}
    assert [each.mean for each in analysis.moves] == sorted(means.values(), reverse=True)
    for each in analysis.moves:
        assert (each.stderr, each.loss_stderr, each.worlds) == (0.0, 0.0, len(hidden.worlds))
        assert each.loss == pytest.approx(value - each.mean)
        assert each.win == pytest.approx(sum(each.distribution[won] for won in "123"))


@pytest.mark.parametrize("told", published(), ids=lambda told: told["id"])
def test_published_problems(told: dict[str, object]) -> None:
    position = Position.from_dict(told)
    assert position.expect is not None
    analysis = analyse(position)
    assert analysis.exact
    assert analysis.value == pytest.approx(position.expect["value"], abs=1e-5)
    if position.deal.turn == 0:
        assert set(analysis.best) == set(position.expect["best"])


def test_a_known_position_is_one_world() -> None:
    known = position(ENDGAME)
    analysis = analyse(known)
    solution = solve(known)
    assert (analysis.worlds, analysis.possible, analysis.exact) == (1, 1, True)
    assert {each.move: each.mean for each in analysis.moves} == {
        each.move: each.value for each in solution.moves
    }
    assert set(analysis.best) == set(solution.best)
    assert analyse(position(CLOSED)).possible == 1


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample even where all worlds would be solved, so that samples can be held against all of them."""
    monkeypatch.setattr(module, "ALL_WORLDS", 0)


def test_samples_are_fair_and_their_errors_true(sampled: None) -> None:
    hidden = position(FOUR_LEFT)
    exact = analyse(hidden, exact=True)
    runs = [analyse(hidden, worlds=100, seed=seed) for seed in range(80)]
    for move, mean in ((each.move, each.mean) for each in exact.moves):
        outcomes = [next(each for each in run.moves if each.move == move) for run in runs]
        off = [abs(each.mean - mean) > 4 * each.stderr for each in outcomes]
        assert sum(off) <= 1
        means = [each.mean for each in outcomes]
        error = float(np.std(means)) / len(means) ** 0.5
        assert abs(fmean(means) - mean) <= 4 * error + 1e-9
        # The stated error is the one that the runs really have, unless that is nearly none.
        stated = fmean(each.stderr for each in outcomes)
        assert stated == pytest.approx(max(0.06, float(np.std(means))), rel=0.25)
    # So is that of a difference, which is taken world by world.
    best, other = exact.moves[0].move, next(each.move for each in exact.moves if each.mean < exact.value)
    losses, errors = [], []
    for run in runs:
        at = {each.move: each for each in run.moves}
        losses.append(at[best].mean - at[other].mean)
        if run.moves[0].move == best:
            errors.append(at[other].loss_stderr)
            assert at[other].loss == pytest.approx(losses[-1])
    assert errors
    assert fmean(errors) == pytest.approx(float(np.std(losses)), rel=0.25)


def test_the_same_seed_is_the_same_answer_for_any_number_of_threads() -> None:
    hidden = position(SIX_LEFT)
    first = analyse(hidden, worlds=60, seed=5, threads=1)
    assert not first.exact
    assert first.worlds == 60
    assert first.possible == 55_440
    for threads in (1, 2, 3):
        assert _timeless(analyse(hidden, worlds=60, seed=5, threads=threads)) == _timeless(first)
    assert _timeless(analyse(hidden, worlds=60, seed=6)) != _timeless(first)._replace(seed=6)


def test_a_sample_as_large_as_all_worlds_is_all_of_them(sampled: None) -> None:
    assert analyse(position(FOUR_LEFT), worlds=504).exact
    assert not analyse(position(FOUR_LEFT), worlds=503).exact


def test_up_to_20000_worlds_all_are_solved() -> None:
    assert module.ALL_WORLDS == 20_000
    assert analyse(position(FOUR_LEFT), worlds=10).worlds == 504


def test_time_is_kept_and_spent_on_moves_that_may_be_best() -> None:
    hidden = position(SIX_LEFT)
    started = perf_counter()
    analysis = analyse(hidden, time=1.0)
    assert perf_counter() - started < 5
    worlds = [each.worlds for each in analysis.moves]
    assert not analysis.exact
    assert analysis.worlds == max(worlds)
    assert analysis.moves[0].worlds > min(worlds) >= 2
    hurried = analyse(position(FIRST_LEAD), time=1e-9)
    assert [each.worlds for each in hurried.moves] == [2] * len(hurried.moves)
    assert analyse(position(FOUR_LEFT), time=60.0).exact


def test_moves_clearly_behind_leave_the_race() -> None:
    hidden = position(FOUR_LEFT)
    worlds = Worlds(hidden)
    sweep = Sweep(hidden, hidden.legal_moves(), worlds, Everything(worlds, 0), Crew(1))
    sweep.run()
    best = sweep.best()
    for column in range(len(sweep.moves)):
        lead = Lead.of(sweep.values(best), sweep.values(column))
        if lead.mean > 8 * lead.stderr:
            assert column not in sweep._contenders()
        if lead.mean == 0:
            assert column in sweep._contenders()
    assert len(sweep._contenders()) < len(sweep.moves)


def test_counting() -> None:
    tally = Tally.of(np.array([1, 1, -2, 3, 0], np.int8))
    assert tally.counts == (0, 1, 0, 1, 2, 0, 1)
    assert (tally.worlds, tally.total, tally.won, tally.lost) == (5, 3, 3, 1)
    assert tally.mean == 0.6
    assert tally.distribution == {"-3": 0, "-2": 0.2, "-1": 0, "0": 0.2, "1": 0.4, "2": 0, "3": 0.2}
    assert Tally.of(np.array([1], np.int8)).stderr == 6
    assert Tally.of(np.array([1] * 100, np.int8)).stderr == 0.06
    many = np.array([1, 1, -2, 3, 0] * 100, np.int8)
    assert Tally.of(many).stderr == pytest.approx(float(np.std(many, ddof=1)) / 500**0.5)
    lead = Lead.of(np.array([1, 1, 2], np.int8), np.array([0, -1], np.int8))
    assert (lead.worlds, lead.total, lead.squares) == (2, 3, 5)


def test_interrupted_tells_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    solve_worlds = Crew.solve

    def stop_after_some(self: Crew, *args: object, **more: object) -> int:
        nonlocal calls
        calls += 1
        if calls == 4:  # in the second round
            self.interrupted = True
            return 1
        return solve_worlds(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Crew, "solve", stop_after_some)
    with pytest.raises(Interrupted) as stopped:
        analyse(position(SIX_LEFT))
    answer: Analysis = stopped.value.answer
    assert 2 <= answer.worlds < 1_000
    assert not answer.exact
    assert answer.moves
    calls = 3
    with pytest.raises(KeyboardInterrupt) as nothing:
        analyse(position(FIRST_LEAD))
    assert not isinstance(nothing.value, Interrupted)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"worlds": 0}, "give 1 or more"), ({"time": 0.0}, "more than 0"), ({"threads": 0}, "give 1 or more")],
)
def test_impossible_numbers_are_refused(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        analyse(position(FOUR_LEFT), **wrong)  # type: ignore[arg-type]


def test_a_fault_in_a_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from sixtysix.solver.crew import Solver

    def fail(*_: object, **__: object) -> int:
        raise ZeroDivisionError("a bug")

    class Broken(Solver):
        world_values = fail  # type: ignore[assignment]

    monkeypatch.setattr("sixtysix.solver.crew.Solver", Broken)
    with pytest.raises(ZeroDivisionError):
        analyse(position(FOUR_LEFT), threads=2)
