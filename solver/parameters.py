"""The parameters in which games of Sixty-Six differ: their names, allowed values and meaning.

This is data only. ``rules.py`` makes ``Rules`` of such values; messages and ``sixtysix rules`` print it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from .cards import RANKS
from .wording import quoted, shown

Value = bool | int | str

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")


class Parameter(NamedTuple):
    """One parameter: how its values are read and what it means.

    ``kind`` is ``flag``, ``number`` (``low`` to ``high``), ``choice`` (one of ``choices``), ``rank`` (a rank
    or ``none``) or ``ranks`` (several, low to high). A preset's file may leave out what has a ``default``:
    the value of nearly every game.
    """

    name: str
    kind: str
    meaning: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    default: Value | None = None

    @property
    def allowed(self) -> str:
        """The allowed values, in words for a message."""
        if self.kind == "flag":
            return "true or false"
        if self.kind == "number":
            return f"a whole number from {self.low} to {self.high}"
        if self.kind == "rank":
            return f"one of {' '.join(reversed(RANKS))}, or none"
        if self.kind == "ranks":
            return f"ranks out of {RANKS}, low to high and none twice"
        return ", ".join(self.choices[:-1]) + " or " + self.choices[-1]

    def check(self, value: object) -> Value:
        """The value, in its one normal spelling.

        Raises:
            ValueError: not an allowed value; the message names the parameter and what is allowed.
        """
        if self.kind == "flag":
            if isinstance(value, bool):
                return value
        elif self.kind == "number":
            if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
                return value
        elif self.kind == "choice":
            if isinstance(value, str) and value in self.choices:
                return value
        else:
            # A bare 9 or 10 is what TOML makes of a rank written without quotes.
            ranks = (
                "".join(str(value).upper().replace("10", "T").split())
                if isinstance(value, (str, int))
                else ""
            )
            if self.kind == "rank":
                if ranks == "NONE" or (len(ranks) == 1 and ranks in RANKS):
                    return ranks if len(ranks) == 1 else "none"
            elif ranks and ranks == "".join(rank for rank in RANKS if rank in ranks):
                return ranks
        raise ValueError(f"{self.name} = {shown(value)} is not allowed; it must be {self.allowed}")

    def parse(self, text: str) -> Value:
        """The value written as text, as in ``must_head=false``.

        Raises:
            ValueError: as ``check``.
        """
        word = text.strip()
        if self.kind == "flag" and word.lower() in _TRUE + _FALSE:
            return word.lower() in _TRUE
        if self.kind == "number" and word.removeprefix("-").isdecimal():
            return self.check(int(word))
        return self.check(word.lower().replace("_", "-") if self.kind == "choice" else word)


def _flag(name: str, meaning: str, default: bool | None = None) -> Parameter:
    return Parameter(name, "flag", meaning, default=default)


def _number(name: str, low: int, high: int, meaning: str, default: int | None = None) -> Parameter:
    return Parameter(name, "number", meaning, (), low, high, default)


def _choice(name: str, choices: tuple[str, ...], meaning: str) -> Parameter:
    return Parameter(name, "choice", meaning, choices)


PARAMETERS = (
    _number("players", 2, 4, "how many sit at the table", 2),
    _flag("partners", "those who sit opposite each other play together and score together", False),
    _flag(
        "dealer_sits_out",
        "the dealer takes no cards; he scores what the winner does, 1 if nobody wins",
        False,
    ),
    Parameter("ranks", "ranks", "the pack, low to high, four suits each"),
    _number("hand_size", 2, 8, "cards in a hand while the stock is open, or where there is none"),
    _flag("must_head", "strict play, following suit: must beat the card led if able"),
    _flag("must_trump", "strict play, void in the suit led: must trump if able"),
    _flag(
        "must_over_trump", "the trick is trumped: who must trump plays a higher one if able, else any", False
    ),
    _flag("marriages", "king and queen of a suit are a marriage, declared by leading one of them", True),
    _choice(
        "marriage_counts",
        ("at-once", "first-trick"),
        "a marriage counts on declaring, or from its declarer's first trick on",
    ),
    _choice("marriage_phases", ("any", "open"), "marriages at any time, or only while the stock is open"),
    _flag("marriage_first_lead", "a marriage may be declared on the first lead of the deal"),
    _flag(
        "marriage_show_to_win", "answering a lead, a marriage that brings 66 may be shown: it wins at once"
    ),
    _choice(
        "stop",
        ("at-once", "after-trick", "all-tricks"),
        "66 ends the deal at once, or after the trick under way; or all tricks are played whoever has it",
    ),
    Parameter("exchange_rank", "rank", "the trump of this rank may be exchanged for the face-up trump"),
    _flag("exchange_needs_trick", "exchange only after winning a trick in this deal"),
    _choice("exchange_on", ("lead", "any-turn"), "exchange before leading, or before answering a lead too"),
    _number(
        "exchange_min_stock", 0, 32, "fewest cards in the stock for the exchange, the face-up trump counted"
    ),
    _number(
        "close_min_stock",
        0,
        32,
        "fewest cards in the stock for closing, the face-up trump counted; 0: no closing",
    ),
    _flag("close_needs_trick", "close only after winning a trick in this deal"),
    _flag("close_before_draw", "the winner of a trick may also close before drawing, with one card fewer"),
    _number("last_trick_bonus", 0, 66, "points for the last trick, once all cards are played"),
    _flag("last_trick_bonus_after_close", "the last trick counts its bonus in a closed deal too"),
    _choice(
        "undecided",
        ("majority", "void", "last-trick"),
        "all cards played, not closed, nobody at 66: more points win 1, nobody wins, "
        "or the winner of the last trick wins by the table",
    ),
    _number("schneider", 1, 66, "a loser with fewer points than this loses 2 game points"),
    _number(
        "double_at",
        0,
        130,
        "a side with so many points wins 2, with fewer 1; 0: the loser's state decides",
        0,
    ),
    _choice("schwarz", ("no-tricks", "no-points"), "a loser without a trick, or without a point, loses 3"),
    _choice(
        "close_won",
        ("table", "table-at-close", "three"),
        "a closer at 66 wins by the loser's state at the end, by his state at the close, or always 3",
    ),
    _number("close_lost", 1, 3, "game points to the other player when the closer fails"),
    _number("close_lost_trickless", 1, 3, "the same when that other player had no trick at the close"),
    _flag(
        "trump_ten_point",
        "the side whose trick holds the trump ten gets 1 game point more, whatever the result",
        False,
    ),
    _number("match_target", 1, 1000, "game points that win the match"),
    _choice(
        "next_leader", ("alternate", "loser"), "who leads the next deal: in turn, or the loser of this one"
    ),
    _number("undecided_carry", 0, 10, "game points an undecided deal adds to the next decided one (matches)"),
)

BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}


def parameter(name: str) -> Parameter:
    """The parameter of this name.

    Raises:
        ValueError: no such parameter; the message gives the nearest name there is.
    """
    try:
        return BY_NAME[name]
    except KeyError:
        raise ValueError(f"there is no parameter {quoted(name)}{nearest(name, BY_NAME)}") from None


def nearest(name: str, known: Iterable[str]) -> str:
    """A message's ending that offers the known name most like a wrong one, or else all of them."""
    from difflib import get_close_matches

    names = {each.replace("-", "_"): each for each in known}
    close = get_close_matches(name.lower().replace("-", "_"), names, 1, 0.5)
    return f"; did you mean {names[close[0]]}?" if close else f"; known are {', '.join(names.values())}"
