"""The positions that ship: answered as they expect, and otherwise under other rules where they say so."""

import tomllib
from pathlib import Path
from typing import Any

import orjson
import pytest
import reference
import reference_positions
from command import shell
from sixtysix.solver.files import read_positions
from sixtysix.solver.position import Position
from sixtysix.solver.rules import Rules

FOLDER = Path(__file__).parent.parent / "positions"
GAMES = ("server", "handbook", "annotated", "paderborn", "folk", "schnapsen")
ENTRIES: dict[str, list[dict[str, Any]]] = {
    game: tomllib.loads((FOLDER / "known" / f"{game}.toml").read_text("utf-8"))["position"] for game in GAMES
}
PAIRS = [
    pytest.param(game, entry, double, id=double["id"])
    for game, entries in ENTRIES.items()
    for entry, double in zip(entries[::2], entries[1::2], strict=True)
]


def test_all_are_right_in_one_batch() -> None:
    done = shell(f"sixtysix batch '{FOLDER}'/*/*.toml '{FOLDER}'/*/*.jsonl --jobs 1")
    assert done.returncode == 0, done.stderr
    records = [orjson.loads(line) for line in done.stdout.splitlines()]
    assert all(record["right"] for record in records)
    assert len(records) >= 100


def test_every_shipped_position_expects_something_and_says_what_it_shows() -> None:
    files = sorted(map(str, [*FOLDER.glob("*/*.toml"), *FOLDER.glob("*/*.jsonl")]))
    for position in read_positions(files):
        assert position.expect, position.id
        assert position.note, position.id


@pytest.mark.parametrize(("game", "entry", "double"), PAIRS)
def test_other_rules_another_way(game: str, entry: dict[str, Any], double: dict[str, Any]) -> None:
    name, _, other = double["id"].partition("/")
    assert (name, game) == (entry["id"], entry["rules"])
    told = {"id", "note", "rules", "expect"}
    assert {key: entry[key] for key in entry.keys() - told} == {
        key: double[key] for key in double.keys() - told
    }
    assert entry["expect"]["value"] != double["expect"]["value"]
    # The note names the other game and what the position is worth there.
    assert other in entry["note"]
    assert entry["note"].endswith(f" it is worth {double['expect']['value']}.")
    if double["rules"] != other:
        # Only a rule is taken over: then it must be a rule of that game, and another one than here.
        overrides = dict(double["rules"])
        assert overrides.pop("preset") == game
        here, there = Rules.preset(game).parameters(), Rules.preset(other).parameters()
        assert all(there[rule] == value != here[rule] for rule, value in overrides.items())
        assert overrides


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_endgame_a_stock_and_a_close(game: str) -> None:
    entries = ENTRIES[game][::2]
    assert len(entries) >= 3
    positions = [Position.from_dict(entry) for entry in entries]
    assert any(not position.deal.stock for position in positions)
    assert any(position.deal.stock and position.deal.closer < 0 for position in positions)
    closes = [
        any("close" in move for expect in (entry["expect"], double["expect"]) for move in expect["best"])
        or "closed" in entry
        for entry, double in zip(entries, ENTRIES[game][1::2], strict=True)
    ]
    assert any(closes)


def _small(told: dict[str, Any]) -> bool:
    """Is the plain reference done with it in a second or two?"""
    position = Position.from_dict(told)
    stock = 0 if position.deal.closer >= 0 else len(position.deal.stock)
    return stock == 0 or (stock == 2 and len(position.legal_moves()) <= 12)


SMALL = [
    pytest.param(told, id=told["id"]) for entries in ENTRIES.values() for told in entries if _small(told)
]


@pytest.mark.parametrize("told", SMALL)
def test_the_reference_agrees(told: dict[str, Any]) -> None:
    rules, state = reference_positions.from_position(told)
    values = reference.move_values(rules, state)
    value = (max if state.actor == 0 else min)(values.values())
    assert value == told["expect"]["value"]
    assert {move for move, worth in values.items() if worth == value} == set(told["expect"]["best"])
