"""How seats and moves are written for people at a table of three or four."""

from ..solver.cards import parse_card
from ..solver.kernel.seats import Deal
from ..solver.seats.marriages import declared_points
from ..solver.seats.position import SeatsPosition
from .spelling import Spelling


def seat_names(position: SeatsPosition) -> tuple[str, ...]:
    """The seats clockwise, mine first."""
    return ("you", *position.seats[1:])


def party_names(position: SeatsPosition) -> tuple[str, ...]:
    """Who scores: two sides, or every seat."""
    return ("you and your partner", "left and right") if position.rules.partners else seat_names(position)


def move_text(deal: Deal, move: str, spelling: Spelling) -> str:
    """A move of this deal: ``K♥ marriage 40``."""
    declared = declared_points(deal, move)
    text = spelling.card(parse_card(move))
    return f"{text} marriage {declared}" if declared else text


def numbers_text(numbers: tuple[int, ...]) -> str:
    """Points or tricks of all: ``33 : 20``."""
    return " : ".join(map(str, numbers))
