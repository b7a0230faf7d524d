"""Compare an answer with what a suite expects of it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

TOLERANCE = 1e-6
"""A value may be off by so much if it is not said otherwise."""

COMPARED = ("value", "best", "avoid", "close")
"""The expectations that can be met or missed, in the order in which they are told."""


class Miss(NamedTuple):
    """An expectation that was not met."""

    key: str
    expected: Any
    found: Any


class Comparison(NamedTuple):
    """How an answer fares against all that is expected of it."""

    right: bool | None
    """Everything is as expected; None if the answer is unfinished and does not tell."""
    misses: list[Miss]


def compare(
    expect: Mapping[str, Any],
    value: float | None,
    bounds: Sequence[float] | None,
    best: Sequence[str],
    verdict: str | None,
) -> Comparison | None:
    """Compare with the value found (None: it lies within ``bounds``), the best moves and the verdict.

    ``best`` is met by exactly these moves in any order, ``avoid`` if none of its moves is among the best.
    The verdict is needed only if ``close`` is expected; one that is no verdict is why closing is not legal.
    ``None`` if nothing is expected that can be compared.
    """
    wanted = [key for key in COMPARED if key in expect]
    if not wanted:
        return None
    tolerance = expect.get("tolerance", TOLERANCE)
    misses: list[Miss] = []
    open_questions = 0
    for key in wanted:
        expected = expect[key]
        if key == "close":
            if verdict != expected:
                misses.append(Miss(key, expected, verdict))
        elif value is None:
            low, high = bounds or (-float("inf"), float("inf"))
            if key == "value" and not low - tolerance <= expected <= high + tolerance:
                misses.append(Miss(key, expected, [low, high]))
            else:
                open_questions += 1
        elif key == "value":
            if not abs(value - expected) <= tolerance:
                misses.append(Miss(key, expected, value))
        elif key == "best":
            if set(best) != set(expected):
                misses.append(Miss(key, expected, list(best)))
        elif shared := [move for move in expected if move in best]:
            misses.append(Miss(key, expected, shared))
    if misses:
        return Comparison(False, misses)
    return Comparison(None if open_questions else True, misses)


_PHRASES = {
    "value": "value {expected} expected, {found} found",
    "best": "best moves {expected} expected, {found} found",
    "avoid": "none of {expected} expected among the best moves, {found} found",
    "close": "verdict “{expected}” expected, “{found}” found",
}


def misses_text(misses: Sequence[Miss]) -> str:
    """All that was missed, in one line for people."""
    return "; ".join(
        _PHRASES[miss.key].format(expected=_text(miss.expected), found=_text(miss.found)) for miss in misses
    )


def _text(value: Any) -> str:
    """A value, moves or bounds, as people read them."""
    if isinstance(value, (list, tuple)):
        if value and not isinstance(value[0], str):
            return f"between {_text(value[0])} and {_text(value[1])}"
        return " ".join(value) or "none"
    if isinstance(value, float):
        return f"{value:.9g}"
    return str(value)
