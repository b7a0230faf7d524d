"""Random positions with three and four hands for tests, as the reference and as the package know them."""

from __future__ import annotations

import random
from typing import Any

from reference_seats import GAMES, Rules, State, deal, random_state, to_position
from sixtysix.solver.position import Position
from sixtysix.solver.seats.position import SeatsPosition

VARIANTS = ("handbook-four", "handbook-four with the ten", "paderborn-three")
SEATS = {3: ("me", "left", "right"), 4: ("me", "left", "partner", "right")}


def variant(name: str) -> tuple[str, Rules]:
    """A preset's name and its rules, with the trump ten's point or without."""
    preset = name.split()[0]
    return preset, {**GAMES[preset], "trump_ten_point": "ten" in name}


def told(name: str, state: State) -> dict[str, Any]:
    """The state as a position file tells it."""
    preset, rules = variant(name)
    position = to_position(preset, rules, state)
    if rules["trump_ten_point"] and state.ten is not None:
        position["trump_ten"] = SEATS[4][state.ten]
    return position


def read(name: str, state: State) -> SeatsPosition:
    position = Position.from_dict(told(name, state))
    assert isinstance(position, SeatsPosition)
    return position


def parties(name: str) -> range:
    """Who scores: two sides, or three seats."""
    return range(2 if variant(name)[1]["partners"] else 3)


def some(name: str, seed: int, cards: int, on_table: int = 0) -> State:
    """A state with so many cards in the hand of the player to act."""
    return random_state(variant(name)[1], random.Random(f"{name} {seed}"), cards, on_table)


def whole(name: str, seed: int) -> State:
    return deal(variant(name)[1], random.Random(f"{name} {seed}"))
