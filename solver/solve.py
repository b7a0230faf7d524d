"""Solve a position with all cards known: its value, every move's value, and the best line to the end."""

from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from .kernel import search
from .position import Position
from .rules import Rules
from .solution import MoveValue, Solution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .seats.position import SeatsPosition
    from .seats.solve import SeatsSolver

__all__ = ["MoveValue", "Solution", "Solver", "solve"]


class Solver(search.Solver):
    """Solves positions with all cards known, one after the other, in one thread; owns its tables.

    ``memory_mb`` bounds the tables, in megabytes. Values do not depend on it. Positions with three and four
    hands go to a solver of their own, which is made when the first comes.
    """

    def __init__(self, *, memory_mb: float = search.DEFAULT_MEMORY_MB, without: Iterable[str] = ()) -> None:
        """See above; the kernel has taken the same arguments when it made its tables."""
        self._memory_mb = memory_mb
        self._seats: SeatsSolver | None = None

    def seats(self) -> "SeatsSolver":
        """The solver for three and four hands."""
        if self._seats is None:
            from .seats.solve import SeatsSolver  # which two hands need not wait for

            self._seats = SeatsSolver(memory_mb=self._memory_mb)
        return self._seats

    def world_values(
        self,
        position: Any,
        hands: "NDArray[np.uint32]",
        stocks: "NDArray[np.int8] | None",
        moves: list[str],
        out: "NDArray[np.int8]",
        seconds: float = 0,
    ) -> int:
        """The values of moves in many worlds, as the kernels tell them; in how many rows of ``out``."""
        if position.rules.hands > 2:
            return self.seats().world_values(position, hands, moves, out, seconds)
        return super().world_values(position, hands, stocks, moves, out, seconds)

    def solve(self, position: Position, *, time: float | None = None) -> Solution:
        """The value, every move's value and the best line, within ``time`` seconds (None: no limit).

        Raises ValueError when cards are hidden, and KeyboardInterrupt on Ctrl-C.
        """
        if position.rules.hands > 2:
            return self.seats().solve(cast("SeatsPosition", position), time=time)
        started, before = perf_counter(), self.nodes
        moves = [
            MoveValue(move, low if low == high else None, (low, high))
            for move, low, high in self.move_bounds(position, time or 0.0)
        ]
        mine = position.deal.turn == 0
        pick = max if mine else min
        low, high = pick(m.bounds[0] for m in moves), pick(m.bounds[1] for m in moves)
        value = low if low == high else None
        moves.sort(key=lambda m: sum(m.bounds), reverse=mine)
        best: list[str] = []
        line: list[str] = []
        if value is not None:
            best = [m.move for m in moves if m.bounds == (value, value)]
            line = self.line(position, value)
        spent = perf_counter() - started
        dealer = dealer_scores(position.rules, value)
        return Solution(value, (low, high), best, moves, line, self.nodes - before, spent, dealer=dealer)


def solve(position: Position, *, time: float | None = None) -> Solution:
    """``Solver().solve(position)``, for a single position."""
    return Solver().solve(position, time=time)


def dealer_scores(rules: Rules, value: int | None) -> int | None:
    """What a dealer who sits out scores: as much as the winner, and 1 if nobody wins."""
    return (abs(value) or 1) if rules.dealer_sits_out and value is not None else None
