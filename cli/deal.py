"""``sixtysix deal``: random positions as JSON Lines."""

import sys

import click

from .errors import Unusable
from .options import rule_option, rules_option


@click.command(short_help="Deal random positions.")
@click.option(
    "--count", type=click.IntRange(1), default=1, metavar="N", help="How many positions; 1 if not said."
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Another seed deals other cards; 0 if not said.",
)
@click.option(
    "--tricks",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="So many tricks are already played; 0 if not said.",
)
@click.option(
    "--known/--hidden",
    default=True,
    help="All cards are named, as they are if not said; or those that are seen.",
)
@click.option("--closes", is_flag=True, help="The stock may be closed at random too.")
@rules_option()
@rule_option()
def deal(
    count: int,
    seed: int,
    tricks: int,
    known: bool,
    closes: bool,
    rules: str | None,
    rule: tuple[tuple[str, object], ...],
) -> None:
    """Deal random positions, one JSON object a line, played on by random moves.

    The player to act is always "me". Deals that are over before the tricks asked for are thrown away.
    The same seed gives the same positions, and fewer of them are the first of more.

    \b
    Example: three endgames, solved
      sixtysix deal --count 3 --tricks 8 --seed 7 | sixtysix solve -

    \b
    Example: one deal as a player sees it before the third trick
      sixtysix deal --tricks 2 --hidden | sixtysix show -
    """
    from ..solver.files import to_json
    from ..solver.random_deals import random_positions
    from ..solver.rules import DEFAULT_PRESET, Rules

    out = sys.stdout.buffer
    try:
        game = Rules.preset(rules or DEFAULT_PRESET).changed(dict(rule))
        positions = random_positions(
            game, count=count, seed=seed, tricks=tricks, hidden=not known, closes=closes
        )
        for position in positions:
            out.write(to_json(position) + b"\n")
    except ValueError as error:
        raise Unusable([error]) from None
    out.flush()
