"""Positions as JSON dicts, to and from the reference's states, and the worlds where cards are hidden.

Only what tests need: strict card names, few checks. Refusing bad input well is the package's own business.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from reference import Pair, State, pack
from reference_rules import Rules, full_rules

Position = dict[str, Any]
SEATS = {"me": 0, "opponent": 1}
NAMES = ("me", "opponent")


def _cards(value: Any) -> list[str]:
    """Card names from a string or a list of them."""
    return value.split() if isinstance(value, str) else list(value or ())


def _pair(value: Any) -> Pair:
    mine, theirs = value
    return (mine, theirs)


def _order(rules: Rules, cards: Any) -> str:
    places = {card: place for place, card in enumerate(pack(rules))}
    return " ".join(sorted(cards, key=places.__getitem__))


def _trump(position: Position, stock: list[str]) -> str:
    if "trump" in position:
        return str(position["trump"])
    return str(position["upcard"] if "upcard" in position else stock[-1])[1]


def _led(position: Position) -> list[str]:
    return _cards(position.get("led"))


def _opponent(position: Position) -> list[str]:
    """The other hand with a ? for each unknown card: all of it when nothing is said."""
    if "opponent" in position:
        return _cards(position["opponent"])
    size = len(_cards(position["hand"]))
    if _led(position):  # the one who led holds a card less
        size += 1 if position.get("turn", "me") == "opponent" else -1
    return ["?"] * size


def _stock(rules: Rules, position: Position) -> list[str]:
    """The stock with a ? for each unknown card: what is left over when nothing is said."""
    stock = position.get("stock")
    if isinstance(stock, (str, list)):
        cards = _cards(stock)
    else:
        if stock is None:
            tricks = position.get("tricks", (0, 0))
            gone = len(_cards(position["played"])) if "played" in position else 2 * sum(tricks)
            held = len(_cards(position["hand"])) + len(_opponent(position)) + len(_led(position))
            stock = len(rules["ranks"]) * 4 - held - gone
        cards = ["?"] * stock
    if cards and cards[-1] == "?" and "upcard" in position:
        cards[-1] = position["upcard"]
    return cards


def from_position(position: Position) -> tuple[Rules, State]:
    """The rules and the state of a position in which every card is known."""
    rules = full_rules(position.get("rules", "server"))
    stock = _stock(rules, position)
    mine, theirs, led = _cards(position["hand"]), _opponent(position), _led(position)
    cards = mine + theirs + led + stock
    if "?" in cards:
        raise ValueError("not every card is known: see worlds()")
    if len(set(cards)) < len(cards) or not set(cards) <= set(pack(rules)):
        raise ValueError("a card twice, or one that is not in the pack")
    if len(stock) % 2:
        raise ValueError(f"an odd stock: {stock}")
    actor = SEATS[position.get("turn", "me")]
    hands = (frozenset(mine), frozenset(theirs))
    if len(hands[actor]) - len(hands[1 - actor]) != len(led):
        raise ValueError("unequal hands")
    closer = SEATS[position["closed"]] if "closed" in position else None
    full = len(mine) == len(theirs) == rules["hand_size"]
    points, tricks = _pair(position.get("points", (0, 0))), _pair(position.get("tricks", (0, 0)))
    at_close: dict[str, Pair] = {}
    for key, now in (("tricks_at_close", tricks), ("points_at_close", points)):
        if closer is None:
            at_close[key] = (0, 0)
        elif key in position:
            at_close[key] = _pair(position[key])
        elif full or not _counts(rules, key):
            at_close[key] = now
        else:
            raise ValueError(f"{key} is needed: cards have been played since the close")
    state = State(
        hands=hands,
        trump=_trump(position, stock),
        stock=tuple(stock),
        led=led[0] if led else None,
        actor=actor,
        before_draw=bool(stock) and closer is None and not led and len(mine) == rules["hand_size"] - 1,
        points=points,
        tricks=tricks,
        pending=_pair(position.get("pending", (0, 0))),
        closer=closer,
        **at_close,
    )
    return rules, state


def _counts(rules: Rules, key: str) -> bool:
    """Can this pair, frozen at the close, change a result under these rules?"""
    table_at_close: bool = rules["close_won"] == "table-at-close"
    if key == "points_at_close":
        return table_at_close
    trickless_counts: bool = rules["close_lost"] != rules["close_lost_trickless"]
    return trickless_counts or (table_at_close and rules["schwarz"] == "no-tricks")


def to_position(rules: Rules, state: State) -> Position:
    """The position with everything named; from_position() gives the same rules and state back."""
    led = [state.led] if state.led else []
    seen = {*state.hands[0], *state.hands[1], *state.stock, *led}
    position: Position = {
        "rules": dict(rules),
        "trump": state.trump,
        "hand": _order(rules, state.hands[0]),
        "opponent": _order(rules, state.hands[1]),
        "stock": " ".join(state.stock) if state.stock else 0,
        "played": _order(rules, set(pack(rules)) - seen),
        "turn": NAMES[state.actor],
        "points": list(state.points),
        "tricks": list(state.tricks),
        "pending": list(state.pending),
    }
    if state.led:
        position["led"] = state.led
    if state.closer is not None:
        position["closed"] = NAMES[state.closer]
        position["tricks_at_close"] = list(state.tricks_at_close)
        position["points_at_close"] = list(state.points_at_close)
    return position


def worlds(position: Position) -> Iterator[Position]:
    """Every way the unknown cards can lie, as fully known positions."""
    rules = full_rules(position.get("rules", "server"))
    theirs, stock = _opponent(position), _stock(rules, position)
    named = _cards(position["hand"]) + _led(position) + [card for card in theirs + stock if card != "?"]
    if "upcard" in position:
        named.append(position["upcard"])  # perhaps listed in the stock as well
    unknown_places = theirs.count("?"), stock.count("?")
    if "played" in position:
        named += _cards(position["played"])
    unseen = [card for card in pack(rules) if card not in named]
    if "played" not in position and sum(unknown_places) == 0:
        unseen = []  # everything else is known, so the rest of the pack has been played
    if len(unseen) != sum(unknown_places):
        raise ValueError(f"{len(unseen)} cards are not seen, but {sum(unknown_places)} places are open")

    lacks = _cards(position.get("lacks"))
    fixed = [card for card in theirs if card != "?"]
    for drawn in combinations(unseen, unknown_places[0]):
        hand = fixed + list(drawn)
        if any(card in lacks or card[1] in lacks for card in hand):
            continue
        rest = [card for card in unseen if card not in drawn]
        # Nobody draws from a closed stock, so the order of its cards makes no difference there.
        orders = permutations(rest) if "closed" not in position else [tuple(rest)]
        for order in orders:
            cards = iter(order)
            world = {key: value for key, value in position.items() if key not in ("lacks", "upcard")}
            world["trump"] = _trump(position, stock)
            world["opponent"] = " ".join(hand)
            world["stock"] = " ".join(next(cards) if card == "?" else card for card in stock) if stock else 0
            yield world
