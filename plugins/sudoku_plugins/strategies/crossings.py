"""Where a box and a line have cells in common."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sudoku_engine import House, Layout


class Crossing(NamedTuple):
    """The `cells` (a bit each) that a `box` and a `line` (row, column, diagonal) share."""

    box: House
    line: House
    cells: int


@cache
def crossings(layout: Layout) -> tuple[Crossing, ...]:
    """The crossings of two cells or more, by box, then by line.

    >>> len(crossings(Layout.named("9x9")))
    54
    """
    lines = (*layout.rows, *layout.columns, *layout.diagonals)
    return tuple(
        Crossing(box, line, box.mask & line.mask)
        for box in layout.boxes
        for line in lines
        if (box.mask & line.mask).bit_count() > 1
    )
