"""The problems with hidden cards that ship: every one is answered as it expects."""

from pathlib import Path

import pytest
from sixtysix.solver.analysis import analyse
from sixtysix.solver.close import judge_close
from sixtysix.solver.files import read_positions
from sixtysix.solver.position import Position

FOLDER = Path(__file__).parent.parent / "positions" / "hidden"
PROBLEMS = list(read_positions(map(str, sorted(FOLDER.glob("*.toml")))))


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_as_expected(problem: Position) -> None:
    expect = problem.expect
    assert expect is not None
    if "value" in expect:
        analysis = analyse(problem)
        assert analysis.exact
        assert analysis.value == pytest.approx(expect["value"], abs=1e-6)
        assert set(analysis.best) == set(expect["best"])
    if "close" in expect:
        judgement = judge_close(problem)
        assert judgement.legal
        assert judgement.verdict == expect["close"]


def test_there_are_all_kinds() -> None:
    verdicts = [problem.expect.get("close") for problem in PROBLEMS if problem.expect]
    assert min(verdicts.count(kind) for kind in ("close", "do not close")) >= 5
    assert "indifferent" in verdicts
    assert len({problem.rules.base for problem in PROBLEMS}) >= 5
    assert {len(problem.deal.stock) for problem in PROBLEMS} == {2, 4, 6}
    assert any(not problem.deal.drawn for problem in PROBLEMS)
