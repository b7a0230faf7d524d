"""What a judgement of a close looks like to people: the verdict, all moves, the stakes and the reasons."""

from collections.abc import Iterable

from ..solver.cards import SUITS, parse_card
from ..solver.close import CloseForbidden, CloseJudgement
from ..solver.close_reasons import CardEffect, Pattern
from ..solver.position import Position
from ..solver.ranking import MoveOutcome
from .analysis_text import (
    BEST_DEFENCE,
    GUESS,
    TIES,
    WHAT_IT_IS,
    WINS_ALL,
    Row,
    error,
    outcome_table,
    signed,
)
from .plan_text import plan_text
from .spelling import Spelling
from .tables import heading, table
from .verdict_text import verdict_text

LEAST_SHARE = 0.0005
"""Results that are rarer than this are not told: they would be shown as 0.0%."""


SINGLE_HANDS = (
    "Single hands can gain more by hiding what they hold: a near “do not close” may be wrong by a few tenths."
)

ESTIMATE = (
    "An estimate (about ... ±) comes from a part of the hands, proves nothing, and is probably too high."
)


def close_text(position: Position, judgement: CloseJudgement | CloseForbidden, spelling: Spelling) -> str:
    """The whole answer."""
    if not judgement.legal:
        return f"{heading(position)}\n\nClosing is not legal here. {judgement.reason}."
    parts = [
        heading(position),
        "\n".join([verdict_text(position, judgement, spelling), *_judged(position, judgement, spelling)]),
        outcome_table("your move", _rows(position, judgement, spelling), spelling, exact=judgement.exact),
        _plan(position, judgement, spelling),
        f"{_stakes(judgement)}\n{_solved(judgement)}{_sinks(judgement, spelling)}",
        _why(judgement.why, spelling),
        " ".join([WHAT_IT_IS, *_best_defence(judgement), *_warnings(position, judgement)]),
    ]
    return "\n\n".join(part for part in parts if part)


def _rows(position: Position, judgement: CloseJudgement, spelling: Spelling) -> list[Row]:
    """All moves, best first; closes before the rest where the two are judged by different numbers."""
    moves = judgement.leads + judgement.others

    def worth(each: MoveOutcome) -> float:
        if judgement.model == "double-dummy" or each.best_defence is None:
            return each.mean
        return each.best_defence.worth

    if judgement.model != "mixed":
        moves.sort(key=worth, reverse=True)
    best = max(map(worth, moves))
    if judgement.model == "mixed":
        best = worth(judgement.leads[0] if judgement.verdict == "close" else judgement.others[0])
    return [Row.of(each, spelling.move(position.deal, each.move), best=worth(each) == best) for each in moves]


def _plan(position: Position, judgement: CloseJudgement, spelling: Spelling) -> str:
    """How the best close secures what it does, and what comes of it."""
    told = plan_text(judgement.plan, position.deal.trump, spelling)
    if not told:
        return ""
    results = ", ".join(
        f"{int(points):+d} in {100 * share:.1f}%"
        for points, share in reversed(judgement.plan_distribution.items())
        if share >= LEAST_SHARE
    )
    return f"Plan for the close: {told} Against best replies it gives {results} of the hands."


def _best_defence(judgement: CloseJudgement) -> list[str]:
    """What the column of best defence is, where there is one."""
    if judgement.model == "double-dummy" or judgement.possible == 1:
        return []
    known = [each.best_defence for each in judgement.leads + judgement.others if each.best_defence]
    estimated = any(each.estimate is not None for each in known)
    return [BEST_DEFENCE, SINGLE_HANDS, *([ESTIMATE] if estimated else [])]


