"""Mutant fish: fish of rows, columns and boxes in any mixture.

Know Franken fish first. There rows and boxes share their digit out among columns and boxes, or
columns and boxes among rows and boxes. In a **mutant** fish rows and columns may stand side by
side in the base, in the cover, or in both::

    . - . | - X - | . . .
    . X . | X . X | . . .     base:   row 2, column 5 and box 7
    . - . | - . - | . . .     cover:  row 7, column 2 and box 2
    ------+-------+------
    . - . | . . . | . . .     row 2 has its digit in column 2 or box 2,
    . - . | . . . | . . .     column 5 in box 2 or row 7,
    . - . | . . . | . . .     box 7 in row 7 or column 2:
    ------+-------+------     so it cannot be at any -
    X . X | - X - | - - -
    . X . | . . . | . . .     a mutant swordfish
    . X . | . . . | . . .

The counting is the same: so many base houses each need the digit; all of their places are in as
many cover houses, each of which can hold it only once. So the cover houses have it in the base. It
can be eliminated from their other cells, and from places of the base that are in two of them.

**Finned mutant** fish have fins, places of the base outside the cover, or endofins, places in
two base houses: where rows and columns cross in the base, there is nearly always one.
What is eliminated sees all of them.

Mutant fish are hard to see and run only when they are named. What is found is what a search
from each cell finds: put the digit there, cross out what it sees, and look for base houses that
are left with places in one cover house too few. A fish that contains a smaller one for the same
cell is not shown. At most five fins and two endofins; diagonals that are houses take part, and
regions of a jigsaw are boxes. So that the search does not take too long, a base house of a whale
may have at most four places left that the cell does not see, one of a leviathan three, and on
boards of more than nine rows three in any fish but X-wings; and the digit may have at most 30
places for a squirmbag, 27 for a whale, 26 for a leviathan. Described at
https://hodoku.sourceforge.net/en/tech_fishm.php.
"""

from collections.abc import Iterator

from sudoku_engine import Grid, Step
from sudoku_plugins.strategies.fish import by_size, fish_steps
from sudoku_plugins.strategies.fish.franken_fish import mixed_fish

MUTANT_EXAMPLES = (
    "381.5....456913.2.279486153763...5..1.5..8...9.8.3...1592.....6834.6.912617.29..5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.1.51..2.37.8.3..52.....5.1........7.44.87.59.272694.3.5",
    ".2.314.....578.41214..25.37..9258.6...24.7..8....312....1543...653872.4..741..5.3",
    ":0000:x:.54.7.26.9.6.125472.7..5..3598....7242.758..667..2.4857.52....9..2..765.8.95..724"
    ":137 147 166 172 176 178 184 189 192::",  # few places are left, so that it is found soon
)
FINNED_MUTANT_EXAMPLES = (
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    "3..5..2...7.....53......6.8.58..2.37.1.3..52.....5.8........7.44.17.59.272694.3.5",
    ":0000:x:.2.394.....578.49294..25.37..1258.6...24.7..8....392....9543...653872.4..749..5.3"
    ":117 118 119 121 134 191::",
)
"""From X-wing to leviathan."""


def mutant_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Eliminate a digit from houses of any kind that share it out among as many others."""
    return fish_steps(grid, size, lambda *places: mixed_fish(True, *places)[0])


def finned_mutant_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Eliminate what a mutant fish would if it had no fins, as far as it sees all fins."""
    return fish_steps(grid, size, lambda *places: mixed_fish(True, *places)[1])


MUTANT_FISH = by_size(
    mutant_fish,
    "Mutant",
    grades=[*[(450, "extreme")] * 3, *[(470, "extreme")] * 3],
    examples=MUTANT_EXAMPLES,
    largest_by_default=0,
)
FINNED_MUTANT_FISH = by_size(
    finned_mutant_fish,
    "Finned Mutant",
    grades=[(470, "extreme")] * 6,
    examples=FINNED_MUTANT_EXAMPLES,
    largest_by_default=0,
)
