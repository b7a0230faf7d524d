"""The command ``batch``: records, summary, exit codes, and what it refuses."""

import csv
import io
import os
import signal
import time
from pathlib import Path
from typing import Any

import orjson
import pytest
from batch_suites import run_batch, start_batch
from command import ENDGAME_ARGS, call, dealt, shell
from sixtysix.solver.batch_records import COLUMNS

SOLVED = orjson.loads(dealt("--tricks", "6", "--seed", "2"))
CLOSING = Path(__file__).parent.parent / "positions" / "hidden" / "closing.toml"


def answer() -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(call("solve", "-", "--json", input=line(SOLVED)).stdout)
    return found


def line(*told: dict[str, Any]) -> str:
    return "".join(orjson.dumps(each).decode() + "\n" for each in told)


def batch(*args: str, input: str = "") -> tuple[int, list[dict[str, Any]], list[str]]:
    """The exit code, the records and the lines on standard error of a quiet run."""
    result = call("batch", *args, "--quiet", "--jobs", "1", input=input)
    assert "Traceback" not in result.stderr
    return (
        result.exit_code,
        [orjson.loads(each) for each in result.stdout.splitlines()],
        result.stderr.splitlines(),
    )


def test_a_bad_line_among_a_hundred_costs_only_itself() -> None:
    lines = dealt("--count", "99", "--tricks", "7").splitlines(keepends=True)
    lines.insert(41, '{"id": "bad", "hand": "AH AH"}\n')
    code, records, errors = batch("-", input="".join(lines))
    assert code == 2
    assert len(records) == 100
    assert [number for number, record in enumerate(records, 1) if "error" in record] == [42]
    bad = records[41]
    assert bad.keys() == {"id", "file", "line", "error"}
    assert (bad["id"], bad["file"], bad["line"]) == ("bad", "standard input", 42)
    assert errors == [f"sixtysix: {bad['error']}"]
    assert "line 42 (bad): hand: AH is named twice" in bad["error"]


def test_records_are_those_of_solve_and_analyse() -> None:
    known, hidden = dealt("--tricks", "4"), dealt("--tricks", "4", "--hidden")
    code, records, errors = batch("-", input=known + hidden)
    assert (code, errors) == (0, [])
    seed = records[1]["seed"]
    alone = [
        orjson.loads(call("solve", "-", "--json", input=known).stdout),
        orjson.loads(call("analyse", "-", "--json", "--seed", str(seed), input=hidden).stdout),
    ]
    for record, single in zip(records, alone, strict=True):
        assert list(record) == list(single)
        assert all(record[key] == single[key] for key in record.keys() - {"seconds", "nodes"})


def test_expectations_right_and_wrong() -> None:
    found = answer()
    worse = [each["move"] for each in found["moves"] if each["value"] != found["value"]]
    good = {"value": found["value"], "best": found["best"][::-1], "avoid": worse}
    assert worse
    bad = [{"value": -found["value"] or 1}, {"best": worse}, {"avoid": found["best"]}, {"close": True}]
    code, records, errors = batch("-", input=line(SOLVED | {"expect": good}))
    assert (code, errors) == (0, [])
    assert records[0]["right"] is True
    assert records[0]["misses"] == []
    code, records, errors = batch("-", input=line(*(SOLVED | {"expect": each} for each in [*bad, good])))
    assert code == 1
    assert [record["right"] for record in records] == [False] * 4 + [True]
    assert [record["misses"][0]["key"] for record in records[:4]] == ["value", "best", "avoid", "close"]
    assert len(errors) == 4
    assert all(f"line {number} (deal-2-1): wrong: " in text for number, text in enumerate(errors, 1))
    code, _, _ = batch("-", input=line(SOLVED | {"expect": bad[0]}) + "nonsense\n")
    assert code == 2


def test_verdicts_are_worked_out_where_they_are_expected(tmp_path: Path) -> None:
    told = CLOSING.read_text().split("[[position]]")
    suite = tmp_path / "right.toml"
    suite.write_text("[[position]]".join(["", told[1], told[3]]))
    code, records, _ = batch(str(suite))
    assert code == 0
    judged = [record for record in records if "verdict" in record]
    assert [each["verdict"] for each in judged] == ["close", "do not close"]
    assert len(judged) == len(records)
    assert all(each["margin"] == each["close"]["mean"] - each["open"]["mean"] for each in judged)
    assert all((each["margin_stderr"] == 0) == each["exact"] for each in judged)
    suite = tmp_path / "wrong.toml"
    suite.write_text(told[1].replace('close = "close"', "close = false"))
    code, records, errors = batch(str(suite))
    assert code == 1
    assert records[0]["misses"] == [{"key": "close", "expected": "do not close", "found": "close"}]
    assert errors[0].endswith("wrong: verdict “do not close” expected, “close” found")


