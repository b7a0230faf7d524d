"""Which values of the parameters go together: not every mixture of allowed values is a game."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .cards import RANK_POINTS, RANKS

if TYPE_CHECKING:
    from .rules import Rules

_TARGET = 66


def check_together(rules: "Rules") -> None:
    """Refuse rules whose values, each allowed by itself, make no game.

    Raises:
        ValueError: the message names the parameter to change, and what it may be.
    """
    for name, reason in _faults(rules):
        value = getattr(rules, name)
        shown = str(value).lower() if isinstance(value, bool) else value
        raise ValueError(f"{name} = {shown} is not allowed; {reason}")


def _faults(rules: "Rules") -> Iterator[tuple[str, str]]:
    """What is wrong, with the parameter to blame."""
    yield from _at_the_table(rules)
    if rules.exchange_rank != "none" and rules.exchange_rank not in rules.ranks:
        yield "exchange_rank", f"the pack has {' '.join(rules.ranks)}, or write none"
    if rules.hands == 2:
        yield from _two_hands(rules)
    elif rules.partners:
        yield from _partners(rules)
    else:
        yield from _each_for_himself(rules)


def _at_the_table(rules: "Rules") -> Iterator[tuple[str, str]]:
    """Who plays, and with how many cards."""
    if rules.dealer_sits_out and rules.players != 3:
        yield "dealer_sits_out", "with three players (players = 3) the dealer can sit out, and two play"
    if rules.partners and rules.players != 4:
        yield "partners", "it takes four players (players = 4)"
    if rules.players == 4 and not rules.partners:
        yield "players", "four play in partnership (partners = true)"
    pack = 4 * len(rules.ranks)
    if rules.hands == 2 and 2 * rules.hand_size > pack:
        yield "hand_size", f"two hands of a pack of {pack} cards hold at most {pack // 2} each"
    if rules.hands > 2 and rules.hands * rules.hand_size != pack:
        reason = f"{rules.hands} hands share the pack of {pack} cards, without a stock"
        yield "hand_size", f"{reason}: {pack / rules.hands:g} each" if pack % rules.hands == 0 else reason


def _two_hands(rules: "Rules") -> Iterator[tuple[str, str]]:
    if not rules.marriages:
        yield "marriages", "a game for two hands has marriages"
    if rules.stop == "all-tricks":
        yield "stop", "with two hands it must be at-once or after-trick"
    if rules.double_at:
        yield "double_at", "with two hands it must be 0: the loser's state decides"
    if rules.trump_ten_point:
        yield "trump_ten_point", "it is for partners"


def _without_stock(rules: "Rules") -> Iterator[tuple[str, str]]:
    """What holds for three and for four hands."""
    if rules.undecided != "void":
        yield "undecided", "with three or four hands it must be void"


def _partners(rules: "Rules") -> Iterator[tuple[str, str]]:
    yield from _without_stock(rules)
    if rules.marriages:
        yield "marriages", "partners have none"
    if rules.stop != "all-tricks":
        yield "stop", "partners play all tricks (all-tricks)"
    if rules.schwarz != "no-tricks":
        yield "schwarz", "partners win 3 with every trick (no-tricks)"
    if rules.double_at < _TARGET:
        yield "double_at", f"for partners it must be at least {_TARGET}"
    cards = 4 * sum(RANK_POINTS[RANKS.index(rank)] for rank in rules.ranks)
    if cards + rules.last_trick_bonus >= 2 * _TARGET:
        most = 2 * _TARGET - 1 - cards
        yield "last_trick_bonus", f"with more than {most} both sides could have {_TARGET}"


def _each_for_himself(rules: "Rules") -> Iterator[tuple[str, str]]:
    yield from _without_stock(rules)
    if rules.stop != "at-once":
        yield "stop", "with three hands it must be at-once"
    if rules.double_at:
        yield "double_at", "with three hands it must be 0: the losers' state decides"
    if rules.trump_ten_point:
        yield "trump_ten_point", "it is for partners"
    if rules.marriages and rules.marriage_counts != "at-once":
        yield "marriage_counts", "with three hands it must be at-once"
    if rules.marriages and rules.marriage_phases != "any":
        yield "marriage_phases", "without a stock it must be any; for no marriages write marriages = false"
    if rules.marriage_show_to_win:
        yield "marriage_show_to_win", "with three hands it must be false"
