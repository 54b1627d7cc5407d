"""The words about clues below a board and the numbers outside it; which clues have a shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.clue import Clue
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.say import tell_name
from sudoku_engine.board.variants import known_rules
from sudoku_engine.board.words import capitalized
from sudoku_frontends.pictures.text_metrics import in_rows, text_width, wrapped

LINE = " line"
"""The end of shapes that are lines in a colour: ``green line``."""


class Sample(NamedTuple):
    """How a clue is shown as a sign; lengths in parts of the size of the words beside it."""

    cells: int
    side: float
    width: float
    """The width of the sign, in whose middle the cells are."""


_INSIDE, _BETWEEN_TWO = Sample(1, 1.25, 1.25), Sample(2, 3.4, 1.0)

SHAPES = {
    **dict.fromkeys(("shade", "shaded cage", "clone", "sets", "square", "disc"), _INSIDE),
    **dict.fromkeys(("thermometer", "slow thermometer"), Sample(3, 1.1, 2.6)),
    **dict.fromkeys(("between line", "lockout line", "double arrow", "arrow"), Sample(3, 1.1, 3.2)),
    **dict.fromkeys(("cage", "solid cage"), _INSIDE),
    **dict.fromkeys(("minimum", "maximum"), Sample(1, 1.45, 1.45)),
    **dict.fromkeys(("white dot", "black dot", "greater"), _BETWEEN_TWO),
    "circle": Sample(1, 2.2, 1.0),
    "outside": Sample(1, 2.0, 1.3),
}
"""By name, how shapes are shown as signs; those in front last.

Coloured lines and short texts are shapes, too.
"""

DOTS = ("white dot", "black dot", "greater")
"""The names of shapes between two cells. These must touch, also those of short texts."""

LINES = {
    "grey": (0.1, ""),
    "purple": (0.16, ""),
    "lavender": (0.2, "edged"),
    "peach": (0.16, "dashed"),
    "green": (0.26, ""),
    "blue": (0.28, "edged"),
    "orange": (0.26, "dashed"),
    "yellow": (0.36, ""),
    "pink": (0.36, "dashed"),
}
"""By colour, the width of a line and its pattern, by which it is known in grey, too."""

CAGES = ("cage", "solid cage", "shaded cage")
"""The names of cells together, with a number in a corner."""

COLOURED = tuple(colour + LINE for colour in LINES)

LONGEST_TEXT = 3
"""The number of letters of a text between two cells."""


@per_layout
def clues_of(layout: Layout) -> tuple[Clue, ...]:
    """Return the clues to show, without diagonals: these are drawn as houses."""
    drawn = {house.mask for house in layout.diagonals}
    return tuple(
        clue
        for clue in layout.clues
        if not clue.parts or any(mask_of(part.cells) not in drawn for part in clue.parts)
    )


def is_drawn(clue: Clue, layout: Layout) -> bool:
    """Return whether `clue` has a shape; the others are told in words."""
    shape = clue.draws or ""
    if shape == "outside":
        return way_of(clue, layout) is not None
    if shape in DOTS or (0 < len(shape) <= LONGEST_TEXT and shape not in SHAPES):
        places = [divmod(int(cell), layout.n) for cell in clue.cells]
        ways = [(c - a, d - b) for (a, b), (c, d) in pairwise(places)]
        return bool(ways) and all(max(map(abs, way)) == 1 for way in ways)
    return shape in SHAPES or shape in COLOURED


def way_of(clue: Clue, layout: Layout) -> tuple[int, int] | None:
    """Return how many rows and columns a line goes on by from cell to cell.

    None unless it is straight and begins at the edge of the board.
    """
    n = layout.n
    places = [divmod(int(cell), n) for cell in clue.cells[:2]]
    if len(places) < 2:
        return None
    (row, column), (next_row, next_column) = places
    down, right = next_row - row, next_column - column
    is_near = max(abs(down), abs(right)) == 1
    is_at_edge = not (0 <= row - down < n and 0 <= column - right < n)
    return (down, right) if is_near and is_at_edge else None


@per_layout
def has_corners(layout: Layout) -> bool:
    """Return whether some cells have a sum or a letter in an upper corner."""
    return any(
        clue.draws in ("clone", "sets") or has_corner_value(clue) for clue in clues_of(layout)
    )


def has_corner_value(clue: Clue) -> bool:
    """Return whether `clue` has its value in a corner of a cell, as cages have."""
    if clue.value is None:
        return False
    shape, text = clue.draws or "", str(clue.value)
    return shape in CAGES or (shape.endswith(LINE) and len(text) <= LONGEST_TEXT)


class Entry(NamedTuple):
    """The words about a rule, or about a clue that has no shape."""

    word: str
    sign: Clue | None
    """A clue to show beside the words, where it helps to tell the shapes of rules apart."""


@per_layout
def entries_below(layout: Layout) -> tuple[Entry, ...]:
    """Return the rules of a board, and the whole of each clue that has no shape.

    >>> entries_below(Layout.named("9x9+diagonals"))
    ()
    """
    signs: dict[str, Clue | None] = {}
    for clue in clues_of(layout):
        has_shape = is_drawn(clue, layout)
        word = name_of(clue) if has_shape or not clue.cells else str(clue)
        if has_shape and isinstance(clue.value, str):
            word += f" {clue.value}"
        signs.setdefault(word, clue if has_shape else None)
    has_signs = sum(sign is not None for sign in signs.values()) > 1
    return tuple(Entry(word, sign if has_signs else None) for word, sign in signs.items())


class Item(NamedTuple):
    """A line of words below a board, and where it is. Lengths have the unit of the words' size."""

    word: str
    sign: Clue | None
    x: float
    row: int
    room: float
    """The width of the sign before the word."""


