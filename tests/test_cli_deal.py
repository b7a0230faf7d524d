"""``sixtysix deal``: positions that load again, the same for the same seed."""

import orjson
import pytest
from command import call, dealt, records
from sixtysix.solver.cards import parse_cards
from sixtysix.solver.position import Position
from sixtysix.solver.random_deals import most_tricks, random_positions
from sixtysix.solver.rules import Rules, preset_names


def test_a_seed_names_its_positions() -> None:
    assert dealt("--count", "5", "--seed", "7") == dealt("--count", "5", "--seed", "7")
    assert dealt("--count", "5", "--seed", "7") != dealt("--count", "5", "--seed", "8")
    assert dealt("--count", "9", "--seed", "7").startswith(dealt("--count", "5", "--seed", "7"))


def test_a_seed_is_a_promise() -> None:
    # The same in every version of Python and of this program, or published seeds would be worth nothing.
    (told,) = records("deal", "--tricks", "8", "--seed", "66")
    assert told["hand"] == "TS AC QC JC"
    assert told["opponent"] == "TH KH JD 9D"
    assert told["points"] == [46, 52]


@pytest.mark.parametrize("closes", [False, True])
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("name", [name for name in preset_names() if Rules.preset(name).hands == 2])
def test_every_position_loads_again(name: str, hidden: bool, closes: bool) -> None:
    rules = Rules.preset(name)
    for tricks in range(most_tricks(rules) + 1):
        for position in random_positions(
            rules, count=8, seed=tricks, tricks=tricks, hidden=hidden, closes=closes
        ):
            again = Position.from_dict(position.to_dict())
            assert again == position
            assert again.unseen == position.unseen
            assert sum(again.deal.tricks) == tricks
            assert again.deal.turn == 0
            assert again.deal.led == -1
            assert hidden or again.known


def test_nobody_closes_unless_asked() -> None:
    rules = Rules.preset("handbook")
    for tricks in range(6):
        for position in random_positions(rules, count=20, tricks=tricks):
            assert position.deal.closer == -1
            assert position.deal.drawn
    closed = [each.deal.closer for each in random_positions(rules, count=50, tricks=3, closes=True)]
    assert {-1, 0, 1} == set(closed)


def test_hidden_cards_are_those_not_seen() -> None:
    for known, hidden in zip(
        records("deal", "--count", "200", "--tricks", "3"),
        records("deal", "--count", "200", "--tricks", "3", "--hidden"),
        strict=True,
    ):
        assert hidden["hand"] == known["hand"]
        assert hidden["upcard"] == known["stock"].split()[-1]
        assert hidden["stock"] == 6
        shown = set(parse_cards(hidden["opponent"])) - {None}
        assert shown <= set(parse_cards(known["opponent"]))


def test_cards_shown_by_marriage_or_exchange_are_named() -> None:
    named = [
        set(parse_cards(each["opponent"])) - {None}
        for each in records("deal", "--count", "300", "--tricks", "4", "--hidden")
    ]
    assert any(named)
    assert not all(named)


def test_late_positions_hide_nothing() -> None:
    (told,) = records("deal", "--tricks", "9", "--hidden")
    assert "?" not in told["opponent"]


def test_tricks_out_of_reach() -> None:
    rules = Rules.preset("server")
    with pytest.raises(ValueError, match="tricks must be 0 to 11 under these rules, not 12"):
        next(random_positions(rules, count=1, tricks=12))
    with pytest.raises(ValueError, match="tricks must be 0 to 9"):
        next(random_positions(Rules.preset("schnapsen"), count=1, tricks=-1))


def test_a_game_without_a_stock() -> None:
    rules = Rules.from_dict({"preset": "folk", "ranks": "9JQ", "hand_size": 6, "exchange_rank": "none"})
    for position in random_positions(rules, count=5, tricks=2):
        assert Position.from_dict(orjson.loads(orjson.dumps(position.to_dict()))) == position


def test_rules_may_be_changed() -> None:
    result = call("deal", "--rules", "schnapsen", "--rule", "schneider=30")
    assert orjson.loads(result.stdout)["rules"] == {"preset": "schnapsen", "schneider": 30}
