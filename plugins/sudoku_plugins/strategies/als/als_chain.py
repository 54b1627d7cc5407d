"""ALS chain: almost locked sets in a row, each of which is joined to the next.

This is the long form of ALS-XZ and ALS-XY-wing, with four sets or more. An *almost locked set*,
cells of one house with one digit more than there are cells, lacks just one of its digits; if it
loses one, it has all others.

Begin with a set A and a digit z of it. Go from A to a set B that has a *restricted common* with it:
a digit x, not z, such that all cells of A with x see all those of B. Leave B by another digit
to a set C, leave C by another than the one by which you came, and so on, until you come, by a digit
that is not z, to a set that has z too, here 3::

    123 23 .  | .  .  *  | .  .  .      A: r1c1 and r1c2 with 1, 2 and 3
    .   .  .  | .  .  .  | .  .  .      B: r5c1, joined by the 1 in column 1
    .   .  .  | .  .  .  | .  .  .      C: r5c8, r6c8 and r7c8 with 4, 5, 6
    ----------+----------+---------        and 7, joined by the 4 in row 5
    .   .  .  | .  .  .  | .  .  .      D: r7c6, joined by the 6 in row 7
    14  .  .  | .  .  .  | .  457 .
    .   .  .  | .  .  .  | .  57 .
    ----------+----------+---------
    .   .  .  | .  .  36 | .  56 .

If A has no 3, it has the 1; so B has no 1, and has the 4; so C has no 4, and has the 6; so D has no
6, and has the 3. So the 3 is in A or in D, and a cell that sees all their 3s, like r1c6, cannot be
3.

Shorter chains come first; the longest have 20 sets. Sets may overlap, but not in cells with the
digit that joins them. On boards of more than nine rows only sets of up to three cells are tried.
Described at https://hodoku.sourceforge.net/en/tech_als.php.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, strategy
from sudoku_plugins.strategies.als.linked_sets import chains, linked_sets
from sudoku_plugins.strategies.als.steps import chain_step

EXAMPLE = (
    ":0000:x:..1239...9.37....1.7.18.943....914...1..7....3945621875....3..613862.....6.......:81"
    "2 517 222 422 241 248 559 978 589 495 998 999::"
)
"""2, 5 and 8 in r1c9 and r4c9, joined by sets in row 2 to r4c2 and r4c9: r4c3 is not 2."""

MOST_SETS = 20
"""The number of sets in the longest chains."""


@strategy(
    "Almost Locked Set Chain", score=340, level="unfair", example=EXAMPLE, sizes=None, family="als"
)
def als_chain(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that the first or the last set of a chain of four or more must have."""
    for found in chains(linked_sets(grid), 4, MOST_SETS):
        yield chain_step(grid, found)
