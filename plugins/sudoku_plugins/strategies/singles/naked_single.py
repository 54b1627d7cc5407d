"""Naked single: a cell has one candidate left.

Go through the row, the column and the box of an open cell and cross out every digit that
you find. If a single digit is left, it goes in the cell::

    . 3 . | . . . | . . .
    . . 6 | . . . | . . .     the cell at * sees 3, 6, 8 in its box,
    * 8 . | 1 . . | . 4 .     1, 4 in its row and 2, 5, 9 in its column:
    ------+-------+------     only 7 is left for it
    2 . . | . . . | . . .
    5 . . | . . . | . . .
    9 . . | . . . | . . .

It is hard to see on paper, since the eight other digits are scattered over three houses; with
pencil marks it is the cell with one mark. Described at
https://www.sudokuwiki.org/Getting_Started and
https://hodoku.sourceforge.net/en/tech_singles.php.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sudoku_engine import Candidate, Grid, Layout, Step, strategy
from sudoku_engine.board.masks import bits
from sudoku_engine.board.words import symbol

EXAMPLE = "........5..4..28.65...1.4.2.......2494123658782.4....94873296511.....278....7.943"
"""Row, column and box leave r6c5 only a 5."""


@strategy("Naked Single", score=4, level="easy", example=EXAMPLE, sizes=None, family="singles")
def naked_single(grid: Grid) -> Iterator[Step]:
    """Place a cell's only candidate."""
    for cell in bits(grid.singles):
        (digit,) = grid.candidates(cell)
        yield _step(cell, digit, grid.layout)


@lru_cache(maxsize=1 << 12)
def _step(number: int, digit: int, layout: Layout) -> Step:
    cell = layout.cells[number]
    alone = [Candidate(cell, digit)]
    return Step(
        placements=alone,
        because=alone,
        houses=layout.houses_of(cell),
        reason=f"{symbol(digit)} is the only candidate left in {cell}: every other digit is "
        "ruled out there",
    )
