"""The positions that ship with three and four hands: the small ones are what the reference says."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
import reference_seats as reference
from reference_seats import GAMES, SUITS
from seats_positions import SEATS

FOLDER = Path(__file__).parent.parent / "positions" / "seats"
ENTRIES: list[dict[str, Any]] = [
    entry
    for game in GAMES
    for entry in tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))["position"]
    if len(entry["hand"].split()) <= 4
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_against_the_reference(entry: dict[str, Any]) -> None:
    told_rules = entry["rules"]
    name = told_rules if isinstance(told_rules, str) else told_rules["preset"]
    rules = {**GAMES[name], "trump_ten_point": not isinstance(told_rules, str)}
    keys = ("hand", *SEATS[rules["seats"]][1:])
    hands = tuple(frozenset(entry[key].split()) for key in keys)
    assert entry["trump"] in SUITS
    state = reference.State(
        hands, entry["trump"], (), 0, tuple(entry["points"]), tuple(entry["tricks"]), None
    )
    values = reference.move_values(rules, state, 0)
    assert max(values.values()) == entry["expect"]["value"]
    assert {move for move, value in values.items() if value == max(values.values())} == set(
        entry["expect"]["best"]
    )
