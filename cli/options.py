"""Options that several commands share: the position, from files or typed, and how results are written.

A command that reads positions is declared so::

    @click.command(cls=PositionCommand)
    @position_options
    @output_options
    def solve(given: Given, output: Output) -> None:
        for position in given.positions():
            ...
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from .errors import Unusable

if TYPE_CHECKING:
    from ..solver.files import Changes, FileError
    from ..solver.position import Position
    from .spelling import Spelling

Callback = Callable[..., Any]

POSITION_KEYS = {
    "hand": ("CARDS", 'My cards, such as "AH KH TD".'),
    "opponent": ("CARDS", 'The other hand; ? for each unknown card, such as "AS ? ?".'),
    "left": ("CARDS", "The hand on my left, where three or four hold cards; ? for each unknown card."),
    "partner": ("CARDS", "My partner's hand, likewise."),
    "right": ("CARDS", "The hand on my right, likewise."),
    "lacks": (
        "CARDS",
        'Suits and cards the other hand is known not to hold, such as "H KD"; "left=H right=KD" of several.',
    ),
    "trump": ("SUIT", "The trump suit, one of S H D C."),
    "upcard": ("CARD", "The face-up trump under the stock."),
    "stock": ("CARDS", "How many cards the stock holds, or the cards in drawing order, ? for unknown ones."),
    "played": ("CARDS", "The cards of the tricks already taken."),
    "led": ("CARD", "The card on the table that must now be answered."),
    "table": ("CARDS", "The cards of the trick under way in order of play, where three or four play."),
    "turn": ("PLAYER", "Who is to act now: me or opponent; me, left, partner or right."),
    "points": ("PAIR", "Points counted so far, mine and theirs, such as 33,20; or one number for each seat."),
    "tricks": ("PAIR", "Tricks taken so far, mine and theirs."),
    "pending": ("PAIR", "Marriage points declared but not yet counted, mine and theirs."),
    "closed": ("PLAYER", "Who closed the stock: me or opponent."),
    "tricks_at_close": ("PAIR", "Tricks when the stock was closed, mine and theirs."),
    "points_at_close": ("PAIR", "Points when the stock was closed, mine and theirs."),
    "trump_ten": ("PLAYER", "Who won the trump ten, where it counts a game point by itself."),
    "score": ("PAIR", "The score of the match, mine and theirs."),
    "id": ("TEXT", "A name for the position."),
    "note": ("TEXT", "A text that goes with it."),
    "source": ("TEXT", "Where it comes from."),
}
"""The keys of a position that may be typed, each with what stands for its value in the help, and its help."""


class PositionOption(click.Option):
    """An option that tells something of the position; the help shows these in a section of their own."""


class PositionCommand(click.Command):
    """A command that reads positions: its help lists first its own options, then those of the position."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the two sections."""
        own: list[tuple[str, str]] = []
        position: list[tuple[str, str]] = []
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if record is not None and isinstance(option, click.Option):
                (position if isinstance(option, PositionOption) else own).append(record)
        with formatter.section("Options"):
            formatter.write_dl(own)
        with formatter.section("The position (each overrides the key of the same name in the files)"):
            formatter.write_dl(position)


class Given(NamedTuple):
    """The positions a command is given: files, keys typed as options, and moves to be made first."""

    files: tuple[str, ...]
    options: Mapping[str, object]
    rule_changes: Mapping[str, object]
    play: str

    @property
    def changes(self) -> "Changes":
        """What the options do to every position."""
        from ..solver.files import Changes

        return Changes(self.options, self.rule_changes, self.play)

    def check(self) -> None:
        """Refuse a call that names no position at all."""
        if not self.files and not self.options:
            raise click.UsageError(
                "no position: name a file (- is standard input, JSON Lines) or give options such as --hand",
                click.get_current_context(),
            )

    def scan(self) -> "Iterator[Position | FileError]":
        """Each position in turn; one that cannot be used is told by an error in its place."""
        from ..solver.files import scan_positions

        self.check()
        return scan_positions(self.files, *self.changes)

    def positions(self, refuse: "Callable[[Position], str | None] | None" = None) -> "list[Position]":
        """All positions, read before anything else is done.

        ``refuse`` says why the command cannot use a position, or ``None``.

        Raises:
            Unusable: any of them cannot be used; it names every one.
        """
        from ..solver.files import FileError

        good: list[Position] = []
        bad: list[FileError] = []
        for each in self.scan():
            if isinstance(each, FileError):
                bad.append(each)
            elif refuse is not None and (reason := refuse(each)):
                bad.append(_refusal(each, reason))
            else:
                good.append(each)
        if bad:
            raise Unusable(bad)
        return good


