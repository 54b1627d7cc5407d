"""Full house: one cell of a house is still open.

Look for a row, a column or a box with a single gap. A house holds every digit once, so the
gap gets the one digit that is missing there::

    2 7 9 | 6 . 1 | 3 5 8      row 1 misses only the 4: r1c5 is 4

Nothing is easier to see, so it is tried first: near the end of a puzzle almost every step is
a full house. Described at https://hodoku.sourceforge.net/en/tech_singles.php.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sudoku_engine import Candidate, Cell, Grid, House, Step, strategy
from sudoku_engine.board.masks import bits
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.houses import EVERY_KIND, HouseKind

EXAMPLE = "...2.89..2....3...948675321.92361...86.752.3953.8942......87..2.2.5398...8.426.93"
"""In box 8 only r7c4 is open: r7c4=1."""


@strategy("Full House", score=4, level="easy", example=EXAMPLE, sizes=None, family="singles")
def full_house(grid: Grid, *, houses: Sequence[HouseKind] = EVERY_KIND) -> Iterator[Step]:
    """Place the missing digit in a house's last open cell."""
    by_hand = grid.marks == "manual"
    open_cells = grid.boards[0]
    # The last open cell of a house has one candidate, unless its marks are not up to date.
    for cell in bits(open_cells if by_hand else grid.singles):
        for house in grid.layout.houses_of(cell):
            if open_cells & house.mask == 1 << cell and house.kind in houses:
                missing = [
                    digit
                    for digit in grid.candidates(cell)
                    if not (by_hand and grid.holds(digit, house))
                ]
                if len(missing) == 1:
                    yield _step(grid.layout.cells[cell], missing[0], house)


@lru_cache(maxsize=1 << 12)
def _step(cell: Cell, digit: int, house: House) -> Step:
    return Step(
        placements=[Candidate(cell, digit)],
        houses=[house],
        reason=f"{cell} is the last open cell of {house}, and {symbol(digit)} is missing there",
    )
