"""Worlds: counted, listed and drawn as they really can lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hidden import random_hidden
from reference_positions import worlds as reference_worlds
from scipy.stats import chisquare
from sixtysix.solver.cards import cards_text, parse_cards
from sixtysix.solver.position import Position, PositionError
from sixtysix.solver.supply import Everything, Sample
from sixtysix.solver.worlds import Batch, Worlds
from told import CLOSED, OPEN, position, told

FIRST_LEAD = {"hand": "AH KH TD KS QS 9D", "upcard": "9H"}
# Four cards in the stock: 84 hands in 6 orders each.
FOUR_LEFT = {
    "hand": "AS TS KS AH KH 9D",
    "upcard": "TD",
    "played": "9S 9H JH KD QD JD AC KC",
    "points": [20, 6],
    "tricks": [3, 1],
}


def _as_told(position: Position, batch: Batch) -> set[tuple[frozenset[str], tuple[str, ...]]]:
    """The worlds as the reference tells them."""
    known = position.deal.hands[1]
    stocks = batch.stocks.tolist() if batch.stocks is not None else [[]] * len(batch.hands)
    return {
        (frozenset(cards_text(known | int(hand)).split()), tuple(cards_text(1 << card) for card in stock))
        for hand, stock in zip(batch.hands, stocks, strict=True)
    }


def _rows(batch: Batch) -> list[tuple[int, ...]]:
    """The worlds of an open stock as the hand and the order."""
    assert batch.stocks is not None
    return [(int(hand), *stock) for hand, stock in zip(batch.hands, batch.stocks.tolist(), strict=True)]


@pytest.mark.parametrize("seed", range(60))
def test_all_worlds_are_the_references(seed: int) -> None:
    hidden = random_hidden(seed)
    position = Position.from_dict(hidden.told)
    worlds = Worlds(position)
    batch = worlds.all()
    expected = {
        (frozenset(world["opponent"].split()), tuple(world["stock"].split() if world["stock"] else ()))
        for world in reference_worlds(hidden.told)
    }
    if "closed" in hidden.told:  # there the order of the stock is left out
        expected = {(hand, ()) for hand, _ in expected}
    assert worlds.count == position.world_count() == len(expected)
    assert _as_told(position, batch) == expected
    assert batch.hands.dtype == np.uint32
    assert batch.stocks is None or batch.stocks.dtype == np.int8
    assert _as_told(position, worlds.draw(50, np.random.default_rng(seed))) <= expected
    for supply in (Everything(worlds, seed), Sample(worlds, seed, None)):
        rows = supply.rows(0, worlds.count)
        assert len(rows.hands) == worlds.count
        assert _as_told(position, rows) <= expected
    assert _as_told(position, Everything(worlds, seed).rows(0, worlds.count)) == expected


@pytest.mark.parametrize(
    ("base", "changes", "count"),
    [
        (OPEN, {}, 7),
        (FOUR_LEFT, {}, 504),
        (FOUR_LEFT, {"opponent": "AD ? ? ? ? ?"}, 336),  # 8 over 5 hands
        (FOUR_LEFT, {"lacks": "S"}, 42),  # 7 over 6 hands, 6 orders
        (FOUR_LEFT, {"stock": "TH ? ? TD"}, 56),
        (FIRST_LEAD, {}, 494_010_316_800),
        (FIRST_LEAD, {"closed": "me"}, 12_376),
        (CLOSED, {"opponent": ...}, 56),
        (CLOSED, {}, 1),
    ],
)
def test_count(base: dict[str, Any], changes: dict[str, Any], count: int) -> None:
    assert Worlds(position(base, **changes)).count == count


def test_order_of_a_stock_may_be_left_out() -> None:
    worlds = Worlds(position(FOUR_LEFT), orders=False)
    batch = worlds.all()
    assert worlds.count == 84 == len(np.unique(batch.hands))
    assert batch.stocks is not None
    assert batch.stocks.shape == (84, 4)


def test_all_worlds_have_a_fixed_order_without_repeats() -> None:
    worlds = Worlds(position(FOUR_LEFT))
    rows = _rows(worlds.all())
    assert len(set(rows)) == 504
    assert rows[:6] == sorted(rows[:6])
    assert _rows(worlds.at(np.arange(504)[::-1])) == rows[::-1]


def test_more_worlds_than_fit_64_bits() -> None:
    rules = {"ranks": "789JQKTA", "hand_size": 2, "preset": "server"}
    many = Position.from_dict({"rules": rules, "hand": "AH KH", "upcard": "9H"})
    worlds = Worlds(many)
    assert worlds.count > 1 << 64
    rows = Everything(worlds, 0).rows(0, 5)
    assert rows.stocks is not None
    for stock, hand in zip(rows.stocks.tolist(), rows.hands, strict=True):
        assert sorted(stock) == sorted(set(stock))
        assert not any(int(hand) >> card & 1 for card in stock)
    assert len(set(map(tuple, rows.stocks.tolist()))) == 5


@pytest.mark.parametrize(
    "changes", [{}, {"lacks": "S"}, {"opponent": "AD ? ? ? ? ?"}, {"stock": "? TH ? TD"}]
)
def test_draws_are_uniform(changes: dict[str, Any]) -> None:
    worlds = Worlds(position(FOUR_LEFT, **changes))
    number = {world: at for at, world in enumerate(_rows(worlds.all()))}
    drawn = [number[world] for world in _rows(worlds.draw(200 * worlds.count, np.random.default_rng(66)))]
    p = chisquare(np.bincount(drawn, minlength=worlds.count)).pvalue
    assert 0.001 < p < 0.999


def test_a_longer_sample_begins_with_the_shorter() -> None:
    worlds = Worlds(position(FOUR_LEFT))
    short, long = Sample(worlds, 3, 100), Sample(worlds, 3, 5_000)
    whole = _rows(long.rows(0, 5_000))
    assert _rows(short.rows(0, 100)) == whole[:100]
    assert _rows(long.rows(900, 3_000)) == whole[900:3_000]
    assert _rows(Sample(worlds, 4, 100).rows(0, 100)) != whole[:100]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"opponent": "9S ? ? ? ? ?"}, "9S is named in opponent and in played"),
        ({"opponent": "AD TH QH JH TC QC JC"}, "has 7 cards against my 6"),
        ({"lacks": "H D C"}, "leaves only QS JS for 6 unknown cards"),
        ({"opponent": "AD ? ? ? ? ?", "lacks": "AD"}, "AD is named in opponent too"),
        ({"opponent": "AS ? ? ? ? ?"}, "AS is named in hand and in opponent"),
        ({"stock": "AD ? ? TD", "opponent": "AD ? ? ? ? ?"}, "AD is named in opponent and in stock"),
    ],
)
def test_impossible_knowledge_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as refused:
        Position.from_dict(told(FOUR_LEFT, changes))
    assert message in str(refused.value)


def test_lacks_is_obeyed() -> None:
    lacking = position(FOUR_LEFT, lacks="S TH")
    missing = sum(1 << card for card in parse_cards("QS JS TH") if card is not None)
    assert not (Worlds(lacking).hands & np.uint32(missing)).any()
