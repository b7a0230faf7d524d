"""Double-dummy solving and hand analysis of the card game Sixty-Six: the public names.

What is imported here must load fast: every command waits for it.
"""

from .files import FileError, read_positions, scan_positions, to_json, to_toml
from .position import Position, PositionError, play_text
from .rules import Rules
from .solve import MoveValue, Solution, Solver, solve

__all__ = [
    "FileError",
    "MoveValue",
    "Position",
    "PositionError",
    "Rules",
    "Solution",
    "Solver",
    "play_text",
    "read_positions",
    "scan_positions",
    "solve",
    "to_json",
    "to_toml",
]
