"""The second kernel against the plain reference, and against itself where no reference can follow."""

import random

import pytest
import reference_seats as reference
from reference_seats import GAMES, SUITS, State
from seats_positions import SEATS, VARIANTS, parties, read, some, told, variant, whole
from sixtysix.solver.kernel import seats
from sixtysix.solver.position import Position
from sixtysix.solver.seats.position import SeatsPosition
from sixtysix.solver.seats.solve import SeatsSolver

FIXED_ORDER = {
    suit + rank: place for place, (suit, rank) in enumerate((s, r) for s in "SHDC" for r in "ATKQJ987")
}


def in_order(card: str) -> int:
    return FIXED_ORDER[card[1] + card[0]]


def compare(name: str, state: State, *solvers: seats.Solver) -> None:
    """All moves for every party, by each solver, are worth what the reference says."""
    _, rules = variant(name)
    position = read(name, state)
    for who in parties(name):
        right = reference.move_values(rules, state, who)
        for solver in solvers:
            found = solver.move_bounds(position, who)
            assert {move: low for move, low, _ in found} == right
            assert all(low == high for _, low, high in found)
            pick = max if reference.side(rules, state.actor) == who else min
            assert solver.bounds(position, who) == (pick(right.values()),) * 2


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
@pytest.mark.parametrize("name", VARIANTS)
def test_every_move_at_the_start_of_a_trick(name: str, cards: int) -> None:
    # The same questions without the table, and without any short cut: those are right if all agree.
    solvers = seats.Solver(), seats.Solver(memory_mb=0), seats.Solver(shortcuts=False)
    for seed in range(12):
        compare(name, some(name, seed, cards), *solvers)


@pytest.mark.parametrize("on_table", [1, 2, 3])
@pytest.mark.parametrize("name", VARIANTS)
def test_every_move_within_a_trick(name: str, on_table: int) -> None:
    solvers = seats.Solver(), seats.Solver(shortcuts=False)
    if on_table < variant(name)[1]["seats"]:
        for seed in range(16):
            compare(name, some(name, 100 + seed, 2 + seed % 3, on_table), *solvers)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_move_of_five_tricks(name: str) -> None:
    solver = seats.Solver()
    for seed in range(3):
        compare(name, some(name, 200 + seed, 5, seed), solver)


@pytest.mark.parametrize("name", VARIANTS)
def test_short_cuts_change_no_value_of_six_tricks(name: str) -> None:
    solver, plain = seats.Solver(), seats.Solver(shortcuts=False)
    for seed in range(6):
        position = read(name, some(name, 300 + seed, 6, seed % 3))
        for who in parties(name):
            assert solver.move_bounds(position, who) == plain.move_bounds(position, who)


@pytest.mark.parametrize("marriage_first_lead", [True, False])
@pytest.mark.parametrize("schwarz", ["no-points", "no-tricks"])
def test_changed_rules_of_three(schwarz: str, marriage_first_lead: bool) -> None:
    """The parameters that three can change besides: against the search without short cuts or table."""
    solver, plain = seats.Solver(), seats.Solver(shortcuts=False, memory_mb=0)
    changes = {"schwarz": schwarz, "marriage_first_lead": marriage_first_lead, "must_head": True}
    changes |= {"last_trick_bonus": 10, "schneider": 25}
    for seed in range(10):
        told_so = told("paderborn-three", some("paderborn-three", 400 + seed, 4, seed % 3))
        told_so["rules"] |= changes
        position = Position.from_dict(told_so)
        for who in range(3):
            assert solver.move_bounds(position, who) == plain.move_bounds(position, who)


@pytest.mark.parametrize("bonus", [0, 11])
@pytest.mark.parametrize("must_over_trump", [True, False])
@pytest.mark.parametrize("duties", [(False, False), (False, True), (True, False)])
@pytest.mark.parametrize("name", VARIANTS)
def test_changed_duties(name: str, duties: tuple[bool, bool], must_over_trump: bool, bonus: int) -> None:
    """What may be played, and the bonus, as parameters: against the reference."""
    preset, rules = variant(name)
    changes = {"must_head": duties[0], "must_trump": duties[1], "must_over_trump": must_over_trump}
    changes["last_trick_bonus"] = bonus
    rules = {**rules, **changes}
    solver = seats.Solver()
    for seed in range(3):
        state = reference.random_state(rules, random.Random(f"{name} {seed}"), 3, seed % 3)
        keys = reference.to_position(preset, rules, state)
        keys["rules"] |= changes
        if rules["trump_ten_point"] and state.ten is not None:
            keys["trump_ten"] = SEATS[4][state.ten]
        position = Position.from_dict(keys)
        for who in parties(name):
            right = reference.move_values(rules, state, who)
            assert {move: low for move, low, _ in solver.move_bounds(position, who)} == right


def test_two_at_more_points_than_there_are() -> None:
    """Where 130 points cannot be had, only every trick counts more than 1."""
    rules = {"preset": "handbook-four", "last_trick_bonus": 0, "double_at": 130}
    for points, tricks, value in (([109, 0], [7, 0], 3), ([109, 0], [6, 1], 1), ([0, 109], [1, 6], -1)):
        last = {"rules": rules, "trump": "H", "hand": "AH", "left": "7S", "partner": "8S", "right": "9S"}
        position = Position.from_dict(last | {"points": points, "tricks": tricks})
        assert seats.Solver().bounds(position) == (value, value)
        assert seats.Solver().bounds(position, 1) == (-value, -value)


