"""Which points two players can have: sums of card points over tricks, and marriages behind the rest."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from .cards import KING, QUEEN, card_points
from .reading import Pair
from .table import Table

# The four cards of one rank, those without points together.
_BLANKS = 0x07070707
_SCORING = ((2, 0x08080808), (3, 0x10101010), (4, 0x20202020), (10, 0x40404040), (11, 0x80808080))

_PAIR = 1 << KING | 1 << QUEEN

TARGET = 66


def can_split(cards: int, number: int, points: int) -> bool:
    """Can exactly this many of these cards be worth exactly these points?"""
    if points < 0:
        return False
    if 2 * number > cards.bit_count():
        number, points = cards.bit_count() - number, card_points(cards) - points
        if points < 0:
            return False
    return bool(split_sums(cards, number) >> points & 1)


def split_sums(cards: int, number: int) -> int:
    """The sums that exactly this many of these cards can have: bit s is set for a sum of s."""
    jacks, queens, kings, tens, aces = [(cards & mask).bit_count() for _, mask in _SCORING]
    return _sums((cards & _BLANKS).bit_count(), jacks, queens, kings, tens, aces, number)


@lru_cache(1 << 15)
def _sums(blanks: int, jacks: int, queens: int, kings: int, tens: int, aces: int, number: int) -> int:
    # Only how many there are of each rank matters, so few different questions come up.
    # sums[k] holds what k of the cards looked at so far can be worth.
    sums = [1 if k <= blanks else 0 for k in range(number + 1)]
    for (points, _), count in zip(_SCORING, (jacks, queens, kings, tens, aces), strict=True):
        for _ in range(count):
            for k in range(number, 0, -1):
                sums[k] |= sums[k - 1] << points
    return sums[number]


def marriage_points(suit: int, trump: int) -> int:
    """What a marriage of this suit counts."""
    return 40 if suit == trump else 20


def may_have_declared(table: Table, suit: int) -> tuple[bool, bool]:
    """Whether I, and whether the opponent, can have declared the marriage of this suit by now.

    It is declared by leading one of the two cards with the other in hand. So one of them has been played or
    is led; the other has been played too, or is still in the declarer's hand. Of an unseen card nothing is
    inferred: published positions count tricks loosely, and such points are let pass.
    """
    pair = _PAIR << suit * 8
    played = table.played & pair
    led = 1 << table.led & pair if table.led >= 0 else 0
    if not played and not (led and declares_now(table)):
        return False, False
    if not led and played == pair:
        return True, True
    if played and _exchangeable(table, suit):
        return True, True
    if led and played:
        return table.leader == 0, table.leader == 1
    other = pair & ~played & ~led
    in_mine = bool(other & table.hand)
    in_theirs = bool(other & (table.opponent | (table.unseen & ~table.lacks if table.hidden else 0)))
    if led:  # declared just now, by the leader
        return in_mine and table.leader == 0, in_theirs and table.leader == 1
    return in_mine or bool(other & table.unseen), in_theirs


def _exchangeable(table: Table, suit: int) -> bool:
    """May a card of a declared marriage have left the declarer's hand again, by the exchange?"""
    return suit == table.trump and table.rules.exchange_rank in ("K", "Q")


def declares_now(table: Table) -> bool:
    """Do the rules let the card just led declare a marriage?"""
    rules = table.rules
    if rules.marriage_phases == "open" and (table.closer >= 0 or not table.stock):
        return False
    return rules.marriage_first_lead or sum(table.tricks) > 0


def counted_marriages(
    table: Table, open_leads: int, *, total: int | None = None, out: bool = False
) -> Iterator[Pair]:
    """Every way the counted points of marriages can be shared, mine and theirs.

    ``open_leads`` limits how many can have been declared where they need an open stock; with ``total`` only
    shares of this sum are wanted. With ``out`` the leader must have declared one with the card just led.
    """
    suits, chances, worth = [], [], []
    for suit in range(4):
        declarers = _possible_declarers(table, suit)
        if declarers:
            suits.append(suit)
            chances.append((-1, *declarers))
            worth.append(marriage_points(suit, table.trump))
    limits = list(_lead_limits(table))
    for choice in product(*chances):
        shares = [0, 0]
        for points, declarer in zip(worth, choice, strict=True):
            if declarer >= 0:
                shares[declarer] += points
        if total is not None and shares[0] + shares[1] != total:
            continue
        mine, theirs = choice.count(0), choice.count(1)
        if mine + theirs > open_leads or not any(mine <= a and theirs <= b for a, b in limits):
            continue
        declarers_by_suit = dict(zip(suits, choice, strict=True))
        if out and declarers_by_suit.get(table.led >> 3) != table.leader:
            continue
        if _holds_partners(table, declarers_by_suit) and _pending_fits(table, declarers_by_suit):
            yield shares[0], shares[1]


def pending_possible(table: Table) -> bool:
    """Can the pending points be a marriage declared on the first lead of the deal?"""
    return _pending_fits(table, {})


def _possible_declarers(table: Table, suit: int) -> list[int]:
    """Who can have declared this suit's marriage so that it counts by now."""
    waits = table.rules.marriage_counts == "first-trick"
    able = may_have_declared(table, suit)
    return [player for player in (0, 1) if able[player] and (table.tricks[player] or not waits)]


def _lead_limits(table: Table) -> Iterator[Pair]:
    """How many marriages each can have declared, by the number of his leads; once for each first leader."""
    # Every trick gave its winner a lead, but for the last one while no card is led yet.
    leads = list(table.tricks)
    over = sum(leads)
    if over and table.led < 0:
        leads[table.leader] -= 1
    at_start = 1 if table.rules.marriage_first_lead and (over or table.led >= 0) else 0
    for first in (0, 1) if over and not any(table.pending) else (_first_leader(table),):
        yield leads[0] + (at_start if first == 0 else 0), leads[1] + (at_start if first == 1 else 0)


def _first_leader(table: Table) -> int:
    """Who led first, where the position tells: before the first trick is over, or by pending points."""
    if any(table.pending):
        return 0 if table.pending[0] else 1
    return table.leader


def _holds_partners(table: Table, declarers: Mapping[int, int]) -> bool:
    """Has the opponent room for the unseen kings and queens that his marriages need in his hand?"""
    needed = 0
    for suit, declarer in declarers.items():
        if declarer == 1 and not _exchangeable(table, suit):
            needed += _PAIR << suit * 8 & table.unseen != 0
    return needed <= table.hidden


def _pending_fits(table: Table, declarers: Mapping[int, int]) -> bool:
    """Is there a marriage left for the pending points?"""
    if not any(table.pending):
        return True
    owner = _first_leader(table)
    return any(
        declarers.get(suit, -1) < 0
        and marriage_points(suit, table.trump) == table.pending[owner]
        and may_have_declared(table, suit)[owner]
        for suit in range(4)
    )
