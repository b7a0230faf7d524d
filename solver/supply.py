"""The worlds of a question one after the other, as far as they are asked for: all of them, or a sample.

Either way they come in an order drawn from a seed, so that the first of them are a fair sample of the rest if
the work is cut short, and the same seed gives the same worlds.
"""

from math import gcd
from typing import Protocol

import numpy as np

from .worlds import Batch, Numbers, Worlds

LARGEST_SHUFFLE = 1 << 24
"""Up to so many worlds are shuffled as a list of their numbers (128 MB); more are strided through."""

BLOCK = 1024
"""Samples are drawn in blocks of so many, so that a longer one begins with the same worlds."""

GOLDEN = 0.6180339887498949
"""A stride of this share of a circle spreads its steps evenly, wherever it is cut off."""


class Supply(Protocol):
    """Worlds by their place in the order in which they are solved."""

    @property
    def limit(self) -> int | None:
        """How many there are; None: no end."""

    @property
    def exact(self) -> bool:
        """Are these all the worlds there are, each once?"""

    def rows(self, start: int, stop: int) -> Batch:
        """The worlds from one place up to another."""


class Everything:
    """All worlds, each once."""

    exact = True

    def __init__(self, worlds: Worlds, seed: int) -> None:
        """In an order that depends on the seed."""
        self.limit: int = worlds.count
        self._worlds = worlds
        generator = np.random.default_rng(seed)
        self._shuffled = generator.permutation(self.limit) if self.limit <= LARGEST_SHUFFLE else None
        self._stride = int(self.limit * GOLDEN)
        while gcd(self._stride, self.limit) > 1:
            self._stride += 1
        self._first = int(generator.random() * self.limit)

    def rows(self, start: int, stop: int) -> Batch:
        """The worlds from one place in the order up to another."""
        numbers: Numbers
        if self._shuffled is not None:
            numbers = self._shuffled[start:stop]
        else:
            strided = [(self._first + place * self._stride) % self.limit for place in range(start, stop)]
            numbers = np.array(strided, object)
        return self._worlds.at(numbers)


class Sample:
    """Worlds drawn at random, each as likely as any other; one may come twice."""

    exact = False

    def __init__(self, worlds: Worlds, seed: int, limit: int | None) -> None:
        """So many of them, or as many as are asked for."""
        self.limit = limit
        self._worlds = worlds
        self._generator = np.random.default_rng(seed)
        self._blocks: list[Batch] = []

    def rows(self, start: int, stop: int) -> Batch:
        """The worlds from one place in the order up to another."""
        first = start // BLOCK
        last = (stop + BLOCK - 1) // BLOCK
        while len(self._blocks) < last:
            self._blocks.append(self._worlds.draw(BLOCK, self._generator))
        blocks = self._blocks[first:last]
        rows = slice(start - first * BLOCK, stop - first * BLOCK)
        stocks = [block.stocks for block in blocks if block.stocks is not None]
        return Batch(
            np.concatenate([block.hand_numbers for block in blocks])[rows],
            np.concatenate([block.hands for block in blocks])[rows],
            np.concatenate(stocks)[rows] if stocks else None,
        )


def supply(worlds: Worlds, *, most: int, sample: int | None, exact: bool, seed: int) -> Supply:
    """All worlds if they are at most ``most``, or if ``exact``, or no more than ``sample``; else a sample."""
    if exact or worlds.count <= max(most, sample or 0):
        return Everything(worlds, seed)
    return Sample(worlds, seed, sample)
