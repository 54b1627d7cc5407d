"""Which clues of a full board a puzzle can do without.

A puzzle keeps some digits of its solution. It has no other solution as long as every set of cells
in which another solution would differ holds a clue. So each other solution that is once found
is remembered by the cells in which it differs, and answers later questions without a search.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine.grid import Grid
from sudoku_engine.layout import bits, mask_of
from sudoku_engine.search import classic, general
from sudoku_engine.search.budget import Budget


class Clues:
    """The digits of a full board, to be asked which of them make a puzzle with one solution."""

    def __init__(self, solution: Grid) -> None:
        """The digits of `solution`, a full board without a fault."""
        self._layout = solution.layout
        self._boards = solution.placed_boards()[1:]
        n_cells = len(solution.digits)
        self._packed = sum(board << n_cells * index for index, board in enumerate(self._boards))
        self._known: list[int] = []

    def other(self, kept: int, left_out: int, budget: int | Budget | None = None) -> int:
        """The cells in which another solution differs, 0 where there is no other.

        The puzzle has the clues of the cells in `kept`, and is known to have one solution when it
        has those in `left_out` too (both a bit a cell). Raises GaveUp where the `budget` is used
        up.
        """
        for cells in self._known:
            if not cells & kept:
                return cells
        search = self._classic if self._layout is classic.LAYOUT else self._general
        cells = search(kept, left_out, Budget.of(budget))
        if cells:
            self._known.append(cells)
        return cells

    def _classic(self, kept: int, left_out: int, budget: Budget) -> int:
        """What `other` tells, of the classic board."""
        board, singles = classic.EVERYTHING, self._packed & kept * classic.OVER_DIGITS
        if left_out & left_out - 1 == 0:
            board ^= self._packed & left_out * classic.OVER_DIGITS
        return self._difference(classic.explore(board, singles, budget))

    def _general(self, kept: int, left_out: int, budget: Budget) -> int:
        """What `other` tells, of other boards."""
        peer_masks = self._layout.peer_masks
        open_cells = self._layout.all_cells ^ kept
        boards = []
        for solved in self._boards:
            places = open_cells
            for cell in bits(solved & kept):
                places &= ~peer_masks[cell]
            if left_out & left_out - 1 == 0:
                places &= ~(solved & left_out)
            boards.append(places | solved & kept)
        board = general.Board(self._layout, boards)
        board.placed = kept
        return self._difference(general.explore(board, budget))

    def _difference(self, solutions: Iterator[int]) -> int:
        """The cells in which the first of `solutions` that is another one differs."""
        for packed in solutions:
            if packed != self._packed:
                n_cells = len(self._layout.cells)
                return mask_of(position % n_cells for position in bits(packed & ~self._packed))
        return 0
