"""A position with three or four hands: what is known, which moves are legal, and what they lead to."""

from collections.abc import Mapping
from typing import Any

from ..cards import SUITS, card_name, cards_text, parse_card
from ..kernel.seats import Deal
from ..position import Position
from ..reading import PositionError, lacks_text, read_expect, read_move, read_text
from ..rules import Rules
from .checks import check_table
from .game import game_of
from .reading import SEATS, check_keys, listed, read_numbers
from .table import Table, lay_out, place_forced
from .ways import Ways


class SeatsPosition(Position):
    """A deal under way at a table of three or four, told from one player's seat ("me"), seat 0."""

    __slots__ = ("lacking",)

    deal: Deal  # type: ignore[assignment]  # what asks two hands for more than all deals have asks no other
    lacking: tuple[int, ...]
    """The cards each seat is known not to hold."""
    score: tuple[int, ...] | None  # type: ignore[assignment]
    """The score of the match, of each side or seat."""

    @classmethod
    def of(cls, table: Table, **more: Any) -> "SeatsPosition":
        """The position of a table that is known to be right; ``more`` as ``Position`` takes it."""
        deal = Deal(
            game_of(table.rules),
            table.trump,
            table.hands,
            hidden=table.hidden,
            table=table.trick,
            turn=table.turn,
            points=table.points,
            tricks=table.tricks,
            ten=table.ten,
        )
        position = cls(table.rules, deal, played=table.played, unseen=table.unseen, **more)  # type: ignore[arg-type]
        position.lacking = table.lacking
        return position

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, clockwise from mine."""
        return SEATS[self.rules.hands]

    @property
    def acting_for(self) -> int:
        """Whose game points the seat to act plays for: a side with partners, else that seat itself."""
        return self.deal.turn % 2 if self.rules.partners else self.deal.turn

    @property
    def most(self) -> int:
        """The most game points that can be won."""
        return 4 if self.rules.trump_ten_point else 3

    def to_dict(self) -> dict[str, Any]:
        """The position as a position file holds it, strictly spelled; ``from_dict`` reads it back."""
        deal, rules = self.deal, self.rules
        told: dict[str, Any] = {}
        for key, text in (("id", self.id), ("note", self.note), ("source", self.source)):
            if text:
                told[key] = text
        told["rules"] = rules.to_dict()
        told["trump"] = SUITS[deal.trump]
        for seat, name in enumerate(("hand", *self.seats[1:])):
            told[name] = cards_text(deal.hands[seat], deal.hidden[seat])
        if any(self.lacking):
            told["lacks"] = {
                name: lacks_text(cards, rules.pack)
                for name, cards in zip(self.seats, self.lacking, strict=True)
                if cards
            }
        if self.unseen and self.played:
            told["played"] = cards_text(self.played)
        if deal.table:
            told["table"] = " ".join(map(card_name, deal.table))
        told["turn"] = self.seats[deal.turn]
        told["points"] = list(deal.points)
        told["tricks"] = list(deal.tricks)
        if deal.ten >= 0:
            told["trump_ten"] = self.seats[deal.ten]
        if self.score is not None:
            told["score"] = list(self.score)
        if self.expect is not None:
            told["expect"] = self.expect
        return told

    @property
    def known(self) -> bool:
        """Are all hands known?"""
        return self.deal.known

    @property
    def open_stock(self) -> int:
        """None: there is no stock."""
        return 0

    @property
    def before_draw(self) -> bool:
        """Never: there is no stock."""
        return False

    def ways(self) -> Ways:
        """The ways in which the unknown cards can lie."""
        return Ways(self.unseen, self.deal.hidden, self.lacking)

    def world_count(self) -> int:
        """In how many ways the unknown cards can lie."""
        return self.ways().count

    def legal_moves(self) -> list[str]:
        """The legal moves of the seat to act, strictly spelled.

        Raises:
            PositionError: some of its cards are unknown.
        """
        deal = self.deal
        if deal.hidden[deal.turn]:
            raise PositionError(
                self.seats[deal.turn],
                f"{deal.hidden[deal.turn]} cards are unknown, so the legal moves are too; name the cards",
            )
        return deal.moves()

    def play(self, move: str, draw: str | None = None) -> "SeatsPosition | int":
        """The position after a move, or the result in game points for me if the deal is over then.

        A hidden card that is played takes the place of a ``?``. Nobody draws, so ``draw`` is refused.

        Raises:
            PositionError: (key ``play``) not a move, not legal, or a card that cannot be where it is said to
                be.
        """
        if draw is not None:
            raise PositionError("play", f"+{draw} after {move}: nobody draws, there is no stock")
        try:
            move = read_move(move)
        except ValueError as error:
            raise PositionError("play", str(error)) from None
        before = self.deal
        try:
            after = before.play(move)
        except ValueError:
            legal = "" if before.hidden[before.turn] else f"; legal are {', '.join(before.moves())}"
            raise PositionError("play", f"{move} is not legal here{legal}") from None
        bit = 1 << parse_card(move)
        hidden = not before.hands[before.turn] & bit
        if hidden and not self.unseen & ~self.lacking[before.turn] & bit:
            raise PositionError("play", f"{move}: {self.seats[before.turn]} cannot hold it here")
        if not isinstance(after, Deal):
            return after[0]
        played = self.played
        if not after.table:
            played |= bit | sum(1 << card for card in before.table)
        try:
            hands, left, unseen = place_forced(after.hands, after.hidden, self.unseen & ~bit, self.lacking)
        except PositionError:
            raise PositionError(
                "play", f"{move}: then the unknown cards that are left could not lie anywhere"
            ) from None
        table = Table(
            self.rules, after.trump, hands, left, after.table, after.turn, played, unseen, self.lacking,
            after.points, after.tricks, after.ten,
        )  # fmt: skip
        return SeatsPosition.of(
            table, id=self.id, note=self.note, source=self.source, score=self.score, origin=self.origin
        )

    def __hash__(self) -> int:
        """By the cards, which nearly always differ."""
        return hash((self.rules, self.deal.hands, self.deal.table, self.played, self.deal.points))


def seats_position(
    mapping: Mapping[str, object], rules: Rules, *, default_id: str = "", origin: str = ""
) -> SeatsPosition:
    """The position that a mapping with the keys of a position file describes, with three or four hands.

    Raises:
        PositionError: the position is not possible; the message names the key, what is wrong and what would
            be right.
    """
    check_keys(mapping, rules)
    table = lay_out(mapping, rules)
    check_table(table)
    score = None
    if "score" in mapping:
        score = read_numbers("score", mapping["score"], rules)
        if max(score) >= rules.match_target:
            raise PositionError(
                "score",
                f"{listed(score)} ends the match, which is played to {rules.match_target} (match_target)",
            )
    most = 4 if rules.trump_ten_point else 3
    return SeatsPosition.of(
        table,
        id=read_text("id", mapping.get("id", default_id)),
        note=read_text("note", mapping.get("note", "")),
        source=read_text("source", mapping.get("source", "")),
        score=score,
        expect=read_expect(mapping["expect"], most) if "expect" in mapping else None,
        origin=origin,
    )
