"""Reading the keys of a position for three or four hands, each by itself."""

from collections.abc import Mapping, Sequence

from ..cards import card_name, cards_of
from ..parameters import nearest
from ..reading import KEYS, PositionError, read_cards, read_lacks
from ..rules import Rules
from ..wording import quoted, shown

SEATS = {3: ("me", "left", "right"), 4: ("me", "left", "partner", "right")}
"""The seats clockwise, by how many there are."""

SIDES = ("mine", "theirs")

_SHARED_KEYS = (
    "id", "note", "source", "rules", "trump", "hand", "lacks", "played", "turn", "points", "tricks",
    "pending", "score", "expect",
)  # fmt: skip
_INSTEAD = {"opponent": "left, right", "led": "table", "upcard": "trump"}


def position_keys(rules: Rules) -> tuple[str, ...]:
    """The keys a position of these rules can have."""
    ten = ("trump_ten",) if rules.trump_ten_point else ()
    return (*_SHARED_KEYS, *SEATS[rules.hands][1:], "table", *ten)


def check_keys(mapping: Mapping[str, object], rules: Rules) -> None:
    """Refuse a key that a position of these rules does not have.

    Raises:
        PositionError: the message gives the right key.
    """
    known = position_keys(rules)
    for key in mapping:
        if key in known:
            continue
        if key == "trump_ten":
            raise PositionError(
                key, "under these rules the trump ten counts for nothing by itself; leave it out"
            )
        if key in SEATS[4]:
            raise PositionError(key, f"nobody sits there; the seats are {', '.join(SEATS[rules.hands])}")
        if key in _INSTEAD:
            raise PositionError(
                key, f"{rules.hands} hold cards under these rules; write {_INSTEAD[key]} instead"
            )
        if key in KEYS:
            raise PositionError(key, "there is no stock under these rules; leave it out")
        raise PositionError(
            " ".join(str(key).split()), f"a position has no such key{nearest(str(key), known)}"
        )


def party_names(rules: Rules) -> tuple[str, ...]:
    """Whose numbers are listed: those of the sides, or of the seats."""
    return SIDES if rules.partners else SEATS[rules.hands]


def party_of(rules: Rules, seat: int) -> int:
    """The place of a seat's numbers in such lists."""
    return seat % 2 if rules.partners else seat


def read_seat(key: str, value: object, rules: Rules) -> int:
    """A seat by its name."""
    seats = SEATS[rules.hands]
    if isinstance(value, str) and value.strip().lower() in seats:
        return seats.index(value.strip().lower())
    raise PositionError(key, f"{shown(value)} is no seat; write {', '.join(seats[:-1])} or {seats[-1]}")


def read_numbers(key: str, value: object, rules: Rules) -> tuple[int, ...]:
    """One number from 0 on for each side, or for each seat."""
    names = party_names(rules)
    if (
        not isinstance(value, (list, tuple))
        or len(value) != len(names)
        or not all(type(number) is int for number in value)
    ):
        example = list(range(30, 30 - 10 * len(names), -10))
        raise PositionError(
            key,
            f"{shown(value)} is of the wrong type; write {len(names)} whole numbers, {', '.join(names)}, "
            f"such as {example}",
        )
    if min(value) < 0:
        raise PositionError(key, f"{list(value)} has a number below 0; nobody can have less than nothing")
    return tuple(value)


def read_table(value: object) -> tuple[int, ...]:
    """The cards of the trick under way, in order of play."""
    cards = read_cards("table", value)
    known = [card for card in cards if card is not None]
    if len(known) != len(cards):
        raise PositionError("table", "holds a ?, but everybody sees the cards on the table; name them all")
    return tuple(known)


def read_lacking(value: object, rules: Rules) -> tuple[int, ...]:
    """What each seat is known not to hold, from ``{ left = "H", right = "KD" }`` or ``left=H right=KD``."""
    if isinstance(value, str):
        value = _lacks_typed(value)
    if not isinstance(value, Mapping):
        raise PositionError(
            "lacks", f'{shown(value)} is of the wrong type; write {{ left = "H", right = "KD" }}'
        )
    seats = SEATS[rules.hands]
    lacking = [0] * len(seats)
    for name, cards in value.items():
        if name not in seats[1:]:
            raise PositionError(
                "lacks", f"{shown(name)} is no other seat; the others are {', '.join(seats[1:])}"
            )
        seat = seats.index(name)
        try:
            lacking[seat] = read_lacks(cards, rules.pack)
        except PositionError as error:
            raise PositionError(f"lacks.{name}", error.text) from None
        if lacking[seat] & ~rules.pack:
            card = next(cards_of(lacking[seat] & ~rules.pack))
            raise PositionError(
                f"lacks.{name}",
                f"{card_name(card)} is not in the pack; under these rules it has the ranks {rules.ranks}",
            )
    return tuple(lacking)


def _lacks_typed(text: str) -> dict[str, str]:
    """``left=H KD right=S`` as a mapping."""
    told: dict[str, str] = {}
    name = ""
    for word in text.replace("=", "= ").replace(",", " ").replace(";", " ").split():
        if word.endswith("="):
            name = word.removesuffix("=").strip().lower()
            told[name] = ""
        elif not name:
            raise PositionError("lacks", f"{quoted(text)} does not say who lacks it; write left=H, right=KD")
        else:
            told[name] += f" {word}"
    return told


def listed(numbers: Sequence[int]) -> str:
    """Numbers as a file holds them: ``[30, 20]``."""
    return str(list(numbers))
