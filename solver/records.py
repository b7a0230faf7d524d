"""Answers as JSON tells them, the same from every command."""

from typing import TYPE_CHECKING, Any

from .position import Position
from .solve import Solution

if TYPE_CHECKING:
    from .analysis import Analysis  # loads numpy, which "solve" does without


def heading(position: Position) -> dict[str, Any]:
    """What every record begins with."""
    return {"id": position.id, "rules": position.rules.to_dict()}


def solution_record(solution: Solution) -> dict[str, Any]:
    """A solution; ``bounds`` only where the value is not known, what only some games have only there."""
    record: dict[str, Any] = {"value": solution.value}
    if solution.value is None:
        record["bounds"] = solution.bounds
    if solution.guarantees is not None:
        record["guarantees"] = solution.guarantees
    if solution.dealer is not None:
        record["dealer"] = solution.dealer
    record["best"] = solution.best
    record["moves"] = [{"move": each.move, "value": each.value} for each in solution.moves]
    record["line"] = solution.line
    if solution.guarantees is not None:
        record["outcome"] = solution.outcome
    return record | {"nodes": solution.nodes, "seconds": solution.seconds}


def analysis_record(analysis: "Analysis") -> dict[str, Any]:
    """An analysis, with all it says."""
    return analysis._asdict() | {"moves": [each._asdict() for each in analysis.moves]}
