"""Hidden rectangle: a unique rectangle that needs only one clean corner.

As for a unique rectangle, look for four open cells in two rows, two columns and two boxes with
the same two candidates, say 1 and 2. If they were all the digits in them, they could change
places, and the puzzle would have two solutions. Here only one corner, A, needs to be without
other candidates; the *extras* of the others hide the rectangle::

    A 12    .  .  |  B 125   .  .
    C 126   .  .  |  D 1278  .  .   D's row and column have no other 1: not 2

Look at the corner opposite, D. If in its row *and* in its column 1 can go only in corners,
then D cannot be 2: C would be the 1 of its row, B the 1 of its column, and A the other 2. Two 1s,
two 2s: they could change places.

If two corners are clean, try it from both. If these are the ends of a side, look for unique
rectangle type 4 first, which eliminates more. A corner may lack one of the two digits; the option
`missing=false` rules that out. Works on any layout. Described at
https://www.sudokuwiki.org/Hidden_Unique_Rectangles and
https://hodoku.sourceforge.net/en/tech_ur.php.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, listed, strategy
from sudoku_engine.board.masks import digits_of, mask_of
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.uniqueness.deadly import either, is_confined, smallest_by_effect
from sudoku_plugins.strategies.uniqueness.rectangles import Rectangle, rectangles

EXAMPLE = "..62173.9293485167..1639.2.41857269396.3418.23.2968.1..8.1942361347269..629853..1"
"""4,5 in r36c79 => r6c9<>5."""


@strategy(
    "Hidden Rectangle",
    score=100,
    level="hard",
    example=EXAMPLE,
    sizes=None,
    assumes_unique=True,
    family="uniqueness",
)
def hidden_rectangle(grid: Grid, *, missing: bool = True) -> Iterator[Step]:
    """Eliminate a digit opposite a clean corner if the other digit is locked in the rectangle."""
    return smallest_by_effect(
        step
        for rectangle in rectangles(grid.masks, grid.boards, grid.layout, missing)
        if len(rectangle.roof) > 1
        for step in _hidden(grid, rectangle)
    )


def _hidden(grid: Grid, rectangle: Rectangle) -> Iterator[Step]:
    corners, pair = rectangle.corners, rectangle.pair
    for clean, opposite in zip(corners, reversed(corners)):
        lines = grid.layout.houses_of(opposite)[:2]
        for digit in sorted(digits_of[pair & grid.masks[opposite]]):
            if clean not in rectangle.deadly.extras and all(
                is_confined(grid, digit, line, mask_of(corners)) for line in lines
            ):
                other = pair & ~(1 << digit - 1)
                reason = (
                    f"in {listed(lines)} only corners of the rectangle can be {symbol(digit)}, so "
                    f"if {opposite} were {either(other)}, {clean} would be {either(other)}, too, "
                    f"and the others {symbol(digit)}; {rectangle.deadly.threat}"
                )
                yield from rectangle.deadly.step(grid, [(opposite, other)], lines, reason)
