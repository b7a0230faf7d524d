"""Best defence: what my hand can secure when I cannot see the other's cards, and he can see mine.

He knows my plan as well, though not how my coin falls: I may mix my moves. So this is a floor under what I
can get, while the mean of double-dummy values, in which I play as if I saw his cards, lies above it. The game
behind the number is solved by discounted counterfactual regret minimisation (Brown and Sandholm, 2019) to an
interval that the strategies found prove; ``kernel/defence.pyx`` says how.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from .cards import card_points, suit_cards
from .kernel.defence import DefenceGame
from .position import Position
from .solve import Solver
from .worlds import Worlds

SOLVABLE = 20_000
"""With more worlds than this, best defence is estimated from subsets of them."""

OPEN_STOCK = 4
"""Open play is judged with at most so many cards in the stock; closes are, whatever it holds."""

SAMPLE = 20_000
SUBSETS = 4
SUBSET_WORLDS = 1_000
"""An estimate samples so many worlds, and solves so many subsets of so many of them."""

_SHARES = 3  # a move gets at least such a part of the time that is left
_LEAST_SHARE = 0.02
_LEAST_ESTIMATE = 1.0
_PASSES = 20  # between two looks at the bounds
_PASSES_CUT = 400  # a game that was not built whole gains nothing from more


class Interval(NamedTuple):
    """What is proved of a best-defence value: it lies between these, in game points from my seat."""

    low: float
    """I can secure this much: the plan that does it is known."""
    high: float
    """Nobody who cannot see the other's cards can secure more."""


class Estimate(NamedTuple):
    """A best-defence value estimated from subsets of the worlds; probably too high, never a bound."""

    value: float
    spread: float
    """The standard deviation of the estimates from single subsets."""


class MoveDefence(NamedTuple):
    """A move of mine and what it secures."""

    move: str
    """As the contract writes moves; empty when the other player is to act."""
    interval: Interval
    """What is proved: little if ``complete`` is false; with more than ``SOLVABLE`` worlds, nothing at all."""
    estimate: Estimate | None
    """Where the game was too large to be built whole, if it has worlds enough to take subsets of."""
    exact: bool
    """Is the interval as narrow as was asked for?"""
    complete: bool
    """False if the game was not built whole for lack of time or memory; the rest counts as unknown."""
    worlds: int
    """How many worlds there are after this move: a close hides the order of the stock for good."""
    mean: float
    """The mean of the double-dummy values, for comparison; of a sample, above ``SOLVABLE`` worlds."""


class Defence(NamedTuple):
    """What a position is worth against best defence."""

    interval: Interval
    """The greatest low and the greatest high over my moves."""
    exact: bool
    """Are all its moves' intervals as narrow as was asked for?"""
    moves: list[MoveDefence]
    """The moves judged, by what they secure, the best first."""
    plan: list[dict[str, Any]]
    """How the first move secures its low: a list of ``{move, mix, replies}``; empty if it was not asked for.

    These are the moves to choose from and how often to choose each; ``replies`` maps everything that can
    happen until I am to act again to the like list there. What happens is told as a line of play:
    ``AH KS=20``, he takes with the ace and leads a king, declaring 20; ``+QD``, I draw. What is missing is
    over, or can be played anyhow: no less comes of it than was counted on. When the other is to act, the
    first ``move`` is empty.
    """
    distribution: dict[int, float]
    """The results of that plan against best replies: game points to shares; empty if nothing is proved."""
    seconds: float
    """Time taken."""


