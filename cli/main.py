"""The command ``sixtysix``: a group whose commands are loaded when they are called."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Never

import click

from .errors import UNUSABLE, Failure, as_failure, usage_line

COMMANDS = ("solve", "analyse", "close", "batch", "show", "rules", "deal")
"""In the order of the help; each is the function of the same name in the module of the same name."""


class LazyGroup(click.Group):
    """Loads a command's module when it is called, and makes a line and an exit code of every way to fail."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the command of this name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"{__package__}.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command called; a wrong name is told with the right ones."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from ..solver.parameters import nearest

            raise click.UsageError(f"there is no command “{args[0]}”{nearest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what it does not catch becomes a failure with an exit code."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except (KeyboardInterrupt, Exception) as error:
            raise as_failure(error) from error
        return result

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Never:
        """Run and leave with an exit code, always; a failure is one line a problem on standard error."""
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.UsageError as error:
            Failure([usage_line(error)], UNUSABLE).show()
            code = UNUSABLE
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except (KeyboardInterrupt, Exception) as error:
            # Help and version are written before there is anything to invoke.
            failure = as_failure(error)
            failure.show()
            code = failure.exit_code
        sys.exit(code if isinstance(code, int) else 0)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(None, "--version", package_name="sixtysix", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Solve and analyse positions of the card game Sixty-Six.

    A position is a TOML file, a line of JSON, or a few options; sixtysix COMMAND --help
    shows how each command is used, with an example.

    \b
    Example: deal three endgames and solve them
      sixtysix deal --count 3 --tricks 8 | sixtysix solve -

    \b
    Completion, for bash (zsh and fish: put their names for bash):
      eval "$(_SIXTYSIX_COMPLETE=bash_source sixtysix)"
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run() -> None:
    """The entry point of the installed command."""
    for stream in (sys.stdout, sys.stderr):
        # Ids and notes are people's own words: a terminal that lacks a letter must not cost the answer.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    cli.main(prog_name="sixtysix")
