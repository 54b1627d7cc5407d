"""ALS-XY-wing: two almost locked sets that a third one joins.

This is like an XY-wing, but in place of each cell with two candidates there may be any *almost
locked set*: cells of one house that have one digit more than there are cells. Such a set lacks just
one of its digits; if it loses one, it has all others.

Look for a set B that has a restricted common with each of two others: a digit x with A, another
digit y with C. All cells of A with x must see all those of B, and the same for y in B and C. Then
look for a digit z that A and C have in common, here 3::

    123 23 .  | .  .  .  | *  *  *    A: r1c1 and r1c2 with 1, 2 and 3
    .   .  .  | .  .  .  | .  356 .   B: r5c1 and r5c8 with 1, 4 and 5
    .   .  .  | .  .  .  | .  36 .    C: r2c8 and r3c8 with 3, 5 and 6
    ----------+----------+---------
    .   .  .  | .  .  .  | .  .  .
    14  .  .  | .  .  .  | .  45 .    x is 1, in column 1; y is 5, in column 8

If A has no 3, it has the 1; so B has no 1, and has the 5; so C has no 5, and has the 3. So the 3
is in A or in C, and a cell that sees all their 3s, like those marked with *, cannot be 3.

The sets may overlap, but not in cells with the digit that joins them. On boards of more than nine
rows only sets of up to three cells are tried. Described at
https://hodoku.sourceforge.net/en/tech_als.php and https://www.sudokuwiki.org/ALS_XY_Wing.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, strategy
from sudoku_plugins.strategies.als.linked_sets import chains, linked_sets
from sudoku_plugins.strategies.als.steps import chain_step

EXAMPLE = (
    ":0000:x:..9.6538...29..61...6.1.7..461.3..78237....415984712639.5...8..624..81.7..3...4..:43"
    "2 274 276 676 294 594 995 296 299::"
)
"""4 and 8 in r2c5; five digits in four cells of column 4; 1, 4 and 7 in r1c1 and r1c2."""


@strategy(
    "Almost Locked Set XY-Wing",
    score=320,
    level="unfair",
    example=EXAMPLE,
    sizes=None,
    family="als",
)
def als_xy_wing(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that one of two almost locked sets must have, by a third one."""
    for found in chains(linked_sets(grid), 3, 3):
        yield chain_step(grid, found)
