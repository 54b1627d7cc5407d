"""The files of OpenSudoku.

A file of OpenSudoku is XML with an element ``<game data="…"/>`` for each puzzle. ``data`` is 81
digits, 0 for a blank; or ``version: N``, a line end, and the fields of each cell, with a ``|``
after each field: first the digit, last a 1 if the cell can be changed (so it is not a given), and
between them the player's notes, which are skipped. Described by its source,
https://gitlab.com/opensudoku/opensudoku.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import Cell, WrittenBoard, nearest_size, read_cells, wrong_count
from sudoku_engine.formats.format_book import Located
from sudoku_engine.formats.lines import LONGEST, WHOLE_SIZES, Token

_TAG = re.compile(r"<[^<>]*>")
_GAME = re.compile(r"<game\b", re.IGNORECASE)
_DATA = re.compile(r"""\bdata\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)
_VERSION = re.compile(r"\s*version:\s*\d+\s")

NO_GAME = 'an XML file without a <game data="…">: of XML only the files of OpenSudoku are read'


def read(
    lines: Iterable[tuple[int, str]], layout: Layout | None, source: str
) -> Iterator[Located | FormatError]:
    """Yield the boards in `lines` (each with its number), and the errors.

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
                    yield Located(_board(tag[0], at, layout, source), at.line)
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
