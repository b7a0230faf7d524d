"""Position files: TOML and JSON Lines, what is inherited and overridden, and what is said of bad ones."""

import io
import os
import pickle
import random
import sys
import tomllib

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference_positions import to_position
from reference_random import random_deal
from reference_rules import PRESETS
from sixtysix.solver.files import FileError, read_positions, scan_positions, to_json, to_toml
from sixtysix.solver.position import Position
from told import CLOSED, ENDGAME, LED, OPEN, position

ONE = """
id = "first"
trump = "H"
hand = "AS TS KS AH KH 9D"
opponent = "QS JS TH QH AD TD"
points = [28, 13]
tricks = [4, 2]
"""
MANY = """
rules = { preset = "server", must_head = false }
trump = "H"
points = [28, 13]
tricks = [4, 2]

[[position]]
hand = "AS TS KS AH KH 9D"
opponent = "QS JS TH QH AD TD"

[[position]]
id = "second"
rules = "schnapsen"
hand = "AS TS KS AH KH"
opponent = "QS JS TH QH AD"
points = [0, 0]
tricks = [0, 0]
upcard = "JH"
"""
LINE = b'{"trump": "H", "hand": "AH KD JS", "opponent": "TS QD KC", "points": [45, 41], "tricks": [4, 5]}'


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    return write


def read(*paths, **more):
    return list(read_positions(paths, **more))


def complaints(*paths, **more):
    return [str(each) for each in scan_positions(paths, **more) if isinstance(each, FileError)]


def test_one_position_in_toml(write):
    (one,) = read(write("one.toml", ONE))
    assert one == position(ENDGAME, id="first")
    assert one.origin == "one.toml, position 1"


def test_many_positions_take_missing_keys_from_the_top(write):
    first, second = read(write("many.toml", MANY))
    assert first == position(ENDGAME, id="many.toml:1", rules={"must_head": False})
    assert (second.id, second.rules.name) == ("second", "schnapsen")
    assert second.deal.points == (0, 0)


def test_json_lines(write):
    path = write("some.jsonl", b"\n" + LINE + b"\n\n" + LINE.replace(b"{", b'{"id": "K", ', 1) + b"\n")
    first, second = read(path)
    assert (first.id, first.origin) == ("some.jsonl:2", "some.jsonl, line 2")
    assert second.id == "K"


def test_one_object_in_json(write):
    (one,) = read(write("one.json", orjson.dumps(position(ENDGAME).to_dict(), option=orjson.OPT_INDENT_2)))
    assert one == position(ENDGAME, id="one.json:1")


def test_a_byte_order_mark_does_no_harm(write):
    assert read(write("one.toml", "\ufeff" + ONE))
    assert read(write("one.jsonl", b"\xef\xbb\xbf" + LINE))


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE + b"\nx\n")))
    good, bad = scan_positions(["-"])
    assert good.id == "-:1"
    assert good.origin == "standard input, line 1"
    assert str(bad).startswith("standard input, line 2: is not JSON:")


def test_options_override_every_position(write):
    path = write("many.toml", MANY)
    changed = read(path, options={"note": "x", "turn": "opponent"}, rule_changes={"stop": "at-once"})
    assert [each.note for each in changed] == ["x", "x"]
    assert [each.deal.turn for each in changed] == [1, 1]
    assert changed[0].rules.to_dict() == {"preset": "server", "must_head": False, "stop": "at-once"}
    assert changed[1].rules.name == "schnapsen"


def test_options_alone():
    (alone,) = read(options=ENDGAME, rule_changes={"must_head": False})
    assert alone == position(ENDGAME, id="options", rules={"must_head": False})
    assert complaints(options={**ENDGAME, "hand": "AS"}) == [
        "options: opponent: has 6 cards against my 1; both hands are equal while no card is led, "
        "so it must be 1 (? for unknown ones)"
    ]


def test_lines_are_read_as_they_are_asked_for(monkeypatch):
    class Endless(io.RawIOBase):
        lines = 0

        def readline(self, size=-1):
            self.lines += 1
            return LINE + b"\n"

    endless = Endless()
    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": endless}))
    positions = read_positions(["-"])
    for _ in range(3):
        next(positions)
    assert endless.lines == 3


