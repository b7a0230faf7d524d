"""What cannot be is refused in plain words, and nothing else is."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sixtysix.solver.position import Position, PositionError
from sixtysix.solver.reading import EXPECT_KEYS, KEYS
from told import AT_ONCE, CLOSED, ENDGAME, LED, OPEN, position

REFUSED = [
    # What is named
    (ENDGAME, {"hand": ...}, "hand: required: my cards"),
    (ENDGAME, {"hand": "AS TS KS AH KH ?"}, "hand: holds a ?, but my own cards are known"),
    (ENDGAME, {"hand": "AS TS KS AH KH AS"}, "hand: AS is named twice; every card is there once"),
    (ENDGAME, {"hand": "AS TS KS AH KH AX"}, "hand: “AX” is no card: X is no suit"),
    (ENDGAME, {"hand": 5}, "hand: 5 is of the wrong type; write cards in quotes"),
    (ENDGAME, {"hand": ["AS", 5]}, "hand: ['AS', 5] is of the wrong type"),
    (ENDGAME, {"opponent": "QS JS TH QH AD AS"}, "opponent: AS is named in hand and in opponent; every card"),
    (
        ENDGAME,
        {"opponent": "QS JS TH QH AD 8D"},
        "opponent: 8D is not in the pack; under these rules it has the ranks 9JQKTA",
    ),
    (ENDGAME, {"rules": "schnapsen", "opponent": "QS"}, "opponent: has 1 cards against my 6"),
    (OPEN, {"upcard": "AS"}, "stock: AS is named in hand and in stock (the face-up trump)"),
    (OPEN, {"stock": "TC AS", "upcard": ...}, "stock: AS is named in hand and in stock (the face-up trump)"),
    (OPEN, {"stock": "TD TD"}, "stock: TD is named twice (the face-up trump)"),
    (LED, {"led": "AS"}, "led: AS is named in hand and in led"),
    (
        OPEN,
        {"played": "9S 9H JH KD QD JD AC KC QC TD"},
        "played: TD is named in stock and in played (the face-up trump)",
    ),
    (OPEN, {"played": "9S 9H JH KD QD JD AC KC QC ?"}, "played: a ? stands only in opponent and in stock"),
    (ENDGAME, {"trump": ...}, "trump: required: the trump suit"),
    (ENDGAME, {"trump": "X"}, "trump: “X” is no suit; the suits are S H D C"),
    (ENDGAME, {"trump": 1}, "trump: 1 is of the wrong type; write a suit in quotes"),
    (ENDGAME, {"turn": "you"}, "turn: 'you' is no player; write me or opponent"),
    (ENDGAME, {"turn": 1}, "turn: 1 is no player; write me or opponent"),
    (ENDGAME, {"led": "QS QH"}, "led: “QS QH” is not one card"),
    (ENDGAME, {"led": 3}, "led: 3 is of the wrong type; write one card in quotes"),
    (ENDGAME, {"points": "28,13"}, "points: '28,13' is of the wrong type; write two whole numbers"),
    (ENDGAME, {"points": [28]}, "points: [28] is of the wrong type"),
    (ENDGAME, {"points": [28.0, 13]}, "points: [28.0, 13] is of the wrong type"),
    (ENDGAME, {"tricks": [True, 5]}, "tricks: [True, 5] is of the wrong type"),
    (ENDGAME, {"points": [-1, 13]}, "points: [-1, 13] has a number below 0"),
    (ENDGAME, {"id": 7}, 'id: 7 is of the wrong type; write text in quotes, such as "7"'),
    (ENDGAME, {"note": ["a"]}, "note: ['a'] is of the wrong type"),
    (ENDGAME, {"source": True}, "source: true is of the wrong type"),
    (ENDGAME, {"score": [7, 0]}, "score: [7, 0] ends the match, which is played to 7"),
    (ENDGAME, {"hands": "AS"}, "hands: a position has no such key; did you mean hand?"),
    (
        ENDGAME,
        {"tricks-at-close": [0, 0]},
        "tricks-at-close: a position has no such key; did you mean tricks_at_close?",
    ),
    (ENDGAME, {"rules": "sever"}, "rules: there are no rules named “sever”; did you mean server?"),
    (
        ENDGAME,
        {"rules": {"must_hed": True}},
        "rules: there is no parameter “must_hed”; did you mean must_head?",
    ),
    (
        ENDGAME,
        {"rules": {"stop": 1}},
        "rules: stop = 1 is not allowed; it must be at-once, after-trick or all-tricks",
    ),
    (ENDGAME, {"rules": 3}, "rules: must be a preset's name or a table"),
    (OPEN, {"lacks": "X"}, "lacks: “X” is neither a suit nor a card"),
    (OPEN, {"lacks": 5}, "lacks: 5 is of the wrong type; write suits and cards"),
    (OPEN, {"lacks": "8H"}, "lacks: 8H is not in the pack"),
    (OPEN, {"lacks": "QS", "opponent": "QS ? ? ? ? ?"}, "lacks: QS is named in opponent too"),
    (OPEN, {"lacks": "H C"}, "lacks: leaves only QS JS AD for 6 unknown cards of the other hand"),
    # How many
    (
        ENDGAME,
        {"opponent": "QS JS TH QH AD"},
        "opponent: has 5 cards against my 6; both hands are equal while no card",
    ),
    (
        ENDGAME,
        {"led": "QS"},
        "opponent: has 6 cards against my 6; the card led is missing from theirs, so it must be 5",
    ),
    (ENDGAME, {"led": "QS", "turn": "opponent"}, "the card led is missing from my hand, so it must be 7"),
    (ENDGAME, {"hand": "", "opponent": ""}, "hand: no cards are left, so the deal is over"),
    (ENDGAME, {"hand": "", "opponent": ..., "led": "QS"}, "hand: is empty, but I am to answer the card led"),
    (
        ENDGAME,
        {"tricks": [4, 3]},
        "tricks: 7 tricks do not add up: the pack has 24 cards, the hands and the card led 12",
    ),
    (ENDGAME, {"tricks": [4, 1]}, "upcard: required while there is a stock"),
    (ENDGAME, {"tricks": [4, 1], "played": "9S JH 9H KD QD JD AC TC KC QC JC 9C"}, "the sum must be 6"),
    (
        ENDGAME,
        {"tricks": ..., "played": "9S JH 9H KD QD JD AC TC KC QC JC 9C"},
        "tricks: required once cards have been played (12",
    ),
    (ENDGAME, {"tricks": ..., "stock": 0}, "tricks: required once cards have been played (12 have)"),
    (ENDGAME, {"points": ...}, "points: required once cards have been played (12 have)"),
    (
        ENDGAME,
        {"tricks": ..., "hand": "AS TS", "opponent": "QS JS"},
        "tricks: required: with 2 cards in each hand instead of 6",
    ),
    (
        ENDGAME,
        {"rules": "schnapsen", "tricks": [2, 2]},
        "hand: 6 cards are too many; under these rules a hand holds 5",
    ),
    (OPEN, {"stock": 3}, "stock: 3 cards are an odd number; whenever somebody is to act it is even"),
    (OPEN, {"stock": -2}, "stock: -2 is no number of cards"),
    (OPEN, {"stock": True}, "stock: true is of the wrong type"),
    (
        OPEN,
        {"stock": 4},
        "stock: 4 cards do not add up: the pack has 24 cards, the hands and the card led 12, the tricks 10; "
        "that leaves 2",
    ),
    (OPEN, {"stock": 14, "tricks": ..., "played": ...}, "stock: 14 cards do not add up"),
    (OPEN, {"stock": 3, "tricks": ..., "played": ...}, "stock: 3 cards are an odd number"),
    (OPEN, {"played": "9S 9H JH KD QD JD AC KC QC", "tricks": ...}, "played: 9 cards are an odd number"),
    (
        OPEN,
        {"played": ..., "opponent": "QS ? ? ? ? ?"},
        "played: required: of 16 cards not named here 10 have been played and 6 are hidden",
    ),
    (
        OPEN,
        {"hand": "AS TS KS AH", "played": ..., "tricks": [2, 2], "points": [0, 0], "stock": 8},
        "hand: hands of 4 cards with 8 in an open stock",
    ),
    (
        OPEN,
        {"hand": "AS TS KS AH", "played": ..., "tricks": [2, 2], "points": [0, 0]},
        "tricks: 4 tricks leave 8 cards for the stock, but with hands of 4 it is used up; 8 tricks have been",
    ),
    (
        LED,
        {"hand": "AS TS KS AH TH", "led": "KD", "opponent": ...},
        "tricks: required: with 5 cards in each hand instead of 6",
    ),
    (
        OPEN,
        {
            "hand": "AS TS KS AH KH",
            "led": "9D",
            "played": ...,
            "turn": "opponent",
            "tricks": [3, 3],
            "opponent": "QS JS TH QH AD",
        },
        "opponent: has 5",
    ),
    # The face-up trump
    (
        OPEN,
        {"upcard": ...},
        "upcard: required while there is a stock: the face-up trump under it (2 cards are left",
    ),
    (
        OPEN,
        {"upcard": ..., "stock": "? ?"},
        "upcard: required while there is a stock: the face-up trump under it",
    ),
    (OPEN, {"trump": "S"}, "upcard: TD is not of the trump suit S; the face-up card makes the trump"),
    (OPEN, {"stock": "TD TC"}, "upcard: is TD, but the stock ends with TC"),
    (
        ENDGAME,
        {"upcard": "9H"},
        'upcard: there is no stock left for it to lie under; write trump = "H" instead',
    ),
    # Tricks and points
    (
        ENDGAME,
        {"tricks": [0, 6], "points": [0, 41]},
        "tricks: [0, 6] cannot be: who leads (me) has won the last trick",
    ),
    (
        ENDGAME,
        {"tricks": [6, 0], "points": [41, 0], "turn": "opponent"},
        "tricks: [6, 0] cannot be: who leads (opponent) has won",
    ),
    (
        ENDGAME,
        {"points": [28, 14]},
        "points: [28, 14] add up to 42, but the played cards are worth 41; "
        "together it must be 41 or 61 or 81",
    ),
    (
        ENDGAME,
        {"points": [1, 40]},
        "points: [1, 40] cannot come from 4 and 2 tricks of the played cards; "
        "the nearest possible is [12, 29]",
    ),
    (ENDGAME, {"points": [38, 63]}, "points: [38, 63] add up to 101"),
    (OPEN, {"points": [20, 21]}, "must be 31 or 51"),
    (
        ENDGAME,
        {"tricks": [6, 0], "points": [21, 20]},
        "points: [21, 20] cannot be: without a trick (opponent) nothing counts yet",
    ),
    (ENDGAME, {"points": [66, 35]}, "points: 66 points are mine: 66 is reached and the deal is over"),
    (
        ENDGAME,
        {"rules": AT_ONCE, "points": [35, 66]},
        "points: 66 points are theirs: 66 is reached and the deal is over; give a position",
    ),
    # A marriage that waits
    (LED, {"pending": [0, 30]}, "pending: 30 is no marriage; it counts 20, in trumps 40"),
    (
        LED,
        {"pending": [0, 20]},
        "pending: 20 cannot be: its owner (opponent) can have declared no marriage of a plain suit",
    ),
    (LED, {"pending": [40, 0]}, "pending: [40, 0] cannot be: its owner (me) has led nothing yet"),
    (LED, {"pending": [20, 40]}, "pending: [20, 40] cannot be: only the leader of the first trick"),
    (
        LED,
        {"pending": [0, 40], "hand": "AS TS KS AH TH QD"},
        "pending: 40 cannot be: its owner (opponent) can have declared no marriage of the trump suit",
    ),
    (LED, {"pending": [0, 40], "lacks": "QD"}, "pending: 40 cannot be"),
    (
        LED,
        {"pending": [0, 40], "rules": "folk"},
        "pending: under these rules marriages count at once; add it to points",
    ),
    (
        LED,
        {"pending": [0, 40], "rules": "santase"},
        "pending: under these rules no marriage is declared on the first lead",
    ),
    (LED, {"points": [0, 40]}, "points: [0, 40] cannot be: without a trick (opponent) nothing counts yet"),
    (
        ENDGAME,
        {"pending": [20, 0]},
        "pending: who waits for it (me) has won a trick, so it counts already; add it to points",
    ),
    # The close
    (CLOSED, {"rules": "folk"}, "closed: under these rules the stock is never closed (close_min_stock = 0)"),
    (
        CLOSED,
        {"rules": "annotated"},
        "closed: with 4 cards the stock cannot have been closed; under these rules it needs 6",
    ),
    (ENDGAME, {"closed": "me"}, "closed: no stock is left to be closed"),
    (CLOSED, {"closed": "both"}, "closed: 'both' is no player; write me or opponent"),
    (CLOSED, {"tricks_at_close": ...}, "tricks_at_close: required: tricks were played after the close"),
    (
        CLOSED,
        {"tricks_at_close": [2, 1]},
        "tricks_at_close: [2, 1] cannot be: a stock of 4 was closed after 4 tricks",
    ),
    (CLOSED, {"tricks_at_close": [1, 3]}, "tricks_at_close: [1, 3] is more than the tricks by now, [3, 2]"),
    (
        CLOSED,
        {"tricks_at_close": [0, 4], "tricks": [1, 4]},
        "tricks_at_close: [0, 4] cannot be: the closer (me) was on lead",
    ),
    (
        CLOSED,
        {"points_at_close": [23, 13]},
        "points_at_close: [23, 13] is more than the points by now, [22, 13]",
    ),
    (
        CLOSED,
        {"points_at_close": [22, 12], "tricks_at_close": [2, 2]},
        "points_at_close: [22, 12] cannot be: without a trick since (opponent), 13 can be more",
    ),
    (
        CLOSED,
        {"rules": {"close_won": "table-at-close"}},
        "points_at_close: required: tricks were played after the close",
    ),
    (ENDGAME, {"tricks_at_close": [1, 1]}, "tricks_at_close: nobody has closed"),
    # Expectations
    (ENDGAME, {"expect": 1}, "expect: 1 is of the wrong type; write a table"),
    (
        ENDGAME,
        {"expect": {"val": 1}},
        "expect.val: nothing of this name can be expected; did you mean value?",
    ),
    (ENDGAME, {"expect": {"value": 4}}, "expect.value: 4 is no number of game points"),
    (ENDGAME, {"expect": {"value": "1"}}, "expect.value: '1' is of the wrong type; write a number"),
    (ENDGAME, {"expect": {"best": "AH"}}, "expect.best: 'AH' is of the wrong type; write a list of moves"),
    (ENDGAME, {"expect": {"best": ["shut+AH"]}}, "expect.best: “shut+AH” is no move"),
    (
        ENDGAME,
        {"expect": {"close": "maybe"}},
        "expect.close: 'maybe' is no verdict; write true, false or one of close",
    ),
    (ENDGAME, {"expect": {"tolerance": -1}}, "expect.tolerance: -1 is below 0"),
]


@pytest.mark.parametrize(
    ("base", "changes", "complaint"),
    REFUSED,
    ids=lambda value: str(value)[:60] if isinstance(value, str) else "",
)
def test_what_cannot_be_is_refused_in_plain_words(base, changes, complaint):
    with pytest.raises(PositionError) as refused:
        position(base, **changes)
    assert complaint in str(refused.value)
    assert str(refused.value) == f"{refused.value.key}: {refused.value.text}"
    assert "\n" not in str(refused.value)


def test_a_position_before_the_draw():
    between = position(CLOSED, closed=..., tricks_at_close=...)
    assert not between.deal.drawn
    assert between.legal_moves() == ["draw"]
    assert "close+AH" in position(CLOSED, closed=..., tricks_at_close=..., rules="handbook").legal_moves()


def test_closed_before_the_draw_hands_are_one_card_short():
    changes = {"rules": "handbook", "tricks_at_close": [3, 2]}
    just_closed = position(CLOSED, **changes)
    assert just_closed.deal.tricks_at_close == (3, 2)
    assert position(CLOSED, rules="handbook").deal.tricks_at_close == (2, 2)
    with pytest.raises(
        PositionError, match=re.escape("turn: the closer (opponent) leads to the first trick")
    ):
        position(CLOSED, **changes, closed="opponent")
    with pytest.raises(PositionError, match=re.escape("after 4 or 5 tricks")):
        position(CLOSED, rules="handbook", tricks_at_close=[1, 1])


def test_what_stood_at_the_close_is_what_stands_now_while_hands_are_full():
    start = {
        "hand": "AS TS KS AH KH 9D",
        "upcard": "9H",
        "played": "JS 9S",
        "tricks": [1, 0],
        "points": [2, 0],
    }
    closed = Position.from_dict(start | {"closed": "me"})
    assert (closed.deal.tricks_at_close, closed.deal.points_at_close) == ((1, 0), (2, 0))
    first = {"hand": "AS TS KS AH KH 9D", "upcard": "JH", "closed": "me"}
    assert Position.from_dict(first).deal.tricks_at_close == (0, 0)
    with pytest.raises(PositionError, match=re.escape("closed: the closer (me) had no trick")):
        Position.from_dict(first | {"rules": "paderborn"})


def test_what_the_rules_do_not_look_at_need_not_be_told():
    by_three = {"preset": "server", "close_lost": 3}
    assert position(CLOSED, rules=by_three, tricks_at_close=...).deal.closer == 0
    with pytest.raises(PositionError, match="tricks_at_close: required"):
        position(CLOSED, tricks_at_close=...)


def test_the_declarer_may_stand_at_66_while_his_trick_is_played_out():
    out = {
        "trump": "H",
        "hand": "AS TS KS 9S TH 9D",
        "opponent": "QS JS QH AD TD",
        "led": "KH",
        "tricks": [3, 3],
        "points": [26, 66],
    }
    assert position(out).deal.points == (26, 66)
    for changes in (
        {"rules": AT_ONCE},
        {"points": [66, 26]},
        {"points": [0, 106]},
        {"led": "QS", "opponent": "KH JS QH AD TD"},
        {"opponent": "QS JS JH AD TD"},
        {"rules": {"marriage_phases": "open"}},
    ):
        with pytest.raises(PositionError, match="66 is reached and the deal is over"):
            position(out, **changes)


def test_a_marriage_waits_for_the_first_trick():
    assert position(LED, pending=[0, 40]).deal.pending == (0, 40)
    assert position(LED, rules="folk", points=[0, 40]).deal.points == (0, 40)
    later = {
        "hand": "AS TS KS AH TH 9D",
        "upcard": "TD",
        "played": "KD AD",
        "tricks": [1, 0],
        "points": [15, 0],
    }
    assert Position.from_dict(later | {"pending": [0, 40]}).deal.pending == (0, 40)
    with pytest.raises(PositionError, match="pending: 40 cannot be"):
        Position.from_dict(later | {"pending": [0, 40], "opponent": "? ? ? ? ? ?", "lacks": "QD"})


def test_points_may_hold_every_marriage_there_can_have_been():
    # KD QD and KC QC lie in the tricks, either player may have declared them.
    for points in ([48, 13], [28, 33], [48, 33], [28, 53], [65, 16]):
        assert position(ENDGAME, points=points).deal.points == tuple(points)


def test_a_marriage_is_his_who_holds_its_other_card():
    # QS, KD and KC have been played and I hold the other three: every marriage was mine.
    mine = {"hand": "AS TS KS QD KH QC", "opponent": "9S JS TH QH AD TD"}
    assert position(ENDGAME, **mine, points=[49, 20]).deal.points == (49, 20)
    with pytest.raises(PositionError, match=re.escape("the nearest possible is [33, 36]")):
        position(ENDGAME, **mine, points=[29, 40])
    # Santase has no marriage on the first lead; after it only the winner of a trick can declare one.
    with pytest.raises(PositionError, match=r"together it must be 49$"):
        position(ENDGAME, **mine, rules="santase", tricks=[1, 5], points=[31, 38], turn="me")


def test_marriages_that_need_an_open_stock():
    closed_first = {"hand": "AS TS KH AH 9D", "opponent": "JS 9S TH JD TD", "upcard": "9H", "stock": 12}
    closed_first |= {
        "played": "KS QS",
        "closed": "me",
        "tricks": [1, 0],
        "tricks_at_close": [0, 0],
        "turn": "me",
    }
    assert Position.from_dict(closed_first | {"points": [27, 0]}).deal.points == (27, 0)
    with pytest.raises(PositionError, match=r"together it must be 7$"):
        Position.from_dict(closed_first | {"points": [27, 0], "rules": "german"})


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["AH", "?", "me"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(EXPECT_KEYS), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(max_examples=300)
@given(
    st.sampled_from([ENDGAME, OPEN, CLOSED, LED]),
    st.dictionaries(st.sampled_from(KEYS), junk, min_size=1, max_size=3),
)
def test_whatever_is_written_is_read_or_refused_in_one_line(base, changes):
    try:
        accepted = Position.from_dict({**base, **changes})
    except PositionError as refused:
        line = str(refused)
    else:
        line = repr(Position.from_dict(accepted.to_dict()))
    assert "\n" not in line
