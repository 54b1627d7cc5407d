"""Naked subsets: as many cells as digits, and nothing else in them.

**Naked pair.** Look for two cells of a house that have the same two candidates, say 1 and 8.
If the first is 1 the second is 8, and the other way round. Nobody knows yet which, but both
digits are used up by the two cells, so no other cell of the house can hold them::

    before    178 | 9 | 5   3 | 178 | 18   2 | 4 | 18
    after       7 | 9 | 5   3 | 7   | 18   2 | 4 | 18

**Naked triple, naked quad.** The same with three cells that hold only three digits together,
or four with four. Not every cell needs all of them: 12, 23 and 13 are a triple.

If the cells lie in a second house as well (two cells of a row in one box), their digits are
struck there too. Described at https://www.sudokuwiki.org/Naked_Candidates and
https://hodoku.sourceforge.net/en/tech_naked.php.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku_engine import Candidate, Cell, Grid, House, Step, listed, names, strategy
from sudoku_engine.layout import digits_of, mask_of
from sudoku_plugins.strategies.groups import tight_groups
from sudoku_plugins.strategies.houses import EVERY_KIND, HouseKind


@strategy("Naked Pair", score=60, level="medium", sizes=None)
def naked_pair(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Strike the two digits of two cells from the rest of their house."""
    return naked_subsets(grid, 2, houses)


@strategy("Naked Triple", score=80, level="medium", sizes=None)
def naked_triple(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Strike the three digits of three cells from the rest of their house."""
    return naked_subsets(grid, 3, houses)


@strategy("Naked Quad", score=120, level="hard", sizes=None)
def naked_quad(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Strike the four digits of four cells from the rest of their house."""
    return naked_subsets(grid, 4, houses)


def naked_subsets(grid: Grid, size: int, kinds: Sequence[HouseKind]) -> Iterator[Step]:
    """The naked subsets of `size` cells in the houses of the `kinds`, each told once."""
    layout, masks = grid.layout, grid.masks
    houses = layout.houses_of_kinds(kinds)
    for house in houses:
        for group in tight_groups(tuple([masks[cell] for cell in house.cells]), size):
            cells = [house.cells[number] for number in group.members]
            shared = [other for other in houses if all(cell in other.cells for cell in cells)]
            if shared[0] is house:
                yield from naked_step(grid, cells, group.union, shared)


def naked_step(
    grid: Grid, cells: Sequence[Cell], digits: int, houses: Sequence[House]
) -> Iterator[Step]:
    """The step that strikes the `digits` of `cells` from the rest of `houses`, if it does."""
    around = 0
    for house in houses:
        around |= house.mask
    around &= ~mask_of(cells)
    struck = [
        Candidate(cell, digit)
        for digit in sorted(digits_of[digits])
        for cell in grid.layout.cells_in(grid.boards[digit] & around)
    ]
    if struck:
        losing = [house for house in houses if any(cell in house.cells for cell, _ in struck)]
        yield Step(
            eliminations=struck,
            because=[
                Candidate(cell, digit) for cell in cells for digit in sorted(grid.candidates(cell))
            ],
            houses=losing,
            reason=f"{names(cells)} hold only {listed(digits_of[digits])} and use them up, so no "
            f"other cell of {listed(losing)} can hold them",
        )
