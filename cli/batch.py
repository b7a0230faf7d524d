"""``sixtysix batch``: many positions, in parallel."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from .errors import DISAPPOINTED, FAULT, UNUSABLE, Failure
from .options import Given, PositionCommand, position_options
from .sampling import sample_options

if TYPE_CHECKING:
    from ..solver.batch_work import Task
    from ..solver.engines import Engine
    from ..solver.files import Entry
    from .batch_output import Results
    from .batch_report import Summary


class Shard(NamedTuple):
    """One of so many equal parts of the positions: every ``of``-th, from the ``number``-th on."""

    number: int
    of: int


def _read_shard(ctx: click.Context, option: click.Parameter, text: str | None) -> Shard | None:
    if text is None:
        return None
    number, slash, of = text.partition("/")
    if slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of):
        return Shard(int(number), int(of))
    raise click.BadParameter(f"“{text}” is no shard; write 3/8 for the third of eight", ctx, option)


@click.command(cls=PositionCommand, short_help="Solve suites of positions in parallel.")
@position_options
@click.option(
    "-o", "--output", "out", metavar="OUT", type=click.Path(), help="Write the records to this file."
)
@click.option(
    "--resume", is_flag=True, help="Go on where an earlier run with the same options stopped in OUT."
)
@click.option("--csv", is_flag=True, help="One row a position under a header, instead of JSON Lines.")
@click.option("--json", is_flag=True, help="JSON Lines, as they are if nothing is said.")
@click.option("--no-timing", is_flag=True, help="Leave out nodes and seconds, which differ from run to run.")
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="So many worker processes; all cores if not said."
)
@click.option(
    "--time",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Give up on a position after S seconds, and give bounds.",
)
@sample_options
@click.option(
    "--memory",
    type=click.IntRange(1),
    metavar="MB",
    help="Memory for the tables of all jobs together; 64 MB each if not said.",
)
@click.option(
    "--shard",
    metavar="K/N",
    callback=_read_shard,
    help="Only every Nth position, from the Kth on, such as 3/8.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Use the workers of this Dask scheduler, tcp://HOST:8786."
)
@click.option(
    "--update", is_flag=True, help="Write copies of the suites, SUITE.updated.toml, with what was found."
)
@click.option("--quiet", is_flag=True, help="No progress and no summary; failures are still told.")
@click.pass_context
def batch(
    ctx: click.Context,
    given: Given,
    out: str | None,
    resume: bool,
    csv: bool,
    json: bool,
    no_timing: bool,
    jobs: int | None,
    time: float | None,
    worlds: int | None,
    exact: bool,
    seed: int,
    memory: int | None,
    shard: Shard | None,
    scheduler: str | None,
    update: bool,
    quiet: bool,
) -> None:
    """Solve suites of positions, each as its cards allow: as solve does, or over its worlds, as analyse does.

    Records are written in the order of the suites, one a line, and compared with what the suites expect
    (expect = { value, best, avoid, close }). A position that cannot be used becomes a record with its error
    and line. Exit codes: 0, or 1 if an answer was wrong, or 2 if a position could not be used.

    With -o a run that was killed, at whatever moment, goes on by the same command with --resume.

    \b
    Example: a hundred endgames
      sixtysix deal --count 100 --tricks 6 | sixtysix batch - --quiet

    \b
    Example: what a spreadsheet reads, of the second of four parts of the work
      sixtysix deal --count 100 --tricks 6 | sixtysix batch - --quiet --csv --shard 2/4
    """
    from ..solver.batch_records import Format
    from ..solver.batch_work import Task
    from ..solver.engines import EngineError, dask_engine, local_engine
    from ..solver.kernel.search import DEFAULT_MEMORY_MB
    from .batch_output import Results

    given.check()
    _check_together(ctx, given, out=out, resume=resume, csv=csv, json=json, update=update, shard=shard)
    if scheduler is None:
        from ..solver.crew import cores

        jobs = jobs or cores()
    elif jobs is not None:
        raise click.UsageError("--jobs is for this machine; a Dask scheduler brings its own workers", ctx)
    form = Format(csv, not no_timing)
    results = Results(out, form, resume=resume, suites=given.files)
    engine: AbstractContextManager[Engine] = dask_engine(scheduler) if scheduler else local_engine(jobs or 1)
    try:
        with engine as running:
            share = max(1, memory // running.workers) if memory else DEFAULT_MEMORY_MB
            task = Task(given.changes, worlds, exact, seed, time, share, form, update)
            summary = _run(given, shard, task, running, results, quiet)
    except EngineError as error:
        hint = f"; {out} holds what was done, go on with --resume" if results.records and out else ""
        raise Failure([f"{error}{hint}"], FAULT if results.records else UNUSABLE) from None
    finally:
        results.close()
    if summary.refused:
        ctx.exit(UNUSABLE)
    if summary.wrong:
        ctx.exit(DISAPPOINTED)


def _check_together(
    ctx: click.Context,
    given: Given,
    *,
    out: str | None,
    resume: bool,
    csv: bool,
    json: bool,
    update: bool,
    shard: Shard | None,
) -> None:
    """Refuse options that do not go together."""
    if resume and out is None:
        raise click.UsageError("--resume needs the file to go on with; name it with -o", ctx)
    if csv and json:
        raise click.UsageError("--csv and --json exclude each other; drop one", ctx)
    if update and (resume or shard):
        raise click.UsageError("--update needs the whole suite in one run; drop --resume and --shard", ctx)
    if update and ("-" in given.files or not given.files):
        raise click.UsageError("--update copies files, and there is none to copy; name a suite", ctx)
    if given.files.count("-") > 1:
        raise click.UsageError("standard input (-) can be read only once; name it once", ctx)


def _run(
    given: Given, shard: Shard | None, task: "Task", engine: "Engine", results: "Results", quiet: bool
) -> "Summary":
    """Do what is left to do, and report."""
    from ..solver.batch import run_batch
    from ..solver.suite_copy import SuiteCopies
    from .batch_report import Progress, Summary

    started = perf_counter()
    progress = Progress(quiet=quiet, total=lambda: _count(given, shard))
    summary = Summary(progress.tell)
    entries = _entries(given, shard)
    try:
        _take_over(entries, task, results, summary)
        earlier = summary.done
        results.begin()
        with SuiteCopies() as copies:
            for some in run_batch(entries, task, engine.executor, engine.workers):
                results.add([done for _, done in some])
                for entry, done in some:
                    summary.add(entry, done)
                    if task.keep:
                        copies.add(entry, done)
                progress.show(summary.done, earlier, summary.failures)
        progress.clear()
    except BaseException:
        progress.clear()
        raise
    for path, changed in copies.changed.items():
        progress.tell(f"{path}: written, with what was found in {changed} positions")
    if not quiet:
        click.echo(summary.text(perf_counter() - started, earlier), err=True)
    return summary


def _entries(given: Given, shard: Shard | None) -> "Iterator[Entry]":
    """The positions of the suites, or of the shard."""
    from ..solver.files import scan_entries

    entries = scan_entries(given.files)
    return entries if shard is None else islice(entries, shard.number - 1, None, shard.of)


def _count(given: Given, shard: Shard | None) -> int | None:
    """How many there are, if that can be told beforehand."""
    return None if "-" in given.files else sum(1 for _ in _entries(given, shard))


def _take_over(entries: "Iterator[Entry]", task: "Task", results: "Results", summary: "Summary") -> None:
    """Count what an earlier run has done, and skip its positions.

    Raises:
        Unusable: its records are not those of these suites.
    """
    from ..solver.batch_records import refused_id
    from ..solver.files import FileError, read_entry

    last: tuple[Entry, str] | None = None
    for done in results.earlier():
        entry = next(entries, None)
        if entry is None:
            raise results.mismatch(None, done.id)
        summary.add(entry, done)
        last = entry, done.id
    if last is not None:
        entry, record_id = last
        position = read_entry(entry, task.changes)
        name = refused_id(entry, position) or "" if isinstance(position, FileError) else position.id
        if " ".join(name.splitlines()) != " ".join(record_id.splitlines()):
            raise results.mismatch(name, record_id)
