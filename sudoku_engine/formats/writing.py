"""Boards as text that `read` reads back unchanged."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from operator import attrgetter

from sudoku_engine.board import text_board
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.words import listed, symbol, symbols
from sudoku_engine.errors import UsageError, near_name, quoted
from sudoku_engine.formats.alphabet import alphabet_of
from sudoku_engine.formats.format_book import FORMAT_BOOK
from sudoku_engine.formats.lines import rows_of

_PURPOSES = {
    "line": "one line a puzzle",
    "grid": "drawn with plain rules",
    "pretty": "drawn with fine rules",
    "candidates": "drawn with candidates",
    "hodoku": "a line of HoDoKu's library, which keeps candidates",
    "sdk": "the givens and the board now, as SadMan Sudoku",
    "sdm": "a collection, one line a puzzle",
    "ss": "rows such as 1..|...|..., as Simple Sudoku",
    "fss": "bare rows, 0 for a blank",
}
"""The engine's own formats, each with a short description."""

_WITH_CLUES = ("line", "grid", "pretty", "candidates", "sdk")
"""Those of them that have clues, in a block above the board."""


class _Formats(Mapping[str, str]):
    """The engine's own formats, and those of the book, which is not asked for the others."""

    def __getitem__(self, name: str) -> str:
        return _PURPOSES[name] if name in _PURPOSES else FORMAT_BOOK.writers[name].purpose

    def __iter__(self) -> Iterator[str]:
        return chain(_PURPOSES, FORMAT_BOOK.writers)

    def __len__(self) -> int:
        return len(_PURPOSES) + len(FORMAT_BOOK.writers)


FORMATS = _Formats()
"""The formats that can be written, each with a short description."""


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
    own = _WRITERS.get(format)
    other = None if own else FORMAT_BOOK.writers.get(format)
    layout = grid.layout
    clues = text_board.clue_list(layout)
    if other:
        if clues and not other.has_clues:
            raise _no_clues(format)
        return other.write(grid)
    if own is None:
        raise UsageError(f"unknown format {quoted(format)}: {near_name(format, FORMATS)}")
    told = alphabet_of([*grid.line], layout.usual).signs if layout.own_signs else ""
    if told != layout.own_signs and format in _WITH_CLUES:
        clues.insert(0, f"clues: signs {layout.signs}")
    if clues and format not in _WITH_CLUES:
        raise _no_clues(format)
    return "\n".join([*clues, own(grid)])


def _no_clues(format: str) -> UsageError:
    others = [name for name, each in FORMAT_BOOK.writers.items() if each.has_clues]
    return UsageError(f"{format} cannot hold clues: write {listed([*_WITH_CLUES, *others], 'or')}")


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


_WRITERS: dict[str, Callable[[Grid], str]] = {
    "line": attrgetter("line"),
    "grid": lambda grid: text_board.board(grid.layout, grid.line, text_board.ASCII),
    "pretty": lambda grid: text_board.board(grid.layout, grid.line, text_board.LINES),
    "candidates": _candidates,
    "hodoku": _hodoku,
    "sdk": _sdk,
    "sdm": attrgetter("line"),
    "ss": _ss,
    "fss": _fss,
}
