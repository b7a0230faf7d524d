"""``sixtysix analyse``: what its JSON holds, what its table says, and what Ctrl-C leaves."""

import re
import signal
from time import sleep

import orjson
import pytest
from command import call, dealt, records, refused, start
from sixtysix.solver.analysis import analyse
from sixtysix.solver.position import Position

# T072 of the published problems: six worlds.
PROBLEM = (
    '{"id": "T072", "rules": "schnapsen", "hand": "KS KH AC TD QD", "upcard": "QH", "points": [31, 20],'
    ' "tricks": [3, 1], "played": "JS TS TH AH JD JC KC TC"}\n'
)

# T142: three closes win in every world, and one of them asks for a guess.
TIE = (
    '{"rules": "schnapsen", "hand": "QS KH AD KD JD", "upcard": "JS", "stock": 2, "points": [33, 13],'
    ' "played": "KS TS AS JH JC QC KC TC", "tricks": [2, 2]}'
)

ANSWER = """\
T072 - schnapsen

your move      mean    to best    +2    +1     -1     -2  won|lost                 worlds
-----------  ------  ---------  ----  ----  -----  -----  ---------------------  --------
TD           +0.667                   83.3   16.7         -----------------|---         6
KS           +0.000     -0.667        50.0   50.0         ----------|----------         6
QD           -0.333     -1.000        33.3   66.7         -------|-------------         6
KH           -0.667     -1.333        16.7   83.3         ---|-----------------         6
AC           -1.000     -1.667              100.0         |--------------------         6
close, KS    -1.333     -2.000  16.7                83.3  ===|=================         6
close, KH    -1.333     -2.000  16.7                83.3  ===|=================         6
close, TD    -1.333     -2.000  16.7                83.3  ===|=================         6
close, AC    -1.333     -2.000  16.7                83.3  ===|=================         6
close, QD    -2.000     -2.667                     100.0  |====================         6

TD is best: +0.667 game points over all 6 worlds. Next is KS, 0.667 behind.

The numbers are averages of double-dummy values: in every world both players see all cards from the move on.
"""


def test_answer_for_people() -> None:
    assert call("analyse", "-", "--ascii", "--defence", "double-dummy", input=PROBLEM).stdout == ANSWER
    assert "▒▒▒│▒▒▒" in call("analyse", "-", input=PROBLEM).stdout


def test_json_is_the_analysis() -> None:
    (answer,) = records("analyse", "-", "--json", input=PROBLEM)
    analysis = analyse(Position.from_dict(orjson.loads(PROBLEM)))
    told = ["id", "rules", "worlds", "possible", "exact", "seed", "value", "stderr", "win", "distribution"]
    assert list(answer) == [*told, "best", "moves", "seconds"]
    assert (answer["id"], answer["rules"]) == ("T072", "schnapsen")
    assert (answer["worlds"], answer["possible"], answer["exact"], answer["seed"]) == (6, 6, True, 0)
    assert answer["value"] == analysis.value == 4 / 6
    assert answer["best"] == ["TD"]
    assert answer["moves"] == [each.record() for each in analysis.moves]
    first = answer["moves"][0]
    assert {"move", "worlds", "mean", "stderr", "win", "distribution"} <= first.keys()
    assert list(first["distribution"]) == ["-3", "-2", "-1", "0", "1", "2", "3"]
    assert first["distribution"]["1"] == first["win"] == 5 / 6


def test_a_sample_tells_its_errors() -> None:
    deal = dealt("--tricks", "3", "--hidden", "--seed", "1")
    (answer,) = records("analyse", "-", "--json", "--worlds", "40", "--seed", "7", input=deal)
    assert (answer["worlds"], answer["possible"], answer["exact"], answer["seed"]) == (40, 55_440, False, 7)
    assert all(each["stderr"] > 0 for each in answer["moves"])
    text = call("analyse", "-", "--worlds", "40", "--seed", "7", input=deal).stdout
    assert "40 of 55,440 worlds" in text
    assert re.search(r"mean +± +to best +±", text)
    assert "all 40" not in text


def test_the_answer_does_not_depend_on_threads() -> None:
    deal = dealt("--tricks", "3", "--hidden", "--seed", "1")
    answers = [
        records("analyse", "-", "--json", "--worlds", "30", "--threads", threads, input=deal)[0]
        | {"seconds": 0}
        for threads in "12"
    ]
    assert answers[0] == answers[1]


