"""``batch canonical``: one form for all copies of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine.batch.job import Job
from sudoku_engine.batch.tasks.task import Row
from sudoku_engine.board.grid import Grid
from sudoku_engine.engine import Engine
from sudoku_engine.errors import LayoutError
from sudoku_engine.plugins.component import Component
from sudoku_engine.transform.equivalence import canonical_form


class CanonicalForm:
    """Finds the canonical forms of puzzles."""

    components: Sequence[Component] = ()
    bulk = None

    def __init__(self, job: Job, engine: Engine) -> None:
        pass

    def row(self, grid: Grid) -> Row:
        """Return the canonical form of `grid`."""
        try:
            return Row((canonical_form(grid).line,))
        except LayoutError as error:
            return Row((None,), error.what, is_error=True)
