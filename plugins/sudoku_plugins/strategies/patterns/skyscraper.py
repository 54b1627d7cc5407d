"""Skyscraper: two towers on common ground; at the top of at least one is the digit.

Look at one digit. Find two columns in which it has only two places left, and one place of each in
the same row: two towers that stand on one ground line. Both feet cannot hold the digit, for they
are in one row. So at least one of the towers has it at the top, and what sees both tops loses it::

    . . . | . - - | . . D     column 4 has the digit only at A and B,
    . . . | A . . | - - .     column 9 only at C and D
    . . . | . . . | . . .
    ------+-------+------     B and C are in one row: not both
    . . . | B . . | . . C     so A or D is true,
    . . . | . . . | . . .     and no - that sees both can hold it

The ground may be above the tops, too. Lying skyscrapers, two rows on a common column, work the
same way. If the tops are in one row as well, it is an X-wing.

A step is written as a chain: A =6= B means that A or B is 6, and B -6- C that they are not both 6.
Described at https://hodoku.sourceforge.net/en/tech_sdp.php (Skyscraper).
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, strategy
from sudoku_plugins.strategies.patterns.turbots import turbot_steps

EXAMPLE = "9542..81.128..94.7376841592613785249589624...7421936854.59.8.2.8.7.129.42914..3.8"
"""6 in columns 6 and 9, on the ground of row 1."""


@strategy("Skyscraper", score=130, level="hard", example=EXAMPLE, sizes=None, family="patterns")
def skyscraper(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit where two parallel lines share one end of their two places each."""
    return turbot_steps(grid, "skyscraper")
