"""Position files: TOML for people, JSON Lines for programs, both with the same keys."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from .position import Position
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


def read_positions(
    paths: Iterable[str],
    options: Mapping[str, object] | None = None,
    rule_changes: Mapping[str, object] | None = None,
) -> Iterator[Position]:
    """The positions of these files, one after the other; without files the one that the options describe.

    ``options`` are keys that override those of every position, ``rule_changes`` are rule parameters that do.
    ``-`` is standard input, as JSON Lines. JSON Lines are read as the positions are asked for, never whole.

    Raises:
        FileError: at the first file or position that cannot be used.
    """
    for each in scan_positions(paths, options, rule_changes):
        if isinstance(each, FileError):
            raise each
        yield each


def scan_positions(
    paths: Iterable[str],
    options: Mapping[str, object] | None = None,
    rule_changes: Mapping[str, object] | None = None,
) -> Iterator[Position | FileError]:
    """As ``read_positions``, but an error takes the place of the position, and reading goes on after it."""
    no_file = True
    for path in paths:
        no_file = False
        file = "standard input" if path == STDIN else path
        found = False
        try:
            for place, default_id, told in _told(path):
                found = True
                yield _position(file, place, default_id, told, options, rule_changes)
            if not found:
                yield FileError(
                    file, "", "", "there is no position in it; write one, such as the README shows"
                )
        except FileError as error:
            yield error
    if no_file:
        yield _position("", "", "options", {}, options, rule_changes)


def _position(
    file: str,
    place: str,
    default_id: str,
    told: object,
    options: Mapping[str, object] | None,
    rule_changes: Mapping[str, object] | None,
) -> Position | FileError:
    """The position told, with the options on top."""
    name = ""
    try:
        if isinstance(told, FileError):
            return told
        if not isinstance(told, dict):
            raise ValueError(f'a position is an object such as {{"hand": "AH KH", ...}}, not {shown(told)}')
        if options:
            told = {**told, **options}
        name = told["id"] if isinstance(told.get("id"), str) else ""
        if rule_changes:
            told = {**told, "rules": _changed_rules(told.get("rules", DEFAULT_PRESET), rule_changes)}
        return Position.from_dict(told, default_id=default_id, origin=f"{file}, {place}" if place else file)
    except ValueError as error:
        return FileError(file or "options", place, name, str(error))


def _changed_rules(rules: Any, changes: Mapping[str, object]) -> Rules:
    try:
        return Rules.from_dict(rules).changed(changes)
    except ValueError as error:
        raise PositionError("rules", str(error)) from None


def _told(path: str) -> Iterator[tuple[str, str, object]]:
    """Each position of a file as it is told, with its place and its id by default.

    Raises:
        FileError: the file as a whole cannot be read.
    """
    try:
        if path == STDIN:
            yield from _told_by_lines(STDIN, sys.stdin.buffer)
            return
        kind = os.path.splitext(path)[1].lower()
        with open(path, "rb") as file:
            if kind in (".jsonl", ".ndjson"):
                yield from _told_by_lines(path, file)
            elif kind == ".json":
                yield "", f"{os.path.basename(path)}:1", _parse_json(path, "", file.read())
            else:
                yield from _told_by_toml(path, file.read())
    except OSError as error:
        raise FileError(path, "", "", f"cannot be read: {error.strerror or error}") from None


def _told_by_lines(path: str, lines: IO[bytes]) -> Iterator[tuple[str, str, object]]:
    file = "standard input" if path == STDIN else path
    base = os.path.basename(path)
    for number, line in enumerate(lines, 1):
        line = line.strip().removeprefix(b"\xef\xbb\xbf")
        if line:
            place = f"line {number}"
            try:
                yield place, f"{base}:{number}", _parse_json(file, place, line)
            except FileError as error:
                yield place, "", error


def _parse_json(file: str, place: str, text: bytes) -> object:
    import orjson

    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if not _is_utf8(text):
            raise FileError(file, place, "", "is not UTF-8 text; save it as UTF-8") from None
        where = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        raise FileError(file, place, "", f"is not JSON: {error.msg} at {where}") from None


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _told_by_toml(path: str, content: bytes) -> Iterator[tuple[str, str, object]]:
    import tomllib

    try:
        told = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FileError(path, "", "", "is not UTF-8 text; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise FileError(path, "", "", f"is not TOML: {error}") from None
    base = os.path.basename(path)
    wrong = next((key for key, value in told.items() if _are_tables(value) and key != "position"), None)
    if wrong or not isinstance(told.get("position", []), list):
        heading = f"[[{wrong}]]" if wrong else "position"
        reason = f"{heading} means nothing here; several positions in a file are written under [[position]]"
        raise FileError(path, "", "", reason)
    if "position" not in told:
        if told:
            yield "position 1", f"{base}:1", told
        return
    many = told.pop("position")
    for number, each in enumerate(many, 1):
        yield f"position {number}", f"{base}:{number}", {**told, **each} if isinstance(each, dict) else each


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
