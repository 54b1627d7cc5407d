"""Only singles: fills cells that have one candidate left, and guesses nothing."""

from sudoku_engine import Candidate, Grid, Step, hookimpl
from sudoku_engine.errors import GaveUp


class OnlySingles:
    """Fills cells with one candidate."""

    id = "only_singles"
    name = "Only singles"

    def solutions(self, grid: Grid):
        """The solution of `grid`, where singles lead to it."""
        if grid.contradiction():
            return
        while not grid.is_solved:
            single = [cell for cell in grid.open_cells if len(grid.candidates(cell)) == 1]
            if not single:
                raise GaveUp("no cell has a single candidate")
            grid = grid.apply(Step(placements=[Candidate(single[0], *grid.candidates(single[0]))]))
        yield grid


@hookimpl
def sudoku_solvers():
    """Objects, not classes."""
    return [OnlySingles()]
