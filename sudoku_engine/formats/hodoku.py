"""The lines of HoDoKu's library: a board with its placed digits and deleted candidates.

``:technique[-variant]:candidates:givens:deleted:eliminations:placements:extra``; ``+`` is
before a digit that was placed, not given, and a deleted candidate is ``<digit><row><column>``.
Described at https://hodoku.sourceforge.net/en/libs.php.
"""

from __future__ import annotations

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import Board, Cell, read_cells
from sudoku_engine.formats.line_errors import first_illegal, nearest_size, shown, wrong_count
from sudoku_engine.formats.lines import DIGITS, WHOLE_SIZES, Line, Token, pieces


def read_library(line: Line, layout: Layout | None, source: str) -> Board:
    """Return the board of a library `line`; raises FormatError with the place."""
    givens, deleted = _fields(line)
    cells = pieces(givens.tokens)
    n = layout.n if layout else WHOLE_SIZES.get(len(cells), 0)
    if not n or len(cells) != n * n:
        size = layout.n if layout else nearest_size(len(cells))
        wrong = first_illegal(givens, size, source)
        raise wrong or wrong_count(len(cells), size, line.number, source)
    board = read_cells(cells, layout or Layout.of_size(n), source)
    return _without(board, deleted.tokens, source)


def _fields(line: Line) -> tuple[Line, Line]:
    """Return the givens and the deleted candidates of `line`, each at its column."""
    fields = [*line.text.split(":"), ""]
    column = line.column + sum(len(field) + 1 for field in fields[:3])
    givens = Line(line.number, " " * (column - 1) + fields[3])
    deleted = Line(line.number, " " * (column + len(fields[3])) + fields[4])
    return givens, deleted


def _without(board: Board, deleted: list[Token], source: str) -> Board:
    """Return `board` without the `deleted` candidates."""
    if not deleted:
        return board
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
    return Board(board.layout, cells)
