"""Unique rectangles: two digits must not be able to change places.

Look for four open cells at the corners of a rectangle, in two rows, two columns and two boxes,
that all have the same two candidates, say 1 and 2. If there were nothing else in them, they
could be filled in two ways, and no row, column or box would notice the difference::

    1 . . | . 2 .        2 . . | . 1 .
    2 . . | . 1 .        1 . . | . 2 .

A puzzle with two solutions is no proper puzzle. So if you know that yours has only one
solution, at least one corner gets an *extra*, a candidate other than 1 and 2. What follows
depends on where the extras are. (A *side* is two corners in one row or column.)

**Type 1.** One corner has extras: it must hold one of them, so it is neither 1 nor 2::

    12  .  .  |  12    .  .
    12  .  .  |  1256  .  .       5 or 6: nothing else prevents two solutions

**Type 2.** Two corners of a side have the same one extra, say 5. One of them is 5, so no
cell that sees both can be 5::

    12  .  .  |  125   -  -
    12  .  .  |  125   -  -       no 5 at any -, nor in the rest of the column

**Type 3.** Two corners of a side have several extras. One of these is true, so together the two
corners act as *one* cell that has only the extras. Look for a naked subset of this cell and others
in a house with both corners::

    12  .  .  |  125   .  .
    12  .  .  |  126   .  .   5 or 6 is in one of these two, the other
    .   .  .  |  56    .  .   in the 56: a pair, so nowhere else in the
                              column and in the box

**Type 4.** Two corners of a side have extras, and in a house that holds both no other cell can be
1. So one of them is 1 and the other holds an extra: neither is 2::

    12  .  .  |  125   .  .
    12  .  .  |  126   .  .   these two have the only 1s of the column:
                              no 2 in either

**Type 5.** As type 2, but the extra is in two opposite corners, or in three::

    125 .  .  |  12    -  -
    12  -  -  |  125   .  .    one of the opposite corners is 5: no 5 at any -

**Type 6.** Two opposite corners have extras, and in both rows of the rectangle (or in both columns)
1 can go only in the corners. If one corner with extras were 1, the other would be 1, too, and the
clean corners 2. So neither is 1::

    125 .  .  |  12    .  .    no other 1 in this row
    12  .  .  |  126   .  .    nor in this: no 1 in the corners with 5 and 6

A corner may lack one of the two digits: all this is true nevertheless; the option `missing=false`
rules such corners out. Begin with a cell that has just two candidates. Works on any layout: on a
jigsaw the corners are in two regions, and a diagonal that is a house must not go through a corner.
Described at
https://www.sudokuwiki.org/Unique_Rectangles and
https://hodoku.sourceforge.net/en/tech_ur.php.
"""

from collections.abc import Callable, Iterator

from sudoku_engine import Grid, Step, say
from sudoku_engine.board.masks import digits_of, mask_of
from sudoku_plugins.strategies.families import uniqueness_strategy
from sudoku_plugins.strategies.uniqueness import (
    Deadly,
    by_one_cell,
    by_one_digit,
    by_strong_link,
    by_subset,
    either,
    is_confined,
    rectangles,
    smallest_by_effect,
)

TYPE_1_EXAMPLE = "23586..748.7.5.6.21.6.2758368459...7329716845751.48..6462185739913674258578.3.461"
"""4,9 in r23c24 => r2c4<>4, r2c4<>9."""
TYPE_2_EXAMPLE = (
    ":0000:x:98.2475.12...81..7..796...2879.1.246...8723593..4961785..63.724.3.72..157..1546."
    "3:883::"
)
"""4,6 in r58c13 => r5c2<>1."""
TYPE_3_EXAMPLE = (
    ":0000:x:4561...328726...1413942..8.523.4.167768251349914376258241.6..7..8571249..97..4.21:"
    "916 926 576::"
)
"""8,9 in r47c46 => r7c7<>5."""
TYPE_4_EXAMPLE = "19...764.4...519..8..4.91..314985276527.1..9.9682743516435987122517....97891.256."
"""3,7 in r23c29 => r23c9<>3."""
TYPE_5_EXAMPLE = (
    ":0000:x:6+49.3.+5....+256..4...+5..4.6...64...1...1+3....5..7.....3+9+6+3+278+1+5+42"
    "+1+8+6+459+377541+9+32+8+6:716 726 832 841 842 845 949 757 857 258 861 265 865 266 9"
    "66 867::"
)
"""3,7 in r23c27 => r2c9<>8."""
TYPE_6_EXAMPLE = "8.46759....3128.4..7.9348...8.7413..1..38....34.56..81658.971..4328165797...53..8"
"""2,3 in r17c89 => r1c8,r7c9<>3."""


@uniqueness_strategy("Unique Rectangle Type 1", score=100, level="hard", example=TYPE_1_EXAMPLE)
def unique_rectangle_1(grid: Grid, *, missing: bool = True) -> Iterator[Step]:
    """Eliminate the two digits from the only corner that can hold anything else."""
    return _steps(grid, missing, by_one_cell)


@uniqueness_strategy("Unique Rectangle Type 2", score=100, level="hard", example=TYPE_2_EXAMPLE)
def unique_rectangle_2(grid: Grid, *, missing: bool = True) -> Iterator[Step]:
    """Eliminate the one extra of two corners of a side from the cells that see both."""
    return _steps(grid, missing, by_one_digit, _has_side_roof)


@uniqueness_strategy("Unique Rectangle Type 3", score=100, level="hard", example=TYPE_3_EXAMPLE)
def unique_rectangle_3(grid: Grid, *, missing: bool = True) -> Iterator[Step]:
    """Eliminate the digits of a subset that the extras of two corners are part of."""
    return _steps(grid, missing, by_subset, _has_side_roof)


