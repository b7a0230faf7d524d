"""The answer to a position with all cards known."""

from typing import NamedTuple


class MoveValue(NamedTuple):
    """A legal move and what it is worth."""

    move: str
    """As the contract writes moves, e.g. ``exchange+close+KH``."""
    value: int | None
    """Game points from my seat; None if time ran out before it was known.

    Where each of three plays for himself: what the seat to act can guarantee after the move.
    """
    bounds: tuple[int, int]
    """What is proved: the value lies between these, both included."""


class Solution(NamedTuple):
    """The answer to a position."""

    value: int | None
    """Game points from my seat (positive: I win that many); None if time ran out.

    Where each of three plays for himself: what I can guarantee.
    """
    bounds: tuple[int, int]
    """What is proved: the value lies between these, both included."""
    best: list[str]
    """The acting player's best moves; empty if time ran out."""
    moves: list[MoveValue]
    """Every legal move, best first for the acting player, ties in a fixed order."""
    line: list[str]
    """Best play by both sides to the end of the deal; empty if time ran out.

    Where each of three plays for himself: play in which each cares for itself alone.
    """
    nodes: int
    """Positions searched."""
    seconds: float
    """Time taken."""
    guarantees: dict[str, int | None] | None = None
    """Each for himself: what each seat can guarantee against the two others together."""
    outcome: dict[str, int] | None = None
    """Each for himself: what each seat gets by ``line``."""
    dealer: int | None = None
    """A dealer who sits out: what he scores."""
