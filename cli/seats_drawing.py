"""A position with three or four hands drawn as it lies on the table, seen from my seat."""

import click

from ..solver.seats.position import SeatsPosition
from .drawing import expected_row, row
from .seats_spelling import move_text, numbers_text, party_names, seat_names
from .spelling import Spelling
from .tables import heading


def seats_drawing(position: SeatsPosition, spelling: Spelling) -> str:
    """The seats clockwise with mine at the end, the trick between; then what may be done, what is known."""
    blocks = [[heading(position)]]
    if position.source:
        blocks[0].append(position.source)
    blocks += [_seat(position, seat, spelling) for seat in range(1, position.rules.hands)]
    blocks += [_middle(position, spelling), _seat(position, 0, spelling), _actions(position, spelling)]
    blocks.append(_known(position, spelling))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _seat(position: SeatsPosition, seat: int, spelling: Spelling) -> list[str]:
    """A hand under its owner's name, with points and tricks where each plays for himself."""
    deal = position.deal
    counts = ""
    if not position.rules.partners:
        tricks = deal.tricks[seat]
        counts = f"{deal.points[seat]} points, {tricks} trick{'' if tricks == 1 else 's'}"
    name = click.style(f"{seat_names(position)[seat]:<10}", bold=True)
    lines = [
        row(name, counts).rstrip(),
        row("", spelling.hand(deal.hands[seat], deal.trump, deal.hidden[seat])),
    ]
    if position.lacking[seat]:
        lines.append(row("", f"without {spelling.hand(position.lacking[seat], deal.trump)}"))
    return lines


def _middle(position: SeatsPosition, spelling: Spelling) -> list[str]:
    """Trump, the trick under way, and what the sides have."""
    deal = position.deal
    lines = [row("trump", spelling.suit(deal.trump))]
    if deal.table:
        led = seat_names(position)[deal.leader]
        lines.append(row("table", f"{spelling.cards(deal.table)}   led by {led}"))
    if position.rules.partners:
        ours, theirs = party_names(position)
        lines.append(row("points", f"{numbers_text(deal.points)}   ({ours}, {theirs})"))
        lines.append(row("tricks", numbers_text(deal.tricks)))
    return lines


def _actions(position: SeatsPosition, spelling: Spelling) -> list[str]:
    """Whose move it is, and the legal moves."""
    deal = position.deal
    act = "to play to the trick" if deal.table else "to lead"
    lines = [row("to act", f"{seat_names(position)[deal.turn]}, {act}")]
    if not deal.hidden[deal.turn]:
        lines.append(row("moves", ", ".join(move_text(deal, move, spelling) for move in deal.moves())))
    return lines


def _known(position: SeatsPosition, spelling: Spelling) -> list[str]:
    """What is gone, what is hidden, the match, and what is expected of a position in a suite."""
    deal = position.deal
    lines = []
    if position.played:
        lines.append(row("played", spelling.hand(position.played, deal.trump)))
    if deal.ten >= 0:
        lines.append(row("trump ten", f"won by {party_names(position)[deal.ten]}"))
    if position.unseen:
        lines.append(row("unseen", spelling.hand(position.unseen, deal.trump)))
        count = position.unseen.bit_count()
        lines.append(row("", f"{count} cards, which can lie in {position.world_count():,} ways"))
    if position.score is not None:
        lines.append(row("match", f"{numbers_text(position.score)}, played to {position.rules.match_target}"))
    if position.expect:
        lines.append(expected_row(position.expect))
    return lines
