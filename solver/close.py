"""Is closing now correct? The best way to close against the best way to go on, and why.

Both sides have means of double-dummy values, as in ``analysis.py``. Closing leads are solved over all hands
the other player can hold: once the stock is closed its order does not matter. A close wins less than its mean
at the table, where a guess may be needed; so the verdict goes by what it secures against best defence.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Literal, NamedTuple

from .analysis import ALL_WORLDS, LEAST_SECONDS, Defence, Interrupted, check_limits
from .best_defence import OPEN_STOCK
from .close_reasons import CardEffect, Pattern, Sinks, card_effects, find_pattern, find_sinks
from .close_sides import Sides
from .closing import closing_forbidden
from .crew import Crew
from .kernel.search import DEFAULT_MEMORY_MB
from .outcomes import Tally
from .position import Position
from .ranking import MoveOutcome
from .secured import Secured, Securing, secure, unknown
from .supply import supply
from .sweep import Progress, Sweep
from .verdict import Model, Name, Verdict, by_means, floor_against_mean, like_with_like
from .worlds import Worlds

OPEN_SAMPLE = 200
"""So many worlds are in a sample for going on, if it is not said otherwise: each costs more than a close."""

GAME_SECONDS = 20.0
"""So long best defence may take, if no limit is said."""


class CloseForbidden(NamedTuple):
    """Closing is not legal here."""

    reason: str
    """Which rule forbids it, and what it says."""
    legal: Literal[False] = False


class CloseJudgement(NamedTuple):
    """The answer to whether closing now is correct."""

    verdict: Name
    model: Model
    """Which numbers the verdict compares."""
    firm: bool
    """The verdict is proved; that of ``by_mean`` never is, unless all cards are known."""
    by_mean: Name
    """What the double-dummy means alone say."""
    close: MoveOutcome
    """The best way to close; its ``best_defence`` is that of all of them together, as a side."""
    open: MoveOutcome
    """The best way to go on; likewise."""
    margin: float
    """``close.mean - open.mean``, in game points."""
    margin_stderr: float
    """Its standard error; 0 when all worlds were solved."""
    possible: int
    """How many worlds there are, the order of the stock counted."""
    exact: bool
    """Both sides were solved in all worlds."""
    leads: list[MoveOutcome]
    """Every way to close, best first; by what it secures, if that was judged."""
    others: list[MoveOutcome]
    """Every way to go on, likewise."""
    plan: list[dict[str, Any]]
    """How the best close secures what it does, as ``Defence.plan``; empty if that was not judged."""
    plan_distribution: dict[str, float]
    """The results of that plan against best replies: game points to shares."""
    why: list[CardEffect]
    """How the best close fares with each unseen card in the other hand and without, the costliest first."""
    sinks: Sinks | None
    """The fewest cards with which he always beats the best close; None if he never does."""
    pattern: Pattern | None
    """What exactly the hands that beat it have in common, if a few words can say it."""
    break_even: float | None
    """The share of worlds the best close must win to be worth as much as going on; None if it never wins."""
    judged: MoveOutcome | None
    """The lead that was asked about. Its ``loss`` is against the best of all moves, by the numbers that the
    verdict goes by: what it certainly secures less than another move, and with ``mixed`` also by how much
    its mean is behind that of going on."""
    seed: int
    seconds: float
    legal: Literal[True] = True


def judge_close(
    position: Position,
    *,
    move: str | None = None,
    defence: Defence = "best",
    worlds: int | None = None,
    exact: bool = False,
    seed: int = 0,
    time: float | None = None,
    clock: bool = True,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
) -> CloseJudgement | CloseForbidden:
    """Judge closing now, or one closing lead such as ``close+KH``.

    Going on is solved in all worlds if there are at most ``ALL_WORLDS``, or if ``exact``; else in a sample of
    ``worlds`` (``OPEN_SAMPLE`` if not said) drawn from the ``seed``. ``threads`` and ``memory_mb`` are as for
    ``analyse``, and ``time`` is too: half of it is for best defence, which has ``GAME_SECONDS`` if nothing
    is said. Without ``clock`` it is limited by its work instead, so that the answer is always the same.

    With ``defence="double-dummy"`` only the means are worked out, and the verdict is theirs. A match score in
    the position is not used: the answer is in game points.

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
    both = defence == "best"
    _run(closing, going_on, crew, started, time if time is None or not both else time / 2)
    if not min(closing.done + going_on.done):
        raise KeyboardInterrupt
    sides = Sides.by_mean(closing, going_on)
    by_mean = _by_mean(position, sides)
    verdict, securing = by_mean, None
    if both:
        left = GAME_SECONDS if clock else None
        if time is not None:
            left = max(started + time - perf_counter(), LEAST_SECONDS)
        securing = _secure(position, sides, 0.0 if crew.interrupted else left, seed)
        sides = sides.ordered(securing.moves)
        verdict = _verdict(sides, by_mean)
    answer = _judgement(position, sides, verdict, by_mean, securing, move, seed, started)
    if crew.interrupted or (securing is not None and securing.interrupted):
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


