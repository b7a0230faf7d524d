"""The worlds of a position with three or four hands: every way to deal the unknown cards.

All count alike, and nothing but what the position names is used: what a seat lacks only if ``lacks`` says so.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..worlds import Batch, Numbers, Worlds
from .position import SeatsPosition


class SeatsWorlds(Worlds):
    """The worlds of one position; the ``hands`` of a batch are [n, seats], the unknown cards of each seat."""

    def __init__(self, position: SeatsPosition) -> None:
        """Count them; nothing is listed before it is asked for."""
        self._ways = position.ways()
        self.count = self._ways.count
        self.orders = 1

    @cached_property
    def hands(self) -> NDArray[np.uint32]:
        """[worlds, seats]: the unknown cards of each seat, in every world."""
        return self.all().hands

    def at(self, numbers: Numbers) -> Batch:
        """The worlds with these numbers."""
        hands = np.array([self._ways.at(int(number)) for number in numbers], np.uint32)
        return Batch(numbers.astype(np.int64), hands.reshape(len(numbers), -1), None)

    def all(self) -> Batch:
        """Every world, in the order of the numbers."""
        return self.at(np.arange(self.count))

    def draw(self, n: int, generator: np.random.Generator) -> Batch:
        """``n`` worlds drawn at random, each as likely as any other whatever has been drawn before."""
        return self.at(generator.integers(self.count, size=n))
