"""What a judgement of a close looks like to people: the verdict, all moves, the stakes and the reasons."""

from collections.abc import Iterable

import click

from ..solver.cards import SUITS, parse_card
from ..solver.close import CloseForbidden, CloseJudgement
from ..solver.close_reasons import CardEffect, Pattern
from ..solver.position import Position
from .analysis_text import GUESS, TIES, WHAT_IT_IS, WINS_ALL, Row, error, how_many, outcome_table, signed
from .spelling import Spelling
from .tables import heading, table


def close_text(position: Position, judgement: CloseJudgement | CloseForbidden, spelling: Spelling) -> str:
    """The whole answer."""
    if not judgement.legal:
        return f"{heading(position)}\n\nClosing is not legal here. {judgement.reason}."
    best = max(judgement.close.mean, judgement.open.mean)
    rows = [
        Row.of(each, spelling.move(position.deal, each.move), best=each.mean == best)
        for each in sorted(judgement.leads + judgement.others, key=lambda each: -each.mean)
    ]
    parts = [
        heading(position),
        "\n".join([_verdict(position, judgement, spelling), *_judged(position, judgement, spelling)]),
        outcome_table("your move", rows, spelling, exact=judgement.exact),
        f"{_stakes(judgement)}\n{_solved(judgement)}{_sinks(judgement, spelling)}",
        _why(judgement.why, spelling),
        " ".join([WHAT_IT_IS, *_warnings(position, judgement)]),
    ]
    return "\n\n".join(part for part in parts if part)


def _verdict(position: Position, judgement: CloseJudgement, spelling: Spelling) -> str:
    """The verdict with the two numbers it rests on."""
    close = _move(position, judgement.close.move, spelling)
    other = _move(position, judgement.open.move, spelling)
    verdict = click.style(f"{judgement.verdict.capitalize()}.", bold=True)
    margin = signed(judgement.margin)
    if judgement.exact:
        worlds = f"over {how_many(judgement.possible, judgement.possible, True)}"
    else:
        margin += f" ± {error(judgement.margin_stderr)}"
        worlds = f"going on in {how_many(judgement.open.worlds, judgement.possible, False)}"
        if not judgement.close.stderr:
            worlds = f"the close over all {judgement.close.worlds:,} hands, {worlds}"
    return (
        f"{verdict} The best lead for a close, {close}, is worth {signed(judgement.close.mean)}; "
        f"the best way to go on, {other}, {signed(judgement.open.mean)}: a margin of {margin} ({worlds})."
    )


def _move(position: Position, move: str, spelling: Spelling) -> str:
    """A move in words, without the word close, which the sentence has."""
    return spelling.move(position.deal, move).replace("close, ", "")


def _judged(position: Position, judgement: CloseJudgement, spelling: Spelling) -> list[str]:
    """What the lead that was asked about loses."""
    lead = judgement.judged
    if lead is None:
        return []
    told = spelling.move(position.deal, lead.move)
    if not lead.loss:
        return [f"The lead judged, {told}, loses nothing against the best."]
    best = max((judgement.close, judgement.open), key=lambda each: each.mean)
    loss = f"{lead.loss:.3f}" + (f" ± {error(lead.loss_stderr)}" if lead.loss_stderr else "")
    return [
        f"The lead judged, {told}, loses {loss} against the best, {spelling.move(position.deal, best.move)}."
    ]


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
    if judgement.close.win == 1 and judgement.possible > 1:
        told.append(f"{WINS_ALL} {GUESS}")
    elif ties > 1:
        told.append(f"{TIES} {GUESS}")
    if position.score is not None:
        told.append(f"The score of the match, {position.score[0]} : {position.score[1]}, is not used.")
    return told
