"""The solutions of a board, one after another or counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits
from sudoku_engine.search.backend import backend_of
from sudoku_engine.search.budget import Budget
from sudoku_engine.search.visit import Visit


def solutions(grid: Grid, budget: int | Budget | None = None) -> Iterator[Grid]:
    """Yield the solutions of `grid`, with its givens and marks.

    `budget`: the most boards to visit, by default no limit. Raises GaveUp if it is used up
    before the search is over.

    >>> grid = Grid.parse("..34 3412 ..43 4321")
    >>> [solution.line for solution in solutions(grid)]
    ['1234341221434321', '2134341212434321']
    """
    for solved in packed_solutions(grid, budget):
        digits = unpacked(solved, grid.layout)
        yield Grid(grid.layout, digits, given=grid.given, marks=grid.marks)


def count(grid: Grid, limit: int, budget: int | Budget | None = None) -> int:
    """Return how many solutions `grid` has, counted up to `limit`.

    `budget` as for `solutions`; raises GaveUp if it is used up before the count is known.
    """
    return sum(1 for _ in islice(packed_solutions(grid, budget), limit))


def packed_solutions(grid: Grid, budget: int | Budget | None = None) -> Iterator[int]:
    """Yield the solutions of `grid` as ints, without making grids; `budget` as for `solutions`.

    Bit ``cells * (digit - 1) + cell`` means a digit in a cell.
    """
    return backend_of(grid.layout).search(grid, Budget.of(budget))


def visits(grid: Grid) -> Iterator[Visit]:
    """Yield the boards that the search of `grid` visits, in its order."""
    return backend_of(grid.layout).visits(grid)


def settled(grid: Grid) -> int:
    """Return the state of `grid` before the first guess, as one int: digits and candidates.

    All singles and locked candidates are done; 0 if they led to a contradiction. Bits as in
    `packed_solutions`: one bit for each cell means that the board is solved.
    """
    return backend_of(grid.layout).settled(grid)


def unpacked(solved: int, layout: Layout) -> list[int]:
    """Return the digits of a packed solution, by cell."""
    n_cells = len(layout.cells)
    digits = [0] * n_cells
    for position in bits(solved):
        digits[position % n_cells] = position // n_cells + 1
    return digits
