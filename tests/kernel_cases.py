"""Random positions for the kernel's tests, as the reference and as the package see them."""

from __future__ import annotations

import random
from typing import NamedTuple

from reference import State, move_values
from reference_positions import to_position
from reference_random import random_deal
from reference_rules import Rules, full_rules, random_rules
from sixtysix.solver import Position, Solver
from sixtysix.solver.kernel.search import Deal

SMALL_PACKS = ["QKTA", "JQKTA", "9QKTA", "9JQKTA"]


class Case(NamedTuple):
    """One position, told twice."""

    rules: Rules
    state: State
    position: Position


def case(rules: Rules, state: State) -> Case:
    return Case(rules, state, Position.from_dict(to_position(rules, state)))


def tricks_left(state: State) -> int:
    """How many tricks are still to be played, the one on the table included."""
    hands = max(len(hand) for hand in state.hands)
    return hands if state.closer is not None else hands + len(state.stock) // 2


def some_rules(rng: random.Random, preset: str | None, small: bool) -> Rules:
    """The preset, or a random mix of parameters; `small`: a small pack and short hands, to reach deep."""
    rules = full_rules(preset) if preset else random_rules(rng)
    if small:
        ranks = rng.choice(SMALL_PACKS)
        rules = {**rules, "ranks": ranks, "hand_size": rng.choice([2, 3, 4])}
        if rules["exchange_rank"] not in ranks:
            rules["exchange_rank"] = rng.choice(["none", *ranks])
    return rules


def cases(seed: int, count: int, *, preset: str | None = None, stock: bool, deepest: int) -> list[Case]:
    """`count` random positions at any point of a trick; `stock`: with an open stock, or without."""
    rng = random.Random(seed)
    found: list[Case] = []
    while len(found) < count:
        rules = some_rules(rng, preset, small=stock or rng.random() < 0.3)
        states, _ = random_deal(rules, rng, closing=rng.choice([0.0, 0.15, 0.5]))
        wanted = [
            state
            for state in states
            if tricks_left(state) <= deepest and (state.closer is None and bool(state.stock)) == stock
        ]
        if wanted:
            found.append(case(rules, rng.choice(wanted)))
    return found


def told(solver: Solver, position: Position) -> dict[str, int | None]:
    """Every move's value as the solver tells it."""
    return {move: low if low == high else None for move, low, high in solver.move_bounds(position)}


def check(solver: Solver, one: Case) -> None:
    """The position's value and every move's value are the reference's."""
    expected = move_values(one.rules, one.state)
    assert told(solver, one.position) == expected, (one.rules, one.state)
    pick = max if one.state.actor == 0 else min
    assert solver.value(one.position) == pick(expected.values()), (one.rules, one.state)


class Bare(NamedTuple):
    """Just a deal, for points that need not be reachable and that a Position would refuse."""

    deal: Deal


def with_points(position: Position, points: tuple[int, int]) -> Bare:
    """The same cards with other points."""
    deal = position.deal
    return Bare(
        Deal(
            deal.game,
            deal.trump,
            deal.hands,
            led=deal.led,
            turn=deal.turn,
            stock=deal.stock,
            drawn=deal.drawn,
            points=points,
            pending=deal.pending,
            tricks=deal.tricks,
            closer=deal.closer,
            tricks_at_close=deal.tricks_at_close,
            points_at_close=deal.points_at_close,
        )
    )
