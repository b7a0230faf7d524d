"""Random positions for tests, reached by playing legal moves from a deal, so that all their counts agree."""

from __future__ import annotations

import random

from reference import State, legal_moves, pack, play
from reference_rules import Rules


def deal(rules: Rules, rng: random.Random) -> State:
    """A shuffled deal, either seat to lead."""
    cards = pack(rules)
    rng.shuffle(cards)
    size = rules["hand_size"]
    stock = tuple(cards[2 * size :])
    return State(
        hands=(frozenset(cards[:size]), frozenset(cards[size : 2 * size])),
        trump=stock[-1][1],
        stock=stock,
        led=None,
        actor=rng.randrange(2),
        before_draw=False,
        points=(0, 0),
        tricks=(0, 0),
        pending=(0, 0),
        closer=None,
        tricks_at_close=(0, 0),
        points_at_close=(0, 0),
    )


def random_move(rules: Rules, state: State, rng: random.Random, closing: float = 0.15) -> str:
    """A random move. Closes are half of all leads where legal: thinned out, so that deals can stay open."""
    moves = legal_moves(rules, state)
    if rng.random() >= closing:
        moves = [move for move in moves if "close" not in move] or moves
    return rng.choice(moves)


def random_deal(rules: Rules, rng: random.Random, closing: float = 0.15) -> tuple[list[State], int]:
    """All states of one deal played at random to the end, and its result."""
    state: State | int = deal(rules, rng)
    states = []
    while isinstance(state, State):
        states.append(state)
        state = play(rules, state, random_move(rules, state, rng, closing))
    return states, state


def random_state(
    rules: Rules,
    rng: random.Random,
    *,
    hand: int | None = None,
    stock: int | None = None,
    closed: bool | None = None,
    led: bool | None = None,
    before_draw: bool | None = None,
    deals: int = 10_000,
) -> State:
    """A random state of the wanted stage; None means any.

    `hand`: cards of the player to act; `stock`: cards left in it (a closed stock keeps its cards); `closed`,
    `led`, `before_draw`: whether it is so. Raises LookupError when many deals do not lead there: some stages
    are impossible under some rules.
    """
    closing = 0.5 if closed else 0.0 if closed is False else 0.15
    for _ in range(deals):
        states = [
            state
            for state in random_deal(rules, rng, closing)[0]
            if hand in (None, len(state.hands[state.actor]))
            and stock in (None, len(state.stock))
            and closed in (None, state.closer is not None)
            and led in (None, state.led is not None)
            and before_draw in (None, state.before_draw)
        ]
        if states:
            return rng.choice(states)
    raise LookupError(f"no such state in {deals} random deals")
