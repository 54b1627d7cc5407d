"""A line for each puzzle: the board that its run ends with."""

from __future__ import annotations

from sudoku_engine import Ended, Event, Found, Grid
from sudoku_engine.api.run import Run
from sudoku_engine.board.text_board import ASCII, rules
from sudoku_engine.formats import written


class LineReporter:
    """Write the board that each run ends with, or every solution that a search finds."""

    id = "line"
    name = "One line a puzzle"

    def event(
        self, run: Run, event: Event, *, format: str = "line", solutions: bool = False
    ) -> None:
        """Write the last board in `format`; with `solutions`, each solution in its place."""
        if (isinstance(event, Found) and solutions) or (isinstance(event, Ended) and not solutions):
            self._write(run, event.grid, format)

    def _write(self, run: Run, grid: Grid, format: str) -> None:
        # Fine lines cannot be written everywhere; `grid` is the same with plain ones.
        is_too_fine = format == "pretty" and rules(run.out) is ASCII
        run.out.write(written(grid, "grid" if is_too_fine else format))
        run.out.flush()
