"""Position files: TOML for people, JSON Lines for programs, both with the same keys."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any, NamedTuple

from .position import Position, play_text
from .reading import PositionError
from .rules import DEFAULT_PRESET, Rules
from .wording import shown

STDIN = "-"


class FileError(ValueError):
    """A file, or a position in it, that cannot be used; the message is one line: file, place and reason."""

    def __init__(self, file: str, place: str, name: str, reason: str) -> None:
        """``place`` is a line or a position's number, ``name`` the position's id; all may be empty."""
        where = ", ".join(part for part in (file, place) if part)
        super().__init__(f"{where}{f' ({name})' if name else ''}: {reason}")
        self.file = file
        self.place = place
        self.name = name
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes with all parts."""
        return FileError, (self.file, self.place, self.name, self.reason)


class Entry(NamedTuple):
    """A position as a file tells it, before it is looked at; or what is wrong in its place."""

    path: str
    unit: str
    """What the file's positions are counted in: ``line``, ``position``, or nothing."""
    number: int
    line: int | None
    """The line it begins in, as far as known."""
    told: object
    """A mapping, or a line of JSON as ``bytes``, or a ``FileError``."""

    @property
    def file(self) -> str:
        """The file's name in messages."""
        return "standard input" if self.path == STDIN else self.path

    @property
    def place(self) -> str:
        """Where in the file: ``line 17``."""
        return f"{self.unit} {self.number}" if self.unit else ""

    @property
    def default_id(self) -> str:
        """The name of a position that has none: ``suite.jsonl:17``."""
        return f"{os.path.basename(self.path)}:{self.number}" if self.path else "options"


class Changes(NamedTuple):
    """What is done to every position of the files: keys and rules that override its own, moves made first."""

    options: Mapping[str, object]
    rule_changes: Mapping[str, object]
    play: str


def read_positions(
    paths: Iterable[str],
    options: Mapping[str, object] | None = None,
    rule_changes: Mapping[str, object] | None = None,
    play: str = "",
) -> Iterator[Position]:
    """The positions of these files, one after the other; without files the one that the options describe.

    ``options`` are keys that override those of every position, ``rule_changes`` are rule parameters that do,
    ``play`` are moves made first. ``-`` is standard input, as JSON Lines. JSON Lines are read as the
    positions are asked for, never whole.

    Raises:
        FileError: at the first file or position that cannot be used.
    """
    for each in scan_positions(paths, options, rule_changes, play):
        if isinstance(each, FileError):
            raise each
        yield each


def scan_positions(
    paths: Iterable[str],
    options: Mapping[str, object] | None = None,
    rule_changes: Mapping[str, object] | None = None,
    play: str = "",
) -> Iterator[Position | FileError]:
    """As ``read_positions``, but an error takes the place of the position, and reading goes on after it."""
    changes = Changes(options or {}, rule_changes or {}, play)
    for entry in scan_entries(paths):
        yield read_entry(entry, changes)


def scan_entries(paths: Iterable[str]) -> Iterator[Entry]:
    """The positions of these files as they are told; lines of JSON are not looked at yet.

    A file that cannot be used, or has no position, is one entry with the error.
    """
    no_file = True
    for path in paths:
        no_file = found = False
        try:
            for entry in _entries(path):
                found = True
                yield entry
            if not found:
                reason = "there is no position in it; write one, such as the README shows"
                yield _bad_file(path, reason)
        except OSError as error:
            yield _bad_file(path, f"cannot be read: {error.strerror or error}")
    if no_file:
        yield Entry("", "", 1, None, {})


def read_entry(entry: Entry, changes: Changes) -> Position | FileError:
    """The position told, changed."""
    told = entry.told
    name = ""
    try:
        if isinstance(told, bytes):
            told = _parse_json(told)
        if isinstance(told, FileError):
            return told
        if not isinstance(told, dict):
            raise ValueError(f'a position is an object such as {{"hand": "AH KH", ...}}, not {shown(told)}')
        if changes.options:
            told = {**told, **changes.options}
        name = told["id"] if isinstance(told.get("id"), str) else ""
        if changes.rule_changes:
            rules = _changed_rules(told.get("rules", DEFAULT_PRESET), changes.rule_changes)
            told = {**told, "rules": rules}
        origin = f"{entry.file}, {entry.place}" if entry.unit else entry.file
        position = Position.from_dict(told, default_id=entry.default_id, origin=origin)
        return _play_first(position, changes.play) if changes.play else position
    except ValueError as error:
        return FileError(entry.file or "options", entry.place, name, str(error))


