"""The two-handed rule parameters as plain dicts: the six presets, and random mixtures for tests.

Transcribed by hand, apart from the package's own preset files, so that each copy checks the other.
Two-card tricks, 120 points in the full pack and the target of 66 are common to all and live in reference.py.
"""

from __future__ import annotations

import random
from typing import Any

Rules = dict[str, Any]

# One row a parameter, one column a preset, as such tables are printed: easy to compare with one by eye.
_COLUMNS = ("server", "handbook", "annotated", "paderborn", "folk", "schnapsen")
_TABLE: dict[str, tuple[Any, ...]] = {
    "ranks": ("9JQKTA", "9JQKTA", "9JQKTA", "9JQKTA", "9JQKTA", "JQKTA"),
    "hand_size": (6, 6, 6, 6, 6, 5),
    "must_head": (True, False, False, False, False, True),
    "must_trump": (True, False, True, True, True, True),
    "marriage_counts": ("first-trick", "first-trick", "at-once", "at-once", "at-once", "first-trick"),
    "marriage_phases": ("any", "any", "any", "any", "any", "any"),
    "marriage_first_lead": (True, True, True, True, True, True),
    "marriage_show_to_win": (False, True, False, False, False, False),
    "stop": ("after-trick", "at-once", "at-once", "at-once", "at-once", "at-once"),
    "exchange_rank": ("9", "9", "none", "T", "9", "J"),
    "exchange_needs_trick": (False, True, False, False, True, False),
    "exchange_on": ("lead", "any-turn", "lead", "lead", "lead", "lead"),
    "exchange_min_stock": (3, 2, 2, 2, 2, 2),
    "close_min_stock": (2, 2, 6, 6, 0, 2),
    "close_needs_trick": (False, False, False, True, False, False),
    "close_before_draw": (False, True, False, False, False, False),
    "last_trick_bonus": (10, 10, 10, 0, 0, 0),
    "last_trick_bonus_after_close": (False, False, True, False, False, False),
    "undecided": ("majority", "void", "void", "void", "last-trick", "last-trick"),
    "schneider": (33, 33, 33, 33, 33, 33),
    "schwarz": ("no-tricks", "no-tricks", "no-tricks", "no-points", "no-tricks", "no-tricks"),
    "close_won": ("table", "table", "table", "three", "table", "table-at-close"),
    "close_lost": (2, 2, 2, 3, 2, 2),
    "close_lost_trickless": (3, 3, 3, 3, 3, 3),
    "match_target": (7, 7, 8, 7, 8, 7),
    "next_leader": ("alternate", "alternate", "loser", "loser", "alternate", "alternate"),
    "undecided_carry": (0, 1, 0, 0, 0, 0),
}

PARAMETERS: tuple[str, ...] = tuple(_TABLE)
PRESETS: dict[str, Rules] = {
    preset: {parameter: row[column] for parameter, row in _TABLE.items()}
    for column, preset in enumerate(_COLUMNS)
}


def full_rules(rules: str | Rules) -> Rules:
    """The full dict of a preset's name, or of overrides with or without `preset` (default: server)."""
    if isinstance(rules, str):
        return dict(PRESETS[rules])
    overrides = dict(rules)
    result = {**PRESETS[overrides.pop("preset", "server")], **overrides}
    unknown = result.keys() - _TABLE.keys()
    if unknown:
        raise ValueError(f"unknown rule parameters: {sorted(unknown)}")
    return result


def random_rules(rng: random.Random, ranks: str | None = None, hand_size: int | None = None) -> Rules:
    """Any mixture of parameter values, the likely ones more often; `ranks` and `hand_size` may be given."""
    ranks = ranks or rng.choice(("9JQKTA", "9JQKTA", "JQKTA", "9QKTA", "QKTA", "QKA"))
    # At least two cards must be left over: without a face-up card a deal would have no trump.
    hand_size = hand_size or rng.randint(2, min(6, 2 * len(ranks) - 1))

    def either() -> bool:
        return rng.random() < 0.5

    return {
        "ranks": ranks,
        "hand_size": hand_size,
        "must_head": either(),
        "must_trump": either(),
        "marriage_counts": rng.choice(("at-once", "first-trick")),
        "marriage_phases": rng.choice(("any", "any", "open")),
        "marriage_first_lead": rng.random() < 0.7,
        "marriage_show_to_win": either(),
        "stop": rng.choice(("at-once", "after-trick")),
        "exchange_rank": rng.choice((ranks[0], ranks[0], rng.choice(ranks), "none")),
        "exchange_needs_trick": either(),
        "exchange_on": rng.choice(("lead", "any-turn")),
        "exchange_min_stock": rng.choice((0, 1, 2, 2, 3, 4, 5, 6)),
        "close_min_stock": rng.choice((0, 1, 2, 2, 2, 3, 4, 5, 6)),
        "close_needs_trick": either(),
        "close_before_draw": either(),
        "last_trick_bonus": rng.choice((0, 10, 10, 5)),
        "last_trick_bonus_after_close": either(),
        "undecided": rng.choice(("majority", "void", "last-trick")),
        "schneider": rng.choice((33, 33, 33, 25, 40)),
        "schwarz": rng.choice(("no-tricks", "no-points")),
        "close_won": rng.choice(("table", "table-at-close", "three")),
        "close_lost": rng.choice((1, 2, 2, 3)),
        "close_lost_trickless": rng.choice((1, 2, 3, 3)),
        "match_target": rng.choice((7, 8, 11)),
        "next_leader": rng.choice(("alternate", "loser")),
        "undecided_carry": rng.choice((0, 1)),
    }
