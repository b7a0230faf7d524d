"""Rules: one game's parameters, checked, with the presets that ship as ``presets/*.toml``."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from .agreement import check_together
from .cards import RANKS, mask_of
from .parameters import PARAMETERS, Value, nearest, parameter
from .wording import quoted, shown

if TYPE_CHECKING:
    from .kernel.search import Game

DEFAULT_PRESET = "server"

_PRESET_FOLDER = os.path.join(os.path.dirname(__file__), "presets")


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a game; ``parameters.py`` says what each parameter means.

    Rules are equal when their parameters are. Take them from ``preset`` or ``from_dict``, which check the
    values and hand out one object for the same rules.
    """

    players: int
    partners: bool
    dealer_sits_out: bool
    ranks: str
    hand_size: int
    must_head: bool
    must_trump: bool
    must_over_trump: bool
    marriages: bool
    marriage_counts: Literal["at-once", "first-trick"]
    marriage_phases: Literal["any", "open"]
    marriage_first_lead: bool
    marriage_show_to_win: bool
    stop: Literal["at-once", "after-trick", "all-tricks"]
    exchange_rank: str
    exchange_needs_trick: bool
    exchange_on: Literal["lead", "any-turn"]
    exchange_min_stock: int
    close_min_stock: int
    close_needs_trick: bool
    close_before_draw: bool
    last_trick_bonus: int
    last_trick_bonus_after_close: bool
    undecided: Literal["majority", "void", "last-trick"]
    schneider: int
    double_at: int
    schwarz: Literal["no-tricks", "no-points"]
    close_won: Literal["table", "table-at-close", "three"]
    close_lost: int
    close_lost_trickless: int
    trump_ten_point: bool
    match_target: int
    next_leader: Literal["alternate", "loser"]
    undecided_carry: int
    base: str = field(default=DEFAULT_PRESET, compare=False)
    """The preset these rules are told from."""

    @classmethod
    def preset(cls, name: str) -> "Rules":
        """The rules of this name.

        Raises:
            ValueError: no such preset; the message gives the nearest name there is.
        """
        return _preset_rules(_preset_name(name))

    @classmethod
    def from_dict(cls, rules: "str | Mapping[str, object] | Rules") -> "Rules":
        """Rules from a preset's name, or from ``{"preset": "server", "must_head": False}``.

        Without ``preset`` the table starts from ``server``. Rules themselves are returned as they are.

        Raises:
            ValueError: an unknown preset or parameter, a value that is not allowed, or values that do not go
                together.
        """
        if isinstance(rules, str):
            return Rules.preset(rules)
        if isinstance(rules, Rules):
            return rules
        if not isinstance(rules, Mapping):
            raise ValueError(
                'must be a preset\'s name or a table such as { preset = "server", must_head = false }, '
                f"not {shown(rules)}"
            )
        base = rules.get("preset", DEFAULT_PRESET)
        if not isinstance(base, str):
            raise ValueError(f"preset must be a name in quotes, not {shown(base)}")
        told_from = Rules.preset(base)
        checked = {name: parameter(name).check(value) for name, value in rules.items() if name != "preset"}
        changes = tuple(
            (name, each) for name, each in sorted(checked.items()) if each != getattr(told_from, name)
        )
        return _changed_rules(told_from.base, changes) if changes else told_from

    def changed(self, changes: Mapping[str, object]) -> "Rules":
        """These rules with some parameters changed.

        Raises:
            ValueError: as ``from_dict``.
        """
        own = {"preset": self.base, **self._differences}
        return Rules.from_dict({**own, **changes})

    def to_dict(self) -> str | dict[str, Value]:
        """The shortest form ``from_dict`` reads back: a preset's name, or the preset and what differs."""
        return {"preset": self.base, **self._differences} if self._differences else self.base

    def parameters(self) -> dict[str, Value]:
        """Every parameter with its value, in the order they are documented."""
        return {each.name: getattr(self, each.name) for each in PARAMETERS}

    @cached_property
    def _differences(self) -> dict[str, Value]:
        told_from = _preset_rules(self.base).parameters()
        return {name: value for name, value in self.parameters().items() if value != told_from[name]}

    @property
    def name(self) -> str:
        """The preset's name, followed by what differs: ``server, must_head=false``."""
        changes = [f"{name}={show_value(value)}" for name, value in self._differences.items()]
        return ", ".join([self.base, *changes])

    @cached_property
    def pack(self) -> int:
        """The set of all cards."""
        return mask_of(suit * 8 + RANKS.index(rank) for suit in range(4) for rank in self.ranks)

    @cached_property
    def hands(self) -> int:
        """How many hold cards: two, or the three or four of the games without a stock."""
        return self.players - self.dealer_sits_out

    @cached_property
    def game(self) -> "Game":
        """The kernel's form of these rules, one for all equal rules."""
        return _game(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as what ``from_dict`` reads: there too the same rules are one object."""
        return Rules.from_dict, (self.to_dict(),)


class Preset(NamedTuple):
    """A preset as its file tells it: what it is, whence it comes, its rules, the readings it chose."""

    name: str
    title: str
    source: str
    rules: Rules
    notes: dict[str, str]

    @classmethod
    def read(cls, name: str) -> Self:
        """Read the preset of this name.

        Raises:
            ValueError: no such preset; the message gives the nearest name there is.
        """
        name = _preset_name(name)
        data = _preset_data(name)
        return cls(name, data["title"], data["source"], _preset_rules(name), dict(data.get("notes", {})))


def show_value(value: Value) -> str:
    """A parameter's value as it is typed: ``false``, ``33``, ``at-once``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_override(text: str) -> tuple[str, Value]:
    """Read ``must_head=false`` into the parameter's name and value.

    Raises:
        ValueError: not of this form, an unknown parameter, or a value that is not allowed.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{quoted(text)} changes no rule; write parameter=value, such as must_head=false")
    known = parameter(name.strip().lower().replace("-", "_"))
    return known.name, known.parse(value)


@cache
def preset_names() -> tuple[str, ...]:
    """The names of all presets, in alphabetical order."""
    files = sorted(os.listdir(_PRESET_FOLDER))
    return tuple(file.removesuffix(".toml") for file in files if file.endswith(".toml"))


def _preset_name(name: str) -> str:
    if name in preset_names():
        return name
    lower = name.strip().lower()
    if lower in preset_names():
        return lower
    raise ValueError(f"there are no rules named {quoted(name)}{nearest(name, preset_names())}")


@cache
def _preset_data(name: str) -> dict[str, Any]:
    import tomllib

    with open(os.path.join(_PRESET_FOLDER, name + ".toml"), "rb") as file:
        return tomllib.load(file)


@cache
def _preset_rules(name: str) -> Rules:
    data = _preset_data(name)
    return _checked(name, {each.name: each.check(data.get(each.name, each.default)) for each in PARAMETERS})


@cache
def _changed_rules(base: str, changes: tuple[tuple[str, Value], ...]) -> Rules:
    return _checked(base, _preset_rules(base).parameters() | dict(changes))


@cache
def _game(rules: Rules) -> "Game":
    from .kernel.search import Game

    return Game(rules)


def _checked(base: str, values: dict[str, Any]) -> Rules:
    """The rules of these values.

    Raises:
        ValueError: each is allowed, but they do not go together.
    """
    rules = Rules(base=base, **values)
    check_together(rules)
    return rules


assert [each.name for each in PARAMETERS] == [each.name for each in fields(Rules)][:-1]
