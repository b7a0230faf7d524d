"""The kernel's form of rules for three or four hands, one for all equal rules."""

from functools import cache

from ..kernel.seats import Game
from ..rules import Rules


@cache
def game_of(rules: Rules) -> Game:
    """The game of these rules, as the kernel takes it."""
    return Game(rules)
