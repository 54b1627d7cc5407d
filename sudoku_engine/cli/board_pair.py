"""Two boards side by side, where there is room; colours show what a transformation moves."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import zip_longest
from typing import TextIO

import click

from sudoku_engine.board import text_board
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.terminal import has_colour, room, rules
from sudoku_engine.transform.transformation import Transformation

MOVED, RENAMED = "yellow", "cyan"
"""The colours of a digit that moves, and of one that is only renamed."""

BETWEEN = 7
"""The number of columns between the boards."""

_FIRST_MARK = 0xE000
"""Characters from here on have no meaning: each marks a cell until its digit is known."""


def side_by_side(
    source: Grid, target: Grid, transformation: Transformation | None, out: TextIO
) -> str:
    """Return `source` and `target` as lines of text, one above the other if `out` is narrow."""
    undoing = transformation.inverse() if transformation else None
    left = _board(source, transformation, out)
    right = _board(target, undoing, out)
    width = max(len(click.unstyle(line)) for line in left)
    if width + BETWEEN + len(click.unstyle(right[0])) > (room(out) or sys.maxsize):
        return "\n".join([*left, "-->" if transformation else "", *right])
    middle = min(len(left), len(right)) // 2
    lines = []
    for number, (one, other) in enumerate(zip_longest(left, right, fillvalue="")):
        between = "-->" if transformation and number == middle else "   "
        gap = " " * (width - len(click.unstyle(one)))
        lines.append(f"{one}{gap}  {between}  {other}".rstrip())
    return "\n".join(lines)


def _board(grid: Grid, transformation: Transformation | None, out: TextIO) -> list[str]:
    """Return the lines of a board; what `transformation` moves or renames is coloured."""
    colour = _colours(grid, transformation) if has_colour(out) else lambda cell: None
    marks = [chr(_FIRST_MARK + cell) for cell in grid.layout.cells]
    digits = grid.line

    def coloured(found: re.Match[str]) -> str:
        cell = ord(found[0]) - _FIRST_MARK
        style = colour(cell)
        return click.style(digits[cell], fg=style, bold=True) if style else digits[cell]

    text = text_board.board(grid.layout, marks, rules(out))
    return re.sub(f"[{marks[0]}-{marks[-1]}]", coloured, text).splitlines()


def _colours(grid: Grid, transformation: Transformation | None) -> Callable[[int], str | None]:
    def colour(cell: int) -> str | None:
        digit = grid.digits[cell]
        if not digit or transformation is None:
            return None
        if transformation.cells[cell] != cell:
            return MOVED
        return RENAMED if transformation.digits[digit] != digit else None

    return colour
