"""The clues of a full board that a puzzle can do without.

A clue can go if no other solution has another digit in its cell. So that digit is eliminated there,
and one solution is looked for. If there are any, one that differs little from the first is found
soonest: so the guesses are the first solution's own digits, two at a time, which can never be
wrong together by breaking a rule at once. Which cells are guessed matters little then, and to
find the best would take longer.

If several clues are to go at once, any solution will do but the first, so the guesses are digits
that it does not have.
"""

from __future__ import annotations

from sudoku_engine.board.grid import Grid
from sudoku_engine.search.backend import backend_of
from sudoku_engine.search.budget import Budget


class Clues:
    """The digits of a full board, of which some make a puzzle with one solution."""

    def __init__(self, solution: Grid) -> None:
        """Take the digits of `solution`, a full board without a fault."""
        self._layout = solution.layout
        self._backend = backend_of(solution.layout)
        n_cells = len(solution.digits)
        boards = solution.placed_boards()[1:]
        self._packed = sum(board << n_cells * index for index, board in enumerate(boards))

    def has_other(self, kept: int, left_out: int, budget: int | Budget | None = None) -> bool:
        """Return whether the puzzle with the clues of the cells in `kept` has another solution.

        It is known to have none with those in `left_out` as well (both a bit a cell). Raises
        GaveUp if the `budget` is used up.
        """
        return self._backend.has_other_solution(
            self._layout, self._packed, kept, left_out, Budget.of(budget)
        )