LEAD = 1.5
"""The height of a row of items, in parts of the words' size."""


def items_below(layout: Layout, size: float, width: float) -> list[Item]:
    """Return the words below a board in rows of this `width`, in words of this `size`."""
    pieces: list[tuple[str, Clue | None, float]] = []
    for word, sign in entries_below(layout):
        room = (sample_of(sign).width + _AFTER_SIGN) * size if sign else 0.0
        first, *more = wrapped(capitalized(tell_name(word)), size, width - room)
        pieces += [(first, sign, room), *((line, None, 0.0) for line in more)]
    widths = [room + text_width(word, size) for word, _, room in pieces]
    places = in_rows(widths, _BETWEEN * size, width)
    return [Item(*piece[:2], *place, piece[2]) for piece, place in zip(pieces, places)]


_AFTER_SIGN, _BETWEEN = 0.5, 1.4
"""The gaps after a sign and between items, in parts of the words' size."""


def sample_of(clue: Clue) -> Sample:
    """Return the sign of `clue` next to the name of its rule."""
    shape = clue.draws or ""
    return SHAPES.get(shape) or (Sample(2, 2.0, 2.6) if shape.endswith(LINE) else _BETWEEN_TWO)


def name_of(clue: Clue) -> str:
    """Return the name of the rule of `clue`; its id on boards from elsewhere."""
    rule = known_rules().get(clue.rule)
    return rule.name if rule else clue.rule.replace("_", " ")


OUTSIDE_FORMS = ("", "disc", "square", "diamond", "hexagon", "octagon")
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
    """Return the place of each number outside the board, by the text of its clue.

    No two of them meet. The number of a diagonal is near the board, beside the row or column where
    its line comes in, with an arrow. The number of a row or column is in line with it, farther out
    if others are in its way. Each rule for rows and columns has a figure around its numbers, all
    but the first of them.
    """
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
            form = forms.setdefault(clue.rule, OUTSIDE_FORMS[len(forms) % len(OUTSIDE_FORMS)])
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