def test_csv_has_the_columns_documented() -> None:
    hidden = dealt("--tricks", "5", "--hidden")
    result = call(
        "batch",
        "-",
        "--csv",
        "--quiet",
        input=line(SOLVED | {"expect": {"value": 3}}) + hidden + "nonsense\n",
    )
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert tuple(rows[0]) == COLUMNS
    assert [row["kind"] for row in rows] == ["solve", "analyse", "error"]
    found = answer()
    assert rows[0]["value"] == rows[0]["low"] == rows[0]["high"] == str(found["value"])
    assert rows[0]["best"].split() == found["best"]
    assert rows[0]["right"] == str(found["value"] == 3).lower()
    assert float(rows[1]["low"]) == float(rows[1]["value"])
    assert (rows[1]["exact"], rows[1]["right"]) == ("true", "")
    assert (rows[2]["line"], rows[2]["value"]) == ("3", "")
    assert "is not JSON" in rows[2]["error"]
    plain = call("batch", "-", "--csv", "--no-timing", "--quiet", input=line(SOLVED)).stdout
    assert plain.splitlines()[0] == ",".join(COLUMNS[:-2])


def test_summary_is_on_standard_error() -> None:
    suite = line(SOLVED, SOLVED | {"expect": {"value": 3}}, SOLVED | {"expect": {"tolerance": 1}}) + "[]\n"
    result = call("batch", "-", "--jobs", "1", input=suite)
    assert len(result.stdout.splitlines()) == 4
    counts = dict(
        row.rsplit(maxsplit=1) for row in result.stderr.splitlines() if row[:1].isalpha() and "  " in row
    )
    assert counts["solved"] == "3"
    assert counts["refused"] == "1"
    assert int(counts["right"]) + int(counts["wrong"]) == 1
    assert counts.keys() >= {"nodes", "seconds", "positions a second"}
    assert "slowest" in result.stderr


