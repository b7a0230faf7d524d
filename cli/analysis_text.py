"""What an analysis looks like to people: a table of moves with bars, a sentence, and what the numbers are."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

import click

from ..solver.analysis import Analysis
from ..solver.position import Position
from ..solver.ranking import MoveOutcome
from ..solver.seats.position import SeatsPosition
from ..solver.secured import Secured
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

BEST_DEFENCE = (
    "Best defence is what you can secure though you do not see his cards, and he sees yours and knows your "
    "plan, if not how your coin falls: a floor, for few opponents guess a whole hand. What the mean is above "
    "it needs a guess."
)

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
    secured: Secured | None = None

    @classmethod
    def of(cls, outcome: MoveOutcome, words: str, *, best: bool) -> Self:
        """The row of a move, which ``words`` tell."""
        return cls(
            words, best, outcome.worlds, outcome.mean, outcome.stderr, outcome.loss, outcome.loss_stderr,
            outcome.distribution, outcome.best_defence,
        )  # fmt: skip


def analysis_text(position: Position, analysis: Analysis, spelling: Spelling) -> str:
    """The whole answer: the table, the sentence, and what the numbers are."""
    rows = [
        Row.of(each, _words(position, each.move, spelling), best=each.move in analysis.best)
        for each in sorted(analysis.moves, key=_worth, reverse=True)
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
        " ".join([_sentence(position, analysis, spelling), *_most_secure(position, analysis, spelling)]),
        " ".join([*_what_it_is(position), *_secures(analysis), *_warning(analysis)]),
    ]
    return "\n\n".join(parts)


def _worth(outcome: MoveOutcome) -> float:
    """What the table is ordered by."""
    return outcome.best_defence.worth if outcome.best_defence is not None else outcome.mean


def _secures(analysis: Analysis) -> list[str]:
    """What the column of best defence is, where there is one."""
    return [BEST_DEFENCE] if any(each.best_defence is not None for each in analysis.moves) else []


def _most_secure(position: Position, analysis: Analysis, spelling: Spelling) -> list[str]:
    """Which moves secure most, where these are not the best ones by their means."""
    known = [(each.best_defence, each.move) for each in analysis.moves if each.best_defence is not None]
    if not known:
        return []
    best = max((secured for secured, _ in known), key=lambda secured: secured.worth)
    most = [move for secured, move in known if secured.worth == best.worth]
    if set(most) == set(analysis.best):
        return []
    told = ", ".join(_words(position, move, spelling).replace(", ", " ") for move in most)
    return [f"Against best defence most is secured by {told}: {secured_text(best)}."]


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

    What they secure stands first where it is known, with what the mean is above it in place of the difference
    to the best. Columns that would hold nothing but zeros are left out: errors where all worlds are solved,
    and results that occur with no move.
    """
    occurring = [result for result in rows[0].distribution if any(row.distribution[result] for row in rows)]
    results = occurring[::-1]
    defended = any(row.secured is not None for row in rows)
    columns: dict[str, list[str]] = {whose: [_bold(row.move) if row.best else row.move for row in rows]}
    if defended:
        columns["best defence"] = [secured_text(row.secured) if row.secured else "" for row in rows]
    columns["mean"] = [signed(row.mean) for row in rows]
    if not exact:
        columns["±"] = [error(row.stderr) for row in rows]
    if defended:
        columns["needs a guess"] = [_guess(row) for row in rows]
    else:
        columns["to best"] = [f"{-row.loss:+.3f}" if row.loss else "" for row in rows]
        if not exact:
            columns["± "] = [error(row.loss_stderr) if row.loss else "" for row in rows]
    for result in results:
        header = f"{int(result):+d}" if result != "0" else "0"
        columns[header] = [percent(row.distribution[result]) for row in rows]
    columns["won|lost"] = [bar(row.distribution, spelling) for row in rows]
    columns["worlds"] = [f"{row.worlds:,}" for row in rows]
    left = (whose, "won|lost")
    return table(
        list(columns),
        list(zip(*columns.values(), strict=True)),
        right=[header for header in columns if header not in left],
    )


def _bold(text: str) -> str:
    return click.style(text, bold=True)


def secured_text(secured: Secured) -> str:
    """What is secured: a number, the interval where it is wider than the digits shown, or an estimate."""
    if secured.estimate is not None:
        return f"about {signed(secured.estimate)} ± {error(secured.spread or 0.0)}"
    low, high = signed(secured.floor), signed(secured.high)
    return low if low == high else f"[{low}, {high}]"


def _guess(row: Row) -> str:
    """How much of the mean is not secure."""
    if row.secured is None:
        return ""
    difference = row.mean - (row.secured.high if row.secured.estimate is None else row.secured.estimate)
    return f"{difference:.3f}" if difference >= 0.0005 else ""


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
