"""The games for three and four at the table from the rules alone: slow, plain, independent of the package.

Seats are numbers clockwise, 0 is "me": 0 1 2 3 with partners 0 and 2 against 1 and 3, or 0 1 2 each for
himself. `GAMES` holds the parameters of the two games; a state is immutable, a move is a card's name, values
are bare minimax with a memo.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

TARGET = 66
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
SUITS = "SHDC"
PARTNER = {"K": "Q", "Q": "K"}

Rules = dict[str, Any]

GAMES: dict[str, Rules] = {
    "handbook-four": {
        "seats": 4,
        "partners": True,
        "ranks": "789JQKTA",
        "must_head": True,
        "must_trump": True,
        "must_over_trump": True,
        "marriages": False,
        "last_trick_bonus": 10,
        "trump_ten_point": False,
    },
    "paderborn-three": {
        "seats": 3,
        "partners": False,
        "ranks": "9JQKTA",
        "must_head": False,
        "must_trump": True,
        "must_over_trump": True,
        "marriages": True,
        "last_trick_bonus": 0,
        "trump_ten_point": False,
    },
}


class State(NamedTuple):
    """All the rest of a deal depends on. `points` and `tricks` list sides, or seats without partners."""

    hands: tuple[frozenset[str], ...]
    trump: str
    table: tuple[str, ...]  # the trick under way in order of play
    actor: int
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    ten: int | None = None  # the side whose trick held the trump ten


Result = tuple[int, ...]
"""Game points for each side, or each seat: a win is another's loss."""


def pack(rules: Rules) -> list[str]:
    return [rank + suit for suit in SUITS for rank in reversed(rules["ranks"])]


def side(rules: Rules, seat: int) -> int:
    return seat % 2 if rules["partners"] else seat


def add(numbers: tuple[int, ...], place: int, amount: int) -> tuple[int, ...]:
    return tuple(number + amount if index == place else number for index, number in enumerate(numbers))


def beats(rules: Rules, trump: str, card: str, other: str) -> bool:
    """Does `card`, played later, beat `other`, the best of the trick so far?"""
    if card[1] == other[1]:
        order: str = rules["ranks"]
        return order.index(card[0]) > order.index(other[0])
    return card[1] == trump


def best_so_far(rules: Rules, trump: str, table: tuple[str, ...]) -> int:
    """The place in the trick of the card that wins it as yet."""
    best = 0
    for place in range(1, len(table)):
        if beats(rules, trump, table[place], table[best]):
            best = place
    return best


def legal_moves(rules: Rules, state: State) -> list[str]:
    hand = sorted(state.hands[state.actor])
    if not state.table:
        return hand
    led = state.table[0]
    best = state.table[best_so_far(rules, state.trump, state.table)]
    suit = [card for card in hand if card[1] == led[1]]
    if suit:
        beating = [card for card in suit if beats(rules, state.trump, card, best)]
        return beating if rules["must_head"] and beating else suit
    trumps = [card for card in hand if card[1] == state.trump]
    if trumps and rules["must_trump"]:
        if best[1] == state.trump and rules["must_over_trump"]:
            over = [card for card in trumps if beats(rules, state.trump, card, best)]
            return over or trumps
        return trumps
    return hand


def play(rules: Rules, state: State, card: str) -> State | Result:
    assert card in legal_moves(rules, state), f"{card} is not legal in {state}"
    seats, player = rules["seats"], state.actor
    hand = state.hands[player] - {card}
    state = state._replace(
        hands=tuple(hand if seat == player else state.hands[seat] for seat in range(seats))
    )
    declares = not state.table and rules["marriages"] and PARTNER.get(card[0], "") + card[1] in hand
    if declares:
        worth = 40 if card[1] == state.trump else 20
        state = state._replace(points=add(state.points, side(rules, player), worth))
        if state.points[side(rules, player)] >= TARGET:
            return won(rules, state, side(rules, player))
    table = (*state.table, card)
    if len(table) < seats:
        return state._replace(table=table, actor=(player + 1) % seats)
    leader = (player + 1) % seats
    winner = (leader + best_so_far(rules, state.trump, table)) % seats
    taker = side(rules, winner)
    last = not any(state.hands)
    gain = sum(CARD_POINTS[each[0]] for each in table) + (rules["last_trick_bonus"] if last else 0)
    state = state._replace(
        table=(),
        actor=winner,
        points=add(state.points, taker, gain),
        tricks=add(state.tricks, taker, 1),
        ten=taker if "T" + state.trump in table else state.ten,
    )
    if rules["partners"]:
        return partners_result(rules, state) if last else state
    if state.points[taker] >= TARGET:
        return won(rules, state, taker)
    return (0,) * seats if last else state


