"""Machine code ahead of the strategies: it knows which of them find a step on a classic board.

It is there where numba (the extra ``fast``) is installed. Without this plugin, every strategy is
called on each board, and each puzzle is rated by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudoku_engine.api.hookspecs import hookimpl

if TYPE_CHECKING:
    from sudoku_engine.solving.finder import Finder
    from sudoku_engine.solving.run_state import RunState


@hookimpl
def sudoku_finder(run: RunState) -> Finder | None:
    """Return the finder of a run on a classic board."""
    from sudoku_plugins.fast.scouting import scout_finder

    return scout_finder(run)
