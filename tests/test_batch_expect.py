"""Every kind of expectation is met where it should be, and missed where it should be."""

from typing import Any

import pytest
from sixtysix.solver.expect import compare, misses_text

FOUND: dict[str, Any] = {"value": 1, "bounds": None, "best": ["AH", "KD"], "verdict": "close"}


def right(expect: dict[str, Any], **found: Any) -> bool | None:
    comparison = compare(expect, **(FOUND | found))
    assert comparison is not None
    assert (comparison.right is False) == bool(comparison.misses)
    return comparison.right


@pytest.mark.parametrize(
    "expect",
    [
        {"value": 1},
        {"value": 1.5, "tolerance": 0.5},
        {"value": 1 + 9e-7},
        {"best": ["KD", "AH"]},
        {"avoid": ["QS", "close+AH"]},
        {"avoid": []},
        {"close": "close"},
        {"value": 1, "best": ["AH", "KD"], "avoid": ["TD"], "close": "close"},
    ],
)
def test_met(expect: dict[str, Any]) -> None:
    assert right(expect) is True


@pytest.mark.parametrize(
    ("expect", "missed"),
    [
        ({"value": 2}, ["value"]),
        ({"value": 1.5, "tolerance": 0.4}, ["value"]),
        ({"value": 1 + 2e-6}, ["value"]),
        ({"best": ["AH"]}, ["best"]),
        ({"best": ["AH", "KD", "TD"]}, ["best"]),
        ({"best": []}, ["best"]),
        ({"avoid": ["KD"]}, ["avoid"]),
        ({"close": "do not close"}, ["close"]),
        (
            {"value": 2, "best": ["AH"], "avoid": ["AH"], "close": "indifferent"},
            ["value", "best", "avoid", "close"],
        ),
    ],
)
def test_missed(expect: dict[str, Any], missed: list[str]) -> None:
    comparison = compare(expect, **FOUND)
    assert comparison is not None
    assert comparison.right is False
    assert [miss.key for miss in comparison.misses] == missed
    assert misses_text(comparison.misses).count(";") == len(missed) - 1


def test_an_unfinished_answer_is_wrong_only_where_that_is_proved() -> None:
    unfinished = {"value": None, "bounds": [-1, 1], "best": []}
    assert right({"value": 1}, **unfinished) is None
    assert right({"value": 2}, **unfinished) is False
    assert right({"best": ["AH"]}, **unfinished) is None
    assert right({"avoid": ["AH"]}, **unfinished) is None
    assert right({"close": "close", "best": ["AH"]}, **unfinished) is None
    assert right({"close": "indifferent", "best": ["AH"]}, **unfinished) is False


def test_nothing_to_compare() -> None:
    assert compare({}, **FOUND) is None
    assert compare({"tolerance": 0.1}, **FOUND) is None


def test_misses_are_told_with_what_was_expected_and_what_came() -> None:
    comparison = compare({"value": 2, "best": ["TD"], "avoid": ["AH", "QS"]}, **FOUND)
    assert comparison is not None
    assert misses_text(comparison.misses) == (
        "value 2 expected, 1 found; best moves TD expected, AH KD found; "
        "none of AH QS expected among the best moves, AH found"
    )
