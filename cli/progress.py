"""A sign of life on standard error while something takes long; nothing where that is no terminal."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

PATIENCE = 1.0
"""After so many seconds the sign appears; most answers come sooner."""


@contextmanager
def working(what: str, far: Callable[[], str] | None = None) -> Iterator[None]:
    """Show what is being done, and for how long, until the block ends; then the line is cleared.

    ``far`` says how far it has come, such as ``", 500 of 1,000 worlds"``.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    done = threading.Event()
    ticker = threading.Thread(target=_tick, args=(what, far, done), daemon=True)
    ticker.start()
    try:
        yield
    finally:
        done.set()
        ticker.join()


def _tick(what: str, far: Callable[[], str] | None, done: threading.Event) -> None:
    started = monotonic()
    if done.wait(PATIENCE):
        return
    while True:
        so_far = far() if far else ""
        print(f"\r{what}{so_far}, {monotonic() - started:.0f} s\x1b[K", end="", file=sys.stderr, flush=True)
        if done.wait(1.0):
            break
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)
