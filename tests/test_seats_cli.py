"""Three and four hands from the command line: every command, in JSON and for people."""

from __future__ import annotations

import json
import random
from itertools import combinations
from typing import Any

import pytest
import reference_seats as reference
from command import call, dealt, records, refused
from reference_seats import GAMES
from seats_positions import SEATS, VARIANTS, some, told, variant
from sixtysix.cli.seats_tables import solution_text, trace
from sixtysix.cli.spelling import Spelling
from sixtysix.solver import Position, Solver, solve
from sixtysix.solver.rules import Rules
from sixtysix.solver.seats.position import SeatsPosition

LAST_FOUR = ["--rules", "handbook-four", "--trump", "H", "--hand", "AH", "--left", "7S", "--partner", "8S"]
LAST_FOUR += ["--right", "9S", "--tricks", "5,2", "--points"]


def solved(name: str, seed: int, cards: int, on_table: int = 0) -> tuple[dict[str, Any], reference.State]:
    state = some(name, seed, cards, on_table)
    (record,) = records("solve", "-", "--json", input=json.dumps(told(name, state)))
    return record, state


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", VARIANTS[:2])
def test_solve_for_partners(name: str, seed: int) -> None:
    _, rules = variant(name)
    record, state = solved(name, seed, 4, seed % 4)
    values = reference.move_values(rules, state, 0)
    pick = max if state.actor % 2 == 0 else min
    assert {each["move"]: each["value"] for each in record["moves"]} == values
    assert record["value"] == pick(values.values())
    assert set(record["best"]) == {move for move, value in values.items() if value == record["value"]}
    assert "guarantees" not in record


@pytest.mark.parametrize("seed", range(6))
def test_solve_for_three(seed: int) -> None:
    rules = GAMES["paderborn-three"]
    record, state = solved("paderborn-three", seed, 4, seed % 3)
    sure = {name: reference.guarantee(rules, state, seat) for seat, name in enumerate(SEATS[3])}
    assert record["guarantees"] == sure
    assert record["value"] == sure["me"]
    # The moves are those of the seat to act, in its own view.
    values = reference.move_values(rules, state, state.actor)
    assert {each["move"]: each["value"] for each in record["moves"]} == values
    assert set(record["best"]) == {move for move, value in values.items() if value == max(values.values())}
    assert [each["value"] for each in record["moves"]] == sorted(values.values(), reverse=True)
    after: Any = state
    for move in record["line"]:
        after = reference.play(rules, after, move)
    assert list(record["outcome"].values()) == list(after)


def test_the_dealer_who_sits_out_scores() -> None:
    undecided = "--rules handbook-three --trump H --hand 9D --opponent AD --points 65,44 --tricks 5,6"
    (record,) = records("solve", "--json", *undecided.split())
    assert (record["value"], record["dealer"]) == (0, 1)
    for record in records(
        "solve", "-", "--json", input=dealt("--rules", "handbook-three", "--tricks", "7", "--count", "20")
    ):
        assert record["dealer"] == max(abs(record["value"]), 1)
    text = call("solve", *undecided.split()).stdout
    assert "which is not counted. The dealer scores 1." in text
    assert "dealer" not in records("solve", "-", "--json", input=dealt("--tricks", "9"))[0]


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ("44,65", "Draw: nobody has 66 (65 to 65)."),
        ("78,31", "You and your partner win 1: you and your partner have 99."),
        ("79,30", "You and your partner win 2: you and your partner have 100, 100 or more."),
        ("9,100 --tricks 2,5", "You and your partner lose 2: left and right have 100, 100 or more."),
    ],
)
def test_why_partners_win(points: str, sentence: str) -> None:
    assert sentence in call("solve", *LAST_FOUR, *points.split()).stdout


