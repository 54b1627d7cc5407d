"""Basic fish: X-wing, swordfish, jellyfish: a digit that some rows have in only as many columns.

**X-wing.** Look at one digit. Find two rows in which it has only two places, in the same two
columns. If it is on the left in one row, it is on the right in the other, since no column can
hold it twice. You do not know which, but each of the two columns has its digit in
one of these two rows. So the digit can be eliminated from the columns everywhere else::

    . . . | . . . | . . .
    . X . | . . . | . X .     in rows 2 and 5 the digit can only be at X:
    . - . | . . . | . - .     so in the two columns it cannot be at any -
    ------+-------+------
    . - . | . . . | . - .
    . X . | . . . | . X .
    . - . | . . . | . - .

**Swordfish, jellyfish.** The same with three rows and three columns, or four and four. Not
every row needs a place in every column: two or three places are enough, as long as all of them
together lie in no more columns than there are rows. **Squirmbag, whale, leviathan** are the
same with five, six and seven. They are here for those who like large fish: on a board of nine
rows there is always a smaller one that does the same.

Columns can take the part of the rows. Then look for columns whose places lie in as few rows, and
eliminate from these rows. The rows are the *base* of the fish, the columns its *cover*.

To find one, write down for a digit which columns each row still has it in, and look for
rows with two or three columns that repeat. Fish work on boards of all sizes; boxes, regions and
diagonals play no part. Described at https://www.sudokuwiki.org/X_Wing_Strategy,
https://www.sudokuwiki.org/Sword_Fish_Strategy and
https://hodoku.sourceforge.net/en/tech_fishb.php.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sudoku_engine import Grid, House, Layout, Step
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits, union
from sudoku_plugins.strategies.fish import (
    Catch,
    Cover,
    best,
    by_size,
    cover_with,
    fish_steps,
)
from sudoku_plugins.strategies.naked_subsets import tight_groups

EXAMPLES = (
    "395.16.8....735169167.983.553.967.18..63..59...95..6.392.173.56.53629..1671854932",
    "126589.4....6415925493728162.571846.7149362586..254..196.4231.54.1865.2..521976.4",
    ":0000:x:3492..517528791.3.671453..21.7.29.5..95.74.6143..157.975314.....1.937.459.45.2173:"
    "677 877 878 287::",
    "3.154.89748...16537.5.834121..3.4..8...1.8..4834.5.129548.....1..381..45217435986",
    ".54.7.26.9.6.125472.7..5..3598....7242.758..667..2.4857.52....9..2..765.8.95..724",
    "..51268.7....7.1561768.5.246..5..74.7..2.85.95.1...2.886..5..7..5..8.6..9176.2.85",
)
"""From X-wing to leviathan."""


def basic_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Eliminate a digit from lines that share it out among as many lines that cross them."""
    return fish_steps(grid, size, finless)


BASIC_FISH = by_size(
    basic_fish,
    "",
    grades=[(140, "hard"), (150, "hard"), (160, "hard"), *[(470, "unfair")] * 3],
    examples=EXAMPLES,
    largest_by_default=4,
)


class Lines(NamedTuple):
    """The lines of a board one way, as base, and the other way, as cover."""

    base: tuple[House, ...]
    cover: tuple[House, ...]
    turned: bool
    """Whether the base is columns."""


@per_layout
def both_ways(layout: Layout) -> tuple[Lines, Lines]:
    """Return rows against columns, then columns against rows."""
    return (Lines(layout.rows, layout.columns, False), Lines(layout.columns, layout.rows, True))


@per_layout
def _turned_cells(layout: Layout) -> tuple[int, ...]:
    """Return by cell the mask of its mirror image in the falling diagonal."""
    n = layout.n
    return tuple(1 << cell % n * n + cell // n for cell in layout.cells)


@bounded_cache(lambda found: 300 + 36 * len(found))
def _places(board: int, layout: Layout, turned: bool) -> tuple[int, ...]:
    """Return by row the mask of the columns on `board`, or the other way round."""
    n, every = layout.n, layout.all_digits
    if turned:
        images = _turned_cells(layout)
        board = union([images[cell] for cell in bits(board)])
    return tuple([board >> shift & every for shift in range(0, n * n, n)])


@bounded_cache(lambda found: 300 + 1000 * len(found))
def finless(board: int, false: int, layout: Layout, size: int, closed: int) -> tuple[Catch, ...]:
    """Return the fish of `size` lines on one digit's `board`; `closed` houses are no base."""
    found: list[Catch] = []
    for lines in both_ways(layout):
        places = _places(board, layout, lines.turned)
        shift = layout.n if lines.turned else 0
        usable = tuple([0 if closed >> shift + i & 1 else mask for i, mask in enumerate(places)])
        for group in tight_groups(usable, size):
            base = tuple([lines.base[number] for number in group.members])
            found += _catch(board, layout, base, [group.union], lines)
    return best(found)


def _catch(
    board: int, layout: Layout, base: tuple[House, ...], covers: list[int], lines: Lines
) -> Iterator[Catch]:
    places = board & union(house.mask for house in base)
    found: list[Cover] = []
    for columns in covers:
        houses = [lines.cover[number] for number in bits(columns)]
        cover = cover_with(houses, board, layout, places, 0)
        if cover:
            found.append(cover)
    if found:
        yield Catch(base, places, 0, tuple(found))
