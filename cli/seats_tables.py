"""What a solution looks like to people at a table of three or four."""

from collections.abc import Sequence
from typing import NamedTuple

import click

from ..solver.cards import card_points, parse_card
from ..solver.kernel.seats import Deal
from ..solver.points import TARGET
from ..solver.rules import Rules
from ..solver.seats.position import SeatsPosition
from ..solver.solution import Solution
from .seats_spelling import move_text, numbers_text, party_names, seat_names
from .spelling import Spelling
from .tables import heading, table

GUARANTEE = (
    "What a seat can guarantee: it plays for itself, the two others together against it. A win counts what "
    "it scores, another's win as much below nothing."
)
ALONE = "If each plays for itself alone (of equally good cards the first by S H D C, and from the ace down):"


class Step(NamedTuple):
    """One card of a line, and the points and tricks after it."""

    deal: Deal
    move: str
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    taker: int
    """The seat that takes the trick with this card, or -1."""


def trace(position: SeatsPosition, line: Sequence[str]) -> list[Step]:
    """Play a line, keeping every deal on the way."""
    steps = []
    deal = position.deal
    for move in line:
        after = deal.play(move)
        if isinstance(after, Deal):
            taker = after.turn if not after.table else -1
            steps.append(Step(deal, move, after.points, after.tricks, taker))
            deal = after
        else:
            steps.append(_last_step(position.rules, deal, move))
    return steps


def _last_step(rules: Rules, deal: Deal, move: str) -> Step:
    """The state that ends the deal, of which the kernel tells the result only."""
    points, tricks = list(deal.points), list(deal.tricks)
    trick = [*deal.table, parse_card(move)]
    if len(trick) < rules.hands:  # a marriage
        points[deal.turn] += 40 if trick[0] >> 3 == deal.trump else 20
        return Step(deal, move, tuple(points), tuple(tricks), -1)
    best = 0
    for place, card in enumerate(trick):
        if card >> 3 == trick[best] >> 3:
            best = place if card > trick[best] else best
        elif card >> 3 == deal.trump:
            best = place
    taker = (deal.leader + best) % rules.hands
    party = taker % len(points)
    last = not any(hand & ~(1 << trick[-1]) for hand in deal.hands)
    points[party] += card_points(sum(1 << card for card in trick)) + (rules.last_trick_bonus if last else 0)
    tricks[party] += 1
    return Step(deal, move, tuple(points), tuple(tricks), taker)


def solution_text(position: SeatsPosition, solution: Solution, spelling: Spelling) -> str:
    """The whole answer to a position: what it is worth and why, every move, the line."""
    steps = trace(position, solution.line)
    parts = [heading(position)]
    if solution.guarantees is not None:
        rows = [
            (name, "?" if worth is None else _signed(worth))
            for name, worth in zip(seat_names(position), solution.guarantees.values(), strict=True)
        ]
        parts += [GUARANTEE, table(["seat", "guarantees"], rows, right=["guarantees"])]
    elif solution.value is not None:
        parts.append(_sentence(position, solution.value, steps[-1]))
    if None in (solution.value, *(solution.guarantees or {}).values()):
        parts.append(f"Not all was solved in {solution.seconds:.1f} s.")
    parts.append(_moves_table(position, solution, spelling))
    if solution.outcome is not None:
        parts.append(f"{ALONE} {_outcome(position, solution.outcome)}.")
    if steps:
        parts.append(_line_table(position, steps, spelling))
    return "\n\n".join(parts)


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _sentence(position: SeatsPosition, value: int, end: Step) -> str:
    """What partners win, and by what."""
    rules = position.rules
    us, them = end.points
    verb = "win" if value > 0 else "lose"
    words = f"You and your partner {verb} {abs(value)}" if value else "Draw"
    swept = next((party for party in (0, 1) if not end.tricks[1 - party]), -1)
    if swept >= 0:
        reason = f"{_side(swept)} take every trick"
    elif max(us, them) < TARGET:
        reason = f"nobody has {TARGET} ({us} to {them})"
    else:
        most = max(us, them)
        reason = f"{_side(int(them > us))} have {most}"
        if most >= rules.double_at:
            reason += f", {rules.double_at} or more"
    if rules.trump_ten_point:
        reason += f"; the trump ten counts 1 for {_side(_ten(position, end))}"
    return f"{words}: {reason}."


def _side(party: int) -> str:
    return "left and right" if party else "you and your partner"


def _ten(position: SeatsPosition, end: Step) -> int:
    """The side whose trick holds the trump ten when all tricks are played."""
    if end.deal.ten >= 0:
        return end.deal.ten
    return end.taker % 2


def _outcome(position: SeatsPosition, outcome: dict[str, int]) -> str:
    """Who wins when each plays for itself."""
    for name, worth in zip(seat_names(position), outcome.values(), strict=True):
        if worth > 0:
            return f"{name} {'win' if name == 'you' else 'wins'} {worth}"
    return "nobody reaches 66, which is not counted"


def _moves_table(position: SeatsPosition, solution: Solution, spelling: Spelling) -> str:
    name = seat_names(position)[position.deal.turn]
    whose = "your move" if name == "you" else f"{name}'s move"
    # Each for himself: a guarantee of the seat to act, else game points of my side.
    meaning = (
        "value"
        if solution.guarantees is None
        else f"{'you guarantee' if name == 'you' else f'{name} guarantees'}"
    )
    rows = []
    for each in solution.moves:
        text = move_text(position.deal, each.move, spelling)
        best = each.move in solution.best
        told = (
            _signed(each.value) if each.value is not None else f"{each.bounds[0]:+d} to {each.bounds[1]:+d}"
        )
        rows.append((click.style(text, bold=True) if best else text, told, "best" if best else ""))
    return table([whose, meaning, ""], rows, right=[meaning])


def _line_table(position: SeatsPosition, steps: Sequence[Step], spelling: Spelling) -> str:
    """The line trick by trick: who leads, the cards in order of play, who takes it, the points after it."""
    names = seat_names(position)
    rows: dict[int, list[str]] = {}
    for step in steps:
        number = sum(step.deal.tricks) + 1
        leader = names[step.deal.leader]
        row = rows.setdefault(
            number, [str(number), leader, " ".join(map(spelling.card, step.deal.table)), "", ""]
        )
        row[2] = f"{row[2]} {move_text(step.deal, step.move, spelling)}".strip()
        row[3] = names[step.taker] if step.taker >= 0 else ""
        row[4] = numbers_text(step.points)
    whose = ", ".join(party_names(position)) if not position.rules.partners else "yours, theirs"
    headers = ["trick", "led by", "cards", "taken by", f"points ({whose})"]
    return table(headers, rows.values(), right=["trick", headers[-1]])
