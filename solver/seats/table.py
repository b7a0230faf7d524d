"""What lies where with three or four hands: from the keys of a position to hands and played cards."""

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from ..cards import card_name, cards_of
from ..reading import PositionError, read_known_set, read_set, read_suit
from ..rules import Rules
from .reading import SEATS, listed, party_names, read_lacking, read_numbers, read_seat, read_table
from .ways import Ways


class Table(NamedTuple):
    """Who holds what, whose turn it is, what has been played and counted; seat 0 is me, clockwise."""

    rules: Rules
    trump: int
    hands: tuple[int, ...]
    hidden: tuple[int, ...]
    """How many cards of each seat are unknown."""
    trick: tuple[int, ...]
    """The cards on the table, in order of play."""
    turn: int
    played: int
    unseen: int
    """The cards whose place is unknown."""
    lacking: tuple[int, ...]
    """Cards each seat is known not to hold."""
    points: tuple[int, ...]
    """Of each side, or each seat."""
    tricks: tuple[int, ...]
    ten: int
    """The party whose trick held the trump ten; -1 if none, or where it does not count."""

    @property
    def leader(self) -> int:
        """The seat that leads to the trick under way, or has led to it."""
        return (self.turn - len(self.trick)) % self.rules.hands


def lay_out(mapping: Mapping[str, object], rules: Rules) -> Table:
    """Put the cards of a position in their places.

    Raises:
        PositionError: a missing or wrong value, a card twice or not in the pack, or numbers of cards that do
            not agree.
    """
    turn = read_seat("turn", mapping["turn"], rules) if "turn" in mapping else 0
    trick = read_table(mapping["table"]) if "table" in mapping else ()
    if len(trick) >= rules.hands:
        raise PositionError(
            "table",
            f"{len(trick)} cards are a whole trick; give those of the trick under way, at most "
            f"{rules.hands - 1}",
        )
    hands, hidden, full = _read_hands(mapping, rules, trick, turn)
    if "trump" not in mapping:
        raise PositionError("trump", 'required: the trump suit, such as "H"')
    trump = read_suit("trump", mapping["trump"])
    points = _numbers("points", mapping, rules)
    tricks = _numbers("tricks", mapping, rules)
    _read_pending(mapping, rules)
    if full > rules.hand_size:
        raise PositionError(
            "hand", f"{full} cards are too many; under these rules a hand holds {rules.hand_size}"
        )
    over = rules.hand_size - full
    played = read_known_set("played", mapping["played"]) if "played" in mapping else -1
    for key in ("tricks", "points"):
        if over and key not in mapping:
            names = ", ".join(party_names(rules))
            raise PositionError(
                key, f"required: with {full} cards in a hand {over} tricks have been played; write [{names}]"
            )
    if sum(tricks) != over:
        raise PositionError(
            "tricks",
            f"{listed(tricks)} do not add up: of {rules.hand_size} cards in a hand {full} were left for this "
            f"trick, so it must be {over} in all",
        )
    if played >= 0 and played.bit_count() != over * rules.hands:
        raise PositionError(
            "played",
            f"{played.bit_count()} cards do not add up: {over} tricks have {over * rules.hands}; "
            "name those of the tricks already taken",
        )
    _refuse_misplaced(rules, hands, trick, max(played, 0))
    unseen = rules.pack & ~max(played, 0)
    for cards in (*hands, *(1 << card for card in trick)):
        unseen &= ~cards
    if played < 0:
        if sum(hidden) and over:
            raise PositionError(
                "played",
                f"required: of {unseen.bit_count()} cards not named here {over * rules.hands} have been "
                f"played and {sum(hidden)} are hidden; name the played ones",
            )
        played = 0 if sum(hidden) else unseen
        unseen &= ~played
    lacking = read_lacking(mapping["lacks"], rules) if "lacks" in mapping else (0,) * rules.hands
    for seat, name in enumerate(SEATS[rules.hands]):
        if lacking[seat] & hands[seat]:
            card = card_name(next(cards_of(lacking[seat] & hands[seat])))
            raise PositionError(f"lacks.{name}", f"{card} is named in {name} too; one of the two must go")
    hands, hidden, unseen = place_forced(hands, hidden, unseen, lacking)
    table = Table(rules, trump, hands, hidden, trick, turn, played, unseen, lacking, points, tricks, -1)
    return table._replace(ten=_read_ten(mapping, table))


