"""Hidden cards in a batch: means over worlds, and whether closing is correct."""

from typing import TYPE_CHECKING, Any

from .analysis import ALL_WORLDS, SAMPLE, Analysis, analyse
from .close import OPEN_SAMPLE, judge_close
from .position import Position
from .records import analysis_record, close_record

if TYPE_CHECKING:
    from .batch_work import Task


def analysed(task: "Task", position: Position, seed: int) -> dict[str, Any]:
    """The analysis; if the time ran out before all worlds of the sample were solved, bounds and no value."""
    possible = position.world_count()
    wanted = task.worlds or SAMPLE
    if task.exact or possible <= max(ALL_WORLDS, wanted):
        wanted = possible
    analysis = analyse(position, worlds=wanted, **_limits(task, seed))
    answer = analysis_record(analysis)
    solved = min((each.worlds for each in analysis.moves), default=analysis.worlds)
    if solved < wanted:
        answer |= {
            "value": None,
            "bounds": _bounds(analysis, position.most, all_worlds=wanted == possible),
            "best": [],
        }
        answer |= {"stderr": None, "win": None, "distribution": None, "unfinished": True}
    return answer


def _bounds(analysis: Analysis, most: int, all_worlds: bool) -> tuple[float, float]:
    """What is proved of the value, if every world not solved may be worth anything."""
    if not all_worlds:
        return -float(most), float(most)
    tallies = [(each.mean, each.worlds) for each in analysis.moves] or [(analysis.value, analysis.worlds)]
    lows, highs = [], []
    for mean, worlds in tallies:
        rest = most * (analysis.possible - worlds)
        lows.append((mean * worlds - rest) / analysis.possible)
        highs.append((mean * worlds + rest) / analysis.possible)
    return max(lows), max(highs)


JUDGEMENT = ("verdict", "model", "firm", "by_mean", "close", "open", "margin", "margin_stderr")
"""What a record holds of a judgement; the reasons are left to the command ``close``."""


def judged(task: "Task", position: Position, seed: int) -> dict[str, Any]:
    """The verdict on closing, with the best way to close and the best way to go on."""
    limits = _limits(task, seed)
    # Without the clock the answer is the same on every machine.
    judgement = judge_close(
        position, worlds=task.worlds or OPEN_SAMPLE, clock=task.time is not None, **limits
    )
    if not judgement.legal:
        return {"legal": False, "reason": judgement.reason}
    told = close_record(judgement)
    return {"legal": True, **{key: told[key] for key in JUDGEMENT}}


def _limits(task: "Task", seed: int) -> dict[str, Any]:
    """The arguments of both that the task settles."""
    return {
        "exact": task.exact,
        "seed": seed,
        "time": task.time,
        "threads": 1,
        "memory_mb": task.memory_mb,
    }
