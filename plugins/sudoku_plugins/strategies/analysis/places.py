"""The places of one digit in the houses, and its strong links.

A digit's `board` is an int with a bit for each cell that can hold it, as in `grid.boards[digit]`.
"""

from __future__ import annotations

from typing import NamedTuple

from sudoku_engine import Cell, Grid, House, Layout
from sudoku_engine.board.bounded_cache import bounded_cache


@bounded_cache(lambda masks: 300 + len(masks) * (36 + len(masks) ** 2 // 144))
def places_by_house(board: int, layout: Layout) -> tuple[int, ...]:
    """Return the mask of the cells of one digit's `board` in each of ``layout.houses``."""
    return tuple([board & house.mask for house in layout.houses])


class StrongLink(NamedTuple):
    """Two cells that are the only places of a digit in a house: one of them holds it."""

    house: House
    """The house."""
    first: Cell
    """The cell with the lower number."""
    second: Cell
    """The other cell."""


@bounded_cache(lambda links: 300 + 120 * len(links))
def strong_links(board: int, layout: Layout, held: int = 0) -> tuple[StrongLink, ...]:
    """Return the strong links of one digit's `board`, in the order of the houses.

    Two cells with two houses in common (a line and a box) are linked in both. `held`: the houses
    to leave out, as `houses_holding` returns them.

    >>> layout = Layout.named("4x4")
    >>> [str(link.house) for link in strong_links(0b0011, layout)]
    ['row 1', 'box 1']
    """
    links = []
    for number, (house, places) in enumerate(zip(layout.houses, places_by_house(board, layout))):
        if places.bit_count() == 2 and not held >> number & 1:
            links.append(StrongLink(house, *layout.cells_in(places)))
    return tuple(links)


def houses_holding(digit: int, grid: Grid) -> int:
    """Return the houses that have candidates for `digit` though they hold it already.

    As a mask: bit i is house i of ``layout.houses``. There are none unless marks are kept by hand:
    then such marks are left over, and two of them do not promise that one is true.
    """
    if grid.marks != "manual":
        return 0
    held = 0
    for cell, placed in enumerate(grid.digits):
        if placed == digit:
            for number in grid.layout.house_numbers[cell]:
                held |= 1 << number
    return held
