"""What an analysis looks like to people: a table of moves with bars, a sentence, and what the numbers are."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

import click

from ..solver.analysis import Analysis
from ..solver.position import Position
from ..solver.ranking import MoveOutcome
from ..solver.seats.position import SeatsPosition
from .seats_spelling import move_text
from .spelling import Spelling
from .tables import heading, table

BAR = 20
"""How many letters wide a bar is, without the mark between won and lost."""

WHAT_IT_IS = (
    "The numbers are averages of double-dummy values: in every world both players see all cards from the "
    "move on."
)
AT_SEATS = WHAT_IT_IS.replace("both players", "all players")
GUARANTEED = "A value here is what you can guarantee against the two others together."
TIES = "Several moves tie at the top, and what to play after them may depend on the hidden cards:"
WINS_ALL = "The close wins in every world, but by what play may depend on the hidden cards:"
GUESS = "at the table a guess may still be needed."

_CLEAR = 2.0
"""A difference under so many standard errors may be chance."""


class Row(NamedTuple):
    """What a table tells of a move, whichever command it is for."""

    move: str
    """In words."""
    best: bool
    worlds: int
    mean: float
    stderr: float
    loss: float
    loss_stderr: float
    distribution: Mapping[str, float]

    @classmethod
    def of(cls, outcome: MoveOutcome, words: str, *, best: bool) -> Self:
        """The row of a move, which ``words`` tell."""
        return cls(
            words, best, outcome.worlds, outcome.mean, outcome.stderr, outcome.loss, outcome.loss_stderr,
            outcome.distribution,
        )  # fmt: skip


def analysis_text(position: Position, analysis: Analysis, spelling: Spelling) -> str:
    """The whole answer: the table, the sentence, and what the numbers are."""
    rows = [
        Row.of(each, _words(position, each.move, spelling), best=each.move in analysis.best)
        for each in analysis.moves
    ]
    whose = "your move"
    if not rows:
        whose = "to act"
        rows = [
            Row(
                _actor(position), True, analysis.worlds, analysis.value, analysis.stderr, 0.0, 0.0,
                analysis.distribution,
            )
        ]  # fmt: skip
    parts = [
        heading(position),
        outcome_table(whose, rows, spelling, exact=analysis.exact),
        _sentence(position, analysis, spelling),
        " ".join([*_what_it_is(position), *_warning(analysis)]),
    ]
    return "\n\n".join(parts)


def _what_it_is(position: Position) -> list[str]:
    """What the numbers are; three who each play for himself have no value, but what I can guarantee."""
    if position.rules.hands == 2:
        return [WHAT_IT_IS]
    return [AT_SEATS] if position.rules.partners else [AT_SEATS, GUARANTEED]


def _words(position: Position, move: str, spelling: Spelling) -> str:
    """A move in words."""
    if isinstance(position, SeatsPosition):
        return move_text(position.deal, move, spelling)
    return spelling.move(position.deal, move)


def _actor(position: Position) -> str:
    """Who is to act, where it is not me."""
    return position.seats[position.deal.turn] if isinstance(position, SeatsPosition) else "the opponent"


def outcome_table(whose: str, rows: Sequence[Row], spelling: Spelling, *, exact: bool) -> str:
    """Moves with their means, errors, differences to the best, and the shares of the results in percent.

    Columns that would hold nothing but zeros are left out: errors where all worlds are solved, and results
    that occur with no move.
    """
    occurring = [result for result in rows[0].distribution if any(row.distribution[result] for row in rows)]
    results = occurring[::-1]
    shares = [f"{int(result):+d}" if result != "0" else "0" for result in results]
    headers = [whose, "mean", "±", "to best", "± ", *shares, "won|lost", "worlds"]
    cells = [
        [
            click.style(row.move, bold=True) if row.best else row.move,
            signed(row.mean),
            error(row.stderr),
            f"{-row.loss:+.3f}" if row.loss else "",
            error(row.loss_stderr) if row.loss else "",
            *(percent(row.distribution[result]) for result in results),
            bar(row.distribution, spelling),
            f"{row.worlds:,}",
        ]
        for row in rows
    ]
    if exact:
        headers, *cells = [[*line[:2], line[3], *line[5:]] for line in [headers, *cells]]
    return table(headers, cells, right=[*headers[1:-2], "worlds"])


def signed(mean: float) -> str:
    """Game points with their sign: ``+1.333``."""
    return f"{mean:+.3f}"


def error(stderr: float) -> str:
    """A standard error."""
    return f"{stderr:.3f}"


def percent(share: float) -> str:
    """A share in percent, with a digit after the point where it is not whole."""
    return "" if not share else f"{100 * share:.1f}"


def bar(distribution: Mapping[str, float], spelling: Spelling) -> str:
    """The distribution as a bar: won by 3, 2, 1 before the mark, drawn and lost by 1, 2, 3 after it.

    The 4 of a game with the point for the trump ten looks like a 3.
    """
    highest = len(distribution) // 2
    shades = ("██▓▒" if spelling.symbols else "##=-")[-highest:]
    drawn, mark = ("·", "│") if spelling.symbols else (".", "|")
    letters = [*shades, drawn, *reversed(shades)]
    shares = list(distribution.values())[::-1]
    widths = _apportioned(shares)
    parts = [letter * width for letter, width in zip(letters, widths, strict=True)]
    won, level, lost = "".join(parts[:highest]), parts[highest], "".join(parts[highest + 1 :])
    told: str = click.style(won, fg="green") + mark + level + click.style(lost, fg="red")
    return told


def _apportioned(shares: Sequence[float]) -> list[int]:
    """Whole letters for these shares, ``BAR`` together, by the largest remainders."""
    exact = [share * BAR for share in shares]
    widths = [int(each) for each in exact]
    by_remainder = sorted(range(len(shares)), key=lambda i: widths[i] - exact[i])
    for i in by_remainder[: BAR - sum(widths)]:
        widths[i] += 1
    return widths


def how_many(worlds: int, possible: int, exact: bool) -> str:
    """The worlds behind a number: ``all 504 worlds``, ``1,000 of 55,440 worlds``."""
    if exact:
        return "the only world" if possible == 1 else f"all {possible:,} worlds"
    return f"{worlds:,} of {possible:,} worlds"


def _sentence(position: Position, analysis: Analysis, spelling: Spelling) -> str:
    """What is best, by how much, and how sure that is."""
    worlds = how_many(analysis.worlds, analysis.possible, analysis.exact)
    value = f"{signed(analysis.value)} game points"
    if not analysis.exact:
        value += f" (± {error(analysis.stderr)})"
    if not analysis.moves:
        actor = _actor(position)
        return f"{actor[0].upper()}{actor[1:]} is to act: {value} for you, over {worlds}."
    best = [_words(position, move, spelling) for move in analysis.best]
    if len(best) > 1:
        joined = f"{'; '.join(best[:-1])} and {best[-1]}" if len(best) < 6 else f"{len(best)} moves"
        told = f"{joined} are equally good: {value} each, over {worlds}."
    else:
        told = f"{best[0]} is best: {value} over {worlds}."
    others = [each for each in analysis.moves if each.move not in analysis.best]
    if others:
        told += " " + _next(position, others[0], analysis.exact, spelling)
    return told


def _next(position: Position, second: MoveOutcome, exact: bool, spelling: Spelling) -> str:
    """The best of the other moves, and how far behind it is."""
    move = _words(position, second.move, spelling)
    if exact:
        return f"Next is {move}, {second.loss:.3f} behind."
    told = f"Next is {move}, {second.loss:.3f} (± {error(second.loss_stderr)}) behind"
    return told + (", which may be chance." if second.loss < _CLEAR * second.loss_stderr else ".")


def _warning(analysis: Analysis) -> list[str]:
    """That the best play may not be findable without seeing the cards, where that is likely."""
    if len(analysis.best) > 1:
        return [f"{TIES} {GUESS}"]
    if analysis.win == 1 and analysis.possible > 1 and "close" in "".join(analysis.best):
        return [f"{WINS_ALL} {GUESS}"]
    return []
