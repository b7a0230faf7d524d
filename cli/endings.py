"""How a deal ended, and why it is worth what it is worth, in a sentence."""

from typing import NamedTuple

from ..solver.cards import card_points, parse_card
from ..solver.kernel.search import Deal
from ..solver.points import TARGET, marriage_points
from ..solver.rules import Rules


class Ending(NamedTuple):
    """The last state of a deal; player 0 is me."""

    points: tuple[int, int]
    tricks: tuple[int, int]
    winner: int
    """Who came to 66 first, or -1 when all cards were played without it."""
    last_trick: int
    """Who took the trick that ended the deal, or -1 if a marriage ended it."""
    bonus: int
    """What the last trick counted besides its cards."""
    closer: int
    at_close: tuple[tuple[int, int], tuple[int, int]]
    """Tricks and points when the stock was closed."""


def ending(rules: Rules, deal: Deal, move: str) -> Ending:
    """The state that ``move`` ends the deal with; the kernel tells the result only."""
    *before, last = move.split("+")
    player, card = deal.turn, parse_card(last)
    points, tricks = list(deal.points), list(deal.tricks)
    closer, at_close = deal.closer, (deal.tricks_at_close, deal.points_at_close)
    if "close" in before:
        closer, at_close = player, (deal.tricks, deal.points)
    if deal.led < 0 or "show" in before:
        points[player] += marriage_points(card >> 3, deal.trump)
        return Ending((points[0], points[1]), deal.tricks, player, -1, 0, closer, at_close)
    leader = 1 - player
    declared_out = points[leader] >= TARGET
    taker = player if _beats(card, deal.led, deal.trump) else leader
    points[taker] += card_points(1 << card | 1 << deal.led) + (0 if tricks[taker] else deal.pending[taker])
    tricks[taker] += 1
    bonus, winner = 0, leader if declared_out else taker
    if points[winner] < TARGET:
        bonus = rules.last_trick_bonus if closer < 0 or rules.last_trick_bonus_after_close else 0
        points[taker] += bonus
        winner = taker if points[taker] >= TARGET else -1
    return Ending((points[0], points[1]), (tricks[0], tricks[1]), winner, taker, bonus, closer, at_close)


def _beats(card: int, led: int, trump: int) -> bool:
    return card > led if card >> 3 == led >> 3 else card >> 3 == trump


def value_words(value: int) -> str:
    """Game points in words: ``you win 2``, ``you lose 1``, ``draw``."""
    return f"you win {value}" if value > 0 else f"you lose {-value}" if value < 0 else "draw"


def value_sentence(rules: Rules, end: Ending, value: int) -> str:
    """What the result is and why: ``You win 2: the opponent stays below 33 (20).``"""
    words = value_words(value)
    reason = _closed_reason(rules, end) if end.closer >= 0 else _open_reason(rules, end, value)
    return f"{words[0].upper()}{words[1:]}: {reason}."


def _has(player: int) -> str:
    return "the opponent has" if player else "you have"


def _reaches(player: int, end: Ending) -> str:
    verb = "the opponent reaches 66" if player else "you reach 66"
    if end.bonus and end.points[player] - end.bonus < TARGET:
        verb += f" with the {end.bonus} for the last trick"
    return verb


def _level(rules: Rules, loser: int, tricks: int, points: int) -> str:
    """Why beating this player counts 1, 2 or 3."""
    has = _has(loser)
    if rules.schwarz == "no-tricks" and not tricks:
        return f"{has} no trick"
    if rules.schwarz == "no-points" and not points:
        return f"{has} no points"
    if points < rules.schneider:
        return f"{'the opponent stays' if loser else 'you stay'} below {rules.schneider} ({points})"
    return f"{has} {points}"


def _open_reason(rules: Rules, end: Ending, value: int) -> str:
    if end.winner >= 0:
        loser = 1 - end.winner
        return f"{_reaches(end.winner, end)}, {_level(rules, loser, end.tricks[loser], end.points[loser])}"
    nobody = f"nobody reaches 66 ({end.points[0]} to {end.points[1]})"
    if rules.undecided == "void":
        return f"{nobody}, which is not counted"
    if rules.undecided == "last-trick":
        loser = 1 - end.last_trick
        takes = "the opponent takes the last trick" if end.last_trick else "you take the last trick"
        return f"{nobody}, {takes}, {_level(rules, loser, end.tricks[loser], end.points[loser])}"
    return f"{nobody}, {'equal points' if not value else 'the more points win'}"


def _closed_reason(rules: Rules, end: Ending) -> str:
    closer, other = end.closer, 1 - end.closer
    tricks, points = end.at_close
    closed = "the opponent closed" if closer else "you closed"
    if end.winner != closer:
        trickless = rules.close_lost != rules.close_lost_trickless and not tricks[other]
        if end.winner == other:
            fails = f"{closed}, but {_reaches(other, end)} first"
            return fails + " and had no trick at the close" * trickless
        fails = f"{closed} and {'does' if closer else 'do'} not reach 66 ({end.points[closer]})"
        return fails + f", and {'the opponent' if other else 'you'} had no trick at the close" * trickless
    reached = f"{closed} and {'reaches' if closer else 'reach'} 66"
    if rules.close_won == "three":
        return f"{reached}, which always counts 3"
    if rules.close_won == "table":
        return f"{reached}, {_level(rules, other, end.tricks[other], end.points[other])}"
    return f"{reached}; at the close {_level_then(rules, other, tricks[other], points[other])}"


def _level_then(rules: Rules, loser: int, tricks: int, points: int) -> str:
    """As ``_level``, of the moment when the stock was closed."""
    had = "the opponent had" if loser else "you had"
    if rules.schwarz == "no-tricks" and not tricks:
        return f"{had} no trick"
    if rules.schwarz == "no-points" and not points:
        return f"{had} no points"
    return f"{had} {points}{f', below {rules.schneider}' if points < rules.schneider else ''}"
