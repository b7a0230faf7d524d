"""Reading the values of a position's keys, each by itself: cards, pairs, names, expectations.

What the values say together is judged in ``table.py``. Every error is a ``PositionError``, naming the key.
"""

from collections.abc import Mapping
from typing import Any, NoReturn

from .cards import (
    HOW_TO,
    STRICT_BITS,
    card_name,
    cards_of,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
    suit_cards,
)
from .parameters import nearest
from .wording import quoted, shown

KEYS = (
    "id",
    "note",
    "source",
    "rules",
    "trump",
    "hand",
    "opponent",
    "lacks",
    "upcard",
    "stock",
    "played",
    "led",
    "turn",
    "points",
    "tricks",
    "pending",
    "closed",
    "tricks_at_close",
    "points_at_close",
    "score",
    "expect",
)
SEAT_KEYS = ("left", "partner", "right", "table", "trump_ten")
"""Besides, where three or four hold cards."""
PAIR_KEYS = frozenset(("points", "tricks", "pending", "tricks_at_close", "points_at_close", "score"))

EXPECT_KEYS = ("value", "best", "avoid", "close", "tolerance", "validated")
VERDICTS = ("close", "do not close", "indifferent", "too close to call", "depends on the defence")

PLAYERS = ("me", "opponent")
_PLAYERS = {"me": 0, "opponent": 1}
_KNOWN_KEYS = frozenset(KEYS)

Pair = tuple[int, int]


