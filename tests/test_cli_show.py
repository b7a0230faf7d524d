"""``sixtysix show``: the drawing, and conversions that lose nothing."""

import json
from pathlib import Path

import pytest
from command import ENDGAME_ARGS, call, dealt, records

CLOSED = """\
T014a - schnapsen - Counterforce Play
a published problem

opponent   28 points, 2 tricks
           H Q   S T   D A K   C T

trump      H
stock      AC JH   2 cards, closed by you at 32 : 28 points, 2 : 2 tricks

you        32 points, 2 tricks
           H T K   D T Q J

to act     you, to lead
moves      TH, KH, TD, QD, JD

played     H A   S A K Q J   C K Q J
match      3 : 6, played to 7
expected   you win 2, best JD QD TD
"""

ANSWERING = """\
options - handbook

opponent   0 points, 0 tricks, a marriage of 20 waits for the first trick
           ? ? ? ? ?
           without S K   D A T K Q J 9

trump      H
stock      ? ? ? ? ? ? ? ? ? ? ? TH   12 cards, the last one face up
table      QC led by the opponent

you        0 points, 0 tricks
           H A 9   S T Q   C A J

to act     you, to answer
moves      AH, 9H, TS, QS, AC, JC

unseen     H K Q J   S A K J 9   D A T K Q J 9   C T K 9
           16 cards, which can lie in 5,029,516,800 ways
"""


def test_a_closed_deal_with_all_there_is_to_tell(tmp_path: Path) -> None:
    file = tmp_path / "closed.toml"
    file.write_text(
        'id = "T014a"\nnote = "Counterforce Play"\nsource = "a published problem"\nrules = "schnapsen"\n'
        'trump = "H"\nupcard = "JH"\nstock = "AC JH"\nclosed = "me"\nhand = "TH KH TD QD JD"\n'
        'opponent = "TS QH TC AD KD"\npoints = [32, 28]\ntricks = [2, 2]\nscore = [3, 6]\n'
        'expect = { value = 2, best = ["JD", "QD", "TD"] }\n'
    )
    assert call("show", str(file), "--ascii").stdout == CLOSED


def test_a_marriage_led_by_a_hidden_hand() -> None:
    hand = ["--hand", "AH 9H QS TS AC JC", "--upcard", "TH", "--lacks", "D KS", "--rules", "handbook"]
    led = ["--led", "QC", "--pending", "0,20", "--turn", "me"]
    assert call("show", *hand, *led, "--ascii").stdout == ANSWERING


def test_before_the_draw() -> None:
    hand = ["--hand", "AH KH TS KS QS", "--opponent", "? ? ? ? ?", "--upcard", "JH", "--rules", "handbook"]
    past = ["--played", "AC TC", "--tricks", "1,0", "--points", "21,0"]
    text = call("show", *hand, *past, "--ascii").stdout
    assert "to act     you, to draw or close\nmoves      draw\n" in text
    assert "close, then AH, KH, TS, KS marriage 20, QS marriage 20" in text


def test_the_other_players_hidden_moves_are_not_guessed() -> None:
    text = call("show", "--hand", "AH KH TS KS QS 9D", "--upcard", "JH", "--turn", "opponent").stdout
    assert "to act     the opponent, to lead\n\n" in text
    assert "moves" not in text


@pytest.mark.parametrize("known", ["--known", "--hidden"])
@pytest.mark.parametrize("tricks", ["0", "5", "9"])
def test_conversions_lose_nothing(known: str, tricks: str, tmp_path: Path) -> None:
    deals = dealt("--count", "4", "--tricks", tricks, known, "--rules", "santase", "--closes")
    toml = call("show", "-", "--toml", input=deals).stdout
    (tmp_path / "deals.toml").write_text(toml)
    assert call("show", str(tmp_path / "deals.toml"), "--json").stdout == deals
    assert call("show", "-", "--json", input=deals).stdout == deals


def test_one_position_is_a_plain_toml_file() -> None:
    toml = call("show", *ENDGAME_ARGS, "--toml", "--note", 'a "note"').stdout
    assert toml.startswith('id = "options"\nnote = "a \\"note\\""\n')
    assert "[[position]]" not in toml


def test_several_positions_are_kept_apart() -> None:
    text = call("show", "-", input=dealt("--count", "3")).stdout
    assert text.count("\n\n\ndeal-0-") == 2


def test_json_is_a_position() -> None:
    (told,) = records("show", *ENDGAME_ARGS, "--json")
    assert list(told) == ["id", "rules", "trump", "hand", "opponent", "turn", "points", "tricks"]


def test_what_a_suite_expects_is_told_in_words() -> None:
    told = {"hand": "AS QS", "opponent": "KS JS", "trump": "H", "points": [50, 50], "tricks": [5, 5]}
    text = call("show", "-", input=json.dumps(told | {"expect": {"value": 0.714285, "close": False}})).stdout
    assert text.endswith("expected   +0.714 on average, the verdict “do not close”\n")
