"""XYZ-wing: three cells with three digits, one of which they cannot do without.

An XY-wing whose pivot has the digit of the pincers, too. Look for a cell with three candidates, say
1, 2 and 3: the *pivot*. It must see two cells with two of its digits each, the *pincers*: one with
1 and 3, the other with 2 and 3::

    123 3?  3? | .  13  .    r1c1 is the pivot, r1c5 and r2c2 are the pincers
    .   23  .  | .  .   .
    .   .   .  | .  .   .    r1c2 and r1c3 see all three

If the pivot is 1, the first pincer is 3; if it is 2, the second one is; else it is 3 itself. So one
of the three cells is 3, and a cell that sees all three cannot be 3. On the usual board such
cells are only where a box and a line of the pivot cross. Described at
https://www.sudokuwiki.org/XYZ_Wing and https://hodoku.sourceforge.net/en/tech_wings.php.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, names, strategy
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.wings.bent_sets import cases, wings

EXAMPLE = ".4.2..69.298376451.5.4.927.81.5....693.76.185.651....2.2.8375191896..327573921864"
"""Pivot r4c6, pincers r4c8 and r5c6: r4c5 is not 4."""


@strategy("XYZ-Wing", score=180, level="hard", example=EXAMPLE, sizes=None, family="wings")
def xyz_wing(grid: Grid) -> Iterator[Step]:
    """Eliminate the digit that a pivot and two pincers share where all three are seen."""
    for wing in wings(grid, 3, everywhere=True):
        loose = symbol(wing.loose)
        yield Step(
            eliminations=wing.eliminations,
            because=wing.because,
            houses=wing.houses,
            reason=f"{cases(wing, grid)}; else {wing.pivots[0]} itself is {loose}; so no cell that "
            f"sees all of {names(wing.cells)} can be {loose}",
        )
