"""Why a close fares as it does: what each unseen card costs, and which cards in his hand sink it.

Everything here works on the values of one closing move over hands of the other player: ``hands`` [n] are the
masks of his unknown cards, ``values`` [n] the game points from my seat.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import SUITS, card_name, cards_of, mask_of, suit_cards
from .outcomes import Values

Hands = NDArray[np.uint32]


class CardEffect(NamedTuple):
    """How the close fares when the other player holds a card, and when he does not."""

    card: str
    with_: float | None
    """Mean game points when he holds it; None if he never does."""
    without: float | None
    """Mean game points when he does not; None if he always does."""

    @property
    def cost(self) -> float:
        """What his holding it costs me, in game points; 0 where there is nothing to compare."""
        return 0.0 if self.with_ is None or self.without is None else self.without - self.with_


def card_effects(hands: Hands, values: Values, unseen: int) -> list[CardEffect]:
    """The effect of each unseen card, the costliest first."""
    effects = []
    for card in cards_of(unseen):
        held = (hands >> np.uint32(card) & 1).astype(bool)
        effects.append(CardEffect(card_name(card), _mean(values[held]), _mean(values[~held])))
    effects.sort(key=lambda effect: -effect.cost)
    return effects


def _mean(values: Values) -> float | None:
    return int(values.sum(dtype=np.int64)) / len(values) if len(values) else None


class Sinks(NamedTuple):
    """Cards that sink the close: every world in which he holds all of them loses."""

    cards: list[str]
    """The fewest such cards; none at all if every world loses."""
    only: bool
    """No other world loses."""


def find_sinks(hands: Hands, values: Values) -> Sinks | None:
    """The smallest set of cards such that every world in which he holds them loses; None if no world does."""
    lost = values < 0
    if not lost.any():
        return None
    losing, others = np.unique(hands[lost]), np.unique(hands[~lost])
    held = list(cards_of(int(np.bitwise_or.reduce(losing))))
    # A losing hand itself is such a set, so the search ends with its size at the latest.
    for size in range(len(held) + 1):
        for cards in combinations(held, size):
            mask = np.uint32(mask_of(cards))
            if not _holding(others, mask).any():
                holding = _holding(losing, mask)
                if holding.any():
                    return Sinks([card_name(card) for card in cards], bool(holding.all()))
    raise AssertionError("every losing hand sinks the close")


def _holding(hands: Hands, cards: np.uint32) -> NDArray[np.bool_]:
    """Which of these hands hold all of these cards."""
    held: NDArray[np.bool_] = (hands & cards) == cards
    return held


class Pattern(NamedTuple):
    """What exactly the hands that beat the close have in common: those of this description, and no others."""

    holds: list[str]
    """He holds all of these,"""
    lacks: list[str]
    """and none of these,"""
    suit: str
    """and of this suit, the cards above included,"""
    least: int
    """at least so many; 0 where it is not a matter of a suit."""


MOST_NAMED = 2
"""A pattern names so many cards at most; one that names more is no help to anybody."""


def find_pattern(hands: Hands, values: Values, unseen: int, known: int) -> Pattern | None:
    """The simplest pattern of the losing hands; None if there is none.

    ``unseen`` are the cards whose place is unknown, ``known`` those he is known to hold, which count in
    their suit.
    """
    lost = values < 0
    if not lost.any() or lost.all():
        return None
    whole = hands | np.uint32(known)
    every = int(np.bitwise_and.reduce(hands[lost]))
    none = unseen & ~int(np.bitwise_or.reduce(hands[lost]))
    common = [(card, True) for card in cards_of(every)] + [(card, False) for card in cards_of(none)]
    named = [choice for size in range(MOST_NAMED + 1) for choice in combinations(common, size)]
    for suits in ((), range(len(SUITS))):
        for choice in named:
            holds = mask_of(card for card, held in choice if held)
            lacks = mask_of(card for card, held in choice if not held)
            fits = _holding(hands, np.uint32(holds)) & (hands & np.uint32(lacks) == 0)
            names = (
                [card_name(card) for card in cards_of(holds)],
                [card_name(card) for card in cards_of(lacks)],
            )
            if not suits and bool((fits == lost).all()):
                return Pattern(*names, "", 0)
            for suit in suits:
                counts = np.bitwise_count(whole & np.uint32(suit_cards(suit)))
                least = int(counts[lost].min())
                if least and bool(((counts >= least) & fits == lost).all()):
                    return Pattern(*names, SUITS[suit], least)
    return None
