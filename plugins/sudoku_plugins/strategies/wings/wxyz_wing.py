"""WXYZ-wing: four cells with four digits, one of which they cannot do without.

The next after XYZ-wing. Look for four cells, not all in one house, that hold only four digits, say
1, 2, 3 and 4. Check for each digit whether the cells that can hold it all see each other. If
they do, only one of the four cells can get it. If this is so for three of the digits, say 1, 2 and
3, these fill at most three of the cells. So one of the cells is 4, and a cell that sees all the
cells where this 4 may be cannot be 4::

    123 .  4? | .  .  . | .  14 .   1: r1c1 and r1c8 see each other
    .   .  24 | .  .  . | .  .  .   2: r1c1 and r2c3 do
    .   34 .  | .  .  . | .  .  .   3: r1c1 and r3c2 do
                                    4: r1c8 and r2c3 do not

The cells that do not see each other are the *pincers*, the others *pivots*. A good place to look is
where a box and a line cross: one or two cells in the crossing, the others outside. Described at
https://www.sudokuwiki.org/WXYZ_Wing.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, listed, names, strategy
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.wings.bent_sets import wings

EXAMPLE = "6.4..13..3.76.45.1581..76..279...1..456712839813.4.2..945.6.71.16.4759.373.1..456"
"""2, 4, 8 and 9 in r2c8, r3c8, r3c9 and r8c8: r1c8 is not 2."""


@strategy("WXYZ-Wing", score=240, level="unfair", example=EXAMPLE, sizes=None, family="wings")
def wxyz_wing(grid: Grid) -> Iterator[Step]:
    """Eliminate the digit that four cells must use where all its places in them are seen."""
    for wing in wings(grid, 4):
        w, x, y, loose = map(symbol, (*wing.restricted, wing.loose))
        yield Step(
            eliminations=wing.eliminations,
            because=wing.because,
            houses=wing.houses,
            reason=f"{names(wing.cells)} hold only {listed({*wing.restricted, wing.loose})}; all "
            f"their {w}s see each other, as do their {x}s and their {y}s, so these three fill at "
            f"most three cells, and one cell is {loose}; so no cell that sees all their {loose}s "
            f"can be {loose}",
        )
