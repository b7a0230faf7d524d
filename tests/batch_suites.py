"""A suite that has everything a batch meets, and how a batch is run on it."""

import os
import signal
import subprocess
import time
from pathlib import Path

from command import dealt, environment

BATCH = ("batch", "mixed.jsonl", "-o", "out.jsonl", "--no-timing", "--quiet")


def write_mixed(folder: Path) -> bytes:
    """Write ``mixed.jsonl`` (easy, hard, hidden, unreadable, expecting) and give its answers."""
    parts = (
        dealt("--count", "100", "--tricks", "6", "--seed", "1"),
        dealt("--count", "20", "--tricks", "3", "--seed", "2"),
        '{"hand": "AH"}\n',
        dealt("--count", "10", "--tricks", "4", "--hidden", "--seed", "3"),
        dealt("--tricks", "4", "--seed", "7").replace("}\n", ',"expect":{"value":3,"avoid":["AH"]}}\n'),
        dealt("--count", "500", "--tricks", "8", "--seed", "4"),
    )
    (folder / "mixed.jsonl").write_text("".join(parts))
    result = run_batch(folder, *BATCH)
    assert result.returncode == 2, result.stderr
    return (folder / "out.jsonl").read_bytes()


def run_batch(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this folder."""
    return subprocess.run(
        ["sixtysix", *args], cwd=folder, env=environment(), capture_output=True, text=True, timeout=120
    )


def start_batch(folder: Path, *args: str) -> subprocess.Popen[bytes]:
    """Start it in a process group of its own."""
    return subprocess.Popen(
        ["sixtysix", *args],
        cwd=folder,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def group_ends(group: int, seconds: float = 10) -> bool:
    """Do all processes of a group end by themselves?"""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    return False
