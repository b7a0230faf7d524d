"""The sentence about a result tells the truth: its reason, worked out by the rules, gives the same value."""

import random

import pytest
from sixtysix.cli.endings import Ending, value_sentence
from sixtysix.cli.spelling import Spelling
from sixtysix.cli.tables import line_table, trace
from sixtysix.solver.position import Position
from sixtysix.solver.random_deals import random_positions
from sixtysix.solver.rules import Rules, preset_names


def _random_line(position: Position, choose: random.Random) -> tuple[list[str], int]:
    """Random moves to the end of a deal, and the result the kernel gives."""
    line = []
    deal = position.deal
    while True:
        move = choose.choice(deal.moves())
        line.append(move)
        after = deal.play(move)
        if isinstance(after, int):
            return line, after
        deal = after


def _level(rules: Rules, tricks: int, points: int) -> int:
    nothing = not (tricks if rules.schwarz == "no-tricks" else points)
    return 3 if nothing else 2 if points < rules.schneider else 1


def _worth(rules: Rules, end: Ending) -> int:
    """The value of an ending for me, by the table of the rules."""
    winner = end.winner
    if end.closer >= 0 and winner != end.closer:
        winner = 1 - end.closer
        won = rules.close_lost if end.at_close[0][winner] else rules.close_lost_trickless
    elif winner < 0 and rules.undecided == "void":
        return 0
    elif winner < 0 and rules.undecided == "majority":
        return (end.points[0] > end.points[1]) - (end.points[0] < end.points[1])
    else:
        winner = end.last_trick if winner < 0 else winner
        loser = 1 - winner
        won = _level(rules, end.tricks[loser], end.points[loser])
        if end.closer >= 0 and rules.close_won == "three":
            won = 3
        elif end.closer >= 0 and rules.close_won == "table-at-close":
            won = _level(rules, end.at_close[0][loser], end.at_close[1][loser])
    return -won if winner else won


VARIED = [
    *(name for name in preset_names() if Rules.preset(name).hands == 2),
    {"preset": "handbook", "last_trick_bonus": 0, "undecided": "majority"},
    {"preset": "schnapsen", "stop": "after-trick", "marriage_show_to_win": True, "schwarz": "no-points"},
    {
        "preset": "folk",
        "exchange_on": "any-turn",
        "exchange_needs_trick": False,
        "marriage_counts": "at-once",
    },
]


@pytest.mark.parametrize("rules", VARIED, ids=str)
def test_reasons_agree_with_results(rules: object) -> None:
    game = Rules.from_dict(rules)  # type: ignore[arg-type]
    choose = random.Random(66)
    for tricks in (0, 3, 6, 9):
        for position in random_positions(game, count=80, tricks=tricks, seed=tricks, closes=True):
            line, value = _random_line(position, choose)
            end = trace(game, position.deal, line)[-1].after
            assert isinstance(end, Ending)
            assert _worth(game, end) == value
            assert sum(end.tricks) <= game.pack.bit_count() // 2
            sentence = value_sentence(game, end, value)
            assert sentence.startswith(
                f"You win {value}: " if value > 0 else f"You lose {-value}: " if value else "Draw: "
            )
            text = line_table(trace(game, position.deal, line), Spelling(symbols=False))
            assert f"{end.points[0]} : {end.points[1]}" in text.splitlines()[-1]


def _end(points: tuple[int, int], tricks: tuple[int, int], winner: int, **more: object) -> Ending:
    given: dict[str, object] = {
        "last_trick": max(winner, 0),
        "bonus": 0,
        "closer": -1,
        "at_close": ((0, 1), (0, 12)),
    }
    return Ending(points, tricks, winner, **(given | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "end", "value", "sentence"),
    [
        ("server", _end((66, 0), (5, 0), 0), 3, "You win 3: you reach 66, the opponent has no trick."),
        (
            "server",
            _end((9, 70), (1, 5), 1),
            -2,
            "You lose 2: the opponent reaches 66, you stay below 33 (9).",
        ),
        ("paderborn", _end((66, 0), (5, 1), 0), 3, "You win 3: you reach 66, the opponent has no points."),
        (
            "server",
            _end((70, 60), (5, 7), 0, bonus=10),
            1,
            "You win 1: you reach 66 with the 10 for the last trick, the opponent has 60.",
        ),
        (
            "handbook",
            _end((65, 65), (6, 6), -1),
            0,
            "Draw: nobody reaches 66 (65 to 65), which is not counted.",
        ),
        ("server", _end((65, 65), (6, 6), -1), 0, "Draw: nobody reaches 66 (65 to 65), equal points."),
        (
            "server",
            _end((57, 63), (6, 6), -1),
            -1,
            "You lose 1: nobody reaches 66 (57 to 63), the more points win.",
        ),
        (
            "folk",
            _end((30, 60), (4, 8), -1),
            1,
            "You win 1: nobody reaches 66 (30 to 60), you take the last trick, the opponent has 60.",
        ),
        (
            "server",
            _end((50, 60), (5, 7), -1, closer=0),
            -2,
            "You lose 2: you closed and do not reach 66 (50).",
        ),
        (
            "server",
            _end((50, 66), (5, 3), 1, closer=0, at_close=((2, 0), (30, 0))),
            -3,
            "You lose 3: you closed, but the opponent reaches 66 first and had no trick at the close.",
        ),
        (
            "server",
            _end((66, 50), (5, 3), 0, closer=1, at_close=((0, 1), (0, 5))),
            3,
            "You win 3: the opponent closed, but you reach 66 first and had no trick at the close.",
        ),
        (
            "server",
            _end((50, 60), (5, 3), -1, closer=1, at_close=((0, 2), (0, 30))),
            3,
            "You win 3: the opponent closed and does not reach 66 (60), and you had no trick at the close.",
        ),
        (
            "paderborn",
            _end((66, 50), (5, 3), 0, closer=0),
            3,
            "You win 3: you closed and reach 66, which always counts 3.",
        ),
        (
            "german",
            _end((20, 66), (5, 3), 1, closer=1),
            -2,
            "You lose 2: the opponent closed and reaches 66, you stay below 33 (20).",
        ),
        (
            "schnapsen",
            _end((66, 40), (5, 3), 0, closer=0),
            2,
            "You win 2: you closed and reach 66; at the close the opponent had 12, below 33.",
        ),
    ],
)
def test_sentences(rules: str, end: Ending, value: int, sentence: str) -> None:
    assert value_sentence(Rules.preset(rules), end, value) == sentence
