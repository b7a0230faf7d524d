"""Can a position have come about? Its points, tricks, pending marriages and close, judged by the rules.

A possible position is never refused: where the table does not tell the past, it has the benefit of doubt.
"""

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from .cards import KING, QUEEN, card_points
from .points import (
    TARGET,
    can_split,
    counted_marriages,
    declares_now,
    marriage_points,
    may_have_declared,
    pending_possible,
    split_sums,
)
from .reading import PLAYERS, Pair, PositionError, read_pair
from .rules import Rules
from .table import Table

_WHOSE = ("mine", "theirs")


class AtClose(NamedTuple):
    """What stood at the close; ``None`` where the file does not say and the rules do not ask."""

    tricks: Pair | None = None
    points: Pair | None = None


def check_table(table: Table, mapping: Mapping[str, object]) -> AtClose:
    """Refuse a table that no deal under its rules can have led to; return what stood at the close.

    Raises:
        PositionError: naming the key at fault.
    """
    tricks, points = table.tricks, table.points
    if not tricks[table.leader] and tricks[1 - table.leader]:
        who = PLAYERS[table.leader]
        raise PositionError(
            "tricks",
            f"{list(tricks)} cannot be: who leads ({who}) has won the last trick; correct tricks or turn",
        )
    out = points[0] >= TARGET or points[1] >= TARGET
    if out:
        _check_out(table)
    if table.pending != (0, 0):
        _check_pending(table)
    at_close = AtClose()
    if table.closer >= 0:
        at_close = _check_close(table, mapping)
    else:
        for key in ("tricks_at_close", "points_at_close"):
            if key in mapping:
                raise PositionError(key, "nobody has closed; say who did (closed), or leave it out")
    marriages = points[0] + points[1] - card_points(table.played)
    if out or marriages or not can_split(table.played, 2 * tricks[0], points[0]):
        _check_points(table, at_close, out)
    return at_close


def close_asks_tricks(rules: Rules) -> bool:
    """Do the tricks at the close make a difference to the result?"""
    return rules.close_lost != rules.close_lost_trickless or (
        rules.close_won == "table-at-close" and rules.schwarz == "no-tricks"
    )


def close_asks_points(rules: Rules) -> bool:
    """Do the points at the close make a difference to the result?"""
    return rules.close_won == "table-at-close"


def _check_out(table: Table) -> None:
    """Refuse a deal that 66 has ended; under stop = after-trick a declarer has it while his trick goes on."""
    leader = table.leader
    player = 0 if table.points[0] >= TARGET else 1
    over = f"{table.points[player]} points are {_WHOSE[player]}: 66 is reached and the deal is over"
    if table.rules.stop != "after-trick":
        raise PositionError("points", f"{over}; give a position before that")
    declared = (
        player == leader
        and table.led & 7 in (KING, QUEEN)
        and not table.played & (1 << (table.led ^ KING ^ QUEEN))  # the other card is still in hand
        and declares_now(table)
        and may_have_declared(table, table.led >> 3)[leader]
        and (table.tricks[leader] > 0 or table.rules.marriage_counts == "at-once")
        and table.points[leader] - marriage_points(table.led >> 3, table.trump) < TARGET
        and table.points[1 - leader] < TARGET
    )
    if table.led < 0 or not declared:
        raise PositionError(
            "points",
            f"{over}; only who has just led a marriage may stand at 66 until that trick is played out",
        )


