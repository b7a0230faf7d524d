"""Positions with three and four hands: read as told, refused where they cannot be, and dealt at random."""

from __future__ import annotations

import json
import pickle
import random
import re
from itertools import combinations
from typing import Any

import pytest
from seats_positions import SEATS, VARIANTS, read, some, told, variant, whole
from sixtysix.solver.cards import parse_card
from sixtysix.solver.files import to_toml
from sixtysix.solver.position import Position, PositionError, play_text
from sixtysix.solver.random_deals import most_tricks, random_positions
from sixtysix.solver.rules import Preset, Rules
from sixtysix.solver.seats.position import SeatsPosition
from sixtysix.solver.seats.ways import Ways

# Hearts trumps, three tricks to go; 76 points have been played.
FOUR: dict[str, Any] = {
    "rules": "handbook-four",
    "trump": "H",
    "hand": "AH KD JS",
    "left": "TS QD 7C",
    "partner": "AD 8D 7S",
    "right": "9C QC 9S",
    "points": [45, 31],
    "tricks": [3, 2],
}
# Four tricks over, the ace of hearts led; 62 points have been played.
THREE: dict[str, Any] = {
    "rules": "paderborn-three",
    "trump": "H",
    "hand": "KD JS 9S TC",
    "left": "TS QD KC 9H",
    "right": "AC QC 9C",
    "table": "AH",
    "turn": "me",
    "points": [16, 24, 22],
    "tricks": [1, 1, 2],
}
TEN = {"preset": "handbook-four", "trump_ten_point": True}
HIDDEN = {
    "left": "? ? ?",
    "right": "9C ? ?",
    "played": "KS QS 8S AS KH QH JH TH 9H 8H 7H TD JD 9D 7D AC TC KC JC 8C",
}


def position(base: dict[str, Any], **changes: Any) -> SeatsPosition:
    keys = {key: value for key, value in {**base, **changes}.items() if value is not ...}
    read_back = Position.from_dict(keys)
    assert isinstance(read_back, SeatsPosition)
    return read_back


def test_what_is_read() -> None:
    four = position(FOUR)
    assert (four.deal.turn, four.deal.leader, four.known, four.deal.points) == (0, 0, True, (45, 31))
    assert four.legal_moves() == ["JS", "AH", "KD"]
    three = position(THREE)
    assert (three.deal.leader, three.deal.table, three.seats) == (2, (parse_card("AH"),), SEATS[3])
    assert three.to_dict()["table"] == "AH"


