"""A board for comparison: its clues, each on a row and a column.

Legend:
    line        a number: the rows from 0 to n - 1, then the columns from n to 2n - 1
    side        the rows, or the columns
    chute       the lines of a band or of a stack
    clue        (row, column, digit), row and column as lines; only digits count, never
                candidates, and placed digits count like givens
    busy        of a line: with a clue on it
"""

from __future__ import annotations

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout

Clue = tuple[int, int, int]


class Shape:
    """The movable parts of a layout of plain boxes: lines in chutes, chutes in sides."""

    def __init__(self, layout: Layout) -> None:
        n = layout.n
        self.layout = layout
        self.n = n
        self.has_square_boxes = layout.box_height == layout.box_width
        """Whether rows may become columns."""
        self.bands = [range(i, i + layout.box_height) for i in range(0, n, layout.box_height)]
        self.stacks = [range(i, i + layout.box_width) for i in range(n, 2 * n, layout.box_width)]
        self.chute_sizes = (layout.box_height, layout.box_width)
        self.chutes = [*self.bands, *self.stacks]
        self.chute_numbers = range(len(self.chutes))
        self.is_band = [chute < len(self.bands) for chute in self.chute_numbers]
        self.lines = range(2 * n)
        self.side_of = [line // n for line in self.lines]
        self.chute_of = [number for number, chute in enumerate(self.chutes) for _ in chute]
        """By line, the number of its chute."""
        self.crossings = [(row, n + column) for row in range(n) for column in range(n)]
        """By cell, its row and column."""


@per_layout
def shape_of(layout: Layout) -> Shape | None:
    """Return the shape of a `layout`; None if single lines cannot move."""
    return None if not layout.is_plain else Shape(layout)


class CluedBoard:
    """The clues of a grid, and their counts."""

    __slots__ = ("busy", "clues", "digit_counts", "digits", "line_counts", "n_colours", "shape")

    def __init__(self, grid: Grid, shape: Shape) -> None:
        """Return the board of `grid`, whose layout has the `shape`."""
        self.shape = shape
        self.digits = grid.digits
        self.clues: list[Clue] = [
            (row, column, digit)
            for (row, column), digit in zip(shape.crossings, grid.digits)
            if digit
        ]
        self.line_counts = line_counts = [0] * (2 * shape.n)
        """By line, how many clues it has."""
        self.digit_counts = digit_counts = [0] * (shape.n + 1)
        """By digit, how many clues it has."""
        for row, column, digit in self.clues:
            line_counts[row] += 1
            line_counts[column] += 1
            digit_counts[digit] += 1
        self.busy = [line for line, count in enumerate(line_counts) if count]
        self.n_colours = len(self.busy) + (len(self.busy) < len(line_counts))
        """The number of colours of the lines if no two busy ones share a colour."""
