"""Unique loop: a unique rectangle with more corners.

Look for open cells with the same two candidates, say 1 and 2, that you can walk through in a
circle: from each cell to the next in the same row, column or box, until you are back. If every
house that the loop visits has just two of its cells, and these follow upon one another as 1 and 2
would, then the two digits could change places all around, as in a unique rectangle (which is the
loop of four cells)::

    12 .  .  | 12  .  .  | .  .  .
    .  12 .  | .   .  .  | 12 .  .      row, box, row, box, row, box
    .  .  .  | .  125 .  | .  12 .

A puzzle with one solution must not allow that. So at least one cell holds an *extra*, another
candidate, and as for rectangles:

* if only one cell has extras, it is neither 1 nor 2;
* if all extras are one digit, no cell that sees all cells with it can hold it;
* if two cells of a house have extras, these act as one cell that may be part of a naked subset;
* and if only these two cells of the house can hold 1, neither of them is 2.

Loops have up to 14 cells. Works on any layout. Rectangles are left to their own techniques.
Described at https://www.sudokuwiki.org/Extended_Unique_Rectangles ...
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku_engine import Cell, Grid, Layout, Step, strategy
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.strategies.uniqueness.deadly import (
    Deadly,
    by_one_cell,
    by_one_digit,
    by_strong_link,
    by_subset,
    smallest_by_effect,
)

EXAMPLE = (
    ":0000:x:.2386.9..4.8..3.....7.4...83146..897259178.....6439125.31..6...942.8..6.6.5..4.."
    "9:118 129 138::"
)
"""7,8 in r6c12,r7c18,r9c28 => r79c8<>7."""

LONGEST = 14
"""The largest number of cells of a loop."""


@strategy(
    "Unique Loop",
    score=110,
    level="hard",
    example=EXAMPLE,
    sizes=None,
    assumes_unique=True,
    family="uniqueness",
)
def unique_loop(grid: Grid) -> Iterator[Step]:
    """Eliminate what would let two digits change places all around a loop of six cells or more."""
    return smallest_by_effect(
        step
        for loop in loops(grid.masks, grid.layout)
        for rule in (by_one_cell, by_one_digit, by_subset, by_strong_link)
        for step in rule(grid, loop)
    )


def loops(masks: tuple[int, ...], layout: Layout) -> Iterator[Deadly]:
    """Yield the loops of six cells or more whose extras are in two cells, or are one digit."""
    for pair in sorted({mask for mask in masks if mask.bit_count() == 2}):
        fits = _in_a_loop([cell for cell in layout.cells if not pair & ~masks[cell]], layout)
        for start in layout.cells_in(fits):
            if masks[start] == pair:
                for loop in _closed(masks, layout, pair, fits, 1 << start, 0):
                    if loop.bit_count() >= 6 and (extras := _extras(masks, layout, pair, loop)):
                        yield Deadly(tuple(layout.cells_in(loop)), extras, pair)
                fits &= ~(1 << start)


def _in_a_loop(cells: list[Cell], layout: Layout) -> int:
    """Return the mask of those `cells` that can be in a loop: none is alone in a house."""
    left, before = mask_of(cells), 0
    while left != before:
        before = left
        for house in layout.houses:
            if (house.mask & left).bit_count() == 1:
                left &= ~house.mask
    return left


def _extras(masks: Sequence[int], layout: Layout, pair: int, loop: int) -> dict[Cell, int]:
    return {cell: extra for cell in layout.cells_in(loop) if (extra := masks[cell] & ~pair)}


def _closed(
    masks: Sequence[int], layout: Layout, pair: int, fits: int, odd: int, even: int
) -> Iterator[int]:
    """Yield the loops with the cells of `odd` and `even`, which hold different digits (masks)."""
    loop = odd | even
    lonely = next((h for h in layout.houses if (h.mask & loop).bit_count() == 1), None)
    if lonely is None:
        yield loop
    elif loop.bit_count() < LONGEST:
        if lonely.mask & odd:
            odd, even = even, odd
        for cell in layout.cells_in(lonely.mask & fits):
            met = [house.mask & loop for house in layout.houses_of(cell)]
            if all(not mask & odd and mask.bit_count() < 2 for mask in met):
                extras = _extras(masks, layout, pair, loop | 1 << cell).values()
                if len(extras) <= 2 or (len({*extras}) == 1 and masks[cell].bit_count() <= 3):
                    yield from _closed(masks, layout, pair, fits, odd | 1 << cell, even)
