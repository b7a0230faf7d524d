"""``sixtysix analyse``: each move's mean over the worlds that are possible."""

from typing import TYPE_CHECKING

import click

from .options import Given, Output, PositionCommand, output_options, position_options, write_json
from .sampling import Sampling, defence_option, sampling_options, solving

if TYPE_CHECKING:
    from ..solver.analysis import Analysis, Defence


@click.command(cls=PositionCommand, short_help="Analyse positions with hidden cards.")
@position_options
@output_options
@sampling_options
@defence_option
def analyse(given: Given, output: Output, sampling: Sampling, defence: "Defence") -> None:
    """Analyse positions with hidden cards: each move's mean game points over the possible worlds.

    Every world that fits what is known counts alike, and is solved with all cards open. Up to 20,000 worlds
    are all solved, of more a sample is. Ctrl-C shows what is known so far.

    In closed positions, and with two cards in the stock, the table also tells what each move secures against
    best defence, without seeing his cards, and is ordered by it.

    \b
    Example: a random position with two cards in the stock
      sixtysix deal --tricks 5 --hidden | sixtysix analyse -

    \b
    Example: one with eight cards in the stock, for as long as a second
      sixtysix deal --tricks 2 --hidden | sixtysix analyse - --time 1
    """
    from ..solver.analysis import Interrupted
    from ..solver.analysis import analyse as analyse_position
    from ..solver.records import analysis_record, heading

    for number, position in enumerate(given.positions()):
        interrupted: Interrupted[Analysis] | None = None
        try:
            with solving(f"analysing {position.id}") as progress:
                analysis = analyse_position(
                    position, defence=defence, **sampling.arguments(), progress=progress
                )
        except Interrupted as stop:
            interrupted, analysis = stop, stop.answer
        if output.json:
            write_json(heading(position) | analysis_record(analysis))
        else:
            from .analysis_text import analysis_text

            click.echo("\n\n" * bool(number) + analysis_text(position, analysis, output.spelling))
        if interrupted is not None:
            raise interrupted
