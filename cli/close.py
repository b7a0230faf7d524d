"""``sixtysix close``: is closing now correct?"""

from typing import TYPE_CHECKING, Any

import click

from .errors import DISAPPOINTED
from .options import Given, Output, PositionCommand, output_options, position_options, write_json
from .sampling import Sampling, defence_option, sampling_options, solving

if TYPE_CHECKING:
    from ..solver.analysis import Defence
    from ..solver.close import CloseForbidden, CloseJudgement
    from ..solver.position import Position


@click.command(cls=PositionCommand, short_help="Judge whether closing now is correct.")
@position_options
@output_options
@sampling_options
@defence_option
@click.option("--move", metavar="MOVE", help="Judge this closing lead, such as close+KH: what does it lose?")
@click.option(
    "--check",
    is_flag=True,
    help="Exit with 1 unless the verdict is to close, or if the lead judged loses anything.",
)
@click.pass_context
def close(
    ctx: click.Context,
    given: Given,
    output: Output,
    sampling: Sampling,
    defence: "Defence",
    move: str | None,
    check: bool,
) -> None:
    """Judge whether closing the stock now is correct: the best way to close against the best way to go on.

    The verdict goes by what each side secures against best defence, without seeing his cards. That is worked
    out within 20 seconds, or within half of --time; with more than four cards in the stock for closes only,
    which are then compared with the mean of going on. The means stand beside it: of a close over all hands
    the other player can hold, of going on too, or over a sample of the worlds if they are more than 20,000.

    The table is followed by a plan for the best close and by the reasons: what each unseen card costs in the
    other hand, and which cards sink the close. Ctrl-C shows what is known so far.

    \b
    Example: a random position with four cards in the stock
      sixtysix deal --tricks 4 --hidden --seed 28 | sixtysix close -

    \b
    Example: was it right to close with the ace of clubs?
      sixtysix deal --tricks 4 --hidden --seed 28 | sixtysix close - --move close+AC
    """
    from ..solver.analysis import Interrupted
    from ..solver.close import judge_close
    from ..solver.closing import closing_forbidden
    from ..solver.reading import read_move

    def refuse(position: "Position") -> str | None:
        """Why the lead to be judged cannot be; where closing is not legal at all, that is the answer."""
        if lead is None or closing_forbidden(position) is not None:
            return None
        closes = [each for each in position.legal_moves() if "close" in each]
        return None if lead in closes else f"--move: {lead} is no closing lead here; use {', '.join(closes)}"

    try:
        lead = None if move is None else read_move(move)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param_hint="'--move'") from None
    wrong = False
    for number, position in enumerate(given.positions(refuse)):
        interrupted: Interrupted[CloseJudgement] | None = None
        try:
            with solving(f"judging {position.id}") as progress:
                judgement = judge_close(
                    position, move=lead, defence=defence, **sampling.arguments(), progress=progress
                )
        except Interrupted as stop:
            interrupted, judgement = stop, stop.answer
        wrong = wrong or is_wrong(judgement)
        if output.json:
            write_json(_record(position, judgement))
        else:
            from .close_text import close_text

            click.echo("\n\n" * bool(number) + close_text(position, judgement, output.spelling))
        if interrupted is not None:
            raise interrupted
    if check and wrong:
        ctx.exit(DISAPPOINTED)


def is_wrong(judgement: "CloseJudgement | CloseForbidden") -> bool:
    """Is the answer to "is it correct to close, with the lead judged?" anything but yes?"""
    if not judgement.legal or judgement.verdict != "close":
        return True
    return judgement.judged is not None and judgement.judged.loss > 0


def _record(position: "Position", judgement: "CloseJudgement | CloseForbidden") -> dict[str, Any]:
    """The judgement as JSON tells it."""
    record: dict[str, Any] = {"id": position.id, "rules": position.rules.to_dict(), "legal": judgement.legal}
    if position.score is not None:
        record["score_used"] = False
    if not judgement.legal:
        return record | {"reason": judgement.reason}
    from ..solver.records import close_record

    return record | close_record(judgement)
