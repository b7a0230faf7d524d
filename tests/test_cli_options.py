"""A position typed as options, or read from files and changed by them."""

from pathlib import Path

import pytest
from command import ENDGAME_ARGS, call, records, refused
from sixtysix.cli.options import POSITION_KEYS
from sixtysix.solver.reading import KEYS, SEAT_KEYS

TYPED = {
    "hand": ("A♥ kd SJ", "JS AH KD"),
    "opponent": ("qd,10S,♣K", "TS QD KC"),
    "trump": ("♥", "H"),
    "turn": ("me", "me"),
    "points": ("45,41", [45, 41]),
    "tricks": ("[4, 5]", [4, 5]),
    "score": ("3 6", [3, 6]),
    "id": ("typed", "typed"),
    "note": ("a note", "a note"),
    "source": ("here", "here"),
}


def _flags(values: dict[str, str]) -> list[str]:
    return [part for key, text in values.items() for part in ("--" + key.replace("_", "-"), text)]


def test_every_key_of_a_position_can_be_typed() -> None:
    assert set(POSITION_KEYS) | {"rules", "expect"} == {*KEYS, *SEAT_KEYS}


def test_a_position_from_options_alone() -> None:
    (told,) = records("show", "--json", *_flags({key: typed for key, (typed, _) in TYPED.items()}))
    assert told == {"rules": "server"} | {key: right for key, (_, right) in TYPED.items()}


def test_options_for_stock_and_close() -> None:
    closed = {
        "hand": "TH KH TD QD JD",
        "opponent": "TS QH TC AD KD",
        "stock": "AC JH",
        "points": "32,28",
        "tricks": "2,2",
        "closed": "me",
        "upcard": "JH",
        "tricks-at-close": "2,2",
        "points-at-close": "32,28",
    }
    (told,) = records("show", "--json", "--rules", "schnapsen", *_flags(closed))
    assert (told["closed"], told["tricks_at_close"], told["stock"]) == ("me", [2, 2], "AC JH")
    (told,) = records("show", "--json", "--hand", "AH KH TD KS QS 9D", "--upcard", "9H", "--stock", "12")
    assert told["stock"] == 12


def test_options_override_every_file(tmp_path: Path) -> None:
    one = tmp_path / "one.toml"
    two = tmp_path / "two.jsonl"
    one.write_text(call("show", "--toml", *ENDGAME_ARGS, "--id", "one").stdout)
    two.write_text(call("show", "--json", *ENDGAME_ARGS, "--id", "two").stdout)
    files = [str(one), str(two)]
    assert [each["id"] for each in records("show", "--json", *files)] == ["one", "two"]
    changes = ["--note", "both", "--rules", "german", "--rule", "schneider=30", "--rule", "must_head=no"]
    for told in records("show", "--json", *files, *changes):
        assert told["note"] == "both"
        assert told["rules"] == {"preset": "german", "schneider": 30, "must_head": False}


def test_standard_input_goes_with_files(tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    file.write_text(call("show", "--toml", *ENDGAME_ARGS).stdout)
    typed = call("show", "--json", *ENDGAME_ARGS, "--id", "typed").stdout
    told = records("show", "--json", str(file), "-", input=typed)
    assert [each["id"] for each in told] == ["options", "typed"]


def test_moves_are_made_first() -> None:
    (told,) = records("show", "--json", *ENDGAME_ARGS, "--play", "JS TS QD")
    assert (told["hand"], told["opponent"], told["led"], told["turn"]) == ("AH KD", "KC", "QD", "me")
    assert told["points"] == [45, 53]


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("9C", "options: play: 9C is not legal here"),
        ("JS xx", "move 2: “xx” is no move"),
        ("JS TS QD KD AH KC", "play: the deal is over after JS TS QD KD AH KC (result +1 for me)"),
        ("JS TS QD KD AH KC AS", "drop AS"),
    ],
)
def test_moves_that_cannot_be_made_are_refused(moves: str, message: str) -> None:
    (line,) = refused("show", *ENDGAME_ARGS, "--play", moves)
    assert message in line


def test_every_problem_is_told_with_its_place(tmp_path: Path) -> None:
    suite = tmp_path / "suite.toml"
    suite.write_text(
        'trump = "H"\n[[position]]\nid = "first"\nhand = "AH"\n'
        '[[position]]\nhand = "AH KD JS"\nopponent = "TS QD KC"\npoints = [45, 41]\ntricks = [4, 5]\n'
        '[[position]]\nhands = "AH"\n'
    )
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    lines = refused("show", str(suite), str(empty), str(tmp_path / "none.toml"))
    assert lines[0].startswith(f"{suite}, position 1 (first): tricks: required")
    assert lines[1].startswith(f"{suite}, position 3: hands: a position has no such key; did you mean hand?")
    assert lines[2].startswith(f"{empty}: there is no position in it")
    assert lines[3].startswith(f"{tmp_path / 'none.toml'}: cannot be read: No such file")
    assert len(lines) == 4
