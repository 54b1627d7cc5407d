"""Locked candidates: a digit confined to where a box and a line cross.

**Pointing.** Look at one digit in one box. If all its candidates there are in one row, one of
these cells holds the digit; so the row has it inside the box, and it can be
eliminated from the row outside the box::

    1 2 3 | . . . | . . .
    * * * | - - - | - - -     in box 1 the 5 can only be at *, all in row 2:
    4 6 7 | . . . | . . .     so it cannot be at any -

**Claiming** is the same seen from the line: if all the candidates of a digit in a row are
in one box, the row claims the digit of that box, and the other cells of the box lose it.

Columns work as rows do, and so do diagonals on boards that have them. Described at
https://www.sudokuwiki.org/Intersection_Removal and
https://hodoku.sourceforge.net/en/tech_intersections.php.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from operator import attrgetter, itemgetter
from typing import Literal, NamedTuple

from sudoku_engine import Grid, House, Layout, Step, say
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_plugins.strategies.analysis.truths import candidates
from sudoku_plugins.strategies.families import intersection_strategy

Direction = Literal["pointing", "claiming"]

EXAMPLE = "86.9427.552.76.849974.58...346.859.778249..56195.76.84457829...219634578638517492"
"""Pointing: box 6 locks its 3 into column 7."""


@intersection_strategy("Locked Candidates", score=50, level="medium", example=EXAMPLE)
def locked_candidates(
    grid: Grid, *, kinds: Sequence[Direction] = ("pointing", "claiming")
) -> Iterator[Step]:
    """Eliminate a digit from a house if another house has locked it into their crossing.

    House by house, all digits of one before those of the next, as people look and HoDoKu does.
    """
    by_hand = grid.marks == "manual"
    houses = grid.layout.houses
    for kind in ("pointing", "claiming"):
        if kind in kinds:
            found = [
                (houses.index(lock.holder), digit, lock)
                for digit in grid.open_digits
                for lock in locks(grid.boards[digit], grid.layout)[kind]
            ]
            for _, digit, lock in sorted(found, key=itemgetter(0, 1)):
                if not (by_hand and grid.holds(digit, lock.holder)):
                    yield lock.step(digit, grid.layout)


class Lock(NamedTuple):
    """A digit that one house can hold only in cells of another house."""

    holder: House
    """The house that needs the digit there."""
    loser: House
    """The house that loses it in all other cells."""
    cells: int
    eliminated: int
    """The mask of the cells that lose the digit."""

    def step(self, digit: int, layout: Layout) -> Step:
        """Return the step for `digit`."""
        return Step(
            eliminations=candidates(self.eliminated, layout, digit),
            because=candidates(self.cells, layout, digit),
            houses=[self.holder, self.loser],
            reason=say(
                "in {holder} all places for {digit} are in {loser},| so {loser} can hold it "
                "nowhere else",
                holder=self.holder,
                digit=digit,
                loser=self.loser,
            ),
        )


@bounded_cache(lambda found: 600 + 300 * sum(map(len, found.values())))
def locks(board: int, layout: Layout) -> Mapping[Direction, Sequence[Lock]]:
    """Return the locks in one digit's `board` that eliminate something, boxes in order.

    A digit with a single place counts too, though a hidden single would find it first: otherwise
    the last board of the strategy would depend on the order of steps.
    """
    found: dict[Direction, list[Lock]] = {"pointing": [], "claiming": []}
    for box, crossed in by_box(layout):
        in_box = board & box.mask
        if in_box:  # on most boards half of the boxes hold the digit already
            for _, line, common, _, rest_of_line in crossed:
                places = in_box & common
                if places:
                    in_line = board & rest_of_line
                    if in_line:
                        if places == in_box:
                            found["pointing"].append(Lock(box, line, places, in_line))
                    elif places != in_box:
                        found["claiming"].append(Lock(line, box, places, in_box ^ places))
    return found


@per_layout
def by_box(layout: Layout) -> tuple[tuple[House, tuple[Crossing, ...]], ...]:
    """Return the boxes, each with its crossings, in the order of `crossings`."""
    groups = groupby(crossings(layout), key=attrgetter("box"))
    return tuple((box, tuple(crossed)) for box, crossed in groups)


class Crossing(NamedTuple):
    """A box and a line that cross; cells are masks. Further houses of clues are both."""

    box: House
    line: House
    """The row, column or diagonal."""
    common: int
    rest_of_box: int
    rest_of_line: int


@per_layout
def crossings(layout: Layout) -> tuple[Crossing, ...]:
    """Return the crossings of two cells or more, by box, then by line.

    >>> len(crossings(Layout.named("9x9")))
    54
    """
    lines = (*layout.rows, *layout.columns, *layout.diagonals)
    extras = layout.houses_of_kinds(("extra",))
    pairs = (*product(layout.boxes, (*lines, *extras)), *product(extras, lines))
    return tuple(
        Crossing(box, line, common, box.mask & ~common, line.mask & ~common)
        for box, line in pairs
        if (common := box.mask & line.mask).bit_count() > 1
    )