def _check_pending(table: Table) -> None:
    """Refuse pending points but those of one marriage, led to the first trick by a player without a trick."""
    rules, pending = table.rules, table.pending
    if rules.marriage_counts != "first-trick":
        raise PositionError("pending", "under these rules marriages count at once; add it to points")
    if not rules.marriage_first_lead:
        raise PositionError(
            "pending", "under these rules no marriage is declared on the first lead; write [0, 0]"
        )
    if all(pending):
        raise PositionError(
            "pending", f"{list(pending)} cannot be: only the leader of the first trick can wait for points"
        )
    owner = 0 if pending[0] else 1
    who = PLAYERS[owner]
    if pending[owner] not in (20, 40):
        raise PositionError("pending", f"{pending[owner]} is no marriage; it counts 20, in trumps 40")
    if table.tricks[owner]:
        raise PositionError(
            "pending",
            f"who waits for it ({who}) has won a trick, so it counts already; add it to points, write [0, 0]",
        )
    if not sum(table.tricks) and (table.led < 0 or table.leader != owner):
        raise PositionError(
            "pending", f"{list(pending)} cannot be: its owner ({who}) has led nothing yet; write [0, 0]"
        )
    on_first_lead = table.closer >= 0 and _tricks_before_close(table) == (0,)
    if not pending_possible(table) or (on_first_lead and rules.marriage_phases == "open"):
        suit = "the trump suit" if pending[owner] == 40 else "a plain suit"
        raise PositionError(
            "pending",
            f"{pending[owner]} cannot be: its owner ({who}) can have declared no marriage of {suit}, "
            "that is, led its king or queen with the other in hand",
        )


def _check_close(table: Table, mapping: Mapping[str, object]) -> AtClose:
    """Refuse a close that the rules do not allow, and numbers at the close that cannot have been."""
    rules, closer, stock = table.rules, table.closer, len(table.stock)
    who = PLAYERS[closer]
    if not rules.close_min_stock:
        raise PositionError(
            "closed", "under these rules the stock is never closed (close_min_stock = 0); leave it out"
        )
    if not stock:
        raise PositionError(
            "closed", "no stock is left to be closed; a closed stock keeps its cards, count them"
        )
    if stock < rules.close_min_stock:
        raise PositionError(
            "closed",
            f"with {stock} cards the stock cannot have been closed; under these rules it needs "
            f"{rules.close_min_stock} (close_min_stock)",
        )
    if 2 * rules.hand_size + stock > rules.pack.bit_count():
        raise PositionError(
            "stock", f"{stock} cards cannot have been closed, two full hands leave fewer; count them again"
        )
    tricks = _tricks_at_close(table, mapping)
    if tricks and not tricks[closer] and sum(tricks):
        raise PositionError(
            "tricks_at_close",
            f"{list(tricks)} cannot be: the closer ({who}) was on lead, so had won the trick before",
        )
    if rules.close_needs_trick and not (tricks or table.tricks)[closer]:
        raise PositionError(
            "closed", f"the closer ({who}) had no trick, but under these rules needs one (close_needs_trick)"
        )
    if tricks == table.tricks and table.leader != closer:
        raise PositionError(
            "turn", f"the closer ({who}) leads to the first trick after the close; correct turn or closed"
        )
    return AtClose(tricks, _points_at_close(table, mapping, tricks))


def _tricks_before_close(table: Table) -> tuple[int, ...]:
    """How many tricks can have been over when the stock was closed: after the draw, or else before it."""
    rules = table.rules
    after_draw = (rules.pack.bit_count() - 2 * rules.hand_size - len(table.stock)) // 2
    possible = (after_draw, after_draw + 1) if rules.close_before_draw else (after_draw,)
    return tuple(number for number in possible if number <= sum(table.tricks))


def _tricks_at_close(table: Table, mapping: Mapping[str, object]) -> Pair | None:
    """The tricks at the close, where they are told, asked for, or today's."""
    now = table.tricks
    possible = _tricks_before_close(table)
    together = " or ".join(map(str, possible))
    if "tricks_at_close" not in mapping:
        if possible == (sum(now),):
            return now
        if not close_asks_tricks(table.rules):
            return None
        raise PositionError(
            "tricks_at_close",
            "required: tricks were played after the close, and these rules look at those before it; "
            f"write [mine, theirs], {together} in all",
        )
    tricks = read_pair("tricks_at_close", mapping["tricks_at_close"])
    if sum(tricks) not in possible:
        raise PositionError(
            "tricks_at_close",
            f"{list(tricks)} cannot be: a stock of {len(table.stock)} was closed after {together} tricks",
        )
    if tricks[0] > now[0] or tricks[1] > now[1]:
        raise PositionError("tricks_at_close", f"{list(tricks)} is more than the tricks by now, {list(now)}")
    return tricks


