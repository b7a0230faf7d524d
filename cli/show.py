"""``sixtysix show``: positions drawn for people, or converted."""

from typing import TYPE_CHECKING

import click

from .options import Given, Output, PositionCommand, output_options, position_options

if TYPE_CHECKING:
    from ..solver.position import Position
    from .spelling import Spelling


@click.command(cls=PositionCommand, short_help="Draw positions, or convert them.")
@position_options
@output_options
@click.option("--toml", is_flag=True, help="The positions as a TOML file.")
def show(given: Given, output: Output, toml: bool) -> None:
    """Draw positions as they lie on the table, or convert them to JSON Lines or TOML.

    \b
    Example: the other hand holds the ace of spades and five unknown cards
      sixtysix show --hand "♥AK ♠TKQ ♦9" --opponent "AS ? ? ? ? ?" --upcard 9H

    \b
    Example: random positions as a TOML file
      sixtysix deal --count 2 | sixtysix show - --toml
    """
    if toml and output.json:
        raise click.UsageError("--json and --toml exclude each other", click.get_current_context())
    positions = given.positions()
    if toml:
        from ..solver.files import to_toml

        click.echo(to_toml(positions).encode(), nl=False)
    elif output.json:
        from ..solver.files import to_json

        for position in positions:
            click.echo(to_json(position))
    else:
        spelling = output.spelling
        for number, position in enumerate(positions):
            click.echo("\n\n" * bool(number) + _drawn(position, spelling))


def _drawn(position: "Position", spelling: "Spelling") -> str:
    from ..solver.seats.position import SeatsPosition

    if isinstance(position, SeatsPosition):
        from .seats_drawing import seats_drawing

        return seats_drawing(position, spelling)
    from .drawing import drawing

    return drawing(position, spelling)
