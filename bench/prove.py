"""The kernel against the reference at length: every position near the end of random deals, rules mixed.

    python bench/prove.py --positions 1000000

Every state of each deal with at most four tricks to go is checked, the value and every move's value, with a
solver that is used for them all, and every tenth with a solver that leaves out one shortcut of the search.
Half the deals are of the presets, half of random mixes of all parameters; most have a small pack, so that
stock, closes and exchanges come close to the end. Stops at the first wrong value.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from kernel_cases import case, some_rules, told, tricks_left
from reference import State, move_values
from reference_random import random_deal
from reference_rules import PRESETS
from sixtysix.solver import Solver
from sixtysix.solver.kernel.search import SHORTCUTS


def main(positions: int, seed: int) -> None:
    rng = random.Random(seed)
    solver = Solver()
    without = [Solver(without=[name]) for name in SHORTCUTS]
    done = strict = deals = 0
    started = told_at = perf_counter()
    while done < positions:
        rules = some_rules(rng, rng.choice([*PRESETS, *[None] * len(PRESETS)]), small=rng.random() < 0.7)
        states, _ = random_deal(rules, rng, closing=rng.choice([0.0, 0.15, 0.5]))
        memo: dict[State, int] = {}
        deals += 1
        for state in states:
            if tricks_left(state) > 4:
                continue
            one = case(rules, state)
            expected = move_values(rules, state, memo)
            checker = rng.choice(without) if rng.random() < 0.1 else solver
            if told(checker, one.position) != expected:
                sys.exit(f"wrong after {done}: {rules} {state}: {told(checker, one.position)} not {expected}")
            done += 1
            strict += not state.stock or state.closer is not None
        if perf_counter() - told_at > 60:
            told_at = perf_counter()
            print(f"{done:,} positions", file=sys.stderr)
    seconds = perf_counter() - started
    print(
        f"{done:,} positions of {deals:,} deals, {strict:,} of them strict: "
        f"all right ({seconds:,.0f} s, seed {seed})"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    main(given.positions, given.seed)
