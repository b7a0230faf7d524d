"""The bench signature: what a fixed set of positions costs in nodes.

A refactoring must not change it; an improvement changes it knowingly, by editing the numbers here and saying
why in bench/LOG.md.
"""

from __future__ import annotations

import pytest
from sixtysix.solver import Rules, Solver
from sixtysix.solver.random_deals import random_positions

#          preset     tricks played: nodes of 10 values, and of all their moves' values
SIGNATURE = {
    ("server", 0): (3026340, 4846802),
    ("server", 2): (50071, 171450),
    ("server", 4): (712, 5541),
    ("server", 6): (556, 910),
    ("handbook", 2): (249624, 492995),
    ("handbook", 6): (411, 1325),
    ("annotated", 2): (467279, 734813),
    ("annotated", 6): (560, 975),
    ("paderborn", 2): (621454, 1016287),
    ("paderborn", 6): (347, 729),
    ("folk", 2): (618083, 960411),
    ("folk", 6): (606, 937),
    ("schnapsen", 0): (250581, 282474),
    ("schnapsen", 5): (60, 403),
}


@pytest.mark.parametrize(("preset", "tricks"), SIGNATURE)
def test_the_fixed_positions_cost_what_they_did(preset: str, tricks: int) -> None:
    positions = list(random_positions(Rules.preset(preset), count=10, seed=66, tricks=tricks, hidden=False))
    values, moves = Solver(), Solver()
    for position in positions:
        values.value(position)
        moves.move_bounds(position)
    assert (values.nodes, moves.nodes) == SIGNATURE[preset, tricks]
