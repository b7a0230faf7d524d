"""The verdict on a close: which numbers are compared, and what that proves.

=================  ==================================================================================
``double-dummy``   the means of both sides, in which both players see all cards
``best``           what both sides secure against best defence: like with like, and a proof
``mixed``          what the close secures against the mean of going on, which is more than going on can
                   secure: a close ahead of it is proved right, one behind it is not proved wrong
=================  ==================================================================================
"""

from typing import Literal, NamedTuple

from .outcomes import Tally
from .secured import GAP, ROUNDING, Secured

CALL = 2.0
"""A sampled margin under so many standard errors is too close to call."""

Model = Literal["double-dummy", "best", "mixed"]
Name = Literal["close", "do not close", "indifferent", "too close to call", "depends on the defence"]


class Verdict(NamedTuple):
    """What is right, by which comparison, and whether that is proved."""

    name: Name
    model: Model
    firm: bool
    """It is proved: against best defence, and where a mean is of a sample, by two standard errors."""


def by_means(close: Tally, other: Tally, *, exact: bool, error: float, known: bool = False) -> Verdict:
    """Compare two means, in whole numbers; a sampled difference must stand out from its ``error``.

    It proves something only where all cards are ``known``.
    """
    ahead = close.total * other.worlds - other.total * close.worlds
    name: Name = "close" if ahead > 0 else "do not close"
    if exact and not ahead:
        name = "indifferent"
    elif not ahead or abs(close.mean - other.mean) < CALL * error:
        name = "too close to call"
    return Verdict(name, "double-dummy", known)


def like_with_like(close: Secured, other: Secured) -> Verdict:
    """Compare what both sides secure. Intervals that leave it open, and estimates, decide nothing."""
    proved = close.estimate is None and other.estimate is None
    if close.floor > other.high + ROUNDING:
        return Verdict("close", "best", proved)
    if close.high < other.floor - ROUNDING:
        return Verdict("do not close", "best", proved)
    if max(close.high - other.floor, other.high - close.floor) <= GAP + ROUNDING:
        return Verdict("indifferent", "best", proved)
    return Verdict("too close to call", "best", False)


def floor_against_mean(close: Secured, mean: float, stderr: float, by_mean: Name) -> Verdict:
    """Compare what the close secures with the mean of going on, of a sample if it has a standard error.

    ``by_mean`` is what the two means say.
    """
    if close.floor > mean + CALL * stderr + ROUNDING:
        return Verdict("close", "mixed", True)
    if by_mean == "close":
        ahead = close.floor > mean + ROUNDING
        return Verdict("close" if ahead else "depends on the defence", "mixed", False)
    if by_mean == "indifferent" and close.floor < mean - GAP:
        return Verdict("too close to call", "mixed", False)
    return Verdict(by_mean, "mixed", False)
