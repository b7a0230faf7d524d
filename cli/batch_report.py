"""What a batch tells people while it runs and at its end, on standard error."""

import heapq
import os
import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

import click

from .tables import table

if TYPE_CHECKING:
    from ..solver.batch_records import Done
    from ..solver.files import Entry

SLOWEST = 5
"""So many positions are listed by the time they took."""

REDRAW = 0.5
"""The progress on a terminal is drawn so often, in seconds."""

REPORT = 60.0
"""Where standard error is no terminal it is a line, so often."""


class Summary:
    """Counts what has been done, and tells what went wrong as it comes."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """``tell`` shows a line."""
        self.solved = self.unfinished = self.right = self.wrong = self.undecided = self.refused = (
            self.nodes
        ) = 0
        self.solving = 0.0
        self._tell = tell
        self._slowest: list[tuple[float, int, str]] = []

    @property
    def done(self) -> int:
        """All positions so far."""
        return self.solved + self.unfinished + self.refused

    @property
    def failures(self) -> int:
        """Those that went wrong in any way."""
        return self.wrong + self.refused

    def add(self, entry: "Entry", done: "Done") -> None:
        """Count a position."""
        if done.error:
            self.refused += 1
            self._tell(done.error)
            return
        if done.unfinished:
            self.unfinished += 1
        else:
            self.solved += 1
        if done.right:
            self.right += 1
        elif done.right is False:
            self.wrong += 1
            where = f"{entry.file}, {entry.place}" if entry.unit else entry.file or "options"
            self._tell(f"{where} ({done.id}): wrong: {done.misses}")
        elif done.expected:
            self.undecided += 1
        self.nodes += done.nodes
        self.solving += done.seconds
        item = (done.seconds, -self.done, done.id)
        if len(self._slowest) < SLOWEST:
            heapq.heappush(self._slowest, item)
        elif done.seconds > self._slowest[0][0]:
            heapq.heapreplace(self._slowest, item)

    def text(self, seconds: float, earlier: int) -> str:
        """The summary; the first ``earlier`` positions were done by another run."""
        rows = [("solved", f"{self.solved:,}")]
        if self.unfinished:
            rows.append(("unfinished", f"{self.unfinished:,}"))
        rows += [("right", f"{self.right:,}"), ("wrong", f"{self.wrong:,}")]
        if self.undecided:
            rows.append(("undecided", f"{self.undecided:,}"))
        rows += [
            ("refused", f"{self.refused:,}"),
            ("nodes", f"{self.nodes:,}"),
            ("seconds", f"{seconds:.2f}"),
            ("positions a second", f"{(self.done - earlier) / max(seconds, 1e-9):,.0f}"),
        ]
        if earlier:
            rows.insert(0, ("done before", f"{earlier:,}"))
        parts = [table(["", "batch"], rows, right=["batch"])]
        slowest = [(f"{spent:.6f}", name) for spent, _, name in sorted(self._slowest, reverse=True) if spent]
        if slowest:
            parts.append(table(["seconds", "slowest"], slowest, right=["seconds"]))
        return "\n\n".join(parts)


class Progress:
    """A line that is kept up to date on a terminal; elsewhere a line every minute; or nothing."""

    def __init__(self, *, quiet: bool, total: Callable[[], int | None]) -> None:
        """``total`` counts the positions, if that can be done; it is asked once, for the first line."""
        self._quiet = quiet
        self._terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._total = total
        self._known: int | None = None
        self._asked = False
        self._started = monotonic()
        self._next = self._started + (REDRAW if self._terminal else REPORT)
        self._shown = False

    def tell(self, line: str) -> None:
        """Show a line of its own."""
        self.clear()
        click.echo(f"sixtysix: {' '.join(line.split())}", err=True)

    def show(self, done: int, earlier: int, failures: int) -> None:
        """Show how far it is, if it is time to."""
        now = monotonic()
        if self._quiet or now < self._next:
            return
        self._next = now + (REDRAW if self._terminal else REPORT)
        if not self._asked:
            self._asked = True
            self._known = self._total()
        rate = (done - earlier) / (now - self._started)
        line = progress_text(done, self._known, rate, failures)
        if self._terminal:
            click.echo(f"\r{line}\x1b[K", nl=False, err=True)
            self._shown = True
        else:
            click.echo(f"sixtysix: {line}", err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._shown = False


def progress_text(done: int, total: int | None, rate: float, failures: int) -> str:
    """``1,200 of 5,000 (24%), 400 a second, 9 s left, 2 failures``."""
    parts = [f"{done:,} done"]
    if total:
        parts = [f"{done:,} of {total:,} ({done * 100 // total}%)"]
    parts.append(f"{rate:,.0f} a second" if rate >= 10 or not rate else f"{rate:.1f} a second")
    if total and rate:
        parts.append(f"{_duration((total - done) / rate)} left")
    parts.append(f"{failures:,} failure{'' if failures == 1 else 's'}")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
