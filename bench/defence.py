"""How fast best defence is: all closing leads of random positions, by the number of hands the other can hold.

    python bench/defence.py [--positions 40] [--rules server] [--seed 1] [--gap 0.005]

For each number of hands: the median time for one closing lead and for all leads of a position, whether the
gap was reached everywhere, and by how much the double-dummy mean of the best close exceeds what it secures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import fmean, median

from sixtysix.solver.best_defence import best_defence, judged_moves, side
from sixtysix.solver.position import Position
from sixtysix.solver.random_deals import random_positions
from sixtysix.solver.rules import Rules
from sixtysix.solver.worlds import Worlds
from tabulate import tabulate


def leads(rules: Rules, tricks: int, count: int, seed: int) -> Iterator[Position]:
    """Positions on lead in which closing is legal and nothing is known of the other's hand."""
    for position in random_positions(rules, count=100 * count, seed=seed, tricks=tricks, hidden=True):
        deal = position.deal
        if deal.hands[1] or deal.led >= 0 or not any("close" in move for move in position.legal_moves()):
            continue
        yield position
        count -= 1
        if not count:
            return


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--positions", type=int, default=40)
    options.add_argument("--rules", default="server")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--gap", type=float, default=0.005)
    args = options.parse_args()
    rules = Rules.preset(args.rules)
    most = (rules.pack.bit_count() - 2 * rules.hand_size) // 2
    rows = []
    for tricks in range(most - 1, -1, -1):
        single, whole, over = [], [], []
        worlds = reached = 0
        for position in leads(rules, tricks, args.positions, args.seed):
            closes = [move for move in judged_moves(position) if "close" in move]
            worlds = Worlds(position, orders=False).count
            answers = [best_defence(position, moves=[close], gap=args.gap) for close in closes]
            single += [answer.seconds for answer in answers]
            whole.append(sum(answer.seconds for answer in answers))
            reached += all(answer.exact for answer in answers)
            judged = [answer.moves[0] for answer in answers]
            over.append(max(each.mean for each in judged) - side(judged).low)
        if whole:
            rows.append(
                [
                    f"{worlds:,}",
                    len(whole),
                    median(single) * 1000,
                    median(whole) * 1000,
                    max(whole) * 1000,
                    f"{reached}/{len(whole)}",
                    fmean(over),
                    max(over),
                ]
            )
    heads = ["hands", "positions", "a lead, ms", "all leads, ms", "slowest", "reached", "mean over", "most"]
    print(tabulate(rows, heads, floatfmt=("", "", ".1f", ".1f", ".1f", "", ".3f", ".3f")))


if __name__ == "__main__":
    main()
