"""``batch``: a task on any number of puzzles, with results as files that a program reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from sudoku_engine.batch.batch_run import BatchOptions, carry_out
from sudoku_engine.batch.columns import FORMATS, TASKS
from sudoku_engine.cli.options import (
    Decorator,
    SectionedCommand,
    choice_option,
    engine_options,
    inputs_argument,
    jobs_option,
    run_options,
    schema_option,
    schema_options,
)
from sudoku_engine.cli.params import FileName, WholeRange
from sudoku_engine.cli.program import Commands, debug_option
from sudoku_engine.errors import UsageError, did_you_mean, quoted

EXECUTORS = {"local": "processes of this machine", "dask": "workers of a Dask cluster"}

SECTIONS = {
    "Strategies": (
        "strategy",
        "mode",
        "pencilmarks",
        "max_steps",
        "timeout",
        "on_fault",
        "no_guard",
        "no_fallback",
    ),
    "A search": ("solver",),
    "Results": ("folder", "paths", "format", "shard_size", "fresh"),
    "Where to work": ("jobs", "executor", "scheduler"),
}
"""By heading of the help, the parameters below it."""


class Tasks(Commands):
    """The tasks of a batch; an error about a task lists them all."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the tasks in their usual order."""
        return list(TASKS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the `args` of the group; options of a task stand after it."""
        if args and args[0].startswith("-") and args[0] not in ("-h", "--help", "--debug"):
            raise click.UsageError(f"the task comes first: batch rate {args[0]} …", ctx)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the task that `args` call; raise an error in the words of the command."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            near = did_you_mean(args[0], known)
            mend = near or f"write one of {', '.join(TASKS)} after batch"
            raise click.UsageError(f"no task {quoted(args[0])}: {mend}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the tasks under their own name."""
        with formatter.section("Tasks"):
            tasks = self.commands.items()
            formatter.write_dl([(name, task.get_short_help_str(100)) for name, task in tasks])


class TaskCommand(SectionedCommand):
    """A task of a batch."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, sections=SECTIONS, **more)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words of the usage line, with the folder, which must be given."""
        return [*super().collect_usage_pieces(ctx), "-o FOLDER"]


@click.group(
    cls=Tasks,
    invoke_without_command=True,
    subcommand_metavar="TASK [INPUT]... -o FOLDER",
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
      sudoku-engine batch rate examples/puzzles.txt -o ratings
      sudoku-engine batch solve --jobs 4 --paths examples/puzzles.txt -o solved
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _all(*options: Decorator) -> Decorator:
    def decorate(command: Callable[..., Any]) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


batch_options: Decorator = _all(
    click.option(
        "-o",
        "--output",
        "folder",
        type=FileName(),
        metavar="FOLDER",
        help="The folder for the results; a new one, or that of the same batch.",
    ),
    jobs_option("Work in N processes; the results stay the same.", default=1),
    choice_option(
        "--executor",
        values=EXECUTORS,
        meanings=EXECUTORS,
        default="local",
        help="Where to work.",
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
"""Adds the options of all tasks."""


@batch.command(cls=TaskCommand)
@inputs_argument
@schema_option("strategies")
@run_options
@click.option("--paths", is_flag=True, help="Keep every step, in the column `steps`.")
@batch_options
def solve(paths: bool, **given: Any) -> int:
    """Solve puzzles: solution, outcome, steps by strategy.

    \b
    Example:
      sudoku-engine batch solve --paths examples/puzzles.txt -o solved
    """
    return _batch("solve", has_paths=paths, **given)


@batch.command(cls=TaskCommand)
@inputs_argument
@schema_options("strategies", "loop.step_timeout", "loop.on_fault")
@batch_options
def rate(**given: Any) -> int:
    """Rate puzzles: level, score, hardest strategy.

    \b
    Example:
      sudoku-engine batch rate --jobs 2 examples/puzzles.txt -o ratings
    """
    return _batch("rate", **given)


@batch.command(cls=TaskCommand)
@inputs_argument
@schema_option("solver", help="The solver that counts the solutions.")
@batch_options
def verify(**given: Any) -> int:
    """Count the solutions of puzzles: 0, 1, or 2 for more.

    \b
    Example:
      sudoku-engine batch verify --format csv examples/puzzles.txt -o counts
    """
    return _batch("verify", **given)


@batch.command(cls=TaskCommand)
@inputs_argument
@batch_options
def canonical(**given: Any) -> int:
    """Find the canonical form, one for all copies of a puzzle.

    \b
    Example:
      sudoku-engine batch canonical examples/puzzles.txt -o forms
    """
    return _batch("canonical", **given)


def _batch(
    task: str,
    *,
    folder: str | None,
    executor: str,
    scheduler: str | None,
    shard_size: int | None,
    has_paths: bool = False,
    **given: Any,
) -> int:
    """Carry out a `task` with what was `given`; return the exit status."""
    if folder is None:
        raise UsageError("no folder for the results: name one with -o FOLDER")
    if scheduler is not None and executor != "dask":
        raise UsageError("only --executor dask has a scheduler", "--scheduler")
    if scheduler is None and executor == "dask":
        what = "name the scheduler of the cluster with --scheduler tcp://HOST:PORT"
        what += "; 'dask scheduler' starts one, and 'dask worker ADDRESS' each worker"
        raise UsageError(what, "--executor dask")
    if scheduler is not None and given["jobs"] > 1:
        raise UsageError("a Dask cluster has workers of its own", "--jobs")
    return carry_out(
        BatchOptions(
            task,
            folder=folder,
            scheduler=scheduler,
            shard_size=shard_size,
            has_paths=has_paths,
            **given,
        )
    )
