"""``batch``: a task on any number of puzzles, with results as files that a program reads."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

import click

from sudoku_engine.board.words import counted
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import found_in_blocks, input_names, with_notice
from sudoku_engine.cli.options import (
    Decorator,
    choice_option,
    engine_options,
    inputs_argument,
    jobs_option,
    run_options,
    schema_option,
    schema_options,
)
from sudoku_engine.cli.params import FileName, WholeRange
from sudoku_engine.cli.program import (
    BAD,
    INTERRUPTED,
    Group,
    debug_option,
    message,
)
from sudoku_engine.config.components import Chosen
from sudoku_engine.errors import UsageError, shown_path
from sudoku_engine.formats.given import InputName
from sudoku_engine.plugins.component import Component
from sudoku_plugins.batch.columns import FORMATS, TASKS, writer
from sudoku_plugins.batch.folder import JOURNAL, REQUEST, RESULTS, STATS, BatchFolder, Journal
from sudoku_plugins.batch.interrupts import interrupts_reported
from sudoku_plugins.batch.job import Executor, Job
from sudoku_plugins.batch.parcels import parcels
from sudoku_plugins.batch.request import Input, Request, looked_at, requested
from sudoku_plugins.batch.run import Batch
from sudoku_plugins.batch.statistics import summary
from sudoku_plugins.ratings import scales as ratings

EXECUTORS = {"local": "processes of this machine", "dask": "workers of a Dask cluster"}

SECTIONS = {
    "Most used": ("folder", "format", "jobs", "has_paths", "strategy", "solver"),
    "How strategies run": (
        *("mode", "pencilmarks", "max_steps", "timeout", "on_fault", "no_guard", "no_fallback"),
    ),
    "Results": ("shard_size", "fresh"),
    "Where to work": ("executor", "scheduler"),
}


class Tasks(Group):
    """The tasks of a batch."""

    heading = "Tasks"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the tasks in their usual order."""
        return list(TASKS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the `args` of the group; options of a task stand after it."""
        if args and args[0].startswith("-") and args[0] not in ("-h", "--help", "--debug"):
            raise click.UsageError(f"the task comes first: batch rate {args[0]} …", ctx)
        return super().parse_args(ctx, args)


@click.group(
    cls=Tasks,
    invoke_without_command=True,
    subcommand_metavar="TASK -o FOLDER [INPUT]...",
    options_metavar="",
)
@debug_option
@click.pass_context
def batch(ctx: click.Context) -> None:
    """Do a task on any number of puzzles, with the results in a folder.

    The puzzles are cut into shards, each with a file of results. After a stop of any kind,
    also of the machine, the same command goes on where it was. INPUT is a file, a puzzle
    written out, or - for standard input. `batch TASK --help` shows the options of a task.

    \b
    Examples:
      sudoku-engine batch rate puzzles.txt -o ratings
      sudoku-engine batch solve --jobs 4 --paths puzzles.txt -o solved
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


BATCH_OPTIONS: tuple[Decorator, ...] = (
    click.option(
        *("-o", "--output", "folder"),
        type=FileName(),
        metavar="FOLDER",
        help="The folder for the results; a new one, or that of the same batch.",
    ),
    jobs_option("Work in N processes; the results stay the same.", default=1),
    choice_option(
        "--executor", values=EXECUTORS, meanings=EXECUTORS, default="local", help="Where to work."
    ),
    click.option(
        "--scheduler", metavar="ADDRESS", help="The scheduler of the Dask cluster, tcp://HOST:PORT."
    ),
    click.option(
        "--shard-size",
        type=WholeRange(min=1, max=10**6),
        metavar="N",
        help="Put N puzzles into each file of results; by default 1000, or 10000 for verify and "
        "canonical.",
    ),
    choice_option(
        "--format",
        values=FORMATS,
        meanings=FORMATS,
        help="What the files of results are; by default Parquet where pyarrow is installed",
    ),
    click.option(
        "--fresh", is_flag=True, help="Remove what an earlier batch wrote in FOLDER, begin anew."
    ),
    engine_options,
)


def _task(*options: Decorator) -> Callable[[Callable[[], None]], click.Command]:
    """Return a decorator that makes a task, with these `options`, of a function with its help."""

    def decorate(described: Callable[[], None]) -> click.Command:
        def command(**given: Any) -> int:
            return _carry_out(described.__name__, **given)

        command.__doc__ = described.__doc__
        for option in reversed((inputs_argument, *options, *BATCH_OPTIONS)):
            command = option(command)
        usage = "-o FOLDER [OPTIONS]"
        task = batch.command(described.__name__, sections=SECTIONS, options_metavar=usage)
        return task(command)

    return decorate


@_task(
    schema_option("strategies"),
    run_options,
    click.option(
        "--paths", "has_paths", is_flag=True, help="Keep every step, in the column `steps`."
    ),
)
def solve() -> None:
    """Solve puzzles: solution, outcome, steps by strategy.

    \b
    Example:
      sudoku-engine batch solve --paths puzzles.txt -o solved
    """


@_task(schema_options("strategies", "loop.step_timeout", "loop.on_fault"))
def rate() -> None:
    """Rate puzzles: level, score, hardest strategy.

    \b
    Example:
      sudoku-engine batch rate --jobs 2 puzzles.txt -o ratings
    """


@_task(schema_option("solver", help="The solver that counts the solutions."))
def verify() -> None:
    """Count the solutions of puzzles: 0, 1, or 2 for more.

    \b
    Example:
      sudoku-engine batch verify --format csv puzzles.txt -o counts
    """


@_task()
def canonical() -> None:
    """Find the canonical form, one for all copies of a puzzle.

    \b
    Example:
      sudoku-engine batch canonical puzzles.txt -o forms
    """


def _carry_out(
    task: str,
    *,
    inputs: Sequence[str],
    folder: str | None,
    jobs: int,
    executor: str,
    scheduler: str | None,
    shard_size: int | None,
    format: str | None,
    fresh: bool,
    has_paths: bool = False,
) -> int:
    """Do a batch, or go on with it, with what the options say; return the exit status."""
    if folder is None:
        raise UsageError("no folder for the results: name one with -o FOLDER")
    _check_place(executor, scheduler, jobs)
    home = BatchFolder(folder)
    home.check()
    if format is not None:
        writer(format)
    with command_context() as context:
        if context.status == BAD:
            raise UsageError("nothing is done: a plugin cannot be used", folder)
        job = _job(task, has_paths, context)
        workers = _workers(jobs, scheduler, context)
        names = input_names(inputs, context)
        with home.opened() as stream:
            if fresh:
                home.clear(stream)
            request = _request(job, home, format, shard_size, names, context)
            journal = Journal(stream, home.file(JOURNAL))
            batch = Batch(home, journal, request, message, partial(_advance, context))
            batch.begin()
            batch.check_results(lambda lines: context.progress.over(lines, "result file"))
            n_before = len(journal.lines)
            _run(batch, workers, inputs, context)
        if not batch.is_complete:
            done = counted(batch.tally().n_rows, "puzzle")
            message(f"stopped after {done}: the same command goes on from there")
            return INTERRUPTED
        _print_totals(batch, n_before, context)
    return context.status


def _check_place(executor: str, scheduler: str | None, jobs: int) -> None:
    if scheduler is not None and executor != "dask":
        raise UsageError("only --executor dask has a scheduler", "--scheduler")
    if scheduler is None and executor == "dask":
        what = "name the scheduler of the cluster with --scheduler tcp://HOST:PORT"
        what += "; 'dask scheduler' starts one, and 'dask worker ADDRESS' each worker"
        raise UsageError(what, "--executor dask")
    if scheduler is not None and jobs > 1:
        raise UsageError("a Dask cluster has workers of its own", "--jobs")


def _job(task: str, has_paths: bool, context: CommandContext) -> Job:
    given, config = context.parameters, context.config
    is_search = task == "solve" and given.get("solver") is not None
    if is_search and given.get("strategy"):
        raise UsageError("a search (--solver) uses no --strategy: choose one")
    return Job(task, config, has_paths, is_search, parcels(config.plugins, config.disable))


def _workers(jobs: int, scheduler: str | None, context: CommandContext) -> Executor:
    """Return where to work; a cluster is imported only if it is used."""
    if scheduler is not None:
        from sudoku_plugins.batch.dask import require_dask, work_in_cluster

        require_dask()  # before anything is read or written
        return partial(work_in_cluster, address=scheduler, notify=message)
    from sudoku_plugins.batch.tasks import work_here, work_in_processes

    if jobs == 1:
        return partial(work_here, count=context.progress.count_ahead)
    return partial(work_in_processes, n_jobs=jobs, notify=message)


def _request(
    job: Job,
    home: BatchFolder,
    format: str | None,
    shard_size: int | None,
    names: Sequence[InputName],
    context: CommandContext,
) -> Request:
    """Return the request; what no option says is as in the folder, or else as usual."""
    former = requested(home.file(REQUEST), "format") if format is None else format
    usual = "parquet" if find_spec("pyarrow") else "jsonl"
    if shard_size is None:
        found = requested(home.file(REQUEST), "shard_size")
        shard_size = found if type(found) is int and found > 0 else job.usual_size
    taking_part: Sequence[Component] = ()  # also where the configuration names none
    if job.task == "rate":
        taking_part = ratings.rater(plugins=context).strategies
    elif job.task == "solve":
        taking_part = context.strategies()
    chosen = [Chosen(each.id, each.options) for each in taking_part]
    inputs = [_look_at(name, context) for name in names]
    return Request(job, chosen, former if former in FORMATS else usual, shard_size, inputs)


def _look_at(name: InputName, context: CommandContext) -> Input:
    """Return an input as it is; a terminal shows how far a large file is read."""
    size = os.path.getsize(name.path) if name.path and os.path.isfile(name.path) else 0
    context.progress.start("input")
    try:
        return looked_at(name, lambda n: context.progress.reach(n / max(size, n)))
    finally:
        context.progress.stop()


def _run(batch: Batch, workers: Executor, inputs: Sequence[str], context: CommandContext) -> None:
    """Run the `batch` to its end, or to the first Ctrl-C, and show how far it is."""
    job = batch.request.job
    found = found_in_blocks(inputs, context)
    if job.task == "verify" or job.is_search:
        found = with_notice(found, context.solver(), context)

    def stop() -> None:
        batch.stop()
        start = "\n" if sys.stderr.isatty() else ""
        message(f"{start}stopping: what is under way is finished first; Ctrl-C again ends at once")

    context.progress.start("puzzle")
    _advance(context, batch, 0, is_old=False)
    with interrupts_reported(stop):
        batch.run(found, workers)
    context.progress.stop()


def _advance(context: CommandContext, batch: Batch, n_rows: int, is_old: bool) -> None:
    """Show that `n_rows` more puzzles are done; `is_old`: by an earlier run."""
    progress = context.progress
    if is_old:
        progress.skip(n_rows, batch.part())
    progress.advance(lambda: batch.part(progress.n_ahead), 0 if is_old else n_rows)


def _print_totals(batch: Batch, n_before: int, context: CommandContext) -> None:
    """Print what a batch found and where, and take that into account for the exit status.

    n_before: the number of files that were there before.
    """
    task, tally, home = batch.request.job.task, batch.tally(), batch.folder
    n_files = len(batch.journal.lines)
    before = f", {'all' if n_before == n_files else n_before} there before" if n_before else ""
    results, totals = shown_path(home.file(RESULTS)), shown_path(home.file(STATS))
    places = (f"results: {results} ({counted(n_files, 'file')}{before})", f"totals: {totals}")
    print(*summary(task, tally), *places, sep="\n", file=context.out)
    context.count_status(tally.status(task))
