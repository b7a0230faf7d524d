"""Sixty-Six written down from the rules alone: slow, plain, and sharing no line with the package it checks.

Seats are 0 ("me") and 1 ("opponent"); values are the game points seat 0 wins, negative when it loses them.
Rules are a plain dict of all parameters (see reference_rules.py). Nothing here is clever, on purpose: moves
are listed as strings, played one at a time on an immutable state, and a value is bare minimax with a memo.
"""

from __future__ import annotations

from typing import NamedTuple

from reference_rules import Rules

TARGET = 66
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
SUITS = "SHDC"
PARTNER = {"K": "Q", "Q": "K"}

Pair = tuple[int, int]


class State(NamedTuple):
    """Everything the rest of a deal depends on. Hashable: two equal states have equal values."""

    hands: tuple[frozenset[str], frozenset[str]]
    trump: str
    stock: tuple[str, ...]  # drawing order, the face-up trump last; once closed it is never read again
    led: str | None  # the card to be answered; its leader is the player who is not to act
    actor: int
    before_draw: bool  # the trick is over, its winner (the actor) has not drawn yet
    points: Pair
    tricks: Pair
    pending: Pair  # marriage points that wait for their owner's first trick
    closer: int | None
    tricks_at_close: Pair
    points_at_close: Pair


def pack(rules: Rules) -> list[str]:
    return [rank + suit for suit in SUITS for rank in reversed(rules["ranks"])]


def add(pair: Pair, seat: int, amount: int) -> Pair:
    return (pair[0] + amount, pair[1]) if seat == 0 else (pair[0], pair[1] + amount)


def with_hand(state: State, seat: int, hand: frozenset[str]) -> State:
    return state._replace(hands=(hand, state.hands[1]) if seat == 0 else (state.hands[0], hand))


# ---------------------------------------------------------------- what may be done


def stock_is_open(state: State) -> bool:
    return state.closer is None and len(state.stock) > 0


def beats(rules: Rules, trump: str, reply: str, led: str) -> bool:
    """Does the second card win the trick?"""
    if reply[1] == led[1]:
        order: str = rules["ranks"]
        return order.index(reply[0]) > order.index(led[0])
    return reply[1] == trump


def may_exchange(rules: Rules, state: State) -> bool:
    player = state.actor
    return (
        rules["exchange_rank"] != "none"
        and rules["exchange_rank"] + state.trump in state.hands[player]
        and stock_is_open(state)
        and not state.before_draw
        and len(state.stock) >= rules["exchange_min_stock"]
        and (state.tricks[player] > 0 or not rules["exchange_needs_trick"])
        and (state.led is None or rules["exchange_on"] == "any-turn")
    )


def exchanged(rules: Rules, state: State) -> State:
    """The actor's exchange card lies under the stock and the face-up trump is in his hand."""
    player = state.actor
    card = rules["exchange_rank"] + state.trump
    hand = state.hands[player] - {card} | {state.stock[-1]}
    return with_hand(state, player, hand)._replace(stock=(*state.stock[:-1], card))


def may_close(rules: Rules, state: State) -> bool:
    """On lead, or as the trick's winner before the draw; the stock counts as it lies at that moment."""
    player = state.actor
    return (
        rules["close_min_stock"] > 0
        and stock_is_open(state)
        and state.led is None
        and len(state.stock) >= rules["close_min_stock"]
        and (state.tricks[player] > 0 or not rules["close_needs_trick"])
        and (rules["close_before_draw"] or not state.before_draw)
        and len(state.hands[player]) > 0  # hands of one card: before the draw there is nothing to lead
    )


def closed(state: State) -> State:
    """The stock turned over; who had what is frozen now, before the card that is led with the close."""
    return state._replace(
        before_draw=False, closer=state.actor, tricks_at_close=state.tricks, points_at_close=state.points
    )


def marriage_value(state: State, suit: str) -> int:
    return 40 if suit == state.trump else 20


