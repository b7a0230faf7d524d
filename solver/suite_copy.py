"""Copies of suites in which what was expected, and was not found, is replaced by what was found."""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from typing import IO, Any

from .batch_records import Done
from .expect import COMPARED
from .files import Entry

LINES = (".jsonl", ".ndjson")


def copy_path(path: str) -> str:
    """Where the copy of a suite is written: ``suite.updated.toml`` beside ``suite.toml``."""
    stem, kind = os.path.splitext(path)
    return f"{stem}.updated{kind}"


class SuiteCopies:
    """Copies of these suites, to be told of every position in order; use it in a ``with`` block.

    Positions that are as expected, that cannot be used or are not finished are copied as they are; a
    ``value``, ``best`` or ``close`` that was missed is replaced; a position of which nothing is expected gets
    ``value`` and ``best``. ``avoid`` is nobody's finding and stays. TOML keeps its comments.
    """

    def __init__(self) -> None:
        """Nothing is written before the first position."""
        self.changed: dict[str, int] = {}
        """How many positions were changed in each copy."""
        self._lines: dict[str, IO[bytes]] = {}
        self._documents: dict[str, Any] = {}
        self._open = ExitStack()

    def add(self, entry: Entry, done: Done) -> None:
        """Copy the next position."""
        kind = os.path.splitext(entry.path)[1].lower()
        self.changed.setdefault(copy_path(entry.path), 0)
        if kind in LINES:
            self._add_line(entry, done)
        elif kind == ".json":
            assert isinstance(entry.told, bytes)
            self._write(entry.path).write(self._new_line(entry, done))
        elif isinstance(entry.told, dict):
            self._change_table(entry, done)

    def _write(self, path: str) -> IO[bytes]:
        if path not in self._lines:
            file = open(copy_path(path), "wb")  # noqa: SIM115  # the stack closes it
            self._lines[path] = self._open.enter_context(file)
        return self._lines[path]

    def _add_line(self, entry: Entry, done: Done) -> None:
        if isinstance(entry.told, bytes):
            self._write(entry.path).write(self._new_line(entry, done) + b"\n")

    def _new_line(self, entry: Entry, done: Done) -> bytes:
        """A position in JSON, changed if need be."""
        import orjson

        text = entry.told
        assert isinstance(text, bytes)
        if not _differs(done):
            return text
        told = orjson.loads(text)
        news = _news(told.get("expect") or {}, done)
        if not news:
            return text
        told["expect"] = (told.get("expect") or {}) | news
        self.changed[copy_path(entry.path)] += 1
        return orjson.dumps(told)

    def _change_table(self, entry: Entry, done: Done) -> None:
        """Change a position in a TOML document."""
        import tomlkit

        document = self._documents.get(entry.path)
        if document is None:
            with open(entry.path, encoding="utf-8-sig") as file:
                document = self._documents[entry.path] = tomlkit.load(file)
        assert isinstance(entry.told, dict)
        inherited = entry.told.get("expect") or {}
        news = _news(inherited, done)
        if not news:
            return
        table = document["position"][entry.number - 1] if "position" in document else document
        if "expect" in table:
            table["expect"].update(news)
        else:
            inline = tomlkit.inline_table()
            inline.update({**inherited, **news})
            table["expect"] = inline
        self.changed[copy_path(entry.path)] += 1

    def __enter__(self) -> "SuiteCopies":
        """Leave it as it is."""
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Finish the copies."""
        import tomlkit

        self._open.close()
        if kind is None:
            for path, document in self._documents.items():
                with open(copy_path(path), "w", encoding="utf-8") as file:
                    tomlkit.dump(document, file)


def _differs(done: Done) -> bool:
    """May there be something new to write?"""
    return done.found is not None and not done.unfinished and (not done.expected or bool(done.missed))


def _news(expect: Mapping[str, Any], done: Done) -> dict[str, Any]:
    """The expectations of a position that change."""
    if done.found is None or not _differs(done):
        return {}
    if not done.expected:
        return {"value": done.found["value"], "best": done.found["best"]}
    news = {
        key: done.found[key] for key in COMPARED if key in done.missed and done.found.get(key) is not None
    }
    if isinstance(expect.get("close"), bool) and news.get("close") in _AS_BOOL:
        news["close"] = _AS_BOOL[news["close"]]
    return news


_AS_BOOL = {"close": True, "do not close": False}
