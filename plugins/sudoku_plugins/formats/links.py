"""Puzzles in the addresses of web pages. Nothing is fetched: only the address itself is read.

=====================================================  ==========================================
``https://www.sudokuwiki.org/sudoku.htm?bd=…``         81 digits, or a packed board
``https://f-puzzles.com/?load=…``                      compressed JSON (lz-string)
``https://sudokupad.app/fpuzzles…``                    the same
``https://sudokupad.app/scl…``                         compressed JSON of SudokuPad's own
``https://sudokupad.app/classic…``                     the digits, each with the blanks around it
``https://sudoku.coach/en/play/53007…0079``            81 digits in any part of any address
``https://sigh.github.io/…?q=.Cage~15~R1C1~R1C2``      constraints of Interactive Sudoku Solver
=====================================================  ==========================================

The JSON of f-puzzles is read by `web_boards`, that of SudokuPad by `sudoku_pad`; `lz_string` packs
both. A packed board of SudokuWiki has two characters for each cell:

* ``S9B`` and numbers of base 36: 1 to 9 a given, 10 to 18 a digit that was placed, from 19 the
  candidates (bit ``digit - 1``) and 18; 0 an open cell without any information;
* until 2023, numbers of base 32: twice the candidates (bit ``digit - 1``), plus 1 for a given. A
  single candidate is read as a digit, since nothing distinguishes the two.

Described at https://www.sudokuwiki.org/Sudoku_String_Definitions.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, unquote

from sudoku_engine import FormatError, Grid, Layout
from sudoku_engine.board.words import range_of
from sudoku_engine.errors import UsageError
from sudoku_engine.formats import parse
from sudoku_engine.formats.cells import (
    Cell,
    WrittenBoard,
    first_illegal,
    fitting,
    read_cells,
    shown,
    wrong_count,
)
from sudoku_engine.formats.format_book import Located, clue_texts
from sudoku_engine.formats.lines import TextLine, Token, name_in, pieces
from sudoku_plugins.formats.lz_string import compressed, decompressed
from sudoku_plugins.formats.sudoku_pad import pad_puzzle, sudoku_pad_board
from sudoku_plugins.formats.web_boards import NoBoard, f_puzzles_board, f_puzzles_text, parsed

ADDRESS = "https://www.sudokuwiki.org/sudoku.htm?bd="

PACKED = "S9B"
"""The beginning of a packed board: a plain sudoku of 9 rows, version B."""

_PLACED, _OPEN = 9, 18
_BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz"

_WIKI = re.compile(rf"(?:[?&]bd=|(?<!\S)(?={PACKED}))([^&#\s]*)")
_OTHER_PAGE = re.compile(
    r"(?<!\w)\w*(?:killer|jigsaw|ken[kd]|str8|sudoku_?x|windoku|colou?r|kakuro|futoshiki)\w*\.\w+(?=\?)",
    re.IGNORECASE,
)
"""The pages of SudokuWiki's other solvers."""
_LOAD = re.compile(r"f-puzzles\.com/(?:(?!f-puzzles\.com/)\S)*?[?&]load=([^&\s]+)")
_HOST = r"(?:sudokupad\.app|crackingthecryptic\.com)"
_PAD = re.compile(rf"{_HOST}(?:(?:(?!{_HOST})\S)*?[?&]puzzleid=|/sudoku(?:\.html)?/?|/)?([^?&\s]+)")
"""A part of the address that repeats its host is read only once."""
_PREFIX = re.compile(r"(fpuz(?:zles)?|scl|ctc|classic|)(.*)")

_FEW_BLANKS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
"""The place of a character here, from 0, is its digit plus ten times the blanks after it."""
_MANY_BLANKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
"""The place of a character here, from 0, is its number of blanks; digits stand for themselves."""

LONGEST_NAME = 60
"""The most characters of a puzzle's name on SudokuPad."""

UNKNOWN = (
    "no puzzle is known in this address: it has no 81 digits, and is none of SudokuWiki (?bd=), "
    "f-puzzles, SudokuPad or Interactive Sudoku Solver (?q=)"
)
NOT_HERE = (
    "the address does not hold the puzzle, only its name: open it, and copy the puzzle as text"
)

SCRIPT = "this is the name of a script: run it, and save the constraints that it makes"


def _own_part(text: str) -> re.Match[str] | None:
    return _WIKI.search(text) or _LOAD.search(text) or _PAD.search(text)