class PositionError(ValueError):
    """A position that cannot be: ``key`` is at fault, ``text`` says what is wrong and what would be right."""

    def __init__(self, key: str, text: str) -> None:
        """Keep both; the message is ``key: text``."""
        super().__init__(f"{key}: {text}")
        self.key = key
        self.text = text

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes with both parts."""
        return PositionError, (self.key, self.text)


def check_keys(mapping: Mapping[str, object]) -> None:
    """Refuse a mapping with a key that a position does not have.

    Raises:
        PositionError: the message gives the nearest key there is.
    """
    if not mapping.keys() <= _KNOWN_KEYS:
        wrong = next(key for key in mapping if key not in _KNOWN_KEYS)
        if wrong in SEAT_KEYS:
            raise PositionError(
                wrong, "two hold cards under these rules; write opponent, and led for a table"
            )
        raise PositionError(
            " ".join(str(wrong).split()), f"a position has no such key{nearest(str(wrong), KEYS)}"
        )


def _wrong_type(key: str, value: object, right: str) -> NoReturn:
    raise PositionError(key, f"{shown(value)} is of the wrong type; write {right}")


def read_text(key: str, value: object) -> str:
    """Free text."""
    if not isinstance(value, str):
        _wrong_type(key, value, 'text in quotes, such as "7"')
    return value


def read_set(key: str, value: object) -> tuple[int, int, int]:
    """Cards whose order does not matter: the set of the known ones, how many ``?``, and how many in all.

    Raises:
        PositionError: no text, no cards, or a card twice.
    """
    try:
        words = value.split()  # type: ignore[attr-defined]
        known = sum(map(STRICT_BITS.__getitem__, words))
        count = len(words)
        unknown = words.count("?")
    except (AttributeError, KeyError):
        cards = read_cards(key, value)
        known = sum(1 << card for card in cards if card is not None)
        count = len(cards)
        unknown = cards.count(None)
    if known.bit_count() + unknown != count:  # a sum of powers of two has that many bits only if all differ
        cards = read_cards(key, value)
        twice = next(card for card in cards if card is not None and cards.count(card) > 1)
        raise PositionError(key, f"{card_name(twice)} is named twice; every card is there once")
    return known, unknown, count


def read_known_set(key: str, value: object) -> int:
    """A set of cards without a ``?``."""
    known, unknown, _ = read_set(key, value)
    if unknown:
        raise PositionError(key, "a ? stands only in opponent and in stock; name these cards")
    return known


def read_cards(key: str, value: object) -> list[int | None]:
    """Cards in the order written: a text, or a list of such texts."""
    if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
        value = " ".join(value)
    if not isinstance(value, str):
        _wrong_type(key, value, 'cards in quotes, such as "AH TD"')
    try:
        return parse_cards(value)
    except ValueError as error:
        raise PositionError(key, str(error)) from None


def read_card(key: str, value: object) -> int:
    """One known card."""
    if not isinstance(value, str):
        _wrong_type(key, value, 'one card in quotes, such as "AH"')
    try:
        return parse_card(value)
    except ValueError as error:
        raise PositionError(key, str(error)) from None


def read_suit(key: str, value: object) -> int:
    """A suit."""
    if not isinstance(value, str):
        _wrong_type(key, value, 'a suit in quotes, one of "S" "H" "D" "C"')
    try:
        return parse_suit(value)
    except ValueError as error:
        raise PositionError(key, str(error)) from None


def read_lacks(value: object, pack: int) -> int:
    """Suits and cards: the set of all these cards."""
    if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
        value = " ".join(value)
    if not isinstance(value, str):
        _wrong_type("lacks", value, 'suits and cards in quotes, such as "H KD"')
    lacks = 0
    for word in value.replace(",", " ").split():
        try:
            lacks |= suit_cards(parse_suit(word)) & pack
        except ValueError:
            try:
                lacks |= mask_of(card for card in parse_cards(word) if card is not None)
            except ValueError:
                raise PositionError(
                    "lacks", f"{quoted(word)} is neither a suit nor a card; write suits (H) and cards (KD)"
                ) from None
    return lacks


def read_player(key: str, value: object) -> int:
    """``me`` (0) or ``opponent`` (1)."""
    try:
        return _PLAYERS[value]  # type: ignore[index]
    except (KeyError, TypeError):
        if isinstance(value, str) and value.strip().lower() in _PLAYERS:
            return _PLAYERS[value.strip().lower()]
        raise PositionError(key, f"{shown(value)} is no player; write me or opponent") from None


def read_pair(key: str, value: object) -> Pair:
    """Two numbers from 0 on, mine and theirs."""
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not type(value[0]) is type(value[1]) is int:
        _wrong_type(key, value, "two whole numbers, mine and theirs, such as [33, 20]")
    mine, theirs = value
    if mine < 0 or theirs < 0:
        raise PositionError(
            key, f"[{mine}, {theirs}] has a number below 0; nobody can have less than nothing"
        )
    return mine, theirs


def read_move(text: str) -> str:
    """A move in its strict spelling: ``exchange+close+KH``, ``show+KH``, ``draw``.

    Raises:
        ValueError: not written like a move.
    """
    if text in STRICT_BITS and text != "?":
        return text
    *before, last = (part.strip() for part in text.split("+"))
    before = [part.lower() for part in before]
    if not before and last.lower() == "draw":
        return "draw"
    if before not in ([], ["exchange"], ["close"], ["exchange", "close"], ["show"], ["exchange", "show"]):
        raise ValueError(
            f"{quoted(text)} is no move; write a card (AH), or exchange+, close+ or show+ before it, or draw"
        )
    try:
        return "+".join([*before, card_name(parse_card(last))])
    except ValueError:
        raise ValueError(f"{quoted(text)} is no move: {quoted(last)} is no card; {HOW_TO}") from None


def read_expect(value: object, most: int = 3) -> dict[str, Any]:
    """What a suite expects of the position, checked and with its moves in strict spelling.

    ``most`` is the most game points that a deal can be worth.
    """
    if not isinstance(value, Mapping):
        _wrong_type("expect", value, 'a table such as { value = 1, best = ["AH"] }')
    expect = dict(value)
    for key, wanted in expect.items():
        name = f"expect.{key}"
        if key not in EXPECT_KEYS:
            raise PositionError(name, f"nothing of this name can be expected{nearest(str(key), EXPECT_KEYS)}")
        if key in ("best", "avoid"):
            expect[key] = _read_moves(name, wanted)
        elif key == "close":
            if isinstance(wanted, bool):
                expect[key] = "close" if wanted else "do not close"
            elif wanted not in VERDICTS:
                raise PositionError(
                    name, f"{shown(wanted)} is no verdict; write true, false or one of {', '.join(VERDICTS)}"
                )
        elif key == "validated":
            if not isinstance(wanted, (bool, str)):
                _wrong_type(name, wanted, "true, false or text")
        elif isinstance(wanted, bool) or not isinstance(wanted, (int, float)):
            _wrong_type(name, wanted, "a number")
        elif key == "value" and not -most <= wanted <= most:
            raise PositionError(
                name, f"{wanted} is no number of game points; a deal is worth -{most} to {most}"
            )
        elif key == "tolerance" and not wanted >= 0:
            raise PositionError(
                name, f"{wanted} is below 0; write how far the value may be off, such as 1e-6"
            )
    return expect


def _read_moves(key: str, value: object) -> list[str]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(move, str) for move in value):
        _wrong_type(key, value, 'a list of moves, such as ["AH", "close+KH"]')
    try:
        return [read_move(move) for move in value]
    except ValueError as error:
        raise PositionError(key, str(error)) from None


def parse_option(key: str, text: str) -> object:
    """The value of a key typed as an option, as a file would hold it: ``33,20`` for points, ``6`` for stock.

    Raises:
        PositionError: a pair that is not two numbers.
    """
    if key in PAIR_KEYS:
        try:
            return [int(number) for number in text.replace(",", " ").strip(" []").split()]
        except ValueError:
            raise PositionError(
                key, f"{quoted(text)} is not two whole numbers; write mine and theirs, such as 33,20"
            ) from None
    if key == "stock" and text.strip().isdecimal():
        return int(text)
    return text


def lacks_text(lacks: int, pack: int) -> str:
    """The spelling of ``lacks`` that ``read_lacks`` reads back: whole suits, then single cards."""
    suits = [letter for suit, letter in enumerate("SHDC") if suit_cards(suit) & pack & ~lacks == 0]
    single = lacks & ~sum(suit_cards("SHDC".index(letter)) for letter in suits)
    return " ".join(suits + [card_name(card) for card in cards_of(single)])