def _points_at_close(table: Table, mapping: Mapping[str, object], tricks: Pair | None) -> Pair | None:
    """The points at the close, where they are told, asked for, or today's; none of a marriage led since."""
    now = table.points
    same = tricks == table.tricks
    if "points_at_close" not in mapping:
        if not same and close_asks_points(table.rules):
            raise PositionError(
                "points_at_close",
                "required: tricks were played after the close, and these rules look at the points before it; "
                "write [mine, theirs]",
            )
        return now if same else None
    points = read_pair("points_at_close", mapping["points_at_close"])
    for player in (0, 1):
        gained = now[player] - points[player]
        if gained < 0:
            raise PositionError(
                "points_at_close", f"{list(points)} is more than the points by now, {list(now)}"
            )
        # Without a trick only marriages add to a player's points, and without a lead nothing does.
        idle = tricks is not None and tricks[player] == table.tricks[player]
        if idle and (gained % 20 or (gained and same and table.led < 0)):
            raise PositionError(
                "points_at_close",
                f"{list(points)} cannot be: without a trick since ({PLAYERS[player]}), "
                f"{now[player]} can be more by marriages only",
            )
        if points[player] and tricks is not None and not tricks[player]:
            _refuse_trickless(table.rules, "points_at_close", points, player)
    return points


def _check_points(table: Table, at_close: AtClose, out: bool) -> None:
    """Refuse points that no such tricks and marriages give."""
    cards = card_points(table.played)
    mine, theirs = table.points
    leads = _open_leads(table, at_close)
    for a, _ in counted_marriages(table, leads, total=mine + theirs - cards, out=out):
        if can_split(table.played, 2 * table.tricks[0], mine - a):
            return
    _explain_points(table, cards, set(counted_marriages(table, leads, out=out)))


def _open_leads(table: Table, at_close: AtClose) -> int:
    """The most marriages there can be by the leads to an open stock, where only those declare any."""
    rules = table.rules
    if rules.marriage_phases == "any":
        return 4
    if table.closer >= 0:
        return sum(at_close.tricks) if at_close.tricks else max(_tricks_before_close(table))
    return 4 if table.stock else (rules.pack.bit_count() - 2 * rules.hand_size) // 2


def _refuse_trickless(rules: Rules, key: str, points: Pair, player: int) -> None:
    """Refuse points of a player without a trick where marriages wait for one."""
    if rules.marriage_counts == "first-trick":
        raise PositionError(
            key,
            f"{list(points)} cannot be: without a trick ({PLAYERS[player]}) nothing counts yet; write 0 "
            "(a marriage that waits belongs in pending)",
        )


def _explain_points(table: Table, cards: int, shares: set[Pair]) -> NoReturn:
    """Say what is wrong with points that cannot be, and which could."""
    mine, theirs = table.points
    for player in (0, 1):
        if table.points[player] and not table.tricks[player]:
            _refuse_trickless(table.rules, "points", table.points, player)
    totals = sorted({a + b + cards for a, b in shares}) or [cards]
    if mine + theirs not in totals:
        marriages = " (with the marriages there can have been)" if len(totals) > 1 else ""
        raise PositionError(
            "points",
            f"{list(table.points)} add up to {mine + theirs}, but the played cards are worth {cards}; "
            f"together it must be {' or '.join(map(str, totals))}{marriages}",
        )
    sums = split_sums(table.played, 2 * table.tricks[0])
    possible = [
        taken + a
        for a, b in shares
        if a + b + cards == mine + theirs
        for taken in range(cards + 1)
        if sums >> taken & 1
    ]
    near = min(possible, key=lambda points: abs(points - mine))
    raise PositionError(
        "points",
        f"{list(table.points)} cannot come from {table.tricks[0]} and {table.tricks[1]} tricks of the played "
        f"cards; the nearest possible is [{near}, {mine + theirs - near}]",
    )
