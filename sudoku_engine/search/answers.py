"""The solutions of a board, one after another or counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits
from sudoku_engine.search import classic, general
from sudoku_engine.search.budget import Budget


def solutions(grid: Grid, budget: int | Budget | None = None) -> Iterator[Grid]:
    """The solutions of `grid`, lazily; they keep its givens and marks.

    `budget`: how many boards may be looked at, by default as many as it takes. Raises GaveUp
    where they are used up before the search is over.

    >>> grid = Grid.parse("..34 3412 ..43 4321")
    >>> [solution.line for solution in solutions(grid)]
    ['1234341221434321', '2134341212434321']
    """
    for solved in packed_solutions(grid, budget):
        digits = unpacked(solved, grid.layout)
        yield Grid(grid.layout, digits, given=grid.given, marks=grid.marks)


def count(grid: Grid, limit: int, budget: int | Budget | None = None) -> int:
    """How many solutions `grid` has, counted up to `limit`.

    `budget` as for `solutions`; raises GaveUp where it is used up before the count is known.
    """
    return sum(1 for _ in islice(packed_solutions(grid, budget), limit))


def packed_solutions(grid: Grid, budget: int | Budget | None = None) -> Iterator[int]:
    """The solutions of `grid` as ints, bit ``cells * (digit - 1) + cell``, without making grids.

    `budget` as for `solutions`.
    """
    search = classic.search if grid.layout is classic.LAYOUT else general.search
    return search(grid, Budget.of(budget))


def settled(grid: Grid) -> int:
    """What is left of `grid` before the first guess, as one int: its digits and candidates.

    All singles and locked candidates are done; 0 where they led to a contradiction. Bits as in
    `packed_solutions`: as many as the board has cells mean that it is solved.
    """
    if grid.layout is classic.LAYOUT:
        return classic.settle(*classic.start(grid), 0)[0]
    try:
        board = general.start(grid)
        board.settle()
    except general.Contradiction:
        return 0
    return board.packed()


def unpacked(solved: int, layout: Layout) -> list[int]:
    """The digits of a solution that is one int, a digit a cell."""
    n_cells = len(layout.cells)
    digits = [0] * n_cells
    for position in bits(solved):
        digits[position % n_cells] = position // n_cells + 1
    return digits