REFUSED = [
    (FOUR, {"hand": ...}, "hand: required: my cards"),
    (FOUR, {"hand": "AH KD ?"}, "hand: holds a ?"),
    (FOUR, {"hand": "AH KD JX"}, "hand: “JX” is no card"),
    (
        FOUR,
        {"left": "TS QD"},
        "left: has 2 cards; left has not played to this trick, so beside my 3 it must be 3",
    ),
    (FOUR, {"left": "TS QD AH"}, "left: AH is named in hand and in left; every card is there once"),
    (FOUR, {"left": "TS QD QD"}, "left: QD is named twice"),
    (
        THREE,
        {"left": "TS QD KC 8H"},
        "left: 8H is not in the pack; under these rules it has the ranks 9JQKTA",
    ),
    (
        THREE,
        {"right": "AC QC 9C JC"},
        "right: has 4 cards; right has played to this trick, so beside my 4 it must be 3",
    ),
    (THREE, {"table": "?"}, "table: holds a ?"),
    (THREE, {"table": "AH JH 9D"}, "table: 3 cards are a whole trick"),
    (THREE, {"table": "KC"}, "table: KC is named in left and in table"),
    (THREE, {"partner": "AS"}, "partner: nobody sits there; the seats are me, left, right"),
    (FOUR, {"turn": "opponent"}, "turn: 'opponent' is no seat; write me, left, partner or right"),
    (FOUR, {"turn": 2}, "turn: 2 is no seat"),
    (FOUR, {"opponent": "AS"}, "opponent: 4 hold cards under these rules; write left, right instead"),
    (FOUR, {"led": "AS"}, "led: 4 hold cards under these rules; write table instead"),
    (FOUR, {"upcard": "AS"}, "upcard: 4 hold cards under these rules; write trump instead"),
    (FOUR, {"stock": 2}, "stock: there is no stock under these rules; leave it out"),
    (FOUR, {"closed": "me"}, "closed: there is no stock under these rules"),
    (FOUR, {"lefd": "AS"}, "lefd: a position has no such key; did you mean left?"),
    (FOUR, {"trump": ...}, "trump: required"),
    (FOUR, {"trump": "X"}, "trump: “X” is no suit"),
    (FOUR, {"tricks": [3, 1]}, "tricks: [3, 1] do not add up: of 8 cards in a hand 3 were left"),
    (
        FOUR,
        {"tricks": [3, 1, 1]},
        "tricks: [3, 1, 1] is of the wrong type; write 2 whole numbers, mine, theirs",
    ),
    (
        THREE,
        {"points": [20, 15]},
        "points: [20, 15] is of the wrong type; write 3 whole numbers, me, left, right",
    ),
    (FOUR, {"points": [-1, 74]}, "points: [-1, 74] has a number below 0"),
    (FOUR, {"tricks": ...}, "tricks: required: with 3 cards in a hand 5 tricks have been played"),
    (FOUR, {"points": ...}, "points: required: with 3 cards in a hand 5 tricks"),
    (FOUR, {"tricks": [0, 5]}, "tricks: [0, 5] cannot be: who leads (me) has won the last trick"),
    (THREE, {"tricks": [2, 2, 0]}, "tricks: [2, 2, 0] cannot be: who leads (right) has won the last trick"),
    (FOUR, {"points": [45, 30]}, "points: [45, 30] add up to 75, but the played cards are worth 76"),
    (
        FOUR,
        {"points": [76, 0]},
        "points: [76, 0] cannot come from 3 and 2 tricks of the played cards; the nearest",
    ),
    (THREE, {"points": [20, 15, 18]}, "points: [20, 15, 18] add up to 53, but the played cards are worth"),
    (THREE, {"points": [58, 2, 2]}, "points: [58, 2, 2] cannot come from 1, 1, 2 tricks of the played cards"),
    (THREE, {"points": [66, 0, 0]}, "points: 66 points of me: 66 is reached and the deal is over"),
    (FOUR, {"pending": [20, 0]}, "pending: under these rules there are no marriages"),
    (THREE, {"pending": [20, 0, 0]}, "pending: under these rules marriages count at once"),
    (FOUR, {"played": "KS"}, "played: 1 cards do not add up: 5 tricks have 20"),
    (
        FOUR,
        {"left": "? ? ?"},
        "played: required: of 23 cards not named here 20 have been played and 3 are hidden",
    ),
    (FOUR, {"lacks": "H"}, "lacks: “H” does not say who lacks it; write left=H, right=KD"),
    (FOUR, {"lacks": {"me": "H"}}, "lacks: 'me' is no other seat; the others are left, partner, right"),
    (FOUR, {"lacks": {"left": "X"}}, "lacks.left: “X” is neither a suit nor a card"),
    (FOUR, {"lacks": {"left": "TS"}}, "lacks.left: TS is named in left too"),
    (THREE, {"lacks": {"left": "8H"}}, "lacks.left: 8H is not in the pack"),
    (FOUR, {**HIDDEN, "lacks": {"left": "S D C"}}, "lacks: leaves no way to deal the unknown cards"),
    (FOUR, {"score": [7, 0]}, "score: [7, 0] ends the match, which is played to 7"),
    (THREE, {"score": [1, 0]}, "score: [1, 0] is of the wrong type; write 3 whole numbers"),
    (FOUR, {"expect": {"value": 4}}, "expect.value: 4 is no number of game points; a deal is worth -3 to 3"),
    (
        FOUR,
        {"rules": "handbok-four"},
        "rules: there are no rules named “handbok-four”; did you mean handbook-four?",
    ),
    (FOUR, {"trump_ten": "me"}, "trump_ten: under these rules the trump ten counts for nothing by itself"),
    (
        FOUR,
        {"rules": TEN},
        "trump_ten: required: the trump ten has been played, and counts for the side that won it",
    ),
    (FOUR, {"rules": TEN, "trump_ten": "west"}, "trump_ten: 'west' is no seat"),
    # Nobody may throw off or play low while he holds what he must play.
    (
        THREE,
        {"table": "TD AH", "left": "TS KC 9H", "right": "QD QC 9C"},
        "table: right cannot have played AH, but had to play QD; correct table or right",
    ),
    (
        THREE,
        {"table": "AS QD", "left": "TS KC AC", "right": "QC 9C 9H"},
        "table: right cannot have played QD, but had to play 9H",
    ),
    ({"hand": "AH"}, {"left": "KH"}, "left: two hold cards under these rules; write opponent"),
]


