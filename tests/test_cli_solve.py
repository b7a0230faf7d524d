"""``sixtysix solve``: what its JSON holds, what its tables say, and what it refuses."""

import orjson
import pytest
from click import unstyle
from command import ENDGAME_ARGS, call, dealt, records, refused
from sixtysix.cli.progress import working
from sixtysix.cli.spelling import Spelling
from sixtysix.solver.cards import mask_of, parse_card
from sixtysix.solver.kernel.search import Deal
from sixtysix.solver.position import Position, play_text
from sixtysix.solver.rules import Rules

ANSWER = """\
options - server

You win 1: you reach 66, the opponent has 53.

your move      value  meaning
-----------  -------  ---------  ----
JS                +1  you win 1  best
AH                +1  you win 1  best
KD                +1  you win 1  best

  trick  lead         answer       taken by      points
-------  -----------  -----------  ----------  --------
     10  you JS       opponent TS  opponent     45 : 53
     11  opponent QD  you KD       you          52 : 53
     12  you AH       opponent KC  you          67 : 53
"""


def test_answer_for_people() -> None:
    assert call("solve", *ENDGAME_ARGS, "--ascii").stdout == ANSWER


def test_marriages_exchanges_and_closes_are_readable() -> None:
    hand = ["--hand", "9H KS QS AD TC JC", "--opponent", "AS TS KH QH JH TD", "--upcard", "AH"]
    stock = ["--stock", "9S JS KD QD JD 9D KC QC 9C TH AC AH"]
    text = call("solve", *hand, *stock).stdout
    assert "\nK♠ marriage 20  " in text
    assert "\nclose, Q♠ marriage 20  " in text
    assert "\nexchange for A♥, close, A♥  " in text
    assert "drawn (you, opponent)" in text


def test_a_marriage_shown_to_win_is_readable() -> None:
    spelling = Spelling(symbols=True)
    hand = mask_of(map(parse_card, ["KD", "QD", "9H", "AS"]))
    deal = Deal(
        Rules.preset("handbook").game, 1, (hand, mask_of(map(parse_card, ["TS", "JC", "9C"]))),
        led=parse_card("QC"), stock=(-1, parse_card("QH")), points=(50, 20), tricks=(3, 3),
    )  # fmt: skip
    assert unstyle(spelling.move(deal, "show+KD")) == "show K♦ Q♦ marriage 20"
    assert unstyle(spelling.move(deal, "exchange+AS")) == "exchange for Q♥, A♠"


def test_several_positions_are_kept_apart() -> None:
    text = call("solve", "-", input=dealt("--count", "3", "--tricks", "9")).stdout
    assert text.startswith("deal-0-1 - server\n\n")
    assert text.count("\n\ndeal-0-") == 2
    assert text.count("your move") == 3


@pytest.mark.parametrize("rules", ["server", "handbook", "santase", "paderborn"])
def test_json_is_the_solution(rules: str) -> None:
    deals = dealt("--count", "5", "--tricks", "4", "--rules", rules)
    positions = [Position.from_dict(orjson.loads(line)) for line in deals.splitlines()]
    answers = records("solve", "-", "--json", input=deals)
    for position, answer in zip(positions, answers, strict=True):
        assert list(answer) == ["id", "rules", "value", "best", "moves", "line", "nodes", "seconds"]
        assert answer["id"] == position.id
        assert answer["rules"] == rules
        assert sorted(each["move"] for each in answer["moves"]) == sorted(position.legal_moves())
        values = [each["value"] for each in answer["moves"]]
        assert values == sorted(values, reverse=True)
        assert answer["value"] == values[0]
        assert answer["best"] == [each["move"] for each in answer["moves"] if each["value"] == values[0]]
        assert answer["line"][0] in answer["best"]
        assert play_text(position, " ".join(answer["line"])) == answer["value"]


def test_rules_changed_are_told() -> None:
    (answer,) = records("solve", *ENDGAME_ARGS, "--json", "--rule", "must_head=no")
    assert answer["rules"] == {"preset": "server", "must_head": False}


def test_moves_are_best_first_for_the_player_to_act() -> None:
    (answer,) = records("solve", *ENDGAME_ARGS, "--json", "--play", "JS", "--id", "after the jack")
    assert answer["id"] == "after the jack"
    values = [each["value"] for each in answer["moves"]]
    assert values == sorted(values)
    assert "the opponent's move" in call("solve", *ENDGAME_ARGS, "--play", "JS").stdout


def test_unfinished_is_said_so() -> None:
    deal = dealt("--seed", "3")
    (answer,) = records("solve", "-", "--json", "--time", "1e-9", input=deal)
    assert answer["value"] is None
    low, high = answer["bounds"]
    assert -3 <= low < high <= 3
    assert answer["best"] == answer["line"] == []
    assert None in [each["value"] for each in answer["moves"]]
    text = call("solve", "-", "--time", "1e-9", input=deal).stdout
    assert f"the value lies between {low:+d} and {high:+d}." in text
    assert "  between " in text


def test_hidden_cards_that_matter_are_refused() -> None:
    (line,) = refused("solve", "--hand", "AH KH TD KS QS 9D", "--upcard", "9H")
    assert line.startswith("options: opponent: unknown cards can lie in 494010316800 ways")
    assert "sixtysix analyse" in line
    assert call("solve", *ENDGAME_ARGS[:-1], "? ? ?", "--json", "--led", "TS").exit_code == 2


def test_hidden_cards_that_can_lie_one_way_are_filled_in() -> None:
    deal = '{"hand": "AH KD JS", "trump": "H", "points": [45, 41], "tricks": [4, 5], "played": "%s"}'
    played = "AS KS QS 9S TH KH QH JH 9H AD TD JD 9D AC TC QC JC 9C"
    (hidden,) = records("solve", "-", "--json", input=deal % played)
    (known,) = records("solve", *ENDGAME_ARGS, "--json")
    assert hidden["moves"] == known["moves"]


def test_one_bad_position_refuses_the_whole_call() -> None:
    deals = dealt("--count", "2", "--tricks", "9") + '{"id": "x", "hand": "AH AH"}\n' + dealt("--hidden")
    lines = refused("solve", "-", "--json", input=deals)
    assert lines[0] == "standard input, line 3 (x): hand: AH is named twice; every card is there once"
    assert lines[1].startswith("standard input, line 4 (deal-0-1): opponent: unknown cards can lie in")
    assert len(lines) == 2


class _Screen:
    """A standard error that is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_a_long_solve_shows_that_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = _Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with working("solving x"):
        pass
    assert screen.text == ""
    monkeypatch.setattr("sixtysix.cli.progress.PATIENCE", 0.0)
    with working("solving x"):
        while "solving x, 0 s" not in screen.text:
            pass
    assert screen.text.endswith("\r\x1b[K")
    monkeypatch.setenv("TERM", "dumb")
    shown = screen.text
    with working("solving x"):
        pass
    assert screen.text == shown
