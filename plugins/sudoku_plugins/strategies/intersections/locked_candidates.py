"""Locked candidates: a digit confined to where a box and a line cross.

**Pointing.** Look at one digit in one box. If all its candidates there lie in one row, the
digit of the box is in that row, wherever exactly; so the row's digit is taken, and can be
struck in the row outside the box::

    1 2 3 | . . . | . . .
    * * * | - - - | - - -     in box 1 the 5 can only be at *, all in row 2:
    4 6 7 | . . . | . . .     so it cannot be at any -

**Claiming** is the same seen from the line: if all the candidates of a digit in a row lie
in one box, the row claims the digit of that box, and the box's other cells lose it.

Columns work as rows do, and so do diagonals where they are houses. Described at
https://www.sudokuwiki.org/Intersection_Removal and
https://hodoku.sourceforge.net/en/tech_intersections.php.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from sudoku_engine import Candidate, Grid, House, Layout, Step, strategy
from sudoku_engine.board.words import symbol

Direction = Literal["pointing", "claiming"]

EXAMPLE = "86.9427.552.76.849974.58...346.859.778249..56195.76.84457829...219634578638517492"
"""Pointing: box 6 locks its 3 into column 7."""


@strategy(
    "Locked Candidates",
    score=50,
    level="medium",
    example=EXAMPLE,
    sizes=None,
    family="intersections",
)
def locked_candidates(
    grid: Grid, *, kinds: Sequence[Direction] = ("pointing", "claiming")
) -> Iterator[Step]:
    """Strike a digit from a house where another house has locked it into their crossing."""
    by_hand = grid.marks == "manual"
    for kind in ("pointing", "claiming"):
        if kind in kinds:
            for digit in grid.layout.digits:
                for lock in locks(grid.boards[digit], grid.layout)[kind]:
                    if not (by_hand and grid.holds(digit, lock.holder)):
                        yield lock.step(digit, grid.layout)


class Lock(NamedTuple):
    """A digit that `holder` can only hold in `cells`, which are in `loser` too."""

    holder: House
    loser: House
    cells: int
    struck: int

    def step(self, digit: int, layout: Layout) -> Step:
        """The step for `digit`."""
        return Step(
            eliminations=[Candidate(cell, digit) for cell in layout.cells_in(self.struck)],
            because=[Candidate(cell, digit) for cell in layout.cells_in(self.cells)],
            houses=[self.holder, self.loser],
            reason=f"in {self.holder} all places for {symbol(digit)} are in {self.loser}, so "
            f"{self.loser} can hold it nowhere else",
        )


@lru_cache(maxsize=1 << 16)
def locks(board: int, layout: Layout) -> Mapping[Direction, Sequence[Lock]]:
    """The locks in one digit's `board` that strike something, boxes in order.

    A digit with a single place locks too (a hidden single, found before where the singles run):
    else it would depend on the order of steps where the strategy comes to rest.
    """
    found: dict[Direction, list[Lock]] = {"pointing": [], "claiming": []}
    for box, line, common, rest_of_box, rest_of_line in crossings(layout):
        places = board & common
        if places:
            in_box = board & rest_of_box
            in_line = board & rest_of_line
            if in_line and not in_box:
                found["pointing"].append(Lock(box, line, places, in_line))
            elif in_box and not in_line:
                found["claiming"].append(Lock(line, box, places, in_box))
    return found


class Crossing(NamedTuple):
    """A box and a line (row, column, diagonal), the cells of both and those of one alone."""

    box: House
    line: House
    common: int
    rest_of_box: int
    rest_of_line: int


@cache
def crossings(layout: Layout) -> tuple[Crossing, ...]:
    """Where boxes and lines have two cells or more in common, by box, then by line.

    >>> len(crossings(Layout.named("9x9")))
    54
    """
    lines = (*layout.rows, *layout.columns, *layout.diagonals)
    return tuple(
        Crossing(box, line, common, box.mask & ~common, line.mask & ~common)
        for box in layout.boxes
        for line in lines
        if (common := box.mask & line.mask).bit_count() > 1
    )
