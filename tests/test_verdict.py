"""The rules of the verdict on a close, on numbers made up for them."""

from __future__ import annotations

import pytest
from sixtysix.solver.outcomes import Tally
from sixtysix.solver.secured import Secured, side
from sixtysix.solver.verdict import by_means, floor_against_mean, like_with_like


def proved(low: float, high: float) -> Secured:
    return Secured(low, high, high - low <= 0.005, 84)


def estimated(estimate: float, mean: float) -> Secured:
    return Secured(None, mean, False, 177_100, estimate, 0.02)


def tally(*values: int) -> Tally:
    return Tally(tuple(values.count(value) for value in range(-3, 4)))


@pytest.mark.parametrize(
    ("close", "other", "name", "firm"),
    [
        (proved(1.0, 1.002), proved(0.9, 0.903), "close", True),
        (proved(1.0, 1.002), proved(0.998, 0.999), "close", True),
        (proved(0.9, 0.903), proved(1.0, 1.002), "do not close", True),
        (proved(1.5, 1.5), proved(1.5, 1.5), "indifferent", True),
        (proved(3 / 7, 3 / 7), proved(3 / 7 + 1e-12, 3 / 7 + 1e-12), "indifferent", True),
        (proved(1.0, 1.002), proved(1.001, 1.003), "indifferent", True),
        (proved(1.0, 1.004), proved(1.003, 1.007), "too close to call", False),
        (proved(-3.0, 1.0), proved(0.5, 0.502), "too close to call", False),
        (proved(-3.0, 0.4), proved(0.5, 0.502), "do not close", True),
        (estimated(1.2, 1.4), proved(0.5, 0.502), "too close to call", False),
        (estimated(0.2, 0.4), proved(0.5, 0.502), "do not close", False),
        (proved(1.0, 1.002), estimated(0.5, 0.9), "close", False),
        (proved(1.0, 1.002), estimated(0.9, 1.4), "too close to call", False),
    ],
)
def test_like_with_like(close: Secured, other: Secured, name: str, firm: bool) -> None:
    assert like_with_like(close, other) == (name, "best", firm)


@pytest.mark.parametrize(
    ("close", "mean", "stderr", "by_mean", "name", "firm"),
    [
        (proved(0.5, 0.502), 0.4, 0.0, "close", "close", True),
        (proved(0.5, 0.502), 0.4, 0.04, "close", "close", True),
        (proved(0.5, 0.502), 0.4, 0.06, "close", "close", False),
        (proved(0.5, 0.502), 0.4, 0.06, "too close to call", "too close to call", False),
        (proved(0.3, 0.302), 0.4, 0.0, "close", "depends on the defence", False),
        (proved(0.3, 0.302), 0.4, 0.06, "close", "depends on the defence", False),
        (proved(0.3, 0.302), 0.4, 0.0, "do not close", "do not close", False),
        (proved(0.4, 0.4), 0.4, 0.0, "indifferent", "indifferent", False),
        (proved(0.3, 0.302), 0.4, 0.0, "indifferent", "too close to call", False),
        (estimated(0.9, 1.0), 0.4, 0.0, "close", "depends on the defence", False),
        (estimated(0.1, 0.2), 0.4, 0.0, "do not close", "do not close", False),
    ],
)
def test_the_floor_against_the_mean(
    close: Secured, mean: float, stderr: float, by_mean: str, name: str, firm: bool
) -> None:
    assert floor_against_mean(close, mean, stderr, by_mean) == (name, "mixed", firm)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("close", "other", "error", "exact", "name"),
    [
        (tally(1, 2), tally(1), 0.0, True, "close"),
        (tally(-2, 2), tally(1), 0.0, True, "do not close"),
        (tally(-1, 2, 1, 2), tally(1, 1), 0.0, True, "indifferent"),
        (tally(-1, 2, 1, 2), tally(1, 1), 0.1, False, "too close to call"),
        (tally(1, 2), tally(1), 0.3, False, "too close to call"),
        (tally(1, 2), tally(1), 0.2, False, "close"),
    ],
)
def test_the_means(close: Tally, other: Tally, error: float, exact: bool, name: str) -> None:
    assert by_means(close, other, exact=exact, error=error) == (name, "double-dummy", False)
    assert by_means(close, other, exact=exact, error=error, known=True).firm


def test_a_side_has_the_greatest_low_and_the_greatest_high() -> None:
    assert side([proved(0.5, 0.502), proved(0.2, 0.9)])[:3] == (0.5, 0.9, False)
    assert side([proved(0.5, 0.502), proved(0.501, 0.503)])[:3] == (0.501, 0.503, True)


def test_an_estimate_is_never_in_the_place_of_a_bound() -> None:
    both = side([proved(0.5, 0.502), estimated(0.8, 1.1), estimated(0.7, 1.3)])
    assert both.record() == {
        "low": None,
        "high": 1.3,
        "exact": False,
        "worlds": 177_100,
        "estimate": 0.8,
        "spread": 0.02,
    }
    assert side([proved(0.9, 0.902), estimated(0.8, 1.1)])[:3] == (0.9, 1.1, False)
    assert "estimate" not in proved(0.5, 0.502).record()
