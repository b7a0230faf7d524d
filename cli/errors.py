"""How the command line ends when it does not end well: one line on standard error, and an exit code.

====  =====================================================================
0     done; also when the reader of a pipe has gone, having seen enough
1     done, but an expectation failed or a close is wrong
2     unusable input or options
3     a fault of the program itself
130   interrupted
====  =====================================================================
"""

import os
import sys
from collections.abc import Iterable
from typing import IO, Any

import click

DISAPPOINTED = 1
UNUSABLE = 2
FAULT = 3
INTERRUPTED = 130

MOST_LINES = 20
"""So many problems are listed; a suite with the wrong rules would bury the reason otherwise."""


class Failure(click.ClickException):
    """An end that is told in lines of its own, one a problem."""

    def __init__(self, lines: Iterable[str], exit_code: int) -> None:
        """Keep the lines; each stands for itself."""
        self.lines = list(lines)
        self.exit_code = exit_code  # type: ignore[misc]  # declared for the class, but meant to be set
        super().__init__("\n".join(self.lines))

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the lines on standard error, each with the program's name."""
        for line in self.lines:
            click.echo(f"sixtysix: {' '.join(line.split())}", err=True)


class Unusable(Failure):
    """Positions, files or options that nothing can be done with."""

    def __init__(self, problems: Iterable[object]) -> None:
        """One line for each problem, the first of them if there are very many."""
        lines = [str(problem) for problem in problems]
        if len(lines) > MOST_LINES:
            lines[MOST_LINES:] = [f"and {len(lines) - MOST_LINES} more like these"]
        super().__init__(lines, UNUSABLE)


class ReaderGone(click.ClickException):
    """Whoever reads our output has seen enough (``| head``), which is no failure."""

    exit_code = 0

    def show(self, file: IO[Any] | None = None) -> None:
        """Say nothing, and keep the interpreter from flushing into the closed pipe when it ends."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def as_failure(error: BaseException) -> click.ClickException:
    """What to tell of an error that no command has caught."""
    if isinstance(error, KeyboardInterrupt):
        return Failure(["interrupted"], INTERRUPTED)
    if isinstance(error, BrokenPipeError):
        return ReaderGone("")
    if isinstance(error, OSError) and error.filename is None:
        return Failure([f"the results cannot be written: {error.strerror or error}"], UNUSABLE)
    return Failure([_fault(error)], FAULT)


def usage_line(error: click.UsageError) -> str:
    """A wrong call in one line, with the way to the help."""
    path = error.ctx.command_path if error.ctx else "sixtysix"
    command = path.removeprefix("sixtysix").strip()
    where = f"{command}: " if command else ""
    return f"{where}{error.format_message().rstrip('.')}; see {path} --help"


def _fault(error: BaseException) -> str:
    """Name the fault and its place, and say what to do."""
    if os.environ.get("SIXTYSIX_DEBUG"):
        import traceback

        traceback.print_exception(error)
    place = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f" ({os.path.basename(code.co_filename)}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return (
        f"a fault of the program itself: {type(error).__name__}: {error}{place}; please report this line "
        "with the command and its positions, SIXTYSIX_DEBUG=1 adds the traceback"
    )
