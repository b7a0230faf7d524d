"""What a move declares: written moves do not say it, because a marriage is declared whenever it can be."""

from .cards import parse_card
from .kernel.search import Deal
from .points import marriage_points


def declared_points(deal: Deal, move: str) -> int:
    """The points of the marriage that a legal move declares, counted or waiting; 0 if it declares none."""
    if move == "draw" or (deal.led >= 0 and "show" not in move):
        return 0
    player = deal.turn
    after = deal.play(move)
    if isinstance(after, int):
        # Nothing but a marriage ends a deal before the trick is complete.
        return marriage_points(parse_card(move[-2:]) >> 3, deal.trump)
    return after.points[player] + after.pending[player] - deal.points[player] - deal.pending[player]
