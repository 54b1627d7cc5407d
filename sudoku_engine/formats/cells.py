"""Cells as written in a text, and the board that they make.

A line of just 81 cells, the most usual form of a puzzle, is read fast (`plain`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.line_errors import illegal, shown
from sudoku_engine.formats.lines import DIGITS, Token, is_number


class Cell(NamedTuple):
    """One cell as written in a text."""

    digit: int
    """Its digit, 0 if it is open."""
    is_placed: bool = False
    """Whether the digit was placed, and not given."""
    mask: int | None = None
    """The candidates, bit ``digit - 1``, if the text has them."""


class WrittenBoard(NamedTuple):
    """A board as written in a text."""

    layout: Layout
    """Its layout."""
    cells: list[Cell]
    """Its cells, row by row."""

    @property
    def digits(self) -> list[int]:
        """By cell, its digit, 0 if it is open."""
        return [cell.digit for cell in self.cells]

    @property
    def given(self) -> int:
        """The cells of the givens, bit ``cell``."""
        return sum(
            1 << number
            for number, cell in enumerate(self.cells)
            if cell.digit and not cell.is_placed
        )

    @property
    def has_marks(self) -> bool:
        """Whether the text has candidates."""
        return any(cell.mask is not None for cell in self.cells)

    def grid(self, marks: Marks) -> Grid:
        """Return the board; an open cell without stated candidates has all of them."""
        masks = None
        if self.has_marks:
            everything = self.layout.all_digits
            masks = [everything if cell.mask is None else cell.mask for cell in self.cells]
        return Grid(self.layout, self.digits, masks=masks, given=self.given, marks=marks)


def read_cells(tokens: Sequence[Token], layout: Layout, source: str) -> WrittenBoard:
    """Return the board with the cells of `tokens`; raises FormatError with the place."""
    n = layout.n
    with_numbers = n > 9 and _has_numbers([token.text for token in tokens], n)
    return WrittenBoard(layout, [_read_cell(token, n, with_numbers, source) for token in tokens])


def with_state(
    puzzle: WrittenBoard, state: WrittenBoard, tokens: Sequence[Token], source: str
) -> WrittenBoard:
    """Return `puzzle` with the digits of its `state`; raises FormatError if a given differs.

    `tokens`: the cells of the state in the text, for error messages.
    """
    if puzzle.layout is not state.layout:
        what = f"[State] is a {state.layout} board: [Puzzle] is a {puzzle.layout} one"
        raise FormatError(what, source, tokens[0].line)
    cells = []
    for cell, given, now, token in zip(puzzle.layout.cells, puzzle.cells, state.cells, tokens):
        if given.digit and now.digit not in (0, given.digit):
            what = f"{cell} differs from the given in [Puzzle]"
            raise FormatError(what, source, token.line, token.column)
        cells.append(given if given.digit else now._replace(is_placed=bool(now.digit)))
    return WrittenBoard(puzzle.layout, cells)


def _has_numbers(texts: Sequence[str], n: int) -> bool:
    """Return whether digits over 9 are numbers, so that ``12`` is not a pair of candidates.

    If every group could be either, they are numbers; `write` puts pairs in braces.
    """
    groups = [text.lstrip("+") for text in texts if len(text.lstrip("+")) > 1]
    plain = [text for text in groups if len(text) == 2 and text.isascii() and text.isdigit()]
    return len(plain) == len(groups) and 2 * sum(is_number(text, n) for text in plain) > len(plain)


def _read_cell(token: Token, n: int, with_numbers: bool, source: str) -> Cell:
    text = token.text
    if text.startswith("+") and len(text) > 1:
        return _read_placed(token, n, with_numbers, source)
    if len(text) == 1:
        digit = DIGITS.get(text, n + 1)
        if digit > n:
            raise illegal(text, n, token, source)
        return Cell(digit)
    if text.startswith("{") and text.endswith("}"):
        return Cell(0, mask=_read_group(text[1:-1], n, _after_mark(token), source))
    if not with_numbers:
        return Cell(0, mask=_read_group(text, n, token, source))
    if not is_number(text, n):
        what = f"{shown(text)} is neither a number from 1 to {n} nor a blank"
        raise FormatError(what, source, token.line, token.column)
    return Cell(int(text))


def _read_placed(token: Token, n: int, with_numbers: bool, source: str) -> Cell:
    """Return the cell whose digit follows a ``+``."""
    after = _after_mark(token)
    cell = Cell(0) if after.text.startswith("+") else _read_cell(after, n, with_numbers, source)
    if not cell.digit:
        what = "a digit must follow the + (it marks a digit that was placed, not given)"
        raise FormatError(what, source, token.line, token.column)
    return cell._replace(is_placed=True)


def _after_mark(token: Token) -> Token:
    """Return `token` without its first character."""
    return token._replace(text=token.text[1:], column=token.column + 1)


def _read_group(text: str, n: int, start: Token, source: str) -> int:
    """Return the mask of the candidates `text`, which begins at the place of `start`."""
    mask = 0
    for column, character in enumerate(text, start.column):
        at = start._replace(column=column)
        digit = DIGITS.get(character, n + 1)
        if digit > n:
            raise illegal(character, n, at, source)
        if not digit or mask >> digit - 1 & 1:
            what = f"{character} is twice among" if digit else f"{character} cannot be among"
            raise FormatError(f"{what} the candidates of a cell", source, at.line, at.column)
        mask |= 1 << digit - 1
    return mask


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
