"""Franken fish: fish that have boxes among their rows and columns.

Know the fish of lines first (X-wing, swordfish, finned fish): so many rows share their digit
out among as many columns. The argument needs only that each of these houses holds the digit just
once, and boxes do so too. In a **Franken** fish boxes stand beside the rows as base, beside the
columns as cover, or both; or columns and rows change places::

    . - . | . - . | . . .
    . X . | . X . | . . .     base:   rows 2, 8 and 9
    . - . | . - . | . . .     cover:  columns 2 and 5, and box 9
    ------+-------+------
    . - . | . - . | . . .     three rows need the digit, and all their
    . - . | . - . | . . .     places X are in the three cover houses,
    . - . | . - . | . . .     which can hold it only once each: so it
    ------+-------+------     cannot be at any -
    . - . | . - . | - - -
    . X . | . . . | . X X     a Franken swordfish
    . . . | . X . | X . .

What counts is counting. Take some base houses, and as many cover houses. If all places of the base
are in the cover, and none is in two base houses, the cover houses have their digits in the base and
nowhere else. A place of the base that is in two cover houses cannot hold the digit either: it would
leave one base house without. (Fish with such a place are called cannibals.)

**Finned Franken** fish have places of the base outside the cover (*fins*), or in two
base houses (*endofins*). As with any fin, what would be eliminated must see all of them.

To find one, put the digit in a cell that you would like to be rid of, and cross out what it
sees: if three houses then have places in just two others, you have a swordfish. Franken swordfish
are rare; most of them can be told as a chain as well. A step is shown for a base with all covers
that serve; at most five fins and two endofins. Regions of a jigsaw are its boxes; diagonals take
part in mutant fish only. On boards of more than nine rows, a base house of a fish of three or more
may have at most three places left that the cell does not see; whales and leviathans are looked for
only while the digit has at most 40 places. Described at
https://hodoku.sourceforge.net/en/tech_fishc.php.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_engine import Grid, Step
from sudoku_plugins.strategies.fish.box_fish import franken
from sudoku_plugins.strategies.fish.catch import by_size, fish_steps

FRANKEN_EXAMPLES = (
    "1426578939....84.558..4.2.63....4.5.25...6.4.49.5.1.8.835472961714.6.528629815734",
    ":0000:x:9+78.6+2.+31.+15..8.+92.23+19...8+24..+8.91...+12..+8...+8...12.31..8...+2.+86+2.+1.37....6+2.+1+8.:"
    "437 651 355 356 661 491::",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "817365.....2...7......7..35..91....2278....6.1..6...8...3..6.5.4.....9.3.81......",
)
FINNED_FRANKEN_EXAMPLES = (
    "4.67.1....934286.77....6..437..45162.4.61.7.9.6...7.4.61..74..8..756.4.1..4189.76",
    ":0000:x:.24..3.67637...8..9.867.234.4293.6...63....2.8.9..6.4.485.....6371469582296...4..:"
    "514 115 524 125 225 525 526 129 541 546 149 155 556 159 559 565 569 174 177 178 194 794 894 "
    "195 196::",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "56.8..3.414..36.858...4.6......64...216.8.4394..9...6.3.46.1852651428..3....5.146",
)
"""From X-wing to leviathan."""


def franken_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Eliminate a digit from houses that share it out among as many others, with boxes."""
    return fish_steps(grid, size, lambda *places: franken(*places).finless)


def finned_franken_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Eliminate what a Franken fish would if it had no fins, as far as it sees all fins."""
    return fish_steps(grid, size, lambda *places: franken(*places).finned)


FRANKEN_FISH = by_size(
    franken_fish,
    "Franken",
    grades=[(300, "unfair"), (350, "unfair"), (370, "unfair"), *[(470, "extreme")] * 3],
    examples=FRANKEN_EXAMPLES,
    largest_by_default=3,
)
FINNED_FRANKEN_FISH = by_size(
    finned_franken_fish,
    "Finned Franken",
    grades=[(390, "unfair"), (410, "unfair"), (430, "unfair"), *[(470, "extreme")] * 3],
    examples=FINNED_FRANKEN_EXAMPLES,
    largest_by_default=3,
)
