"""Solutions drawn by lot, and so random full boards of any layout.

The search runs as ever, but its guesses are random. A full board begins with what can be dealt
without a search: on the classic board the three boxes of the falling diagonal, which do not see
each other, on others the first row. A search that gets lost starts over, with twice the time.
"""

from __future__ import annotations

import random

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits
from sudoku_engine.errors import GaveUp
from sudoku_engine.randomness import chosen, shuffled
from sudoku_engine.search import classic, general
from sudoku_engine.search.answers import unpacked
from sudoku_engine.search.budget import Budget

_STARTS = 8


def full_board(rng: random.Random, layout: Layout) -> Grid:
    """A board of `layout` with a digit in every cell, all of them given.

    Raises GaveUp where none is found: there are drawings of regions that cannot be filled.
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
    """A solution of `grid` as `packed_solutions` gives them, 0 where there is none.

    Every solution can come, though not all equally often. Raises GaveUp where the `budget` is used
    up.
    """
    find = _classic if grid.layout is classic.LAYOUT else _general
    return find(rng, grid, Budget.of(budget))


def _dealt(rng: random.Random, layout: Layout) -> list[int]:
    """The digits of a board on which houses that do not see each other are full."""
    digits = [0] * len(layout.cells)
    houses = layout.boxes[::4] if layout is classic.LAYOUT else layout.rows[:1]
    for house in houses:
        for cell, digit in zip(house.cells, shuffled(rng, layout.digits)):
            digits[cell] = digit
    return digits


def _classic(rng: random.Random, grid: Grid, budget: Budget) -> int:
    """What `random_solution` gives, on the classic board."""
    stack = [(*classic.start(grid), 0)]
    while stack:
        budget.spend()
        board, placed, choices = classic.settle(*stack.pop())
        if not board:
            continue
        if not choices:
            return board
        # The first cell: to find the one with the fewest candidates takes longer than it saves.
        cell = (choices & -choices).bit_length() - 1
        candidate = 1 << chosen(rng, list(bits(board & classic.OVER_DIGITS << cell)))
        stack.append((board ^ candidate, 0, placed))
        stack.append((board, candidate, placed))
    return 0


def _general(rng: random.Random, grid: Grid, budget: Budget) -> int:
    """What `random_solution` gives, on other boards."""
    try:
        stack = [general.start(grid)]
    except general.Contradiction:
        return 0
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
