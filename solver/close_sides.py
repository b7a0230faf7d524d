"""The two sides of a close: all ways to close, and all ways to go on, each with the best first."""

from collections.abc import Mapping
from math import hypot
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from .outcomes import Lead, Tally, Values
from .ranking import MoveOutcome, ranked
from .secured import ROUNDING, Secured, side
from .sweep import Sweep


class Sides(NamedTuple):
    """Ways to close and ways to go on, and the worlds they were solved in."""

    leads: list[MoveOutcome]
    others: list[MoveOutcome]
    closing: Sweep
    going_on: Sweep
    """The same sweep where both were sampled."""

    @classmethod
    def by_mean(cls, closing: Sweep, going_on: Sweep) -> Self:
        """Ordered by their double-dummy means."""
        outcomes = ranked(closing) if closing is going_on else ranked(closing, going_on)
        leads = [each for each in outcomes if "close" in each.move]
        others = [each for each in outcomes if "close" not in each.move]
        return cls(leads, others, closing, going_on)

    def ordered(self, secured: Mapping[str, Secured]) -> Self:
        """Ordered by what they secure, so far as that is known; of those that secure the same by mean."""

        def worth(each: MoveOutcome) -> float:
            return each.best_defence.worth if each.best_defence else 0.0

        leads, others = (
            sorted(
                (each._replace(best_defence=secured.get(each.move)) for each in moves),
                key=worth,
                reverse=True,
            )
            for moves in (self.leads, self.others)
        )
        return self._replace(leads=leads, others=others)

    @property
    def close(self) -> MoveOutcome:
        """The best way to close; its best defence is that of the side."""
        return _as_side(self.leads)

    @property
    def open(self) -> MoveOutcome:
        """The best way to go on; likewise."""
        return _as_side(self.others)

    @property
    def exact(self) -> bool:
        """Was everything solved in all worlds?"""
        return self.closing.complete and self.going_on.complete

    @property
    def close_tally(self) -> Tally:
        """The results of the best way to close."""
        return self.closing.tally(self._column)

    @property
    def open_tally(self) -> Tally:
        """The results of the best way to go on."""
        return self.going_on.tally(self._other)

    @property
    def close_values(self) -> Values:
        """The value of the best close in every world that it was solved in."""
        return self.closing.values(self._column)

    @property
    def close_hands(self) -> NDArray[np.uint32]:
        """The other player's hands there."""
        return self.closing.hands(self._column)

    @property
    def error(self) -> float:
        """The standard error of the margin between the best of both sides."""
        if self.closing is self.going_on and not self.exact:
            return Lead.of(self.close_values, self.going_on.values(self._other)).stderr
        return hypot(self.leads[0].stderr, self.others[0].stderr)

    def loss_of(self, lead: MoveOutcome) -> MoveOutcome:
        """The lead with its loss against the best of all moves.

        Where best defence is known, that is what another move certainly secures more. Where it is not known
        of going on, it is also how far the lead's mean is behind that of going on, if that is more.
        """
        if lead.best_defence is None:
            return lead
        known = [each.best_defence for each in [*self.leads, *self.others] if each.best_defence is not None]
        loss = max(each.floor for each in known) - lead.best_defence.high
        loss = loss if loss > ROUNDING else 0.0
        error = 0.0
        behind = self.others[0].mean - lead.mean
        if self.others[0].best_defence is None and behind > loss:
            loss, error = behind, hypot(lead.stderr, self.others[0].stderr)
        return lead._replace(loss=loss, loss_stderr=error)

    @property
    def _column(self) -> int:
        return self.closing.moves.index(self.leads[0].move)

    @property
    def _other(self) -> int:
        return self.going_on.moves.index(self.others[0].move)


def _as_side(moves: list[MoveOutcome]) -> MoveOutcome:
    """The first of these moves, with what the best of them secures."""
    known = [each.best_defence for each in moves if each.best_defence is not None]
    return moves[0]._replace(best_defence=side(known)) if known else moves[0]
