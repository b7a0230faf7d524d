"""How fast hidden cards are: worlds drawn, moves analysed, closes judged; and what a second thread brings.

    python bench/worlds.py

Wanted, on two cores: 1,000,000 worlds of a first lead drawn in under 1 s; 2,000 of 55,440 worlds after
three tricks analysed for all moves in under 5 s; a close judged after four tricks in under 1 s, at the first
lead (all 12,376 hands for every closing lead, 200 worlds for going on) in under 30 s; two threads at least
1.7 times as fast as one. Medians over random positions; the ratio is taken over all of them together.
"""

from statistics import median
from time import perf_counter

import numpy as np
from sixtysix.solver.analysis import analyse
from sixtysix.solver.close import judge_close
from sixtysix.solver.position import Position
from sixtysix.solver.random_deals import random_positions
from sixtysix.solver.rules import Rules
from sixtysix.solver.worlds import Worlds


def positions(tricks: int, count: int) -> list[Position]:
    return list(random_positions(Rules.preset("server"), count=count, seed=66, tricks=tricks, hidden=True))


def drawing() -> None:
    (first,) = positions(0, 1)
    started = perf_counter()
    Worlds(first).draw(1_000_000, np.random.default_rng(0))
    report("1,000,000 worlds of a first lead drawn", [perf_counter() - started], 1)


def analysing(tricks: int, worlds: int, count: int) -> None:
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for position in positions(tricks, count):
        for threads, times in seconds.items():
            times.append(analyse(position, worlds=worlds, threads=threads).seconds)
    for threads, times in seconds.items():
        report(f"{worlds:,} worlds after {tricks} tricks analysed, {threads} threads", times, 5)
    print(f"  two threads {sum(seconds[1]) / sum(seconds[2]):.2f} times as fast as one (1.7 wanted)")


def judging(tricks: int, count: int, limit: float) -> None:
    times = []
    for position in positions(tricks, count):
        judgement = judge_close(position, worlds=200)
        if judgement.legal:
            times.append(judgement.seconds)
    report(f"close judged after {tricks} tricks", times, limit)


def report(what: str, seconds: list[float], limit: float) -> None:
    times = f"median {median(seconds):.3f} s, slowest {max(seconds):.3f} s of {len(seconds)}"
    print(f"{what}: {times} (limit {limit} s)")


if __name__ == "__main__":
    drawing()
    analysing(3, 2_000, 5)
    judging(4, 20, 1)
    judging(0, 3, 30)