def may_marry(rules: Rules, state: State) -> bool:
    """May a marriage be declared or shown in this state? A close made with the same move comes before."""
    if rules["marriage_phases"] == "open" and not stock_is_open(state):
        return False
    first_lead = sum(state.tricks) == 0 and state.led is None
    return rules["marriage_first_lead"] or not first_lead


def shows(rules: Rules, state: State) -> list[str]:
    """The kings of the marriages that win at once when shown in reply to a lead."""
    player = state.actor
    if not rules["marriage_show_to_win"] or state.led is None or not may_marry(rules, state):
        return []
    if state.points[1 - player] >= TARGET:  # the trick is only being played out: the leader got there first
        return []
    if rules["marriage_counts"] == "first-trick" and state.tricks[player] == 0:
        return []  # it would wait as pending, so it cannot bring 66
    return [
        "K" + suit
        for suit in SUITS
        if {"K" + suit, "Q" + suit} <= state.hands[player]
        and state.points[player] + marriage_value(state, suit) >= TARGET
    ]


def replies(rules: Rules, state: State) -> list[str]:
    """The cards that may answer the card led."""
    hand = sorted(state.hands[state.actor])
    led = state.led
    assert led is not None
    if stock_is_open(state):
        return hand
    same_suit = [card for card in hand if card[1] == led[1]]
    if same_suit:
        higher = [card for card in same_suit if beats(rules, state.trump, card, led)]
        return higher if rules["must_head"] and higher else same_suit
    trumps = [card for card in hand if card[1] == state.trump]
    return trumps if rules["must_trump"] and trumps else hand


def legal_moves(rules: Rules, state: State) -> list[str]:
    moves = []
    if state.before_draw:
        moves.append("draw")
        if may_close(rules, state):
            moves += [f"close+{card}" for card in sorted(state.hands[state.actor])]
        return moves
    starts = [("", state)]
    if may_exchange(rules, state):
        starts.append(("exchange+", exchanged(rules, state)))
    for prefix, start in starts:
        if state.led is not None:
            moves += [prefix + card for card in replies(rules, start)]
            moves += [f"{prefix}show+{king}" for king in shows(rules, start)]
        else:
            cards = sorted(start.hands[start.actor])
            moves += [prefix + card for card in cards]
            if may_close(rules, start):
                moves += [f"{prefix}close+{card}" for card in cards]
    return moves


# ---------------------------------------------------------------- what then happens


def play(rules: Rules, state: State, move: str) -> State | int:
    """The next state, or the deal's result. After a trick it also draws, unless closing is legal first."""
    assert move in legal_moves(rules, state), f"{move} is not legal in {state}"
    if move == "draw":
        return drawn(state)
    *actions, card = move.split("+")
    if "exchange" in actions:
        state = exchanged(rules, state)
    if "close" in actions:
        state = closed(state)
    if "show" in actions:
        points = add(state.points, state.actor, marriage_value(state, card[1]))
        return won(rules, state._replace(points=points), state.actor)
    return lead(rules, state, card) if state.led is None else reply(rules, state, card)


def lead(rules: Rules, state: State, card: str) -> State | int:
    player = state.actor
    rank, suit = card[0], card[1]
    hand = state.hands[player] - {card}
    if rank in PARTNER and PARTNER[rank] + suit in hand and may_marry(rules, state):
        value = marriage_value(state, suit)
        if rules["marriage_counts"] == "at-once" or state.tricks[player] > 0:
            state = state._replace(points=add(state.points, player, value))
        else:
            state = state._replace(pending=add(state.pending, player, value))
    state = with_hand(state, player, hand)
    if state.points[player] >= TARGET and rules["stop"] == "at-once":
        return won(rules, state, player)
    return state._replace(led=card, actor=1 - player)


