"""The long check of best defence: random six-card positions against a linear program over the slow rules.

    python bench/defence_check.py [--positions 100] [--cards 6] [--worlds 7] [--stock 0] [--seed 1]

The suite runs the same on fewer and smaller positions. Every second position is one that asks for a guess:
where none is asked for, the bounds meet at the double-dummy mean. Prints what lies outside its bounds, and
exits 1 then.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from defence_positions import hidden, mixed_rules, narrowed
from sequence_form import best_defence


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name, value in (("positions", 100), ("cards", 6), ("worlds", 7), ("stock", 0), ("seed", 1)):
        options.add_argument(f"--{name}", type=int, default=value)
    args = options.parse_args()
    rng = random.Random(args.seed)
    wrong = guesses = 0
    kernel = program = worst = 0.0
    for number in range(args.positions):
        while True:
            each = hidden(rng, mixed_rules(rng, args.cards), args.cards, args.worlds, stock=args.stock)
            started = perf_counter()
            game = each.game()
            low, high = narrowed(game)
            kernel += perf_counter() - started
            if number % 2 or high < game.mean() - 1e-6:
                break
        started = perf_counter()
        exact = best_defence(each.rules, each.worlds)
        program += perf_counter() - started
        outside = max(low - exact, exact - high, 0.0)
        worst = max(worst, outside)
        guesses += exact < game.mean() - 1e-6
        if outside > 1e-6 or high - low > 1e-4:
            wrong += 1
            print(f"position {number}: {exact} is not in [{low}, {high}]: {each}")
    print(
        f"{args.positions} positions of {args.cards} cards, {guesses} of which ask for a guess: "
        f"{wrong} wrong, at most {worst:.1e} outside; kernel {kernel:.2f} s, linear programs {program:.1f} s"
    )
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
