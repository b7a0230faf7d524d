"""Playing on from a position: draws, hidden cards, and every position of deals that are played at random."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import legal_moves, play
from reference_positions import to_position
from reference_random import random_deal, random_move
from reference_rules import PRESETS, random_rules
from sixtysix.solver.cards import card_name, cards_of, parse_card
from sixtysix.solver.position import Position, PositionError, play_text
from told import CLOSED, ENDGAME, LED, OPEN, mask, position, told

# Both hands known, and the two cards of the stock: I draw TC if I win the trick.
SHOWN = told(OPEN, {"opponent": "QS JS TH QH AD 9C", "stock": "TC TD"})


def cards(hand):
    return " ".join(card_name(card) for card in cards_of(hand))


def test_a_trick_is_played_and_the_stock_drawn():
    after = play_text(position(SHOWN), "AH QH")
    assert cards(after.deal.hands[0]) == "AS TS KS KH 9D TC"
    assert cards(after.deal.hands[1]) == "QS JS TH AD TD 9C"
    assert (after.deal.stock, after.deal.points, after.deal.tricks) == ((), (34, 11), (4, 2))
    assert after.played == position(SHOWN).played | mask("AH QH")
    assert after.known
    assert play_text(position(SHOWN), "ah,♥Q") == after
    assert play_text(position(SHOWN), "AH QH +TC") == after


def test_the_first_position_stays_as_it_was():
    first = position(SHOWN)
    told_before = first.to_dict()
    first.play("AH")
    play_text(first, "AH QH AS")
    assert first.to_dict() == told_before


def test_the_end_of_a_deal_is_a_number():
    out = position(ENDGAME, points=[65, 16], opponent="QS JS TH QH AD TD")
    assert play_text(out, "AH QH") == 2
    assert play_text(position(ENDGAME, points=[3, 58], tricks=[2, 4], turn="opponent"), "AD 9D") == -2
    with pytest.raises(PositionError, match=re.escape("play: the deal is over after AH QH; drop AS")):
        play_text(out, "AH QH AS")


def test_a_card_played_from_a_hidden_hand_takes_the_place_of_an_unknown_one():
    led = position(OPEN).play("KS")
    answered = led.play("QS", draw="TC")
    # All the others can lie only one way then: the stock has run out.
    assert answered.known
    assert cards(answered.deal.hands[1]) == "JS TH QH AD TD 9C"
    assert answered == play_text(position(OPEN), "KS QS +TC")


def test_a_card_drawn_unseen_by_the_opponent_is_unknown():
    start = Position.from_dict({"hand": "AS TS KS AH KH 9D", "upcard": "9H", "lacks": "C"})
    lost = play_text(start, "9D AD +JC")
    assert lost.deal.hidden == (0, 6)
    assert lost.deal.turn == 1
    assert cards(lost.deal.hands[0]) == "AS TS KS AH KH JC"
    # He may have drawn a club: what he lacked is forgotten.
    assert lost.lacks == 0
    assert lost.unseen.bit_count() == lost.deal.hidden[1] + lost.deal.stock.count(-1)


def test_what_a_hidden_player_shows_by_an_exchange_is_known():
    start = Position.from_dict(
        {"hand": "AS TS KS AH KH 9D", "upcard": "TC", "turn": "opponent", "opponent": "KC ? ? ? ? ?"}
    )
    led = start.play("exchange+KC")
    assert cards(led.deal.hands[1]) == "TC"
    assert led.deal.hidden == (0, 4)
    assert card_name(led.deal.stock[-1]) == "9C"
    # The queen is not named, so nothing says that it was a marriage.
    assert led.deal.pending == (0, 0)
    both = Position.from_dict(start.to_dict() | {"opponent": "KC QC ? ? ? ?"}).play("KC")
    assert both.deal.pending == (0, 40)


def test_play_stops_before_the_draw_only_where_closing_is_legal_there():
    handbook = told(SHOWN, {"rules": "handbook"})
    between = play_text(position(handbook), "AH QH")
    assert not between.deal.drawn
    assert "draw" in between.legal_moves()
    assert "close+AS" in between.legal_moves()
    assert play_text(between, "draw").deal.drawn
    assert play_text(position(handbook), "AH QH close+AS").deal.closer == 0
    hidden = play_text(position(OPEN, rules="handbook"), "AH QH")
    assert cards(play_text(hidden, "draw +TC").deal.hands[0]) == "AS TS KS KH 9D TC"
    assert play_text(hidden, "+TC") == play_text(hidden, "draw +TC")


WRONG_MOVES = [
    (ENDGAME, "QS", "play: QS is not legal here; legal are KS, "),
    (ENDGAME, "AX", "play: “AX” is no move: “AX” is no card"),
    (ENDGAME, "shut+AS", "play: “shut+AS” is no move"),
    (ENDGAME, "close+AS", "play: close+AS is not legal here"),
    (ENDGAME, "AS TH", "play: move 2: TH is not legal here; legal are JS, QS"),
    (ENDGAME, "+AS", "play: +AS names a card drawn, but it does not follow a trick"),
    (ENDGAME, "KS QS +TC", "play: move 2: +TC after QS: I do not draw this card here"),
    (SHOWN, "AH QH +TD", "play: move 2: +TD after QH: I do not draw this card here"),
    (OPEN, "AH QH", "play: move 2: after QH I draw an unknown card; name it, as in “QH +QD”"),
    (OPEN, "AH QH +KD", "play: move 2: +KD after QH: this card cannot be in the stock"),
    (OPEN, "AH KD", "play: move 2: KD: the opponent cannot hold KD here"),
    (OPEN, "AH AS", "play: move 2: AS: the opponent cannot hold AS here"),
    (told(OPEN, {"lacks": "QH"}), "AH QH", "play: move 2: QH is not legal here; legal are JS, "),
    (LED, "draw", "play: draw is not legal here"),
]


@pytest.mark.parametrize(("base", "moves", "complaint"), WRONG_MOVES)
def test_moves_that_cannot_be_made(base, moves, complaint):
    with pytest.raises(PositionError) as refused:
        play_text(position(base), moves)
    assert complaint in str(refused.value)


def test_a_close_is_remembered():
    closed = Position.from_dict({"hand": "AS TS KS AH KH 9D", "upcard": "9H"}).play("close+AS")
    assert closed.deal.closer == 0
    assert closed.to_dict()["tricks_at_close"] == [0, 0]
    assert Position.from_dict(closed.to_dict()) == closed
    assert position(CLOSED).play("AS").deal.tricks_at_close == (2, 2)


def hide(told_all, state, rng):
    """The same position with some cards of the opponent and of the stock unknown, and some that he lacks."""
    theirs = sorted(state.hands[1])
    shown = rng.sample(theirs, rng.randint(0, len(theirs)))
    hidden = told_all | {"opponent": " ".join(shown + ["?"] * (len(theirs) - len(shown)))}
    if state.stock:
        stock = [card if rng.random() < 0.3 else "?" for card in state.stock[:-1]]
        hidden["stock"] = " ".join([*stock, state.stock[-1]])
    others = sorted({*state.hands[0], *state.stock})
    hidden["lacks"] = " ".join(rng.sample(others, min(len(others), rng.randint(0, 4))))
    return hidden


rules = st.one_of(
    st.sampled_from(sorted(PRESETS)).map(PRESETS.__getitem__),
    st.integers(0, 2**32).map(lambda seed: random_rules(random.Random(seed))),
)


@settings(max_examples=60, deadline=None)
@given(rules, st.integers(0, 2**32))
def test_every_position_of_a_deal_is_accepted_and_reads_back(rules, seed):
    rng = random.Random(seed)
    for state in random_deal(rules, rng)[0]:
        everything = to_position(rules, state)
        shown = Position.from_dict(everything)
        assert shown.known
        assert shown.world_count() == 1
        assert Position.from_dict(shown.to_dict()) == shown
        assert set(shown.legal_moves()) == set(legal_moves(rules, state))
        hidden = Position.from_dict(hide(everything, state, rng))
        assert Position.from_dict(hidden.to_dict()) == hidden
        assert hidden.world_count() >= 1
        assert hidden.unseen.bit_count() == hidden.deal.hidden[1] + hidden.deal.stock.count(-1)


@settings(max_examples=60, deadline=None)
@given(rules, st.integers(0, 2**32))
def test_play_agrees_with_the_reference(rules, seed):
    rng = random.Random(seed)
    for state in random_deal(rules, rng)[0]:
        move = random_move(rules, state, rng)
        after = play(rules, state, move)
        played = Position.from_dict(to_position(rules, state)).play(move)
        if isinstance(after, int):
            assert played == after
        else:
            assert played == Position.from_dict(to_position(rules, after))


@settings(max_examples=60, deadline=None)
@given(rules, st.integers(0, 2**32))
def test_play_with_hidden_cards_keeps_to_what_happened(rules, seed):
    rng = random.Random(seed)
    for state in random_deal(rules, rng)[0]:
        move = random_move(rules, state, rng)
        after = play(rules, state, move)
        if isinstance(after, int):
            continue
        drawn = after.hands[0] - state.hands[0] if len(after.stock) < len(state.stock) else set()
        draw = next((card for card in drawn if card in state.stock[:2]), None)
        hidden = Position.from_dict(hide(to_position(rules, state), state, rng)).play(move, draw)
        if isinstance(hidden, int):
            continue  # a marriage of two hidden cards is not counted, so the deals may part
        assert hidden.deal.hands[0] == mask(" ".join(after.hands[0]))
        assert hidden.deal.hands[1] & ~mask(" ".join(after.hands[1])) == 0
        assert not hidden.lacks & mask(" ".join(after.hands[1]))
        assert hidden.unseen.bit_count() == hidden.deal.hidden[1] + hidden.deal.stock.count(-1)
        if state.led is not None and "show" not in move:
            assert hidden.played >> parse_card(state.led) & 1