def test_every_trick_and_the_ten() -> None:
    sweep = [each if each != "5,2" else "7,0" for each in LAST_FOUR]
    assert "win 3: you and your partner take every trick." in call("solve", *sweep, "109,0").stdout
    ten = ["TH" if each == "AH" else each for each in sweep]
    ten += ["110,0", "--rule", "trump_ten_point=true"]
    assert (
        "win 4: you and your partner take every trick; the trump ten counts 1 for you"
        in call("solve", *ten).stdout
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_the_text_tells_the_points_of_the_line(name: str) -> None:
    """The last step's points, which the kernel does not tell, are those of the reference."""
    for seed in range(12):
        state: Any = some(name, seed, 4, seed % 3)
        position = Position.from_dict(told(name, state))
        assert isinstance(position, SeatsPosition)
        solution = solve(position)
        rules = {**variant(name)[1]}
        for step in trace(position, solution.line):
            before, state = state, reference.play(rules, state, step.move)
            if isinstance(state, reference.State):
                assert (step.points, step.tricks) == (state.points, state.tricks)
        assert isinstance(before, reference.State)
        total = sum(step.points)
        assert total == 130 or name == "paderborn-three"
        assert solution_text(position, solution, Spelling(False))


def test_time_runs_out_for_three() -> None:
    three = dealt("--rules", "paderborn-three", "--seed", "5")
    (record,) = records("solve", "-", "--json", "--time", "1e-9", input=three)
    low, high = record["bounds"]
    assert record["value"] is None
    assert low < high
    assert (record["best"], record["line"], record["outcome"]) == ([], [], None)
    assert "Not all was solved" in call("solve", "-", "--time", "1e-9", input=three).stdout


def in_all_worlds(
    name: str, told_so: dict[str, Any], state: reference.State, lacks: dict[str, str]
) -> list[dict[str, int]]:
    """The values of my moves in every world, by the reference."""
    _, rules = variant(name)
    counts = [len(hand) for hand in state.hands]
    unseen = sorted(set().union(*state.hands[1:]))
    found = []

    def give(seat: int, left: list[str], hands: tuple[frozenset[str], ...]) -> None:
        if seat == len(counts):
            found.append(reference.move_values(rules, state._replace(hands=hands), 0))
            return
        for chosen in combinations(left, counts[seat]):
            lacking = lacks.get(SEATS[len(counts)][seat], "").split()
            if not any(card in lacking or card[1] in lacking for card in chosen):
                rest = [card for card in left if card not in chosen]
                give(seat + 1, rest, (*hands, frozenset(chosen)))

    give(1, unseen, (state.hands[0],))
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", VARIANTS)
def test_analyse(name: str, seed: int) -> None:
    state = next(each for i in range(99) if (each := some(name, 50 * seed + i, 2, 0)).actor == 0)
    told_so = told(name, state)
    seats = SEATS[len(state.hands)]
    gone = set(reference.pack(variant(name)[1])) - set().union(*state.hands)
    hidden = told_so | dict.fromkeys(seats[1:], "? ?") | {"played": " ".join(sorted(gone))}
    unseen = sorted(set().union(*state.hands[1:]))
    lacks = {"left": random.Random(seed).choice(unseen)[1]} if seed % 2 else {}
    worlds = in_all_worlds(name, told_so, state, lacks)
    if lacks:
        hidden["lacks"] = lacks
    if len(worlds) < 2:
        pytest.skip("only one world is left")
    (record,) = records("analyse", "-", "--json", input=json.dumps(hidden))
    assert record["possible"] == record["worlds"] == len(worlds)
    assert record["exact"]
    highest = 4 if "ten" in name else 3
    for each in record["moves"]:
        values = [world[each["move"]] for world in worlds]
        assert each["mean"] == pytest.approx(sum(values) / len(values), abs=1e-12)
        assert each["distribution"] == pytest.approx(
            {str(value): values.count(value) / len(values) for value in range(-highest, highest + 1)}
        )
    assert call("analyse", "-", input=json.dumps(hidden)).exit_code == 0


def test_another_seat_to_act_is_analysed_for_me() -> None:
    (hidden,) = records("deal", "--rules", "handbook-four", "--tricks", "5", "--hidden", "--seed", "4")
    move = hidden["hand"].split()[0]
    (record,) = records("analyse", "-", "--json", "--play", move, input=json.dumps(hidden))
    assert (record["best"], record["moves"]) == ([], [])
    assert "Left is to act" in call("analyse", "-", "--play", move, input=json.dumps(hidden)).stdout


def test_hidden_cards_are_refused_by_solve() -> None:
    (line,) = refused("solve", "-", input=dealt("--rules", "handbook-four", "--tricks", "5", "--hidden"))
    assert "hands: unknown cards can lie in" in line
    assert "sixtysix analyse" in line


@pytest.mark.parametrize("preset", ["handbook-three", "handbook-four", "paderborn-three"])
def test_every_command_takes_every_game(preset: str) -> None:
    known = dealt("--rules", preset, "--tricks", "5", "--count", "3")
    hidden = dealt("--rules", preset, "--tricks", "5", "--count", "3", "--hidden")
    for both in (known, hidden):
        assert [json.loads(line) for line in both.splitlines()] == records("show", "-", "--json", input=both)
        assert call("show", "-", input=both).exit_code == 0
        assert call("show", "-", "--toml", input=both).exit_code == 0
        assert call("analyse", "-", "--worlds", "20", input=both).exit_code == 0
    assert [record["id"] for record in records("solve", "-", "--json", input=known)] == [
        "deal-0-1",
        "deal-0-2",
        "deal-0-3",
    ]
    assert call("batch", "-", input=known + hidden).exit_code == 0
    assert preset in call("rules", preset).stdout
    assert Rules.preset(preset).players in (3, 4)


def test_closing_is_never_legal() -> None:
    (record,) = records("close", "-", "--json", input=dealt("--rules", "handbook-four", "--tricks", "5"))
    assert record["legal"] is False
    assert "there is no stock" in record["reason"]


def test_one_solver_for_all_games() -> None:
    solver = Solver(memory_mb=4)
    for name in ("server", *(each for each in VARIANTS if "ten" not in each)):
        if name == "server":
            position = Position.from_dict(json.loads(dealt("--tricks", "8")))
        else:
            position = Position.from_dict(told(name, some(name, 1, 4)))
        assert solver.value(position) == solver.solve(position).value == Solver().value(position)
