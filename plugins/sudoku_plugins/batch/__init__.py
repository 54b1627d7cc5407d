"""A task done on any number of puzzles: cut into shards, taken up again after any interruption.

::

    input ──► shards ──► leader (`run`) ──► executor ──► workers (`tasks`)
                         │    ▲             here, processes, a cluster │
                         │    └─────────────────────────────── rows ◄──┘
                         ▼
              results/00012.parquet, then a line in shards.jsonl

The rows of a shard depend only on its puzzles and on the `job`, wherever they are made, and the
leader makes the bytes of a file of them. So the results are the same bytes for any executor, and
after any number of interruptions. A shard is done when its file is safe on the disk and its line,
with the hashes of its input and output, is in the journal.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command for many puzzles."""
    return commands_in(
        __name__,
        {"batch": "Do a task on millions of puzzles, taken up again after a stop."},
        {"batch": "batch_command"},
    )


@hookimpl
def sudoku_jobs(items: Iterator[Any], context: Any, work: Any, jobs: int) -> Any:
    """Return the results of workers."""
    from sudoku_plugins.batch.workers import distributed

    return distributed(items, context, work, jobs)


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    return {
        "count_all": "sudoku_plugins.batch.many",
        "rate_all": "sudoku_plugins.batch.many",
        "solve_all": "sudoku_plugins.batch.many",
    }
