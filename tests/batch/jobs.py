"""Jobs for workers, and the rows that these make of puzzles written out."""

from collections.abc import Iterable
from typing import Any

from sudoku_engine.config.config import read
from sudoku_engine.config.schema import Override
from sudoku_engine.engine import Engine
from sudoku_engine.formats import read as read_puzzles
from sudoku_plugins.batch.columns import worker_columns
from sudoku_plugins.batch.job import Executor, Job, shards
from sudoku_plugins.batch.parcels import parcels
from sudoku_plugins.batch.tasks import work_here

ONE = "12..34.....1..2."
"""A puzzle with one solution."""


def job_of(task: str, *plugins: str, solver: str = "bitboard", **options: Any) -> Job:
    """The job of a task with the default configuration, but a short time limit."""
    draft = read(None, plugins)
    with Engine.of(draft) as engine:
        overrides = {
            "loop.step_timeout": Override("--step-timeout", "2"),
            "solver": Override("--solver", solver),
        }
        config = draft.checked(engine.registry, overrides)
    return Job(task, config, parcels=parcels(config.plugins), **options)


def rows_of(
    job: Job, lines: Iterable[str], size: int = 100, executor: Executor = work_here
) -> list[tuple[Any, ...]]:
    """All rows of these puzzles, in their order."""
    found = read_puzzles(lines, "p.txt")
    done = dict(executor(job, shards(found, size)))
    names = [*worker_columns(job.task, job.has_paths)]
    for result in done.values():
        assert list(result.columns) == names
    return [row for _, result in sorted(done.items()) for row in zip(*result.columns.values())]
