"""The words about clues below a board, and which clues have a shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.rule_book import RULE_BOOK
from sudoku_engine.board.words import capitalized

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue

LINE = " line"
"""The end of shapes that are lines in a colour: ``green line``."""

SHAPES = (
    *("shade", "square", "disc"),
    *("thermometer", "slow thermometer", "between line", "double arrow", "arrow"),
    *("cage", "solid cage"),
    *("minimum", "maximum", "white dot", "black dot", "greater", "circle", "outside"),
)
"""The names of shapes, those in front last. Coloured lines and short texts are shapes, too."""

LINES = {
    "grey": (0.1, ""),
    "purple": (0.16, ""),
    "lavender": (0.16, "solid"),
    "peach": (0.16, "dashed"),
    "green": (0.26, ""),
    "blue": (0.26, "solid"),
    "orange": (0.26, "dashed"),
    "yellow": (0.36, ""),
    "pink": (0.36, "dashed"),
}
"""By colour, the width of a line and its core, by which it is known in grey, too."""

CAGES = ("cage", "solid cage")
"""The names of outlines of cells, with a number in a corner."""

COLOURED = tuple(colour + LINE for colour in LINES)
"""The names of lines in a colour."""

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
    if shape in SHAPES or shape in COLOURED:
        return True
    return 0 < len(shape) <= LONGEST_TEXT and len(clue.cells) > 1


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
def has_outside(layout: Layout) -> bool:
    """Return whether some clues stand outside the board."""
    return any(clue.draws == "outside" and is_drawn(clue, layout) for clue in clues_of(layout))


@per_layout
def has_corner_numbers(layout: Layout) -> bool:
    """Return whether some cells have a number in their upper left corner: the sum of a cage."""
    return any(clue.draws in CAGES and clue.value is not None for clue in clues_of(layout))


@per_layout
def words_below(layout: Layout) -> str:
    """Return the rules of a board, and the whole of each clue that has no shape.

    >>> words_below(Layout.named("9x9+diagonals"))
    ''
    """
    texts = dict.fromkeys(
        _name(clue) if is_drawn(clue, layout) or not clue.cells else str(clue)
        for clue in clues_of(layout)
    )
    return capitalized("; ".join(texts))


def _name(clue: Clue) -> str:
    """Return the name of the rule of `clue`; its id on boards from elsewhere."""
    rule = RULE_BOOK.rules.get(clue.rule)
    return rule.name if rule else clue.rule.replace("_", " ")