def _changed_rules(rules: Any, changes: Mapping[str, object]) -> Rules:
    try:
        return Rules.from_dict(rules).changed(changes)
    except ValueError as error:
        raise PositionError("rules", str(error)) from None


def _play_first(position: Position, moves: str) -> Position:
    """The position after these moves."""
    after = play_text(position, moves)
    if isinstance(after, Position):
        return after
    raise PositionError(
        "play", f"the deal is over after {moves} (result {after:+d} for me); make fewer moves"
    )


def _entries(path: str) -> Iterator[Entry]:
    """Each position of a file.

    Raises:
        OSError: the file cannot be read.
    """
    if path == STDIN:
        yield from _line_entries(STDIN, sys.stdin.buffer)
        return
    kind = os.path.splitext(path)[1].lower()
    with open(path, "rb") as file:
        if kind in (".jsonl", ".ndjson"):
            yield from _line_entries(path, file)
        elif kind == ".json":
            yield Entry(path, "", 1, 1, file.read())
        else:
            yield from _toml_entries(path, file.read())


def _line_entries(path: str, lines: IO[bytes]) -> Iterator[Entry]:
    for number, line in enumerate(lines, 1):
        line = line.strip().removeprefix(b"\xef\xbb\xbf")
        if line:
            yield Entry(path, "line", number, number, line)


def _bad_file(path: str, reason: str, line: int | None = None) -> Entry:
    entry = Entry(path, "", 1, line, None)
    return entry._replace(told=FileError(entry.file, "", "", reason))


def _parse_json(text: bytes) -> object:
    import orjson

    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if not _is_utf8(text):
            raise ValueError("is not UTF-8 text; save it as UTF-8") from None
        where = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"is not JSON: {error.msg} at {where}") from None


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _toml_entries(path: str, content: bytes) -> Iterator[Entry]:
    import tomllib

    try:
        told = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        yield _bad_file(path, "is not UTF-8 text; save it as UTF-8")
        return
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        yield _bad_file(path, f"is not TOML: {error}", int(place[1]) if place else None)
        return
    wrong = next((key for key, value in told.items() if _are_tables(value) and key != "position"), None)
    if wrong or not isinstance(told.get("position", []), list):
        heading = f"[[{wrong}]]" if wrong else "position"
        yield _bad_file(
            path, f"{heading} means nothing here; several positions in a file are written under [[position]]"
        )
        return
    if "position" not in told:
        if told:
            yield Entry(path, "position", 1, 1, told)
        return
    many = told.pop("position")
    lines = [
        number
        for number, line in enumerate(content.splitlines(), 1)
        if re.match(rb"\s*\[\[\s*position\s*\]\]", line)
    ]
    for number, each in enumerate(many, 1):
        line = lines[number - 1] if len(lines) == len(many) else None
        yield Entry(path, "position", number, line, {**told, **each} if isinstance(each, dict) else each)


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def to_json(position: Position) -> bytes:
    """The position as one line of JSON, without the line's end."""
    import orjson

    return orjson.dumps(position.to_dict())


def to_toml(positions: Iterable[Position]) -> str:
    """The positions as a TOML file: a single one at the top level, several under ``[[position]]``."""
    tables = [_toml_lines(position.to_dict()) for position in positions]
    if len(tables) == 1:
        return tables[0]
    return "\n".join("[[position]]\n" + table for table in tables)


def _toml_lines(told: Mapping[str, object]) -> str:
    return "".join(f"{key} = {_toml_value(value)}\n" for key, value in told.items())


def _toml_value(value: object) -> str:
    """A value in TOML, tables on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        import orjson

        # A JSON string is a TOML string, but for one control character that JSON leaves as it is.
        return orjson.dumps(value).decode().replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml_value(each)}" for key, each in value.items()) + " }"
    return repr(value)
