"""The files of OpenSudoku, and the lines of HoDoKu's library.

A file of OpenSudoku is XML with an element ``<game data="…"/>`` for each puzzle. ``data`` is 81
digits, 0 for a blank; or ``version: N``, a line end, and the fields of each cell, with a ``|``
after each field: first the digit, last a 1 if the cell can be changed (so it is not a given), and
between them the player's notes, which are skipped. Described by its source,
https://gitlab.com/opensudoku/opensudoku.

A line of HoDoKu's library is a board with its placed digits and deleted candidates:
``:technique[-variant]:candidates:givens:deleted:eliminations:placements:extra``; ``+`` is
before a digit that was placed, not given, and a deleted candidate is ``<digit><row><column>``.
Described at https://hodoku.sourceforge.net/en/libs.php.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
_GAME = re.compile(r"<game\b", re.IGNORECASE)
_DATA = re.compile(r"""\bdata\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)
_VERSION = re.compile(r"\s*version:\s*\d+\s")

NO_GAME = 'an XML file without a <game data="…">: of XML only the files of OpenSudoku are read'


def read_markup(
    lines: Iterable[tuple[int, str]], layout: Layout | None, source: str
) -> Iterator[tuple[WrittenBoard, int] | FormatError]:
    """Yield the boards in `lines` (each with its number), each with its line, and the errors.

    `layout`: the required board. No line after the end of the file is taken.
    """
    rest: list[str] = []  # the lines since the last tag that was not closed
    n_rest = 0
    begun = Token("", 1, 1)
    first = 0
    has_games = is_over = False
    for number, text in lines:
        first = first or number
        begun = begun if rest else Token("", number, 1)
        rest.append(f"{text}\n")
        n_rest += len(rest[-1])
        if ">" not in text and len(rest) > 1:
            if n_rest > LONGEST:
                break
            continue  # looking at all of it again for each line would take too long
        whole = "".join(rest)
        last = 0
        for tag in _TAG.finditer(whole):
            last = tag.end()
            if re.match(r"</opensudoku", tag[0], re.IGNORECASE):
                is_over = True
            elif _GAME.match(tag[0]):
                has_games = True
                at = _place(whole, tag.start(), begun)
                try:
                    yield _board(tag[0], at, layout, source), at.line
                except FormatError as error:
                    yield error
        opened = whole.find("<", last)
        begun = _place(whole, opened, begun)
        rest = [whole[opened:]] if opened >= 0 else []
        n_rest = sum(map(len, rest))
        if is_over or n_rest > LONGEST:
            break
    if _GAME.match("".join(rest)[:LONGEST]):
        yield FormatError("<game> without its end: write />", source, begun.line, begun.column)
    elif not has_games:
        yield FormatError(NO_GAME, source, first)


def _board(tag: str, at: Token, layout: Layout | None, source: str) -> WrittenBoard:
    found = _DATA.search(tag)
    if not found:
        raise FormatError('<game> without data="…"', source, at.line, at.column)
    data, start = found[1][1:-1], found.start(1) + 1
    if version := _VERSION.match(unescape(data)):
        cells = unescape(data)[version.end() :]
        return _of_cells(cells, _place(tag, start, at), layout or Layout.named(), source)
    tokens = [
        _place(tag, start + each.start(), at)._replace(text=each[0])
        for each in re.finditer(r"\S", data)
    ]
    n = layout.n if layout else WHOLE_SIZES.get(len(tokens), 0)
    if len(tokens) != n * n or not n:
        raise wrong_count(len(tokens), n or nearest_size(len(tokens)), at.line, source)
    return read_cells(tokens, layout or Layout.of_size(n), source)


def _of_cells(text: str, at: Token, layout: Layout, source: str) -> WrittenBoard:
    """Return the board of cells with several fields each."""
    fields = [field.strip() for field in text.split("|") if field.strip()]
    width, rest = divmod(len(fields), len(layout.cells))
    digits, changeable = fields[::width] if width else [], fields[width - 1 :: width or 1]
    is_known = {*map(str, (0, *layout.digits))}.issuperset(digits)
    if rest or width < 3 or not is_known or not {"0", "1"}.issuperset(changeable):
        what = f"these are not the cells of a {layout} board, as OpenSudoku writes them"
        raise FormatError(what, source, at.line, at.column)
    cells = [
        Cell(int(digit), is_placed=digit != "0" and change == "1")
        for digit, change in zip(digits, changeable)
    ]
    return WrittenBoard(layout, cells)


def _place(text: str, offset: int, begun: Token) -> Token:
    lines = text.count("\n", 0, offset)
    column = offset - text.rfind("\n", 0, offset) if lines else begun.column + offset
    return Token("", begun.line + lines, column)


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
