"""Help is everywhere, with examples that run; completion can be turned on as the help says."""

import pytest
from command import call, shell
from sixtysix.cli.main import COMMANDS

HELPS = [(), *((name,) for name in COMMANDS)]


def _examples(*command: str) -> list[str]:
    lines = call(*command, "--help").stdout.splitlines()
    return [line.strip() for line in lines if line.startswith("    sixtysix ")]


@pytest.mark.parametrize("command", HELPS)
def test_help_has_an_example(command: tuple[str, ...]) -> None:
    short, long = call(*command, "-h"), call(*command, "--help")
    assert short.exit_code == long.exit_code == 0
    assert short.stdout == long.stdout
    assert short.stderr == ""
    assert _examples(*command)


@pytest.mark.parametrize("example", [example for command in HELPS for example in _examples(*command)])
def test_examples_run(example: str) -> None:
    result = shell(f"set -e; {example}")
    assert result.returncode == 0, result.stderr
    assert result.stdout
    assert result.stderr == ""


def test_without_a_command_the_help_is_shown() -> None:
    assert call().stdout == call("--help").stdout
    assert call().exit_code == 0


def test_group_lists_every_command() -> None:
    text = call("--help").stdout
    assert all(f"\n  {name}" in text for name in COMMANDS)


def test_version() -> None:
    result = call("--version")
    assert result.exit_code == 0
    assert result.stdout.split()[0] == "sixtysix"
    assert result.stdout.split()[1][0].isdigit()


def test_completion_is_built_in() -> None:
    assert "complete" in shell("sixtysix", _SIXTYSIX_COMPLETE="bash_source").stdout
    words = {"COMP_WORDS": "sixtysix rules sch", "COMP_CWORD": "2"}
    assert shell("sixtysix", _SIXTYSIX_COMPLETE="bash_complete", **words).stdout == "plain,schnapsen\n"
