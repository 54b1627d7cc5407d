"""Turns and reflections: the only moves of a layout with diagonals or regions."""

from __future__ import annotations

from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.transform.equivalence.placement import renamed
from sudoku_engine.transform.transformation import turns_and_reflections


class ByTurn(NamedTuple):
    """A board after one of the moves that its layout allows, and its symmetries."""

    digits: bytes
    cells: tuple[int, ...]
    symmetries: int


def least_turn(grid: Grid) -> ByTurn:
    """Return the least way to write `grid` after one of the turns and reflections."""
    written = []
    for cells in turns_and_reflections(grid.layout):
        digits = bytearray(len(cells))
        for digit, cell in zip(grid.digits, cells):
            digits[cell] = digit
        written.append((renamed(digits), cells))
    least, cells = min(written)
    return ByTurn(least, cells, sum(digits == least for digits, _ in written))
