"""Analyse a position with hidden cards: what each move is worth on average over the worlds that are possible.

The averages are of double-dummy values: in every world both players see all the cards from the move on. What
a move secures at the table, against best defence, stands beside them where that is quickly found.
"""

from time import perf_counter
from typing import Generic, Literal, NamedTuple, TypeVar

from .best_defence import SOLVABLE, judged_moves
from .crew import Crew
from .kernel.search import DEFAULT_MEMORY_MB
from .position import Position
from .ranking import MoveOutcome, ranked
from .secured import secure, unknown
from .supply import supply
from .sweep import Progress, Sweep
from .worlds import Worlds

ALL_WORLDS = 20_000
"""Up to so many worlds are all solved; of more a sample is, unless all are asked for."""

SAMPLE = 1_000
"""So many worlds are in a sample if it is not said otherwise."""

LEAST_SECONDS = 0.1
"""So long best defence has at least, if the means have used up the time limit."""

DEFENDED_STOCK = 2
"""Best defence is judged in closed positions, and in open ones with at most so many cards in the stock."""

Defence = Literal["best", "double-dummy"]
"""What is worked out: best defence beside the double-dummy means where it can be, or these alone."""

Answer = TypeVar("Answer")


class Interrupted(KeyboardInterrupt, Generic[Answer]):
    """Ctrl-C, with what was known by then."""

    def __init__(self, answer: Answer) -> None:
        """``answer`` is as it would have been returned, from the worlds that were finished."""
        super().__init__()
        self.answer = answer


class Analysis(NamedTuple):
    """The answer to a position with hidden cards."""

    worlds: int
    """How many worlds were solved."""
    possible: int
    """How many there are."""
    exact: bool
    """Every move was solved in all of them."""
    seed: int
    value: float
    """The best mean, in game points from my seat; with the other player to act the mean of the values."""
    stderr: float
    """The standard error of the value, as of a move."""
    win: float
    """The share of the worlds that I win with the best move."""
    distribution: dict[str, float]
    """The share of the worlds with each result then."""
    best: list[str]
    """The moves that share the best mean; empty with the other player to act."""
    moves: list[MoveOutcome]
    """Every legal move by its mean, best first, ties in a fixed order; empty with the other player to act."""
    seconds: float
    """Time taken."""


def analyse(
    position: Position,
    *,
    defence: Defence = "best",
    worlds: int | None = None,
    exact: bool = False,
    seed: int = 0,
    time: float | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
) -> Analysis:
    """What each move is worth on average over the possible worlds.

    All worlds are solved if there are at most ``ALL_WORLDS``, or if ``exact``; else a sample of ``worlds``
    (``SAMPLE`` if not said), drawn from the ``seed``. The answer is the same for any number of ``threads``
    (all cores if not said), each with ``memory_mb`` for its tables. ``time``, in seconds, solves as many
    worlds as it allows: then moves that are clearly behind get fewer, and the answer depends on the machine.

    With ``defence="best"`` the moves have their ``best_defence`` in closed positions and with two cards in
    the stock, where I am to act; half of the time is for it. Nothing else depends on it.

    Raises:
        ValueError: a number that cannot be.
        Interrupted: Ctrl-C, with the answer so far; or a plain KeyboardInterrupt before there is one.
    """
    started = perf_counter()
    check_limits(worlds, time)
    crew = Crew(threads, memory_mb)
    all_worlds = _worlds_of(position)
    sample = worlds if worlds is not None or time is not None else SAMPLE
    given = supply(all_worlds, most=ALL_WORLDS, sample=sample, exact=exact, seed=seed)
    moves = [] if position.deal.turn else position.legal_moves()
    sweep = Sweep(position, moves, all_worlds, given, crew, progress)
    defended = defence == "best" and _defended(position, all_worlds)
    sweep.run(None if time is None else started + (time / 2 if defended else time))
    if not min(sweep.done):
        raise KeyboardInterrupt
    outcomes = ranked(sweep)
    interrupted = crew.interrupted
    if defended:
        means = {each.move: each.mean for each in outcomes}
        if interrupted:
            securing = unknown(position, means)
        else:
            left = None if time is None else max(started + time - perf_counter(), LEAST_SECONDS)
            securing = secure(position, means, time=left, seed=seed)
        interrupted = securing.interrupted
        outcomes = [each._replace(best_defence=securing.moves[each.move]) for each in outcomes]
    best = sweep.best()
    tally = sweep.tally(best)
    answer = Analysis(
        max(sweep.done),
        all_worlds.count,
        sweep.complete,
        seed,
        tally.mean,
        sweep.stderr(best),
        tally.won / tally.worlds,
        tally.distribution,
        [each.move for each in outcomes if each.mean == tally.mean],
        outcomes,
        perf_counter() - started,
    )
    if interrupted:
        raise Interrupted(answer)
    return answer


def _defended(position: Position, worlds: Worlds) -> bool:
    """Is best defence worked out here?"""
    if position.rules.hands > 2 or position.deal.turn or worlds.count > SOLVABLE:
        return False
    return position.open_stock <= DEFENDED_STOCK and bool(judged_moves(position))


def _worlds_of(position: Position) -> Worlds:
    if position.rules.hands > 2:
        from .seats.position import SeatsPosition
        from .seats.worlds import SeatsWorlds

        assert isinstance(position, SeatsPosition)
        return SeatsWorlds(position)
    return Worlds(position)


def check_limits(worlds: int | None, time: float | None) -> None:
    """Refuse a sample of no worlds and a time limit of no time."""
    if worlds is not None and worlds < 1:
        raise ValueError(f"worlds: {worlds} are no sample; give 1 or more")
    if time is not None and not time > 0:
        raise ValueError(f"time: {time} seconds are no limit; give more than 0")
