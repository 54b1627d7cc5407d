"""The search on the classic 9x9 board: a whole board is one int of 729 bits.

Legend:
    plane       the 81 cells of one digit; bit ``cell`` is a candidate or a placed digit
    board       the nine planes, digit 1 lowest: bit ``81 * (digit - 1) + cell``
    singles     a board of the digits to place next
    placed      a board of the digits that are already eliminated from their peers
    mini-row    the three cells common to a row and a box; mini-column likewise

One shift or mask works on all digits and houses at once. To *fold* a house is to combine its cells
in the bit of its first cell (of each plane): a row in three mini-rows, a box in
three mini-rows too. To *spread* is to multiply such a bit, so that it fills its house. Folding
with "at least one" and "at least two" finds an empty house, a house with one place left (a
hidden single) and a house with a digit in only one of its mini-rows (a locked candidate); folding
through the planes does the same for cells (a naked single).

For ``a & ~b`` Python makes two new ints; ``a ^ (a & b)`` costs less, so it is used where speed
counts. For the same reason `settle` is one function: its steps share the folded values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.randomness import chosen
from sudoku_engine.search.budget import Budget, Visit

if TYPE_CHECKING:
    import random


CELLS = 81
PLANE = (1 << CELLS) - 1
EVERYTHING = (1 << 729) - 1
"""The board on which every cell can hold every digit."""

# Spreads: the first cell of a house, times this, is the whole house.
OVER_ROW = mask_of(range(9))
OVER_COLUMN = mask_of(range(0, 81, 9))
OVER_BOX = mask_of(9 * row + column for row in range(3) for column in range(3))
OVER_MINI_ROW = mask_of(range(3))
OVER_MINI_COLUMN = mask_of((0, 9, 18))
OVER_DIGITS = mask_of(range(0, 729, CELLS))
"""Cells of plane 1, times this, are the cells in every plane."""

# Spreads of the first cell of a mini-row or mini-column over the others in the same house.
MINI_ROWS_OF_ROW = mask_of((0, 3, 6))
MINI_ROWS_OF_BOX = mask_of((0, 9, 18))
MINI_COLUMNS_OF_COLUMN = mask_of((0, 27, 54))
MINI_COLUMNS_OF_BOX = mask_of((0, 1, 2))

# The first cells of all houses of a kind, in every plane.
ROWS = OVER_DIGITS * mask_of(range(0, 81, 9))
COLUMNS = OVER_DIGITS * mask_of(range(9))
BOXES = OVER_DIGITS * mask_of(27 * band + 3 * stack for band in range(3) for stack in range(3))
MINI_ROWS = ROWS * MINI_ROWS_OF_ROW
MINI_COLUMNS = COLUMNS * MINI_COLUMNS_OF_COLUMN

PLANES_147 = PLANE | PLANE << 3 * CELLS | PLANE << 6 * CELLS
"""The first plane of each three: digits are folded in threes, as rows in mini-rows."""


def after_placing(singles: int, board: int) -> int:
    """Return `board` when the `singles` are placed on it; 0 if two of them see each other.

    Each eliminates its digit from its row, column and box, and the other digits from its cell.
    """
    rows, boxes, columns, cells = houses_and_cells(singles)
    # Two singles of a digit in one house, or two in one cell, fold to one bit.
    n = singles.bit_count()
    if (
        cells.bit_count() != n
        or rows.bit_count() != n
        or columns.bit_count() != n
        or boxes.bit_count() != n
    ):
        return 0
    seen = rows * OVER_ROW | columns * OVER_COLUMN | boxes * OVER_BOX | cells * OVER_DIGITS
    return board ^ (board & (seen ^ (seen & singles)))


def houses_and_cells(board: int) -> tuple[int, int, int, int]:
    """Return the rows, boxes and columns that have a place for a digit, and the cells with any.

    Each as the bits of their first cells.
    """
    minis = (board | board >> 1 | board >> 2) & MINI_ROWS
    rows = (minis | minis >> 3 | minis >> 6) & ROWS
    boxes = (minis | minis >> 9 | minis >> 18) & BOXES
    minis = (board | board >> 9 | board >> 18) & MINI_COLUMNS
    columns = (minis | minis >> 27 | minis >> 54) & COLUMNS
    cells = board | board >> 81 | board >> 162
    return rows, boxes, columns, (cells | cells >> 243 | cells >> 486) & PLANE


LAYOUT = Layout.named("9x9")
"""The one layout that this module searches."""

_CHOOSE_DIGIT = [b"0" * digit + b"1" + b"0" * (255 - digit) for digit in range(10)]
"""By digit, a translation of bytes to ``1`` for this digit and ``0`` for others."""


def search(grid: Grid, budget: Budget) -> Iterator[int]:
    """Yield the solutions of `grid`, each a board.

    Depth first; each guess is made twice, placed and eliminated, so the stack holds one
    board for each guess.
    """
    stack = [(*_start(grid), 0)]
    while stack:
        budget.spend()
        board, placed, choices = settle(*stack.pop())
        if not board:
            continue
        if not choices:
            yield board
            continue
        candidate = _guess(board)
        stack.append((board ^ candidate, 0, placed))
        stack.append((board, candidate, placed))


# `visits` visits exactly the boards of `search`, by the same steps, and tests compare the two.
# They are separate because `search` must be fast and need not know the board before.


def visits(grid: Grid) -> Iterator[Visit]:
    """Yield the boards that `search` visits, in its order."""
    board, givens = _start(grid)
    stack = [(board, givens, 0)]
    while stack:
        board, singles, before = stack.pop()
        board, after, choices = settle(board, singles, before)
        yield Visit(before | givens, singles & ~givens, after)
        if choices:
            candidate = _guess(board)
            stack.append((board ^ candidate, 0, after))
            stack.append((board, candidate, after))


def settled(grid: Grid) -> int:
    """Return the state of `grid` before the first guess, 0 for a contradiction."""
    return settle(*_start(grid), 0)[0]


def random_solution(rng: random.Random, grid: Grid, budget: Budget) -> int:
    """Return a random solution of `grid`, 0 without a solution."""
    stack = [(*_start(grid), 0)]
    while stack:
        budget.spend()
        board, placed, choices = settle(*stack.pop())
        if not board:
            continue
        if not choices:
            return board
        # The first cell: a search for the fewest candidates takes longer than it saves.
        cell = (choices & -choices).bit_length() - 1
        candidate = 1 << chosen(rng, list(bits(board & OVER_DIGITS << cell)))
        stack.append((board ^ candidate, 0, placed))
        stack.append((board, candidate, placed))
    return 0


def has_other_solution(
    layout: Layout, solution: int, kept: int, left_out: int, budget: Budget
) -> bool:
    """Return whether a puzzle with the clues of `solution` in `kept` has another solution."""
    board, liked = EVERYTHING, solution
    if left_out & left_out - 1:
        liked = board ^ solution
    else:
        board ^= solution & left_out * OVER_DIGITS
    stack = [(board, solution & kept * OVER_DIGITS, 0)]
    while stack:
        budget.spend()
        board, placed, choices = settle(*stack.pop())
        if not board:
            continue
        if not choices:
            if board != solution:
                return True
            continue
        choosable = board & choices * OVER_DIGITS
        choosable = choosable & liked or choosable
        low, high = choosable & -choosable, 1 << choosable.bit_length() - 1
        stack.append((board ^ low, 0, placed))
        if low != high:
            stack.append((board ^ high, low, placed))
        stack.append((board, low | high, placed))
    return False


def independent_houses(layout: Layout) -> Sequence[House]:
    """Return the boxes of the falling diagonal: no cell of one sees a cell of another."""
    return layout.boxes[::4]


def _start(grid: Grid) -> tuple[int, int]:
    """Return the candidates and the digits of `grid`, each a board."""
    # By way of text, since Python reads 729 binary digits at once: the highest bit comes first.
    by_cell = bytes(grid.digits)[::-1]
    planes = [by_cell.translate(choose) for choose in _CHOOSE_DIGIT[:0:-1]]
    board = placed = int(b"".join(planes), 2)
    for digit in LAYOUT.digits:
        board |= grid.boards[digit] << CELLS * (digit - 1)
    return board, placed


_CONTRADICTION = 0, 0, 0


def settle(board: int, singles: int, placed: int) -> tuple[int, int, int]:
    """Return `board` after all hidden and naked singles and locked candidates.

    `singles` are placed first. Return also the digits placed on it, and the plane of the cells
    with a choice left, 0 if it is solved. All are 0 if the board contradicts itself.
    """
    while True:
        if singles:
            board = after_placing(singles, board)
            if not board:
                return _CONTRADICTION
            placed |= singles
            if placed.bit_count() == CELLS:
                return placed, placed, 0

        # Rows and boxes, by mini-rows. `a`, `b` are the second and third part to fold.
        a, b = board >> 1, board >> 2
        either = board | a
        mini_rows = (either | b) & MINI_ROWS
        twice = (board & a | either & b) & MINI_ROWS
        a, b = mini_rows >> 3, mini_rows >> 6
        either = mini_rows | a
        if (either | b) & ROWS != ROWS:
            return _CONTRADICTION
        rows_in_two = (mini_rows & a | either & b) & ROWS
        several = ROWS & (rows_in_two | twice | twice >> 3 | twice >> 6)
        hidden = (ROWS ^ several) * OVER_ROW
        a, b = mini_rows >> 9, mini_rows >> 18
        either = mini_rows | a
        if (either | b) & BOXES != BOXES:
            return _CONTRADICTION
        boxes_in_two = (mini_rows & a | either & b) & BOXES
        several = BOXES & (boxes_in_two | twice | twice >> 9 | twice >> 18)
        hidden |= (BOXES ^ several) * OVER_BOX

        # Columns, by mini-columns.
        a, b = board >> 9, board >> 18
        either = board | a
        mini_columns = (either | b) & MINI_COLUMNS
        twice = (board & a | either & b) & MINI_COLUMNS
        a, b = mini_columns >> 27, mini_columns >> 54
        either = mini_columns | a
        if (either | b) & COLUMNS != COLUMNS:
            return _CONTRADICTION
        columns_in_two = (mini_columns & a | either & b) & COLUMNS
        several = COLUMNS & (columns_in_two | twice | twice >> 27 | twice >> 54)
        hidden |= (COLUMNS ^ several) * OVER_COLUMN

        # Cells, by digits in threes.
        a, b = board >> 81, board >> 162
        either = board | a
        threes = (either | b) & PLANES_147
        twice = (board & a | either & b) & PLANES_147
        first, a, b = threes & PLANE, threes >> 243 & PLANE, threes >> 486
        either = first | a
        if either | b != PLANE:
            return _CONTRADICTION
        choices = first & a | either & b | (twice | twice >> 243 | twice >> 486) & PLANE
        if not choices:
            return board, board, 0

        singles = board & (hidden | (PLANE ^ choices) * OVER_DIGITS)
        singles ^= singles & placed
        if singles:
            continue

        # Locked candidates, only if no single is left: a row's only mini-row with a digit
        # eliminates it from the other mini-rows of its box, and a box's from those of its row.
        only = mini_rows & ((ROWS ^ rows_in_two) * MINI_ROWS_OF_ROW)
        near = ((only | only >> 9 | only >> 18) & BOXES) * MINI_ROWS_OF_BOX
        lost = near ^ (near & only)
        only = mini_rows & ((BOXES ^ boxes_in_two) * MINI_ROWS_OF_BOX)
        near = ((only | only >> 3 | only >> 6) & ROWS) * MINI_ROWS_OF_ROW
        lost = mini_rows & (lost | near ^ (near & only))
        locked = lost * OVER_MINI_ROW
        # The same for columns; boxes are not folded by mini-columns yet.
        only = mini_columns & ((COLUMNS ^ columns_in_two) * MINI_COLUMNS_OF_COLUMN)
        near = ((only | only >> 1 | only >> 2) & BOXES) * MINI_COLUMNS_OF_BOX
        lost = near ^ (near & only)
        a, b = mini_columns >> 1, mini_columns >> 2
        boxes_in_two = (mini_columns & a | (mini_columns | a) & b) & BOXES
        only = mini_columns & ((BOXES ^ boxes_in_two) * MINI_COLUMNS_OF_BOX)
        near = ((only | only >> 27 | only >> 54) & COLUMNS) * MINI_COLUMNS_OF_COLUMN
        lost = mini_columns & (lost | near ^ (near & only))
        locked = board & (locked | lost * OVER_MINI_COLUMN)
        if not locked:
            return board, placed, choices
        board ^= locked


def _guess(board: int) -> int:
    """Return the candidate to try: the lowest of a cell with the fewest.

    Of several such cells choose the one with the most small cells among its peers, since a guess
    there has the most effect.
    """
    one = two = three = four = 0  # the cells with at least that many candidates
    for shift in range(0, 9 * CELLS, CELLS):
        plane = board >> shift & PLANE
        four |= three & plane
        three |= two & plane
        two |= one & plane
        one |= plane
    with_two, with_three = two ^ three, three ^ four
    fewest = with_two or with_three or four
    best, most = 0, -1
    for cell in bits(fewest):
        peers = LAYOUT.peer_masks[cell]
        near = 3 * (fewest & peers).bit_count() + (with_three & peers).bit_count()
        if near > most:
            best, most = cell, near
    candidates = board & OVER_DIGITS << best
    return candidates & -candidates
