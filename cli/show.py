"""``sixtysix show``: positions drawn for people, or converted."""

import click

from .options import Given, Output, PositionCommand, output_options, position_options


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
        from .drawing import drawing

        spelling = output.spelling
        for number, position in enumerate(positions):
            click.echo("\n\n" * bool(number) + drawing(position, spelling))
