"""Positions that several tests start from, told as a file tells them, and changes to them."""

from __future__ import annotations

from typing import Any

from sixtysix.solver.cards import mask_of, parse_card
from sixtysix.solver.position import Position

# Server rules, the stock gone. Played: 41 points, KD QD and KC QC among them.
ENDGAME: dict[str, Any] = {
    "trump": "H",
    "hand": "AS TS KS AH KH 9D",
    "opponent": "QS JS TH QH AD TD",
    "points": [28, 13],
    "tricks": [4, 2],
}
# Two cards in the stock, the opponent unknown. Played: 31 points, the marriage of clubs among them.
OPEN: dict[str, Any] = {
    "hand": "AS TS KS AH KH 9D",
    "upcard": "TD",
    "played": "9S 9H JH KD QD JD AC KC QC JC",
    "points": [20, 11],
    "tricks": [3, 2],
}
# Closed by me after four tricks, with four cards in the stock; one trick since.
CLOSED: dict[str, Any] = {
    "trump": "H",
    "hand": "AS TS AH KH TD",
    "opponent": "QS JS TH QH AD",
    "upcard": "9H",
    "stock": 4,
    "played": "9S KS JH KD QD JD AC KC QC JC",
    "closed": "me",
    "points": [22, 13],
    "tricks": [3, 2],
    "tricks_at_close": [2, 2],
}
# The first card of a deal: the opponent has led the king of trumps.
LED: dict[str, Any] = {
    "hand": "AS TS KS AH TH 9D",
    "upcard": "TD",
    "led": "KD",
}
AT_ONCE = {"preset": "server", "stop": "at-once"}


def told(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The keys of `base` with these changes; `...` takes a key away."""
    return {key: value for key, value in {**base, **changes}.items() if value is not ...}


def position(base: dict[str, Any], **changes: Any) -> Position:
    """The position told so."""
    return Position.from_dict(told(base, changes))


def mask(text: str) -> int:
    """The set of these cards."""
    return mask_of(parse_card(card) for card in text.split())
