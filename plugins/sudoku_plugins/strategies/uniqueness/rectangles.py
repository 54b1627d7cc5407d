"""Rectangles of which two digits could change places.

Four cells where two rows and two columns cross. If they are in two boxes, each house that meets
them has just two of them, next to each other along a side. So if the two digits fill the corners
in turn, they can change places and every house still has each digit once. On a jigsaw the boxes
are the regions. A diagonal that is a house must not hold a corner: it would lose a digit, or have
one twice, as two corners on it would be opposite each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from sudoku_engine import Cell, Layout
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.masks import digits_of
from sudoku_plugins.strategies.analysis.cells import bivalue_cells
from sudoku_plugins.strategies.uniqueness.deadly import Deadly


class Corners(NamedTuple):
    """The corners of a rectangle, in the view of the first."""

    first: Cell
    beside: Cell
    """In the row of the first."""
    below: Cell
    """In the column of the first."""
    opposite: Cell


def corners_at(cell: Cell, layout: Layout, fits: int) -> Iterator[Corners]:
    """Yield the rectangles that can be deadly with a corner in `cell`, the others in `fits`.

    `fits` is a mask.

    >>> layout = Layout.named("4x4")
    >>> [str(corners.opposite) for corners in corners_at(layout.cells[0], layout, ~0)]
    ['r3c2', 'r4c2', 'r2c3', 'r2c4']
    """
    row, column, box = (house.mask for house in layout.houses_of(cell)[:3])
    fits &= layout.all_cells & ~(1 << cell)
    for house in layout.diagonals:
        fits &= ~house.mask
        if house.mask >> cell & 1:
            return
    # One of the two corners next to the cell is in its box, the other is not.
    for besides, belows in ((row & box, column & ~box), (row & ~box, column & box)):
        for beside, below in product(
            layout.cells_in(besides & fits), layout.cells_in(belows & fits)
        ):
            outside = below if box >> beside & 1 else beside
            opposite = layout.cells[below // layout.n * layout.n + beside % layout.n]
            if (fits & layout.houses_of(outside)[2].mask) >> opposite & 1:
                yield Corners(cell, beside, below, opposite)


class Rectangle(NamedTuple):
    """Four open corners, and a pair of digits that is all that one of them can hold."""

    corners: Corners
    pair: int
    """The mask of the two digits."""
    deadly: Deadly

    @property
    def roof(self) -> tuple[Cell, ...]:
        """The corners with extra candidates."""
        return tuple(self.deadly.extras)

    @property
    def has_side_roof(self) -> bool:
        """Whether two corners have extras, and they are the ends of a side."""
        return len(self.roof) == 2 and not self.has_diagonal_roof

    @property
    def has_diagonal_roof(self) -> bool:
        """Whether two corners have extras, and they are opposite each other."""
        first, beside, below, opposite = self.corners
        return {*self.roof} in ({first, opposite}, {beside, below})


@bounded_cache(lambda found: 6000 + 1000 * len(found))
def rectangles(
    masks: tuple[int, ...], boards: tuple[int, ...], layout: Layout, missing: bool
) -> tuple[Rectangle, ...]:
    """Return the rectangles in which a corner has just two candidates, the pair.

    Each other corner has both of the pair, or if `missing` at least one of the two, and it
    may have extras. `masks` and `boards` are those of a grid. A filled cell is no corner.
    """
    found = []
    before: dict[int, int] = {}
    for cell in layout.cells_in(bivalue_cells(boards)):
        pair = masks[cell]
        one, other = (boards[digit] for digit in digits_of[pair])
        # A rectangle with several such corners is found at the first of them.
        fits = (one | other if missing else one & other) & ~before.get(pair, 0)
        before[pair] = before.get(pair, 0) | 1 << cell
        for corners in corners_at(cell, layout, fits):
            extras = {other: extra for other in corners if (extra := masks[other] & ~pair)}
            if extras:
                found.append(Rectangle(corners, pair, Deadly(corners, extras, pair)))
    return tuple(found)
