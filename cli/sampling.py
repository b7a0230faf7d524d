"""Options of the commands that look at many worlds: which worlds, how long, how many threads."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple

import click

from .options import Callback
from .progress import working


class Sampling(NamedTuple):
    """Which worlds are solved, by how many threads."""

    worlds: int | None
    exact: bool
    seed: int
    time: float | None
    threads: int | None

    def arguments(self) -> dict[str, Any]:
        """The arguments of these names that the solver's functions take."""
        return self._asdict()


def sampling_options(command: Callback) -> Callback:
    """Give a command ``--worlds``, ``--exact``, ``--seed``, ``--time`` and ``--threads`` as ``sampling``."""

    @wraps(command)
    def with_sampling(
        worlds: int | None, exact: bool, seed: int, time: float | None, threads: int | None, **rest: Any
    ) -> Any:
        return command(sampling=Sampling(worlds, exact, seed, time, threads), **rest)

    decorated: Callback = with_sampling
    for decorate in reversed(_OPTIONS):
        decorated = decorate(decorated)
    return decorated


def sample_options(command: Callback) -> Callback:
    """Give a command ``--worlds``, ``--exact`` and ``--seed``, each by its name."""
    for decorate in reversed(_WHICH):
        command = decorate(command)
    return command


_WHICH = (
    click.option(
        "--worlds",
        type=click.IntRange(1),
        metavar="N",
        help="Where there are more than 20,000 worlds, solve a sample of N: 1,000 if not said, by close 200.",
    ),
    click.option("--exact", is_flag=True, help="Solve all worlds, however many."),
    click.option(
        "--seed", type=click.IntRange(0), default=0, metavar="N", help="Another seed draws other worlds."
    ),
)

_OPTIONS = (
    *_WHICH,
    click.option(
        "--time",
        type=click.FloatRange(0, min_open=True),
        metavar="S",
        help="Solve as many worlds as S seconds allow, most of them for the best moves.",
    ),
    click.option(
        "--threads",
        type=click.IntRange(1),
        metavar="N",
        help="So many threads; all cores if not said. The answer does not depend on it.",
    ),
)


defence_option = click.option(
    "--defence",
    type=click.Choice(["best", "double-dummy"]),
    default="best",
    help="What can be secured without seeing his cards, or only averages of values with all cards open.",
)


@contextmanager
def solving(what: str) -> Iterator[Callable[[int, int | None], None]]:
    """Show how many worlds are solved; gives the function that must be told so."""
    so_far: list[str] = [""]

    def tell(solved: int, of: int | None) -> None:
        so_far[0] = f", {solved:,} worlds" if of is None else f", {solved:,} of {of:,} worlds"

    with working(what, lambda: so_far[0]):
        yield tell
