"""The records of a batch: one line of JSON or CSV for each position, in the order of the suites.

A record is what ``solve`` or ``analyse`` say of the position, and after that

``unfinished``  true, with ``value`` null and ``bounds``, if its time ran out before it was solved
``legal``       if the suite expects a verdict on closing: is it legal? Then ``verdict``, ``model``, ``firm``,
                ``by_mean``, ``close``, ``open``, ``margin`` and ``margin_stderr`` follow, as ``close`` says
                them, else the ``reason``
``right``       if the suite expects anything: was all of it found? Null if an unfinished answer does not tell
``misses``      what was not: a list of ``{key, expected, found}``

or, for a position that cannot be used, ``id``, ``file``, ``line`` (null where unknown) and ``error``; for a
file that cannot be used ``id`` is null.
"""

import csv
import io
from collections.abc import Mapping
from typing import Any, NamedTuple

from .expect import Miss, compare, misses_text
from .files import Entry, FileError
from .position import Position
from .rules import Rules

COLUMNS = (
    "id",
    "kind",
    "rules",
    "value",
    "low",
    "high",
    "best",
    "worlds",
    "possible",
    "exact",
    "stderr",
    "verdict",
    "margin",
    "right",
    "misses",
    "file",
    "line",
    "error",
    "nodes",
    "seconds",
)
"""The columns of ``--csv``; the last two are left out with ``--no-timing``.

``kind`` is ``solve``, ``analyse`` or ``error``; ``low`` and ``high`` are bounds, both the value where it is
known; moves are separated by spaces; ``right`` is true, false or empty.
"""

TIMING = ("nodes", "seconds")
"""What differs from run to run."""


class Head(NamedTuple):
    """What a record needs of a position besides the answer."""

    id: str
    rules: str | dict[str, Any]
    expect: dict[str, Any] | None

    @classmethod
    def of(cls, position: Position) -> "Head":
        """Take it from the position."""
        return cls(position.id, position.rules.to_dict(), position.expect)


class Format(NamedTuple):
    """How records are written."""

    csv: bool = False
    timing: bool = True

    def encode(self, record: Mapping[str, Any]) -> bytes:
        """The record as one line, with its end."""
        if self.csv:
            return self._row(_flat(record).values() if self.timing else list(_flat(record).values())[:-2])
        import orjson

        return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)

    def header(self) -> bytes:
        """What stands above the first record."""
        if not self.csv:
            return b""
        return self._row(COLUMNS if self.timing else COLUMNS[:-2])

    def _row(self, cells: Any) -> bytes:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(cells)
        return out.getvalue().encode()


class Done(NamedTuple):
    """A position that needs no more work: its record, and what the summary needs of it."""

    text: bytes
    """The record as it is written."""
    id: str
    right: bool | None = None
    expected: bool = False
    """Was there anything to compare with?"""
    unfinished: bool = False
    error: str = ""
    """Why the position was refused."""
    misses: str = ""
    """What was expected and what came, for people."""
    missed: tuple[str, ...] = ()
    """The expectations that were missed."""
    nodes: int = 0
    seconds: float = 0.0
    found: dict[str, Any] | None = None
    """The answer, where it is asked for: ``value``, ``best`` and ``close``."""


def answered(head: Head, answer: Mapping[str, Any], form: Format, keep: bool = False) -> Done:
    """The record of a position with its answer; ``keep`` keeps what was found for a copy of the suite."""
    record = {"id": head.id, "rules": head.rules, **answer}
    nodes, seconds = answer.get("nodes", 0), answer["seconds"]
    if not form.timing:
        for key in TIMING:
            record.pop(key, None)
    value = answer["value"]
    verdict = answer.get("verdict") or f"not legal: {answer.get('reason')}"
    comparison = None
    if head.expect is not None:
        comparison = compare(head.expect, value, answer.get("bounds"), answer["best"], verdict)
    if comparison is not None:
        record["right"] = comparison.right
        record["misses"] = [miss._asdict() for miss in comparison.misses]
    found = None
    if keep:
        found = {"value": value, "best": answer["best"], "close": answer.get("verdict")}
    return Done(
        form.encode(record),
        head.id,
        right=comparison and comparison.right,
        expected=comparison is not None,
        unfinished=value is None,
        misses=misses_text(comparison.misses) if comparison else "",
        missed=tuple(miss.key for miss in comparison.misses) if comparison else (),
        nodes=nodes,
        seconds=seconds,
        found=found,
    )


def refused(entry: Entry, error: FileError, form: Format) -> Done:
    """The record of a position that cannot be used."""
    name = refused_id(entry, error)
    record = {"id": name, "file": entry.file, "line": entry.line, "error": str(error)}
    return Done(form.encode(record), name or "", error=str(error))


def refused_id(entry: Entry, error: FileError) -> str | None:
    """The name of a position that cannot be used; None if it is the file that cannot."""
    return error.name or (None if isinstance(entry.told, FileError) else entry.default_id)


def read_again(line: bytes, form: Format) -> Done:
    """What a record says that an earlier run has written.

    Raises:
        ValueError: it is no record.
    """
    if form.csv:
        return _from_row(line, form)
    import orjson

    record = orjson.loads(line)
    if not isinstance(record, dict) or not ("error" in record or "value" in record):
        raise ValueError("no record")
    return Done(
        line,
        record["id"] or "",
        right=record.get("right"),
        expected="right" in record,
        unfinished="error" not in record and record["value"] is None,
        error=record.get("error", ""),
        misses=misses_text([Miss(**miss) for miss in record.get("misses", ())]),
        nodes=record.get("nodes", 0),
        seconds=record.get("seconds", 0.0),
    )


def _from_row(line: bytes, form: Format) -> Done:
    columns = COLUMNS if form.timing else COLUMNS[:-2]
    row = next(csv.reader([line.decode()]))
    if len(row) != len(columns):
        raise ValueError("no record")
    cells = dict(zip(columns, row, strict=True))
    return Done(
        line,
        cells["id"],
        right={"true": True, "false": False}.get(cells["right"]),
        expected=bool(cells["right"]),
        unfinished=cells["kind"] != "error" and not cells["value"],
        error=cells["error"],
        misses=cells["misses"],
        nodes=int(cells.get("nodes") or 0),
        seconds=float(cells.get("seconds") or 0.0),
    )


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """The cells of a row."""
    cells: dict[str, Any] = dict.fromkeys(COLUMNS, "")
    for key in ("id", "value", "worlds", "possible", "stderr", "file", "line", "error", *TIMING):
        value = record.get(key)
        cells[key] = "" if value is None else value
    for key in ("id", "error"):
        cells[key] = " ".join(str(cells[key]).splitlines())
    if "error" in record:
        cells["kind"] = "error"
        return cells
    # In a solution "line" is the best line of play; the column is a place in a file.
    cells["line"] = ""
    cells["kind"] = "analyse" if "possible" in record else "solve"
    cells["rules"] = Rules.from_dict(record["rules"]).name
    cells["low"], cells["high"] = record.get("bounds", (cells["value"], cells["value"]))
    cells["best"] = " ".join(record["best"])
    if "exact" in record:
        cells["exact"] = str(record["exact"]).lower()
    cells["verdict"] = record.get("verdict", "")
    cells["margin"] = record.get("margin", "")
    if record.get("right") is not None:
        cells["right"] = str(record["right"]).lower()
    if "misses" in record:
        cells["misses"] = misses_text([Miss(**miss) for miss in record["misses"]])
    return cells
