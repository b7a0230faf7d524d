"""Positions: how they are read and told, and what of them is known."""

import pickle
import re
import time

import pytest
from sixtysix.solver.cards import cards_text, parse_card
from sixtysix.solver.position import Position, PositionError
from told import AT_ONCE, CLOSED, ENDGAME, LED, OPEN, mask, position


def test_an_endgame_is_read():
    end = position(ENDGAME, id="K1", note="Krapohl", score=[3, 5])
    assert (end.id, end.note, end.score, end.rules.name) == ("K1", "Krapohl", (3, 5), "server")
    assert end.known
    assert end.world_count() == 1
    assert end.deal.hands == (mask(ENDGAME["hand"]), mask(ENDGAME["opponent"]))
    assert end.played == end.rules.pack & ~end.deal.hands[0] & ~end.deal.hands[1]
    assert (end.deal.points, end.deal.tricks, end.deal.turn, end.deal.stock) == ((28, 13), (4, 2), 0, ())
    assert set(end.legal_moves()) == set(ENDGAME["hand"].split())


def test_defaults_of_a_deal_that_begins():
    start = Position.from_dict({"hand": "AS TS KS AH KH 9D", "upcard": "9H"})
    assert start.deal.hidden == (0, 6)
    assert start.deal.stock == (-1,) * 11 + (parse_card("9H"),)
    assert (start.deal.trump, start.deal.turn, start.played) == (1, 0, 0)
    assert start.rules.name == "server"
    assert start.unseen.bit_count() == 17


@pytest.mark.parametrize(
    "changes",
    [
        {"hand": "♠ATK ♥AK ♦9"},
        {"hand": ["AS", "10s", "KS", "AH", "KH", "9D"]},
        {"hand": "s: a t k, h: a k, d: 9"},
        {"trump": "♥"},
        {"turn": " Me "},
        {"stock": 0},
        {"pending": [0, 0]},
        {"points": (28, 13)},
        {"led": None, "closed": None, "score": None},
        {"played": "9S JH 9H KD QD JD AC TC KC QC JC 9C"},
    ],
)
def test_other_ways_to_write_the_same(changes):
    assert position(ENDGAME, **changes) == position(ENDGAME)


def test_unknown_cards():
    hidden = position(OPEN)
    assert not hidden.known
    assert hidden.deal.hidden == (0, 6)
    assert hidden.unseen.bit_count() == 7
    assert hidden.world_count() == 7
    assert position(OPEN, opponent="QS ? ? ? ? ?").world_count() == 6
    assert position(OPEN, lacks="QS").world_count() == 1
    with pytest.raises(PositionError, match=re.escape("opponent: 6 cards are unknown")):
        position(OPEN, turn="opponent", tricks=[3, 2]).legal_moves()


def test_the_order_of_an_open_stock_makes_worlds_and_that_of_a_closed_one_does_not():
    start = {"hand": "AS TS KS AH KH 9D", "opponent": "QS JS TH QH AD TD", "upcard": "9H", "stock": 12}
    assert Position.from_dict(start).world_count() == 39_916_800  # eleven cards in any order
    assert Position.from_dict(start | {"closed": "me"}).world_count() == 1
    assert Position.from_dict(start | {"closed": "me"}).known
    hidden = {key: value for key, value in start.items() if key != "opponent"}
    assert Position.from_dict(hidden | {"closed": "me"}).world_count() == 12_376  # 6 of 17


@pytest.mark.parametrize(
    ("base", "changes", "opponent", "stock"),
    [
        (
            ENDGAME,
            {"opponent": ..., "played": "9S JH 9H KD QD JD AC TC KC QC JC 9C"},
            ENDGAME["opponent"],
            "",
        ),
        (
            ENDGAME,
            {"opponent": "QS ? ? TH ? ?", "played": "9S JH 9H KD QD JD AC TC KC QC JC 9C"},
            ENDGAME["opponent"],
            "",
        ),
        (OPEN, {"opponent": "QS JS TH QH AD 9C"}, "QS JS TH QH AD 9C", "TC TD"),
        (OPEN, {"stock": "TC TD"}, "QS JS TH QH AD 9C", "TC TD"),
        (OPEN, {"lacks": "TC"}, "QS JS TH QH AD 9C", "TC TD"),
    ],
)
def test_cards_that_can_lie_only_one_way_are_filled_in(base, changes, opponent, stock):
    filled = position(base, **changes)
    assert filled.known
    assert filled.unseen == 0
    assert filled.deal.hands[1] == mask(opponent)
    assert filled.deal.stock == tuple(parse_card(card) for card in stock.split())


def test_a_hand_that_is_known_is_filled_in_even_if_the_stock_is_not():
    start = {"hand": "AS TS KS AH KH 9D", "upcard": "9H", "lacks": "C D"}
    filled = Position.from_dict(start)
    assert cards_text(filled.deal.hands[1]) == "QS JS 9S TH QH JH"
    assert filled.deal.hidden == (0, 0)
    assert filled.world_count() == 39_916_800


def test_reading_back_what_was_told():
    for base, changes in (
        (ENDGAME, {"id": "x", "note": "n", "source": "s", "score": [1, 2], "rules": AT_ONCE}),
        (ENDGAME, {"expect": {"value": 1, "best": ["ah", "Close+KH"], "close": True, "tolerance": 0.5}}),
        (OPEN, {}),
        (OPEN, {"opponent": "QS ? ? ? ? ?", "lacks": "JS"}),
        (CLOSED, {"rules": {"close_won": "table-at-close"}, "points_at_close": [2, 13]}),
        (LED, {"pending": [0, 40], "stock": "? ? JS ? ? ? ? ? ? ? ? TD"}),
    ):
        first = position(base, **changes)
        again = Position.from_dict(first.to_dict())
        assert again == first
        assert again.to_dict() == first.to_dict()
        assert pickle.loads(pickle.dumps(first)) == first
        assert eval(repr(first)) == first
        assert hash(again) == hash(first)
    assert position(ENDGAME) != position(ENDGAME, points=[27, 14])
    assert position(ENDGAME) != ENDGAME


def test_expectations_are_spelled_strictly():
    expect = {"value": 1, "best": ["ah", "Close+KH"], "avoid": ["exchange+close+♥K", "DRAW"], "close": False}
    assert position(ENDGAME, expect=expect).expect == {
        "value": 1,
        "best": ["AH", "close+KH"],
        "avoid": ["exchange+close+KH", "draw"],
        "close": "do not close",
    }


def test_many_positions_are_read_in_a_second():
    position(ENDGAME)
    began = time.perf_counter()
    for _ in range(2_000):
        Position.from_dict(ENDGAME)
    # About 10 microseconds each; the limit only catches a loss of speed by an order of magnitude.
    assert time.perf_counter() - began < 0.4
