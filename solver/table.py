"""What lies where: from the keys of a position to hands, stock and played cards, counted and checked."""

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from .cards import SUITS, card_name, cards_of, cards_text
from .reading import (
    Pair,
    PositionError,
    read_card,
    read_cards,
    read_known_set,
    read_lacks,
    read_pair,
    read_player,
    read_set,
    read_suit,
)
from .rules import Rules

Stock = tuple[int, ...]


class Table(NamedTuple):
    """Who holds what, whose turn it is, what has been played and counted; player 0 is me, 1 the opponent."""

    rules: Rules
    trump: int
    hand: int
    opponent: int
    hidden: int
    """How many cards of the opponent are unknown."""
    stock: Stock
    """In drawing order, -1 for an unknown card, the face-up trump last."""
    led: int
    """The card to be answered, or -1."""
    turn: int
    drawn: bool
    """False when the trick is over and the draw still to come."""
    closer: int
    """The player who closed, or -1."""
    played: int
    unseen: int
    """The cards whose place is unknown: in the opponent's hand or in the stock."""
    lacks: int
    """Cards the opponent is known not to hold."""
    points: Pair
    tricks: Pair
    pending: Pair

    @property
    def leader(self) -> int:
        """The player who leads to the trick under way, or has led to it."""
        return self.turn if self.led < 0 else 1 - self.turn


def lay_out(mapping: Mapping[str, object], rules: Rules) -> Table:
    """Put the cards of a position in their places.

    Raises:
        PositionError: a missing or wrong value, a card twice or not in the pack, or numbers of cards that do
            not agree.
    """
    pack = rules.pack
    if "hand" not in mapping:
        raise PositionError("hand", 'required: my cards, such as "AH KH TD"')
    hand, unknown, mine = read_set("hand", mapping["hand"])
    if unknown:
        raise PositionError("hand", "holds a ?, but my own cards are known; name them all")
    turn = read_player("turn", mapping["turn"]) if "turn" in mapping else 0
    led = read_card("led", mapping["led"]) if "led" in mapping else -1
    closer = read_player("closed", mapping["closed"]) if "closed" in mapping else -1

    theirs = mine if led < 0 else mine + 1 if turn else mine - 1
    opponent, hidden = 0, theirs
    if "opponent" in mapping:
        opponent, hidden, count = read_set("opponent", mapping["opponent"])
        if count != theirs:
            _unequal_hands(mine, count, theirs, led, turn)
    if theirs < 0:
        raise PositionError("hand", "is empty, but I am to answer the card led; name my cards")
    if not mine and not theirs:
        raise PositionError(
            "hand", "no cards are left, so the deal is over; name the cards before its last trick"
        )
    full = mine + theirs >> 1 if led < 0 else mine + theirs + 1 >> 1

    count, listed, gone, played, tricks = _count_cards(mapping, rules, full)
    points = read_pair("points", mapping["points"]) if "points" in mapping else (0, 0)
    pending = read_pair("pending", mapping["pending"]) if "pending" in mapping else (0, 0)
    drawn = _check_hand_size(mapping, rules, full, count, led, closer, gone)

    trump, stock = _trump_and_stock(mapping, count, listed)
    slots = hidden + stock.count(-1)
    named = hand + opponent + sum([1 << card for card in stock if card >= 0])
    number = 2 * full + count - slots
    if led >= 0:
        named += 1 << led
    if played > 0:
        named += played
        number += gone
    # As in read_set: a card that is there twice makes the sum lose a bit.
    if named.bit_count() != number or named & ~pack:
        _misplaced(rules, hand, opponent, stock, led, max(played, 0))
    unseen = pack & ~named
    if played < 0:
        if not slots:
            played, unseen = unseen, 0
        elif not gone:
            played = 0
        else:
            raise PositionError(
                "played",
                f"required: of {unseen.bit_count()} cards not named here {gone} have been played and {slots} "
                "are hidden; name the played ones",
            )

    lacks = read_lacks(mapping["lacks"], pack) if "lacks" in mapping else 0
    if lacks:
        _check_lacks(lacks, rules, opponent, hidden, unseen)
    if unseen:
        opponent, hidden, stock, unseen = place_forced(opponent, hidden, stock, unseen, lacks)
    return Table(
        rules, trump, hand, opponent, hidden, stock, led, turn, drawn, closer, played, unseen, lacks,
        points, tricks, pending,
    )  # fmt: skip


