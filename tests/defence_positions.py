"""Positions where best defence can differ from double dummy: several worlds, any rules."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from reference import Pair, State, pack
from reference_rules import PRESETS, Rules, full_rules, random_rules
from sixtysix.solver.cards import mask_of, parse_card
from sixtysix.solver.kernel.defence import DefenceGame
from sixtysix.solver.kernel.search import Deal
from sixtysix.solver.rules import Rules as PackageRules


class Hidden(NamedTuple):
    """A position in which I do not see the other hand, nor the stock."""

    rules: Rules
    worlds: list[State]

    def game(self, **options: bool | int | float | str) -> DefenceGame:
        """The same for the kernel."""
        state = self.worlds[0]
        rules = PackageRules.from_dict(self.rules)
        deal = Deal(
            rules.game,
            "SHDC".index(state.trump),
            (mask(state.hands[0]), 0),
            hidden=(0, len(state.hands[1])),
            led=parse_card(state.led) if state.led else -1,
            turn=state.actor,
            stock=stock_of(state),
            drawn=not state.before_draw,
            points=state.points,
            pending=state.pending,
            tricks=state.tricks,
            closer=-1 if state.closer is None else state.closer,
            tricks_at_close=state.tricks_at_close,
            points_at_close=state.points_at_close,
        )
        hands = np.array([mask(world.hands[1]) for world in self.worlds], np.uint32)
        stocks = np.array([stock_of(world) for world in self.worlds], np.int8)
        return DefenceGame(SimpleNamespace(rules=rules, deal=deal), hands, stocks, **options)


def mask(cards: frozenset[str]) -> int:
    return mask_of(parse_card(card) for card in cards)


def stock_of(state: State) -> tuple[int, ...]:
    return tuple(parse_card(card) for card in state.stock)


def narrowed(game: DefenceGame, gap: float = 1e-4, passes: int = 20_000) -> Pair:
    """The bounds, once they are as narrow as that."""
    low, high = game.bounds()
    while high - low > gap and game.passes < passes:
        game.improve(20)
        low, high = game.bounds()
    return low, high


def mixed_rules(rng: random.Random, hand_size: int) -> Rules:
    """A preset, or any mixture of parameters, with the hand size given."""
    if rng.random() < 0.6:
        return full_rules({"preset": rng.choice(sorted(PRESETS)), "hand_size": hand_size})
    rules = random_rules(rng, "9JQKTA", hand_size)
    rules["exchange_min_stock"] = max(2, rules["exchange_min_stock"])
    return rules


def hidden(rng: random.Random, rules: Rules, cards: int, worlds: int, *, stock: int = 0) -> Hidden:
    """A random position: closed, or with `stock` cards to draw; `cards` in hand and at most so many worlds.

    Points, tricks and what was played are drawn freely, since what follows does not ask how they came.
    """
    deck = pack(rules)
    rng.shuffle(deck)
    mine, theirs, rest = deck[:cards], deck[cards : 2 * cards], deck[2 * cards :]
    rest = rest[: stock or rng.randrange(2, len(rest) + 1, 2)]
    actor, before_draw, led = rng.randrange(2), False, None
    if rng.random() < 0.3:
        led = (mine if actor else theirs).pop()
    elif stock and rng.random() < 0.3:
        before_draw = True
        mine.pop()
        theirs.pop()
    leader = 1 - actor if led else actor
    tricks = rng.choice(((0, 0), (1, 0), (0, 1), (2, 1), (1, 2)))
    if before_draw or (sum(tricks) and not tricks[leader]):  # the leader has won the last trick
        tricks = (max(1, tricks[0]), max(1, tricks[1]))
    points = (rng.randrange(5, 58) if tricks[0] else 0, rng.randrange(5, 58) if tricks[1] else 0)
    pending = (0, 0)
    if rules["marriage_counts"] == "first-trick" and sum(tricks) and 0 in tricks and rng.random() < 0.5:
        pending = (20 * (not tricks[0]), 20 * (not tricks[1]))
    at_close = ((min(1, tricks[0]), min(1, tricks[1])), (min(points[0], 30), min(points[1], 30)))
    state = State(
        hands=(frozenset(mine), frozenset(theirs)),
        trump=rest[-1][1],
        stock=tuple(rest),
        led=led,
        actor=actor,
        before_draw=before_draw,
        points=points,
        tricks=tricks,
        pending=pending,
        closer=None if stock else rng.randrange(2),
        tricks_at_close=(0, 0) if stock else at_close[0],
        points_at_close=(0, 0) if stock else at_close[1],
    )
    unseen = [*theirs, *rest[:-1]]
    found = []
    for hand in combinations(unseen, len(theirs)):
        left = [card for card in unseen if card not in hand]
        for order in permutations(left) if stock else [left]:
            hands = (state.hands[0], frozenset(hand))
            found.append(state._replace(hands=hands, stock=(*order, rest[-1])))
    rng.shuffle(found)
    return Hidden(rules, found[:worlds])