@pytest.mark.parametrize(("base", "changes", "complaint"), REFUSED, ids=lambda value: str(value)[:50])
def test_what_cannot_be_is_refused(base: dict[str, Any], changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PositionError) as refused:
        position(base, **changes)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_position_that_play_leads_to_is_read_back_the_same(name: str) -> None:
    for seed in range(60):
        state = some(name, seed, 1 + seed % 8, 0 if seed % 8 == 0 else seed % 3)
        keys = json.loads(json.dumps(told(name, state)))
        there = read(name, state)
        again = Position.from_dict(json.loads(json.dumps(there.to_dict())))
        assert again == there == Position.from_dict(keys)
        assert hash(again) == hash(there)
        assert pickle.loads(pickle.dumps(there)) == there


def test_toml_reads_back() -> None:
    import tomllib

    hidden = position(FOUR, **HIDDEN, lacks={"left": "H", "right": "TS 9S"}, score=[1, 2], id="x")
    assert Position.from_dict(tomllib.loads(to_toml([hidden]))) == hidden
    assert position(FOUR, **HIDDEN, lacks="left=H, right=TS,9S", score=[1, 2], id="x") == hidden


def test_a_hidden_card_that_is_played_takes_the_place_of_an_unknown_one() -> None:
    start = position(FOUR, **HIDDEN)
    assert start.unseen.bit_count() == 5
    after = play_text(start, "JS TS")
    assert isinstance(after, SeatsPosition)
    assert after.to_dict()["left"] == "? ?"
    assert after.unseen.bit_count() == 4
    with pytest.raises(PositionError, match=re.escape("AH is not legal here")):
        play_text(start, "JS AH")
    with pytest.raises(PositionError, match="left cannot hold it here"):
        play_text(start, "JS JS")
    with pytest.raises(PositionError, match="could not lie anywhere"):
        play_text(position(FOUR, **HIDDEN, partner="AD 8D ?", lacks={"partner": "QD C 9S 7S"}), "JS TS")
    with pytest.raises(PositionError, match="left cannot hold it here"):
        play_text(position(FOUR, **HIDDEN, lacks={"left": "TS"}), "JS TS")
    with pytest.raises(PositionError, match=re.escape("+QD after JS: nobody draws")):
        play_text(start, "JS +QD")
    with pytest.raises(PositionError, match="legal moves are too; name the cards"):
        position(FOUR, **HIDDEN, turn="left").legal_moves()


def test_what_can_lie_only_one_way_is_filled_in() -> None:
    only = position(FOUR, **{**HIDDEN, "right": "9C QC 9S"})
    assert only.known
    assert only == position(FOUR)
    forced = position(FOUR, **HIDDEN, lacks={"left": "QC 9S"})
    assert forced.to_dict() | {"lacks": None} == position(FOUR).to_dict() | {"lacks": None}