def _count_cards(
    mapping: Mapping[str, object], rules: Rules, full: int
) -> tuple[int, list[int], int, int, Pair]:
    """How many cards the stock holds, those listed, how many are played, which (-1: not said), the tricks.

    ``full`` is the number of cards in a hand, the card led counted.
    """
    played = read_known_set("played", mapping["played"]) if "played" in mapping else -1
    tricks = read_pair("tricks", mapping["tricks"]) if "tricks" in mapping else None
    count, listed = _read_stock(mapping.get("stock"))
    if count > 0 and count & 1:
        raise PositionError(
            "stock", f"{count} cards are an odd number; whenever somebody is to act it is even"
        )
    left = rules.pack.bit_count() - 2 * full
    gone = _cards_played(rules, full, left, played, tricks, count)
    if count < 0:
        count = left - gone
    if gone < 0 or count < 0 or gone + count != left:
        _miscounted(mapping, rules.pack, full, gone, count)
    for key in ("tricks", "points"):
        if gone and key not in mapping:
            raise PositionError(
                key, f"required once cards have been played ({gone} have); write [mine, theirs]"
            )
    return count, listed, gone, played, tricks or (0, 0)


def place_forced(
    opponent: int, hidden: int, stock: Stock, unseen: int, lacks: int
) -> tuple[int, int, Stock, int]:
    """Put the unknown cards that can lie only one way in their places."""
    can_hold = unseen & ~lacks
    if hidden and can_hold.bit_count() == hidden:
        opponent |= can_hold
        unseen &= ~can_hold
        hidden = 0
    if unseen.bit_count() == 1 and not hidden:
        card = unseen.bit_length() - 1
        stock = tuple(card if each < 0 else each for each in stock)
        unseen = 0
    return opponent, hidden, stock, unseen


def _unequal_hands(mine: int, theirs: int, right: int, led: int, turn: int) -> NoReturn:
    if led < 0:
        why = "both hands are equal while no card is led"
    else:
        why = f"the card led is missing from {'my hand' if turn else 'theirs'}"
    raise PositionError(
        "opponent", f"has {theirs} cards against my {mine}; {why}, so it must be {right} (? for unknown ones)"
    )


def _read_stock(value: object) -> tuple[int, list[int]]:
    """How many cards the stock holds (-1: not said), and the cards if listed, -1 for an unknown one."""
    if value is None:
        return -1, []
    if isinstance(value, int) and not isinstance(value, bool):
        if value < 0:
            raise PositionError(
                "stock", f"{value} is no number of cards; write how many the stock holds, or list them"
            )
        return value, []
    cards = [-1 if card is None else card for card in read_cards("stock", value)]
    return len(cards), cards


def _cards_played(rules: Rules, full: int, left: int, played: int, tricks: Pair | None, stock: int) -> int:
    """How many cards have been played: as listed, as the tricks say, or what hands and stock leave."""
    if played >= 0:
        gone = played.bit_count()
        if gone & 1:
            raise PositionError("played", f"{gone} cards are an odd number; every trick has two")
        if tricks is not None and 2 * sum(tricks) != gone:
            raise PositionError(
                "tricks",
                f"{list(tricks)} are {2 * sum(tricks)} cards, but {gone} are played; "
                f"the sum must be {gone // 2}",
            )
        return gone
    if tricks is not None:
        return 2 * sum(tricks)
    if stock >= 0:
        return left - stock
    # Nothing says how far the deal has come: only a deal that has just begun needs no telling.
    if full != rules.hand_size:
        raise PositionError(
            "tricks",
            f"required: with {full} cards in each hand instead of {rules.hand_size}, some have been played "
            "(or is a card missing from hand?)",
        )
    return 0


def _miscounted(mapping: Mapping[str, object], pack: int, full: int, gone: int, stock: int) -> NoReturn:
    """Say which number does not add up, blaming the key that most likely is wrong."""
    size = pack.bit_count()
    left = size - 2 * full
    sum_text = f"the pack has {size} cards, the hands and the card led {2 * full}"
    if left < 0:
        raise PositionError("hand", f"too many cards: {sum_text}")
    if "stock" in mapping and 0 <= gone <= left:
        raise PositionError(
            "stock", f"{stock} cards do not add up: {sum_text}, the tricks {gone}; that leaves {left - gone}"
        )
    if "stock" in mapping and gone < 0:
        raise PositionError("stock", f"{stock} cards do not add up: {sum_text}, so at most {left} are left")
    key = "tricks" if "tricks" in mapping else "played"
    raise PositionError(
        key, f"{gone // 2} tricks do not add up: {sum_text}, so at most {left // 2} can have been played"
    )


