"""Puzzles in the addresses of web pages. Nothing is fetched: only the address itself is read.

=====================================================  ==========================================
``https://www.sudokuwiki.org/sudoku.htm?bd=…``         81 digits, or a packed board (`sudokuwiki`)
``https://f-puzzles.com/?load=…``                      compressed JSON (lz-string)
``https://sudokupad.app/fpuzzles…``                    the same
``https://sudokupad.app/scl…``                         compressed JSON of SudokuPad's own
``https://sudokupad.app/classic…``                     the digits, each with the blanks around it
=====================================================  ==========================================

The JSON of f-puzzles is read by `web_boards`, that of SudokuPad by `sudoku_pad`; `lz_string` packs
both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, unquote

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import Cell, WrittenBoard, fitting, shown
from sudoku_engine.formats.format_book import Located
from sudoku_engine.formats.lines import TextLine, Token, name_in
from sudoku_plugins.formats.lz_string import compressed, decompressed
from sudoku_plugins.formats.sudoku_pad import pad_puzzle, sudoku_pad_board
from sudoku_plugins.formats.sudokuwiki import PACKED, read_wiki
from sudoku_plugins.formats.web_boards import NoBoard, f_puzzles_board, f_puzzles_text, parsed

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


def is_own(text: str) -> bool:
    """Return whether the address in `text` is one of those that this module reads."""
    return _own_part(TextLine(1, text).text) is not None


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
    return read_wiki(data, source)


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
    """Return the board in JSON of SudokuPad (`is_pad`) or of f-puzzles, or in a short code."""
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
    """Return the board of 81 digits that SudokuPad shortens to `code` in one of two ways."""
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