def test_the_other_player_to_act() -> None:
    deal = orjson.loads(dealt("--tricks", "5", "--hidden", "--seed", "2"))
    deal["turn"] = "opponent"
    (answer,) = records("analyse", "-", "--json", input=orjson.dumps(deal).decode())
    assert (answer["best"], answer["moves"]) == ([], [])
    assert answer["exact"]
    assert answer["value"] == pytest.approx(
        sum(int(result) * share for result, share in answer["distribution"].items())
    )
    text = call("analyse", "-", input=orjson.dumps(deal).decode()).stdout
    assert "The opponent is to act: " in text


def test_known_cards_are_one_world() -> None:
    (answer,) = records("analyse", "-", "--json", input=dealt("--tricks", "8"))
    assert (answer["possible"], answer["exact"]) == (1, True)
    assert "over the only world" in call("analyse", "-", input=dealt("--tricks", "8")).stdout


def test_a_guess_may_be_needed_where_moves_tie() -> None:
    text = call("analyse", "-", "--ascii", input=TIE).stdout
    assert "close, QS; close, JD and close, AD are equally good: +2.000" in text
    assert text.endswith("at the table a guess may still be needed.\n")
    assert "Against best defence most is secured by close JD, close AD: +2.000." in text
    assert "a guess may still" not in call("analyse", "-", input=PROBLEM).stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--worlds", "0"], "Invalid value for '--worlds'"),
        (["--threads", "0"], "Invalid value for '--threads'"),
        (["--time", "0"], "Invalid value for '--time'"),
        (["--defence", "none"], "Invalid value for '--defence'"),
    ],
)
def test_unusable_options(args: list[str], message: str) -> None:
    (line,) = refused("analyse", "-", *args, input=PROBLEM)
    assert message in line


def test_best_defence_stands_beside_the_mean() -> None:
    (answer,) = records("analyse", "-", "--json", input=TIE)
    secured = {each["move"]: each["best_defence"] for each in answer["moves"]}
    assert all(each["low"] <= each["high"] <= 2 and each["exact"] for each in secured.values())
    assert secured["close+JD"]["low"] == pytest.approx(2)
    assert secured["close+QS"]["high"] < 0.7
    means = [each["mean"] for each in answer["moves"]]
    assert means == sorted(means, reverse=True)
    assert answer["value"] == means[0]
    assert "close+QS" in answer["best"]
    (alone,) = records("analyse", "-", "--json", "--defence", "double-dummy", input=TIE)
    assert all("best_defence" not in each for each in alone["moves"])
    assert [each["move"] for each in alone["moves"]] == [each["move"] for each in answer["moves"]]
    lines = call("analyse", "-", "--ascii", input=TIE).stdout.splitlines()
    order = [line[:9] for line in lines if line.startswith("close, ") and ";" not in line]
    assert order == ["close, JD", "close, AD", "close, KD", "close, QS", "close, KH"]
    assert next(line for line in lines if line.startswith("close, QS")).split()[2:5] == [
        "+0.667",
        "+2.000",
        "1.333",
    ]


def test_best_defence_in_closed_positions_where_i_play() -> None:
    closed = dealt("--tricks", "3", "--hidden", "--seed", "1").replace("}\n", "}")
    told = orjson.loads(closed) | {"closed": "me"}
    (answer,) = records("analyse", "-", "--json", input=orjson.dumps(told).decode())
    assert answer["possible"] == 462
    for each in answer["moves"]:
        low, high = each["best_defence"]["low"], each["best_defence"]["high"]
        assert low <= high <= each["mean"]
        assert high - low <= 0.005
    assert "best defence" in call("analyse", "-", input=orjson.dumps(told).decode()).stdout


def test_without_best_defence_while_the_stock_holds_more() -> None:
    (answer,) = records("analyse", "-", "--json", input=dealt("--tricks", "4", "--hidden", "--seed", "1"))
    assert all("best_defence" not in each for each in answer["moves"])


def test_means_alone() -> None:
    assert call("analyse", "-", "--ascii", "--defence", "double-dummy", input=PROBLEM).stdout == ANSWER


def test_interrupted_tells_what_is_known() -> None:
    process = start("analyse", "--hand", "AH KH TD KS QS 9D", "--upcard", "9H", "--json", "--exact")
    sleep(3)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == b"sixtysix: interrupted\n"
    answer = orjson.loads(output)
    assert not answer["exact"]
    assert answer["worlds"] >= 2
    assert answer["moves"][0]["mean"] == answer["value"]