def _check_hand_size(
    mapping: Mapping[str, object], rules: Rules, full: int, stock: int, led: int, closer: int, gone: int
) -> bool:
    """Whether both have drawn after the last trick; an impossible size of the hands is refused."""
    if full > rules.hand_size:
        raise PositionError(
            "hand", f"{full} cards are too many; under these rules a hand holds {rules.hand_size}"
        )
    if not stock or closer >= 0 or full == rules.hand_size:
        return True
    if full == rules.hand_size - 1 and led < 0 and gone:
        return False
    if full == rules.hand_size - 1:
        wrong = "the draw is over once a card is led"
    elif "stock" not in mapping:
        raise PositionError(
            "tricks" if "tricks" in mapping else "played",
            f"{gone // 2} tricks leave {stock} cards for the stock, but with hands of {full} it is used up; "
            f"{gone // 2 + stock // 2} tricks have been played then",
        )
    else:
        wrong = "while the stock is open hands are full, or one short between trick and draw"
    raise PositionError(
        "hand",
        f"hands of {full} cards with {stock} in an open stock cannot be: {wrong}; "
        f"a full hand is {rules.hand_size}",
    )


def _trump_and_stock(mapping: Mapping[str, object], count: int, listed: list[int]) -> tuple[int, Stock]:
    """The trump suit and the stock's cards, from ``trump``, ``upcard`` and the cards listed."""
    upcard = read_card("upcard", mapping["upcard"]) if "upcard" in mapping else -1
    trump = read_suit("trump", mapping["trump"]) if "trump" in mapping else -1
    if not count:
        if upcard >= 0:
            raise PositionError(
                "upcard",
                f'there is no stock left for it to lie under; write trump = "{SUITS[upcard >> 3]}" instead',
            )
        if trump < 0:
            raise PositionError("trump", 'required: the trump suit, such as "H"')
        return trump, ()
    stock = listed or [-1] * count
    if upcard < 0:
        upcard = stock[-1]
        if upcard < 0:
            hint = (
                "" if "stock" in mapping else f" ({count} cards are left for it; or give tricks and points)"
            )
            raise PositionError(
                "upcard", f"required while there is a stock: the face-up trump under it{hint}"
            )
    elif stock[-1] not in (upcard, -1):
        raise PositionError(
            "upcard",
            f"is {card_name(upcard)}, but the stock ends with {card_name(stock[-1])}; "
            "the face-up trump is drawn last, both must name the same card",
        )
    stock[-1] = upcard
    if trump >= 0 and upcard >> 3 != trump:
        raise PositionError(
            "upcard",
            f"{card_name(upcard)} is not of the trump suit {SUITS[trump]}; the face-up card makes the trump",
        )
    return upcard >> 3, tuple(stock)


def _misplaced(rules: Rules, hand: int, opponent: int, stock: Stock, led: int, played: int) -> NoReturn:
    """Find the card that is in two places or not in the pack."""
    seen: dict[int, str] = {}
    places: list[tuple[str, list[int]]] = [
        ("hand", list(cards_of(hand))),
        ("opponent", list(cards_of(opponent))),
        ("led", [led] if led >= 0 else []),
        ("stock", [card for card in stock if card >= 0]),
        ("played", list(cards_of(played))),
    ]
    for key, cards in places:
        for card in cards:
            if not rules.pack >> card & 1:
                raise PositionError(
                    key,
                    f"{card_name(card)} is not in the pack; under these rules it has the ranks {rules.ranks}",
                )
            if card in seen:
                where = f"in {seen[card]} and in {key}" if seen[card] != key else "twice"
                if "stock" in (key, seen[card]) and card == stock[-1]:
                    where += " (the face-up trump)"
                raise PositionError(key, f"{card_name(card)} is named {where}; every card is there once")
            seen[card] = key
    raise AssertionError("every card is in one place")


def _check_lacks(lacks: int, rules: Rules, opponent: int, hidden: int, unseen: int) -> None:
    if lacks & ~rules.pack:
        card = next(cards_of(lacks & ~rules.pack))
        raise PositionError(
            "lacks", f"{card_name(card)} is not in the pack; under these rules it has the ranks {rules.ranks}"
        )
    if lacks & opponent:
        card = next(cards_of(lacks & opponent))
        raise PositionError("lacks", f"{card_name(card)} is named in opponent too; one of the two must go")
    possible = unseen & ~lacks
    if possible.bit_count() < hidden:
        raise PositionError(
            "lacks",
            f"leaves only {cards_text(possible) or 'no card'} for {hidden} unknown cards of the other hand; "
            "name fewer",
        )