@pytest.mark.parametrize("name", VARIANTS)
def test_legal_moves_and_play(name: str) -> None:
    _, rules = variant(name)
    rng = random.Random(name)
    for seed in range(10):
        state: State | reference.Result = whole(name, seed)
        position: SeatsPosition | int = read(name, state)
        while isinstance(state, State):
            assert isinstance(position, SeatsPosition)
            assert sorted(position.legal_moves()) == reference.legal_moves(rules, state)
            assert position == read(name, state)
            move = rng.choice(position.legal_moves())
            state, position = reference.play(rules, state, move), position.play(move)
        assert position == state[0]


# Counted once by the reference, from the deal of seed 0 of each game.
PERFT = {
    "handbook-four": [8, 18, 75, 139, 973, 2338],
    "paderborn-three": [8, 14, 28, 196, 348, 658],
}


@pytest.mark.parametrize("name", PERFT)
def test_perft(name: str) -> None:
    deal = read(name, whole(name, 0)).deal
    assert [deal.perft(depth) for depth in range(1, 7)] == PERFT[name]
    for seed in range(8):
        state = some(name, 500 + seed, 3, seed % 3)
        for depth in range(1, 8):
            assert read(name, state).deal.perft(depth) == reference.perft(GAMES[name], state, depth)


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_each_for_itself(cards: int) -> None:
    solvers = seats.Solver(), seats.Solver(memory_mb=0)
    for seed in range(12):
        state = some("paderborn-three", 600 + seed, cards, seed % 3)
        outcome, line = reference.max_n(GAMES["paderborn-three"], state, in_order)
        for solver in solvers:
            assert solver.max_n(read("paderborn-three", state)) == (line, outcome)


@pytest.mark.parametrize("name", VARIANTS[:2])
def test_the_line_of_partners_keeps_the_value(name: str) -> None:
    _, rules = variant(name)
    solver = SeatsSolver()
    for seed in range(10):
        state: State | reference.Result = some(name, 700 + seed, 6, seed % 4)
        assert isinstance(state, State)
        solution = solver.solve(read(name, state))
        for move in solution.line:
            assert isinstance(state, State)
            state = reference.play(rules, state, move)
        assert not isinstance(state, State)
        assert state[0] == solution.value


def rotated(state: State, by: int) -> State:
    """The same, told by the seat so many places to the left."""
    seats_ = len(state.hands)

    def turned(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(numbers[(place + by) % len(numbers)] for place in range(len(numbers)))

    hands = tuple(state.hands[(seat + by) % seats_] for seat in range(seats_))
    ten = state.ten if state.ten is None else (state.ten - by) % 2
    return state._replace(
        hands=hands,
        actor=(state.actor - by) % seats_,
        points=turned(state.points),
        tricks=turned(state.tricks),
        ten=ten,
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_rotation_of_the_seats(name: str) -> None:
    solver = seats.Solver()
    count = len(parties(name))
    for seed in range(6):
        state = whole(name, 10 + seed) if seed < 3 else some(name, 800 + seed, 6, seed % 3)
        worth = [solver.bounds(read(name, state), who) for who in parties(name)]
        if count == 2:
            assert worth[0][0] == -worth[1][0]
        for by in range(1, variant(name)[1]["seats"]):
            position = read(name, rotated(state, by))
            assert [solver.bounds(position, (who - by) % count) for who in parties(name)] == worth


@pytest.mark.parametrize("name", VARIANTS)
def test_renaming_of_suits(name: str) -> None:
    solver = seats.Solver()
    rng = random.Random(name)
    for seed in range(6):
        state = whole(name, 20 + seed) if seed < 3 else some(name, 900 + seed, 6, seed % 3)
        names = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))

        def renamed(card: str, names: dict[str, str] = names) -> str:
            return card[0] + names[card[1]]

        hands = tuple(frozenset(map(renamed, hand)) for hand in state.hands)
        other = state._replace(hands=hands, trump=names[state.trump], table=tuple(map(renamed, state.table)))
        for who in parties(name):
            right = {renamed(move): low for move, low, _ in solver.move_bounds(read(name, state), who)}
            assert {move: low for move, low, _ in solver.move_bounds(read(name, other), who)} == right


@pytest.mark.parametrize("name", VARIANTS)
def test_a_used_solver_knows_no_better(name: str) -> None:
    """Whatever was solved before, the table answers for this deal only; a later trick may use it."""
    solver = seats.Solver()
    rng = random.Random(name)
    for seed in range(5):
        position: SeatsPosition | int = read(name, whole(name, 30 + seed))
        while isinstance(position, SeatsPosition):
            for who in parties(name):
                assert solver.bounds(position, who) == seats.Solver(memory_mb=1).bounds(position, who)
            position = position.play(rng.choice(position.legal_moves()))


def test_time_runs_out() -> None:
    state = whole("paderborn-three", 1)
    low, high = seats.Solver(shortcuts=False, memory_mb=0).bounds(read("paderborn-three", state), 0, 0.02)
    assert low < high
    assert seats.Solver(shortcuts=False).max_n(read("paderborn-three", state), 1e-9) == (None, None)


def test_what_the_kernel_refuses() -> None:
    position = read("handbook-four", whole("handbook-four", 1))
    with pytest.raises(ValueError, match="not a legal move"):
        position.deal.play("XX")
    with pytest.raises(ValueError, match="memory_mb"):
        seats.Solver(memory_mb=-1)
    hidden = {
        key: value
        for key, value in told("handbook-four", whole("handbook-four", 1)).items()
        if key not in SEATS[4]
    }
    with pytest.raises(ValueError, match="hidden cards"):
        seats.Solver().bounds(Position.from_dict(hidden))
