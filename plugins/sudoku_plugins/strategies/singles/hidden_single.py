"""Hidden single: a digit fits in only one cell of a house.

Take a digit and a house where it is still missing, say the 5 in a box. Every 5 outside
blocks its whole row and column. If the box has only one open cell left for the 5,
it goes there, even if that cell shows many other candidates (they hide it)::

    . . .  | . 5 . | . . .     the 5 of row 1 blocks the top row of box 1,
    . 1 *  | . . . | . . .     the 5 of column 1 its left column;
    . 7 8  | . . . | . . .     1, 7 and 8 fill cells: the 5 of box 1 is at *
    -------+-------+------
    5 . .  | . . . | . . .

Described at https://www.sudokuwiki.org/Getting_Started and
https://hodoku.sourceforge.net/en/tech_singles.php.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Step, strategy
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.houses import EVERY_KIND, HouseKind

EXAMPLE = "...1.7.3.1.7.8...2.3..6..17.4.....7..7......152.97.86468.7..143.1...47..794.1.5.."
"""In box 3 the 8 fits only in r1c9."""


@strategy("Hidden Single", score=14, level="easy", example=EXAMPLE, sizes=None, family="singles")
def hidden_single(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Place a digit in the only cell of a house that can hold it."""
    layout, boards = grid.layout, grid.boards
    by_hand = grid.marks == "manual"
    for digit in layout.digits:
        board = boards[digit]
        for house in houses_with_one_place(board, layout):
            if house.kind in houses and not (by_hand and grid.holds(digit, house)):
                yield _step(layout.cell_alone[board & house.mask], digit, house)


@lru_cache(maxsize=3 << 12)
def houses_with_one_place(board: int, layout: Layout) -> tuple[House, ...]:
    """Return the houses in which one digit's `board` has a single cell."""
    # Directly from the board: `places_by_house` costs more on every new board.
    return tuple([house for house in layout.houses if (board & house.mask).bit_count() == 1])


@lru_cache(maxsize=1 << 12)
def _step(cell: Cell, digit: int, house: House) -> Step:
    return Step(
        placements=[Candidate(cell, digit)],
        houses=[house],
        reason=f"{cell} is the only cell of {house} where {symbol(digit)} can go",
    )