@uniqueness_strategy("Unique Rectangle Type 4", score=100, level="hard", example=TYPE_4_EXAMPLE)
def unique_rectangle_4(grid: Grid, *, missing: bool = True) -> Iterator[Step]:
    """Eliminate one of the two digits from two corners, if the other must be in one of them."""
    return _steps(grid, missing, by_strong_link, _has_side_roof)


@uniqueness_strategy("Unique Rectangle Type 5", score=100, level="hard", example=TYPE_5_EXAMPLE)
def unique_rectangle_5(grid: Grid, *, missing: bool = True) -> Iterator[Step]:
    """Eliminate the one extra of opposite or of three corners from the cells that see them."""
    return _steps(grid, missing, by_one_digit, lambda rectangle: not _has_side_roof(rectangle))


@uniqueness_strategy("Unique Rectangle Type 6", score=100, level="hard", example=TYPE_6_EXAMPLE)
def unique_rectangle_6(grid: Grid, *, missing: bool = True) -> Iterator[Step]:
    """Eliminate from two opposite corners a digit that is locked in the rectangle."""
    return _steps(grid, missing, _locked, _has_diagonal_roof)


def _has_side_roof(rectangle: Deadly) -> bool:
    """Return whether two corners have extras, and they are the ends of a side."""
    return len(rectangle.extras) == 2 and not _has_diagonal_roof(rectangle)


def _has_diagonal_roof(rectangle: Deadly) -> bool:
    first, beside, below, opposite = rectangle.cells
    return {*rectangle.extras} in ({first, opposite}, {beside, below})


def _steps(
    grid: Grid,
    missing: bool,
    rule: Callable[[Grid, Deadly], Iterator[Step]],
    suits: Callable[[Deadly], bool] = lambda rectangle: True,
) -> Iterator[Step]:
    return smallest_by_effect(
        step
        for rectangle in rectangles(grid.masks, grid.boards, grid.layout, missing)
        if suits(rectangle)
        for step in rule(grid, rectangle)
    )


def _locked(grid: Grid, rectangle: Deadly) -> Iterator[Step]:
    """Yield the steps of a digit that both rows, or both columns, have only in the corners."""
    corners = rectangle.cells
    for digit in sorted(digits_of[rectangle.digits]):
        for rows_or_columns in zip(*map(grid.layout.houses_of, corners[::3])):
            if rows_or_columns[0].kind not in ("row", "column"):
                break
            if all(is_confined(grid, digit, line, mask_of(corners)) for line in rows_or_columns):
                first, second = rectangle.extras
                reason = say(
                    "in {lines} only corners of the rectangle can be {digit},| so if {first} or "
                    "{second} were {digit}, both would be;| {threat}",
                    lines=rows_or_columns,
                    digit=digit,
                    first=first,
                    second=second,
                    threat=rectangle.threat,
                )
                losing = [(cell, 1 << digit - 1) for cell in rectangle.extras]
                yield from rectangle.step(grid, losing, rows_or_columns, reason)


HIDDEN_RECTANGLE_EXAMPLE = (
    "..62173.9293485167..1639.2.41857269396.3418.23.2968.1..8.1942361347269..629853..1"
)
"""4,5 in r36c79 => r6c9<>5."""


@uniqueness_strategy("Hidden Rectangle", score=100, level="hard", example=HIDDEN_RECTANGLE_EXAMPLE)
def hidden_rectangle(grid: Grid, *, missing: bool = True) -> Iterator[Step]:
    """Eliminate a digit opposite a clean corner if the other digit is locked in the rectangle.

    As for a unique rectangle, look for four open cells in two rows, two columns and two boxes with
    the same two candidates, say 1 and 2. If they were all the digits in them, they could change
    places, and the puzzle would have two solutions. Here only one corner, A, needs to be without
    other candidates; the *extras* of the others hide the rectangle::

        A 12    .  .  |  B 125   .  .
        C 126   .  .  |  D 1278  .  .   D's row and column have no other 1: not 2

    Look at the corner opposite, D. If in its row *and* in its column 1 can go only in corners, then
    D cannot be 2: C would be the 1 of its row, B the 1 of its column, and A the other 2. Two 1s,
    two 2s: they could change places.

    If two corners are clean, try it from both. If these are the ends of a side, look for unique
    rectangle type 4 first, which eliminates more. A corner may lack one of the two digits; the
    option `missing=false` rules that out. Works on any layout. Described at
    https://www.sudokuwiki.org/Hidden_Unique_Rectangles and
    https://hodoku.sourceforge.net/en/tech_ur.php.
    """
    return _steps(grid, missing, _hidden, lambda rectangle: len(rectangle.extras) > 1)


def _hidden(grid: Grid, rectangle: Deadly) -> Iterator[Step]:
    corners, pair = rectangle.cells, rectangle.digits
    for clean, opposite in zip(corners, reversed(corners)):
        lines = grid.layout.houses_of(opposite)[:2]
        for digit in sorted(digits_of[pair & grid.masks[opposite]]):
            if clean not in rectangle.extras and all(
                is_confined(grid, digit, line, mask_of(corners)) for line in lines
            ):
                other = pair & ~(1 << digit - 1)
                reason = say(
                    "in {lines} only corners of the rectangle can be {digit},| so if {opposite} "
                    "were {other}, {clean} would be {other}, too, and the others {digit};| "
                    "{threat}",
                    lines=lines,
                    digit=digit,
                    opposite=opposite,
                    other=either(other),
                    clean=clean,
                    threat=rectangle.threat,
                )
                yield from rectangle.step(grid, [(opposite, other)], lines, reason)
