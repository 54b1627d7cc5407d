"""Turbot fish: two pairs of last places of a digit, tied together in any house.

If a digit has only two places left in a house, one of them holds it: a *strong link*. Find two
such links, A = B and C = D, so that B and C are in one house, too. These cannot both hold the
digit: a *weak link*, B - C. If B does not, A does; if C does not, D does. So at least one of A and
D holds the digit, and a cell that sees both cannot::

    . . . | . . . | . . .     box 1 has the digit only at A and B,
    . A . | . . . | . - .     row 6 only at C and D
    B . . | . . . | . . .
    ------+-------+------     B and C are in column 1: not both
    . . . | . . . | . . .     so A or D is true, and - sees both
    . . . | . . . | . . .
    C . . | . . . | . D .

If both links are in parallel lines, people call it a skyscraper; a row and a column that meet in a
box are a 2-string kite. Those are easier to see. What is left for the turbot fish is mostly a box
and a line, as here.

A step is written as a chain: A =6= B means that A or B is 6, and B -6- C that they are not both 6.
Described at https://hodoku.sourceforge.net/en/tech_sdp.php (Turbot Fish).
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step, strategy
from sudoku_plugins.strategies.patterns.turbots import turbot_steps

EXAMPLE = (
    ":0403:6:284935176639.7.258751.8.394.7..2..81..2....37.1.75.9621....782.....1.74.3.789.615"
    ":452:::"
)
"""6 in column 5 and box 4, joined in row 5."""


@strategy("Turbot Fish", score=120, level="hard", example=EXAMPLE, sizes=None, family="patterns")
def turbot_fish(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit where two strong links are joined, one of them usually in a box."""
    return turbot_steps(grid, "other")
