"""Best defence as a linear program, over the reference's rules: an independent check of the package's bounds.

The sequence form (Koller, Megiddo and von Stengel, 1994) of the one-sided game: I see what everybody sees
and my own hand, he sees the world. Variables are the weights of my sequences of moves and, for each
information set of his, the value he holds me to there; a world alone has its minimax value. The mean is
maximised.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from reference import State, legal_moves, play, value
from reference_rules import Rules
from scipy.optimize import linprog
from scipy.sparse import coo_array


class Program:
    """The rows and columns of the program, as the game is walked."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.memo: dict[State, int] = {}
        self.columns = 1  # column 0 is the empty sequence, always played
        self.his: set[int] = set()
        self.upper: list[dict[int, float]] = []  # row . x <= 0
        self.equal: list[dict[int, float]] = []  # row . x == 0

    def column(self) -> int:
        self.columns += 1
        return self.columns - 1

    def walk(self, worlds: dict[int, State], sequence: int, rows: dict[int, dict[int, float]]) -> None:
        """Add to each world's row what I get below, where these worlds look the same to me."""
        if len(worlds) == 1:
            ((world, state),) = worlds.items()
            rows[world][sequence] += value(self.rules, state, self.memo)
        elif next(iter(worlds.values())).actor == 0:
            self._mine(worlds, sequence, rows)
        else:
            self._his(worlds, sequence, rows)

    def _mine(self, worlds: dict[int, State], sequence: int, rows: dict[int, dict[int, float]]) -> None:
        moves = legal_moves(self.rules, next(iter(worlds.values())))
        choice: dict[int, float] = {sequence: -1.0}
        for move in moves:
            longer = self.column()
            choice[longer] = 1.0
            after = {world: play(self.rules, state, move) for world, state in worlds.items()}
            self.apart(after, longer, rows)
        self.equal.append(choice)

    def _his(self, worlds: dict[int, State], sequence: int, rows: dict[int, dict[int, float]]) -> None:
        replies: dict[str, dict[int, State | int]] = defaultdict(dict)
        below: dict[tuple[int, str], dict[int, float]] = {}
        held = {}
        for world, state in worlds.items():
            held[world] = self.column()
            self.his.add(held[world])
            rows[world][held[world]] += 1.0
            for move in legal_moves(self.rules, state):
                replies[move][world] = play(self.rules, state, move)
                below[world, move] = defaultdict(float)
        for move, after in replies.items():
            self.apart(after, sequence, {world: below[world, move] for world in after})
        for (world, _), row in below.items():
            self.upper.append({held[world]: 1.0} | {column: -factor for column, factor in row.items()})

    def apart(self, after: dict[int, State | int], sequence: int, rows: dict[int, dict[int, float]]) -> None:
        """Walk on in groups of worlds that look the same to me after a move."""
        groups: dict[object, dict[int, State]] = defaultdict(dict)
        for world, state in after.items():
            if isinstance(state, int):
                rows[world][sequence] += state
            else:
                groups[seen(state)][world] = state
        for worlds in groups.values():
            self.walk(worlds, sequence, rows)


def seen(state: State) -> object:
    """All of a state but the other hand and the face-down cards."""
    face_down = ("?",) * (len(state.stock) - 1)
    return state._replace(hands=(state.hands[0], frozenset()), stock=(*face_down, *state.stock[-1:]))


def best_defence(rules: Rules, worlds: list[State], move: str | None = None) -> float:
    """What I can secure on average over these worlds; after `move` of mine, if one is given."""
    program = Program(rules)
    rows: dict[int, dict[int, float]] = {world: defaultdict(float) for world in range(len(worlds))}
    roots = dict(enumerate(worlds))
    if move is None:
        program.walk(roots, 0, rows)
    else:
        program.apart({world: play(rules, state, move) for world, state in roots.items()}, 0, rows)
    cost = np.zeros(program.columns)
    for row in rows.values():
        for column, factor in row.items():
            cost[column] -= factor / len(worlds)
    bounds = [(None, None) if column in program.his else (0, 1) for column in range(program.columns)]
    bounds[0] = (1, 1)
    solved = linprog(
        cost,
        A_ub=_matrix(program.upper, program.columns),
        b_ub=np.zeros(len(program.upper)) if program.upper else None,
        A_eq=_matrix(program.equal, program.columns),
        b_eq=np.zeros(len(program.equal)) if program.equal else None,
        bounds=bounds,
        method="highs",
    )
    assert solved.status == 0, solved.message
    return -float(solved.fun)


def _matrix(rows: list[dict[int, float]], columns: int) -> coo_array | None:
    if not rows:
        return None
    cells = [(number, column, factor) for number, row in enumerate(rows) for column, factor in row.items()]
    down, across, factors = zip(*cells, strict=True)
    return coo_array((factors, (down, across)), shape=(len(rows), columns)).tocsr()
