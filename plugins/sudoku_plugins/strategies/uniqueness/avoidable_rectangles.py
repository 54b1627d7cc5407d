"""Avoidable rectangles: digits that you have placed must not be able to change places.

As for a unique rectangle, look at four cells in two rows, two columns and two boxes. Here some of
them are filled already, but *you* have filled them: none of the four is a given. If they ended
up with the same two digits crosswise, these could change places, and the puzzle would have had
two solutions from the beginning. So they must not.

**Type 1.** Three corners are filled, the last is open::

    1  . .  | .  2   .
    2  . .  | .  13  .    a 1 here would complete the rectangle: eliminate it

**Type 2.** Two corners of a side are filled; each of the others has the digit that would complete
the rectangle, and one other, the same in both. One of them holds that other digit, so no cell
that sees both can hold it::

    1   . .  | .  2   .
    23  - -  | -  13  -     one of these two is 3, so no - is

This needs a board that knows which digits are given. Files in the formats ``hodoku``,
``candidates`` and ``sdk`` tell; in others all digits count as given, and nothing is found. Works
on any layout. Described at
https://www.sudokuwiki.org/Avoidable_Rectangles and
https://hodoku.sourceforge.net/en/tech_ur.php.
"""

from collections.abc import Iterator

from sudoku_engine import Cell, Grid, Step
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.strategies.analysis import held_by
from sudoku_plugins.strategies.families import uniqueness_strategy
from sudoku_plugins.strategies.uniqueness import (
    Deadly,
    by_one_cell,
    by_one_digit,
    corners_at,
    smallest_by_effect,
)

TYPE_1_EXAMPLE = (
    ".+5..4+21...48..9+2..32...+6+4..5+3+4+6+28+79+1.+9.+73+4+8+567+86+91+5+3+24+8+7+3+5619+4"
    "+2.+6.+48+351+7+4+15+2+9+7+63+8"
)
"""2,4 in r89c14 => r8c1<>2."""
TYPE_2_EXAMPLE = (
    ":0000:x:+89+1+732+45+63+5.+6.+18+7..+678+5.1..9..1...8..28+9.53.7....8.....4.5.6..+8"
    ".86.1.+5.45..4.+8...:161 168 388 198::"
)
"""6,9 in r25c45 => r4c5<>4."""


@uniqueness_strategy("Avoidable Rectangle Type 1", score=100, level="hard", example=TYPE_1_EXAMPLE)
def avoidable_rectangle_1(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that would complete a rectangle of three placed digits."""
    return smallest_by_effect(
        step for deadly in _rectangles(grid, 1) for step in by_one_cell(grid, deadly)
    )


@uniqueness_strategy("Avoidable Rectangle Type 2", score=100, level="hard", example=TYPE_2_EXAMPLE)
def avoidable_rectangle_2(grid: Grid) -> Iterator[Step]:
    """Eliminate the digit that one of two cells beside two placed digits must hold."""
    return smallest_by_effect(
        step for deadly in _rectangles(grid, 2) for step in by_one_digit(grid, deadly)
    )


def _rectangles(grid: Grid, n_open: int) -> Iterator[Deadly]:
    """Yield the rectangles without givens with a filled side and `n_open` other cells open."""
    open_cells = grid.boards[0]
    fits = ~grid.given
    placed = grid.layout.all_cells & fits & ~open_cells
    for first in grid.layout.cells_in(placed):
        for corners in corners_at(first, grid.layout, fits):
            if (mask_of(corners) & open_cells).bit_count() == n_open:
                _, beside, below, opposite = corners
                for second, last in ((beside, below), (below, beside)):
                    if placed >> second & 1:
                        deadly = _threatened(grid, first, second, opposite, last)
                        if deadly is not None and len(deadly.extras) == n_open:
                            yield deadly


def _threatened(grid: Grid, first: Cell, second: Cell, opposite: Cell, last: Cell) -> Deadly | None:
    """Return the pattern of a filled side from `first` to `second`, if the rest can complete it."""
    pair = 0
    extras = {}
    for filled, other in ((first, opposite), (second, last)):
        digit = 1 << grid.digits[filled] - 1
        pair |= digit
        (held,) = held_by(grid, [other])
        if not held & digit:
            return None
        if held != digit:
            extras[other] = held & ~digit
    return Deadly((first, second, opposite, last), extras, pair)