def reply(rules: Rules, state: State, card: str) -> State | int:
    follower, leader = state.actor, 1 - state.actor
    led = state.led
    assert led is not None
    winner = follower if beats(rules, state.trump, card, led) else leader
    # Only a marriage declared with this very lead can have brought the leader there before the trick is over.
    leader_was_there = state.points[leader] >= TARGET
    gain = CARD_POINTS[led[0]] + CARD_POINTS[card[0]] + state.pending[winner]
    state = with_hand(state, follower, state.hands[follower] - {card})._replace(
        led=None,
        actor=winner,
        points=add(state.points, winner, gain),
        tricks=add(state.tricks, winner, 1),
        pending=add(state.pending, winner, -state.pending[winner]),
    )
    if leader_was_there:
        return won(rules, state, leader)
    if state.points[winner] >= TARGET:
        return won(rules, state, winner)
    if stock_is_open(state):
        state = state._replace(before_draw=True)
        return state if may_close(rules, state) else drawn(state)
    if not state.hands[winner]:
        return all_played(rules, state)
    return state


def drawn(state: State) -> State:
    """The winner takes the top card, the other the next: of the last two that is the face-up trump."""
    winner = state.actor
    first, second, *rest = state.stock
    state = with_hand(state, winner, state.hands[winner] | {first})
    state = with_hand(state, 1 - winner, state.hands[1 - winner] | {second})
    return state._replace(stock=tuple(rest), before_draw=False)


# ---------------------------------------------------------------- how it is counted


def all_played(rules: Rules, state: State) -> int:
    """No card left and nobody at 66. The actor has won the last trick."""
    last = state.actor
    if state.closer is None or rules["last_trick_bonus_after_close"]:
        state = state._replace(points=add(state.points, last, rules["last_trick_bonus"]))
        if state.points[last] >= TARGET:
            return won(rules, state, last)
    if state.closer is not None:
        return won(rules, state, 1 - state.closer)
    if rules["undecided"] == "majority":
        mine, theirs = state.points
        return (mine > theirs) - (mine < theirs)
    if rules["undecided"] == "last-trick":
        return won(rules, state, last)
    return 0


def won(rules: Rules, state: State, winner: int) -> int:
    """The result when `winner` has won with these points and tricks."""
    loser = 1 - winner
    if state.closer is None:
        result = table(rules, state.tricks[loser], state.points[loser])
    elif state.closer == winner:
        if rules["close_won"] == "three":
            result = 3
        elif rules["close_won"] == "table-at-close":
            result = table(rules, state.tricks_at_close[loser], state.points_at_close[loser])
        else:
            result = table(rules, state.tricks[loser], state.points[loser])
    elif state.tricks_at_close[winner] == 0:
        result = rules["close_lost_trickless"]
    else:
        result = rules["close_lost"]
    return result if winner == 0 else -result


def table(rules: Rules, tricks: int, points: int) -> int:
    """Game points by the loser's state. Points still pending are not among `points`."""
    nothing = points == 0 if rules["schwarz"] == "no-points" else tricks == 0
    if nothing:
        return 3
    return 2 if points < rules["schneider"] else 1


# ---------------------------------------------------------------- questions


def value(rules: Rules, state: State | int, memo: dict[State, int] | None = None) -> int:
    """Game points for seat 0, both playing best. A `memo` may be shared by calls under the same rules."""
    if isinstance(state, int):
        return state
    memo = {} if memo is None else memo
    if state not in memo:
        values = [value(rules, play(rules, state, move), memo) for move in legal_moves(rules, state)]
        memo[state] = max(values) if state.actor == 0 else min(values)
    return memo[state]


def move_values(rules: Rules, state: State, memo: dict[State, int] | None = None) -> dict[str, int]:
    memo = {} if memo is None else memo
    return {move: value(rules, play(rules, state, move), memo) for move in legal_moves(rules, state)}


def best_moves(rules: Rules, state: State, memo: dict[State, int] | None = None) -> list[str]:
    values = move_values(rules, state, memo)
    best = max(values.values()) if state.actor == 0 else min(values.values())
    return [move for move, move_value in values.items() if move_value == best]


def perft(rules: Rules, state: State | int, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; a deal that ends earlier has none."""
    if depth == 0:
        return 1
    if isinstance(state, int):
        return 0
    return sum(perft(rules, play(rules, state, move), depth - 1) for move in legal_moves(rules, state))
