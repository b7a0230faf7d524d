"""Playing a plan out, by the reference's rules, against the best replies in every world."""

from __future__ import annotations

from typing import Any

from reference import State, legal_moves, play
from reference_rules import Rules

Option = dict[str, Any]


def secured(rules: Rules, options: list[Option] | None, state: State | int) -> float:
    """What the plan yields in one world where I am to act; without options I make the first legal move."""
    if isinstance(state, int):
        return state
    if not options:
        return reply(rules, None, state, legal_moves(rules, state)[0])
    assert abs(sum(option["mix"] for option in options) - 1) < 1e-5
    return sum(option["mix"] * reply(rules, option["replies"], state, option["move"]) for option in options)


def reply(
    rules: Rules, replies: dict[str, list[Option]] | None, state: State, move: str, path: str = ""
) -> float:
    """What it yields after a move of either player; `path` is what came since my last one, in its words."""
    after = play(rules, state, move)
    if isinstance(after, int):
        return after
    words = [path] if path else []
    if state.actor == 1:
        declared = sum(after.points) + sum(after.pending) - sum(state.points) - sum(state.pending)
        words.append(f"{move}={declared}" if declared and state.led is None and move != "draw" else move)
    drawn = after.hands[0] - state.hands[0]
    if state.actor == 0 and "exchange" in move:
        drawn -= {state.stock[-1]}
    path = " ".join([*words, *(f"+{card}" for card in drawn)])
    if after.actor == 1:
        return min(reply(rules, replies, after, his, path) for his in legal_moves(rules, after))
    return secured(rules, None if replies is None else replies.get(path), after)


def secured_on_average(rules: Rules, plan: list[Option], worlds: list[State]) -> float:
    """What the plan yields on average over these worlds, whoever is to act first."""
    total = 0.0
    for world in worlds:
        if world.actor == 0:
            total += secured(rules, plan, world)
        else:
            total += min(reply(rules, plan[0]["replies"], world, move) for move in legal_moves(rules, world))
    return total / len(worlds)
