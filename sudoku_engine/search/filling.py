"""A random full board of any layout.

The search runs as for a puzzle, but from an open board and with its guesses drawn by lot. On the
classic board the three boxes of the falling diagonal, which do not see each other, are dealt
first; on others the first row. A search that gets lost starts over, with twice the time.
"""

from __future__ import annotations

import random

from sudoku_engine.errors import GaveUp
from sudoku_engine.grid import Grid
from sudoku_engine.layout import Layout, bits
from sudoku_engine.randomness import chosen, shuffled
from sudoku_engine.search import classic, general
from sudoku_engine.search.answers import unpacked
from sudoku_engine.search.budget import Budget

_STARTS = 8


def full_board(rng: random.Random, layout: Layout) -> Grid:
    """A board of `layout` with a digit in every cell, all of them given.

    Raises GaveUp where none is found: there are drawings of regions that cannot be filled.
    """
    find = _classic if layout is classic.LAYOUT else _general
    budget = Budget(2 * len(layout.cells))
    for _ in range(_STARTS):
        try:
            board = find(rng, layout, budget)
        except GaveUp:
            budget = Budget(2 * budget.spent)
            continue
        if not board:
            raise GaveUp(f"no board of {layout} can be filled")
        return Grid(layout, unpacked(board, layout))
    raise GaveUp(f"no full board of {layout} was found in {_STARTS} searches")


def _classic(rng: random.Random, layout: Layout, budget: Budget) -> int:
    """A full board of the classic layout, packed."""
    digits = [0] * len(layout.cells)
    for box in layout.boxes[::4]:
        for cell, digit in zip(box.cells, shuffled(rng, layout.digits)):
            digits[cell] = digit
    stack = [(classic.EVERYTHING, classic.placed_board(digits), 0)]
    while True:
        budget.spend()
        board, placed, choices = classic.settle(*stack.pop())
        if not board:
            continue
        if not choices:
            return board
        lowest = classic.guess(board)
        cell = (lowest.bit_length() - 1) % len(layout.cells)
        candidate = 1 << chosen(rng, list(bits(board & classic.OVER_DIGITS << cell)))
        stack.append((board ^ candidate, 0, placed))
        stack.append((board, candidate, placed))


def _general(rng: random.Random, layout: Layout, budget: Budget) -> int:
    """A full board of `layout`, packed; 0 where there is none."""
    root = general.Board(layout, [layout.all_cells] * layout.n)
    for cell, index in enumerate(shuffled(rng, range(layout.n))):
        root.place(cell, index)
    stack = [root]
    while stack:
        budget.spend()
        board = stack.pop()
        try:
            board.settle()
        except general.Contradiction:
            continue
        if board.is_solved:
            return board.packed()
        cell = chosen(rng, list(bits(board.smallest_cells()[1])))
        index = chosen(rng, [i for i, cells in enumerate(board.boards) if cells >> cell & 1])
        other = board.copy()
        other.strike(cell, index)
        stack.append(other)
        board.place(cell, index)
        stack.append(board)
    return 0
