"""How cards, suits and moves are written for people."""

from collections.abc import Iterable
from typing import TextIO

import click

from ..solver.cards import RANKS, SUITS, SYMBOLS, cards_of, parse_card, suit_cards
from ..solver.kernel.search import Deal
from ..solver.marriages import declared_points

RED_SUITS = (1, 2)

PLAYERS = ("you", "opponent")


def shows_symbols(stream: TextIO) -> bool:
    """Can what this stream ends in show suit symbols, as far as its encoding tells?"""
    try:
        SYMBOLS.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Spelling:
    """Writes with suit symbols or, where they cannot be shown, with letters; hearts and diamonds in red.

    Colours are always written; ``click.echo`` drops them where they cannot be shown or are not wanted.
    """

    def __init__(self, symbols: bool) -> None:
        """``symbols``: ``A♥`` instead of ``AH``."""
        self.symbols = symbols
        self._suits = SYMBOLS if symbols else SUITS

    def _colored(self, text: str, suit: int) -> str:
        return click.style(text, fg="red") if suit in RED_SUITS else text

    def suit(self, suit: int) -> str:
        """A suit alone: ``♥``."""
        return self._colored(self._suits[suit], suit)

    def card(self, card: int) -> str:
        """A card: ``A♥``, an unknown one (-1) as ``?``."""
        return self._colored(RANKS[card & 7] + self._suits[card >> 3], card >> 3) if card >= 0 else "?"

    def cards(self, cards: Iterable[int]) -> str:
        """Cards in the order given: ``A♥ ? T♣``."""
        return " ".join(self.card(card) for card in cards)

    def hand(self, cards: int, trump: int, unknown: int = 0) -> str:
        """A set of cards by suits, trumps first: ``♥ A Q   ♠ T 9   ? ?``."""
        suits = [trump, *(suit for suit in range(4) if suit != trump)]
        groups = [
            self._colored(" ".join([self._suits[suit], *(RANKS[card & 7] for card in cards_of(held))]), suit)
            for suit in suits
            if (held := cards & suit_cards(suit))
        ]
        if unknown:
            groups.append(" ".join("?" * unknown))
        return "   ".join(groups)

    def move(self, deal: Deal, move: str) -> str:
        """A move of this deal in words: ``exchange for A♥, close, K♥ marriage 40``."""
        *before, last = move.split("+")
        if last == "draw":
            return "draw"
        card = parse_card(last)
        text = self.card(card)
        words = []
        if "exchange" in before:
            words.append(f"exchange for {self.card(deal.stock[-1])}")
        if "close" in before:
            words.append("close")
        if "show" in before:
            text = f"show {text} {self.card(card - 1)}"
        declared = declared_points(deal, move)
        return ", ".join([*words, f"{text} marriage {declared}" if declared else text])
