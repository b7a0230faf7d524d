"""What many worlds come to: the mean, its error, and how often each result occurs.

Everything is counted in whole numbers first and divided once, so that a mean over all worlds is exact to the
last digit, and the order in which worlds were solved does not matter.
"""

from math import sqrt
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

HIGHEST = 3
"""The most game points that a deal can be worth to either side, but for a point that a trump ten may add."""

Values = NDArray[np.int8]
"""[worlds]: the value of one move in each world, in game points from my seat."""


class Tally(NamedTuple):
    """How often each result occurred, from the lowest to the highest: -3 to 3, if the rules allow no more."""

    counts: tuple[int, ...]

    @classmethod
    def of(cls, values: Values, highest: int = HIGHEST) -> Self:
        """Count these values."""
        counts = np.bincount(values.astype(np.int64) + highest, minlength=2 * highest + 1)
        return cls(tuple(counts.tolist()))

    @property
    def results(self) -> range:
        """What can occur, in the order of ``counts``."""
        highest = len(self.counts) // 2
        return range(-highest, highest + 1)

    @property
    def worlds(self) -> int:
        """How many values there were."""
        return sum(self.counts)

    @property
    def total(self) -> int:
        """The sum of the values."""
        return sum(value * count for value, count in zip(self.results, self.counts, strict=True))

    @property
    def mean(self) -> float:
        """The mean value, in game points."""
        return self.total / self.worlds

    @property
    def won(self) -> int:
        """In how many worlds I win."""
        return sum(self.counts[len(self.counts) // 2 + 1 :])

    @property
    def lost(self) -> int:
        """In how many worlds I lose."""
        return sum(self.counts[: len(self.counts) // 2])

    @property
    def stderr(self) -> float:
        """The standard error of the mean if the worlds are a sample of many."""
        squares = sum(value * value * count for value, count in zip(self.results, self.counts, strict=True))
        return standard_error(self.worlds, self.total, squares)

    @property
    def distribution(self) -> dict[str, float]:
        """The share of the worlds that has each result, from ``"-3"`` to ``"3"``."""
        worlds = self.worlds
        return {str(value): count / worlds for value, count in zip(self.results, self.counts, strict=True)}


def standard_error(n: int, total: int, squares: int) -> float:
    """The standard error of the mean of ``n`` results with this sum and sum of squares.

    It is at least that of one world among them that differs from the rest by as much as can be. A sample in
    which all worlds agree would promise certainty otherwise, though the next world may well be another.
    """
    spread = sqrt((n * squares - total * total) / (n * n * (n - 1))) if n > 1 else 0.0
    return max(spread, 2 * HIGHEST / n)


class Lead(NamedTuple):
    """By how much one move is better than another, over the worlds that both were solved in."""

    worlds: int
    total: int
    """The sum of the differences, in game points."""
    squares: int
    """The sum of their squares."""

    @classmethod
    def of(cls, better: Values, other: Values) -> Self:
        """Compare two moves world by world, in as many as both have."""
        n = min(len(better), len(other))
        differences = better[:n].astype(np.int64) - other[:n]
        return cls(n, int(differences.sum()), int((differences * differences).sum()))

    @property
    def mean(self) -> float:
        """The mean difference, in game points."""
        return self.total / self.worlds

    @property
    def stderr(self) -> float:
        """Its standard error, which is small where both moves fare alike in the same worlds."""
        return standard_error(self.worlds, self.total, self.squares)
