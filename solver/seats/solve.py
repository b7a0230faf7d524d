"""Solve a position with three or four hands, all cards known.

Partners have a value, as two players have: what each side can get for certain against the other. Where each
plays for itself there is no such value. What is computed then is, for each seat,

- what it can *guarantee*: its game points if it plays for itself and the two others together against it; its
  own win counts what it scores, another's win as much below nothing, an undecided deal 0;

and besides one line, in which each plays for itself alone and expects the same of the others ("max-n"): of
moves that are equally good for itself a seat makes the first in the fixed order (spades, hearts, diamonds,
clubs, each from the ace down). The two differ: the others need not play together, and so a seat may get more
than it can guarantee.
"""

from time import perf_counter

from ..kernel import seats
from ..solution import MoveValue, Solution
from .position import SeatsPosition

_NO_TIME = 1e-9


class SeatsSolver(seats.Solver):
    """Solves positions with three or four hands, one after the other, in one thread; owns its table."""

    def value(self, position: SeatsPosition) -> int:
        """What I can get for certain: with my partner, or alone against the two others."""
        return self.bounds(position)[0]

    def solve(self, position: SeatsPosition, *, time: float | None = None) -> Solution:
        """The value and every move's value, within ``time`` seconds (None: however long it takes).

        ``value`` is mine. With partners ``moves`` are in my view, as ``value`` is; where each plays for
        himself ``moves`` and ``best`` are in the view of the seat to act: its guarantee after each move.

        Raises ValueError when cards are hidden, and KeyboardInterrupt on Ctrl-C.
        """
        started, before = perf_counter(), self.nodes

        def left() -> float:
            return 0.0 if time is None else max(started + time - perf_counter(), _NO_TIME)

        partners = position.rules.partners
        who = 0 if partners else position.deal.turn
        moves = [
            MoveValue(move, low if low == high else None, (low, high))
            for move, low, high in self.move_bounds(position, who, left())
        ]
        gains = not partners or position.acting_for == 0
        pick = max if gains else min
        bounds = pick(m.bounds[0] for m in moves), pick(m.bounds[1] for m in moves)
        moves.sort(key=lambda m: sum(m.bounds), reverse=gains)
        best = [m.move for m in moves if m.bounds == bounds] if bounds[0] == bounds[1] else []
        line: list[str] = []
        guarantees = outcome = None
        if partners:
            if best:
                line = self.line(position, bounds[0])
        else:
            each = {
                seat: self.bounds(position, seat, left())
                for seat in range(len(position.seats))
                if seat != who
            }
            each[who] = bounds
            guarantees = {name: _settled(each[seat]) for seat, name in enumerate(position.seats)}
            told, payoffs = self.max_n(position, left())
            if told is not None and payoffs is not None:
                line, outcome = told, dict(zip(position.seats, payoffs, strict=True))
            bounds = each[0]
        return Solution(
            _settled(bounds),
            bounds,
            best,
            moves,
            line,
            self.nodes - before,
            perf_counter() - started,
            guarantees=guarantees,
            outcome=outcome,
        )


def _settled(bounds: tuple[int, int]) -> int | None:
    """The value, if time did not run out before it was known."""
    return bounds[0] if bounds[0] == bounds[1] else None
