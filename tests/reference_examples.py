"""Short ways to write positions and lines of play by hand in tests of the reference."""

from __future__ import annotations

from typing import Any

from reference import CARD_POINTS, State, legal_moves, pack, play
from reference_positions import from_position
from reference_rules import PARAMETERS, Rules


def _read(preset: str, hands: str, trump: str, given: dict[str, Any]) -> tuple[Rules, State]:
    mine, theirs = hands.split("/")
    overrides = {key: value for key, value in given.items() if key in PARAMETERS}
    keys = {key: value for key, value in given.items() if key not in PARAMETERS}
    rules = {"preset": preset, **overrides}
    return from_position({"rules": rules, "hand": mine, "opponent": theirs, "trump": trump, **keys})


def position(
    preset: str, hands: str, trump: str, points: tuple[int, int], tricks: tuple[int, int], **more: Any
) -> tuple[Rules, State]:
    """A position whose counts add up; `hands` is mine/the other's, `more` parameters and position keys."""
    rules, state = _read(preset, hands, trump, {"points": points, "tricks": tricks, **more})
    seen = {*state.hands[0], *state.hands[1], *state.stock, *([state.led] if state.led else [])}
    played = set(pack(rules)) - seen
    assert 2 * sum(tricks) == len(played)
    marriages = sum(points) + sum(state.pending) - sum(CARD_POINTS[card[0]] for card in played)
    assert marriages in (0, 20, 40, 60, 80, 100), f"the cards played and the points differ by {marriages}"
    return rules, state


def moves(preset: str, hands: str, **more: Any) -> set[str]:
    """My legal moves with spades trumps, where only the cards matter."""
    rules, state = _read(preset, hands, "S", {"stock": 0, "tricks": (1, 1), "points": (10, 10), **more})
    return set(legal_moves(rules, state))


def counts_after(preset: str, move: str, **more: Any) -> tuple[int, int] | int:
    """My points and pending points after a lead, with a plain marriage unless `more` deals another."""
    given = {"hands": "KH QH 9D/9C 9H JD", "trump": "S", "stock": "AC AS", "tricks": (1, 1), **more}
    rules, state = _read(preset, given.pop("hands"), given.pop("trump"), given)
    after = play(rules, state, move)
    return (after.points[0], after.pending[0]) if isinstance(after, State) else after


def run(rules: Rules, state: State, line: str) -> State | int:
    """Where a line of moves leads."""
    after: State | int = state
    for move in line.split():
        assert isinstance(after, State), f"over before {move}"
        after = play(rules, after, move)
    return after


def state_after(rules: Rules, state: State, line: str) -> State:
    """The same, where the deal is not over."""
    after = run(rules, state, line)
    assert isinstance(after, State), f"over with {after}"
    return after
