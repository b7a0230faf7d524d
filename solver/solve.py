"""Solve a position with all cards known: its value, every move's value, and the best line to the end."""

from time import perf_counter
from typing import NamedTuple

from .kernel import search
from .position import Position


class MoveValue(NamedTuple):
    """A legal move and what it is worth."""

    move: str
    """As the contract writes moves, e.g. ``exchange+close+KH``."""
    value: int | None
    """Game points from my seat; None if time ran out before it was known."""
    bounds: tuple[int, int]
    """What is proved: the value lies between these, both included."""


class Solution(NamedTuple):
    """The answer to a position."""

    value: int | None
    """Game points from my seat (positive: I win that many); None if time ran out."""
    bounds: tuple[int, int]
    """What is proved: the value lies between these, both included."""
    best: list[str]
    """The acting player's best moves; empty if time ran out."""
    moves: list[MoveValue]
    """Every legal move, best first for the acting player, ties in a fixed order."""
    line: list[str]
    """Best play by both sides to the end of the deal; empty if time ran out."""
    nodes: int
    """Positions searched."""
    seconds: float
    """Time taken."""


class Solver(search.Solver):
    """Solves positions with all cards known, one after the other, in one thread; owns its tables.

    ``memory_mb`` bounds the tables, in megabytes. Values do not depend on it.
    """

    def solve(self, position: Position, *, time: float | None = None) -> Solution:
        """The value, every move's value and the best line, within ``time`` seconds (None: however long it takes).

        Raises ValueError when cards are hidden, and KeyboardInterrupt on Ctrl-C.
        """
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
        return Solution(value, (low, high), best, moves, line, self.nodes - before, perf_counter() - started)


def solve(position: Position, *, time: float | None = None) -> Solution:
    """``Solver().solve(position)``, for a single position."""
    return Solver().solve(position, time=time)
