"""The given of a puzzle without a solution that was probably typed wrong."""

from __future__ import annotations

from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import GaveUp
from sudoku_engine.search.answers import count
from sudoku_engine.search.budget import Budget

_NODES_OF_9X9 = 1500
"""The default budget on a 9x9 board, spent in well under half a second."""


def typing_error(grid: Grid, budget: int | Budget | None = None) -> tuple[int, int] | None:
    """Return the first given that makes a proper puzzle if it is changed: cell and new digit.

    Only the givens count, not what was filled in or eliminated since. None if they have a
    solution as they are, if no single change gives exactly one solution, and if the `budget`
    (boards looked at, all changes together) is not enough to find out; by default it is about
    what half a second allows.
    """
    if budget is None:
        # A look at a board takes about n digits times n houses times n cells.
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
    """Return the least digit that makes `digits` proper when it stands in `cell`, 0 for none."""
    without = Grid(grid.layout, [*digits[:cell], 0, *digits[cell + 1 :]])
    if not count(without, 1, budget):
        return 0  # whatever stands in the cell, another given is wrong
    for digit in sorted(without.candidates(cell)):
        changed = Grid(grid.layout, [*digits[:cell], digit, *digits[cell + 1 :]])
        if count(changed, 2, budget) == 1:
            return digit
    return 0
