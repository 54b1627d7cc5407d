"""Cells by their number of candidates.

`boards` are those of a grid: by digit, the mask of the cells that can hold it; `boards[0]`, the
open cells, is not used.
"""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=16)
def bivalue_cells(boards: tuple[int, ...]) -> int:
    """Return the mask of the cells that are on just two of the digits' `boards`.

    >>> bivalue_cells((0b1111, 0b0011, 0b1110, 0b0010, 0b0001)) == 0b0001
    True
    """
    once = twice = more = 0
    for board in boards[1:]:
        more |= twice & board
        twice |= once & board
        once |= board
    return twice & ~more


@lru_cache(maxsize=16)
def cells_of_few(boards: tuple[int, ...], most: int) -> int:
    """Return the mask of the cells that are on one of the digits' `boards`, or up to `most`.

    >>> cells_of_few((0b1111, 0b0111, 0b0110, 0b0010), 2) == 0b0101
    True
    """
    on_more_than = [0] * (most + 1)
    for board in boards[1:]:
        for count in range(most, 0, -1):
            on_more_than[count] |= on_more_than[count - 1] & board
        on_more_than[0] |= board
    return on_more_than[0] & ~on_more_than[most]
