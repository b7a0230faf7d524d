"""``sixtysix solve``: the exact value of positions with all cards known."""

from typing import TYPE_CHECKING

import click

from .options import Given, Output, PositionCommand, output_options, position_options, write_json
from .progress import working

if TYPE_CHECKING:
    from ..solver.position import Position
    from ..solver.solution import Solution
    from .spelling import Spelling


@click.command(cls=PositionCommand, short_help="Solve positions with all cards known.")
@position_options
@output_options
@click.option(
    "--time",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Give up on a position after S seconds.",
)
def solve(given: Given, output: Output, time: float | None) -> None:
    """Solve positions: the exact value, every legal move with its own, and the best line to the end.

    All cards must be known: all hands, and the order of an open stock. Of three who each play for himself
    it tells what each can guarantee against the two others together, and how it goes if each cares for
    himself alone.

    \b
    Example: the last three tricks, hearts trumps, I have 45 points and 4 tricks
      sixtysix solve --trump H --hand "AH KD JS" --opponent "TS QD KC" --points 45,41 --tricks 4,5

    \b
    Example: a random endgame, as JSON
      sixtysix deal --tricks 8 | sixtysix solve - --json
    """
    from ..solver.records import heading, solution_record
    from ..solver.solve import Solver

    positions = given.positions(refuse=_hidden)
    solver = Solver()
    for number, position in enumerate(positions):
        with working(f"solving {position.id}"):
            solution = solver.solve(position, time=time)
        if output.json:
            write_json(heading(position) | solution_record(solution))
        else:
            click.echo("\n" * bool(number) + _text(position, solution, output.spelling))


def _text(position: "Position", solution: "Solution", spelling: "Spelling") -> str:
    from ..solver.seats.position import SeatsPosition

    if isinstance(position, SeatsPosition):
        from .seats_tables import solution_text as seats_solution_text

        return seats_solution_text(position, solution, spelling)
    from .tables import solution_text

    return solution_text(position, solution, spelling)


def _hidden(position: "Position") -> str | None:
    """Why a position cannot be solved: its unknown cards can lie in several ways."""
    if position.known:
        return None
    deal = position.deal
    key = "opponent" if deal.hidden[1] else "stock"
    if position.rules.hands > 2:
        key = "hands"
    return (
        f"{key}: unknown cards can lie in {position.world_count()} ways; name them all, "
        "or let “sixtysix analyse” judge the position over all of them"
    )