def _read_hands(
    mapping: Mapping[str, object], rules: Rules, trick: tuple[int, ...], turn: int
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The hands, how many cards of each are unknown, and how many each held at the start of the trick."""
    seats = SEATS[rules.hands]
    if "hand" not in mapping:
        raise PositionError("hand", 'required: my cards, such as "AH KH TD"')
    mine, unknown, count = read_set("hand", mapping["hand"])
    if unknown:
        raise PositionError("hand", "holds a ?, but my own cards are known; name them all")
    gone = [(turn - 1 - seat) % len(seats) < len(trick) for seat in range(len(seats))]
    full = count + gone[0]
    if not count and not gone[0]:
        raise PositionError(
            "hand", "no cards are left, so the deal is over; name the cards before its last trick"
        )
    hands, hidden = [mine], [0]
    for seat in range(1, len(seats)):
        name, right = seats[seat], full - gone[seat]
        if name not in mapping:
            hands.append(0)
            hidden.append(right)
            continue
        cards, unknown, count = read_set(name, mapping[name])
        if count != right:
            why = "has played to this trick" if gone[seat] else "has not played to this trick"
            raise PositionError(
                name,
                f"has {count} cards; {name} {why}, so beside my {mine.bit_count()} it must be {right} "
                "(? for unknown ones)",
            )
        hands.append(cards)
        hidden.append(unknown)
    return tuple(hands), tuple(hidden), full


def _numbers(key: str, mapping: Mapping[str, object], rules: Rules) -> tuple[int, ...]:
    if key in mapping:
        return read_numbers(key, mapping[key], rules)
    return (0,) * len(party_names(rules))


def _read_pending(mapping: Mapping[str, object], rules: Rules) -> None:
    """Points never wait in these games: the key may only say so."""
    if any(_numbers("pending", mapping, rules)):
        if rules.marriages:
            raise PositionError("pending", "under these rules marriages count at once; add it to points")
        raise PositionError("pending", "under these rules there are no marriages; leave it out")


def _refuse_misplaced(rules: Rules, hands: tuple[int, ...], trick: tuple[int, ...], played: int) -> None:
    """Refuse a card that is in two places or not in the pack."""
    seen: dict[int, str] = {}
    places = [("hand", list(cards_of(hands[0])))]
    places += [(name, list(cards_of(hands[seat]))) for seat, name in enumerate(SEATS[rules.hands]) if seat]
    places += [("table", list(trick)), ("played", list(cards_of(played)))]
    for key, cards in places:
        for card in cards:
            if not rules.pack >> card & 1:
                raise PositionError(
                    key,
                    f"{card_name(card)} is not in the pack; under these rules it has the ranks {rules.ranks}",
                )
            if card in seen:
                where = f"in {seen[card]} and in {key}" if seen[card] != key else "twice"
                raise PositionError(key, f"{card_name(card)} is named {where}; every card is there once")
            seen[card] = key


def place_forced(
    hands: tuple[int, ...], hidden: tuple[int, ...], unseen: int, lacking: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Put the unknown cards in their places if there is only one way.

    Raises:
        PositionError: there is none.
    """
    if not unseen:
        return hands, hidden, unseen
    ways = Ways(unseen, hidden, lacking)
    if not ways.count:
        raise PositionError(
            "lacks", "leaves no way to deal the unknown cards to those who can hold them; name fewer"
        )
    if ways.count > 1:
        return hands, hidden, unseen
    placed = tuple(known | found for known, found in zip(hands, ways.at(0), strict=True))
    return placed, (0,) * len(hands), 0


def _read_ten(mapping: Mapping[str, object], table: Table) -> int:
    """The party whose trick held the trump ten, where that counts."""
    rules = table.rules
    if not rules.trump_ten_point:
        return -1
    gone = table.played >> (table.trump * 8 + 6) & 1
    if "trump_ten" in mapping:
        if not gone:
            raise PositionError("trump_ten", "the trump ten has not been won yet; leave it out")
        party = read_seat("trump_ten", mapping["trump_ten"], rules) % 2
        if not table.tricks[party]:
            _no_trick_with_ten(party)
        return party
    if not gone:
        return -1
    winners = [party for party, tricks in enumerate(table.tricks) if tricks]
    if len(winners) == 1:
        return winners[0]
    raise PositionError(
        "trump_ten",
        "required: the trump ten has been played, and counts for the side that won it; write me or left",
    )


def _no_trick_with_ten(party: int) -> NoReturn:
    raise PositionError(
        "trump_ten",
        f"cannot be {'theirs' if party else 'mine'}: that side has no trick yet; correct it or tricks",
    )
