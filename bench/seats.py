"""How long games for three and four hands take: seconds a position, in CPU time of one thread.

python bench/seats.py            200 positions of each kind
python bench/seats.py --count 20
"""

import argparse
import time
from collections.abc import Callable

from sixtysix.solver.random_deals import random_positions
from sixtysix.solver.rules import Rules
from sixtysix.solver.seats.position import SeatsPosition
from sixtysix.solver.seats.solve import SeatsSolver

Work = Callable[[SeatsSolver, SeatsPosition], object]


def value(solver: SeatsSolver, position: SeatsPosition) -> object:
    return solver.value(position)


def moves(solver: SeatsSolver, position: SeatsPosition) -> object:
    return solver.move_bounds(position, position.acting_for)


def guarantees(solver: SeatsSolver, position: SeatsPosition) -> object:
    return [solver.bounds(position, seat) for seat in range(3)]


def line(solver: SeatsSolver, position: SeatsPosition) -> object:
    return solver.max_n(position)


ROWS: list[tuple[str, dict[str, object], int, str, Work]] = [
    ("handbook-four", {}, 0, "value", value),
    ("handbook-four", {"trump_ten_point": True}, 0, "value", value),
    ("handbook-four", {}, 0, "every move", moves),
    ("handbook-four", {}, 2, "value", value),
    ("paderborn-three", {}, 0, "three guarantees", guarantees),
    ("paderborn-three", {}, 0, "every move", moves),
    ("paderborn-three", {}, 0, "max-n line", line),
    ("paderborn-three", {}, 2, "three guarantees", guarantees),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    count = parser.parse_args().count
    print(f"{'game':<34} {'tricks to go':>12}  {'what':<16} {'mean s':>9} {'slowest s':>9} {'nodes':>12}")
    for preset, changes, tricks, what, work in ROWS:
        rules = Rules.preset(preset).changed(changes)
        solver, spent = SeatsSolver(), []
        for position in random_positions(rules, count=count, seed=66, tricks=tricks):
            assert isinstance(position, SeatsPosition)
            started = time.process_time()
            work(solver, position)
            spent.append(time.process_time() - started)
        mean, nodes = sum(spent) / count, solver.nodes // count
        print(
            f"{rules.name:<34} {8 - tricks:>12}  {what:<16} {mean:9.4f} {max(spent):9.3f} {nodes:12,}",
            flush=True,
        )


if __name__ == "__main__":
    main()
