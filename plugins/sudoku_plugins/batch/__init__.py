"""A task done on any number of puzzles: cut into shards, taken up again after any interruption."""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command for many puzzles."""
    return commands_in(
        __name__,
        {"batch": "Do a task on millions of puzzles, taken up again after a stop."},
        {"batch": "batch_command"},
    )
