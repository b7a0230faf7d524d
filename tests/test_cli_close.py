"""``sixtysix close``: what its JSON holds, its words, and its exit codes for scripts."""

from typing import Any

import orjson
import pytest
from command import call, dealt, records, refused
from sixtysix.solver.close import judge_close
from sixtysix.solver.position import Position

# Four cards in the stock; it is right to close with the king, and the ace of clubs loses half a game point.
DEAL = ["--count", "1", "--tricks", "4", "--hidden", "--seed", "28"]
# T154 of the published problems, with the ace of spades known to be his.
PATTERN = (
    '{"id": "T154", "rules": "schnapsen", "hand": "TH JH AC KC AD", "opponent": "AS ? ? ? ?", "upcard": "JS",'
    ' "stock": 2, "played": "QS KS TS KH JD TD JC TC", "points": [25, 20], "tricks": [2, 2]}'
)

ANSWER = """\
T154 - schnapsen

Close. The best lead for a close, AD, is worth +0.400; the best way to go on, JH, -2.000: a margin of +2.400 \
(over all 5 worlds).

your move      mean    to best    +2     -2  won|lost                 worlds
-----------  ------  ---------  ----  -----  ---------------------  --------
close, AD    +0.400             60.0   40.0  ============|========         5
"""


def test_answer_for_people() -> None:
    text = call("close", "-", "--ascii", "--defence", "double-dummy", input=PATTERN).stdout
    assert text.startswith(ANSWER)
    assert "The close reaches 66 first in 60.0% of the worlds; at these stakes, against -2.000 " in text
    assert "\nIt fails only against AH with at least 2 cards in D.\n" in text
    assert "\nAH                  +0.000    +2.000        -2.000\n" in text
    assert "averages of double-dummy values" in text


def test_json_is_the_judgement() -> None:
    (answer,) = records("close", "-", "--json", input=PATTERN)
    judgement = judge_close(Position.from_dict(orjson.loads(PATTERN)))
    assert judgement.legal
    assert list(answer)[:3] == ["id", "rules", "legal"]
    assert answer["legal"] is True
    assert answer["verdict"] == "close"
    assert (answer["model"], answer["firm"], answer["by_mean"]) == ("best", True, "close")
    assert answer["close"] == judgement.close.record()
    assert answer["open"] == judgement.open.record()
    assert set(answer["close"]["best_defence"]) == {"low", "high", "exact", "worlds"}
    assert answer["close"]["best_defence"]["worlds"] == 5
    assert all(each["best_defence"]["high"] <= each["mean"] for each in answer["leads"] + answer["others"])
    assert answer["plan"] == judgement.plan
    assert answer["plan"][0]["move"] == answer["close"]["move"]
    assert sum(int(key) * share for key, share in answer["plan_distribution"].items()) == pytest.approx(
        answer["close"]["best_defence"]["low"]
    )
    assert answer["margin"] == answer["close"]["mean"] - answer["open"]["mean"]
    assert answer["margin_stderr"] == 0
    assert (answer["possible"], answer["exact"]) == (5, True)
    assert len(answer["leads"]) == 5
    assert answer["leads"][0] == answer["close"]
    assert answer["sinks"] == ["AH", "KD", "QD"]
    assert answer["only"] is True
    assert answer["why"][0] == {"card": "AH", "with": 0.0, "without": 2.0}
    assert "score_used" not in answer
    assert "loss" not in answer


def test_a_lead_may_be_judged() -> None:
    (answer,) = records("close", "-", "--json", "--move", "close+AC", input=dealt(*DEAL))
    assert answer["move"] == "close+AC"
    lead = next(each for each in answer["leads"] if each["move"] == "close+AC")
    assert answer["loss"] == answer["close"]["best_defence"]["low"] - lead["best_defence"]["high"] > 0
    text = call("close", "-", "--ascii", "--move", "close+AC", input=dealt(*DEAL)).stdout
    assert f"The lead judged, close, AC, loses {answer['loss']:.3f} against the best, close, KD" in text
    best = call("close", "-", "--ascii", "--move", answer["close"]["move"], input=dealt(*DEAL)).stdout
    assert "loses nothing against the best." in best


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--check"], 0),
        (["--check", "--move", "close+KD"], 0),
        (["--check", "--move", "close+AC"], 1),
        (["--move", "close+AC"], 0),
        (["--check", "--rule", "close_min_stock=6"], 1),
        (["--rule", "close_min_stock=6"], 0),
    ],
)
def test_exit_codes(args: list[str], code: int) -> None:
    result = call("close", "-", *args, input=dealt(*DEAL))
    assert result.exit_code == code
    assert result.stdout
    assert not result.stderr


def test_where_it_is_wrong_to_close_check_says_so() -> None:
    problem = dealt("--tricks", "4", "--hidden", "--seed", "7")
    (answer,) = records("close", "-", "--json", input=problem)
    assert answer["verdict"] == "do not close"
    assert call("close", "-", "--check", input=problem).exit_code == 1


def test_not_legal_names_the_rule() -> None:
    (answer,) = records("close", "-", "--json", "--rule", "close_min_stock=6", input=dealt(*DEAL))
    assert list(answer) == ["id", "rules", "legal", "reason"]
    assert answer["legal"] is False
    assert answer["reason"].startswith("close_min_stock = 6: at least 6 cards must be in the stock")
    text = call("close", "-", "--rule", "close_min_stock=6", input=dealt(*DEAL)).stdout
    assert "Closing is not legal here. close_min_stock = 6: at least 6 cards" in text


def test_a_score_is_not_used_and_that_is_said() -> None:
    (answer,) = records("close", "-", "--json", "--score", "5,3", input=PATTERN)
    assert answer["score_used"] is False
    assert (
        "The score of the match, 5 : 3, is not used."
        in call("close", "-", "--score", "5,3", input=PATTERN).stdout
    )


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("AC", "--move: AC is no closing lead here; use close+"),
        ("close+XX", "“XX” is no card"),
        ("close+9S", "--move: close+9S is no closing lead here"),
    ],
)
def test_a_move_that_cannot_be_is_refused(move: str, message: str) -> None:
    (line,) = refused("close", "-", "--move", move, input=dealt(*DEAL))
    assert message in line


def test_sampled_margins_show_their_error() -> None:
    problem = dealt("--tricks", "3", "--hidden", "--seed", "5")
    (answer,) = records("close", "-", "--json", "--worlds", "50", input=problem)
    answers: dict[str, Any] = answer
    assert answers["margin_stderr"] == answers["open"]["stderr"] > 0
    assert answers["close"]["worlds"] == 462
    text = call("close", "-", "--worlds", "50", input=problem).stdout
    assert "(the close over all 462 hands, going on in 50 of 55,440 worlds)" in text