def test_shards_are_the_whole() -> None:
    suite = (
        dealt("--count", "20", "--tricks", "7")
        + "nonsense\n"
        + dealt("--count", "4", "--tricks", "5", "--hidden")
    )
    _, whole, _ = batch("-", "--no-timing", input=suite)
    shards = [batch("-", "--no-timing", "--shard", f"{k}/3", input=suite)[1] for k in (1, 2, 3)]
    assert [shards[number % 3][number // 3] for number in range(25)] == whole


def test_options_override_what_suites_say() -> None:
    _, records, _ = batch("-", "--rule", "close_lost=3", "--id", "mine", input=line(SOLVED))
    assert records[0]["id"] == "mine"
    assert records[0]["rules"] == {"preset": "server", "close_lost": 3}
    code, records, _ = batch(*ENDGAME_ARGS, "--play", "AH KC")
    assert code == 0
    assert records[0]["id"] == "options"


def test_toml_errors_have_their_lines(tmp_path: Path) -> None:
    suite = tmp_path / "suite.toml"
    suite.write_text('trump = "H"\n\n[[position]]\nhand = "AH"\n\n[[position]]\nhand = "XX"\n')
    broken = tmp_path / "broken.toml"
    broken.write_text('trump = "H"\nhand = \n')
    code, records, _ = batch(str(suite), str(broken), str(tmp_path / "none.toml"))
    assert code == 2
    assert [record["line"] for record in records] == [3, 6, 2, None]
    assert [record["id"] for record in records] == ["suite.toml:1", "suite.toml:2", None, None]
    assert records[3]["error"].endswith("none.toml: cannot be read: No such file or directory")


@pytest.mark.parametrize("kind", ["toml", "jsonl", "json"])
def test_update_writes_what_was_found_into_a_copy(tmp_path: Path, kind: str) -> None:
    suite = tmp_path / f"suite.{kind}"
    wrong = {"id": "wrong", "expect": {"value": 3, "tolerance": 0.25, "best": []}}
    if kind == "toml":
        keys = "".join(f"{key} = {orjson.dumps(SOLVED[key]).decode()}\n" for key in SOLVED if key != "id")
        suite.write_text(
            f"# shared\n{keys}\n[[position]]  # one\nid = 'wrong'\n"
            "expect = { value = 3, tolerance = 0.25, best = [] } # doubtful\n\n[[position]]\nid = 'new'\n"
        )
    else:
        suite.write_text(
            line(SOLVED | wrong, *([SOLVED | {"id": "new"}, {"id": "bad"}] if kind == "jsonl" else []))
        )
    before = suite.read_text()
    _, _, told = batch(str(suite), "--update")
    copy = tmp_path / f"suite.updated.{kind}"
    assert f"{copy}: written" in told[-1]
    assert suite.read_text() == before
    code, records, _ = batch(str(copy))
    assert code == (2 if kind == "jsonl" else 0)
    assert all(record["right"] for record in records if "error" not in record)
    if kind == "toml":
        assert "# shared" in copy.read_text()
        assert "tolerance = 0.25" in copy.read_text()
        assert "# doubtful" in copy.read_text()
    again = copy.read_text()
    batch(str(copy), "--update")
    assert (tmp_path / f"suite.updated.updated.{kind}").read_text() == again


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ((), "no position"),
        (("-", "--resume"), "--resume needs the file to go on with"),
        (("-", "--csv", "--json"), "exclude each other"),
        (("-", "--update"), "--update copies files"),
        (("-", "-"), "can be read only once"),
        (("-", "--shard", "4/3"), "“4/3” is no shard; write 3/8"),
        (("-", "--shard", "0/3"), "is no shard"),
        (("-", "--shard", "half"), "is no shard"),
        (("-", "--scheduler", "tcp://127.0.0.1:9", "--jobs", "2"), "brings its own workers"),
        (("-", "-o", "/nonexistent/out"), "/nonexistent/out: cannot be written: No such file or directory"),
    ],
)
def test_refused(args: tuple[str, ...], reason: str) -> None:
    result = call("batch", *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_suite_is_not_overwritten(tmp_path: Path) -> None:
    suite = tmp_path / "suite.jsonl"
    suite.write_text(line(SOLVED))
    result = call("batch", str(suite), "-o", str(suite))
    assert result.exit_code == 2
    assert "is one of the suites" in result.stderr
    assert suite.read_text() == line(SOLVED)


def test_full_disk_and_closed_pipe_are_told_in_one_line() -> None:
    deal = "sixtysix deal --count 2000 --tricks 8"
    for target in ("> /dev/full", "-o /dev/full"):
        result = shell(f"{deal} | sixtysix batch - --quiet {target}")
        assert result.returncode == 2
        assert "No space left on device" in result.stderr
        assert len(result.stderr.splitlines()) == 1
    result = shell(f"{deal} | sixtysix batch - --quiet | head -n 1")
    assert len(result.stdout.splitlines()) == 1
    assert "the reader of the results has gone" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_worker_that_is_killed_is_told_and_the_rest_can_be_resumed(tmp_path: Path) -> None:
    (tmp_path / "hard.jsonl").write_text(dealt("--count", "30", "--tricks", "7") + dealt("--count", "60"))
    args = ("batch", "hard.jsonl", "-o", "out.jsonl", "--no-timing", "--quiet", "--jobs", "2")
    process = start_batch(tmp_path, *args)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    until = time.monotonic() + 20
    out = tmp_path / "out.jsonl"
    while not (out.exists() and out.stat().st_size) and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 3
    assert len(told.splitlines()) == 1
    assert b"a worker process was killed" in told
    assert b"go on with --resume" in told
    partial = out.read_bytes()
    assert run_batch(tmp_path, *args, "--resume").returncode == 0
    assert out.read_bytes().startswith(partial)
    assert len(out.read_bytes().splitlines()) == 90


def test_progress_line() -> None:
    from sixtysix.cli.batch_report import progress_text

    assert progress_text(1200, 5000, 400, 2) == "1,200 of 5,000 (24%), 400 a second, 10 s left, 2 failures"
    assert progress_text(3, None, 0.25, 1) == "3 done, 0.2 a second, 1 failure"
    assert progress_text(0, 9000, 0, 0) == "0 of 9,000 (0%), 0 a second, 0 failures"
    assert "2 h 46 min left" in progress_text(1, 10_001, 1, 0)


def test_progress_is_a_line_now_and_then_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sixtysix.cli import batch_report

    counted: list[int] = []

    def total() -> int:
        counted.append(1)
        return 10

    shown = batch_report.Progress(quiet=False, total=total)
    shown.show(1, 0, 0)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(batch_report, "REPORT", 0.0)
    shown = batch_report.Progress(quiet=False, total=total)
    shown.show(1, 0, 0)
    shown.show(2, 0, 1)
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(",")[0] for line in lines] == ["sixtysix: 1 of 10 (10%)", "sixtysix: 2 of 10 (20%)"]
    assert len(counted) == 1
    batch_report.Progress(quiet=True, total=total).show(3, 0, 0)
    assert capsys.readouterr().err == ""


def test_memory_is_shared_among_the_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    from sixtysix.solver import batch as batches

    tasks: list[Any] = []
    run = batches.run_batch

    def spy(entries: Any, task: Any, *rest: Any) -> Any:
        tasks.append(task)
        return run(entries, task, *rest)

    monkeypatch.setattr(batches, "run_batch", spy)
    for options in (("--memory", "100", "--jobs", "4"), ("--memory", "1", "--jobs", "4"), ()):
        assert call("batch", "-", "--quiet", *options, input=line(SOLVED)).exit_code == 0
    assert [task.memory_mb for task in tasks] == [25, 1, 64]
