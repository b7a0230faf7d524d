"""``sixtysix rules``: the presets, the parameters of one, or what two do differently."""

import shutil
import sys
from typing import TYPE_CHECKING, Any

import click

from .errors import Unusable
from .options import complete_presets, rule_option, write_json

if TYPE_CHECKING:
    from ..solver.rules import Preset


@click.command(short_help="List the presets, show one, or compare two.")
@click.argument("presets", nargs=-1, metavar="[PRESET [PRESET]]", shell_complete=complete_presets)
@rule_option()
@click.option("--json", is_flag=True, help="JSON objects, one a line.")
def rules(presets: tuple[str, ...], rule: tuple[tuple[str, object], ...], json: bool) -> None:
    """List the presets; or show one preset's parameters; or compare two.

    Where a rule book is silent or ambiguous, the readings below the parameters say how it was understood.

    \b
    Example: in what do these two games differ?
      sixtysix rules server annotated

    \b
    Example: all parameters of a game, one of them changed
      sixtysix rules server --rule must_head=false
    """
    from ..solver.rules import Preset, preset_names

    if len(presets) > 2:
        raise click.UsageError("two presets can be compared, not more", click.get_current_context())
    if rule and len(presets) != 1:
        raise click.UsageError("--rule changes one preset; name that one", click.get_current_context())
    try:
        chosen = [Preset.read(name) for name in presets or preset_names()]
        changed = [preset._replace(rules=preset.rules.changed(dict(rule))) for preset in chosen]
    except ValueError as error:
        raise Unusable([error]) from None
    if len(presets) == 2:
        first, second = chosen
        write_json(_difference_record(first, second)) if json else click.echo(_differences(first, second))
    elif json:
        for preset in changed:
            write_json(_preset_record(preset))
    elif presets:
        click.echo(_parameters(chosen[0], changed[0]))
    else:
        click.echo(_list(chosen))


def _preset_record(preset: "Preset") -> dict[str, Any]:
    return {
        "name": preset.name,
        "title": preset.title,
        "source": preset.source,
        "parameters": preset.rules.parameters(),
        "notes": preset.notes,
    }


def _difference_record(first: "Preset", second: "Preset") -> dict[str, Any]:
    return {
        "presets": [first.name, second.name],
        "differences": {name: list(values) for name, values in _different(first, second).items()},
    }


def _different(first: "Preset", second: "Preset") -> dict[str, tuple[Any, Any]]:
    """The parameters with two values."""
    ours, theirs = first.rules.parameters(), second.rules.parameters()
    return {name: (value, theirs[name]) for name, value in ours.items() if value != theirs[name]}


def _list(presets: "list[Preset]") -> str:
    from .tables import table

    rows = [(click.style(preset.name, bold=True), preset.title) for preset in presets]
    return table(["preset", "the game"], rows) + "\n\nsixtysix rules PRESET shows the parameters of one."


def _parameters(preset: "Preset", changed: "Preset") -> str:
    """A preset's parameters with their meaning, changed ones with the old value, and how it was read."""
    from ..solver.parameters import BY_NAME
    from ..solver.rules import show_value
    from .tables import table

    different = _different(preset, changed)
    rows = []
    for name, value in changed.rules.parameters().items():
        shown = show_value(value)
        if name in different:
            shown = click.style(f"{shown} (not {show_value(different[name][0])})", bold=True)
        rows.append((name, shown, BY_NAME[name].meaning))
    parts = [
        f"{click.style(changed.rules.name, bold=True)} - {preset.title}\n{preset.source}",
        table(["parameter", "value", "meaning"], rows, width=_width()),
    ]
    if preset.notes:
        parts.append("Where the text leaves it open, it is read so:")
        parts.append(table(["parameter", "reading"], preset.notes.items(), width=_width()))
    return "\n\n".join(parts)


def _differences(first: "Preset", second: "Preset") -> str:
    from ..solver.parameters import BY_NAME
    from ..solver.rules import show_value
    from .tables import table

    rows = [
        (name, show_value(ours), show_value(theirs), BY_NAME[name].meaning)
        for name, (ours, theirs) in _different(first, second).items()
    ]
    if not rows:
        return f"{first.name} and {second.name} are the same game."
    return table(["parameter", first.name, second.name, "meaning"], rows, width=_width())


def _width() -> int | None:
    """How wide a table may be: the terminal's columns; anything else may be read without wrapping."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
