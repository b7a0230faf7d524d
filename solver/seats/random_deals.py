"""Random positions with three and four hands: dealt and played on at random, the same for the same seed."""

from collections.abc import Callable, Iterator
from random import Random

from ..cards import KING, QUEEN, cards_of, mask_of, parse_card
from ..kernel.seats import Deal
from ..rules import Rules
from .game import game_of
from .marriages import declared_points
from .position import SeatsPosition
from .table import Table, place_forced

LONGEST_SEARCH = 100_000
"""So many deals in a row may end too early before the number of tricks is thought out of reach."""

_History = list[tuple[Deal, str]]


def random_positions(
    rules: Rules, *, count: int, seed: int = 0, tricks: int = 0, hidden: bool = False
) -> Iterator[SeatsPosition]:
    """``count`` positions after so many ``tricks``, each told from the seat of the player to act.

    The first of them are the same whatever the count. Deals that end earlier are thrown away. ``hidden``
    leaves unknown what that player cannot see.

    Raises:
        ValueError: no deal under these rules lasts for so many tricks.
    """
    most = rules.hand_size - 1
    if not 0 <= tricks <= most:
        raise ValueError(
            f"tricks must be 0 to {most} under these rules, not {tricks}; a deal is over after {most + 1}"
        )
    pack = list(cards_of(rules.pack))
    # Random.random() alone is promised to be the same in every version of Python.
    random = Random(seed).random
    for number in range(1, count + 1):
        for _ in range(LONGEST_SEARCH):
            played = _play_on(rules, sorted(pack, key=lambda _: random()), tricks, random)
            if played is not None:
                break
        else:
            raise ValueError(
                f"none of {LONGEST_SEARCH} random deals lasted for {tricks} tricks; ask for fewer"
            )
        yield _told(rules, *played, hidden, f"deal-{seed}-{number}")


def _play_on(
    rules: Rules, cards: list[int], tricks: int, random: Callable[[], float]
) -> tuple[Deal, _History] | None:
    """Deal the cards and play so many tricks at random; ``None`` if the deal is over before."""
    size = rules.hand_size
    hands = tuple(mask_of(cards[seat * size : (seat + 1) * size]) for seat in range(rules.hands))
    # The last seat deals: its last card makes the trump, and the seat after it leads.
    deal = Deal(game_of(rules), cards[-1] >> 3, hands)
    history: _History = []
    while sum(deal.tricks) < tricks or deal.table:
        moves = deal.moves()
        move = moves[int(random() * len(moves))]
        history.append((deal, move))
        after = deal.play(move)
        if not isinstance(after, Deal):
            return None
        deal = after
    return deal, history


def _told(rules: Rules, deal: Deal, history: _History, hide: bool, name: str) -> SeatsPosition:
    """The position as the player to act tells it."""
    seats = rules.hands
    me = deal.turn

    def turned(by_seat: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(by_seat[(me + seat) % len(by_seat)] for seat in range(len(by_seat)))

    hands = turned(deal.hands)
    played = rules.pack & ~sum(hands)
    hidden: tuple[int, ...] = (0,) * seats
    unseen = 0
    if hide:
        known = turned(tuple(_shown(history, seat) & deal.hands[seat] for seat in range(seats)))
        known = (hands[0], *known[1:])
        hidden = tuple((hand & ~shown).bit_count() for hand, shown in zip(hands, known, strict=True))
        unseen = sum(hands) & ~sum(known)
        hands, hidden, unseen = place_forced(known, hidden, unseen, (0,) * seats)
    ten = deal.ten if deal.ten < 0 else (deal.ten - me) % len(deal.points)
    table = Table(
        rules, deal.trump, hands, hidden, (), 0, played, unseen, (0,) * seats, turned(deal.points),
        turned(deal.tricks), ten,
    )  # fmt: skip
    return SeatsPosition.of(table, id=name)


def _shown(history: _History, seat: int) -> int:
    """The cards of marriages that a seat has let the others see without playing them."""
    return mask_of(
        parse_card(move) ^ KING ^ QUEEN
        for deal, move in history
        if deal.turn == seat and declared_points(deal, move)
    )
