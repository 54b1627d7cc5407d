"""XY-wing: whichever of its two digits a cell gets, one of two others gets a third digit.

Look for a cell with two candidates, say 1 and 2: the *pivot*. Then for two cells that see it, the
*pincers*: one with 1 and 3, the other with 2 and 3::

    12  .   .  | .  13  .    r1c1 is the pivot, r1c5 and r2c2 are the pincers
    .   23  .  | .  3?  .
    .   .   .  | .  .   .    r2c5 sees both pincers

If the pivot is 1, the first pincer cannot be 1 and is 3. If the pivot is 2, the second one is 3.
You do not know which, but one of the pincers is 3. So a cell that sees both of them cannot be 3.

Search from the cells with two candidates: which cells with two does it see that share just one
digit with it? The pincers must not see each other, or the three cells are a naked triple.

The step is written as a chain, ``3- r1c5 -1- r1c1 -2- r2c2 -3``: r1c5 is 3 or 1, it is not 1 if
r1c1 is, and so on. Described at https://www.sudokuwiki.org/Y_Wing_Strategy and
https://hodoku.sourceforge.net/en/tech_wings.php.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Candidate, Grid, Link, Step, names, strategy
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.chains import alternating
from sudoku_plugins.strategies.wings.bent_sets import Wing, cases, wings

EXAMPLE = "..98641.5..4157.89815923674258431967496782513137695...5.137......254...1943218756"
"""Pivot r8c7 (3 and 8), pincers r2c7 and r7c9: r7c7 is not 2."""


@strategy("XY-Wing", score=160, level="hard", example=EXAMPLE, sizes=None, family="wings")
def xy_wing(grid: Grid) -> Iterator[Step]:
    """Eliminate the digit that two pincers share where both are seen."""
    for wing in wings(grid, 3, everywhere=False):
        links = chain(wing, grid)
        yield Step(
            eliminations=wing.eliminations,
            because=wing.because,
            houses=wing.houses,
            links=links,
            pattern=chain_text(links, grid.layout),
            reason=f"{cases(wing, grid)}; so no cell that sees both {names(wing.pincers)} can be "
            f"{symbol(wing.loose)}",
        )


def chain(wing: Wing, grid: Grid) -> list[Link]:
    """Return the links from the loose digit of one pincer through the pivot to the other's."""
    first, second = wing.pincers
    (pivot,) = wing.pivots
    (x,) = grid.candidates(first) - {wing.loose}
    (y,) = grid.candidates(second) - {wing.loose}
    ends = [(first, wing.loose), (first, x), (pivot, x)]
    ends += [(pivot, y), (second, y), (second, wing.loose)]
    return alternating([(Candidate(*end),) for end in ends])
