"""README and docs tell what happens: their sessions, the Python, the positions and the links."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest
from readme import PAGES, README, ROOT, Step, blocks, run, steps
from sixtysix.solver import Position

STEPS = [step for page in PAGES for session in blocks(page, "console") for step in steps(session)]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.command)
def test_commands_print_what_is_said(step: Step) -> None:
    assert run(step.command) == step.output


def test_python_answers_what_the_readme_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (session,) = blocks(README, "pycon")
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", str(README), 0)
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0
    assert result.attempted > 5


def test_the_position_shown_is_the_one_that_ships() -> None:
    (position,) = blocks(README, "toml")
    assert position == (ROOT / "positions" / "examples" / "endgame.toml").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_positions_shown_can_be_used(page: Path) -> None:
    for position in blocks(page, "toml"):
        Position.from_dict(tomllib.loads(position))


def test_two_commands_set_up_and_do_everything() -> None:
    solve, test = blocks(README, "sh")
    assert (solve.count("\n"), test.count("\n")) == (1, 1)
    (file,) = re.findall(r"sixtysix solve (\S+)$", solve.strip())
    assert (ROOT / file).is_file()
    assert "pytest" in test


def test_links_lead_somewhere() -> None:
    for page in (*PAGES, ROOT / "positions" / "README.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
