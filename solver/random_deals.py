"""Random positions: dealt at random and played on by random legal moves, the same ones for the same seed."""

from collections.abc import Callable, Iterator
from random import Random

from .cards import KING, QUEEN, cards_of, mask_of, parse_card
from .kernel.search import Deal
from .marriages import declared_points
from .position import Position
from .rules import Rules
from .table import place_forced

CLOSE_SHARE = 0.1
"""How often the stock is closed when it may be: a tenth of the time, else hardly a deal would last."""

LONGEST_SEARCH = 100_000
"""So many deals in a row may end too early before the number of tricks is thought out of reach."""


def random_positions(
    rules: Rules, *, count: int, seed: int = 0, tricks: int = 0, hidden: bool = False, closes: bool = False
) -> Iterator[Position]:
    """``count`` positions after so many ``tricks``, each told from the seat of the player to act.

    The first of them are the same whatever the count. Deals that end earlier are thrown away. ``hidden``
    leaves unknown what that player cannot see; ``closes`` lets the stock be closed at random too.

    Raises:
        ValueError: no deal under these rules lasts for so many tricks.
    """
    if rules.hands > 2:
        from .seats.random_deals import random_positions as seats_positions

        yield from seats_positions(rules, count=count, seed=seed, tricks=tricks, hidden=hidden)
        return
    most = most_tricks(rules)
    if not 0 <= tricks <= most:
        raise ValueError(
            f"tricks must be 0 to {most} under these rules, not {tricks}; a deal is over after {most + 1}"
        )
    pack = list(cards_of(rules.pack))
    # Random.random() alone is promised to be the same in every version of Python.
    random = Random(seed).random
    for number in range(1, count + 1):
        for _ in range(LONGEST_SEARCH):
            played = _play_on(rules, sorted(pack, key=lambda _: random()), tricks, closes, random)
            if played is not None:
                break
        else:
            raise ValueError(
                f"none of {LONGEST_SEARCH} random deals lasted for {tricks} tricks; ask for fewer"
            )
        yield _told(rules, *played, hidden, f"deal-{seed}-{number}")


def most_tricks(rules: Rules) -> int:
    """How many tricks can be over while a deal still goes on: all but the last."""
    return rules.pack.bit_count() // rules.hands - 1


_History = list[tuple[Deal, str]]


def _play_on(
    rules: Rules, cards: list[int], tricks: int, closes: bool, random: Callable[[], float]
) -> tuple[Deal, _History] | None:
    """Deal the cards and play so many tricks at random; ``None`` if the deal is over before."""
    size = rules.hand_size
    hands = mask_of(cards[:size]), mask_of(cards[size : 2 * size])
    # The last card is the face-up trump; in a game without a stock it is in a hand and makes the trump too.
    deal = Deal(rules.game, cards[-1] >> 3, hands, stock=tuple(cards[2 * size :]))
    history: _History = []
    while sum(deal.tricks) < tricks or deal.led >= 0 or not (deal.drawn or closes):
        moves = deal.moves()
        if len(deal.stock) and deal.closer < 0:
            open_moves = [move for move in moves if "close" not in move]
            if not closes or len(moves) == len(open_moves) or random() >= CLOSE_SHARE:
                moves = open_moves
            else:
                moves = [move for move in moves if "close" in move]
        move = moves[int(random() * len(moves))]
        history.append((deal, move))
        after = deal.play(move)
        if isinstance(after, int):
            return None
        deal = after
    return deal, history


def _told(rules: Rules, deal: Deal, history: _History, hidden: bool, name: str) -> Position:
    """The position as the player to act tells it."""
    me = deal.turn
    mine, theirs = deal.hands[me], deal.hands[1 - me]
    stock = deal.stock
    played = rules.pack & ~(mine | theirs | mask_of(stock))
    unknown = unseen = 0
    if hidden:
        known = _shown(history, 1 - me) & theirs
        unseen = theirs & ~known | mask_of(stock[:-1])
        stock = (-1,) * (len(stock) - 1) + stock[-1:]
        theirs, unknown, stock, unseen = place_forced(known, (theirs & ~known).bit_count(), stock, unseen, 0)
    first, second = (0, 1) if me == 0 else (1, 0)

    def seen(pair: tuple[int, int]) -> tuple[int, int]:
        return pair[first], pair[second]

    turned = Deal(
        rules.game,
        deal.trump,
        (mine, theirs),
        hidden=(0, unknown),
        stock=stock,
        drawn=deal.drawn,
        points=seen(deal.points),
        pending=seen(deal.pending),
        tricks=seen(deal.tricks),
        closer=-1 if deal.closer < 0 else int(deal.closer != me),
        tricks_at_close=seen(deal.tricks_at_close),
        points_at_close=seen(deal.points_at_close),
    )
    return Position(rules, turned, played=played, unseen=unseen, id=name)


def _shown(history: _History, player: int) -> int:
    """The cards a player has let the other see without playing them: of marriages, and of exchanges."""
    shown = 0
    for deal, move in history:
        if deal.turn != player:
            continue
        if "exchange" in move:
            shown |= 1 << deal.stock[-1]
        if declared_points(deal, move):
            shown |= 1 << (parse_card(move[-2:]) ^ KING ^ QUEEN)
    return shown