def _judged(position: Position, judgement: CloseJudgement, spelling: Spelling) -> list[str]:
    """What the lead that was asked about loses."""
    lead = judgement.judged
    if lead is None:
        return []
    told = spelling.move(position.deal, lead.move)
    if not lead.loss:
        return [f"The lead judged, {told}, loses nothing against the best."]
    best = _better(judgement, lead)
    loss = f"{lead.loss:.3f}" + (f" ± {error(lead.loss_stderr)}" if lead.loss_stderr else "")
    return [
        f"The lead judged, {told}, loses {loss} against the best, {spelling.move(position.deal, best.move)}."
    ]


def _better(judgement: CloseJudgement, lead: MoveOutcome) -> MoveOutcome:
    """The best of both sides, by the numbers that the loss is told in."""
    both = judgement.close, judgement.open
    if judgement.model == "best":
        return max(both, key=lambda each: each.best_defence.floor if each.best_defence else each.mean)
    if judgement.model == "mixed":
        return judgement.open if lead.loss == judgement.open.mean - lead.mean else judgement.close
    return max(both, key=lambda each: each.mean)


def _stakes(judgement: CloseJudgement) -> str:
    """How often the close succeeds, and how often it must."""
    share = judgement.close.win
    told = f"The close reaches 66 first in {100 * share:.1f}% of the worlds"
    if judgement.break_even is None:
        return told + "."
    return (
        f"{told}; at these stakes, against {signed(judgement.open.mean)} for going on, it breaks even at "
        f"{100 * judgement.break_even:.1f}%."
    )


def _solved(judgement: CloseJudgement) -> str:
    """What a statement about all hands is restricted to, if not all have been solved."""
    return "In the worlds solved: " if judgement.close.stderr else ""


def _sinks(judgement: CloseJudgement, spelling: Spelling) -> str:
    """Which cards of his beat the close."""
    sinks, pattern = judgement.sinks, judgement.pattern
    if sinks is None:
        return "No unseen card sinks it."
    if not sinks.cards:
        return "It fails whatever he holds."
    if pattern is not None:
        return f"It fails only {_pattern(pattern, spelling)}."
    cards = _cards(sinks.cards, spelling)
    if sinks.only:
        return f"It fails only against {cards}."
    return f"It fails whenever he holds {cards}, and against other hands too."


def _pattern(pattern: Pattern, spelling: Spelling) -> str:
    """The hands that beat the close in words: ``against A♠ with at least 2 cards in ♥``."""
    words = [f"against {_cards(pattern.holds, spelling)}"] if pattern.holds else []
    if pattern.lacks:
        words.append(f"when he does not hold {_cards(pattern.lacks, spelling, 'or')}")
    if pattern.least:
        suit = spelling.suit(SUITS.index(pattern.suit))
        words.append(f"{'with' if words else 'against'} at least {pattern.least} cards in {suit}")
    return " ".join(words)


def _cards(names: Iterable[str], spelling: Spelling, joint: str = "and") -> str:
    return f" {joint} ".join(spelling.card(parse_card(name)) for name in names)


def _why(why: list[CardEffect], spelling: Spelling) -> str:
    """What each unseen card costs; those that cannot make a difference are left out."""
    rows = [
        (
            spelling.card(parse_card(each.card)),
            signed(each.with_),
            signed(each.without),
            signed(each.with_ - each.without),
        )
        for each in why
        if each.with_ is not None and each.without is not None
    ]
    if all(not each.cost for each in why):
        return "No unseen card makes a difference to it."
    headers = ["if he holds", "the close", "if not", "difference"]
    return table(headers, rows, right=headers[1:])


def _warnings(position: Position, judgement: CloseJudgement) -> list[str]:
    """What else must be known to read the numbers."""
    told = []
    ties = sum(each.mean == judgement.close.mean for each in judgement.leads)
    # Best defence says itself how much of the mean needs a guess.
    if judgement.model == "double-dummy":
        if judgement.close.win == 1 and judgement.possible > 1:
            told.append(f"{WINS_ALL} {GUESS}")
        elif ties > 1:
            told.append(f"{TIES} {GUESS}")
    if position.score is not None:
        told.append(f"The score of the match, {position.score[0]} : {position.score[1]}, is not used.")
    return told
