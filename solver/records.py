"""Answers as JSON tells them, the same from every command."""

from typing import TYPE_CHECKING, Any

from .position import Position
from .solve import Solution

if TYPE_CHECKING:
    # These load numpy, which "solve" does without.
    from .analysis import Analysis
    from .close import CloseJudgement


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
    return analysis._asdict() | {"moves": [each.record() for each in analysis.moves]}


def close_record(judgement: "CloseJudgement") -> dict[str, Any]:
    """A judgement of a close that is legal, with all it says."""
    told: dict[str, Any] = {
        "verdict": judgement.verdict,
        "model": judgement.model,
        "firm": judgement.firm,
        "by_mean": judgement.by_mean,
        "close": judgement.close.record(),
        "open": judgement.open.record(),
        "margin": judgement.margin,
        "margin_stderr": judgement.margin_stderr,
        "possible": judgement.possible,
        "exact": judgement.exact,
        "seed": judgement.seed,
        "break_even": judgement.break_even,
        "leads": [each.record() for each in judgement.leads],
        "others": [each.record() for each in judgement.others],
        "why": [{"card": each.card, "with": each.with_, "without": each.without} for each in judgement.why],
        "sinks": judgement.sinks and judgement.sinks.cards,
        "only": judgement.sinks and judgement.sinks.only,
    }
    if judgement.close.best_defence is not None:
        if judgement.open.best_defence is None:
            # With more cards in the stock it is not worked out for going on.
            told["open"]["best_defence"] = None
        told |= {"plan": judgement.plan, "plan_distribution": judgement.plan_distribution}
    if judgement.judged is not None:
        told |= {"move": judgement.judged.move, "loss": judgement.judged.loss}
        told["loss_stderr"] = judgement.judged.loss_stderr
    return told | {"seconds": judgement.seconds}
