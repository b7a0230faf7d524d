"""Best defence: its bounds against a linear program, its prunings and plan, and what theory asks."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from defence_positions import Hidden, hidden, mixed_rules, narrowed
from plan_play import secured, secured_on_average
from reference import State, play, value
from reference_positions import from_position
from reference_positions import worlds as reference_worlds
from sequence_form import best_defence as linear_program
from sixtysix.solver import best_defence as module
from sixtysix.solver.best_defence import best_defence, judged_moves, side
from sixtysix.solver.position import Position

SLACK = 1e-6

# Three closes win 2 in every world; with two of them I need not guess.
T142 = {
    "rules": "schnapsen",
    "hand": "QS KH AD KD JD",
    "opponent": "? ? ? ? ?",
    "upcard": "JS",
    "stock": 2,
    "played": "KS TS AS JH JC QC KC TC",
    "points": [33, 13],
    "tricks": [2, 2],
}


def some(seed: int, number: int, cards: int, worlds: int, stock: int = 0) -> Iterator[Hidden]:
    rng = random.Random(seed)
    for _ in range(number):
        yield hidden(rng, mixed_rules(rng, cards), cards, worlds, stock=stock)


# ------------------------------------------------------------ the number itself


@pytest.mark.parametrize(
    ("seed", "number", "cards", "worlds", "stock"),
    [(1, 14, 4, 30, 0), (2, 6, 5, 12, 0), (21, 10, 4, 7, 2), (4, 8, 3, 20, 4)],
)
def test_a_linear_program_lies_inside_the_bounds(
    seed: int, number: int, cards: int, worlds: int, stock: int
) -> None:
    guesses = 0
    for each in some(seed, number, cards, worlds, stock):
        game = each.game()
        low, high = narrowed(game)
        exact = linear_program(each.rules, each.worlds)
        assert low - SLACK <= exact <= high + SLACK, each
        assert high - low <= 1e-4
        assert exact <= game.mean() + SLACK
        guesses += exact < game.mean() - SLACK
    assert guesses > 0, "no position of these asks for a guess"


@pytest.mark.parametrize(("cards", "stock"), [(4, 0), (5, 0), (4, 2), (3, 4)])
def test_pruning_leaves_the_value_as_it_is(cards: int, stock: int) -> None:
    for each in some(5, 25 if cards < 5 else 8, cards, 7, stock):
        low, high = narrowed(each.game())
        whole_low, whole_high = narrowed(each.game(pruned=False))
        assert low <= whole_high + SLACK, each
        assert whole_low <= high + SLACK, each


def test_never_above_the_double_dummy_mean() -> None:
    for each in some(6, 150, 6, 84):
        game = each.game()
        low, high = narrowed(game, 0.005)
        assert low <= game.mean() + SLACK, each
        assert high - low <= 0.005


@pytest.mark.parametrize("stock", [0, 2, 4])
def test_one_world_is_worth_its_double_dummy_value(stock: int) -> None:
    for each in some(7, 40, 3, 1, stock):
        assert each.game().bounds() == (value(each.rules, each.worlds[0]),) * 2


def test_plain_suits_may_change_names() -> None:
    for each in some(8, 60, 5, 30):
        trump = each.worlds[0].trump
        plain = [suit for suit in "SHDC" if suit != trump]
        renamed = str.maketrans("".join(plain), "".join(plain[1:] + plain[:1]))
        others = [_renamed(world, renamed) for world in each.worlds]
        low, high = narrowed(each.game())
        other_low, other_high = narrowed(Hidden(each.rules, others).game())
        assert low <= other_high + SLACK
        assert other_low <= high + SLACK


def _renamed(state: State, names: dict[int, int]) -> State:
    return state._replace(
        hands=tuple(frozenset(card[0] + card[1].translate(names) for card in hand) for hand in state.hands),
        stock=tuple(card[0] + card[1].translate(names) for card in state.stock),
        led=state.led and state.led[0] + state.led[1].translate(names),
    )


def test_more_points_never_hurt() -> None:
    for each in some(9, 60, 5, 30):
        state = each.worlds[0]
        if not state.tricks[0] or state.points[0] > 60:
            continue
        richer = [world._replace(points=(world.points[0] + 5, world.points[1])) for world in each.worlds]
        low, _ = narrowed(each.game())
        _, high = narrowed(Hidden(each.rules, richer).game())
        assert low <= high + SLACK, each


# ------------------------------------------------------------ the plan


@pytest.mark.parametrize(("cards", "worlds", "stock"), [(4, 30, 0), (5, 20, 0), (4, 7, 2), (3, 30, 4)])
def test_the_plan_secures_the_low(cards: int, worlds: int, stock: int) -> None:
    for each in some(10, 25, cards, worlds, stock):
        game = each.game()
        low, _ = narrowed(game, 0.005)
        assert secured_on_average(each.rules, game.plan(), each.worlds) >= low - 1e-5, each
        assert sum(points * share for points, share in game.results().items()) == pytest.approx(low, abs=1e-5)


def test_the_plan_of_a_game_cut_short_secures_its_low() -> None:
    for each in some(11, 6, 5, 30):
        game = each.game(pruned=False, seconds=0.002)
        low, _ = narrowed(game, 0.005, 100)
        assert secured_on_average(each.rules, game.plan(), each.worlds) >= low - 1e-5, each


# ------------------------------------------------------------ limits


def test_memory_stays_inside_its_limit_and_what_is_left_out_counts_as_unknown() -> None:
    (each,) = some(12, 1, 6, 84)
    whole = each.game()
    low, high = narrowed(whole)
    game = each.game(pruned=False, memory_mb=4)
    assert not game.complete
    assert game.size[3] <= 5 << 20
    cut_low, cut_high = narrowed(game, 0.005, 40)
    assert cut_low - SLACK <= low
    assert high <= cut_high + SLACK
    assert whole.complete


def test_out_of_time_the_bounds_reached_and_an_estimate_are_told() -> None:
    position = Position.from_dict({"hand": "AS TS KS QS AH AD", "upcard": "JH", "stock": 12})
    full = best_defence(position, moves=["close+AH"], time=None)
    assert full.exact
    brief = best_defence(position, moves=["close+AH"], time=0.05)
    assert not brief.exact
    assert not brief.moves[0].complete
    assert brief.moves[0].estimate is not None
    assert brief.moves[0].estimate.value == pytest.approx(full.interval.low, abs=0.1)
    assert brief.interval.low <= full.interval.high + SLACK
    assert full.interval.low <= brief.interval.high + SLACK


# ------------------------------------------------------------ positions


def test_t142_two_closes_need_no_guess_and_one_does() -> None:
    position = Position.from_dict(T142)
    answer = best_defence(position)
    by_move = {each.move: each for each in answer.moves}
    assert set(by_move) == set(position.legal_moves())
    assert {move for move, each in by_move.items() if each.mean == 2} == {"close+JD", "close+AD", "close+QS"}
    assert by_move["close+JD"].interval == by_move["close+AD"].interval == (2, 2)
    assert by_move["close+QS"].interval.high < 0.7
    assert side(each for each in answer.moves if "close" not in each.move) == (1.5, 1.5)
    assert answer.exact
    assert answer.distribution == {2: pytest.approx(1)}
    worlds = [from_position(world) for world in reference_worlds(T142)]
    rules, _ = worlds[0]
    assert sum(secured(rules, answer.plan, state) for _, state in worlds) / len(worlds) >= 2
    for move in ("close+QS", "AD", "KH"):
        low, high = by_move[move].interval
        exact = linear_program(rules, [state for _, state in worlds], move)
        assert low - SLACK <= exact <= high + SLACK


def test_moves_before_the_draw() -> None:
    before = {
        "rules": "handbook",
        "hand": "AS TS KH QH AD",
        "opponent": "? ? ? ? ?",
        "upcard": "9S",
        "stock": 4,
        "played": "AC TC KC QC JC 9C KD QD JD 9D",
        "points": [32, 7],
        "tricks": [4, 1],
    }
    position = Position.from_dict(before)
    answer = best_defence(position)
    assert {each.move for each in answer.moves} == set(position.legal_moves())
    counts = {each.move.split("+")[0]: each.worlds for each in answer.moves}
    assert counts == {"draw": 336, "close": 56}
    states = [from_position(world) for world in reference_worlds(before)]
    low, high = next(each.interval for each in answer.moves if each.move == "close+AS")
    closed = {state.hands[1]: state for _, state in states}
    assert low - SLACK <= linear_program(states[0][0], list(closed.values()), "close+AS") <= high + SLACK


def test_the_other_to_act() -> None:
    mine = {
        "rules": "server",
        "hand": "AS TS KH QH AD",
        "opponent": "? ? ? ? ?",
        "upcard": "9S",
        "stock": 4,
        "played": "AC TC KC QC JC 9C KD QD JD 9D",
        "points": [32, 7],
        "tricks": [4, 1],
        "closed": "me",
        "tricks_at_close": [3, 1],
    }
    position = Position.from_dict(mine).play("KH")
    assert isinstance(position, Position)
    answer = best_defence(position)
    assert [each.move for each in answer.moves] == [""]
    low, high = answer.interval
    rules, _ = from_position(next(reference_worlds(mine)))
    after = [play(rules, state, "KH") for _, state in map(from_position, reference_worlds(mine))]
    worlds = [state for state in after if isinstance(state, State)]
    assert len(worlds) == len(after) == 56
    assert low - SLACK <= linear_program(rules, worlds) <= high + SLACK
    assert secured_on_average(rules, answer.plan, worlds) >= low - 1e-5


def test_a_known_position_is_one_world() -> None:
    known = {**T142, "opponent": "QH TH AH TD QD", "stock": "AC JS"}
    position = Position.from_dict(known)
    rules, state = from_position(known)
    for each in best_defence(position).moves:
        after = play(rules, state, each.move)
        assert each.interval == (value(rules, after),) * 2


def test_what_cannot_be_judged_is_refused() -> None:
    early = Position.from_dict({"hand": "AS TS KS QS AH AD", "upcard": "JH", "stock": 12})
    assert judged_moves(early) == [move for move in early.legal_moves() if "close" in move]
    with pytest.raises(ValueError, match="AS"):
        best_defence(early, moves=["AS"])
    answering = Position.from_dict(
        {"hand": "AS TS KS QS AH AD", "upcard": "JH", "stock": 12, "led": "9H", "opponent": "? ? ? ? ?"}
    )
    with pytest.raises(ValueError, match="this position"):
        best_defence(answering)


def test_an_estimate_is_no_bound_and_comes_close(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.from_dict({"hand": "AS TS KS QS AH AD", "upcard": "JH", "stock": 12})
    exact = best_defence(position, moves=["close+AH"]).moves[0]
    monkeypatch.setattr(module, "SOLVABLE", 12_000)
    monkeypatch.setattr(module, "SAMPLE", 12_000)
    answer = best_defence(position, moves=["close+AH"])
    (judged,) = answer.moves
    assert judged.estimate is not None
    assert judged.interval == (-3, 3)
    assert not judged.exact
    assert answer.plan == []
    assert judged.estimate.value == pytest.approx(exact.interval.low, abs=0.1)
    assert judged.mean == pytest.approx(exact.mean, abs=0.1)
    assert best_defence(position, moves=["close+AH"], plan=False).plan == []
    assert answer == best_defence(position, moves=["close+AH"])._replace(seconds=answer.seconds)
