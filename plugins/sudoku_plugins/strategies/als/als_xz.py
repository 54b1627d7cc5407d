"""ALS-XZ: two almost locked sets with a digit that only one of them can have.

Cells of one house are an *almost locked set* if they have one digit more than there are cells: one
cell with two candidates, two cells with three, and so on. Such a set lacks just one of its digits:
if it loses one, there are as many digits left as cells, and it has them all.

Look for two such sets, A and B, with two digits in common. One of these must be a *restricted
common*, x: every cell of A with x sees every cell of B with x. The other is z, here 3::

    123 23 .  | .  .  *       A: r1c1 and r1c2 with 1, 2 and 3
    .   .  .  | .  .  .       B: r5c1 and r5c6 with 1, 3 and 4
    .   .  .  | .  .  .       x is 1: r1c1 and r5c1 see each other
    ----------+---------
    .   .  .  | .  .  .
    14  .  .  | .  .  34      * loses 3

The 1 cannot be in both sets. So one of them lacks 1 and has all its other digits, also 3: if it is
A, its 3 is in r1c1 or r1c2; if it is B, its 3 is in r5c6. A cell that sees all of these cells
cannot be 3.

Some pairs have two restricted commons. Then one set lacks the one, and the other set lacks the
other. So each of the two digits is in one of the sets: a cell loses it if it sees all its places in
both. And each set has all its other digits: a cell loses such a digit if it sees all its places in
this set.

The sets may overlap, but not in a cell with x. On boards of more than nine rows only sets of up
to three cells are tried. Described at https://www.sudokuwiki.org/Almost_Locked_Sets and
https://hodoku.sourceforge.net/en/tech_als.php.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, strategy
from sudoku_plugins.strategies.als.linked_sets import linked_sets, pairs
from sudoku_plugins.strategies.als.steps import chain_step

EXAMPLE = (
    ":0000:x:18...7.6.92.5..317.75..1.8..9..5..7.51...9.23.678...9.851.4..3.749.3.25..3.9.5.4.:41"
    "7 434 344 169 295 695 697 699::"
)
"""1, 2 and 9 in r1c5 and r6c5; 1, 4, 5 and 9 in r1c7, r3c7 and r6c7: r1c9 is not 9."""


@strategy(
    "Almost Locked Set XZ-Rule",
    score=300,
    level="unfair",
    example=EXAMPLE,
    sizes=None,
    family="als",
)
def als_xz(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that one of two almost locked sets must have where both are seen."""
    for found in pairs(linked_sets(grid)):
        yield chain_step(grid, found)
