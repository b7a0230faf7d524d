"""Can a position for three or four hands have come about? Its trick, tricks and points, judged by the rules.

A possible position is never refused: where the table does not tell the past, it has the benefit of doubt.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from ..cards import KING, QUEEN, RANK_POINTS, card_name, card_points
from ..kernel.seats import Deal
from ..points import TARGET, can_split, marriage_points, split_sums
from ..reading import PositionError
from .game import game_of
from .reading import SEATS, listed, party_names, party_of
from .table import Table

_PAIR = 1 << KING | 1 << QUEEN


def check_table(table: Table) -> None:
    """Refuse a table that no deal under its rules can have led to.

    Raises:
        PositionError: naming the key at fault.
    """
    rules = table.rules
    leader = party_of(rules, table.leader)
    if sum(table.tricks) and not table.tricks[leader]:
        raise PositionError(
            "tricks",
            f"{listed(table.tricks)} cannot be: who leads ({SEATS[rules.hands][table.leader]}) "
            "has won the last trick; correct tricks, turn or table",
        )
    _check_trick(table)
    if rules.partners:
        _check_sides(table)
    else:
        _check_seats(table)


def _check_trick(table: Table) -> None:
    """Refuse a card on the table that its player, by what he is known to hold, may not have played."""
    seats = SEATS[table.rules.hands]
    for place, card in enumerate(table.trick[1:], 1):
        seat = (table.leader + place) % len(seats)
        hands = [hand | 1 << card if each == seat else hand for each, hand in enumerate(table.hands)]
        # More cards in his hand could forbid the card, but never allow it.
        before = Deal(game_of(table.rules), table.trump, tuple(hands), table=table.trick[:place], turn=seat)
        if card_name(card) not in before.moves():
            raise PositionError(
                "table",
                f"{seats[seat]} cannot have played {card_name(card)}, but had to play "
                f"{' or '.join(before.moves())}; correct table or {seats[seat] if seat else 'hand'}",
            )


def _check_sides(table: Table) -> None:
    """Partners: the points are those of the played cards, shared so that each side's tricks can hold them."""
    cards = card_points(table.played)
    ours, theirs = table.points
    if ours + theirs != cards:
        raise PositionError(
            "points",
            f"{listed(table.points)} add up to {ours + theirs}, but the played cards are worth {cards}; "
            f"together it must be {cards}",
        )
    taken = table.rules.hands * table.tricks[0]
    if can_split(table.played, taken, ours):
        return
    sums = split_sums(table.played, taken)
    near = min(
        (points for points in range(cards + 1) if sums >> points & 1), key=lambda points: abs(points - ours)
    )
    raise PositionError(
        "points",
        f"{listed(table.points)} cannot come from {table.tricks[0]} and {table.tricks[1]} tricks of the "
        f"played cards; the nearest possible is [{near}, {cards - near}]",
    )


def _check_seats(table: Table) -> None:
    """Each for himself: the points are those of the seat's tricks and of marriages it can have declared."""
    names = party_names(table.rules)
    for seat, points in enumerate(table.points):
        if points >= TARGET:
            raise PositionError(
                "points",
                f"{points} points of {names[seat]}: 66 is reached and the deal is over; "
                "give a position before that",
            )
    cards = card_points(table.played)
    total = sum(table.points)
    shares = list(_marriage_shares(table))
    wanted = sorted({sum(share) + cards for share in shares})
    if total not in wanted:
        marriages = " (with the marriages there can have been)" if len(wanted) > 1 else ""
        raise PositionError(
            "points",
            f"{listed(table.points)} add up to {total}, but the played cards are worth {cards}; "
            f"together it must be {' or '.join(map(str, wanted))}{marriages}",
        )
    for share in shares:
        counted = [points - marriages for points, marriages in zip(table.points, share, strict=True)]
        if sum(counted) == cards and _fits(table, counted):
            return
    raise PositionError(
        "points",
        f"{listed(table.points)} cannot come from {', '.join(map(str, table.tricks))} tricks of the played "
        "cards; correct points or tricks",
    )


def _marriage_shares(table: Table) -> Iterator[tuple[int, ...]]:
    """Every way the points of marriages declared by now can be shared among the seats."""
    seats = range(table.rules.hands)
    chances = [[-1, *(seat for seat in seats if _may_have_declared(table, suit, seat))] for suit in range(4)]
    leads = _leads(table)
    for declarers in product(*chances):
        counts = [declarers.count(seat) for seat in seats]
        if any(all(counts[seat] <= lead[seat] for seat in seats) for lead in leads):
            shares = [0] * table.rules.hands
            for suit, seat in enumerate(declarers):
                if seat >= 0:
                    shares[seat] += marriage_points(suit, table.trump)
            yield tuple(shares)


def _may_have_declared(table: Table, suit: int, seat: int) -> bool:
    """Has one card of the marriage been led by this seat, perhaps, and was the other in its hand then?"""
    if not table.rules.marriages:
        return False
    pair = _PAIR << suit * 8
    led = 1 << table.trick[0] & pair if table.trick and seat == table.leader else 0
    played = table.played & pair
    if not table.rules.marriage_first_lead and not sum(table.tricks):
        return False
    if not played and not led:
        return False
    other = pair & ~played & ~led
    if not other:
        return True
    can_hold = table.hands[seat] | (table.unseen & ~table.lacking[seat] if table.hidden[seat] else 0)
    return other.bit_count() == 1 and bool(other & can_hold)


def _leads(table: Table) -> list[list[int]]:
    """How many leads each seat has made, once for each seat that can have led first."""
    leads = list(table.tricks)
    over = sum(leads)
    if over and not table.trick:
        leads[table.leader] -= 1  # the last trick's winner has not led yet
    if not over and not table.trick:
        return [leads]
    first = range(table.rules.hands) if over else (table.leader,)
    return [[lead + (seat == each) for seat, lead in enumerate(leads)] for each in first]


def _fits(table: Table, points: list[int]) -> bool:
    """Can the seats' tricks, taken out of the played cards, hold these card points?"""
    if min(points) < 0:
        return False
    counts = [
        ((table.played & 0x01010101 << rank).bit_count(), worth)
        for rank, worth in reversed(list(enumerate(RANK_POINTS)))
        if worth
    ]
    places = tuple(table.rules.hands * tricks for tricks in table.tricks)
    return _can_share(tuple(counts), places, tuple(points))


@lru_cache(1 << 15)
def _can_share(counts: tuple[tuple[int, int], ...], places: tuple[int, ...], points: tuple[int, ...]) -> bool:
    """Can so many cards of each worth be given to three seats with so many places and points to fill?

    Places left over in the end take cards without points, of which there are just as many.
    """
    if not counts:
        return not any(points)
    (count, worth), *rest = counts
    for first in range(min(count, places[0], points[0] // worth) + 1):
        for second in range(min(count - first, places[1], points[1] // worth) + 1):
            given = (first, second, count - first - second)
            left = tuple(place - cards for place, cards in zip(places, given, strict=True))
            lack = tuple(number - cards * worth for number, cards in zip(points, given, strict=True))
            if left[2] >= 0 and lack[2] >= 0 and _can_share(tuple(rest), left, lack):
                return True
    return False
