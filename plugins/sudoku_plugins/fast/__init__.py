"""Machine code for 9x9 puzzles: a search, a solver, a maker of minimal puzzles, a look ahead.

It is there where numba (the extra ``fast``) is installed; nothing is imported before the first
question. ``compiled`` is the search, which also settles blocks of plain puzzles in place of a
solver with the same answers, `scouting` knows which strategies find a step on a board. Without this
plugin, every strategy is called on each board, and each puzzle is solved and rated by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku_engine.api.hookspecs import hookimpl, thing_at

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import BulkSolver, Generator, Solver
    from sudoku_engine.board.layout import Layout
    from sudoku_engine.plugins.component import Component
    from sudoku_engine.solving.finder import Finder
    from sudoku_engine.solving.run_state import RunState

PLACES = {"compiled": "sudoku_plugins.fast.compiled_solver:COMPILED"}
"""By id, where the solver is."""


@hookimpl
def sudoku_solvers() -> Iterable[Solver]:
    """Return the compiled solver."""
    return map(thing_at, PLACES.values())


@hookimpl
def sudoku_generators() -> Iterable[Generator]:
    """Return the compiled generator."""
    from sudoku_plugins.fast.compiled_minimal import COMPILED_MINIMAL

    return [COMPILED_MINIMAL]


@hookimpl
def sudoku_bulk(solver: Component, layout: Layout | None) -> BulkSolver | None:
    """Return the compiled search if it may replace a `solver` on boards of a `layout`."""
    from sudoku_plugins.fast import compiled

    return compiled if compiled.can_settle(solver, layout) else None


@hookimpl
def sudoku_finder(run: RunState) -> Finder | None:
    """Return the finder of a run on a classic board."""
    from sudoku_plugins.fast.scouting import scout_finder

    return scout_finder(run)
