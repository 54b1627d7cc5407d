"""Visible single: a digit on the board cannot be in its houses again.

Look at a digit that is already placed, and at its row, its column and its box. Each of them
holds every digit once, so the pencil mark of that digit can be erased in all the other
cells::

    before                                after
    5   1245  34                          5   124   34
    56  2     1456     the 5 is placed    6   2     146

This is the first thing everyone does on a fresh board, and so easy that programs do it
automatically. So does the engine, unless pencil marks are kept by hand (`pencilmarks: manual`):
then every open cell begins with all the digits and this strategy eliminates them, one step for
each placed digit.

Described at https://www.sudokuwiki.org/Getting_Started.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku_engine import Candidate, Grid, House, Step, listed, strategy
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.houses import EVERY_KIND, HouseKind

EXAMPLE = "..........1.6.923..4.3....5...4....9....2.5.75..1.7..41..8.3....627.....8......1."
"""A fresh puzzle: the 1 in r2c2 eliminates first."""


@strategy(
    "Visible Single",
    score=1,
    level="easy",
    example=EXAMPLE,
    sizes=None,
    family="singles",
    marks="manual",
)
def visible_single(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Eliminate each placed digit from the other cells of its houses."""
    if grid.marks == "auto":
        return
    for cell, digit in enumerate(grid.digits):
        if digit and grid.boards[digit] & grid.layout.peer_masks[cell]:
            losing = [
                house
                for house in grid.layout.houses_of(cell)
                if house.kind in houses and grid.boards[digit] & house.mask
            ]
            if losing:
                yield _step(grid, cell, digit, losing)


def _step(grid: Grid, cell: int, digit: int, losing: list[House]) -> Step:
    eliminated = 0
    for house in losing:
        eliminated |= grid.boards[digit] & house.mask
    placed = grid.layout.cells[cell]
    return Step(
        eliminations=[Candidate(other, digit) for other in grid.layout.cells_in(eliminated)],
        because=[Candidate(placed, digit)],
        houses=losing,
        reason=f"{symbol(digit)} stands in {placed}, so it can stand in no other cell of "
        f"{listed(losing)}",
    )