def read(
    lines: Iterable[tuple[int, str]], layout: Layout | None, source: str
) -> Iterator[Located | FormatError]:
    """Yield the board in the address in the first of the `lines`, or the error.

    `layout`: the required board, perhaps with other houses than the standard board of its size.
    """
    line = TextLine(*next(iter(lines)))
    try:
        board = fitting(_board(line, source), layout, line.number, line.column, source)
    except FormatError as error:
        yield error
    else:
        yield Located(board, line.number, name_in(line.comment), line.column)


def _board(line: TextLine, source: str) -> WrittenBoard:
    text = " " * (line.column - 1) + line.text
    found = _own_part(text)
    if not found:
        what = NOT_HERE if "f-puzzles.com" in text else UNKNOWN
        what = SCRIPT if text.endswith(".js") else what
        raise FormatError(what, source, line.number, line.column)
    data = Token(unquote(found[1]), line.number, found.start(1) + 1)
    if found.re is not _WIKI:
        return _compressed(data, source, is_whole=found.re is _LOAD)
    if other := _OTHER_PAGE.search(text, 0, found.end()):
        what = f"{shown(other[0])} is for puzzles of another kind: only plain sudokus are read"
        raise FormatError(what, source, line.number, other.start() + 1)
    return _wiki_board(data, source)


def _compressed(data: Token, source: str, is_whole: bool) -> WrittenBoard:
    """Return the board of f-puzzles or SudokuPad in `data`; `is_whole`: it is more than a name."""
    prefix, code = _PREFIX.fullmatch(data.text).groups()  # type: ignore[union-attr]
    try:
        board = _classic(code) if prefix in ("", "classic") else None
        return board or _json_board(code, is_pad=prefix in ("scl", "ctc"))
    except NoBoard as why:
        is_name = not (is_whole or prefix) and len(code) <= LONGEST_NAME
        what = NOT_HERE if is_name else str(why)
        raise FormatError(what, source, data.line, data.column) from None


def _json_board(code: str, is_pad: bool) -> WrittenBoard:
    try:
        text = decompressed(code.replace(" ", "+").replace("-", "/").replace("_", "/"))
    except ValueError as error:
        what = f"this cannot be unpacked ({error}): copy the whole address again"
        raise NoBoard(what) from None
    if is_pad:
        return sudoku_pad_board(pad_puzzle(text))
    puzzle = parsed(text)
    short = puzzle.get("p")
    if isinstance(short, str) and (board := _classic(short)):
        return board
    return json_board(puzzle)


def json_board(puzzle: Mapping[str, Any]) -> WrittenBoard:
    """Return the board of the `puzzle` of f-puzzles or SudokuPad; raises NoBoard."""
    return f_puzzles_board(puzzle) if "grid" in puzzle else sudoku_pad_board(puzzle)


def _classic(code: str) -> WrittenBoard | None:
    many = "".join(
        "0" * _MANY_BLANKS.index(mark) if mark in _MANY_BLANKS else mark for mark in code
    )
    few = ""
    for mark in code:
        if mark not in _FEW_BLANKS:
            break
        blanks, digit = divmod(_FEW_BLANKS.index(mark), 10)
        few += f"{digit}{'0' * blanks}"
    for text in (few, many):
        if re.fullmatch(r"[0-9]{81}", text):
            return WrittenBoard(Layout.named(), [Cell(int(digit)) for digit in text])
    return None


def f_puzzles_address(grid: Grid) -> str:
    """Return the address at which f-puzzles shows `grid`; raises UsageError."""
    return f"https://www.f-puzzles.com/?load={compressed(f_puzzles_text(grid))}"


def sudokupad_address(grid: Grid) -> str:
    """Return the address at which SudokuPad shows `grid`; raises UsageError."""
    # A path keeps only escaped characters as they are.
    return f"https://sudokupad.app/fpuzzles{quote(compressed(f_puzzles_text(grid)), safe='')}"


_QUERY = re.compile(r"[?&]q=([^&#\s]+)")
_DIGITS = re.compile(r"(?<![\w.])[0-9.]{81}(?![\w.])")


def read_text(text: str) -> Iterable[Grid | WrittenBoard]:
    """Return the board in the text of any address that `read` does not read, if there is one."""
    if _own_part(TextLine(1, text).text):
        return []
    query = _QUERY.search(text)
    written = unquote(query[1]) if query else ""
    if written.startswith("."):
        return [clue_texts().board_in("constraints", written, None)]
    found = _DIGITS.search(unquote(text))
    try:
        return [parse(found[0] if found else written)]
    except FormatError:
        return []


def _wiki_board(board: Token, source: str) -> WrittenBoard:
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
