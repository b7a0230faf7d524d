"""The verdict on a close in a sentence or two: what was compared, and how sure the answer is."""

import click

from ..solver.close import CloseJudgement
from ..solver.position import Position
from ..solver.ranking import MoveOutcome
from ..solver.secured import Secured
from .analysis_text import error, how_many, secured_text, signed
from .spelling import Spelling

NEAR = 0.3
"""By so much a single hand has been seen to gain by hiding what it holds."""

HIDING = (
    "The difference is small, and a hand can gain by hiding what it holds: at the table closing may still be "
    "right, by a few tenths."
)


def verdict_text(position: Position, judgement: CloseJudgement, spelling: Spelling) -> str:
    """The verdict with the numbers it rests on."""
    verdict = click.style(f"{judgement.verdict.capitalize()}.", bold=True)
    close = _move(position, judgement.close.move, spelling)
    other = _move(position, judgement.open.move, spelling)
    told = {"double-dummy": _by_mean, "best": _like_with_like, "mixed": _mixed}[judgement.model]
    return f"{verdict} {told(judgement, close, other)}"


def _move(position: Position, move: str, spelling: Spelling) -> str:
    """A move in words, without the word close, which the sentence has."""
    return spelling.move(position.deal, move).replace("close, ", "")


def _by_mean(judgement: CloseJudgement, close: str, other: str) -> str:
    """The two means, as averages of double-dummy values."""
    return (
        f"The best lead for a close, {close}, is worth {signed(judgement.close.mean)}; "
        f"the best way to go on, {other}, {signed(judgement.open.mean)}: a margin of "
        f"{_margin(judgement)} ({_worlds(judgement)})."
    )


def _margin(judgement: CloseJudgement) -> str:
    margin = signed(judgement.margin)
    return margin if judgement.exact else f"{margin} ± {error(judgement.margin_stderr)}"


def _worlds(judgement: CloseJudgement) -> str:
    """What the means are taken over."""
    if judgement.exact:
        return f"over {how_many(judgement.possible, judgement.possible, True)}"
    worlds = f"going on in {how_many(judgement.open.worlds, judgement.possible, False)}"
    if judgement.close.stderr:
        return worlds
    return f"the close over all {judgement.close.worlds:,} hands, {worlds}"


def _like_with_like(judgement: CloseJudgement, close: str, other: str) -> str:
    """Both sides by best defence."""
    ours, theirs = _secured(judgement.close), _secured(judgement.open)
    if judgement.possible == 1:
        return (
            f"All cards are known: the best lead for a close, {close}, is worth {secured_text(ours)}, the "
            f"best way to go on, {other}, {secured_text(theirs)}. That is certain."
        )
    told = [
        f"Against best defence the best lead for a close, {close}, secures {secured_text(ours)}, and the "
        f"best way to go on, {other}, {secured_text(theirs)}."
    ]
    if judgement.verdict == "too close to call":
        told.append(
            "What is proved so far leaves it open; more --time may decide it."
            if ours.estimate is None and theirs.estimate is None
            else "An estimate proves nothing."
        )
    elif not judgement.firm:
        told.append("That is likely, but rests on an estimate.")
    elif judgement.verdict == "indifferent":
        told.append("Like is compared with like, and the two are proved to be the same within 0.005.")
    else:
        told.append("Like is compared with like, so against best defence that is proved.")
    if judgement.verdict == "do not close" and theirs.floor - ours.high < NEAR:
        told.append(HIDING)
    if judgement.by_mean != judgement.verdict:
        told.append(f"With all cards open it would be “{judgement.by_mean}”.")
    return " ".join(told)


def _mixed(judgement: CloseJudgement, close: str, other: str) -> str:
    """What the close secures against the mean of going on, and both means."""
    ours = _secured(judgement.close)
    mean = signed(judgement.open.mean)
    if judgement.open.stderr:
        mean += f" ± {error(judgement.open.stderr)}"
    best = max(each.mean for each in judgement.leads)
    means = (
        f"With all cards open the best close is worth {signed(best)} and the best way to go on, {other}, "
        f"{mean} ({_worlds(judgement)})"
    )
    secures = f"against best defence a close, by {close}, secures {secured_text(ours)}"
    if judgement.firm:
        sure = "by two standard errors of the sample" if judgement.open.stderr else "over all worlds"
        return (
            f"{means}, and {secures}. Going on cannot secure more than its mean, so the close is better "
            f"whatever the defence: that is proved, {sure}."
        )
    likely = {
        "close": (
            "That is ahead of the mean of going on, but by less than two standard errors: likely, not proved."
        ),
        "depends on the defence": (
            "Closing is right if you guess well or he defends badly. Against best defence it falls short of "
            "the mean of going on, of which best defence would leave less too; how much is not worked out "
            "with so many cards in the stock."
        ),
        "do not close": "Both comparisons say no, which makes it likely, but does not prove it.",
        "indifferent": "That is as much as the mean of going on.",
        "too close to call": "The means are too near to each other to tell.",
    }
    told = f"{means}; {secures}. {likely[judgement.verdict]}"
    near = judgement.verdict == "do not close" and judgement.open.mean - ours.high < NEAR
    return f"{told} {HIDING}" if near else told


def _secured(outcome: MoveOutcome) -> Secured:
    assert outcome.best_defence is not None
    return outcome.best_defence
