"""The formats of other programs that puzzles may have: the bundled ones, and those of plugins.

The reader asks this book about text that is neither a board nor one of its own formats, and about
XML and JSON. A format is known by its sign, a regular expression, so nothing of it is imported for
other text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError, LayoutError
from sudoku_engine.formats.cells import Cell, WrittenBoard, fitting

LINE, PARAGRAPH, FILE = EXTENTS = ("line", "paragraph", "file")
"""The extents of a text: a line, all lines up to an empty one, all lines up to the end."""

LONGEST_SIGN = 2000
"""The most characters of a text that a sign may look at."""

SIGN_LINES = 8
"""The most lines of XML that a sign may look at; of other text it is the first line."""

Boards = Iterable[Grid | WrittenBoard]


class FormatProtocol(Protocol):
    """The parts of a format that the reader needs; see `api.protocols.Format`."""

    @property
    def id(self) -> str:
        """The name in configurations and lists."""
        ...

    @property
    def name(self) -> str:
        """The name for people."""
        ...

    @property
    def sign(self) -> str:
        """A regular expression for the beginning of its texts; capitals do not matter."""
        ...

    @property
    def extent(self) -> str:
        """The extent of its texts, one of `EXTENTS`."""
        ...

    def read(self, text: str) -> Boards:
        """Return the boards in `text`; nothing if it is no text of this format after all.

        Raises FormatError, with the line within the text, and LayoutError.
        """
        ...


class FormatBook:
    """The formats that the reader knows besides its own."""

    def __init__(self) -> None:
        self._added: list[FormatProtocol] = []
        self._bundled: list[FormatProtocol] | None = None

    def add(self, added: FormatProtocol) -> None:
        """Read texts of `added`, before any other with the same sign, until it is removed."""
        self._added.insert(0, added)

    def remove(self, removed: FormatProtocol) -> None:
        """Forget `removed`."""
        self._added = [each for each in self._added if each is not removed]

    @property
    def has_added(self) -> bool:
        """Whether a plugin has a format, whose texts may look like boards."""
        return bool(self._added)

    def find(self, text: str) -> FormatProtocol | None:
        """Return the format whose sign is at the beginning of `text`; None if no format has it."""
        if self._bundled is None:
            self._bundled = list(Layout.bundled("format"))
        start = text[:LONGEST_SIGN].lstrip("\ufeff \t\r\n")
        for each in (*self._added, *self._bundled):
            if re.match(each.sign, start, re.IGNORECASE):
                return each
        return None


FORMAT_BOOK = FormatBook()
"""The formats of this process."""


def boards_in(
    text: str, form: FormatProtocol, layout: Layout | None, line: int, source: str
) -> Iterator[tuple[WrittenBoard, int] | FormatError]:
    """Yield the boards of a `text` in a `form`, each with its line, or the error.

    `layout`: the required board; `line`: the number of the first line of the text.
    """
    start = text.lstrip("\ufeff \t")
    try:
        for found in form.read(start):
            board = _written(found) if isinstance(found, Grid) else found
            at = line + board.line - 1
            yield fitting(board, layout, at, 0, source), at
    except FormatError as error:
        indent = len(text) - len(start) if error.column and error.line <= 1 else 0
        yield FormatError(error.what, source, line + max(error.line, 1) - 1, error.column + indent)
    except LayoutError as error:
        yield FormatError(error.what, source, line)


def _written(grid: Grid) -> WrittenBoard:
    masks = grid.masks if grid.has_own_marks else [None] * len(grid.masks)
    cells = [
        Cell(digit, bool(digit) and not grid.is_given(cell), None if digit else mask)
        for cell, (digit, mask) in enumerate(zip(grid.digits, masks))
    ]
    return WrittenBoard(grid.layout, cells)
