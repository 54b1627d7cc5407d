"""Which clues of a full board a puzzle can do without.

A clue can go when no other solution has another digit in its cell. So that digit is struck there,
and one solution is looked for. Where there are some, one that differs little from the first is
found soonest: so the guesses are the first solution's own digits, two at a time, which can never
be wrong together by breaking a rule at once. Which cells are guessed matters little then, and to
find the best would take longer.

Where several clues are to go at once, any solution will do but the first, so the guesses are digits
that it has not.
"""

from __future__ import annotations

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.masks import bits
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

    def has_other(self, kept: int, left_out: int, budget: int | Budget | None = None) -> bool:
        """Whether the puzzle with the clues of the cells in `kept` has another solution.

        It is known to have none when it has those in `left_out` too (both a bit a cell). Raises
        GaveUp where the `budget` is used up.
        """
        has_other = self._classic if self._layout is classic.LAYOUT else self._general
        return has_other(kept, left_out, Budget.of(budget))

    def _classic(self, kept: int, left_out: int, budget: Budget) -> bool:
        """What `has_other` tells, of the classic board."""
        original = self._packed
        board, liked = classic.EVERYTHING, original
        if left_out & left_out - 1:
            liked = board ^ original
        else:
            board ^= original & left_out * classic.OVER_DIGITS
        stack = [(board, original & kept * classic.OVER_DIGITS, 0)]
        while stack:
            budget.spend()
            board, placed, choices = classic.settle(*stack.pop())
            if not board:
                continue
            if not choices:
                if board != original:
                    return True
                continue
            choosable = board & choices * classic.OVER_DIGITS
            choosable = choosable & liked or choosable
            low, high = choosable & -choosable, 1 << choosable.bit_length() - 1
            stack.append((board ^ low, 0, placed))
            if low != high:
                stack.append((board ^ high, low, placed))
            stack.append((board, low | high, placed))
        return False

    def _general(self, kept: int, left_out: int, budget: Budget) -> bool:
        """What `has_other` tells, of other boards."""
        several = left_out & left_out - 1
        peer_masks = self._layout.peer_masks
        open_cells = self._layout.all_cells ^ kept
        boards = []
        for solved in self._boards:
            places = open_cells if several else open_cells & ~(solved & left_out)
            for cell in bits(solved & kept):
                places &= ~peer_masks[cell]
            boards.append(places | solved & kept)
        root = general.Board(self._layout, boards)
        root.placed = kept
        return any(packed != self._packed for packed in general.explore(root, budget))
