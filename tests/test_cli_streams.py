"""Results on standard output, all else on standard error; exit codes for scripts; quiet pipes."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import ENDGAME_ARGS, call, dealt, environment, refused, shell, start
from sixtysix.solver.solve import Solver


def test_done_is_0() -> None:
    result = call("solve", *ENDGAME_ARGS)
    assert result.exit_code == 0
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["slove"], "there is no command “slove”; did you mean solve?; see sixtysix --help"),
        (["--nothing"], "No such option '--nothing'"),
        (["solve"], "solve: no position: name a file"),
        (["solve", "--nothing"], "solve: No such option '--nothing'"),
        (["solve", "--time", "0", "x"], "solve: Invalid value for '--time'"),
        (["solve", "--points", "many", "x"], "two whole numbers"),
        (["solve", "--rules", "sever", "x"], "did you mean server?"),
        (["solve", "--rule", "must_had=1", "x"], "did you mean must_head?"),
        (["solve", "--rule", "must_head", "x"], "write parameter=value"),
        (["solve", "missing.toml"], "missing.toml: cannot be read: No such file"),
        (["show", "--json", "--toml", "x"], "exclude each other"),
        (["rules", "a", "b", "c"], "two presets can be compared"),
        (["rules", "sever"], "did you mean server?"),
        (["rules", "--rule", "must_head=false"], "name that one"),
        (["deal", "--tricks", "12"], "tricks must be 0 to 11"),
        (["deal", "--count", "0"], "deal: Invalid value for '--count'"),
    ],
)
def test_unusable_is_2_with_one_line(args: list[str], message: str) -> None:
    lines = refused(*args)
    assert len(lines) == 1
    assert message in lines[0]


def test_fault_is_3_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a\nbug")

    monkeypatch.setattr(Solver, "solve", fail)
    result = call("solve", *ENDGAME_ARGS)
    assert result.exit_code == 3
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert "fault of the program itself: ZeroDivisionError: a bug (test_cli_streams.py, line" in line
    assert "report" in line
    monkeypatch.setenv("SIXTYSIX_DEBUG", "1")
    assert "Traceback" in call("solve", *ENDGAME_ARGS).stderr


def test_interrupt_is_130_with_one_line(tmp_path: Path) -> None:
    deals = tmp_path / "deals.jsonl"
    deals.write_text(dealt("--count", "2000"))
    process = start("solve", str(deals), "--json")
    assert process.stdout is not None
    process.stdout.readline()  # by now it is solving
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == b"sixtysix: interrupted\n"


def test_a_reader_that_leaves_is_no_failure() -> None:
    process = start("deal", "--count", "1000000")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
@pytest.mark.parametrize("args", ["--help", "rules", "deal", "rules server --json"])
def test_a_full_disk_is_told_in_one_line(args: str) -> None:
    result = shell(f"sixtysix {args} > /dev/full")
    assert result.returncode == 2
    assert result.stderr == "sixtysix: the results cannot be written: No space left on device\n"


def test_many_problems_are_not_all_listed() -> None:
    lines = refused("solve", "-", input='{"hand": "XX"}\n' * 50)
    assert len(lines) == 21
    assert lines[-1] == "and 30 more like these"


def test_colours_only_where_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    args = ["solve", *ENDGAME_ARGS]
    assert "\x1b[31m" in call(*args, color=True).stdout
    assert "\x1b" not in call(*args).stdout
    assert "\x1b" not in call(*args, color=True, env={"NO_COLOR": "1"}).stdout
    assert "\x1b" not in call(*args, color=True, env={"TERM": "dumb"}).stdout
    assert "\x1b[31m" in call(*args, color=True, env={"NO_COLOR": ""}).stdout


def test_suit_symbols_where_they_can_be_shown() -> None:
    assert "A♥" in call("solve", *ENDGAME_ARGS).stdout
    for result in (call("solve", *ENDGAME_ARGS, "--ascii"), call("solve", *ENDGAME_ARGS, charset="ascii")):
        assert "AH" in result.stdout
        assert result.stdout.isascii()


def test_words_a_terminal_lacks_do_not_cost_the_answer() -> None:
    hand = "sixtysix show --hand AHKHTSKSQS9D --upcard 9H --note Łza"
    result = shell(hand, PYTHONIOENCODING="latin-1")
    assert result.returncode == 0
    assert "\\u0141za" in result.stdout
    assert "AH" in result.stdout
    assert '"Łza"' in shell(hand + " --json", PYTHONIOENCODING="latin-1").stdout


def _loaded(*args: str) -> set[str]:
    """The modules a call has loaded by its end."""
    code = (
        "import sys\nfrom sixtysix.cli.main import cli\n"
        "try: cli.main(sys.argv[1:], 'sixtysix')\n"
        "except SystemExit: sys.stderr.write('\\n'.join(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, env=environment()
    )
    return set(run.stderr.split())


def test_nothing_is_loaded_in_vain() -> None:
    assert not any(re.match(r"sixtysix\.solver|orjson|numpy|tabulate", name) for name in _loaded("--version"))
    assert not any(
        re.match(r"sixtysix\.solver\.kernel|orjson|numpy|tabulate", name) for name in _loaded("-h")
    )
    solving = _loaded("solve", *ENDGAME_ARGS, "--json")
    assert "sixtysix.solver.kernel.search" in solving
    assert not solving & {"numpy", "tabulate", "difflib", "concurrent.futures", "multiprocessing"}
    assert "numpy" not in _loaded("solve", *ENDGAME_ARGS)