class Output(NamedTuple):
    """How results are written."""

    json: bool
    ascii: bool

    @property
    def spelling(self) -> "Spelling":
        """How cards are written for people: with suit symbols, where standard output can show them."""
        from .spelling import Spelling, shows_symbols

        return Spelling(not self.ascii and shows_symbols(sys.stdout))


def position_options(command: Callback) -> Callback:
    """Give a command the argument FILE... and an option for each key of a position, together as ``given``."""

    @wraps(command)
    def with_position(
        files: tuple[str, ...],
        rule: tuple[tuple[str, object], ...],
        play: str | None,
        rules: str | None,
        **rest: Any,
    ) -> Any:
        options = {key: value for key in POSITION_KEYS if (value := rest.pop(key)) is not None}
        if rules is not None:
            options["rules"] = rules
        return command(given=Given(files, options, dict(rule), play or ""), **rest)

    decorators: list[Callable[[Callback], Callback]] = [
        click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(allow_dash=True)),
        *(_position_option(key, *about, callback=_read_key) for key, about in POSITION_KEYS.items()),
        rules_option(cls=PositionOption),
        rule_option(cls=PositionOption),
        _position_option("play", "MOVES", 'Moves made first, such as "AH 9H +QD KC" (+QD: I draw it).'),
    ]
    decorated: Callback = with_position
    for decorate in reversed(decorators):
        decorated = decorate(decorated)
    return decorated


def _position_option(name: str, metavar: str, text: str, **more: Any) -> Callable[[Callback], Callback]:
    flag = "--" + name.replace("_", "-")
    return click.option(flag, name, cls=PositionOption, metavar=metavar, help=text, **more)


def rules_option(cls: type[click.Option] = click.Option) -> Callable[[Callback], Callback]:
    """The option ``--rules PRESET``; the command gets the preset's name, or ``None``, as ``rules``."""
    return click.option(
        "--rules",
        cls=cls,
        metavar="PRESET",
        callback=_read_preset,
        shell_complete=complete_presets,
        help="The rules, by a name that sixtysix rules lists.",
    )


def rule_option(cls: type[click.Option] = click.Option) -> Callable[[Callback], Callback]:
    """The option ``--rule NAME=VALUE``, to be repeated; the command gets pairs of both as ``rule``."""
    return click.option(
        "--rule", cls=cls, multiple=True, metavar="NAME=VALUE", callback=_read_rules,
        help="Change a parameter of the rules, such as must_head=false; may be repeated.",
    )  # fmt: skip


def output_options(command: Callback) -> Callback:
    """Give a command ``--json`` and ``--ascii``, together as ``output``."""

    @wraps(command)
    def with_output(json: bool, ascii: bool, **rest: Any) -> Any:
        return command(output=Output(json, ascii), **rest)

    with_output = click.option("--ascii", is_flag=True, help="Letters instead of suit symbols.")(with_output)
    return click.option("--json", is_flag=True, help="One JSON object per position, one a line.")(with_output)


def write_json(record: object) -> None:
    """Write one object as one line on standard output, as UTF-8 whatever the terminal speaks."""
    import orjson

    click.echo(orjson.dumps(record))


def _read_key(ctx: click.Context, option: click.Parameter, text: str | None) -> object:
    """The value of a key as it would stand in a file."""
    if text is None:
        return None
    from ..solver.reading import PositionError, parse_option

    try:
        return parse_option(str(option.name), text)
    except PositionError as error:
        raise click.BadParameter(error.text, ctx, option) from None


def complete_presets(ctx: click.Context, option: click.Parameter, incomplete: str) -> list[str]:
    """The presets whose names begin so, for the shell."""
    from ..solver.rules import preset_names

    return [name for name in preset_names() if name.startswith(incomplete)]


def _read_preset(ctx: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """The preset's name, known to be one."""
    if name is None:
        return None
    from ..solver.rules import Rules

    try:
        return Rules.preset(name).base
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, option) from None


def _read_rules(
    ctx: click.Context, option: click.Parameter, texts: tuple[str, ...]
) -> tuple[tuple[str, object], ...]:
    """The parameters changed, with their values."""
    if not texts:
        return ()
    from ..solver.rules import parse_override

    try:
        return tuple(parse_override(text) for text in texts)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, option) from None


def _refusal(position: "Position", reason: str) -> "FileError":
    """An error that names the position as the reader of files does."""
    from ..solver.files import FileError

    return FileError(position.origin or "options", "", position.id if position.origin else "", reason)
