"""Turns and reflections: all that a layout with diagonals or regions may allow."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sudoku_engine.equivalence.placement import renamed
from sudoku_engine.errors import LayoutError
from sudoku_engine.grid import Grid
from sudoku_engine.layout import Layout
from sudoku_engine.transformation import Transformation


@cache
def turns_and_reflections(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Those of the square's eight turns and reflections that keep the houses of `layout`.

    Each by cell, where it goes; the first moves nothing.
    """
    kept = []
    for rows in (None, range(layout.n - 1, -1, -1)):
        for turns in range(4):
            try:
                kept.append(Transformation.of_lines(layout, turns, rows).cells)
            except LayoutError:
                continue
    return tuple(kept)


class ByTurn(NamedTuple):
    """A board written after one of the moves that its layout allows, and its symmetries."""

    digits: bytes
    cells: tuple[int, ...]
    symmetries: int


def least_turn(grid: Grid) -> ByTurn:
    """The least way to write `grid` after one of the turns and reflections."""
    written = []
    for cells in turns_and_reflections(grid.layout):
        digits = bytearray(len(cells))
        for digit, cell in zip(grid.digits, cells):
            digits[cell] = digit
        written.append((renamed(digits), cells))
    least, cells = min(written)
    return ByTurn(least, cells, sum(digits == least for digits, _ in written))
