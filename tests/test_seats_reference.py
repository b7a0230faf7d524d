"""The reference for three and four hands, by examples worked out by hand."""

import random

import pytest
from reference_seats import (
    GAMES,
    Rules,
    State,
    guarantee,
    legal_moves,
    max_n,
    move_values,
    perft,
    play,
    random_state,
)

FOUR, THREE = GAMES["handbook-four"], GAMES["paderborn-three"]


def state(
    hands: str, trump: str = "H", table: str = "", actor: int = 0, points: str = "", tricks: str = ""
) -> State:
    """Hands divided by slashes; points and tricks as numbers."""
    split = tuple(frozenset(hand.split()) for hand in hands.split("/"))
    zeros = "0 0" if len(split) == 4 else "0 0 0"
    return State(
        split,
        trump,
        tuple(table.split()),
        actor,
        tuple(map(int, (points or zeros).split())),
        tuple(map(int, (tricks or zeros).split())),
    )


def moves(rules: Rules, hand: str, table: str) -> set[str]:
    """What may be played out of a hand to a trick, hearts trumps."""
    hands = ["", *[""] * (rules["seats"] - 1)]
    return set(legal_moves(rules, state("/".join([hand, *hands[1:]]), table=table)))


@pytest.mark.parametrize(
    ("hand", "table", "four", "three"),
    [
        ("AS KS 9S", "QS", "AS KS", "AS KS 9S"),  # beat it, or merely follow
        ("AS KS 9S", "QS TS", "AS", "AS KS 9S"),  # beat the best of the trick
        ("KS 9S", "QS TS", "KS 9S", "KS 9S"),  # unable: follow
        ("AS KS 9S", "QS 9H", "AS KS 9S", "AS KS 9S"),  # it is trumped: no card of the suit beats it
        ("AD 9H JH", "QS", "9H JH", "9H JH"),  # void: trump
        ("AD 9H JH QH", "QS TH", "9H JH QH", "9H JH QH"),  # cannot over-trump: still trump
        ("AD 9H KH AH", "QS TH", "AH", "AH"),  # over-trump
        ("AD KC", "QS TH", "AD KC", "AD KC"),  # neither suit nor trump
        ("9H AH AD", "QH", "AH", "9H AH"),  # trumps led: a suit like any other
        ("9H JH AD", "QH KH", "9H JH", "9H JH"),
    ],
)
def test_what_may_be_played(hand: str, table: str, four: str, three: str) -> None:
    assert moves(FOUR, hand, table) == set(four.split())
    assert moves(THREE, hand, table) == set(three.split())


# What the text says of 130 points: the last trick is mine, eleven points and ten for it.
SCORES = [
    ("44 65", "4 3", 0),  # 65 to 65
    ("45 64", "4 3", 1),  # 66
    ("78 31", "5 2", 1),  # 99
    ("79 30", "5 2", 2),  # 100
    ("108 1", "6 1", 2),  # 129
    ("109 0", "6 1", 2),  # 130, but not every trick
    ("109 0", "7 0", 3),  # 130, every trick
    ("23 86", "3 4", -1),
    ("9 100", "2 5", -2),
    ("0 109", "0 7", -2),
]


@pytest.mark.parametrize(("points", "tricks", "value"), SCORES)
def test_the_scores_of_four(points: str, tricks: str, value: int) -> None:
    last = state("AH/7S/8S/9S", points=points, tricks=tricks)
    assert guarantee(FOUR, last, 0) == value == -guarantee(FOUR, last, 1)
    # The same seen by the others, who do not win the trick.
    other = state(
        "9S/AH/7S/8S", actor=1, points=" ".join(points.split()[::-1]), tricks=" ".join(tricks.split()[::-1])
    )
    assert guarantee(FOUR, other, 0) == -value


def test_the_trump_ten_counts_a_point_whatever_the_result() -> None:
    rules = {**FOUR, "trump_ten_point": True}
    for value, ten, points, tricks in (
        (-1, "JS", "8 100", "1 6"),  # 30 to 100, and the ten
        (0, "AS", "5 94", "1 6"),  # 36 to 94
        (1, "AS", "34 65", "3 4"),  # 65 to 65
        (2, "AS", "35 64", "3 4"),
        (3, "AS", "69 30", "5 2"),
        (4, "AS", "99 0", "7 0"),
    ):
        assert guarantee(rules, state(f"TH/7S/8S/{ten}", points=points, tricks=tricks), 0) == value
    held = state("AH/7S/8S/9S", points="79 30", tricks="5 2")._replace(ten=1)
    assert guarantee(rules, held, 0) == 1


def test_three_each_for_himself() -> None:
    # The ace of trumps makes 66; what it counts depends on what the others have.
    for points, value in (("55 10 30", 2), ("55 33 10", 1), ("55 32 32", 2)):
        last = state("AH/9S/9D", points=points, tricks="3 2 2")
        assert [guarantee(THREE, last, seat) for seat in range(3)] == [value, -value, -value]
    # Declared, a marriage of trumps can end the deal before anybody has answered.
    early = state("KH QH AS/9S TS JS/9D TD JD", points="26 0 0", tricks="5 0 0")
    assert isinstance(play(THREE, early, "QH"), tuple)
    assert guarantee(THREE, early, 0) == 3
    # Nobody at 66: not counted.
    assert guarantee(THREE, state("AH/9S/9D", points="54 20 35", tricks="3 2 2"), 0) == 0


def test_two_together_can_do_what_neither_would_alone() -> None:
    """A guarantee is against both others; with each for himself it can go better."""
    rng, better = random.Random(3), 0
    for _ in range(20):
        each = random_state(THREE, rng, 4)
        outcome, line = max_n(THREE, each, lambda card: ("SHDC".index(card[1]), card[0]))
        after: object = each
        for card in line:
            assert isinstance(after, State)
            after = play(THREE, after, card)
        assert after == outcome
        sure = [guarantee(THREE, each, seat) for seat in range(3)]
        assert all(got >= least for got, least in zip(outcome, sure, strict=True))
        better += list(outcome) != sure
    assert better


def test_move_values_and_perft() -> None:
    last = state("AH 9S/TH 9D/KD JS/QS 7S", points="40 38", tricks="3 3")
    assert set(move_values(FOUR, last, 0)) == {"AH", "9S"}
    # To AH fall TH, either card of partner's and either of the last hand's; to 9S TH, JS, and then QS or 7S.
    assert [perft(FOUR, last, depth) for depth in range(5)] == [1, 2, 2, 3, 6]
