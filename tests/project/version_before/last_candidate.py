"""Last candidate: a cell that can hold only one digit holds it."""

from sudoku_engine import Candidate, Grid, Step, strategy


@strategy("Last Candidate", score=4, level="easy")
def last_candidate(grid: Grid):
    """Place the only candidate of a cell."""
    for cell in grid.open_cells:
        digits = grid.candidates(cell)
        if len(digits) == 1:
            (digit,) = digits
            yield Step(placements=[Candidate(cell, digit)], reason=f"{cell} can only be {digit}")
