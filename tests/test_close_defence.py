"""Closes judged by best defence: real positions, from the first lead to two cards in the stock."""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path
from time import sleep
from typing import Any

import click
import orjson
import pytest
from command import call, dealt, records, start
from hidden import random_hidden
from plan_play import secured_on_average
from reference_positions import from_position
from reference_positions import worlds as reference_worlds
from sequence_form import best_defence as linear_program
from sixtysix.cli.plan_text import plan_text
from sixtysix.cli.spelling import Spelling
from sixtysix.solver import best_defence as game
from sixtysix.solver import close as close_module
from sixtysix.solver.close import CloseJudgement, judge_close
from sixtysix.solver.files import read_positions
from sixtysix.solver.position import Position
from sixtysix.solver.verdict import floor_against_mean, like_with_like
from test_defence import T142
from test_worlds import FIRST_LEAD
from told import position

SLACK = 1e-5
FOLDER = Path(__file__).parent.parent / "positions" / "hidden"
PROBLEMS = {each.id: each for each in read_positions(map(str, sorted(FOLDER.glob("*.toml"))))}


def judged(told: Position | dict[str, Any], **how: Any) -> CloseJudgement:
    judgement = judge_close(told if isinstance(told, Position) else Position.from_dict(told), **how)
    assert judgement.legal
    return judgement


def check(judgement: CloseJudgement) -> None:
    """What must hold of every judgement."""
    close = judgement.close.best_defence
    assert close is not None
    leads = [each.best_defence for each in judgement.leads]
    for each in judgement.leads + judgement.others:
        secured = each.best_defence
        assert secured is None or secured.floor <= secured.high <= each.mean + SLACK
    assert close.low == max(each.floor for each in leads if each)
    assert close.high == max(each.high for each in leads if each)
    assert judgement.leads[0].move == judgement.close.move == judgement.plan[0]["move"]
    assert judgement.margin == judgement.close.mean - judgement.open.mean
    total = sum(int(points) * share for points, share in judgement.plan_distribution.items())
    assert total == pytest.approx(close.low, abs=SLACK)
    if judgement.open.best_defence is not None:
        verdict = like_with_like(close, judgement.open.best_defence)
    else:
        verdict = floor_against_mean(close, judgement.open.mean, judgement.open.stderr, judgement.by_mean)
    assert (judgement.verdict, judgement.model, judgement.firm) == verdict


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_problems_that_ship(name: str) -> None:
    judgement = judge_close(PROBLEMS[name])
    if judgement.legal:
        check(judgement)
        few = len(PROBLEMS[name].deal.stock) <= 4
        assert judgement.model == ("best" if few else "mixed")
        assert (judgement.open.best_defence is None) == (not few)


def test_t142_reads_as_its_author_reads_it() -> None:
    judgement = judged(T142)
    assert (judgement.verdict, judgement.model, judgement.firm) == ("close", "best", True)
    secured = {each.move: each.best_defence for each in judgement.leads}
    assert {move for move, each in secured.items() if each and each.floor > 2 - SLACK} == {
        "close+JD",
        "close+AD",
    }
    assert secured["close+QS"] is not None
    assert secured["close+QS"].floor - SLACK <= 2 / 3 <= secured["close+QS"].high + SLACK
    assert judgement.open.best_defence is not None
    assert judgement.open.best_defence.high == pytest.approx(1.5)
    asked = judged(T142, move="close+QS").judged
    assert asked is not None
    assert asked.loss == pytest.approx(2 - 2 / 3, abs=0.005)
    fine = judged(T142, move="close+AD").judged
    assert fine is not None
    assert fine.loss == 0
    problem = orjson.dumps(T142).decode()
    assert call("close", "-", "--check", "--move", "close+QS", input=problem).exit_code == 1
    assert call("close", "-", "--check", "--move", "close+AD", input=problem).exit_code == 0


def test_the_plan_played_out_secures_the_low() -> None:
    for seed in range(12):
        hidden = random_hidden(seed, closed=False, led=False)
        if hidden.state.actor or not any("close" in move for move in hidden.worlds[0].values):
            continue
        judgement = judged(hidden.told)
        check(judgement)
        states = {state.hands[1]: state for _, state in map(from_position, reference_worlds(hidden.told))}
        assert judgement.close.best_defence is not None
        got = secured_on_average(hidden.rules, judgement.plan, list(states.values()))
        assert got >= judgement.close.best_defence.floor - SLACK
        low, high = judgement.close.best_defence.floor, judgement.close.best_defence.high
        values = [linear_program(hidden.rules, list(states.values()), each.move) for each in judgement.leads]
        assert low - SLACK <= max(values) <= high + SLACK


@pytest.mark.parametrize(("tricks", "model"), [(5, "best"), (4, "best"), (3, "mixed"), (2, "mixed")])
def test_random_positions_with_cards_in_the_stock(tricks: int, model: str) -> None:
    seen = 0
    for line in dealt("--count", "12", "--tricks", str(tricks), "--hidden", "--seed", "9").splitlines():
        judgement = judge_close(Position.from_dict(orjson.loads(line)), worlds=20, clock=False)
        if judgement.legal and seen < 4:
            seen += 1
            check(judgement)
            assert judgement.model == model
    assert seen


