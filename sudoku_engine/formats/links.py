"""Puzzles in the addresses of web pages. Nothing is fetched: an address holds its puzzle, or none.

=====================================================  ==========================================
``https://www.sudokuwiki.org/sudoku.htm?bd=…``         81 digits, or a packed board (`sudokuwiki`)
``https://f-puzzles.com/?load=…``                      compressed JSON (lz-string)
``https://sudokupad.app/fpuzzles…``                    the same
``https://sudokupad.app/scl…``                         compressed JSON of SudokuPad's own
``https://sudokupad.app/classic…``                     the digits, each with the blanks around it
=====================================================  ==========================================

The JSON of both is for variants with thermometers, cages and the like. Read are sudokus of any
regions, of f-puzzles with both diagonals, too; decoration is left out, unless there are rules of
their own that it may be about. Anything else is named in the error.

It is compressed by the JavaScript library lz-string, in base64. Such a text is a row of numbers,
each of as many bits as the dictionary needs so far: 0 and 1 announce a new character of 8 or 16
bits, 2 ends the text, any other number is an entry of the dictionary. After each, the entry before
and the first character of this one become a new entry. Described by its source,
https://github.com/pieroxy/lz-string.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_letters, digits
from typing import Any
from urllib.parse import unquote

from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.words import brief, listed
from sudoku_engine.errors import FormatError, LayoutError
from sudoku_engine.formats.cells import Cell, WrittenBoard, shown, wrong_count
from sudoku_engine.formats.lines import TextLine, Token
from sudoku_engine.formats.sudokuwiki import PACKED, read_wiki

_WORDS = {
    *("size", "title", "author", "ruleset", "solution", "metadata", "id", "info", "successMessage"),
    *("disabledlogic", "truecandidatesoptions", "highlightConflicts", "successmsg", "settings"),
}
"""What f-puzzles says about a puzzle besides its rules."""

_DECORATION = {"text", "line", "rectangle", "circle", "cage"}
"""What f-puzzles draws on a board without a rule of its own."""

_DIAGONALS = ("diagonal+", "diagonal-")
"""What f-puzzles calls the two diagonals."""

_PAD_WORDS = {"id", "cellSize", "metadata", "settings", "duration", "videos", "title"}
"""What SudokuPad says about a puzzle besides its rules."""

_PAD_DECORATION = {"lines", "arrows", "overlays", "underlays"}
"""What SudokuPad draws on a board: it knows no rules, they are in words."""

_USUAL_RULES = re.compile(
    r"\W*((normal|standard|classic|usual|regular)\b[^.;]*\bsudoku\b[^.;]*(apply)?)?\W*",
    re.IGNORECASE,
)
"""Rules that are those of every sudoku."""

_PAD_NAMES = {
    "ce": "cells",
    "re": "regions",
    "ca": "cages",
    "cs": "cellSize",
    "v": "value",
    "l": "lines",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "t": "title",
    "c": "color",
    "d": "duration",
    "vd": "videos",
    "te": "text",
    "ct": "center",
}
"""The names that SudokuPad shortens, as far as an error names them."""


class NoBoard(Exception):
    """What the JSON holds is no plain sudoku; the text says why."""


def parsed(text: str) -> Mapping[str, Any]:
    """Return the object of JSON in `text`; raises NoBoard."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NoBoard("what it holds is not JSON") from None
    if not isinstance(found, dict):
        raise NoBoard("what it holds is not a puzzle")
    return found


def f_puzzles_board(puzzle: Mapping[str, Any]) -> WrittenBoard:
    """Return the board of f-puzzles' `puzzle`; raises NoBoard for a variant."""
    diagonals = [name for name in _DIAGONALS if puzzle.get(name)]
    known = {"grid", *_WORDS, *(diagonals if len(diagonals) == 2 else ())}
    _check_plain(puzzle, known, _DECORATION, puzzle.get("ruleset"))
    rows = _rows(puzzle.get("grid"))
    usual = _layout(len(rows))
    boxes = {cell: number for number, box in enumerate(usual.boxes) for cell in box.cells}
    cells, regions = [], []
    for place, cell in zip(usual.cells, (cell for row in rows for cell in row)):
        region = cell.get("region")
        regions.append(boxes[place] if region is None else region)
        digit = _digit(cell.get("value"), usual.n)
        cells.append(Cell(digit, is_placed=bool(digit) and not cell.get("given")))
    return WrittenBoard(_with_regions(usual, regions, bool(diagonals)), cells)


