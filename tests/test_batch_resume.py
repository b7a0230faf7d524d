"""Nothing is lost: a batch that is killed at any moment goes on to the very file of one that was not.

``SIXTYSIX_KILLS=20 pytest tests/test_batch_resume.py`` kills twenty times.
"""

import os
import signal
import time
from pathlib import Path
from random import Random

import pytest
from batch_suites import BATCH, group_ends, run_batch, start_batch, write_mixed

KILLS = int(os.environ.get("SIXTYSIX_KILLS", "5"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("batch")


@pytest.fixture(scope="module")
def whole(folder: Path) -> bytes:
    """What an uninterrupted run writes."""
    return write_mixed(folder)


def resumed(folder: Path, *more: str) -> bytes:
    result = run_batch(folder, *BATCH, "--resume", *more)
    assert result.returncode == 2, result.stderr
    return (folder / "out.jsonl").read_bytes()


def test_killed_at_random_moments(folder: Path, whole: bytes) -> None:
    random = Random(66)
    out = folder / "out.jsonl"
    began = time.monotonic()
    run_batch(folder, *BATCH)
    long = time.monotonic() - began
    partial = 0
    for _ in range(KILLS):
        out.unlink()
        process = start_batch(folder, *BATCH)
        time.sleep(random.uniform(0.3, 1.0) * long)
        process.kill()
        process.wait()
        assert group_ends(process.pid), "a worker has outlived the batch"
        left = out.read_bytes() if out.exists() else b""
        assert whole.startswith(left)
        partial += 0 < len(left) < len(whole)
        assert resumed(folder) == whole
    assert partial or KILLS < 5, "no kill came while records were being written"


def test_killed_again_and_again_while_resuming(folder: Path, whole: bytes) -> None:
    out = folder / "out.jsonl"
    out.unlink(missing_ok=True)
    for wait in (0.5, 0.7, 0.9):
        process = start_batch(folder, *BATCH, "--resume")
        time.sleep(wait)
        process.kill()
        process.wait()
        assert group_ends(process.pid)
    assert resumed(folder) == whole


def test_every_way_a_file_can_be_cut(folder: Path, whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    first = len(lines[0])
    out = folder / "out.jsonl"
    for size in (0, 1, first - 1, first, first + 1, len(whole) // 2, len(whole) - 1, len(whole)):
        out.write_bytes(whole[:size])
        assert resumed(folder) == whole


def test_without_a_file_it_starts_afresh(folder: Path, whole: bytes) -> None:
    (folder / "out.jsonl").unlink()
    assert resumed(folder) == whole


def test_csv_is_resumed_too(folder: Path, whole: bytes) -> None:
    args = ("batch", "mixed.jsonl", "-o", "out.csv", "--no-timing", "--quiet", "--csv")
    assert run_batch(folder, *args).returncode == 2
    table = (folder / "out.csv").read_bytes()
    for size in (0, 3, table.index(b"\n") + 1, len(table) // 3, len(table) - 2):
        (folder / "out.csv").write_bytes(table[:size])
        assert run_batch(folder, *args, "--resume").returncode == 2
        assert (folder / "out.csv").read_bytes() == table


def test_the_exit_code_counts_what_was_done_before(folder: Path, whole: bytes) -> None:
    (folder / "out.jsonl").write_bytes(whole)
    result = run_batch(folder, *BATCH, "--resume")
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 2
    assert "mixed.jsonl, line 121: " in result.stderr
    assert "mixed.jsonl, line 132 (deal-7-1): wrong: value 3 expected" in result.stderr


def test_the_file_of_another_batch_is_not_touched(folder: Path, whole: bytes) -> None:
    out = folder / "out.jsonl"
    some = whole.splitlines(keepends=True)
    foreign = {
        b"".join(some[5:9]): "record 4 is of deal-1-9, but the suites have deal-1-4 there",
        b"id,kind\n": "line 1: is no such record",
        b'{"id": "x"}\n': "line 1: is no such record",
        b"[1]\n" + some[0][:5]: "line 1: is no such record",
        whole + some[0]: "record 633 is of deal-1-1, but the suites end before",
    }
    for content, reason in foreign.items():
        out.write_bytes(content)
        result = run_batch(folder, *BATCH, "--resume")
        assert result.returncode == 2
        assert reason in result.stderr.splitlines()[-1]
        assert out.read_bytes() == content


def test_ctrl_c_leaves_whole_records_and_no_process(folder: Path, whole: bytes) -> None:
    out = folder / "out.jsonl"
    out.unlink()
    process = start_batch(folder, *BATCH)
    until = time.monotonic() + 20
    while not (out.exists() and out.stat().st_size) and time.monotonic() < until:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=20)
    if process.returncode != 2:  # it was not done already
        assert process.returncode == 130
        assert told.decode().splitlines()[-1] == "sixtysix: interrupted"
    assert b"Traceback" not in told
    assert group_ends(process.pid)
    left = out.read_bytes()
    assert whole.startswith(left)
    assert left.endswith(b"\n")
    assert resumed(folder) == whole
