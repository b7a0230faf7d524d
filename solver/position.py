"""A position: what is known at the table, which moves are legal, and what a move leads to."""

from collections.abc import Mapping
from math import comb, factorial
from typing import Any

from .cards import SUITS, card_name, cards_text, parse_card
from .checks import AtClose, check_table, close_asks_points, close_asks_tricks
from .kernel.search import Deal
from .reading import (
    PLAYERS,
    Pair,
    PositionError,
    check_keys,
    lacks_text,
    read_expect,
    read_move,
    read_pair,
    read_text,
)
from .rules import DEFAULT_PRESET, Rules
from .table import Table, lay_out, place_forced

__all__ = ["Position", "PositionError", "play_text"]


class Position:
    """A deal under way, told from one player's seat ("me"); not to be changed once made.

    Take positions from ``from_dict`` or from files; both check everything.
    """

    __slots__ = (
        "deal",
        "expect",
        "id",
        "lacks",
        "note",
        "origin",
        "played",
        "rules",
        "score",
        "source",
        "unseen",
    )

    id: str
    note: str
    source: str
    rules: Rules
    deal: Deal
    """The kernel's form; player 0 is me. It knows the cards, the turn, points and tricks."""
    lacks: int
    """The cards the opponent is known not to hold."""
    unseen: int
    """The cards whose place is unknown: the hidden ones of the opponent and of the stock."""
    played: int
    """The cards of the tricks already taken."""
    score: Pair | None
    """The score of the match, mine and theirs."""
    expect: dict[str, Any] | None
    """What a suite expects the answer to be."""
    origin: str
    """Where the position was read, for messages: ``suite.jsonl, line 17``."""

    def __init__(
        self,
        rules: Rules,
        deal: Deal,
        *,
        played: int,
        unseen: int = 0,
        lacks: int = 0,
        id: str = "",
        note: str = "",
        source: str = "",
        score: Pair | None = None,
        expect: dict[str, Any] | None = None,
        origin: str = "",
    ) -> None:
        """Put together parts that are known to agree; ``from_dict`` is the way in for anything else."""
        self.id = id
        self.note = note
        self.source = source
        self.rules = rules
        self.deal = deal
        self.lacks = lacks
        self.unseen = unseen
        self.played = played
        self.score = score
        self.expect = expect
        self.origin = origin

    @classmethod
    def from_dict(
        cls, mapping: Mapping[str, object], *, default_id: str = "", origin: str = ""
    ) -> "Position":
        """The position that a mapping with the keys of a position file describes.

        ``default_id`` is its name if it has none, ``origin`` where it was read.

        Raises:
            PositionError: the position is not possible; the message names the key, what is wrong and what
                would be right.
        """
        if None in mapping.values():  # the null of a program that writes every key
            mapping = {key: value for key, value in mapping.items() if value is not None}
        try:
            rules = Rules.from_dict(mapping.get("rules", DEFAULT_PRESET))  # type: ignore[arg-type]
        except ValueError as error:
            raise PositionError("rules", str(error)) from None
        if rules.hands > 2:
            from .seats.position import seats_position  # which builds on this module

            return seats_position(mapping, rules, default_id=default_id, origin=origin)
        check_keys(mapping)
        table = lay_out(mapping, rules)
        at_close = check_table(table, mapping)
        get = mapping.get
        name, note, source = get("id", default_id), get("note", ""), get("source", "")
        score = None
        if "score" in mapping:
            score = read_pair("score", mapping["score"])
            if max(score) >= rules.match_target:
                raise PositionError(
                    "score",
                    f"{list(score)} ends the match, which is played to {rules.match_target} (match_target)",
                )
        return cls(
            rules,
            _deal(table, at_close),
            played=table.played,
            unseen=table.unseen,
            lacks=table.lacks,
            id=name if type(name) is str else read_text("id", name),
            note=note if type(note) is str else read_text("note", note),
            source=source if type(source) is str else read_text("source", source),
            score=score,
            expect=read_expect(mapping["expect"]) if "expect" in mapping else None,
            origin=origin,
        )

    def to_dict(self) -> dict[str, Any]:
        """The position as a position file holds it, strictly spelled; ``from_dict`` reads it back."""
        deal = self.deal
        stock = deal.stock
        told: dict[str, Any] = {}
        for key, text in (("id", self.id), ("note", self.note), ("source", self.source)):
            if text:
                told[key] = text
        told["rules"] = self.rules.to_dict()
        told["trump"] = SUITS[deal.trump]
        told["hand"] = cards_text(deal.hands[0])
        told["opponent"] = cards_text(deal.hands[1], deal.hidden[1])
        if self.lacks:
            told["lacks"] = lacks_text(self.lacks, self.rules.pack)
        if stock:
            told["upcard"] = card_name(stock[-1])
            listed = " ".join("?" if card < 0 else card_name(card) for card in stock)
            told["stock"] = len(stock) if stock[:-1].count(-1) == len(stock) - 1 else listed
        if self.unseen and self.played:
            told["played"] = cards_text(self.played)
        if deal.led >= 0:
            told["led"] = card_name(deal.led)
        told["turn"] = PLAYERS[deal.turn]
        told["points"] = list(deal.points)
        told["tricks"] = list(deal.tricks)
        if any(deal.pending):
            told["pending"] = list(deal.pending)
        if deal.closer >= 0:
            told["closed"] = PLAYERS[deal.closer]
            if close_asks_tricks(self.rules):
                told["tricks_at_close"] = list(deal.tricks_at_close)
            if close_asks_points(self.rules):
                told["points_at_close"] = list(deal.points_at_close)
        if self.score is not None:
            told["score"] = list(self.score)
        if self.expect is not None:
            told["expect"] = self.expect
        return told

    @property
    def known(self) -> bool:
        """Is everything known that can matter: both hands, and the order of an open stock?"""
        deal = self.deal
        return not deal.hidden[1] and (deal.closer >= 0 or -1 not in deal.stock)

    @property
    def most(self) -> int:
        """The most game points that can be won."""
        return 3

    @property
    def open_stock(self) -> int:
        """How many cards are left to be drawn."""
        return len(self.deal.stock) if self.deal.closer < 0 else 0

    @property
    def before_draw(self) -> bool:
        """Is the trick over and the draw still to come?"""
        return not self.deal.drawn

    def world_count(self) -> int:
        """In how many ways the unknown cards can lie; in an open stock their order counts."""
        deal = self.deal
        hands = comb((self.unseen & ~self.lacks).bit_count(), deal.hidden[1])
        return hands if deal.closer >= 0 else hands * factorial(deal.stock.count(-1))

    def legal_moves(self) -> list[str]:
        """The legal moves of the player to act, strictly spelled.

        Raises:
            PositionError: some of that player's cards are unknown.
        """
        deal = self.deal
        if deal.hidden[deal.turn]:
            raise PositionError(
                "opponent", f"{deal.hidden[1]} cards are unknown, so the legal moves are too; name the cards"
            )
        return deal.moves()

    def play(self, move: str, draw: str | None = None) -> "Position | int":
        """The position after a move, or the result in game points from my seat if the deal is over then.

        The winner of a trick and the other draw at once, unless the stock may be closed before the draw.
        ``draw`` names the card that I draw where it is unknown. A hidden card that is played takes the place
        of a ``?``; one that the opponent draws unseen adds a ``?``, and what he lacks is then forgotten.

        Raises:
            PositionError: (key ``play``) not a move, not legal, a card that cannot be where it is said to be,
                or my draw is unknown and not named.
        """
        try:
            move = read_move(move)
        except ValueError as error:
            raise PositionError("play", str(error)) from None
        before = self.deal
        shown = self._hidden_shown(move)
        try:
            after = before.play(move)
        except ValueError:
            legal = "" if before.hidden[before.turn] else f"; legal are {', '.join(before.moves())}"
            raise PositionError("play", f"{move} is not legal here{legal}") from None
        if isinstance(after, int):
            return after
        played = self.played
        if before.led >= 0:
            played |= 1 << before.led | 1 << parse_card(move[-2:])
        lacks = 0 if after.hidden[1] > before.hidden[1] - shown else self.lacks & ~after.hands[1]
        known = after.hands[0] | after.hands[1] | sum(1 << card for card in after.stock if card >= 0)
        if after.led >= 0:
            known |= 1 << after.led
        unseen = self.rules.pack & ~(known | played)
        mine = after.hands[0] | _drawn(before, after, unseen, move, draw)
        unseen &= ~mine
        theirs, hidden, stock, unseen = place_forced(
            after.hands[1], after.hidden[1], after.stock, unseen, lacks
        )
        if (mine, theirs) != after.hands or stock != after.stock:
            after = self._rearranged(after, (mine, theirs), hidden, stock)
        return Position(
            self.rules,
            after,
            played=played,
            unseen=unseen,
            lacks=lacks,
            id=self.id,
            note=self.note,
            source=self.source,
            score=self.score,
            origin=self.origin,
        )

    def _hidden_shown(self, move: str) -> int:
        """How many of the opponent's unknown cards a move shows; they must be cards he can hold."""
        deal = self.deal
        if not deal.hidden[deal.turn] or move == "draw":
            return 0
        card = parse_card(move[-2:])
        shown = 1 << card
        if "show" in move:
            shown |= 1 << card - 1  # the queen below the king
        if "exchange" in move and deal.stock and self.rules.exchange_rank != "none":
            shown &= ~(1 << deal.stock[-1])
            shown |= 1 << parse_card(self.rules.exchange_rank + SUITS[deal.trump])
        missing = shown & ~deal.hands[1]
        impossible = missing & ~(self.unseen & ~self.lacks)
        if impossible or missing.bit_count() > deal.hidden[1]:
            raise PositionError(
                "play", f"{move}: the opponent cannot hold {cards_text(impossible or missing)} here"
            )
        return missing.bit_count()

    def _rearranged(self, deal: Deal, hands: Pair, hidden: int, stock: tuple[int, ...]) -> Deal:
        """The same deal with other cards known."""
        return Deal(
            self.rules.game,
            deal.trump,
            hands,
            hidden=(0, hidden),
            led=deal.led,
            turn=deal.turn,
            stock=stock,
            drawn=deal.drawn,
            points=deal.points,
            pending=deal.pending,
            tricks=deal.tricks,
            closer=deal.closer,
            tricks_at_close=deal.tricks_at_close,
            points_at_close=deal.points_at_close,
        )

    def __eq__(self, other: object) -> bool:
        """Equal when they are told in the same words."""
        return self.to_dict() == other.to_dict() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        """By the cards, which nearly always differ."""
        return hash((self.rules, self.deal.hands, self.deal.stock, self.played, self.deal.points))

    def __repr__(self) -> str:
        """The position as ``from_dict`` would be given it."""
        return f"Position.from_dict({self.to_dict()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as a dictionary; the kernel's objects stay here."""
        return _from_told, (self.to_dict(), self.origin)


