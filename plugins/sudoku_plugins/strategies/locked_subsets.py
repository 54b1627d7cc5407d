"""Locked pair, locked triple: a naked subset where a box and a line cross.

Look for two cells with the same two candidates that are in one box *and* in one row (or
column). As in every naked pair the two cells use up the two digits; but since they are in
two houses, both houses lose these digits at once::

    before                                   after
    18  9   18 | 128  3  5 | 46  178  46     18  9  18 | 2  3  5 | 46  7  46
    12  6   7  |                             2   6  7  |
    4   38  5  |                             4   3  5  |

If only one of the houses has something to lose, it is a naked pair like any other. A locked
triple is the same with three cells and three digits: the whole crossing. Described at
https://hodoku.sourceforge.net/en/tech_intersections.php and, as a special naked pair, at
https://www.sudokuwiki.org/Naked_Candidates.
"""

from collections.abc import Iterator
from operator import itemgetter

from sudoku_engine import Cell, Grid, House, Step
from sudoku_plugins.strategies.analysis import LINES, cells_of_few
from sudoku_plugins.strategies.families import intersection_strategy
from sudoku_plugins.strategies.locked_candidates import by_box
from sudoku_plugins.strategies.naked_subsets import losers, naked_groups, naked_step

PAIR_EXAMPLE = "814726359973185246256493.8.34.671.9.16..39.7479.54.6..42..6....63..5.4..587.1496."
"""5 and 8 in r4c7 and r5c7."""

TRIPLE_EXAMPLE = "68.1..95..31...78..5.8..1.4348671529195482..7762395418.1.7...9.52.96..71.7..1..4."
"""3, 4 and 8 in r7c6, r8c6 and r9c6."""


@intersection_strategy("Locked Pair", score=40, level="medium", example=PAIR_EXAMPLE)
def locked_pair(grid: Grid) -> Iterator[Step]:
    """Eliminate the two digits of two cells from the rest of their box and of their line."""
    return locked_subsets(grid, 2)


@intersection_strategy("Locked Triple", score=60, level="medium", example=TRIPLE_EXAMPLE)
def locked_triple(grid: Grid) -> Iterator[Step]:
    """Eliminate the three digits of three cells from the rest of their box and of their line."""
    return locked_subsets(grid, 3)


def locked_subsets(grid: Grid, size: int) -> Iterator[Step]:
    """Yield the naked subsets of `size` cells in a line and a box that both lose something."""
    few = cells_of_few(grid.boards, size)
    found: dict[House, list[tuple[list[Cell], int, House]]] = {}
    for box, crossed in by_box(grid.layout) if few else ():
        in_box = few & box.mask
        for _, line, common, _, _ in crossed if in_box.bit_count() >= size else ():
            inside = in_box & common
            if inside.bit_count() >= size:
                for cells, digits in naked_groups(grid, inside, size):
                    if len(losers(grid, cells, digits, (line, box))) == 2:
                        found.setdefault(line, []).append((cells, digits, box))
    for line in grid.layout.houses_of_kinds(LINES) if found else ():
        for cells, digits, box in sorted(found.get(line, ()), key=itemgetter(0)):
            yield from naked_step(grid, cells, digits, (line, box))
