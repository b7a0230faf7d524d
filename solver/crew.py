"""Worlds solved by several threads, each with its own solver; the values do not depend on their number."""

import os
from collections.abc import Callable
from threading import Lock, Thread
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from .kernel.search import DEFAULT_MEMORY_MB
from .position import Position
from .solve import Solver
from .worlds import Batch

PIECE_SECONDS = 0.05
"""How long a thread works on one call of the kernel, about: it looks for a stop between two calls."""


class Crew:
    """Threads that solve worlds, and their solvers, which keep their tables from one call to the next."""

    def __init__(self, threads: int | None = None, memory_mb: int = DEFAULT_MEMORY_MB) -> None:
        """``threads``: how many work at once; all cores if not said. ``memory_mb``: for the tables of each.

        Raises:
            ValueError: fewer than one.
        """
        if threads is not None and threads < 1:
            raise ValueError(f"threads: {threads} cannot work; give 1 or more")
        self.threads = threads or cores()
        self.memory_mb = memory_mb
        self.interrupted = False
        """Ctrl-C has been pressed: what was finished before stands, and no more is begun."""
        self._solvers: list[Solver] = []

    def solve(
        self,
        position: Position,
        batch: Batch,
        moves: list[str],
        out: NDArray[np.int8],
        *,
        deadline: float | None = None,
        tell: Callable[[int], None] | None = None,
    ) -> int:
        """Fill ``out`` [worlds, moves] with the value of each move in each world: game points from my seat.

        Without moves ``out`` is [worlds, 1] and gets the values of the position itself. Returns how many rows
        are finished, from the first on: fewer than all if the ``deadline`` (of ``perf_counter``) came first,
        or Ctrl-C, which sets ``interrupted`` and is not raised. ``tell`` is called now and then, from any
        thread but never from two at once, with the number of rows that have just been solved.
        """
        job = _Job(position, batch, moves, out, deadline, tell)
        count = min(self.threads, len(batch.hands))
        while len(self._solvers) < count:
            self._solvers.append(Solver(memory_mb=self.memory_mb))
        others = [Thread(target=job.work, args=(solver, count)) for solver in self._solvers[1:count]]
        try:
            for thread in others:
                thread.start()
            job.work(self._solvers[0], count)
            for thread in others:
                thread.join()
        except KeyboardInterrupt:
            self.interrupted = job.stop = True
            for thread in others:
                if thread.ident is not None:
                    thread.join()
        if job.error is not None:
            raise job.error
        return job.finished()


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Job:
    """One call of ``Crew.solve``: the rows are given out in pieces, from the first on."""

    def __init__(
        self,
        position: Position,
        batch: Batch,
        moves: list[str],
        out: NDArray[np.int8],
        deadline: float | None,
        tell: Callable[[int], None] | None,
    ) -> None:
        self.position = position
        self.batch = batch
        self.moves = moves
        self.out = out
        self.deadline = deadline
        self.tell = tell
        self.stop = False
        self.error: Exception | None = None
        self._lock = Lock()
        self._next = 0
        self._done: list[tuple[int, int]] = []

    def work(self, solver: Solver, workers: int) -> None:
        """Solve pieces until there are none left; runs in each thread."""
        try:
            size = 1
            while not self.stop:
                piece = self._take(size, workers)
                if piece.start == piece.stop:
                    return
                started = perf_counter()
                self._solve(solver, piece)
                spent = perf_counter() - started
                size = max(1, min(2 * size, int(size * PIECE_SECONDS / max(spent, 1e-6))))
        except Exception as error:
            self.error = error
            self.stop = True

    def _take(self, size: int, workers: int) -> slice:
        """The next rows: about so many, but fewer towards the end, so that all threads end together."""
        with self._lock:
            left = len(self.out) - self._next
            start = self._next
            self._next += min(left, size, max(1, left // (2 * workers)))
            return slice(start, self._next)

    def _solve(self, solver: Solver, rows: slice) -> None:
        seconds = 0.0
        if self.deadline is not None:
            seconds = self.deadline - perf_counter()
            if seconds <= 0:
                self.stop = True
                return
        hands, stocks = self.batch.hands[rows], self.batch.stocks
        stocks = None if stocks is None else stocks[rows]
        solved = solver.world_values(self.position, hands, stocks, self.moves, self.out[rows], seconds)
        with self._lock:
            self._done.append((rows.start, rows.start + solved))
            if self.tell is not None:
                self.tell(solved)
        if solved < len(hands):
            self.stop = True

    def finished(self) -> int:
        """How many rows are finished, from the first on without a gap."""
        reached = 0
        for start, end in sorted(self._done):
            if start > reached:
                break
            reached = end
        return reached