def play_text(position: Position, moves: str) -> Position | int:
    """The position after these moves, ``AH 9H +QD KC``; the result if they end the deal.

    ``+QD`` after a trick names the card that I draw, where it is unknown.

    Raises:
        PositionError: (key ``play``) the message says which move cannot be made and why.
    """
    words = moves.replace(",", " ").split()
    at = number = 0
    while at < len(words):
        move, draw = words[at], None
        at += 1
        number += 1
        if move.startswith("+") and position.before_draw:
            move, draw = "draw", move[1:]
        elif move.startswith("+"):
            raise PositionError("play", f"{move} names a card drawn, but it does not follow a trick")
        elif at < len(words) and words[at].startswith("+"):
            draw = words[at][1:]
            at += 1
        try:
            after = position.play(move, draw)
        except PositionError as error:
            if len(words) == 1:
                raise
            raise PositionError(error.key, f"move {number}: {error.text}") from None
        if isinstance(after, int):
            if at < len(words):
                raise PositionError(
                    "play", f"the deal is over after {' '.join(words[:at])}; drop {' '.join(words[at:])}"
                )
            return after
        position = after
    return position


def _from_told(told: dict[str, Any], origin: str) -> Position:
    return Position.from_dict(told, origin=origin)


def _drawn(before: Deal, after: Deal, unseen: int, move: str, named: str | None) -> int:
    """The card that I have drawn unseen, by its name, as a set; empty if there is none."""
    if not after.hidden[0]:
        if named is None:
            return 0
        card = 1 << parse_card(named)
        if card & after.hands[0] & ~before.hands[0]:
            return 0
        raise PositionError("play", f"+{named} after {move}: I do not draw this card here")
    if named is None:
        raise PositionError("play", f"after {move} I draw an unknown card; name it, as in “{move} +QD”")
    card = 1 << parse_card(named)
    if not card & unseen:
        raise PositionError("play", f"+{named} after {move}: this card cannot be in the stock")
    return card


def _deal(table: Table, at_close: AtClose) -> Deal:
    """The kernel's form of a table."""
    return Deal(
        table.rules.game,
        table.trump,
        (table.hand, table.opponent),
        hidden=(0, table.hidden),
        led=table.led,
        turn=table.turn,
        stock=table.stock,
        drawn=table.drawn,
        points=table.points,
        pending=table.pending,
        tricks=table.tricks,
        closer=table.closer,
        tricks_at_close=at_close.tricks or (0, 0),
        points_at_close=at_close.points or (0, 0),
    )
