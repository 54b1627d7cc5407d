"""Find the given that was probably typed wrong in a puzzle without a solution."""

from __future__ import annotations

from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import GaveUp
from sudoku_engine.search.answers import count
from sudoku_engine.search.budget import Budget

_NODES_OF_9X9 = 1500
"""The default budget on a 9x9 board, used in less than half a second."""


def typing_error(grid: Grid, budget: int | Budget | None = None) -> tuple[int, int] | None:
    """Return the first given whose change makes a proper puzzle: its cell and new digit.

    Only the givens count, not later digits or eliminations. None if they have a solution as they
    are, if no single change leads to exactly one solution, or if the `budget` (boards visited, for
    all changes together) is not enough to find out; by default about half a second.
    """
    if budget is None:
        # A visit to a board takes about n digits times n houses times n cells.
        budget = _NODES_OF_9X9 * 9**3 // grid.layout.n**3
    shared = Budget.of(budget)
    digits = [digit if grid.is_given(cell) else 0 for cell, digit in enumerate(grid.digits)]
    try:
        if count(Grid(grid.layout, digits), 1, shared):
            return None
        for cell, wrong in enumerate(digits):
            if wrong:
                right = _right_digit(grid, digits, cell, shared)
                if right:
                    return cell, right
    except GaveUp:
        pass
    return None


def _right_digit(grid: Grid, digits: list[int], cell: int, budget: Budget) -> int:
    """Return the smallest digit that makes `digits` proper when put in `cell`, else 0."""
    without = Grid(grid.layout, [*digits[:cell], 0, *digits[cell + 1 :]])
    if not count(without, 1, budget):
        return 0  # with any digit in the cell: another given is wrong
    for digit in sorted(without.candidates(cell)):
        changed = Grid(grid.layout, [*digits[:cell], digit, *digits[cell + 1 :]])
        if count(changed, 2, budget) == 1:
            return digit
    return 0
