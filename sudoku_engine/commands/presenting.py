"""Lets a front end show runs."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine.commands.program import is_closed_pipe
from sudoku_engine.errors import PluginError, SudokuError, told
from sudoku_engine.plugin import Plugin
from sudoku_engine.run import Run


def present(frontend: Plugin, runs: Iterator[Run]) -> None:
    """Lets `frontend` show the `runs`; raises PluginError where it fails."""
    try:
        frontend.call(runs)
    except BaseException as error:
        line = frontend.line_in(error.__traceback__)
        if isinstance(error, (SudokuError, KeyboardInterrupt)) or is_closed_pipe(error):
            raise
        why = f"front end {frontend.id!r} failed: {told(error)}"
        raise PluginError(why, frontend.id, frontend.shown_file, line) from error
