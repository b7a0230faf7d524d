"""Moves ranked by their means, each with how far it is behind the best and how sure that is."""

from math import hypot
from typing import Any, NamedTuple

from .outcomes import Lead
from .secured import Secured
from .sweep import Sweep


class MoveOutcome(NamedTuple):
    """A legal move and how it fares over the worlds it was solved in."""

    move: str
    """As the contract writes moves, e.g. ``exchange+close+KH``."""
    worlds: int
    """In how many worlds it was solved; moves that cannot be best get fewer under a time limit."""
    mean: float
    """Mean game points from my seat."""
    stderr: float
    """The standard error of the mean; 0 over all worlds."""
    win: float
    """The share of the worlds that I win."""
    distribution: dict[str, float]
    """The share of the worlds with each result, ``"-3"`` to ``"3"``."""
    loss: float
    """How much worse than the best move it is on average, in the same worlds where both saw the same."""
    loss_stderr: float
    """The standard error of that difference: in the same worlds it is smaller than those of the means."""
    best_defence: Secured | None = None
    """What it secures against best defence, where that was asked for and could be judged."""

    def record(self) -> dict[str, Any]:
        """As JSON tells it; best defence only where it is known."""
        told = self._asdict()
        secured = told.pop("best_defence")
        return told if secured is None else told | {"best_defence": secured.record()}


def ranked(*sweeps: Sweep) -> list[MoveOutcome]:
    """All moves of these sweeps, best first, ties in a fixed order; each is compared with the best of all."""
    tops = [(sweep, sweep.best()) for sweep in sweeps]
    best, column = max(tops, key=lambda top: top[0].tally(top[1]).mean)
    outcomes = [_outcome(sweep, each, best, column) for sweep in sweeps for each in range(len(sweep.moves))]
    outcomes.sort(key=lambda outcome: outcome.mean, reverse=True)
    return outcomes


def _outcome(sweep: Sweep, column: int, best: Sweep, best_column: int) -> MoveOutcome:
    """A move compared with the best: world by world, unless the two were solved in different worlds."""
    tally = sweep.tally(column)
    loss = best.tally(best_column).mean - tally.mean
    if sweep is best:
        behind = Lead.of(best.values(best_column), sweep.values(column))
        error = 0.0 if sweep.complete or column == best_column else behind.stderr
        if best.done[best_column] != tally.worlds:
            loss = behind.mean
    else:
        error = hypot(sweep.stderr(column), best.stderr(best_column))
    return MoveOutcome(
        sweep.moves[column],
        tally.worlds,
        tally.mean,
        sweep.stderr(column),
        tally.won / tally.worlds,
        tally.distribution,
        loss,
        error,
    )
