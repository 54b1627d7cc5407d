"""The places of the numbers outside the board, so that no two of them meet.

The number of a diagonal is near the board, beside the row or column where its line comes in, with
an arrow. The number of a row or column is in line with it, farther out if others are in its way.
Each rule for rows and columns has a figure around its numbers, all but the first of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.layout import Layout
from sudoku_engine.picture.clue_words import clues_of, way_of

FORMS = ("", "disc", "square", "diamond", "hexagon", "octagon")
"""The figures around the numbers of rows and columns, by rule."""

RING = 0.6
"""How much farther out each further number at a place is."""

IN_LINE, ALONG, ACROSS = 0.86, 0.76, 0.99
"""How far a number is from the middle of its first cell: that of a row or column, then that of a
diagonal along the edge of the board and across it."""


class Number(NamedTuple):
    """The place of a number outside the board, in cells from the board's upper left corner."""

    x: float
    y: float
    start: tuple[float, float]
    """The middle of the first cell of its line."""
    way: tuple[int, int]
    """How many rows and columns its line goes on by from cell to cell."""
    form: str
    """The figure around it; empty for none."""

    def moved_to(self, x: float, y: float) -> Number:
        """Return the same number elsewhere."""
        start = self.start[0] + x - self.x, self.start[1] + y - self.y
        return self._replace(x=x, y=y, start=start)

    @property
    def is_diagonal(self) -> bool:
        """Whether its line is a diagonal."""
        return all(self.way)


@per_layout
def numbers_outside(layout: Layout) -> Mapping[str, Number]:
    """Return the place of each number outside the board, by the text of its clue."""
    n = layout.n
    clues = {str(clue): clue for clue in clues_of(layout) if clue.draws == "outside"}
    ways = {text: way for text, clue in clues.items() if (way := way_of(clue, layout))}
    taken: Counter[tuple[int, int]] = Counter()
    forms: dict[str, str] = {}
    found: dict[str, Number] = {}
    for text, (down, right) in sorted(ways.items(), key=lambda each: not all(each[1])):
        clue = clues[text]
        row, column = divmod(int(clue.cells[0]), n)
        outer_cell = row - down, column - right
        if down and right:
            is_above = not 0 <= row - down < n
            across, up = (ALONG, ACROSS) if is_above else (ACROSS, ALONG)
            form = ""
            taken[outer_cell] = 1
        else:
            across = up = IN_LINE + RING * taken[outer_cell]
            form = forms.setdefault(clue.rule, FORMS[len(forms) % len(FORMS)])
            taken[outer_cell] += 1
        x, y = start = column + 0.5, row + 0.5
        place = x - across * right, y - up * down
        found[text] = Number(*place, start, (down, right), form)
    return found


class Rim(NamedTuple):
    """The widths of the room around a board, for numbers."""

    left: float
    top: float
    right: float
    bottom: float


@per_layout
def rim_of(layout: Layout) -> Rim:
    """Return the room around the board, in cells; none at sides without numbers."""
    n, sides = layout.n, Rim(0.0, 0.0, 0.0, 0.0)
    for number in numbers_outside(layout).values():
        wide, high = (0.3, 0.22) if number.is_diagonal else (0.39, 0.39)
        x, y = number.x, number.y
        needed = wide - x, high - y, x + wide - n, y + high - n
        sides = Rim(*map(max, sides, needed))
    return sides
