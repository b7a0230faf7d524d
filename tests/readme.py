"""The commands of the README and of docs/ with what they print. `python tests/readme.py` writes it anew."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from command import environment

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A command of a session, and what the page says it prints."""

    command: str
    output: str


def blocks(page: Path, kind: str) -> list[str]:
    """The text of all fenced blocks of this kind."""
    return [text for found, text in _FENCE.findall(page.read_text("utf-8")) if found == kind]


def steps(session: str) -> list[Step]:
    """The commands of a console block, one `$` each."""
    parts = re.split(r"^\$ (.*)\n", session, flags=re.MULTILINE)
    return [Step(command, output) for command, output in zip(parts[1::2], parts[2::2], strict=True)]


def run(command: str) -> str:
    """What a command prints, on both streams, in the folder of the README."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=environment(LC_ALL="C.UTF-8"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
    )
    return done.stdout


def _renewed(fence: re.Match[str]) -> str:
    kind, text = fence.groups()
    if kind != "console":
        return fence.group()
    return "```console\n" + "".join(f"$ {step.command}\n{run(step.command)}" for step in steps(text)) + "```"


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(_FENCE.sub(_renewed, page.read_text("utf-8")), "utf-8")
