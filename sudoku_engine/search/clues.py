"""The clues of a full board that a puzzle can do without.

A clue can go if no other solution has another digit in its cell. So eliminate that digit there,
and search for one solution. A solution that differs little from the first is found soonest: so the
guesses are the first solution's own digits, two at a time, since these never break a rule
together. Which cells are guessed matters little then, and to find the best would take longer.

If several clues are to go at once, any solution but the first is enough, so the guesses are digits
that the first does not have.
"""

from __future__ import annotations

from sudoku_engine.board.grid import Grid
from sudoku_engine.search.backend import backend_of
from sudoku_engine.search.budget import Budget


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
