"""What the workers of a batch do: read positions, solve the easy ones at once, and hard ones when told to."""

import threading
from collections.abc import Sequence
from hashlib import blake2b
from time import perf_counter
from typing import Any, NamedTuple

from .batch_records import Done, Format, Head, answered, refused
from .files import Changes, Entry, FileError, read_entry
from .position import Position
from .records import solution_record
from .solve import Solver


class Task(NamedTuple):
    """What is asked of every position of a batch."""

    changes: Changes = Changes({}, {}, "")
    worlds: int | None = None
    """So large a sample, as for ``analyse``."""
    exact: bool = False
    seed: int = 0
    time: float | None = None
    """So many seconds for a position at most."""
    memory_mb: int = 64
    """For the tables of one worker."""
    form: Format = Format()
    keep: bool = False
    """Keep what was found in ``Done.found``."""


class Question(NamedTuple):
    """A position that is worth a job of its own."""

    key: bytes
    """The same for identical positions of which the same is asked."""
    cost: float
    """How hard it is, about: 1 is an endgame of six cards each."""
    head: Head
    position: Position
    judge: bool
    """Must closing be judged too?"""


Answer = dict[str, Any]
"""A record without its head."""

HARDER_PER_CARD = 2.6
"""By so much each card in an open stock makes a position harder, about."""

EASY_CARDS = 12
HARDER_PER_SEAT_CARD = 1.7
"""With three and four hands, each card more than so many makes it harder by so much, about."""


def work_through(task: Task, entries: Sequence[Entry]) -> list[Done | Question]:
    """Read these positions; those without hidden cards or an open stock are solved, identical ones once."""
    out: list[Done | Question] = []
    answers: dict[bytes, Answer] = {}
    solver = _solver(task.memory_mb)
    for entry in entries:
        position = read_entry(entry, task.changes)
        if isinstance(position, FileError):
            out.append(refused(entry, position, task.form))
            continue
        judge = position.expect is not None and "close" in position.expect
        key = position_key(position)
        head = Head.of(position)
        cost = difficulty(task, position) * (2 if judge else 1)
        if cost > 1:
            out.append(Question(key + bytes([judge]), cost, head, position, judge))
            continue
        answer = answers.get(key)
        if answer is None:
            answer = answers[key] = _solved(task, solver, position)
        out.append(answered(head, answer, task.form, task.keep))
    return out


def work_out(task: Task, question: Question) -> Answer:
    """Answer a hard question."""
    position = question.position
    if position.known:
        answer = _solved(task, _solver(task.memory_mb), position)
    else:
        from .batch_hidden import analysed

        answer = analysed(task, position, seed_of(task.seed, position))
    if question.judge:
        from .batch_hidden import judged

        started = perf_counter()
        answer |= judged(task, position, seed_of(task.seed, position))
        answer["seconds"] += perf_counter() - started
    return answer


def position_key(position: Position) -> bytes:
    """A digest of all that makes a difference to the answer, the same on every machine."""
    import orjson

    told = position.to_dict()
    for key in ("id", "note", "source", "expect"):
        told.pop(key, None)
    return blake2b(orjson.dumps(told), digest_size=16).digest()


def seed_of(seed: int, position: Position) -> int:
    """The seed of a position's sample: its own, whatever is solved before it, and small enough for JSON."""
    digest = blake2b(position_key(position) + str(seed).encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big")


def difficulty(task: Task, position: Position) -> float:
    """How much work a position is, about; 1 if it is solved at once."""
    worlds = 1
    if not position.known:
        from .analysis import ALL_WORLDS, SAMPLE

        worlds = position.world_count()
        if not task.exact and worlds > ALL_WORLDS:
            worlds = task.worlds or SAMPLE
    harder = HARDER_PER_CARD**position.open_stock
    if position.rules.hands > 2:
        cards = sum(map(int.bit_count, position.deal.hands)) + sum(position.deal.hidden)
        harder = max(1.0, HARDER_PER_SEAT_CARD ** (cards - EASY_CARDS))
    return worlds * harder


def _solved(task: Task, solver: Solver, position: Position) -> Answer:
    solution = solver.solve(position, time=task.time)
    answer = solution_record(solution)
    if solution.value is None:
        answer["unfinished"] = True
    return answer


_mine = threading.local()
"""Each worker, be it a process or a thread, keeps one solver with its tables."""


def _solver(memory_mb: int) -> Solver:
    kept: tuple[int, Solver] | None = getattr(_mine, "solver", None)
    if kept is None or kept[0] != memory_mb:
        kept = _mine.solver = memory_mb, Solver(memory_mb=memory_mb)
    return kept[1]
