"""Moves solved in world after world: a table [worlds, moves] of values that grows, and who gets more worlds.

All moves see the same worlds in the same order, so they can be compared world by world. Under a time limit
moves race: one that is clearly behind gets no more worlds until the others are through, or fall back.
"""

from collections.abc import Callable
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from .crew import Crew
from .outcomes import Lead, Tally, Values
from .position import Position
from .supply import Supply
from .worlds import Batch, Worlds

FIRST = 2
"""So many worlds are solved whatever the time limit."""

RACE_STEP = 1024
"""In a race the number of worlds doubles from round to round, up to so many more."""

LONGEST_STEP = 1 << 14
"""Without a time limit rounds are longer, because the threads wait for each other at the end of each."""

BEHIND = 4.0
"""A move is clearly behind when its difference to the best is so many standard errors."""

_UNSOLVED = np.int8(-128)

Progress = Callable[[int, int | None], None]
"""Told how many worlds are solved (on average over the moves) and of how many (None: as time allows)."""


class Sweep:
    """The values of some moves of a position in the worlds of a supply."""

    def __init__(
        self,
        position: Position,
        moves: list[str],
        worlds: Worlds,
        supply: Supply,
        crew: Crew,
        progress: Progress | None = None,
    ) -> None:
        """Without moves there is one column, the value of the position itself."""
        self.position = position
        self.moves = moves
        self.supply = supply
        self.done = [0] * max(1, len(moves))
        """In how many worlds, from the first on, each column is solved."""
        self._crew = crew
        self._worlds = worlds
        self._progress = progress
        self._pieces = 0
        self._table = np.empty((0, len(self.done)), np.int8)
        # Once the stock is closed its order is nothing to a move: such a move is solved once a hand.
        self._by_hand = [worlds.orders > 1 and "close" in move for move in moves] or [False]
        hands = len(worlds.hands) if any(self._by_hand) else 0
        self._known = np.full((hands, len(self.done)), _UNSOLVED, np.int8)

    def values(self, column: int) -> Values:
        """The values of a move in the worlds it is solved in."""
        return self._table[: self.done[column], column]

    def hands(self, column: int) -> NDArray[np.uint32]:
        """The opponent's unknown cards in the worlds a move is solved in, as masks."""
        return self.supply.rows(0, self.done[column]).hands

    def tally(self, column: int) -> Tally:
        """The same, counted."""
        return Tally.of(self.values(column), self.position.most)

    @property
    def complete(self) -> bool:
        """Are all moves solved in all the worlds there are?"""
        return self.supply.exact and min(self.done) == self.supply.limit

    def run(self, deadline: float | None = None) -> None:
        """Solve until the worlds are used up, the ``deadline`` (of ``perf_counter``) has come, or Ctrl-C.

        Whatever the deadline, every move is solved in the first worlds.
        """
        everyone = list(range(len(self.done)))
        limit = self.supply.limit
        growth, longest = (1, RACE_STEP) if deadline is not None else (32, LONGEST_STEP)
        reach = 0
        while True:
            reach += min(max(growth * reach, FIRST), longest)
            if limit is not None:
                reach = min(reach, limit)
            racing = everyone if deadline is None or reach <= FIRST else self._contenders()
            self._advance(racing, reach, None if reach <= FIRST else deadline)
            if reach == limit:
                self._advance(everyone, reach, deadline)
            late = deadline is not None and perf_counter() >= deadline
            if self._crew.interrupted or late or reach == limit:
                return

    def stderr(self, column: int) -> float:
        """The standard error of a move's mean: 0 if it is solved in all worlds there are."""
        if self.supply.exact and self.done[column] == self.supply.limit:
            return 0.0
        return self.tally(column).stderr

    def best(self) -> int:
        """The column with the best mean for me; where several have it, the first."""
        return max(range(len(self.done)), key=lambda column: self.tally(column).mean)

    def _contenders(self) -> list[int]:
        """The columns that may still be the best."""
        best = self.best()
        everyone = range(len(self.done))
        return [column for column in everyone if column == best or not self._behind(column, best)]

    def _behind(self, column: int, best: int) -> bool:
        """Is a column clearly worse than the best?"""
        lead = Lead.of(self.values(best), self.values(column))
        return lead.mean > BEHIND * lead.stderr

    def _advance(self, columns: list[int], stop: int, deadline: float | None) -> None:
        """Solve these columns up to a world."""
        groups: dict[tuple[bool, int], list[int]] = {}
        for column in columns:
            if self.done[column] < stop:
                groups.setdefault((self._by_hand[column], self.done[column]), []).append(column)
        if stop > len(self._table):
            more = np.empty((max(stop, 2 * len(self._table)), len(self.done)), np.int8)
            more[: len(self._table)] = self._table
            self._table = more
        # What is solved once a hand costs little, and comes first.
        for by_hand, start in sorted(groups, reverse=True):
            if self._crew.interrupted:
                return
            group = groups[by_hand, start]
            batch = self.supply.rows(start, stop)
            solve = self._solve_hands if by_hand else self._solve
            solved = solve(batch, group, start, deadline)
            for column in group:
                self.done[column] = start + solved

    def _solve(self, batch: Batch, columns: list[int], start: int, deadline: float | None) -> int:
        """Solve these columns in the worlds of the batch; returns in how many."""
        out = np.empty((len(batch.hands), len(columns)), np.int8)
        moves = [self.moves[column] for column in columns] if self.moves else []
        self._pieces = 0

        def tell(rows: int) -> None:
            self._pieces += rows * len(columns)
            if self._progress is not None:
                self._progress((sum(self.done) + self._pieces) // len(self.done), self.supply.limit)

        solved = self._crew.solve(self.position, batch, moves, out, deadline=deadline, tell=tell)
        self._table[start : start + solved, columns] = out[:solved]
        return solved

    def _solve_hands(self, batch: Batch, columns: list[int], start: int, deadline: float | None) -> int:
        """The same for columns to which only the hand matters: each hand is solved once."""
        new = (self._known[batch.hand_numbers][:, columns] == _UNSOLVED).any(axis=1)
        first = np.sort(np.flatnonzero(new)[np.unique(batch.hand_numbers[new], return_index=True)[1]])
        if len(first):
            stocks = None if batch.stocks is None else batch.stocks[first]
            once = Batch(batch.hand_numbers[first], batch.hands[first], stocks)
            out = np.empty((len(first), len(columns)), np.int8)
            moves = [self.moves[column] for column in columns]
            solved = self._crew.solve(self.position, once, moves, out, deadline=deadline)
            self._known[once.hand_numbers[:solved, None], columns] = out[:solved]
        values = self._known[batch.hand_numbers][:, columns]
        unsolved = np.flatnonzero((values == _UNSOLVED).any(axis=1))
        reached = int(unsolved[0]) if len(unsolved) else len(values)
        self._table[start : start + reached, columns] = values[:reached]
        return reached
