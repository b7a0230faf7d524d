"""What a solution looks like to people: tables, and the best line trick by trick."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import click

from ..solver.cards import RANKS
from ..solver.kernel.search import Deal
from ..solver.position import Position
from ..solver.rules import Rules
from ..solver.solution import Solution
from .endings import Ending, ending, value_sentence, value_words
from .spelling import PLAYERS, Spelling

NARROWEST = 24
"""No column is wrapped to fewer letters, or it would be read downwards."""


class Step(NamedTuple):
    """One move of a line."""

    deal: Deal
    move: str
    after: Deal | Ending
    drawn: tuple[int, ...]
    """The cards that both draw after it, mine first; empty if nobody draws."""


def table(
    headers: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Sequence[str] = (),
    width: int | None = None,
) -> str:
    """Columns under their headers; those named in ``right`` are aligned to the right.

    ``width`` is how wide the table may be: the last column is wrapped to it, however narrow that makes it.
    """
    from tabulate import tabulate  # type: ignore[import-untyped]

    align = ["right" if header in right else "left" for header in headers]
    rows = list(rows)
    widths: list[int | None] = [None] * len(headers)
    if width is not None:
        columns = list(zip(headers, *rows, strict=True))
        used = sum(max(len(click.unstyle(cell)) for cell in column) for column in columns[:-1])
        widths[-1] = max(width - used - 2 * (len(headers) - 1), NARROWEST)
    text: str = tabulate(
        rows,
        headers,
        "simple",
        disable_numparse=True,
        colalign=align,
        headersalign=align,
        maxcolwidths=widths,
    )
    return "\n".join(line.rstrip() for line in text.splitlines())


def heading(position: Position) -> str:
    """The line above everything that is said of a position: its name, its rules and its note."""
    parts = [click.style(position.id, bold=True), position.rules.name]
    if position.note:
        parts.append(position.note)
    return " - ".join(parts)


def trace(rules: Rules, deal: Deal, line: Iterable[str]) -> list[Step]:
    """Play a line, keeping every deal on the way."""
    steps: list[Step] = []
    for move in line:
        after = deal.play(move)
        if isinstance(after, int):
            steps.append(Step(deal, move, ending(rules, deal, move), ()))
            break
        steps.append(Step(deal, move, after, _drawn(rules, deal, move, after)))
        deal = after
    return steps


def solution_text(position: Position, solution: Solution, spelling: Spelling) -> str:
    """The whole answer to a position: what it is worth and why, every move, the best line."""
    parts = [heading(position)]
    steps = trace(position.rules, position.deal, solution.line)
    if solution.value is not None:
        end = steps[-1].after
        assert isinstance(end, Ending)
        parts.append(value_sentence(position.rules, end, solution.value))
        if solution.dealer is not None:
            parts[-1] += f" The dealer scores {solution.dealer}."
    else:
        low, high = solution.bounds
        parts.append(
            f"Not solved in {solution.seconds:.1f} s: the value lies between {low:+d} and {high:+d}."
        )
    parts.append(_moves_table(position, solution, spelling))
    if steps:
        parts.append(line_table(steps, spelling))
    return "\n\n".join(parts)


def _moves_table(position: Position, solution: Solution, spelling: Spelling) -> str:
    whose = "the opponent's move" if position.deal.turn else "your move"
    rows = []
    for each in solution.moves:
        text = spelling.move(position.deal, each.move)
        if each.value is not None:
            value, meaning = f"{each.value:+d}" if each.value else "0", value_words(each.value)
        else:
            value, meaning = "?", f"between {each.bounds[0]:+d} and {each.bounds[1]:+d}"
        best = each.move in solution.best
        rows.append((click.style(text, bold=True) if best else text, value, meaning, "best" if best else ""))
    return table([whose, "value", "meaning", ""], rows, right=["value"])


def line_table(steps: Sequence[Step], spelling: Spelling) -> str:
    """A line trick by trick: lead, answer, who takes it, the points after it and what is drawn."""
    rows: dict[int, list[str]] = {}
    for deal, move, after, drawn in steps:
        # A draw belongs to the trick before it.
        number = sum(deal.tricks) + (move != "draw")
        row = rows.setdefault(number, [str(number), "", "", "", "", ""])
        player = PLAYERS[deal.turn]
        if move == "draw":
            row[3] = player
        elif deal.led < 0:
            row[1] = f"{player} {spelling.move(deal, move)}"
        else:
            row[1] = row[1] or f"{PLAYERS[1 - deal.turn]} {spelling.card(deal.led)}"
            row[2] = f"{player} {spelling.move(deal, move)}"
            row[3] = PLAYERS[after.last_trick if isinstance(after, Ending) else after.turn]
        row[4] = f"{after.points[0]} : {after.points[1]}"
        row[5] = row[5] or spelling.cards(drawn)
    headers = ["trick", "lead", "answer", "taken by", "points", "drawn (you, opponent)"]
    if not any(row[5] for row in rows.values()):
        headers.pop()
    return table(headers, (row[: len(headers)] for row in rows.values()), right=["trick", "points"])


def _drawn(rules: Rules, deal: Deal, move: str, after: Deal) -> tuple[int, ...]:
    """The cards that both draw after a move, mine first."""
    if len(after.stock) == len(deal.stock):
        return ()
    stock = list(deal.stock)
    if "exchange" in move:
        stock[-1] = deal.trump * 8 + RANKS.index(rules.exchange_rank)
    first, second = stock[:2]  # the winner of the trick, who acts next, draws first
    return (first, second) if after.turn == 0 else (second, first)
