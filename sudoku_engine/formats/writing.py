"""Boards as text that `read` reads back unchanged."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from sudoku_engine.board import text_board
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.words import listed, symbol, symbols
from sudoku_engine.errors import UsageError, near_name, quoted
from sudoku_engine.formats.alphabet import alphabet_of
from sudoku_engine.formats.lines import rows_of

FORMATS = {
    "line": "one line a puzzle",
    "grid": "drawn with plain rules",
    "pretty": "drawn with fine rules",
    "candidates": "drawn with candidates",
    "hodoku": "a line of HoDoKu's library, which keeps candidates",
    "sdk": "the givens and the board now, as SadMan Sudoku",
    "sdm": "a collection, one line a puzzle",
    "ss": "rows such as 1..|...|..., as Simple Sudoku",
    "sudokuwiki": "the address of SudokuWiki's solver",
    "fss": "bare rows, 0 for a blank",
    "f-puzzles": "JSON of f-puzzles, with clues",
    "f-puzzles-link": "the address of f-puzzles, with clues",
    "sudokupad": "the address of SudokuPad, with clues",
}
"""The formats that can be written, each with a short description."""

_WITHIN = ("f-puzzles", "f-puzzles-link", "sudokupad")
"""The formats with a notation of their own for clues."""

_WITH_CLUES = ("line", "grid", "pretty", "candidates", "sdk", *_WITHIN)
"""The formats that have clues: a block above the board, or within it."""


def write(grid: Grid, format: str = "line") -> str:
    """Return `grid` written in a format of `FORMATS`, without a line end after it.

    ``candidates``, ``hodoku`` and ``sudokuwiki`` show which digits were given and which candidates
    are eliminated; ``sdk`` shows which digits were given, the others show only the digits. Put an
    empty line between boards of several lines. The first four formats of `FORMATS` and ``sdk``
    write clues above the board, those of f-puzzles and SudokuPad within it. These two write
    diagonals, too; in the others, diagonals without clues belong to the layout, which the reader of
    the text must name. Raises UsageError for an unknown format, and for a board that the format
    cannot show: a board with clues, or for ``sudokuwiki`` a board that is not 9x9.

    >>> print(write(Grid.parse("12.. 34.. .... ...."), "ss"))
    12|..
    34|..
    -----
    ..|..
    ..|..
    """
    if format not in _WRITERS:
        raise UsageError(f"unknown format {quoted(format)}: {near_name(format, FORMATS)}")
    layout = grid.layout
    clues = text_board.clue_list(layout)
    told = alphabet_of([*grid.line], layout.usual).signs if layout.own_signs else ""
    if told != layout.own_signs and format in _WITH_CLUES and format not in _WITHIN:
        clues.insert(0, f"clues: signs {layout.signs}")
    if clues and format not in _WITH_CLUES:
        raise UsageError(f"{format} cannot hold clues: write {listed(_WITH_CLUES, 'or')}")
    text = _WRITERS[format](grid)
    return text if format in _WITHIN else "\n".join([*clues, text])


def written(grid: Grid, format: str = "line") -> str:
    """Return `grid` as `write` does, with the line ends for a file of several boards."""
    text = write(grid, format)
    if format == "fss":
        return f"{text}\r\n\r\n"
    return f"{text}\n\n" if "\n" in text else f"{text}\n"


def _candidates(grid: Grid) -> str:
    texts = [
        _marked(grid, cell) if digit else _group(grid.masks[cell], grid.layout)
        for cell, digit in enumerate(grid.digits)
    ]
    return text_board.board(grid.layout, texts, text_board.ASCII)


def _group(mask: int, layout: Layout) -> str:
    """Return the candidates of an open cell, in braces if they could be read as a digit."""
    text = symbols(digits_of[mask], layout.signs)
    is_mistakable = len(text) < 2 or (len(text) == 2 and layout.n > 9)
    return f"{{{text}}}" if is_mistakable else text


def _marked(grid: Grid, cell: int) -> str:
    """Return the digit of `cell`, after a ``+`` if it was placed; ``.`` for an open cell."""
    digit = grid.digits[cell]
    if not digit:
        return "."
    sign = symbol(digit, grid.layout.signs)
    return sign if grid.is_given(cell) else f"+{sign}"


def _hodoku(grid: Grid) -> str:
    n = grid.layout.n
    cells = "".join(_marked(grid, cell) for cell in grid.layout.cells)
    usual = Grid(grid.layout, grid.digits).masks
    eliminated = [
        digit + SYMBOLS[cell // n] + SYMBOLS[cell % n]
        for cell, (mask, kept) in enumerate(zip(usual, grid.masks))
        for digit in symbols(digits_of[mask & ~kept], grid.layout.signs)
    ]
    return f":0000:x:{cells}:{' '.join(eliminated)}::"


def _sdk(grid: Grid) -> str:
    n = grid.layout.n
    givens = "".join(mark if grid.is_given(cell) else "." for cell, mark in enumerate(grid.line))
    text = f"[Puzzle]\n{rows_of(givens, n)}"
    return text if givens == grid.line else f"{text}\n[State]\n{rows_of(grid.line, n)}"


def _ss(grid: Grid) -> str:
    layout = grid.layout
    rows = rows_of(grid.line, layout.n)
    if layout.is_jigsaw:
        return rows
    high, wide = layout.box_height, layout.box_width
    lines = [rows_of(row, wide).replace("\n", "|") for row in rows.split("\n")]
    bands = ["\n".join(lines[top : top + high]) for top in range(0, layout.n, high)]
    return f"\n{'-' * len(lines[0])}\n".join(bands)


def _fss(grid: Grid) -> str:
    blank = "." if "0" in grid.layout.signs else "0"
    return rows_of(grid.line.replace(".", blank), grid.layout.n).replace("\n", "\r\n")


def _sudokuwiki(grid: Grid) -> str:
    from sudoku_engine.formats.sudokuwiki import wiki_address  # few boards are written as a link

    return wiki_address(grid)


def _f_puzzles(grid: Grid) -> str:
    from sudoku_engine.formats.web_boards import NoBoard, f_puzzles_text

    try:
        return f_puzzles_text(grid)
    except NoBoard as why:
        raise UsageError(str(why)) from None


def _f_puzzles_link(grid: Grid) -> str:
    from sudoku_engine.formats.lz_string import compressed

    return f"https://www.f-puzzles.com/?load={compressed(_f_puzzles(grid))}"


def _sudokupad(grid: Grid) -> str:
    from urllib.parse import quote

    from sudoku_engine.formats.lz_string import compressed

    # A path keeps only escaped characters as they are.
    return f"https://sudokupad.app/fpuzzles{quote(compressed(_f_puzzles(grid)), safe='')}"


_WRITERS: dict[str, Callable[[Grid], str]] = {
    "line": attrgetter("line"),
    "f-puzzles": _f_puzzles,
    "f-puzzles-link": _f_puzzles_link,
    "sudokupad": _sudokupad,
    "grid": lambda grid: text_board.board(grid.layout, grid.line, text_board.ASCII),
    "pretty": lambda grid: text_board.board(grid.layout, grid.line, text_board.LINES),
    "candidates": _candidates,
    "hodoku": _hodoku,
    "sdk": _sdk,
    "sdm": attrgetter("line"),
    "ss": _ss,
    "sudokuwiki": _sudokuwiki,
    "fss": _fss,
}