@pytest.mark.parametrize("seed", range(12))
def test_ways_are_all_the_deals_there_are(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(range(32), 6)
    hidden = (0, 2, 1, 3) if seed % 2 else (0, 3, 3)
    lacking = tuple(sum(1 << card for card in cards if rng.random() < 0.2) for _ in hidden)
    right = set()

    def give(seat: int, left: tuple[int, ...], hands: tuple[int, ...]) -> None:
        if seat == len(hidden):
            right.add(hands)
            return
        for chosen in combinations(left, hidden[seat]):
            hand = sum(1 << card for card in chosen)
            if not hand & lacking[seat]:
                give(seat + 1, tuple(card for card in left if card not in chosen), (*hands, hand))

    give(0, tuple(cards), ())
    ways = Ways(sum(1 << card for card in cards), hidden, lacking)
    assert ways.count == len(right)
    assert {ways.at(number) for number in range(ways.count)} == right


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("preset", ["handbook-four", "paderborn-three"])
def test_random_positions(preset: str, hidden: bool) -> None:
    rules = Rules.preset(preset)
    assert most_tricks(rules) == 7
    for tricks in range(8):
        first, *_ = some_positions = list(
            random_positions(rules, count=5, seed=3, tricks=tricks, hidden=hidden)
        )
        assert next(random_positions(rules, count=1, seed=3, tricks=tricks, hidden=hidden)) == first
        for each in some_positions:
            assert isinstance(each, SeatsPosition)
            assert Position.from_dict(each.to_dict()) == each
            assert (each.deal.turn, each.deal.table, sum(each.deal.tricks)) == (0, (), tricks)
            assert each.known == (not hidden) or each.world_count() == 0 or tricks == 7
    with pytest.raises(ValueError, match="tricks must be 0 to 7"):
        next(random_positions(rules, count=1, tricks=8))


def test_a_marriage_that_was_shown_is_known() -> None:
    rules = Rules.preset("paderborn-three")
    shown = 0
    for hidden, known in zip(
        random_positions(rules, count=60, seed=1, tricks=4, hidden=True),
        random_positions(rules, count=60, seed=1, tricks=4),
        strict=True,
    ):
        for seat in (1, 2):
            assert not hidden.deal.hands[seat] & ~known.deal.hands[seat]
            shown += bool(hidden.deal.hands[seat] and hidden.deal.hidden[seat])
    assert shown


COLUMNS = ("handbook-three", "handbook-four", "paderborn-three")
# A † marks a reading of an unclear or silent text.
TABLE = """
players          3         4          3
partners         false     true       false
dealer_sits_out  true†     false      false
ranks            9JQKTA    789JQKTA   9JQKTA
hand_size        6         8          8
must_head        false     true       false
must_trump       false†    true       true
must_over_trump  false     true†      true†
marriages        true      false      true†
stop             at-once   all-tricks† at-once
last_trick_bonus 10        10         0
undecided        void      void       void
double_at        0         100†       0
schneider        33        33         33†
schwarz          no-tricks no-tricks† no-points†
trump_ten_point  false     false†     false
match_target     7         7          7†
undecided_carry  0         1          0
"""


@pytest.mark.parametrize("column", range(3))
def test_the_presets(column: int) -> None:
    told_so = Preset.read(COLUMNS[column])
    for line in TABLE.strip().splitlines():
        name, *values = line.split()
        value = told_so.rules.parameters()[name]
        assert str(value).lower() == values[column].rstrip("†").lower()
        assert (name in told_so.notes) == values[column].endswith("†")


def test_handbook_three_plays_as_handbook() -> None:
    two, three = Rules.preset("handbook").parameters(), Rules.preset("handbook-three").parameters()
    assert {name for name in two if two[name] != three[name]} == {
        "players",
        "dealer_sits_out",
        "undecided_carry",
    }


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        (
            {"hand_size": 7},
            "hand_size = 7 is not allowed; 4 hands share the pack of 32 cards, without a stock: 8 each",
        ),
        ({"partners": False}, "players = 4 is not allowed; four play in partnership"),
        ({"players": 3}, "partners = true is not allowed; it takes four players"),
        ({"marriages": True}, "marriages = true is not allowed; partners have none"),
        ({"stop": "at-once"}, "stop = at-once is not allowed; partners play all tricks"),
        (
            {"last_trick_bonus": 12},
            "last_trick_bonus = 12 is not allowed; with more than 11 both sides could have 66",
        ),
        ({"double_at": 60}, "double_at = 60 is not allowed; for partners it must be at least 66"),
        ({"schwarz": "no-points"}, "schwarz = no-points is not allowed"),
        ({"undecided": "majority"}, "undecided = majority is not allowed"),
    ],
)
def test_mixtures_that_make_no_game(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        Rules.preset("handbook-four").changed(changes)


def test_the_variant_with_the_ten_is_told() -> None:
    state = next(each for seed in range(50) if (each := some(VARIANTS[1], seed, 3)).ten is not None)
    there = read(VARIANTS[1], state)
    assert there.to_dict()["trump_ten"] == SEATS[4][there.deal.ten]
    assert there.deal.ten == state.ten
    assert there.most == 4
    assert variant(VARIANTS[1])[1]["trump_ten_point"]
    assert read(VARIANTS[1], whole(VARIANTS[1], 1)).deal.ten == -1


def test_the_example_of_the_documentation() -> None:
    import tomllib
    from pathlib import Path

    text = (Path(__file__).parent.parent / "docs" / "seats.md").read_text("utf-8")
    example = tomllib.loads(text.split("```toml\n")[1].split("```")[0])
    there = Position.from_dict(example)
    typed = example | {"lacks": "left=S right=KC"}
    assert there == Position.from_dict(typed)
    assert there.world_count() > 1
