"""The classic 9x9 board as one int of 729 bits: names for parts of it.

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
"""

from __future__ import annotations

from sudoku_engine.board.masks import mask_of

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
    minis = (singles | singles >> 1 | singles >> 2) & MINI_ROWS
    rows = (minis | minis >> 3 | minis >> 6) & ROWS
    boxes = (minis | minis >> 9 | minis >> 18) & BOXES
    minis = (singles | singles >> 9 | singles >> 18) & MINI_COLUMNS
    columns = (minis | minis >> 27 | minis >> 54) & COLUMNS
    cells = singles | singles >> 81 | singles >> 162
    cells = (cells | cells >> 243 | cells >> 486) & PLANE
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