def test_the_first_lead() -> None:
    judgement = judged(position(FIRST_LEAD), worlds=5)
    assert {each.best_defence.worlds for each in judgement.leads if each.best_defence} == {12_376}
    check(judgement)
    assert judgement.model == "mixed"


def test_out_of_time_at_the_first_lead_is_soon_told() -> None:
    judgement = judged(position(FIRST_LEAD), time=0.01)
    assert judgement.seconds < 20
    assert not judgement.exact
    assert judgement.close.best_defence is not None


def test_known_cards_are_one_world_in_which_best_defence_is_double_dummy() -> None:
    for tricks in ("0", "4"):
        (line,) = dealt("--tricks", tricks, "--seed", "3").splitlines()
        judgement = judged(orjson.loads(line))
        assert (judgement.model, judgement.firm) == ("best", True)
        assert judgement.verdict == judgement.by_mean
        for each in judgement.leads + judgement.others:
            assert each.best_defence is not None
            assert each.best_defence[:3] == (each.mean, each.mean, True)


def test_the_loss_is_told_in_the_numbers_of_the_verdict() -> None:
    # Six cards in the stock: going on has a mean only, and is far ahead of it.
    problem = PROBLEMS["patience"]
    worst = judged(problem).leads[-1].move
    judgement = judged(problem, move=worst)
    assert judgement.judged is not None
    assert judgement.judged.loss == judgement.open.mean - judgement.judged.mean
    assert judgement.judged.loss_stderr == judgement.open.stderr
    means = judged(T142, move="close+QS", defence="double-dummy")
    assert means.judged is not None
    assert means.judged.loss == 0
    assert means.judged.best_defence is None
    assert (means.model, means.firm, means.plan) == ("double-dummy", False, [])


def test_an_estimate_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "SOLVABLE", 50)
    monkeypatch.setattr(game, "SAMPLE", 84)
    monkeypatch.setattr(game, "SUBSET_WORLDS", 20)
    monkeypatch.setattr(close_module, "OPEN_STOCK", 2)
    judgement = judged(PROBLEMS["king-of-trumps"])
    close = judgement.close.best_defence
    assert close is not None
    assert close.estimate is not None
    assert (close.low, close.exact, judgement.firm) == (None, False, False)
    assert close.high == max(each.mean for each in judgement.leads)
    text = call("close", str(FOLDER / "closing.toml"), "--ascii").stdout
    assert "about " in text
    assert "probably too high" in text


def test_without_the_clock_the_answer_is_the_same() -> None:
    first, again = (judged(PROBLEMS["too-thin"], clock=False, threads=n) for n in (1, 2))
    assert first._replace(seconds=0) == again._replace(seconds=0)


def test_text() -> None:
    text = call("close", "-", "--ascii", input=orjson.dumps(T142).decode()).stdout
    assert "Close. Against best defence the best lead for a close, JD, secures +2.000" in text
    assert "the best way to go on, AD, +1.500. Like is compared with like" in text
    assert (
        "Plan for the close: lead JD; if he takes it with QD and leads TD, AD; if he takes it with TD and "
        "leads QD, KD; if he takes it and leads a C, QS; else, KH. Against best replies it gives +2 in "
        "100.0% of the hands."
    ) in text
    assert "close, QS            +0.667  +2.000            1.333" in text
    assert "a floor" in text
    assert "may be wrong by a few tenths" in text
    means = call("close", "-", "--ascii", "--defence", "double-dummy", input=orjson.dumps(T142).decode())
    assert "best defence" not in means.stdout.lower()


def test_a_mixed_plan_says_how_often() -> None:
    plan = [
        {"move": "close+AS", "mix": 1.0, "replies": {
            "9S": [{"move": "KS", "mix": 0.6, "replies": {}}, {"move": "QS", "mix": 0.4, "replies": {}}],
            "9H": [{"move": "AH", "mix": 1.0, "replies": {}}],
            "TC": [{"move": "AH", "mix": 1.0, "replies": {}}],
        }}
    ]  # fmt: skip
    told = click.unstyle(plan_text(plan, 2, Spelling(False)))
    assert told == "lead AS; if he follows suit, KS (60%) or QS (40%); else, AH."
    assert plan_text([], 2, Spelling(False)) == ""


def test_json_of_positions_with_more_cards() -> None:
    (answer,) = records("close", "-", "--json", "--worlds", "20", input=six_left())
    assert answer["model"] == "mixed"
    assert answer["open"]["best_defence"] is None
    assert answer["close"]["best_defence"]["low"] is not None
    assert all("best_defence" in each for each in answer["leads"])
    assert all("best_defence" not in each for each in answer["others"])


def six_left() -> str:
    rng = random.Random(1)
    while True:
        line = dealt("--tricks", "3", "--hidden", "--seed", str(rng.randrange(1000)))
        if judge_close(Position.from_dict(orjson.loads(line)), worlds=5, defence="double-dummy").legal:
            return line


@pytest.mark.skipif(sys.platform == "win32" or os.name != "posix", reason="signals")
def test_interrupted_tells_what_is_known() -> None:
    process = start("close", "--hand", "AH KH TD KS QS 9D", "--upcard", "9H", "--json", "--exact")
    sleep(4)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == b"sixtysix: interrupted\n"
    answer = orjson.loads(output)
    assert answer["model"] == "mixed"
    assert not answer["firm"]
