"""Unique loop: a unique rectangle with more corners.

Look for open cells with the same two candidates, say 1 and 2, that you can walk through in a
circle: from each cell to the next in the same row, column or box, until you are back. Count a, b,
a, b, … on your way. If each row, column and box that has any of the cells has just one a and one
b, the two digits could change places all around, as in a unique rectangle (which is the loop of
four cells)::

    12  .   .  |  12  .   .  |  .    .   .   a . . | b . . | . . .
    .   .   .  |  12  .   .  |  12   .   .   . . . | a . . | b . .
    12  .   .  |  .   .   .  |  125  .   .   b . . | . . . | a . .

Here only the 5 prevents it. A puzzle with one solution must not allow it. So at least one cell
gets an *extra*, another candidate, and as for rectangles:

* if only one cell has extras, it is neither 1 nor 2;
* if all extras are one digit, no cell that sees all of their cells can hold it;
* if two cells of a house have all the extras, they act as one cell that has only the extras and
  may be part of a naked subset of the house;
* and if only these two cells of the house can hold 1, neither of them is 2.

Loops have six to 14 cells; those of four are rectangles, which have their own techniques. Works
on any layout. Described at
http://forum.enjoysudoku.com/standardizing-the-uniqueness-descriptions-t2000-60.html.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple

from sudoku_engine import Cell, Grid, Layout, Step
from sudoku_engine.board.masks import bits, mask_of
from sudoku_plugins.strategies.families import uniqueness_strategy
from sudoku_plugins.strategies.uniqueness import (
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


@uniqueness_strategy("Unique Loop", score=110, level="hard", example=EXAMPLE)
def unique_loop(grid: Grid) -> Iterator[Step]:
    """Eliminate what would let two digits change places all around a loop of six cells or more."""
    return smallest_by_effect(
        step
        for loop in loops(grid.masks, grid.layout)
        for rule in (by_one_cell, by_one_digit, by_subset, by_strong_link)
        for step in rule(grid, loop)
    )


def loops(masks: tuple[int, ...], layout: Layout) -> Iterator[Deadly]:
    """Yield the loops of six cells or more from whose extras something may follow."""
    if not layout.has_only_houses:
        return
    for pair in sorted({mask for mask in masks if mask.bit_count() == 2}):
        fits = _in_a_loop([cell for cell in layout.cells if not pair & ~masks[cell]], layout)
        clean = [cell for cell in layout.cells_in(fits) if masks[cell] == pair]
        if any((house.mask & mask_of(clean)).bit_count() > 2 for house in layout.houses):
            continue  # a contradiction, in which there may be very many loops
        for start in clean:
            walk = _Walk(masks, layout, pair, mask_of(clean))
            for loop, extras in walk.closed(fits, 1 << start, 0, {}):
                if extras and len(loop) >= 6:
                    yield Deadly(tuple(loop), extras, pair)
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


class _Walk(NamedTuple):
    """A walk along cells that can hold both digits of a pair, from house to house."""

    masks: Sequence[int]
    layout: Layout
    pair: int
    clean: int
    """The mask of the cells that hold nothing else."""

    def closed(
        self, fits: int, odd: int, even: int, extras: dict[Cell, int]
    ) -> Iterator[tuple[list[Cell], dict[Cell, int]]]:
        """Yield the loops through `odd` and `even`, which hold different digits, and `extras`.

        It goes on in the house with one cell of the walk where the fewest others fit.
        """
        walked = odd | even
        lonely, full = [], walked
        for house in self.layout.houses:
            met = house.mask & walked
            if met & met - 1:
                full |= house.mask
            elif met:
                lonely.append(house)
        if not lonely:
            yield self.layout.cells_in(walked), extras
        elif walked.bit_count() < LONGEST:
            fits &= ~full
            house = min(lonely, key=lambda house: (house.mask & fits).bit_count())
            if house.mask & odd:
                odd, even = even, odd
            for cell in self.layout.cells_in(house.mask & fits):
                if not self.layout.peer_masks[cell] & odd:
                    extra = self.masks[cell] & ~self.pair
                    rest = self._fits_beside(fits, extras, cell) if extra else fits
                    grown = {**extras, cell: extra} if extra else extras
                    yield from self.closed(rest, odd | 1 << cell, even, grown)

    def _fits_beside(self, fits: int, extras: Mapping[Cell, int], cell: Cell) -> int:
        """Return which cells of `fits` may join if `cell` and the `extras` are in the walk.

        Something follows only from two cells with extras in a house, or from any number of cells
        with the same one extra.
        """
        extra = self.masks[cell] & ~self.pair
        rest = self.clean
        if not extras:
            rest |= self.layout.peer_masks[cell]
        if extra.bit_count() == 1 and all(other == extra for other in extras.values()):
            seeing = reduce(and_, (self.layout.peer_masks[c] for c in (*extras, cell)))
            if any(self.masks[c] & extra for c in bits(seeing)):
                rest |= mask_of(c for c in bits(fits) if self.masks[c] == self.pair | extra)
        return fits & rest
