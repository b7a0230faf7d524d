"""Double-dummy solving and hand analysis of the card game Sixty-Six: the public names.

What is imported here must load fast, as every command waits for it; what needs numpy is loaded when asked
for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .files import FileError, read_positions, scan_positions, to_json, to_toml
from .position import Position, PositionError, play_text
from .rules import Rules
from .solve import MoveValue, Solution, Solver, solve

if TYPE_CHECKING:
    from .analysis import Analysis, Interrupted, analyse
    from .close import CloseForbidden, CloseJudgement, judge_close
    from .ranking import MoveOutcome

__all__ = [
    "Analysis",
    "CloseForbidden",
    "CloseJudgement",
    "FileError",
    "Interrupted",
    "MoveOutcome",
    "MoveValue",
    "Position",
    "PositionError",
    "Rules",
    "Solution",
    "Solver",
    "analyse",
    "judge_close",
    "play_text",
    "read_positions",
    "scan_positions",
    "solve",
    "to_json",
    "to_toml",
]

_LATE = {
    "Analysis": "analysis",
    "Interrupted": "analysis",
    "analyse": "analysis",
    "CloseForbidden": "close",
    "CloseJudgement": "close",
    "judge_close": "close",
    "MoveOutcome": "ranking",
}


def __getattr__(name: str) -> object:
    """Load the names that need numpy when they are asked for."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_LATE[name]}", __name__), name)
