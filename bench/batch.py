"""Batch: positions a second, the share of the time outside the kernel, and peak memory over all processes.

python bench/batch.py            100,000 strict six-card endgames, --jobs 2
python bench/batch.py --memory   1,000,000 lines, --jobs 2: peak memory
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sixtysix.solver import Solver, read_positions

ENDGAMES = 100_000
JOBS = 2
COMMAND = [sys.executable, "-c", "from sixtysix.cli.main import run; run()"]


def endgames(folder: Path, copies: int = 1) -> Path:
    """A suite of endgames of six cards each, stock empty, made by ``sixtysix deal``."""
    path = folder / "endgames.jsonl"
    with path.open("wb") as file:
        deal = ["deal", "--count", str(ENDGAMES), "--tricks", "6", "--seed", "66"]
        subprocess.run([*COMMAND, *deal], stdout=file, check=True)
    once = path.read_bytes()
    with path.open("ab") as file:
        for _ in range(copies - 1):
            file.write(once)
    return path


def run_batch(suite: Path, out: Path) -> Iterator[int]:
    """Run the batch, giving its process id until it has ended."""
    batch = ["batch", str(suite), "-o", str(out), "--jobs", str(JOBS), "--quiet"]
    process = subprocess.Popen([*COMMAND, *batch])
    while process.poll() is None:
        yield process.pid
        time.sleep(0.05)
    if process.returncode:
        raise SystemExit(f"batch ended with {process.returncode}")


def kernel_seconds(suite: Path) -> float:
    """The time the kernel alone takes for all moves' values and best lines, one after the other."""
    solver = Solver()
    spent = 0.0
    for position in read_positions([str(suite)]):
        mine = max if position.deal.turn == 0 else min
        started = time.perf_counter()
        moves = solver.move_bounds(position)
        solver.line(position, mine(low for _, low, _ in moves))
        spent += time.perf_counter() - started
    return spent


def processes(root: int) -> Iterator[int]:
    """A process and all below it."""
    yield root
    try:
        children = Path(f"/proc/{root}/task/{root}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from processes(int(child))


def memory_mb(pid: int) -> float:
    """The resident memory of a process; what it shares with another counts in both."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure_speed(folder: Path) -> None:
    suite = endgames(folder)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    for _ in run_batch(suite, folder / "out.jsonl"):
        pass
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    kernel = kernel_seconds(suite)
    print(f"{ENDGAMES:,} endgames, --jobs {JOBS}: {wall:.2f} s, {ENDGAMES / wall:,.0f} positions a second")
    print(f"processor time {spent:.2f} s, of it {max(0.0, 1 - kernel / spent):.0%} outside the kernel")


def measure_memory(folder: Path) -> None:
    copies = 10
    suite = endgames(folder, copies)
    started = time.perf_counter()
    peak = max(sum(map(memory_mb, processes(root))) for root in run_batch(suite, folder / "out.jsonl"))
    wall = time.perf_counter() - started
    lines = copies * ENDGAMES
    print(
        f"{lines:,} lines, --jobs {JOBS}: peak {peak:.0f} MB over all processes, {lines / wall:,.0f} a second"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--memory", action="store_true", help="the memory of a million lines")
    with tempfile.TemporaryDirectory() as temporary:
        (measure_memory if parser.parse_args().memory else measure_speed)(Path(temporary))