def won(rules: Rules, state: State, winner: int) -> Result:
    """Each for himself: the winner has reached 66 first."""
    others = [points for seat, points in enumerate(state.points) if seat != winner]
    if all(points == 0 for points in others):
        worth = 3
    elif all(points < 33 for points in others):
        worth = 2
    else:
        worth = 1
    return tuple(worth if seat == winner else -worth for seat in range(rules["seats"]))


def partners_result(rules: Rules, state: State) -> Result:
    """All tricks have been played by two sides."""
    mine = 0
    for us in (0, 1):
        sign = 1 if us == 0 else -1
        if state.tricks[1 - us] == 0:
            mine += 3 * sign
        elif state.points[us] >= 100:
            mine += 2 * sign
        elif state.points[us] >= TARGET:
            mine += sign
        if rules["trump_ten_point"] and state.ten == us:
            mine += sign
    return mine, -mine


Memo = dict[State, int]


def guarantee(rules: Rules, state: State | Result, who: int, memo: Memo | None = None) -> int:
    """What a side or a seat can get for certain, all the others playing together against it."""
    if not isinstance(state, State):
        return state[who]
    memo = {} if memo is None else memo
    if state not in memo:
        values = [guarantee(rules, play(rules, state, card), who, memo) for card in legal_moves(rules, state)]
        memo[state] = max(values) if side(rules, state.actor) == who else min(values)
    return memo[state]


def move_values(rules: Rules, state: State, who: int, memo: Memo | None = None) -> dict[str, int]:
    """The guarantee of a side or a seat after each move."""
    memo = {} if memo is None else memo
    return {card: guarantee(rules, play(rules, state, card), who, memo) for card in legal_moves(rules, state)}


def max_n(rules: Rules, state: State | Result, order: Callable[[str], int]) -> tuple[Result, list[str]]:
    """Each seat plays for itself alone: the outcome and the line.

    Of moves that are equally good for itself a seat makes the first in `order`.
    """
    if not isinstance(state, State):
        return state, []
    best: tuple[Result, list[str]] | None = None
    for card in sorted(legal_moves(rules, state), key=order):
        outcome, line = max_n(rules, play(rules, state, card), order)
        if best is None or outcome[state.actor] > best[0][state.actor]:
            best = outcome, [card, *line]
    assert best is not None
    return best


def perft(rules: Rules, state: State | Result, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; a deal that ends earlier has none."""
    if depth == 0:
        return 1
    if not isinstance(state, State):
        return 0
    return sum(perft(rules, play(rules, state, card), depth - 1) for card in legal_moves(rules, state))


# ---------------------------------------------------------------- random states


def deal(rules: Rules, rng: random.Random) -> State:
    """A shuffled deal, any seat to lead; the dealer, to its right, has the card that made the trump."""
    cards = pack(rules)
    rng.shuffle(cards)
    seats = rules["seats"]
    size = len(cards) // seats
    hands = tuple(frozenset(cards[seat * size : (seat + 1) * size]) for seat in range(seats))
    leader = rng.randrange(seats)
    trump = cards[(leader - 1) % seats * size][1]
    sides = 2 if rules["partners"] else seats
    return State(hands, trump, (), leader, (0,) * sides, (0,) * sides)


def random_state(rules: Rules, rng: random.Random, cards: int, on_table: int = 0) -> State:
    """A state reached by random play: the player to act has so many cards, so many lie in the trick."""
    while True:
        state: State | Result = deal(rules, rng)
        while isinstance(state, State):
            if len(state.hands[state.actor]) == cards and len(state.table) == on_table:
                return state
            state = play(rules, state, rng.choice(legal_moves(rules, state)))


def to_position(name: str, rules: Rules, state: State) -> dict[str, Any]:
    """The position as a file tells it, everything named."""
    keys = ("hand", "left", "partner", "right") if rules["partners"] else ("hand", "left", "right")
    seats = ("me", *keys[1:])
    changes = {"trump_ten_point": True} if rules["trump_ten_point"] else {}
    position: dict[str, Any] = {
        key: " ".join(sorted(hand)) for key, hand in zip(keys, state.hands, strict=True)
    }
    position |= {
        "rules": {"preset": name, **changes},
        "trump": state.trump,
        "turn": seats[state.actor],
        "points": list(state.points),
        "tricks": list(state.tricks),
    }
    if state.table:
        position["table"] = " ".join(state.table)
    return position
