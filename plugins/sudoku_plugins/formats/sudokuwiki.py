"""Boards in the addresses of SudokuWiki's solver, ``https://www.sudokuwiki.org/sudoku.htm?bd=…``.

After ``bd=`` there are 81 digits, or two characters for each cell:

* ``S9B`` and numbers of base 36: 1 to 9 a given, 10 to 18 a digit that was placed, from 19 the
  candidates (bit ``digit - 1``) and 18; 0 an open cell without any information;
* until 2023, numbers of base 32: twice the candidates (bit ``digit - 1``), plus 1 for a given. A
  single candidate is read as a digit, since nothing distinguishes the two.

Described at https://www.sudokuwiki.org/Sudoku_String_Definitions.
"""

from __future__ import annotations

import re

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import range_of
from sudoku_engine.errors import FormatError, UsageError
from sudoku_engine.formats.cells import (
    Cell,
    WrittenBoard,
    first_illegal,
    read_cells,
    shown,
    wrong_count,
)
from sudoku_engine.formats.lines import TextLine, Token, pieces

ADDRESS = "https://www.sudokuwiki.org/sudoku.htm?bd="

PACKED = "S9B"
"""The beginning of a packed board: a plain sudoku of 9 rows, version B."""

_PLACED, _OPEN = 9, 18
_BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz"


def read_wiki(board: Token, source: str) -> WrittenBoard:
    """Return the board after ``bd=``; raises FormatError with the place."""
    text, layout = board.text, Layout.named()
    if re.match(r"[A-RT-Z]\d|S[^9]|S9[^B]", text):
        what = f"{shown(text[:3])} is a puzzle of another kind: only plain 9x9 sudokus are read"
        raise FormatError(what, source, board.line, board.column)
    packed = text.startswith(PACKED)
    if not packed and len(text) != 2 * len(layout.cells):
        return _plain(board, layout, source)
    codes = board._replace(text=text[3:], column=board.column + 3) if packed else board
    if len(codes.text) != 2 * len(layout.cells):
        what = f"{len(codes.text)} characters after {PACKED}: two for each of 81 cells are needed"
        raise FormatError(what, source, board.line, codes.column)
    cells = []
    for at in range(0, len(codes.text), 2):
        code = codes.text[at : at + 2].lower()
        cell = _cell(code) if packed else _former_cell(code)
        if cell is None:
            what = f"{shown(code)} is not a cell of SudokuWiki's"
            raise FormatError(what, source, codes.line, codes.column + at)
        cells.append(cell)
    return WrittenBoard(layout, cells)


def _plain(board: Token, layout: Layout, source: str) -> WrittenBoard:
    cells = pieces([board])
    if len(cells) != len(layout.cells):
        line = TextLine(board.line, " " * (board.column - 1) + board.text)
        wrong = first_illegal(line, layout.n, source)
        raise wrong or wrong_count(len(cells), layout.n, board.line, source)
    return read_cells(cells, layout, source)


def _cell(text: str) -> Cell | None:
    code = _number(text, 36)
    if 0 <= code <= _PLACED:
        return Cell(code)
    if code <= _OPEN:
        return Cell(code - _PLACED, is_placed=True) if code > 0 else None
    return Cell(0, mask=code - _OPEN) if code - _OPEN < 1 << 9 else None


def _former_cell(text: str) -> Cell | None:
    code = _number(text, 32)
    mask, is_given = code >> 1, bool(code & 1)
    if mask < 0 or mask >= 1 << 9:
        return None
    if mask.bit_count() == 1:
        return Cell(mask.bit_length(), is_placed=not is_given)
    return None if is_given else Cell(0, mask=mask or None)


def _number(text: str, base: int) -> int:
    """Return the number written in `base`; -1 for other text."""
    known = _BASE_36[:base]
    return int(text, base) if all(mark in known for mark in text) else -1


def wiki_address(grid: Grid) -> str:
    """Return the address at which SudokuWiki's solver shows `grid`; raises UsageError.

    In it, a cell without candidates looks like a cell without any information.
    """
    layout = grid.layout
    if layout.own_signs:
        what = f"the digits 1 to 9, not {range_of(layout)}"
        raise UsageError(f"SudokuWiki's solver has {what}: choose another --output-format")
    if layout is not Layout.named():
        raise UsageError(
            f"SudokuWiki's solver shows 9x9 boards, not {layout}: choose another --output-format"
        )
    is_plain = grid.given | grid.boards[0] == layout.all_cells and not grid.has_own_marks
    if is_plain:
        return ADDRESS + grid.line.replace(".", "0")
    codes = ""
    for cell, (digit, mask) in enumerate(zip(grid.digits, grid.masks)):
        number = digit if grid.is_given(cell) else digit + _PLACED
        if not digit:
            number = mask + _OPEN if mask else 0
        codes += _BASE_36[number // 36] + _BASE_36[number % 36]
    return ADDRESS + PACKED + codes
