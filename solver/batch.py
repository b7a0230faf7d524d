"""Many positions by many workers: flat memory, the hardest first, identical ones once, answers in order.

Positions are sent to the workers as they stand in their files, in chunks; a worker reads them, solves what is
easy and sends the rest back as questions. Of these the hardest known is asked next. At any time only a window
of so many positions is under way: its first one is waited for before more are read.
"""

import heapq
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from .batch_records import Done, answered
from .batch_work import Answer, Question, Task, work_out, work_through
from .files import Entry

LARGEST_CHUNK = 128
FIRST_CHUNK = 4
"""Chunks grow from small ones, so that a short suite is shared among all workers."""

WINDOW = 4096
"""So many positions are under way at most (more if there are very many workers)."""

AHEAD = 2
"""So many jobs are given out for each worker, so that none waits for the next."""

HEARTBEAT = 0.5
"""At least so often, in seconds, the caller hears of the run, if there is nothing to tell too."""


def run_batch(
    entries: Iterable[Entry], task: Task, executor: Executor, workers: int
) -> Iterator[list[tuple[Entry, Done]]]:
    """Work through all entries; gives what is done, in their order, some at a time, or none now and then.

    The executor may be any of ``concurrent.futures``, or a Dask client's; ``workers`` is how many jobs it
    does at once. What a job raises is raised here.
    """
    yield from _Run(iter(entries), task, executor, workers).results()


@dataclass(slots=True, eq=False)
class _Slot:
    """A position under way."""

    entry: Entry
    done: Done | None = None
    asked: "_Asked | None" = None


@dataclass(slots=True, eq=False)
class _Asked:
    """A hard question, and all who wait for the answer."""

    question: Question
    slots: list[tuple[_Slot, Question]] = field(default_factory=list)
    answer: Answer | None = None
    users: int = 0
    """So many positions of the window have it."""


class _Run:
    def __init__(self, entries: Iterator[Entry], task: Task, executor: Executor, workers: int) -> None:
        self.entries = entries
        self.task = task
        self.executor = executor
        self.most_jobs = AHEAD * workers
        self.window = max(WINDOW, 2 * self.most_jobs * LARGEST_CHUNK)
        self.chunk = FIRST_CHUNK
        self.slots: deque[_Slot] = deque()
        self.asked: dict[bytes, _Asked] = {}
        self.hardest: list[tuple[float, int, _Asked]] = []
        self.count = 0
        self.jobs: dict[Future[Any], list[_Slot] | _Asked] = {}

    def results(self) -> Iterator[list[tuple[Entry, Done]]]:
        """What is done, in order."""
        while True:
            while len(self.jobs) < self.most_jobs and (self._read_on() or self._ask()):
                pass
            if not self.jobs:
                return
            finished, _ = wait(self.jobs, HEARTBEAT, FIRST_COMPLETED)
            for future in finished:
                job = self.jobs.pop(future)
                if isinstance(job, _Asked):
                    self._answered(job, future.result())
                else:
                    self._worked_through(job, future.result())
            yield list(self._ready())

    def _read_on(self) -> bool:
        """Give out the next chunk, if there is room in the window and anything left to read."""
        if len(self.slots) >= self.window:
            return False
        entries = list(islice(self.entries, self.chunk))
        if not entries:
            return False
        self.chunk = min(2 * self.chunk, LARGEST_CHUNK)
        slots = [_Slot(entry) for entry in entries]
        self.slots.extend(slots)
        self.jobs[self.executor.submit(work_through, self.task, entries)] = slots
        return True

    def _ask(self) -> bool:
        """Give out the hardest question, if there is one."""
        if not self.hardest:
            return False
        _, _, asked = heapq.heappop(self.hardest)
        self.jobs[self.executor.submit(work_out, self.task, asked.question)] = asked
        return True

    def _worked_through(self, slots: list[_Slot], results: list[Done | Question]) -> None:
        for slot, result in zip(slots, results, strict=True):
            if isinstance(result, Done):
                slot.done = result
                continue
            asked = self.asked.get(result.key)
            if asked is None:
                asked = self.asked[result.key] = _Asked(result)
                self.count += 1
                heapq.heappush(self.hardest, (-result.cost, self.count, asked))
            asked.users += 1
            slot.asked = asked
            if asked.answer is None:
                asked.slots.append((slot, result))
            else:
                self._fill(slot, result, asked.answer)

    def _answered(self, asked: _Asked, answer: Answer) -> None:
        asked.answer = answer
        for slot, question in asked.slots:
            self._fill(slot, question, answer)
        asked.slots.clear()

    def _fill(self, slot: _Slot, question: Question, answer: Answer) -> None:
        slot.done = answered(question.head, answer, self.task.form, self.task.keep)

    def _ready(self) -> Iterator[tuple[Entry, Done]]:
        """Take what is done from the front of the window."""
        while self.slots and self.slots[0].done is not None:
            slot = self.slots.popleft()
            assert slot.done is not None
            if slot.asked is not None:
                slot.asked.users -= 1
                if not slot.asked.users:
                    del self.asked[slot.asked.question.key]
            yield slot.entry, slot.done
