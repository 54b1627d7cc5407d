"""The lines of HoDoKu's library, and jigsaws in one line.

A line of HoDoKu's library is a board with its placed digits and deleted candidates:
``:technique[-variant]:candidates:givens:deleted:eliminations:placements:extra``; ``+`` is
before a digit that was placed, not given, and a deleted candidate is ``<digit><row><column>``.
Described at https://hodoku.sourceforge.net/en/libs.php.

A jigsaw in one line has its cells, and behind them a mark for each, that of its region.
"""

from __future__ import annotations

from math import isqrt

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.errors import FormatError, LayoutError
from sudoku_engine.formats.cells import (
    Cell,
    WrittenBoard,
    first_illegal,
    nearest_size,
    read_cells,
    shown,
    wrong_count,
)
from sudoku_engine.formats.lines import DIGITS, WHOLE_SIZES, TextLine, Token, pieces, rows_of


def read_library(line: TextLine, layout: Layout | None, source: str) -> WrittenBoard:
    """Return the board of a library `line`; raises FormatError with the place."""
    fields = [*line.text.split(":"), ""]
    column = line.column + sum(len(field) + 1 for field in fields[:3])
    givens = TextLine(line.number, " " * (column - 1) + fields[3])
    deleted = TextLine(line.number, " " * (column + len(fields[3])) + fields[4]).tokens
    cells = pieces(givens.tokens)
    n = layout.n if layout else WHOLE_SIZES.get(len(cells), 0)
    if not n or len(cells) != n * n:
        size = n or nearest_size(len(cells))
        wrong = first_illegal(givens, size, source)
        raise wrong or wrong_count(len(cells), size, line.number, source)
    board = read_cells(cells, layout or Layout.of_size(n), source)
    return _without(board, deleted, source) if deleted else board


def _without(board: WrittenBoard, deleted: list[Token], source: str) -> WrittenBoard:
    n = board.layout.n
    masks = list(Grid(board.layout, board.digits).masks)
    for token in deleted:
        numbers = [DIGITS.get(character, 0) for character in token.text]
        if len(numbers) != 3 or not all(0 < number <= n for number in numbers):
            what = f"{shown(token.text)} is not a deleted candidate: write digit, row, column"
            raise FormatError(what, source, token.line, token.column)
        digit, row, column = numbers
        masks[(row - 1) * n + column - 1] &= ~(1 << digit - 1)
    cells = [cell if cell.digit else Cell(0, mask=mask) for cell, mask in zip(board.cells, masks)]
    return WrittenBoard(board.layout, cells)


def marked_board(text: str, layout: Layout | None) -> WrittenBoard:
    """Return the board of cells followed by the marks of their regions, all in one line.

    On boards with more than nine digits both are letters, and A is 1; the marks may be missing.
    """
    text = text.replace(" ", "")
    n = isqrt(len(text))
    if n * n != len(text):  # regions after the cells
        n = isqrt(len(text) // 2)
    cells, marks = text[: n * n], text[n * n :]
    regions = Layout.of_regions(rows_of(marks, n)) if marks else Layout.of_size(n)
    if layout not in (None, regions):
        raise LayoutError(f"this holds a {regions} board: leave the layout {layout} out")
    symbols = "".join(map(chr, range(ord("A"), ord("A") + n))) if n > 9 else SYMBOLS[:n]
    digits = [symbols.find(each) + 1 for each in cells]
    blanks = {each for each, digit in zip(cells, digits) if not digit}
    if blanks - {*".0-_*"}:
        raise LayoutError(f"{min(blanks - {*'.0-_*'})} is too large: digits go to {symbols[-1]}")
    return WrittenBoard(regions.with_signs(symbols), [Cell(digit) for digit in digits])
