"""The oracle: how many solutions a board has, and the solution if it is unique.

It is the engine's own search. The guard never relies on a solver from the configuration.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from sudoku_engine import search
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import symbol
from sudoku_engine.errors import GaveUp

STRATEGY_MUST_BE_WRONG = ", though there are solutions: a strategy must be wrong"

BUDGET = 20_000
"""The number of search nodes after which the oracle gives up."""


class SolutionCount(NamedTuple):
    """What the oracle knows about a board."""

    solutions: int | None
    """0, 1, or 2 for several; None if the oracle does not know."""
    solution: tuple[int, ...] | None = None
    """The digits by cell if there is exactly one solution."""


@lru_cache(maxsize=128)
def count_solutions(grid: Grid, budget: int = BUDGET) -> SolutionCount:
    """Count the solutions of `grid`."""
    try:
        found = list(islice(search.packed_solutions(grid, budget), 2))
    except GaveUp:
        # One solution may have been found, but nobody knows whether it is the only one.
        return SolutionCount(None)
    only = tuple(search.unpacked(found[0], grid.layout)) if len(found) == 1 else None
    return SolutionCount(len(found), only)


def givens_alone(grid: Grid) -> Grid:
    """Return the puzzle with which the board began: its givens alone."""
    if grid.given ^ grid.boards[0] == grid.layout.all_cells and not grid.has_own_marks:
        return grid
    digits = [digit if grid.is_given(cell) else 0 for cell, digit in enumerate(grid.digits)]
    return Grid(grid.layout, digits, given=grid.given, marks=grid.marks)


def no_solution(grid: Grid) -> str:
    """Describe a board without a solution, with the typing error that may explain it."""
    slip = search.typing_error(grid)
    if slip is None:
        return "no solution"
    cell, digit = slip
    return f"no solution, typing error? {grid.layout.cells[cell]} could be {symbol(digit)}"


def none_found(grid: Grid, start: Grid) -> tuple[str, str | None]:
    """Return why a solver found no solution of `grid`, and what is wrong with the solver if any."""
    if count_solutions(grid).solutions:
        return "", "it found no solution, though there is one"
    if count_solutions(start).solutions:
        return "no solution is left" + STRATEGY_MUST_BE_WRONG, None
    return no_solution(start), None
