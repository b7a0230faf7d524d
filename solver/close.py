"""Is closing now correct? The best way to close against the best way to go on, and why.

The numbers are averages of double-dummy values, as in ``analysis.py``. Closing leads are solved over all
hands the other player can hold: once the stock is closed its order does not matter.
"""

from collections.abc import Callable
from math import hypot
from time import perf_counter
from typing import Literal, NamedTuple

from .analysis import ALL_WORLDS, Interrupted, check_limits
from .close_reasons import CardEffect, Pattern, Sinks, card_effects, find_pattern, find_sinks
from .closing import closing_forbidden
from .crew import Crew
from .kernel.search import DEFAULT_MEMORY_MB
from .outcomes import Lead, Tally
from .position import Position
from .ranking import MoveOutcome, ranked
from .supply import supply
from .sweep import Progress, Sweep
from .worlds import Worlds

OPEN_SAMPLE = 200
"""So many worlds are in a sample for going on, if it is not said otherwise: each costs more than a close."""

CALL = 2.0
"""A sampled margin under so many standard errors is too close to call."""

Verdict = Literal["close", "do not close", "indifferent", "too close to call"]


class CloseForbidden(NamedTuple):
    """Closing is not legal here."""

    reason: str
    """Which rule forbids it, and what it says."""
    legal: Literal[False] = False


class CloseJudgement(NamedTuple):
    """The answer to whether closing now is correct."""

    verdict: Verdict
    close: MoveOutcome
    """The best way to close."""
    open: MoveOutcome
    """The best way to go on."""
    margin: float
    """``close.mean - open.mean``, in game points."""
    margin_stderr: float
    """Its standard error; 0 when all worlds were solved."""
    possible: int
    """How many worlds there are, the order of the stock counted."""
    exact: bool
    """Both sides were solved in all worlds."""
    leads: list[MoveOutcome]
    """Every way to close, best first."""
    others: list[MoveOutcome]
    """Every way to go on, best first."""
    why: list[CardEffect]
    """How the best close fares with each unseen card in the other hand and without, the costliest first."""
    sinks: Sinks | None
    """The fewest cards with which he always beats the best close; None if he never does."""
    pattern: Pattern | None
    """What exactly the hands that beat it have in common, if a few words can say it."""
    break_even: float | None
    """The share of worlds the best close must win to be worth as much as going on; None if it never wins."""
    judged: MoveOutcome | None
    """The lead that was asked about; its ``loss`` is against the best of all moves."""
    seed: int
    seconds: float
    legal: Literal[True] = True


def judge_close(
    position: Position,
    *,
    move: str | None = None,
    worlds: int | None = None,
    exact: bool = False,
    seed: int = 0,
    time: float | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
) -> CloseJudgement | CloseForbidden:
    """Judge closing now, or one closing lead such as ``close+KH``.

    Going on is solved in all worlds if there are at most ``ALL_WORLDS``, or if ``exact``; else in a sample of
    ``worlds`` (``OPEN_SAMPLE`` if not said) drawn from the ``seed``. ``time``, ``threads`` and
    ``memory_mb`` are as for ``analyse``. A match score in the position is not used: the answer is in game
    points.

    Raises:
        ValueError: a number that cannot be, or a ``move`` that is no legal closing lead.
        Interrupted: Ctrl-C, with the answer so far; or a plain KeyboardInterrupt before there is one.
    """
    started = perf_counter()
    check_limits(worlds, time)
    reason = closing_forbidden(position)
    if reason is not None:
        return CloseForbidden(reason)
    moves = position.legal_moves()
    closes = [each for each in moves if "close" in each]
    if move is not None and move not in closes:
        raise ValueError(f"move: {move} is no closing lead here; these are: {', '.join(closes)}")
    crew = Crew(threads, memory_mb)
    sample = worlds if worlds is not None or time is not None else OPEN_SAMPLE

    def sweep(moves: list[str], *, orders: bool) -> Sweep:
        which = Worlds(position, orders=orders)
        given = supply(which, most=ALL_WORLDS, sample=sample, exact=exact, seed=seed)
        return Sweep(position, moves, which, given, crew, progress)

    closing = sweep(closes, orders=False)
    if closing.supply.exact:
        going_on = sweep([each for each in moves if "close" not in each], orders=True)
    else:
        closing = going_on = sweep(moves, orders=True)
    _run(closing, going_on, crew, started, time)
    if not min(closing.done + going_on.done):
        raise KeyboardInterrupt
    outcomes = ranked(closing) if closing is going_on else ranked(closing, going_on)
    answer = _judgement(position, closing, going_on, outcomes, move, seed, started)
    if crew.interrupted:
        raise Interrupted(answer)
    return answer


def _run(closing: Sweep, going_on: Sweep, crew: Crew, started: float, time: float | None) -> None:
    """Solve both kinds; half of the time is for the closes, which need less."""
    going_on.run(deadline=started)  # the first worlds only, so that an early Ctrl-C finds something of both
    deadline = None if time is None else started + time
    steps: list[Callable[[], None]] = [lambda: going_on.run(deadline)]
    if closing is not going_on:
        steps.insert(0, lambda: closing.run(None if time is None else started + time / 2))
    for step in steps:
        if not crew.interrupted:
            step()


def _judgement(
    position: Position,
    closing: Sweep,
    going_on: Sweep,
    outcomes: list[MoveOutcome],
    move: str | None,
    seed: int,
    started: float,
) -> CloseJudgement:
    """Put the answer together."""
    leads = [each for each in outcomes if "close" in each.move]
    others = [each for each in outcomes if "close" not in each.move]
    close, open_ = leads[0], others[0]
    column, other = closing.moves.index(close.move), going_on.moves.index(open_.move)
    exact = closing.complete and going_on.complete
    margin = close.mean - open_.mean
    if closing is going_on and not exact:
        error = Lead.of(closing.values(column), going_on.values(other)).stderr
    else:
        error = hypot(close.stderr, open_.stderr)
    tally = closing.tally(column)
    hands, values = closing.hands(column), closing.values(column)
    return CloseJudgement(
        _verdict(tally, going_on.tally(other), exact, error),
        close,
        open_,
        margin,
        error,
        position.world_count(),
        exact,
        leads,
        others,
        card_effects(hands, values, position.unseen),
        find_sinks(hands, values),
        find_pattern(hands, values, position.unseen, position.deal.hands[1]),
        _break_even(position, tally, open_.mean),
        next((each for each in leads if each.move == move), None),
        seed,
        perf_counter() - started,
    )


def _verdict(close: Tally, other: Tally, exact: bool, error: float) -> Verdict:
    """Compare the two means, in whole numbers; a sampled difference must stand out from its error."""
    ahead = close.total * other.worlds - other.total * close.worlds
    if exact and not ahead:
        return "indifferent"
    if not ahead or abs(close.mean - other.mean) < CALL * error:
        return "too close to call"
    return "close" if ahead > 0 else "do not close"


def _break_even(position: Position, close: Tally, other: float) -> float | None:
    """The share of worlds the close must win, at what it wins and loses on average, to be worth ``other``."""
    if not close.won:
        return None
    won = sum(points * close.counts[points + 3] for points in (1, 2, 3)) / close.won
    if close.lost:
        lost = (close.total - won * close.won) / close.lost
    else:
        rules = position.rules
        lost = -(rules.close_lost if position.deal.tricks[1] else rules.close_lost_trickless)
    return (other - lost) / (won - lost)
