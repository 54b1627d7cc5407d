"""2-string kite: a row and a column, each with two places for a digit, tied together in a box.

Look at one digit. Find a row and a column in which it has only two places left, and one place of
each in the same box: the kite. Its two strings lead out of the box. The two cells in the box
cannot both hold the digit, so the far end of at least one string holds it::

    . B . | . . . | . A .     row 1 has the digit only at A and B,
    C . . | . . . | . . .     column 1 only at C and D
    . . . | . . . | . . .
    ------+-------+------     B and C are in box 1: not both
    . . . | . . . | . . .     so A or D is true,
    D . . | . . . | . - .     and - sees both

Sometimes the same two cells of the box carry two kites at once: both have a string in their row
and one in their column. This **dual** kite is one step with the effect of both; if its kites are
of two digits, each of them is a step, too.

A step is written as a chain: A =9= B means that A or B is 9, and B -9- C that they are not both 9.
Described at https://hodoku.sourceforge.net/en/tech_sdp.php (2-String Kite).
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Cell, Grid, Step, strategy
from sudoku_plugins.strategies.analysis.effects import first_of_each_effect
from sudoku_plugins.strategies.patterns.turbots import Turbot, turbot_step, turbots_of

EXAMPLE = ".7.1842.38..7.21542415.387.7894356124...1.738.1..78945..784152.12835.4.7..4.27381"
"""9 in row 1 and column 9, tied together in box 3."""


@strategy("2-String Kite", score=150, level="hard", example=EXAMPLE, sizes=None, family="patterns")
def two_string_kite(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit where a row and a column, two places each, meet in a box."""
    return first_of_each_effect(
        turbot_step(kites, grid.layout) for kites in sorted(_kites(grid), key=len)
    )


def _kites(grid: Grid) -> Iterator[list[tuple[int, Turbot]]]:
    """Yield the kites on the same two cells of a box: those of a digit, and all if more have any.

    Each kite is with its digit.
    """
    tied: dict[frozenset[Cell], list[tuple[int, Turbot]]] = {}
    for digit in grid.open_digits:
        for kite in turbots_of(grid, digit, "kite"):
            tied.setdefault(frozenset((kite.one, kite.other)), []).append((digit, kite))
    for kites in tied.values():
        digits = dict.fromkeys(digit for digit, _ in kites)
        for digit in digits:
            yield [each for each in kites if each[0] == digit]
        if len(digits) > 1:
            yield kites
