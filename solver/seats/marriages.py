"""What a lead declares at a table of three: the move does not say it."""

from ..cards import parse_card
from ..kernel.seats import Deal
from ..points import marriage_points


def declared_points(deal: Deal, move: str) -> int:
    """The points of the marriage that a legal move declares; 0 if it declares none."""
    if deal.table:
        return 0
    after = deal.play(move)
    if isinstance(after, Deal):
        # After a lead that goes on, all points it added are those of a marriage.
        return sum(after.points) - sum(deal.points)
    # A lead of several cards ends a deal only by a marriage.
    return marriage_points(parse_card(move) >> 3, deal.trump)