def sudoku_pad_board(text: str) -> WrittenBoard:
    """Return the board in a `text` of SudokuPad's own; raises NoBoard for a variant."""
    puzzle = parsed(_as_json(text))
    puzzle = {_PAD_NAMES.get(name, name): value for name, value in puzzle.items()}
    # A cage without cells holds the title, the author, …
    cages = [
        cage
        for cage in _list(puzzle.get("cages"))
        if not isinstance(cage, dict) or cage.get("cells") or cage.get("ce")
    ]
    metadata = puzzle.get("metadata")
    rules = metadata.get("rules") if isinstance(metadata, dict) else None
    known = {"cells", "regions", *_PAD_WORDS}
    # Without a word on rules, lines may as well be thermometers.
    _check_plain({**puzzle, "cages": cages}, known, _PAD_DECORATION, rules or "unknown")
    rows = _rows(puzzle.get("cells"))
    layout = _layout(len(rows))
    if given := _list(puzzle.get("regions")):
        in_region = {
            tuple(place): number
            for number, region in enumerate(given)
            for place in _list(region)
            if isinstance(place, list)
        }
        regions = [in_region.get(divmod(int(cell), layout.n)) for cell in layout.cells]
        layout = _with_regions(layout, regions)
    values = (cell.get("value", cell.get("v")) for row in rows for cell in row)
    return WrittenBoard(layout, [Cell(_digit(value, layout.n)) for value in values])


def _with_regions(usual: Layout, regions: Sequence[Any], diagonals: bool = False) -> Layout:
    """Return the layout with a region of each number in `regions`, by cell; raises NoBoard."""
    n = usual.n
    if not all(type(region) is int and 0 <= region < n for region in regions):
        raise NoBoard("what it holds is not a puzzle: its regions do not cover the board")
    rows = ["".join(SYMBOLS[r] for r in regions[i : i + n]) for i in range(0, n * n, n)]
    try:
        layout = Layout.of_regions("\n".join(rows), diagonals)
    except LayoutError as error:
        raise NoBoard(error.what) from None
    boxes = {box.mask for box in usual.boxes}
    if {region.mask for region in layout.boxes} != boxes:
        return layout
    return Layout.of_boxes(usual.box_height, usual.box_width, diagonals)


def _as_json(text: str) -> str:
    """Return SudokuPad's shortened JSON written out.

    It has names and colours without quotes, single quotes, ``t`` and ``f``, and no empty objects.
    """
    if '"' not in text:
        text = text.replace("\\'", "\0").replace("'", '"').replace("\0", "'")
    text = re.sub(r"([,{\[])([A-Za-z0-9]+):", r'\1"\2":', text)
    text = re.sub(r"([,\[])(?=[,\]])", r"\1{}", text)
    text = re.sub(r":t(?=[,}\]])", ":true", text)
    text = re.sub(r":f(?=[,}\]])", ":false", text)
    return re.sub(r":(#[0F]|[0-9A-Fa-f]{6})(?=[,}\]])", r':"\1"', text)


def _check_plain(
    puzzle: Mapping[str, Any], known: Collection[str], decoration: Collection[str], rules: Any
) -> None:
    """Raise NoBoard for what is not `known`; `decoration` may be there without special `rules`."""
    is_usual = not rules or (isinstance(rules, str) and _USUAL_RULES.fullmatch(rules))
    left_out = {*known, *(decoration if is_usual else ())}
    others = [name for name, value in puzzle.items() if value and name not in left_out]
    if others:
        raise NoBoard(f"this is a variant with {listed(others)}: only plain sudokus are read")


def _list(given: Any) -> list[Any]:
    if given is None:
        return []
    if not isinstance(given, list):
        raise NoBoard(f"what it holds is not a puzzle: {brief(given)} should be a list")
    return given


def _rows(given: Any) -> list[list[Mapping[str, Any]]]:
    """Return the rows of a square of cells."""
    rows = [_list(row) for row in _list(given)]
    cells = [cell for row in rows for cell in row]
    if not rows or {len(row) for row in rows} != {len(rows)}:
        raise NoBoard("what it holds is not a puzzle: its rows are no square")
    if not all(isinstance(cell, dict) for cell in cells):
        raise NoBoard("what it holds is not a puzzle: its cells are no objects")
    return rows


def _layout(n: int) -> Layout:
    try:
        return Layout.of_size(n)
    except LayoutError as error:
        raise NoBoard(error.what) from None


def _digit(value: Any, n: int) -> int:
    """Return the digit of a cell, 0 if it is open; SudokuPad writes some as text."""
    if value in (None, "", 0, "0"):
        return 0
    if isinstance(value, (int, str)) and re.fullmatch(r"\d{1,2}", str(value)):
        digit = int(value)
        if 1 <= digit <= n:
            return digit
    raise NoBoard(f"{brief(value)} in a cell is not a digit from 1 to {n}")


LONGEST_TEXT = 1_000_000
"""The most characters of a text; a longer one is not a puzzle."""

_VALUES = {
    character: value
    for value, character in enumerate(ascii_letters[26:] + ascii_letters[:26] + digits + "+/")
}
_WIDTHS = (8, 16)
_END = 2


