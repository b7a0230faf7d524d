"""The kernel against the yardstick, a plain C++ alpha-beta (`yardstick.cpp`), on the same random positions.

    python bench/speed.py                     the table (server rules: the yardstick knows no others)
    python bench/speed.py --presets           the same rows for every preset, without the yardstick
    python bench/speed.py --slowest 1000      the slowest of so many whole deals
    python bench/speed.py --rounds 3 --deals 30   a quicker, rougher run

Each row is run in rounds, the kernel (one thread, `Solver.value` on a reused solver) and the yardstick in
turn; the ratio is the median of the rounds' ratios. The yardstick is built with `g++ -O3` into a temporary
folder. The values of both are compared.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import numpy as np
from sixtysix.solver import Position, Rules, Solver
from sixtysix.solver.cards import card_name, cards_of
from sixtysix.solver.random_deals import random_positions
from sixtysix.solver.rules import preset_names
from sixtysix.solver.worlds import Worlds
from tabulate import tabulate

HERE = Path(__file__).parent


class Row(NamedTuple):
    """A line of the table: what is solved, how much of it, and how much faster it ought to be."""

    name: str
    tricks: int
    count: int
    least: float
    aim: float


def rows(deals: int) -> list[Row]:
    return [
        Row("whole deal, known stock", 0, deals, 8, 25),
        Row("after two tricks", 2, 4 * deals, 6, 15),
        Row("after four tricks", 4, 40 * deals, 4, 10),
        Row("strict endgame", 6, 200 * deals, 1.5, 4),
        Row("closed by me, first lead", 0, 100 * deals, 2.5, 6),
    ]


def positions(rules: Rules, row: Row) -> list[Position]:
    """Random positions of the row's stage."""
    full = rules.hand_size
    tricks = min(row.tricks, (len(rules.ranks) * 4 - 2 * full) // 2)
    found = random_positions(rules, count=row.count, seed=66, tricks=tricks)
    if not row.name.startswith("closed"):
        return list(found)
    return [closed(position) for position in found]


def closed(position: Position) -> Position:
    """The same deal with the stock closed by me, whether the rules allow it yet or not."""
    known = position.to_dict()
    rules = (
        position.rules.to_dict()
        if isinstance(position.rules.to_dict(), dict)
        else {"preset": position.rules.name}
    )
    assert isinstance(rules, dict)
    easy = {**rules, "close_needs_trick": False, "close_min_stock": position.rules.close_min_stock or 2}
    return Position.from_dict({**known, "rules": easy, "closed": "me"})


def line(position: Position) -> str:
    """The position as the yardstick reads it."""
    deal = position.deal
    names = ("me", "opp")
    stock = [] if deal.closer >= 0 else [card_name(card) for card in deal.stock]
    hands = [",".join(card_name(card) for card in cards_of(hand)) for hand in deal.hands]
    pairs = {"points": deal.points, "tricks": deal.tricks, "pending": deal.pending}
    text = f"trump={'SHDC'[deal.trump]} me={hands[0]} opp={hands[1]}"
    text += f" stock={','.join(stock)} turn={names[deal.turn]}"
    text += "".join(f" {key}={a},{b}" for key, (a, b) in pairs.items())
    return text + (f" closed={names[deal.closer]}" if deal.closer >= 0 else "")


def build(folder: str) -> Path:
    program = Path(folder) / "yardstick"
    subprocess.run(["g++", "-O3", "-o", program, HERE / "yardstick.cpp"], check=True)
    return program


def yardstick(program: Path, lines: str) -> tuple[list[int], float, int]:
    """Values, seconds and nodes of the C++ program."""
    out = subprocess.run([program], input=lines, text=True, capture_output=True, check=True).stdout.split(
        "\n"
    )
    total = next(text for text in out if text.startswith("total")).split()
    return (
        [int(text) for text in out if text and not text.startswith("total")],
        float(total[1]),
        int(total[3]),
    )


def timed(batch: list[Position]) -> tuple[list[int], float, int]:
    """Values, seconds and nodes of the kernel."""
    solver = Solver()
    started = perf_counter()
    values = [solver.value(position) for position in batch]
    return values, perf_counter() - started, solver.nodes


def all_moves(batch: list[Position]) -> tuple[float, int]:
    """Seconds and nodes for the values of all moves."""
    solver = Solver()
    started = perf_counter()
    for position in batch:
        solver.move_bounds(position)
    return perf_counter() - started, solver.nodes


def against_the_yardstick(program: Path, deals: int, rounds: int) -> None:
    table = []
    for row in rows(deals):
        batch = positions(Rules.preset("server"), row)
        lines = "".join(line(position) + "\n" for position in batch)
        ratios, ours, theirs = [], [], []
        for _ in range(rounds):
            values, seconds, nodes = timed(batch)
            expected, their_seconds, their_nodes = yardstick(program, lines)
            assert values == expected, "the two programs disagree"
            ratios.append(their_seconds / seconds)
            ours.append(seconds / row.count)
            theirs.append(their_seconds / row.count)
        table.append(
            [
                row.name,
                row.count,
                f"{1e6 * median(ours):,.1f}",
                f"{1e6 * median(theirs):,.1f}",
                f"{nodes / row.count:,.0f}",
                f"{their_nodes / row.count:,.0f}",
                f"{nodes / row.count / median(ours) / 1e6:.1f}",
                f"{median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})",
                row.least,
                row.aim,
            ]
        )
    heads = [
        "server",
        "positions",
        "us",
        "yardstick us",
        "nodes",
        "yardstick nodes",
        "M nodes/s",
        "ratio",
        "least",
        "aim",
    ]
    print(tabulate(table, headers=heads, disable_numparse=True))


def moves_against_value(deals: int, rounds: int) -> None:
    batch = positions(Rules.preset("server"), rows(deals)[0])
    times, counts = [], []
    for _ in range(rounds):
        _, seconds, nodes = timed(batch)
        more, more_nodes = all_moves(batch)
        times.append(more / seconds)
        counts.append(more_nodes / nodes)
    print(
        f"all moves' values against the one value, {deals} whole deals: {median(times):.2f} times the cost",
        end=" ",
    )
    print(f"({min(times):.2f}-{max(times):.2f}; {counts[0]:.2f} times the nodes)  [at most 2.5, aim 1.6]")


def closing_lead(rounds: int) -> None:
    """One closing lead at the first lead, over all worlds, as an array call."""
    solver = Solver()
    times = []
    for position in random_positions(Rules.preset("server"), count=rounds, seed=66, tricks=0, hidden=True):
        hands = Worlds(position, orders=False).hands
        for move in [move for move in position.legal_moves() if move.startswith("close+")]:
            out = np.empty((len(hands), 1), dtype=np.int8)
            shut = closed(position)
            started = perf_counter()
            solver.world_values(shut, hands, None, [move.removeprefix("close+")], out)
            times.append(perf_counter() - started)
    print(f"one closing lead over {len(hands):,} worlds: median {1e3 * median(times):.1f} ms,", end=" ")
    print(f"slowest {1e3 * max(times):.1f} ms of {len(times)}  [under 250 ms, aim 100 ms]")


def slowest(count: int) -> None:
    solver = Solver()
    times = []
    for position in random_positions(Rules.preset("server"), count=count, seed=67, tricks=0):
        started = perf_counter()
        solver.value(position)
        times.append(perf_counter() - started)
    print(f"{count} whole deals: mean {sum(times) / count:.4f} s, median {median(times):.4f} s,", end=" ")
    print(f"slowest {max(times):.3f} s  [under 3 s, aim 0.5 s]")


def by_preset(names: Iterable[str], deals: int) -> None:
    table = []
    for name in names:
        rules = Rules.preset(name)
        if rules.hands > 2:
            continue
        cells: list[object] = [name]
        for row in rows(deals):
            batch = positions(rules, row)
            _, seconds, nodes = timed(batch)
            cells += [f"{1e6 * seconds / row.count:,.1f}", f"{nodes / row.count:,.0f}"]
        table.append(cells)
    heads = ["preset", *(text for row in rows(deals) for text in (f"{row.name}, us", "nodes"))]
    print(tabulate(table, headers=heads, disable_numparse=True))


def machine() -> str:
    processor = "unknown processor"
    info = Path("/proc/cpuinfo")
    if info.exists():
        processor = next(
            text.split(":")[1].strip() for text in info.read_text().split("\n") if "model name" in text
        )
    version = subprocess.run(["g++", "--version"], text=True, capture_output=True, check=True).stdout.split(
        "\n"
    )[0]
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], text=True, capture_output=True, cwd=HERE, check=False
    )
    commit = found.stdout.strip() or "unknown"
    return f"{processor}; {version}; Python {platform.python_version()}; commit {commit}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--deals", type=int, default=60, help="whole deals; the other rows have multiples of it"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--presets", action="store_true")
    parser.add_argument("--slowest", type=int, default=0, metavar="COUNT")
    given = parser.parse_args()
    print(machine())
    if given.presets:
        by_preset(preset_names(), given.deals)
    elif given.slowest:
        slowest(given.slowest)
    else:
        with tempfile.TemporaryDirectory() as folder:
            against_the_yardstick(build(folder), given.deals, given.rounds)
        moves_against_value(given.deals, given.rounds)
        closing_lead(given.rounds)
