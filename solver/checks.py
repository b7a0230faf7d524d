"""Can a position have come about? Its points, tricks, pending marriages and close, judged by the rules.

A position that is possible is never refused; where the past cannot be told from the table, it is given the benefit.
"""

from collections.abc import Iterable, Mapping
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
    """What stood at the close; zeros where the rules do not ask and the file does not say."""

    tricks: Pair = (0, 0)
    points: Pair = (0, 0)


def check_table(table: Table, mapping: Mapping[str, object]) -> AtClose:
    """Refuse a table that no deal under its rules can have led to; return what stood at the close.

    Raises:
        PositionError: naming the key at fault.
    """
    tricks, points = table.tricks, table.points
    if not tricks[table.leader] and tricks[1 - table.leader]:
        player = PLAYERS[table.leader]
        raise PositionError(
            "tricks", f"{list(tricks)} cannot be: {player} leads, and after the first trick the leader has won one"
        )
    now = points[0] >= TARGET or points[1] >= TARGET
    if now:
        _check_over(table)
    if table.pending != (0, 0):
        _check_pending(table)
    at_close = AtClose()
    if table.closer >= 0:
        at_close = _check_close(table, mapping)
    elif "tricks_at_close" in mapping or "points_at_close" in mapping:
        key = "tricks_at_close" if "tricks_at_close" in mapping else "points_at_close"
        raise PositionError(key, "nobody has closed; write closed = \"me\" or \"opponent\", or leave it out")
    marriages = points[0] + points[1] - card_points(table.played)
    if now or marriages or not can_split(table.played, 2 * tricks[0], points[0]):
        _check_points(table, at_close, now)
    return at_close


def close_asks_tricks(rules: Rules) -> bool:
    """Do the tricks at the close make a difference to the result?"""
    return rules.close_lost != rules.close_lost_trickless or (
        rules.close_won == "table-at-close" and rules.schwarz == "no-tricks"
    )


def close_asks_points(rules: Rules) -> bool:
    """Do the points at the close make a difference to the result?"""
    return rules.close_won == "table-at-close"


def tricks_before_close(table: Table) -> tuple[int, ...]:
    """How many tricks can have been over when the stock was closed: closed after the draw, or before it."""
    rules = table.rules
    after_draw = (rules.pack.bit_count() - 2 * rules.hand_size - len(table.stock)) // 2
    possible = (after_draw, after_draw + 1) if rules.close_before_draw else (after_draw,)
    return tuple(number for number in possible if 0 <= number <= sum(table.tricks))


def _check_over(table: Table) -> None:
    """Refuse a deal that 66 has ended; under stop = after-trick its declarer may have it while the trick goes on."""
    leader, led = table.leader, table.led
    player = 0 if table.points[0] >= TARGET else 1
    over = f"{table.points[player]} points are {_WHOSE[player]}: 66 is reached and the deal is over"
    if table.rules.stop != "after-trick":
        raise PositionError("points", f"{over}; give a position before that")
    suit = led >> 3
    declared = (
        led >= 0
        and player == leader
        and led & 7 in (KING, QUEEN)
        and declares_now(table)
        and may_have_declared(table, suit)[leader]
        and (table.tricks[leader] > 0 or table.rules.marriage_counts == "at-once")
        and table.points[leader] - marriage_points(suit, table.trump) < TARGET
        and table.points[1 - leader] < TARGET
    )
    if not declared:
        raise PositionError(
            "points", f"{over}; only the leader of a marriage may stand at 66 while the trick it leads is played out"
        )


def _check_pending(table: Table) -> None:
    """Refuse pending points that are not one marriage, declared on the first lead by a player without a trick."""
    rules, pending = table.rules, table.pending
    if rules.marriage_counts != "first-trick" or not rules.marriage_first_lead:
        wanted = "marriages count at once" if rules.marriage_counts != "first-trick" else "none is declared on the first lead"
        raise PositionError("pending", f"{list(pending)} cannot be: under these rules {wanted}; write [0, 0]")
    if all(pending):
        raise PositionError("pending", f"{list(pending)} cannot be: only the leader of the first trick can wait for one")
    owner = 0 if pending[0] else 1
    if pending[owner] not in (20, 40):
        raise PositionError("pending", f"{pending[owner]} is no marriage; a marriage counts 20, in trumps 40")
    if table.tricks[owner]:
        raise PositionError(
            "pending",
            f"{PLAYERS[owner]} has a trick ({table.tricks[owner]}), so the marriage counts already; add it to points",
        )
    if sum(table.tricks) == 0 and (table.led < 0 or table.leader != owner):
        raise PositionError("pending", f"{list(pending)} cannot be: {PLAYERS[owner]} has led nothing yet")
    closed_first = table.closer >= 0 and 0 in tricks_before_close(table) and len(tricks_before_close(table)) == 1
    if not pending_possible(table) or (closed_first and rules.marriage_phases == "open"):
        kind = "the trump suit" if pending[owner] == 40 else "a plain suit"
        raise PositionError(
            "pending",
            f"{pending[owner]} cannot be: {PLAYERS[owner]} has declared no marriage of {kind}; its king or queen must have "
            "been led with the other in hand",
        )