def _secure(position: Position, sides: Sides, time: float | None, seed: int) -> Securing:
    """What every close secures, and going on too with few cards in the stock; nothing in no ``time``."""
    started = perf_counter()
    solved = len(position.deal.stock) <= OPEN_STOCK
    leads, others = ({each.move: each.mean for each in some} for some in (sides.leads, sides.others))
    if time == 0:
        return unknown(position, leads | others if solved else leads)
    share = time if time is None or not solved else time / 2
    securing = secure(position, leads, time=share, seed=seed, plan=True)
    moves = dict(securing.moves)
    if solved and securing.interrupted:
        moves |= unknown(position, others).moves
    elif solved:
        left = None if time is None else started + time - perf_counter()
        going_on = secure(position, others, time=left, seed=seed)
        return securing._replace(moves=moves | going_on.moves, interrupted=going_on.interrupted)
    elif position.world_count() == 1:
        # All cards are known: going on secures its value.
        moves |= {move: Secured(value, value, True, 1) for move, value in others.items()}
    return securing._replace(moves=moves)


def _by_mean(position: Position, sides: Sides) -> Verdict:
    """What the means say."""
    known = position.world_count() == 1
    return by_means(sides.close_tally, sides.open_tally, exact=sides.exact, error=sides.error, known=known)


def _verdict(sides: Sides, by_mean: Verdict) -> Verdict:
    """What best defence says of sides ordered by it."""
    assert sides.close.best_defence is not None
    if sides.open.best_defence is not None:
        return like_with_like(sides.close.best_defence, sides.open.best_defence)
    return floor_against_mean(sides.close.best_defence, sides.open.mean, sides.open.stderr, by_mean.name)


def _judgement(
    position: Position,
    sides: Sides,
    verdict: Verdict,
    by_mean: Verdict,
    securing: Securing | None,
    move: str | None,
    seed: int,
    started: float,
) -> CloseJudgement:
    """Put the answer together."""
    hands, values = sides.close_hands, sides.close_values
    judged = next((each for each in sides.leads if each.move == move), None)
    return CloseJudgement(
        *verdict,
        by_mean.name,
        sides.close,
        sides.open,
        sides.close.mean - sides.open.mean,
        sides.error,
        position.world_count(),
        sides.exact,
        sides.leads,
        sides.others,
        securing.plan if securing is not None else [],
        securing.distribution if securing is not None else {},
        card_effects(hands, values, position.unseen),
        find_sinks(hands, values),
        find_pattern(hands, values, position.unseen, position.deal.hands[1]),
        _break_even(position, sides.close_tally, sides.open.mean),
        judged and sides.loss_of(judged),
        seed,
        perf_counter() - started,
    )


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