BAD_FILES = [
    ("empty.toml", "# nothing\n", "empty.toml: there is no position in it"),
    ("empty.toml", "position = []", "empty.toml: there is no position in it"),
    ("empty.jsonl", "\n\n", "empty.jsonl: there is no position in it"),
    ("bad.toml", 'hand = "AS\n', "bad.toml: is not TOML: "),
    ("bad.toml", 'trump = "H"\nhand = AS\n', "(at line 2, column 8)"),
    ("bad.toml", b'note = "\xe4"', "bad.toml: is not UTF-8 text; save it as UTF-8"),
    (
        "bad.toml",
        "[position]\nhand = 'AS'",
        "bad.toml: position means nothing here; several",
    ),
    (
        "bad.toml",
        "[[positions]]\nhand = 'AS'",
        "bad.toml: [[positions]] means nothing here; several",
    ),
    ("bad.toml", "position = [1]", "bad.toml, position 1: a position is an object such as"),
    ("bad.toml", 'hnad = "AS"', "bad.toml, position 1: hnad: a position has no such key; did you mean hand?"),
    ("bad.jsonl", LINE + b"\n{oops\n", "bad.jsonl, line 2: is not JSON: "),
    ("bad.jsonl", b'{"note": "\xff"}', "bad.jsonl, line 1: is not UTF-8 text"),
    ("bad.jsonl", "[1, 2]", "bad.jsonl, line 1: a position is an object such as"),
    ("bad.jsonl", "7", "bad.jsonl, line 1: a position is an object such as"),
    (
        "bad.jsonl",
        LINE.replace(b"AH", b"TS"),
        "bad.jsonl, line 1: opponent: TS is named in hand and",
    ),
    ("bad.json", "{", "bad.json: is not JSON: "),
]


@pytest.mark.parametrize(("name", "content", "complaint"), BAD_FILES)
def test_bad_files_are_told_in_one_line(write, name, content, complaint):
    path = write(name, content)
    (said,) = complaints(path)
    assert complaint in said
    assert "\n" not in said
    with pytest.raises(FileError):
        read(path)


def test_files_that_cannot_be_read(write, tmp_path):
    os.mkdir(tmp_path / "folder.toml")
    assert complaints("none.toml") == ["none.toml: cannot be read: No such file or directory"]
    assert complaints("folder.toml") == ["folder.toml: cannot be read: Is a directory"]


def test_an_error_names_file_place_and_id_and_reading_goes_on(write):
    bad = LINE.replace(b"{", b'{"id": "B7", ', 1).replace(b"[4, 5]", b"[4, 4]")
    path = write("suite.jsonl", b"\n".join([LINE, bad, LINE]))
    first, error, last = scan_positions([path])
    assert str(error).startswith("suite.jsonl, line 2 (B7): tricks: 8 tricks leave 2 cards for the stock")
    assert (error.file, error.place, error.name) == ("suite.jsonl", "line 2", "B7")
    assert (first.id, last.id) == ("suite.jsonl:1", "suite.jsonl:3")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert len(complaints(path, "none.toml", path)) == 3


def test_a_rule_that_does_not_fit_is_the_positions_error(write):
    path = write("one.toml", ONE)
    assert complaints(path, rule_changes={"exchange_rank": "7"}) == [
        "one.toml, position 1 (first): rules: exchange_rank = 7 is not allowed; "
        "the pack has 9 J Q K T A, or write none"
    ]


def test_several_positions_are_written_under_their_headings():
    several = [position(ENDGAME, id="a"), position(OPEN, id="b")]
    written = tomllib.loads(to_toml(several))
    assert [Position.from_dict(each) for each in written["position"]] == several


@st.composite
def positions(draw):
    rng = random.Random(draw(st.integers(0, 2**32)))
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    told = to_position(rules, rng.choice(random_deal(rules, rng)[0]))
    text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    told |= {"id": draw(text), "note": draw(text), "source": draw(text)}
    if draw(st.booleans()):
        told["expect"] = {
            "value": draw(st.floats(-3, 3)),
            "best": ["AH", "close+KH"],
            "close": draw(st.booleans()),
        }
    return Position.from_dict(told)


@given(positions())
def test_both_formats_read_back_what_they_write(one):
    assert Position.from_dict(tomllib.loads(to_toml([one]))) == one
    assert Position.from_dict(orjson.loads(to_json(one))) == one
    assert b"\n" not in to_json(one)


@pytest.mark.parametrize("base", [ENDGAME, OPEN, CLOSED, LED])
def test_a_file_written_is_the_file_read(write, base):
    first = position(base, id="x")
    assert read(write("out.toml", to_toml([first]))) == [first]
    assert read(write("out.jsonl", to_json(first) + b"\n")) == [first]