def decompressed(text: str) -> str:
    """Return the text that lz-string's `compressToBase64` wrote as `text`; raises ValueError.

    >>> decompressed("N4IgziBcDaCMC6BfIA==")
    '{"s":[1]}'
    """
    bits = _bits(text)
    entries = ["", "", ""]
    found: list[str] = []
    length, before, width = 0, "", 2
    while (number := _number(bits, width)) != _END:
        if number < len(_WIDTHS):
            number, new = len(entries), chr(_number(bits, _WIDTHS[number]))
            entries.append(new)
        if number > len(entries) or (number == len(entries) and not before):
            raise ValueError(f"there is no entry {number}")
        entry = entries[number] if number < len(entries) else before + before[0]
        if before:
            entries.append(before + entry[0])
        before = entry
        found.append(entry)
        length += len(entry)
        if length > LONGEST_TEXT:
            raise ValueError("it is too long")
        # The next number may be that of the entry which it completes.
        width = len(entries).bit_length()
    return "".join(found)


def _bits(text: str) -> Iterator[int]:
    for character in text.rstrip("="):
        if character not in _VALUES:
            raise ValueError(f"{character!r} is no character of base64")
        for bit in range(5, -1, -1):
            yield _VALUES[character] >> bit & 1


def _number(bits: Iterator[int], width: int) -> int:
    """Return a number of `width` bits, the lowest first; raises ValueError."""
    number = 0
    for bit in range(width):
        if (value := next(bits, None)) is None:
            raise ValueError("it breaks off")
        number |= value << bit
    return number


_WIKI = re.compile(rf"(?:[?&]bd=|(?<!\S)(?={PACKED}))([^&#\s]*)")
_OTHER_PAGE = re.compile(
    r"\w*(?:killer|jigsaw|ken[kd]|str8|sudoku_?x|windoku|colou?r|kakuro|futoshiki)\w*\.\w+(?=\?)",
    re.IGNORECASE,
)
"""The pages of SudokuWiki's other solvers."""
_LOAD = re.compile(r"f-puzzles\.com/\S*?[?&]load=([^&\s]+)")
_PAD = re.compile(
    r"(?:sudokupad\.app|crackingthecryptic\.com)(?:/sudoku(?:\.html)?)?/?(?:\?puzzleid=)?([^?&\s]+)"
)
_PREFIX = re.compile(r"(fpuz(?:zles)?|scl|ctc|classic|)(.*)")

_FEW_BLANKS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
"""The place of a character here, from 0, is its digit and ten times the blanks after it."""
_MANY_BLANKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
"""A character is as many blanks as its place here, from 0; digits stand for themselves."""

LONGEST_NAME = 60
"""The most characters of the name of a puzzle that SudokuPad keeps."""

UNKNOWN = "this address holds no puzzle: those of SudokuWiki (?bd=), f-puzzles and SudokuPad do"
NOT_HERE = (
    "the address does not hold the puzzle, only its name: open it, and copy the puzzle as text"
)


def read_link(line: TextLine, layout: Layout | None, source: str) -> WrittenBoard:
    """Return the board in the address in `line`; raises FormatError with the place.

    `layout`: the board required; it may have other houses than the usual one of its size.
    """
    text = " " * (line.column - 1) + line.text
    found = _WIKI.search(text) or _LOAD.search(text) or _PAD.search(text)
    if not found:
        what = NOT_HERE if "f-puzzles.com" in text else UNKNOWN
        raise FormatError(what, source, line.number, line.column)
    data = Token(unquote(found[1]), line.number, found.start(1) + 1)
    if found.re is _WIKI:
        if other := _OTHER_PAGE.search(text, 0, found.end()):
            what = f"{shown(other[0])} is for puzzles of another kind: only plain sudokus are read"
            raise FormatError(what, source, line.number, other.start() + 1)
        board = read_wiki(data, source)
    else:
        board = _compressed(data, source, is_whole=found.re is _LOAD)
    if layout is None or layout is board.layout:
        return board
    if layout.n != board.layout.n:
        raise wrong_count(len(board.cells), layout.n, line.number, source)
    if board.layout is not Layout.of_size(layout.n):
        what = f"the address holds a {board.layout} board: leave the layout {layout} out"
        raise FormatError(what, source, line.number, line.column)
    return board._replace(layout=layout)


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
    """Return the board in JSON of SudokuPad's own (`is_pad`), f-puzzles', or with a short code."""
    try:
        text = decompressed(code.replace(" ", "+").replace("-", "/").replace("_", "/"))
    except ValueError as error:
        what = f"this cannot be unpacked ({error}): copy the whole address again"
        raise NoBoard(what) from None
    if is_pad:
        return sudoku_pad_board(text)
    puzzle = parsed(text)
    short = puzzle.get("p")
    if isinstance(short, str) and (board := _classic(short)):
        return board
    return f_puzzles_board(puzzle) if "grid" in puzzle else sudoku_pad_board(text)


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
