"""A batch as a command carries it out: its folder, its progress, Ctrl-C, and what it says."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from sudoku_engine.batch.columns import FORMATS, has_parquet, writer
from sudoku_engine.batch.folder import JOURNAL, REQUEST, RESULTS, STATS, BatchFolder, Journal
from sudoku_engine.batch.job import Executor, Job
from sudoku_engine.batch.parcels import parcels
from sudoku_engine.batch.request import Input, Request, looked_at, requested
from sudoku_engine.batch.run import Batch
from sudoku_engine.batch.shards import usual_size
from sudoku_engine.batch.statistics import summary
from sudoku_engine.board.words import counted
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import found_in_blocks, input_names, with_notice
from sudoku_engine.cli.interrupts import interrupts_reported
from sudoku_engine.cli.program import BAD, INTERRUPTED, message
from sudoku_engine.config.components import Chosen
from sudoku_engine.errors import UsageError, shown_path
from sudoku_engine.formats.naming import InputName


@dataclass(frozen=True)
class BatchOptions:
    """What the options of the command say.

    task, inputs, folder: what to do with which puzzles, and where the results go.
    jobs, scheduler: the number of processes, or the address of a Dask cluster.
    shard_size, format: the files of results; None for those of the folder.
    fresh: whether to remove an earlier batch.
    has_paths: whether to keep every step.
    """

    task: str
    inputs: Sequence[str]
    folder: str
    jobs: int
    scheduler: str | None
    shard_size: int | None
    format: str | None
    fresh: bool
    has_paths: bool


def carry_out(options: BatchOptions) -> int:
    """Do a batch, or go on with it; return the exit status."""
    folder = BatchFolder(options.folder)
    folder.check()
    if options.format is not None:
        writer(options.format)
    with command_context() as context:
        if context.status == BAD:
            raise UsageError("nothing is done: a plugin cannot be used", options.folder)
        job = _job(options, context)
        executor = _executor(options, context)
        names = input_names(options.inputs, context)
        with folder.opened() as stream:
            if options.fresh:
                folder.clear(stream)
            request = Request(
                job,
                _strategies(job, context),
                options.format or _usual_format(folder),
                options.shard_size or _usual_size(folder, job),
                [_looked_at(name, context) for name in names],
            )
            journal = Journal(stream, folder.file(JOURNAL))
            batch = Batch(
                folder,
                journal,
                request,
                message,
                lambda n_rows, _, is_old: _advance(batch, context, n_rows, is_old),
            )
            batch.begin()
            batch.check_results(lambda lines: context.progress.over(lines, "result file"))
            n_before = len(journal.lines)
            _run(batch, executor, options.inputs, context)
        if not batch.is_complete:
            done = counted(batch.tally().n_rows, "puzzle")
            message(f"stopped after {done}: the same command goes on from there")
            return INTERRUPTED
        _print_totals(batch, n_before, context)
    return context.status


def _run(batch: Batch, executor: Executor, inputs: Sequence[str], context: CommandContext) -> None:
    """Run the `batch` to its end, or to the first Ctrl-C, and show how far it is."""
    job = batch.request.job
    found = found_in_blocks(inputs, context)
    if job.task == "verify" or job.is_search:
        found = with_notice(found, context.solver(), context)
    context.progress.start("puzzle", has_rate=True)
    _advance(batch, context, 0, is_old=False)
    with interrupts_reported(lambda: _stop(batch)):
        batch.run(found, executor)
    context.progress.stop()


def _print_totals(batch: Batch, n_before: int, context: CommandContext) -> None:
    """Print what a batch found and where, and take that into account for the exit status.

    n_before: the number of files that were there before.
    """
    task, tally, folder = batch.request.job.task, batch.tally(), batch.folder
    for line in summary(task, tally):
        print(line, file=context.out)
    n_files = len(batch.journal.lines)
    before = f", {'all' if n_before == n_files else n_before} there before" if n_before else ""
    results = shown_path(folder.file(RESULTS))
    print(f"results: {results} ({counted(n_files, 'file')}{before})", file=context.out)
    print(f"totals: {shown_path(folder.file(STATS))}", file=context.out)
    context.count_status(tally.status(task))


def _job(options: BatchOptions, context: CommandContext) -> Job:
    given = context.parameters
    is_search = options.task == "solve" and given.get("solver") is not None
    if is_search and given.get("strategy"):
        raise UsageError("a search (--solver) uses no --strategy: choose one")
    config = context.config
    packed = parcels(config.plugins, config.disable)
    return Job(options.task, config, options.has_paths, is_search, packed)


def _strategies(job: Job, context: CommandContext) -> list[Chosen]:
    """Return the strategies that take part, also where the configuration names none."""
    if job.task == "rate":
        taking_part = list(context.rater().strategies)
    else:
        taking_part = context.strategies() if job.task == "solve" else []
    return [Chosen(each.id, each.options) for each in taking_part]


def _executor(options: BatchOptions, context: CommandContext) -> Executor:
    """Return where to work; a cluster is imported only if it is used."""
    if options.scheduler is not None:
        from sudoku_engine.batch.dask import Dask

        return Dask(options.scheduler, message)
    from sudoku_engine.batch.local import Here, Local

    return Local(options.jobs, message) if options.jobs > 1 else Here(context.progress.count_ahead)


def _usual_format(folder: BatchFolder) -> str:
    """Return the format of the results that are there, or else the best that can be written."""
    found = requested(folder.file(REQUEST), "format")
    if found in FORMATS:
        return found
    return "parquet" if has_parquet() else "jsonl"


def _usual_size(folder: BatchFolder, job: Job) -> int:
    """Return the size of the shards that are there, or else the usual one of the `job`."""
    found = requested(folder.file(REQUEST), "shard_size") or ""
    is_size = re.fullmatch("[1-9][0-9]{0,6}", found)
    return int(found) if is_size else usual_size(job.task, job.is_search)


def _looked_at(name: InputName, context: CommandContext) -> Input:
    """Return an input as it is; a terminal shows how far a large file is read."""
    size = os.path.getsize(name.path) if name.path and os.path.isfile(name.path) else 0
    context.progress.start("input")
    try:
        return looked_at(name, lambda n: context.progress.reach(n / max(size, n)))
    finally:
        context.progress.stop()


def _advance(batch: Batch, context: CommandContext, n_rows: int, is_old: bool) -> None:
    """Show that `n_rows` more puzzles are done; `is_old`: by an earlier run."""
    progress = context.progress
    if is_old:
        progress.skip(n_rows, batch.part())
    progress.advance(lambda: batch.part(progress.n_ahead), 0 if is_old else n_rows)


def _stop(batch: Batch) -> None:
    """Let the batch come to its end, at the first Ctrl-C."""
    batch.stop()
    start = "\n" if sys.stderr.isatty() else ""
    message(f"{start}stopping: what is under way is finished first; Ctrl-C again ends at once")
