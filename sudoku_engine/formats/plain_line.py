"""A line of just 81 cells, the most usual form of a puzzle, read fast."""

from __future__ import annotations

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.formats.lines import DIGITS

NO_CELL = 255

PLAIN = bytes(
    DIGITS[chr(code)] if chr(code) in DIGITS and DIGITS[chr(code)] <= 9 else NO_CELL
    for code in range(256)
)
"""By character of a plain 9x9 line, its digit, 0 for a blank, `NO_CELL` for anything else."""


def plain(text: str, layout: Layout | None, marks: Marks) -> Grid | None:
    """Return the grid of a line of just 81 cells, read fast; None for any other line."""
    if len(text) != 81 or not text.isascii():
        return None
    digits = text.encode("ascii").translate(PLAIN)
    if NO_CELL in digits:
        return None
    board = layout or Layout.of_size(9)
    return Grid(board, tuple(digits), marks=marks) if board.n == 9 else None


def without_remark(text: str) -> str:
    """Return 81 characters of `text` if the rest is to be ignored, else all of it."""
    text = text.strip()
    return text[:81] if text[81:82] in (" ", "\t", ",") else text
