"""Row gone: a full board without one of its rows, for beginners."""

from sudoku_engine import Grid, hookimpl
from sudoku_engine import Puzzle
from sudoku_engine.randomness import chosen
from sudoku_engine.search import full_board


class RowGone:
    """Opens all cells of a row, or of a column."""

    id = "row_gone"
    name = "Row gone"

    def generate(self, rng, layout, *, column: bool = False) -> Puzzle:
        """A full board with one line open: each of its cells then sees all digits but one."""
        solution = full_board(rng, layout)
        line = chosen(rng, layout.columns if column else layout.rows)
        digits = [0 if cell in line.cells else solution.digit(cell) for cell in layout.cells]
        return Puzzle(Grid(layout, digits), solution, f"{line} opened")


@hookimpl
def sudoku_generators():
    """Objects, not classes."""
    return [RowGone()]
