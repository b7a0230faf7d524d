"""The worlds of a position: every way its unknown cards can lie, counted, listed or drawn at random in bulk.

A world is the opponent's unknown cards and, while the stock is open, the order of the stock. All worlds count
alike, and nothing but what the position names is used. Worlds have numbers: first by the opponent's hand, in
the order of ``Worlds.hands``, then by the order of the stock, in lexicographic order::

    number = hand number * orders + order number        orders = (unknown cards of an open stock)!
"""

from functools import cached_property
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import cards_of
from .position import Position

Numbers = NDArray[np.int64] | NDArray[np.object_]
"""World numbers [n]: int64, or Python integers where there are too many worlds for that."""


class Batch(NamedTuple):
    """Some worlds, in the form the kernel takes; ``n`` of them."""

    hand_numbers: NDArray[np.int64]
    """[n]: each world's hand, as an index into ``Worlds.hands``."""
    hands: NDArray[np.uint32]
    """[n]: the opponent's unknown cards as masks, bit ``suit * 8 + rank``."""
    stocks: NDArray[np.int8] | None
    """[n, size]: all cards of an open stock in drawing order, the face-up trump last; None without one."""


class Worlds:
    """The worlds of one position.

    With ``orders=False`` the order of the stock is left out of account, as is right for questions that it
    cannot matter to (a stock that is about to be closed): one world for each hand.
    """

    def __init__(self, position: Position, *, orders: bool = True) -> None:
        """Count them; nothing is listed before it is asked for."""
        deal = position.deal
        self._unseen = sorted(cards_of(position.unseen))
        self._can_hold = [card for card in self._unseen if not position.lacks >> card & 1]
        self._hidden = deal.hidden[1]
        self._stock = deal.stock if deal.closer < 0 else ()
        self._places = [place for place, card in enumerate(self._stock) if card < 0]
        self.orders = factorial(len(self._places)) if orders else 1
        """In how many orders the stock can lie for each hand."""
        every = position.world_count()
        self.count: int = every if orders or not self._places else every // factorial(len(self._places))
        """How many worlds there are, exactly."""

    @cached_property
    def hands(self) -> NDArray[np.uint32]:
        """[hands]: the sets of unknown cards the opponent can hold, as masks, in lexicographic order."""
        return _subsets(self._can_hold, self._hidden)

    @cached_property
    def _rests(self) -> NDArray[np.int8]:
        """[hands, places]: the cards each hand leaves for the unknown places of an open stock, sorted."""
        cards = np.array(self._unseen, np.int8)
        left = self.hands[:, None] >> cards.astype(np.uint32) & 1 == 0
        return cards[np.nonzero(left)[1]].reshape(len(self.hands), len(self._places))

    def at(self, numbers: Numbers) -> Batch:
        """The worlds with these numbers."""
        hand_numbers = (numbers // self.orders).astype(np.int64)
        if not self._places:
            return self._batch(hand_numbers, None)
        rests = self._rests[hand_numbers]
        return self._batch(hand_numbers, _ordered(rests, numbers % self.orders) if self.orders > 1 else rests)

    def all(self) -> Batch:
        """Every world, in the order of the numbers."""
        return self.at(np.arange(self.count))

    def draw(self, n: int, generator: np.random.Generator) -> Batch:
        """``n`` worlds drawn at random, each as likely as any other whatever has been drawn before."""
        hand_numbers = generator.integers(len(self.hands), size=n)
        if not self._places:
            return self._batch(hand_numbers, None)
        cards = self._rests[hand_numbers]
        if self.orders > 1:
            generator.permuted(cards, axis=1, out=cards)
        return self._batch(hand_numbers, cards)

    def _batch(self, hand_numbers: NDArray[np.int64], unknown: NDArray[np.int8] | None) -> Batch:
        """Worlds of these hands, with ``unknown`` [n, places] in the unknown places of the stock."""
        stocks = None
        if self._stock:
            stocks = np.empty((len(hand_numbers), len(self._stock)), np.int8)
            stocks[:] = self._stock
            if unknown is not None:
                stocks[:, self._places] = unknown
        return Batch(hand_numbers, self.hands[hand_numbers], stocks)


def _subsets(cards: list[int], size: int) -> NDArray[np.uint32]:
    """All sets of ``size`` of these cards as masks, in lexicographic order."""
    # sets[k]: those of k of the cards from the current one to the last.
    sets = [np.zeros(int(k == 0), np.uint32) for k in range(size + 1)]
    for card in reversed(cards):
        bit = np.uint32(1 << card)
        for k in range(size, 0, -1):
            sets[k] = np.concatenate((sets[k - 1] | bit, sets[k]))
    return sets[size]


def _ordered(cards: NDArray[np.int8], numbers: Numbers) -> NDArray[np.int8]:
    """Each row of ``cards`` [n, k] in the order with its number [n], 0 to k! - 1, in lexicographic order."""
    left = cards.copy()
    ordered = np.empty_like(cards)
    columns = cards.shape[1]
    rows = np.arange(len(cards))
    for place in range(columns):
        # The next digit in the factorial number system picks among the cards that are left.
        weight = factorial(columns - 1 - place)
        pick = (numbers // weight).astype(np.int64)
        numbers = numbers % weight
        ordered[:, place] = left[rows, pick]
        keep = np.arange(columns - place) != pick[:, None]
        left = left[keep].reshape(len(cards), columns - place - 1)
    return ordered
