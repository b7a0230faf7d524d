"""Running the command line in tests: inside this process, or as a shell would."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import orjson
from click.testing import CliRunner, Result
from sixtysix.cli.main import cli

ENDGAME = "--trump H --points 45,41 --tricks 4,5"
ENDGAME_ARGS = [*ENDGAME.split(), "--hand", "AH KD JS", "--opponent", "TS QD KC"]


def call(*args: str, input: str = "", charset: str = "utf-8", **more: Any) -> Result:
    """Call the command; colours and environment as ``CliRunner.invoke`` takes them."""
    return CliRunner(charset=charset).invoke(cli, args, input=input, prog_name="sixtysix", **more)


def refused(*args: str, input: str = "") -> list[str]:
    """The lines on standard error of a call that must be refused, with nothing on standard output."""
    result = call(*args, input=input)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    lines = result.stderr.splitlines()
    assert all(line.startswith("sixtysix: ") for line in lines)
    return [line.removeprefix("sixtysix: ") for line in lines]


def records(*args: str, input: str = "") -> list[dict[str, Any]]:
    """The JSON objects a call writes, one a line."""
    result = call(*args, input=input)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return [orjson.loads(line) for line in result.stdout.splitlines()]


def dealt(*args: str) -> str:
    """Random positions as JSON Lines."""
    return call("deal", *args).stdout


def environment(**more: str) -> dict[str, str]:
    """This process's environment, in which a shell finds the command that is tested."""
    return os.environ | {"PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]} | more


def shell(line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell."""
    return subprocess.run(
        line, shell=True, env=environment(**env), capture_output=True, text=True, timeout=120
    )


def start(*args: str) -> subprocess.Popen[bytes]:
    """Start the command with its output in pipes."""
    return subprocess.Popen(
        ["sixtysix", *args], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
