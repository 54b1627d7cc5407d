"""Random full boards of any layout, and the clues of a full board that a puzzle can do without.

For a random solution the search runs as usual, but its guesses are random. A full board begins with
houses that can be filled without a search: on the classic board the three boxes of the falling
diagonal, which do not see each other, on others the first row. A search that takes too long starts
again with a larger budget.

A clue can go if no other solution has another digit in its cell. So eliminate that digit there,
and search for one solution. A solution that differs little from the first is found soonest: so the
guesses are the first solution's own digits, two at a time, since these never break a rule
together. Which cells are guessed matters little then, and to find the best would take longer.
If several clues are to go at once, any solution but the first is enough, so the guesses are digits
that the first does not have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import GaveUp
from sudoku_engine.randomness import shuffled
from sudoku_engine.search.answers import backend_of, unpacked
from sudoku_engine.search.budget import Budget

if TYPE_CHECKING:
    import random


_STARTS = 8


def full_board(rng: random.Random, layout: Layout) -> Grid:
    """Return a board of `layout` with a digit in every cell, all of them given.

    Raises GaveUp if it finds none: some regions cannot be filled.
    """
    dealt = Grid(layout, _dealt(rng, layout))
    budget = Budget(2 * len(layout.cells))
    for _ in range(_STARTS):
        try:
            board = random_solution(rng, dealt, budget)
        except GaveUp:
            budget = Budget(2 * budget.spent)
            continue
        if not board:
            raise GaveUp(f"no board of {layout} can be filled")
        return Grid(layout, unpacked(board, layout))
    raise GaveUp(f"no full board of {layout} was found in {_STARTS} searches")


def random_solution(rng: random.Random, grid: Grid, budget: int | Budget | None = None) -> int:
    """Return a random packed solution of `grid`, 0 without a solution.

    Every solution is possible, not all equally likely. Raises GaveUp if the `budget` is used up.
    """
    return backend_of(grid.layout).random_solution(rng, grid, Budget.of(budget))


def _dealt(rng: random.Random, layout: Layout) -> list[int]:
    """Return the digits of a board on which houses that do not see each other are full."""
    digits = [0] * len(layout.cells)
    for house in backend_of(layout).independent_houses(layout):
        for cell, digit in zip(house.cells, shuffled(rng, layout.digits)):
            digits[cell] = digit
    return digits


class Clues:
    """The digits of a full board; some of them make a puzzle with one solution."""

    def __init__(self, solution: Grid) -> None:
        """Use the digits of `solution`, a full and correct board."""
        self._layout = solution.layout
        self._backend = backend_of(solution.layout)
        n_cells = len(solution.digits)
        boards = solution.placed_boards()[1:]
        self._packed = sum(board << n_cells * index for index, board in enumerate(boards))

    def has_other(self, kept: int, left_out: int, budget: int | Budget | None = None) -> bool:
        """Return whether the puzzle with the clues of the cells in `kept` has another solution.

        With those in `left_out` as well it must have no other (both are masks of cells). Raises
        GaveUp if the `budget` is used up.
        """
        return self._backend.has_other_solution(
            self._layout, self._packed, kept, left_out, Budget.of(budget)
        )
