"""Last candidate, with an option."""

from sudoku_engine import Candidate, Grid, Step, strategy


@strategy("Tuned", score=4, level="easy")
def tuned(grid: Grid, *, digits: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9)):
    """Place the only candidate of a cell, if it is one of the digits."""
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1 and grid.candidates(cell) <= set(digits):
            yield Step(placements=[Candidate(cell, d) for d in grid.candidates(cell)])