def _check_close(table: Table, mapping: Mapping[str, object]) -> AtClose:
    """Refuse a close that the rules do not allow, and numbers at the close that cannot have been."""
    rules, closer, stock = table.rules, table.closer, len(table.stock)
    player = PLAYERS[closer]
    if not rules.close_min_stock:
        raise PositionError("closed", "under these rules the stock is never closed (close_min_stock = 0); leave it out")
    if not stock:
        raise PositionError("closed", "there is no stock to be closed; a closed stock keeps its cards, say how many (stock)")
    if stock < rules.close_min_stock:
        raise PositionError(
            "closed",
            f"the stock has {stock} cards, but is closed with at least {rules.close_min_stock} under these rules "
            "(close_min_stock)",
        )
    possible = tricks_before_close(table)
    if not possible:
        raise PositionError("stock", f"{stock} cards with hands of this size cannot have been left at a close; count them again")
    tricks = _tricks_at_close(table, mapping, possible)
    if tricks is None:
        if "points_at_close" in mapping:
            return AtClose((0, 0), _points_at_close(table, mapping, None))
        return AtClose()
    before = sum(tricks)
    if before and not tricks[closer]:
        raise PositionError(
            "tricks_at_close", f"{list(tricks)} cannot be: {player} closed on lead, and after the first trick the leader has won one"
        )
    if rules.close_needs_trick and not tricks[closer]:
        raise PositionError("closed", f"{player} had no trick yet, but under these rules closing needs one (close_needs_trick)")
    if before == sum(table.tricks) and table.leader != closer:
        raise PositionError("turn", f"{player} has just closed, so {player} leads to this trick")
    return AtClose(tricks, _points_at_close(table, mapping, tricks))


def _tricks_at_close(table: Table, mapping: Mapping[str, object], possible: Iterable[int]) -> Pair | None:
    """The tricks at the close, ``None`` where nobody says or asks."""
    now = table.tricks
    if "tricks_at_close" not in mapping:
        if sum(now) in possible and (min(possible) == sum(now)):
            return now
        if not close_asks_tricks(table.rules):
            return None
        raise PositionError(
            "tricks_at_close",
            f"required: tricks were played after the close, and under these rules the result goes by those before it; "
            f"write [mine, theirs], {' or '.join(map(str, possible))} together",
        )
    tricks = read_pair("tricks_at_close", mapping["tricks_at_close"])
    if sum(tricks) not in possible:
        raise PositionError(
            "tricks_at_close",
            f"{list(tricks)} cannot be: with {len(table.stock)} cards left in the stock "
            f"{' or '.join(map(str, possible))} tricks had been played",
        )
    if tricks[0] > now[0] or tricks[1] > now[1]:
        raise PositionError("tricks_at_close", f"{list(tricks)} is more than the tricks won by now, {list(now)}")
    return tricks


def _points_at_close(table: Table, mapping: Mapping[str, object], tricks: Pair | None) -> Pair:
    """The points at the close; a marriage led since is not yet in them."""
    now = table.points
    same = tricks is not None and tricks == table.tricks
    if "points_at_close" not in mapping:
        if same or not close_asks_points(table.rules):
            return now if same else (0, 0)
        raise PositionError(
            "points_at_close",
            "required: tricks were played after the close, and under these rules the result goes by the points before it; "
            "write [mine, theirs]",
        )
    points = read_pair("points_at_close", mapping["points_at_close"])
    if points[0] > now[0] or points[1] > now[1]:
        raise PositionError("points_at_close", f"{list(points)} is more than the points by now, {list(now)}")
    if same and table.led < 0 and points != now:
        raise PositionError("points_at_close", f"{list(points)} cannot be: nothing was played since the close, so they are {list(now)}")
    return points


def _check_points(table: Table, at_close: AtClose, now: bool) -> None:
    """Refuse points that no such tricks and marriages give."""
    cards = card_points(table.played)
    shares = set(counted_marriages(table, _open_leads(table), now))
    mine, theirs = table.points
    for a, b in shares:
        if a + b + cards == mine + theirs and theirs >= b and can_split(table.played, 2 * table.tricks[0], mine - a):
            return
    _explain_points(table, cards, shares)


def _open_leads(table: Table) -> int:
    """The most leads at which a marriage can have been declared where that needs an open stock."""
    rules = table.rules
    if rules.marriage_phases == "any":
        return 4
    if table.closer >= 0:
        return max(tricks_before_close(table))
    return 4 if table.stock else (rules.pack.bit_count() - 2 * rules.hand_size) // 2


def _explain_points(table: Table, cards: int, shares: set[Pair]) -> NoReturn:
    mine, theirs = table.points
    if table.rules.marriage_counts == "first-trick":
        for player in (0, 1):
            if table.points[player] and not table.tricks[player]:
                raise PositionError(
                    "points",
                    f"{list(table.points)} cannot be: {PLAYERS[player]} has no trick, so nothing counts yet; write 0 "
                    "(a marriage that waits belongs in pending)",
                )
    totals = sorted({a + b + cards for a, b in shares})
    if mine + theirs not in totals:
        marriages = " (marriages that can have been declared included)" if len(totals) > 1 else ""
        raise PositionError(
            "points",
            f"{list(table.points)} add up to {mine + theirs}, but the played cards are worth {cards}; "
            f"together it must be {' or '.join(map(str, totals))}{marriages}",
        )
    number = 2 * table.tricks[0]
    sums = split_sums(table.played, number)
    fitting = [
        points + a
        for a, b in shares
        if a + b + cards == mine + theirs
        for points in range(cards + 1)
        if sums >> points & 1 and points + a < TARGET and mine + theirs - points - a < TARGET
    ]
    hint = ""
    if fitting:
        near = min(fitting, key=lambda points: abs(points - mine))
        hint = f"; the nearest possible is [{near}, {mine + theirs - near}]"
    raise PositionError(
        "points",
        f"{list(table.points)} cannot come from {table.tricks[0]} and {table.tricks[1]} tricks of the played cards{hint}",
    )
