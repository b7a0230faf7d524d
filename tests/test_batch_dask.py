"""A Dask cluster on this machine gives the records of a local run, also if a worker is killed on the way."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from batch_suites import BATCH, run_batch, start_batch, write_mixed
from command import environment

pytest.importorskip("distributed")


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[str]] = []
        scheduler = self._start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        assert scheduler.stderr is not None
        for line in scheduler.stderr:
            if found := re.search(r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)", line):
                self.address = found[1]
                break
        self.workers = [self.add_worker(), self.add_worker()]

    def _start(self, module: str, *args: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", module, "--no-dashboard", *args]
        process = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process

    def add_worker(self) -> subprocess.Popen[str]:
        worker = self._start("distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny")
        assert worker.stderr is not None
        for line in worker.stderr:
            if "Starting established connection" in line:
                break
        return worker

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.stop()


def test_the_same_records_as_a_local_run(cluster: Cluster, tmp_path: Path) -> None:
    whole = write_mixed(tmp_path)
    (tmp_path / "out.jsonl").unlink()
    result = run_batch(tmp_path, *BATCH, "--scheduler", cluster.address)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 2, result.stderr
    assert (tmp_path / "out.jsonl").read_bytes() == whole


def test_a_worker_killed_in_the_middle_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    whole = write_mixed(tmp_path)
    out = tmp_path / "out.jsonl"
    out.unlink()
    process = start_batch(tmp_path, *BATCH, "--scheduler", cluster.address)
    until = time.monotonic() + 30
    while not (out.exists() and out.stat().st_size) and time.monotonic() < until:
        time.sleep(0.01)
    assert process.poll() is None
    cluster.workers[0].kill()
    _, told = process.communicate(timeout=60)
    assert process.returncode == 2, told
    assert out.read_bytes() == whole


def test_an_address_without_a_scheduler_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sixtysix.solver import engines

    monkeypatch.setattr(engines, "PATIENCE", 1)
    with (
        pytest.raises(
            engines.EngineError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"
        ) as error,
        engines.dask_engine("tcp://127.0.0.1:9"),
    ):
        pass
    assert "\n" not in str(error.value)
