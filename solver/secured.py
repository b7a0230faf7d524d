"""What moves secure against best defence, as answers tell it beside their means."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .best_defence import MoveDefence, best_defence
from .position import Position
from .worlds import Worlds

GAP = 0.005
"""Two values whose intervals lie within so much of each other count as the same."""

PASSES = 400
"""Without a time limit learning ends after so many passes at most, which hardly any position needs."""

ROUNDING = 1e-6
"""Values are sums of floating-point numbers; a smaller difference is none."""


class Secured(NamedTuple):
    """What a move secures against best defence: an interval that is proved, or an estimate."""

    low: float | None
    """I can secure this much; None if there is only an estimate."""
    high: float
    """Nobody who cannot see the other's cards can secure more; with an estimate, the double-dummy mean."""
    exact: bool
    """Is the interval as narrow as was asked for?"""
    worlds: int
    """How many worlds it is about: all there are after this move."""
    estimate: float | None = None
    """Probably too high, never a bound."""
    spread: float | None = None
    """The standard deviation of the estimates from parts of the worlds."""

    @property
    def floor(self) -> float:
        """What is proved to be secure, if anything."""
        return float("-inf") if self.low is None else self.low

    @property
    def worth(self) -> float:
        """What moves are ranked by: the estimate, or what is secure."""
        return round(self.floor if self.estimate is None else self.estimate, 6)

    def record(self) -> dict[str, Any]:
        """As JSON tells it; an estimate only where there is one."""
        told = self._asdict()
        return told if self.estimate is not None else {key: told[key] for key in self._fields[:4]}


class Securing(NamedTuple):
    """What some moves secure, and how."""

    moves: dict[str, Secured]
    plan: list[dict[str, Any]]
    """How the best of them secures it, as ``Defence.plan``; empty if it was not asked for."""
    distribution: dict[str, float]
    """The results of that plan against best replies, game points to shares."""
    interrupted: bool
    """Ctrl-C came first: of the moves not reached nothing is proved."""


def secure(
    position: Position,
    means: Mapping[str, float],
    *,
    time: float | None,
    seed: int = 0,
    plan: bool = False,
) -> Securing:
    """Judge these moves, given with their double-dummy means, in their order.

    Without ``time``, in seconds, the work is limited instead, so that the answer does not depend on the
    clock. Intervals are narrowed to half the ``GAP``: two that overlap are then the same within it.
    """
    judged: dict[str, MoveDefence] = {}

    def keep(each: MoveDefence) -> None:
        judged[each.move] = each

    try:
        defence = best_defence(
            position,
            moves=list(means),
            gap=GAP / 2,
            time=time,
            seed=seed,
            plan=plan,
            passes=PASSES if time is None else None,
            told=keep,
        )
    except KeyboardInterrupt:
        return unknown(position, means, judged)
    moves = {move: _secured(position, move, mean, judged[move]) for move, mean in means.items()}
    shares = {str(points): share for points, share in defence.distribution.items()}
    return Securing(moves, defence.plan, shares, False)


def unknown(
    position: Position, means: Mapping[str, float], judged: Mapping[str, MoveDefence] | None = None
) -> Securing:
    """What is known of moves after Ctrl-C: of those ``judged`` before everything, of others their means."""
    known = judged or {}
    moves = {move: _secured(position, move, mean, known.get(move)) for move, mean in means.items()}
    return Securing(moves, [], {}, True)


def _secured(position: Position, move: str, mean: float, judged: MoveDefence | None) -> Secured:
    if judged is None:
        return Secured(-float(position.most), mean, False, Worlds(position, orders="close" not in move).count)
    if judged.estimate is not None:
        return Secured(None, mean, False, judged.worlds, *judged.estimate)
    return Secured(judged.interval.low, judged.interval.high, judged.exact, judged.worlds)


def side(moves: Iterable[Secured]) -> Secured:
    """What the best of these moves secures: the greatest low and the greatest high, or the best estimate."""
    moves = list(moves)
    best = max(moves, key=lambda each: each.worth)
    high = max(each.high for each in moves)
    if best.estimate is not None:
        return best._replace(high=high)
    low = max(each.floor for each in moves)
    return best._replace(low=low, high=high, exact=high - low <= GAP)
