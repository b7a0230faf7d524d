"""The kernel against the reference: every stage, every preset, random mixes, every shortcut on and off."""

from __future__ import annotations

import random

import pytest
from kernel_cases import Case, case, cases, check, told, tricks_left, with_points
from reference import legal_moves, move_values, perft, play
from reference_random import random_deal
from reference_rules import PRESETS, full_rules, random_rules
from sixtysix.solver import Position, Solver
from sixtysix.solver.kernel.search import SHORTCUTS

EACH_PRESET = [*PRESETS, None]  # None: random mixes of all parameters


@pytest.mark.parametrize("preset", EACH_PRESET)
def test_strict_positions(preset: str | None) -> None:
    solver = Solver()
    for one in cases(1, 1000, preset=preset, stock=False, deepest=4):
        check(solver, one)


@pytest.mark.parametrize("preset", EACH_PRESET)
def test_positions_with_a_stock(preset: str | None) -> None:
    solver = Solver()
    for one in cases(2, 250, preset=preset, stock=True, deepest=4):
        check(solver, one)


def test_six_card_endgames() -> None:
    solver = Solver()
    for one in cases(3, 25, stock=False, deepest=6):
        check(solver, one)


@pytest.mark.parametrize("preset", EACH_PRESET)
def test_small_deals_from_the_first_lead_on(preset: str | None) -> None:
    # Marriages that wait for a first trick, and closes before anybody has one, are only found there.
    rng = random.Random(14)
    solver = Solver()
    for _ in range(20):
        ranks = rng.choice(["QK", "QKA", "QKT"])
        rules = full_rules(preset) if preset else random_rules(rng)
        rules = {**rules, "ranks": ranks, "hand_size": rng.choice([2, 3] if ranks == "QK" else [3, 4, 5])}
        if rules["exchange_rank"] not in ranks:
            rules["exchange_rank"] = rng.choice(["none", *ranks])
        for state in random_deal(rules, rng)[0]:
            if tricks_left(state) <= 6:
                check(solver, case(rules, state))


def splits(one: Case, rng: random.Random) -> list[Case]:
    """The same cards and the same sum of points, shared out in other ways."""
    total = sum(one.state.points)
    others = []
    for _ in range(5):
        mine = rng.randint(max(0, total - 65), min(65, total))
        points = (mine, total - mine)
        if all(p == 0 or t for p, t in zip(points, one.state.tricks, strict=True)):
            others.append(one._replace(state=one.state._replace(points=points)))
    return others


@pytest.mark.parametrize("stock", [False, True])
def test_what_is_proved_for_one_score_holds_for_the_others(stock: bool) -> None:
    # Bounds are kept by the sum of points: an unsound one shows when the same solver meets another split.
    rng = random.Random(4)
    solver = Solver()
    for one in cases(4, 700 if stock else 3000, stock=stock, deepest=4):
        if not 10 <= sum(one.state.points) <= 125:
            continue
        for other in splits(one, rng):
            bare = with_points(one.position, other.state.points)
            got = {move: low for move, low, _ in solver.move_bounds(bare)}
            assert got == move_values(other.rules, other.state), (other.rules, other.state)


@pytest.mark.parametrize("shortcut", sorted(SHORTCUTS))
def test_values_do_not_depend_on_a_shortcut(shortcut: str) -> None:
    whole, without = Solver(), Solver(without=[shortcut])
    for one in cases(5, 150, stock=False, deepest=6) + cases(6, 60, stock=True, deepest=5):
        assert told(without, one.position) == told(whole, one.position), (one.rules, one.state)
    assert without.nodes > whole.nodes


def test_values_do_not_depend_on_the_tables() -> None:
    # half a thousandth of a megabyte makes tables of 2^4 entries
    default, tiny, none = Solver(), Solver(memory_mb=0.0005), Solver(memory_mb=0)
    for one in cases(7, 150, stock=False, deepest=6) + cases(8, 60, stock=True, deepest=5):
        values = told(default, one.position)
        assert told(tiny, one.position) == values
        assert told(none, one.position) == values


def test_a_solver_keeps_nothing_wrong_from_other_positions() -> None:
    reused = Solver()
    rng = random.Random(9)
    mixed = [
        one
        for preset in EACH_PRESET
        for one in cases(rng.randrange(10**6), 140, preset=preset, stock=rng.random() < 0.5, deepest=4)
    ]
    rng.shuffle(mixed)
    for one in mixed:
        assert reused.value(one.position) == Solver(memory_mb=1).value(one.position)


def test_the_same_search_takes_the_same_nodes() -> None:
    positions = [one.position for one in cases(10, 40, stock=True, deepest=5)]
    counts = []
    for _ in range(2):
        solver = Solver()
        counts.append([(solver.value(position), solver.nodes) for position in positions])
    assert counts[0] == counts[1]


@pytest.mark.parametrize("preset", EACH_PRESET)
def test_perft_equals_the_reference(preset: str | None) -> None:
    for one in cases(11, 60, preset=preset, stock=True, deepest=6) + cases(
        12, 60, preset=preset, stock=False, deepest=6
    ):
        depth = 5 if tricks_left(one.state) < 4 else 4
        assert one.position.deal.perft(depth) == perft(one.rules, one.state, depth), (one.rules, one.state)


def test_the_moves_and_plays_of_a_position_are_the_references() -> None:
    rng = random.Random(13)
    for _ in range(300):
        rules = random_rules(rng) if rng.random() < 0.5 else full_rules(rng.choice(list(PRESETS)))
        states, result = random_deal(rules, rng)
        for before in states:
            position = case(rules, before).position
            assert set(position.legal_moves()) == set(legal_moves(rules, before))
            move = rng.choice(legal_moves(rules, before))
            after = play(rules, before, move)
            played = position.play(move)
            if isinstance(after, int):
                assert played == after
            else:
                assert isinstance(played, Position)
                assert played.to_dict() == case(rules, after).position.to_dict()
        assert -3 <= result <= 3
