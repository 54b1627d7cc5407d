"""The files of OpenSudoku, and the lines of HoDoKu's library.

A file of OpenSudoku is XML with an element ``<game data="…"/>`` for each puzzle.
``data`` is 81 digits, 0 for a blank; or ``version: N``, a line end, and the fields of each cell,
with a ``|`` after each: first its digit, last a 1 if it can be changed (so it is no given),
between them the player's notes, which are skipped. Described by its source,
https://gitlab.com/opensudoku/opensudoku.

A line of HoDoKu's library is a board with its placed digits and deleted candidates:
``:technique[-variant]:candidates:givens:deleted:eliminations:placements:extra``; ``+`` is
before a digit that was placed, not given, and a deleted candidate is ``<digit><row><column>``.
Described at https://hodoku.sourceforge.net/en/libs.php.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import (
    Cell,
    WrittenBoard,
    first_illegal,
    nearest_size,
    read_cells,
    shown,
    wrong_count,
)
from sudoku_engine.formats.lines import DIGITS, LONGEST, WHOLE_SIZES, TextLine, Token, pieces

_TAG = re.compile(r"<[^<>]*>")
_DATA = re.compile(r"""\bdata\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)
_VERSION = re.compile(r"\s*version:\s*\d+\s")

NO_GAME = 'an XML file without a <game data="…">: of XML only the files of OpenSudoku are read'


class Markup:
    """The elements of a file that were read so far."""

    def __init__(self, number: int, layout: Layout | None, source: str) -> None:
        """Begin at line `number`; `layout`: the board required."""
        self.number = number
        self.is_over = False
        self.has_games = False
        self._layout = layout
        self._source = source
        self._rest = ""
        self._rest_at = Token("", number, 1)

    def take(self, number: int, text: str) -> Iterator[tuple[WrittenBoard, int] | FormatError]:
        """Yield the boards that line `number` completes, each with its line, and the errors."""
        begun = self._rest_at if self._rest else Token("", number, 1)
        whole = f"{self._rest}{text}\n"
        last = 0
        for tag in _TAG.finditer(whole):
            last = tag.end()
            if re.match(r"</opensudoku", tag[0], re.IGNORECASE):
                self.is_over = True
            elif re.match(r"<game\b", tag[0], re.IGNORECASE):
                self.has_games = True
                at = _place(whole, tag.start(), begun)
                try:
                    yield self._board(tag[0], at), at.line
                except FormatError as error:
                    yield error
        opened = whole.find("<", last)
        self._rest = whole[opened:] if opened >= 0 else ""
        self._rest_at = _place(whole, opened, begun)
        if len(self._rest) > LONGEST:
            self.is_over = True

    def end(self) -> FormatError | None:
        """Return the error that shows at the end of the file."""
        if re.match(r"<game\b", self._rest, re.IGNORECASE):
            at = self._rest_at
            return FormatError("<game> without its end: write />", self._source, at.line, at.column)
        return None if self.has_games else FormatError(NO_GAME, self._source, self.number)

    def _board(self, tag: str, at: Token) -> WrittenBoard:
        found = _DATA.search(tag)
        if not found:
            raise FormatError('<game> without data="…"', self._source, at.line, at.column)
        data, start = found[1][1:-1], found.start(1) + 1
        version = _VERSION.match(unescape(data))
        if version:
            return self._of_cells(unescape(data)[version.end() :], _place(tag, start, at))
        tokens = [
            _place(tag, start + each.start(), at)._replace(text=each[0])
            for each in re.finditer(r"\S", data)
        ]
        n = self._layout.n if self._layout else WHOLE_SIZES.get(len(tokens), 0)
        if len(tokens) != n * n or not n:
            size = n or nearest_size(len(tokens))
            raise wrong_count(len(tokens), size, at.line, self._source)
        return read_cells(tokens, self._layout or Layout.of_size(n), self._source)

    def _of_cells(self, text: str, at: Token) -> WrittenBoard:
        """Return the board of cells with several fields each."""
        layout = self._layout or Layout.named()
        fields = [field.strip() for field in text.split("|") if field.strip()]
        width, rest = divmod(len(fields), len(layout.cells))
        digits, changeable = fields[::width] if width else [], fields[width - 1 :: width or 1]
        is_known = {*map(str, (0, *layout.digits))}.issuperset(digits)
        if rest or width < 3 or not is_known or not {"0", "1"}.issuperset(changeable):
            what = f"these are not the cells of a {layout} board, as OpenSudoku writes them"
            raise FormatError(what, self._source, at.line, at.column)
        cells = [
            Cell(int(digit), is_placed=digit != "0" and change == "1")
            for digit, change in zip(digits, changeable)
        ]
        return WrittenBoard(layout, cells)


def _place(text: str, offset: int, begun: Token) -> Token:
    """Return the place of `offset` in a `text` that begins at `begun`."""
    lines = text.count("\n", 0, offset)
    column = offset - text.rfind("\n", 0, offset) if lines else begun.column + offset
    return Token("", begun.line + lines, column)


def read_library(line: TextLine, layout: Layout | None, source: str) -> WrittenBoard:
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


def _fields(line: TextLine) -> tuple[TextLine, TextLine]:
    """Return the givens and the deleted candidates of `line`, each at its column."""
    fields = [*line.text.split(":"), ""]
    column = line.column + sum(len(field) + 1 for field in fields[:3])
    givens = TextLine(line.number, " " * (column - 1) + fields[3])
    deleted = TextLine(line.number, " " * (column + len(fields[3])) + fields[4])
    return givens, deleted


def _without(board: WrittenBoard, deleted: list[Token], source: str) -> WrittenBoard:
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
    return WrittenBoard(board.layout, cells)