def best_defence(
    position: Position,
    *,
    moves: Sequence[str] | None = None,
    gap: float = 0.005,
    time: float | None = 20.0,
    memory_mb: int = 512,
    seed: int = 0,
    plan: bool = True,
    passes: int | None = None,
    told: Callable[[MoveDefence], None] | None = None,
) -> Defence:
    """What each of my moves secures against best defence; or the position, when the other player is to act.

    All of ``judged_moves``, unless ``moves`` names some of them. Intervals are narrowed to ``gap``, or as
    far as ``time`` seconds (None: without limit) and ``memory_mb`` for one move allow. ``seed`` chooses the
    worlds of an estimate, which takes as long again, or a second. ``plan`` is whether to read off the plan.
    ``passes``, instead of ``time`` where the answer must not depend on the clock: so many at most over the
    game of one move. ``told`` is given each move as soon as it is judged. Of moves that secure the same, the
    one that came first stays first.

    Raises ValueError for moves that cannot be judged, and KeyboardInterrupt on Ctrl-C.
    """
    started = perf_counter()
    possible = judged_moves(position)
    wanted = possible if moves is None else list(moves)
    unknown = [move for move in wanted if move not in possible]
    if unknown or not wanted:
        raise ValueError(
            f"best defence cannot judge {', '.join(unknown) or 'this position'}: it takes closes, closed "
            f"positions, and open ones with at most {OPEN_STOCK} cards in the stock"
        )
    judged: list[MoveDefence] = []
    best: tuple[MoveDefence, DefenceGame] | None = None

    def keep(each: MoveDefence) -> None:
        judged.append(each)
        if told is not None:
            told(each)

    for number, move in enumerate(wanted):
        share = 0.0
        if time is not None:
            # Most moves need little; the first, which are likely the best, may need more.
            share = (started + time - perf_counter()) / min(len(wanted) - number, _SHARES)
            share = max(_LEAST_SHARE, share)
        worlds = Worlds(position, orders="close" not in move)
        if worlds.count > SOLVABLE:
            mean, estimate = _estimated(position, move, worlds, gap, memory_mb, seed, share)
            trivial = Interval(-float(position.most), float(position.most))
            keep(MoveDefence(move, trivial, estimate, False, False, worlds.count, mean))
            continue
        _, hands, stocks = worlds.all()
        grown = DefenceGame(
            position, hands, stocks, move=move or None, memory_mb=memory_mb, seconds=share / 2
        )
        interval = _narrowed(grown, gap, share, passes)
        mean = grown.mean()
        high = min(interval.high, mean)
        interval = Interval(min(interval.low, high), high)
        exact = high - interval.low <= gap
        guess = None
        if not grown.complete and not exact and worlds.count > SUBSET_WORLDS:
            _, guess = _estimated(position, move, worlds, gap, memory_mb, seed, share)
        keep(MoveDefence(move, interval, guess, exact, grown.complete, worlds.count, mean))
        if best is None or _worth(judged[-1]) > _worth(best[0]):
            best = judged[-1], grown
    judged.sort(key=_worth, reverse=True)
    game = best[1] if best is not None and best[0] is judged[0] else None
    return Defence(
        side(judged),
        all(each.exact for each in judged),
        judged,
        game.plan() if game is not None and plan else [],
        dict(sorted(game.results().items())) if game is not None else {},
        perf_counter() - started,
    )


def judged_moves(position: Position) -> list[str]:
    """The moves of mine that can be judged, in a fixed order; one empty name when the other is to act."""
    deal = position.deal
    goes_on = deal.closer >= 0 or len(deal.stock) <= OPEN_STOCK
    if deal.turn == 1:
        return [""] if goes_on else []
    return [move for move in position.legal_moves() if goes_on or "close" in move]


def side(moves: Iterable[MoveDefence]) -> Interval:
    """What the best of these moves secures: their greatest low and greatest high."""
    intervals = [each.interval for each in moves]
    return Interval(max(each.low for each in intervals), max(each.high for each in intervals))


def _worth(each: MoveDefence) -> float:
    """What moves are ranked by; sums of the same numbers in another order are the same."""
    return round(each.estimate.value if each.estimate else each.interval.low, 6)


def _narrowed(game: DefenceGame, gap: float, seconds: float, passes: int | None = None) -> Interval:
    """Let both sides learn until the interval is as narrow as asked, or time is up (0: without limit)."""
    until = perf_counter() + seconds if seconds else float("inf")
    interval = Interval(*game.bounds())
    while interval.high - interval.low > gap and perf_counter() < until:
        game.improve(_PASSES)
        low, high = game.bounds()
        # The low is that of the strategies as they are now, because the plan is read off them.
        interval = Interval(low, min(interval.high, high))
        if game.passes >= (passes or game.passes + 1) or (not game.complete and game.passes >= _PASSES_CUT):
            break
    return interval


def _estimated(
    position: Position, move: str, worlds: Worlds, gap: float, memory_mb: int, seed: int, seconds: float
) -> tuple[float, Estimate]:
    """Estimate from stratified subsets: the double-dummy mean, less what it exceeds best defence by in them.

    The worlds, or a sample of them, are put in order by double-dummy value, then by the trumps and points in
    his hand; a subset takes one world out of so many from end to end. In fewer worlds less has to be guessed:
    so the estimate is probably too high. Returns the mean as well.
    """
    generator = np.random.default_rng(seed)
    _, hands, stocks = worlds.all() if worlds.count <= SAMPLE else worlds.draw(SAMPLE, generator)
    values = np.empty((len(hands), 1), np.int8)
    Solver().world_values(position, hands, stocks, [move] if move else [], values)
    mean, trumps = float(values.mean()), suit_cards(position.deal.trump)
    keys = [(int(hand & trumps).bit_count(), card_points(int(hand))) for hand in hands]
    order = np.array(sorted(range(len(hands)), key=lambda i: (values[i, 0], keys[i])))
    step = max(SUBSETS, len(hands) // SUBSET_WORLDS)
    estimates = []
    limit = max(seconds, _LEAST_ESTIMATE) / SUBSETS if seconds else 0.0
    for start in generator.choice(step, SUBSETS, replace=False):
        subset = order[start::step]
        game = DefenceGame(
            position,
            hands[subset],
            None if stocks is None else stocks[subset],
            move=move or None,
            memory_mb=memory_mb,
            seconds=limit,
        )
        estimates.append(mean - float(values[subset].mean()) + fmean(_narrowed(game, gap, limit)))
    return mean, Estimate(fmean(estimates), stdev(estimates))
