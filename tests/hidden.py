"""Random positions with hidden cards, and what the reference says of every move in every world of them."""

from __future__ import annotations

import random
from functools import cache, cached_property
from itertools import islice
from typing import Any, NamedTuple

import reference
from reference_positions import from_position, to_position, worlds
from reference_random import random_state
from reference_rules import Rules, random_rules

MOST_WORLDS = 40
MOST_CARDS = 10
"""In the hands and an open stock: the reference takes its time."""


class World(NamedTuple):
    hand: frozenset[str]
    """The other player's cards."""
    values: dict[str, int]
    """The value of each of my moves, or of the position as the move "" when the other player acts."""


class Hidden:
    """A position as it is told, and the truth about it."""

    def __init__(self, told: dict[str, Any], rules: Rules, state: reference.State) -> None:
        self.told = told
        self.rules = rules
        self.state = state

    @cached_property
    def worlds(self) -> list[World]:
        return [_solved(world) for world in worlds(self.told)]

    def mean(self, move: str) -> float:
        return sum(world.values[move] for world in self.worlds) / len(self.worlds)

    def distribution(self, move: str) -> dict[str, float]:
        values = [world.values[move] for world in self.worlds]
        return {str(value): values.count(value) / len(values) for value in range(-3, 4)}


def hide(rules: Rules, state: reference.State, rng: random.Random) -> dict[str, Any]:
    """The position with most of what I cannot see hidden, and a few things known."""
    told = to_position(rules, state)
    cards = told["opponent"].split()
    named = rng.sample(cards, min(len(cards), rng.choice((0, 0, 1, 2))))
    told["opponent"] = " ".join(named + ["?"] * (len(cards) - len(named)))
    if state.stock:
        *down, told["upcard"] = state.stock
        seen = [card if rng.random() < 0.15 else "?" for card in down]
        told["stock"] = rng.choice((len(state.stock), " ".join([*seen, told["upcard"]])))
        if down and rng.random() < 0.3:
            told["lacks"] = rng.choice(down)
    return told


@cache
def random_hidden(seed: int, **wanted: Any) -> Hidden:
    """A position of a random game with few cards, with up to MOST_WORLDS worlds but more than one."""
    rng = random.Random(seed)
    while True:
        rules = random_rules(rng, ranks=rng.choice(("QKA", "QKA", "QKTA")), hand_size=rng.choice((3, 3, 4)))
        try:
            state = random_state(rules, rng, deals=20, **wanted)
        except LookupError:
            continue
        drawn = len(state.stock) if state.closer is None else 0
        if sum(map(len, state.hands)) + drawn > MOST_CARDS:
            continue
        told = hide(rules, state, rng)
        if 1 < len(list(islice(worlds(told), MOST_WORLDS + 1))) <= MOST_WORLDS:
            return Hidden(told, rules, state)


def _solved(world: dict[str, Any]) -> World:
    rules, state = from_position(world)
    mine = state.actor == 0
    return World(
        state.hands[1], reference.move_values(rules, state) if mine else {"": reference.value(rules, state)}
    )
