"""Empty rectangle: a box in which a digit is left only in one row and one column.

Look at one digit in one box. Suppose that all its places there form a cross, a T or an L of one row
and one column, so that the rest of the box, a rectangle, is empty of it. Then the box has the digit
either in that row or in that column. Now find a column outside the box in which the digit has only
two places left, one of them, A, in that row::

    . . . | . . . | . . .   box 4 has the digit only in row 5 and column 2
    . - . | . . . | . B .   (at *), column 8 only at A and B
    . . . | . . . | . . .
    ------+-------+------   if it is in row 5, A is false and B is true
    . * . | . . . | . . .   if not, it is in column 2 of the box
    * * * | . . . | . A .   either way the - where row 2 and column 2 cross
    . * . | . . . | . . .   cannot hold it

Rows and columns may change parts: then A and B are in a row, and A is in the column of the box. Two
places in the box are enough; then it is a turbot fish as well. If a box works in two ways at once,
this **dual** empty rectangle is one step with both effects.

A step is written as a chain: A =2= B means that A or B is 2, and B -2- C that they are not both 2.
The two parts of the box are such an A and B, too: one of them has the digit.

The row and the column are always rows and columns, the box may be a region of a jigsaw. Described
at https://hodoku.sourceforge.net/en/tech_sdp.php (Empty Rectangle) and
https://www.sudokuwiki.org/Empty_Rectangles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Link, Step, listed, names, strategy
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.effects import first_of_each_effect
from sudoku_plugins.strategies.analysis.places import (
    StrongLink,
    houses_holding,
    places_by_house,
    strong_links,
)

EXAMPLE = "786213495..4698372239574816..51....79..7..1.3..78...64.913.7.48..34.17.947.9...31"
"""2 in box 8, in row 9 and column 5; column 3 has its 2 in r9c3 or r5c3."""


@strategy(
    "Empty Rectangle", score=120, level="hard", example=EXAMPLE, sizes=None, family="patterns"
)
def empty_rectangle(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that a box has only in a row and a column, with a strong link."""
    return first_of_each_effect(
        _step(group, digit, grid.layout)
        for digit in grid.open_digits
        for group in sorted(
            rectangles(grid.boards[digit], grid.layout, houses_holding(digit, grid)), key=len
        )
    )


class Rectangle(NamedTuple):
    """The chain ``losing line = line - start = end`` of a digit; cells of a box are masks."""

    box: House
    link: House
    """The line of the strong link from `start` to `end`."""
    across: House
    """The row or column in which `start` sees the places of `seen`."""
    along: House
    """The column or row that loses the digit."""
    seen: int
    """The places in the box that are only in `across`."""
    rest: int
    """The other places in the box, all in `along`."""
    start: Cell
    end: Cell
    eliminated: int

    def links(self, digit: int, layout: Layout) -> list[Link]:
        """Return the chain of the `digit`'s candidates."""
        rest, seen = (
            tuple(Candidate(cell, digit) for cell in layout.cells_in(mask))
            for mask in (self.rest, self.seen)
        )
        start, end = (Candidate(self.start, digit),), (Candidate(self.end, digit),)
        return [Link(rest, seen, True), Link(seen, start, False), Link(start, end, True)]

    def reason(self, digit: int) -> str:
        """Return why it is true, for `digit`."""
        number = symbol(digit)
        return (
            f"{self.box} has its {number} in {self.across} or {self.along}, {self.link} in "
            f"{self.start} or {self.end}; if the box has it in {self.across}, {self.start} is not "
            f"{number} and {self.end} is; if not, the box has it in {self.along}; either way "
            f"{names(self.box.layout.cells_in(self.eliminated))} cannot be {number}"
        )

    def short_reason(self, digit: int) -> str:
        """Return why it is true, for `digit`, where another one with a reason came before."""
        cells = self.box.layout.cells_in(self.eliminated)
        houses = listed([self.across, self.along, self.link])
        return f"likewise {names(cells)} cannot be {symbol(digit)}, by {houses}"


class Crossing(NamedTuple):
    """A row and a column (or a column and a row) through a box; cells are masks."""

    box: House
    number: int
    """The index of the box in ``layout.houses``."""
    across: House
    along: House
    seen: int
    """The box's cells in `across` alone."""
    rest: int
    """The box's cells in `along`."""


@cache
def _crossings(layout: Layout) -> tuple[Crossing, ...]:
    return tuple(
        Crossing(
            *(box, number, across, along),
            *(box.mask & across.mask & ~along.mask, box.mask & along.mask),
        )
        for number, box in enumerate(layout.houses)
        if box.kind == "box"
        for row in layout.rows
        for column in layout.columns
        if box.mask & row.mask and box.mask & column.mask
        for across, along in ((row, column), (column, row))
    )


@bounded_cache(lambda groups: 600 + 400 * sum(map(len, groups)))
def rectangles(board: int, layout: Layout, held: int = 0) -> tuple[tuple[Rectangle, ...], ...]:
    """Return by box the empty rectangles of one digit's `board` that eliminate something.

    `held`: the houses to leave out, as `houses_holding` returns them.
    """
    places = places_by_house(board, layout)
    lines = [link for link in strong_links(board, layout, held) if link.house.kind != "box"]
    by_box: dict[House, dict[int, Rectangle]] = {}
    for box, number, across, along, seen, rest in _crossings(layout) if lines else ():
        in_box = places[number]
        if (
            not in_box & ~(seen | rest)
            and in_box & seen
            and in_box & rest & ~across.mask
            and not held >> number & 1
        ):
            for link, start, end in _links_from(across.mask & ~box.mask, lines):
                losing = board & along.mask & ~box.mask & layout.peer_masks[end]
                if losing and not box.mask >> end & 1:
                    found = Rectangle(
                        *(box, link, across, along, in_box & seen, in_box & rest),
                        *(start, end, losing),
                    )
                    by_box.setdefault(box, {}).setdefault(losing, found)
    return tuple(tuple(group.values()) for group in by_box.values())


def _links_from(cells: int, links: Iterable[StrongLink]) -> Iterator[StrongLink]:
    """Yield the `links` that have an end in `cells`, with that end first."""
    for link in links:
        if cells >> link.first & 1:
            yield link
        if cells >> link.second & 1:
            yield StrongLink(link.house, link.second, link.first)


def _step(group: Sequence[Rectangle], digit: int, layout: Layout) -> Step:
    """Return the step of the rectangles in one box."""
    likewise = [each.short_reason(digit) for each in group[1:]]
    links = [link for each in group for link in each.links(digit, layout)]
    houses = [house for each in group for house in (each.box, each.link)]
    cells = eliminated = 0
    for each in group:
        cells |= each.seen | each.rest | 1 << each.start | 1 << each.end
        eliminated |= each.eliminated
    return Step(
        eliminations=[Candidate(cell, digit) for cell in layout.cells_in(eliminated)],
        because=[Candidate(cell, digit) for cell in layout.cells_in(cells)],
        houses=[*dict.fromkeys(houses)],
        links=links,
        pattern=chain_text(links, layout),
        reason="; ".join([group[0].reason(digit), *likewise]),
    )
