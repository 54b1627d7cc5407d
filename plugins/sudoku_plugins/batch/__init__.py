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

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command for many puzzles."""
    return commands_in(
        __name__,
        {"batch": "Do a task on millions of puzzles, taken up again after a stop."},
        {"batch": "batch_command"},
    )
