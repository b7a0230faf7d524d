"""Reading cards patiently, writing them strictly."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sixtysix.solver.cards import (
    RANKS,
    SUITS,
    SYMBOLS,
    card_name,
    card_points,
    card_symbol,
    cards_of,
    cards_text,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
)

masks = st.integers(0, 2**32 - 1)


def strict(text: str) -> str:
    return " ".join("?" if card is None else card_name(card) for card in parse_cards(text))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("AH TD", "AH TD"),
        ("ah td 9s", "AH TD 9S"),
        ("10h, 10D", "TH TD"),
        ("A♥ 10♦", "AH TD"),
        ("♥A ♦10", "AH TD"),
        ("♥AKQ ♠AT", "AH KH QH AS TS"),
        ("H:AKQ S:AT", "AH KH QH AS TS"),
        ("h:akq, s:a10", "AH KH QH AS TS"),
        ("H: A K Q, S: A 10", "AH KH QH AS TS"),
        ("♥AKQ♠AT", "AH KH QH AS TS"),
        ("A♥️ ♣️K", "AH KC"),
        ("AH,TD;9S", "AH TD 9S"),
        ("AHTD", "AH TD"),
        ("♡A ♢K", "AH KD"),
        ("AH ? ?", "AH ? ?"),
        ("??", "? ?"),
        ("8C 7C", "8C 7C"),
        ("  ", ""),
    ],
)
def test_spellings_that_people_type(typed, read):
    assert strict(typed) == read


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("AX", "“AX” is no card: X is no suit"),
        ("1H", "1 is no rank"),
        ("A", "the suit is missing"),
        ("AH K", "the suit is missing"),
        ("H", "“H” is a suit without a card"),
        ("H: AS", "“H:” is a suit without a card"),
        ("♥♠A", "no card"),
        ("♥A:K", "no card"),
        ("6H", "6 is no rank"),
        ("ace of hearts", "no card"),
    ],
)
def test_what_is_no_card_is_quoted_and_the_right_way_shown(typed, complaint):
    with pytest.raises(ValueError, match="write a card as rank and suit") as error:
        parse_cards(typed)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("typed", ["", "AH KH", "?"])
def test_one_card_is_one_card(typed):
    with pytest.raises(ValueError, match="is not one card"):
        parse_card(typed)


def test_suits():
    assert (
        [parse_suit(letter) for letter in "shdc"]
        == [parse_suit(symbol) for symbol in SYMBOLS]
        == [0, 1, 2, 3]
    )
    assert parse_suit("♥️") == 1
    with pytest.raises(ValueError, match="“X” is no suit"):
        parse_suit("X")


@given(masks, st.integers(0, 6), st.booleans())
def test_what_is_written_reads_back(mask, unknown, symbols):
    cards = parse_cards(cards_text(mask, unknown, symbols=symbols))
    assert mask_of(card for card in cards if card is not None) == mask
    assert cards.count(None) == unknown


@given(masks)
def test_grouping_by_suit_reads_back(mask):
    groups = [
        symbol + "".join(RANKS[card & 7] for card in cards_of(mask) if card >> 3 == suit)
        for suit, symbol in enumerate(SYMBOLS)
        if mask >> 8 * suit & 255
    ]
    assert mask_of(card for card in parse_cards(" ".join(groups)) if card is not None) == mask


@given(st.text(alphabet=SUITS + RANKS + SYMBOLS + "?:,10 x", max_size=12))
def test_no_text_breaks_the_reader(text):
    with suppress(ValueError):
        assert all(card is None or 0 <= card < 32 for card in parse_cards(text))


def test_a_hand_is_held_by_suit_from_the_highest_down():
    assert cards_text(mask_of(parse_card(card) for card in ("9C", "TH", "AH", "KS"))) == "KS AH TH 9C"
    assert card_symbol(parse_card("TD")) == "T♦"


@given(masks)
def test_points_are_the_sum_of_the_cards(mask):
    values = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    assert card_points(mask) == sum(values.get(RANKS[card & 7], 0) for card in cards_of(mask))


def test_the_pack_is_worth_120():
    assert card_points(2**32 - 1) == 120
