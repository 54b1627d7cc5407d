"""Almost locked sets: cells of one house with one digit more than there are cells.

Cells that all differ by a clue, such as those of a cage, count as a house here.

If such a set loses one of its digits, each of its other digits is in one of its cells, for
there are just as many left as cells. So for any two of its digits, one at least is in the set.
The smallest is a single cell with two candidates.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sudoku_engine import Cell, Grid, Layout
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits, digits_of
from sudoku_engine.board.say import Said, say

LARGEST = 9
"""The number of rows up to which sets of all sizes are listed."""

MOST_CELLS = 3
"""The cells of a set on larger boards."""

MOST_SETS = 700
"""On a board with more sets than that, the sets of some sizes, from the largest, are left out."""


class End(NamedTuple):
    """A digit of an almost locked set, and where it can be."""

    digit: int
    cells: int
    """The mask of the cells of the set that can hold the digit."""
    seen: int
    """The mask of the cells of the board that see all of these."""


class AlmostLockedSet(NamedTuple):
    """Some cells of one house that have one digit more than there are cells."""

    cells: int
    """The mask of the cells."""
    digits: int
    """The mask of the digits."""
    ends: tuple[End, ...]
    """What can be the one digit that is not in the set, by digit."""

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.cells.bit_count()


def told(letters: Iterable[str | Said]) -> Said:
    """Return the facts about the sets with these `letters` in words.

    >>> told(["A"])
    say('A has one digit more than cells, so it lacks just one')
    """
    which = [*letters]
    if len(which) == 1:
        return say("{set} has one digit more than cells, so it lacks just one", set=which)
    return say("{sets} each have one digit more than cells, so each lacks just one", sets=which)


def almost_locked_sets(grid: Grid) -> tuple[AlmostLockedSet, ...]:
    """Return the almost locked sets of a board, those of the fewest cells first.

    Cells that lie in two houses are listed once. A cell with one candidate is in no set: it is as
    good as filled. On boards of more than nine rows sets have at most three cells.

    >>> grid = Grid.parse("1... .... .... ....")
    >>> [f"{found.cells:b}" for found in almost_locked_sets(grid)][:2]
    ['110', '1010']
    """
    return _of_board(grid.masks, grid.layout)


@lru_cache(maxsize=8)
def _of_board(masks: tuple[int, ...], layout: Layout) -> tuple[AlmostLockedSet, ...]:
    sets: dict[int, AlmostLockedSet] = {}
    for number, cells in enumerate(_cells_that_differ(layout)):
        of_house = _of_house(tuple([masks[cell] for cell in cells]), number, layout)
        for found in of_house:
            sets[found.cells] = found
    by_size: dict[int, list[AlmostLockedSet]] = {}
    for mask in sorted(sets):
        by_size.setdefault(mask.bit_count(), []).append(sets[mask])
    kept: list[AlmostLockedSet] = []
    for size in sorted(by_size):
        if kept and len(kept) + len(by_size[size]) > MOST_SETS:
            break
        kept += by_size[size]
    return tuple(kept)


@per_layout
def _cells_that_differ(layout: Layout) -> Sequence[Sequence[Cell]]:
    """Return the cells of each house, then those of each group of a clue."""
    return [house.cells for house in layout.houses] + [
        tuple(layout.cells_in(mask)) for mask in layout.groups
    ]


@bounded_cache(lambda found: 500 + sum(250 + 150 * len(each.ends) for each in found))
def _of_house(masks: tuple[int, ...], number: int, layout: Layout) -> tuple[AlmostLockedSet, ...]:
    """Return the sets of the house or group `number`, whose cells have these `masks`."""
    most = layout.n if layout.n <= LARGEST else MOST_CELLS
    most = min(most, sum([mask & mask - 1 > 0 for mask in masks]))
    places = [0] * (layout.n + 1)
    grown = [(0, 0)]
    for cell, mask in zip(_cells_that_differ(layout)[number], masks):
        if not 1 < mask.bit_count() <= most + 1:
            continue
        bit = 1 << cell
        for digit in digits_of[mask]:
            places[digit] |= bit
        grown += [
            (cells | bit, union)
            for cells, digits in grown
            if cells.bit_count() < most and (union := digits | mask).bit_count() <= most + 1
        ]
    return tuple(
        [
            AlmostLockedSet(
                cells,
                digits,
                tuple(
                    [
                        End(digit, here := places[digit] & cells, common_peers(here, layout))
                        for digit in sorted(digits_of[digits])
                    ]
                ),
            )
            for cells, digits in grown
            if digits.bit_count() - cells.bit_count() == 1 and cells
        ]
    )


@bounded_cache(lambda _: 300)
def common_peers(cells: int, layout: Layout) -> int:
    """Return the mask of the cells that see all `cells` of a mask.

    >>> bin(common_peers(0b11, Layout.named("4x4")))
    '0b111100'
    """
    seen = layout.all_cells
    for cell in bits(cells):
        seen &= layout.peer_masks[cell]
    return seen
