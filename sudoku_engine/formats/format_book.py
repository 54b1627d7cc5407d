"""The formats of other programs that puzzles may have: the bundled ones, and those of plugins.

The reader asks this book about text that is neither a board nor one of its own formats, and the
writer about a format that it does not write itself. A format is known by its sign, a regular
expression, so nothing of it is imported for other text. Only one format each reads addresses, XML
and JSON that have no sign.

The block of clues above a puzzle begins with ``clues:`` and continues in indented lines. Semicolons
separate clues, which the plugin of variants reads::

    clues: killer cage 15 r1c12; thermometer r3c3,r2c2
      anti-knight
    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

``signs 012345678`` in it says how the digits are written; all else is a rule on certain cells.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.variants import brought
from sudoku_engine.errors import FormatError, LayoutError
from sudoku_engine.formats.cells import Cell, WrittenBoard, fitting

LINE, PARAGRAPH, FILE = EXTENTS = ("line", "paragraph", "file")
"""The extents of a text: a line, all lines up to an empty one, all lines up to the end."""

LONGEST_SIGN = 2000
"""The most characters of a text that a sign may look at."""

SIGN_LINES = 8
"""The most lines of XML that a sign may look at; of other text it is the first line."""

Boards = Iterable[Grid | WrittenBoard]


class Located(NamedTuple):
    """A board in a text, and its place there."""

    board: WrittenBoard
    line: int
    """The line where it begins, from 1."""
    name: str = ""
    """The name that the text around it gives it."""
    column: int = 0
    """The column where it begins, from 1; 0 if the line tells enough."""


class FormatProtocol(Protocol):
    """A reader of the texts of another program. The boards of a plugin's are grids."""

    @property
    def id(self) -> str:
        """The name in configurations and lists."""

    @property
    def name(self) -> str:
        """The name for people."""

    @property
    def sign(self) -> str:
        """A regular expression for the beginning of its texts; capitals do not matter."""

    @property
    def extent(self) -> str:
        """The extent of its texts, one of `EXTENTS`."""

    def read(self, text: str) -> Boards:
        """Return the boards in `text`; nothing if it is no text of this format after all.

        Raises FormatError, with the line within the text, and LayoutError.
        """


class BundledFormat(FormatProtocol, Protocol):
    """A format that comes with the engine; it may also write, and read all texts of a kind."""

    @property
    def kind(self) -> str:
        """The kind of lines (`TextLine.kind`) whose texts it reads without a sign; or empty."""

    def read_lines(
        self, lines: Iterable[tuple[int, str]], layout: Layout | None, source: str
    ) -> Iterator[Located | FormatError]:
        """Yield the boards of a text of its kind, and the errors; take no line after it."""

    @property
    def purpose(self) -> str:
        """What it writes, in words; ``""`` if it only reads."""

    @property
    def has_clues(self) -> bool:
        """Whether what it writes has the clues of a board."""

    def write(self, grid: Grid) -> str:
        """Return `grid` as text; raises UsageError for a board that it cannot show."""


class FormatBook:
    """The formats that the reader and the writer know besides their own."""

    def __init__(self) -> None:
        self._added: list[FormatProtocol] = []

    @property
    def _bundled(self) -> Iterable[BundledFormat]:
        return Layout.bundled("format")

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
        start = text[:LONGEST_SIGN].lstrip("\ufeff \t\r\n")
        for each in (*self._added, *(each for each in self._bundled if not each.kind)):
            if re.match(each.sign, start, re.IGNORECASE):
                return each
        return None

    def reader_of(self, kind: str) -> BundledFormat | None:
        """Return the format that reads all texts of a `kind`; None if its plugin is missing."""
        return next((each for each in self._bundled if each.kind == kind), None)

    @property
    def writers(self) -> Mapping[str, BundledFormat]:
        """The formats that can be written, by id."""
        return {each.id: each for each in self._bundled if each.purpose}


FORMAT_BOOK = FormatBook()
"""The formats of this process."""


def boards_in(
    text: str, form: FormatProtocol, layout: Layout | None, line: int, source: str
) -> Iterator[Located | FormatError]:
    """Yield the boards of a `text` in a `form`, or the error.

    `layout`: the required board; `line`: the number of the first line of the text.
    """
    start = text.lstrip("\ufeff \t")
    try:
        for found in form.read(start):
            board = _written(found) if isinstance(found, Grid) else found
            at = line + board.line - 1
            yield Located(fitting(board, layout, at, 0, source), at)
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


SIGNS = "signs "
"""The beginning of the signs of the digits, in a block of clues."""


class WrittenClue(NamedTuple):
    """A clue of our own block, and its place."""

    text: str
    line: int
    column: int
    """The column of its first character, from 1."""

    def error(self, what: str, source: str) -> FormatError:
        """Return the error `what` at the place of this clue."""
        return FormatError(what, source, self.line, self.column)


class ClueTexts(Protocol):
    """The texts of clues; a plugin reads them."""

    def add_clues(self, layout: Layout, clues: Sequence[WrittenClue], source: str) -> Layout:
        """Return `layout` with the `clues`; raise FormatError with the place of a wrong one."""

    def board_in(self, kind: str, text: str, layout: Layout | None) -> WrittenBoard:
        """Return the board in a `text` of another program, with clues; raises LayoutError.

        `kind`: ``constraints`` for Interactive Sudoku Solver, ``cages`` for a killer in one line.
        """


def clue_texts() -> ClueTexts:
    """Return what reads texts of clues; raises LayoutError without their plugin."""
    texts: ClueTexts = brought("sudoku_clue_texts")
    return texts


def clues_in(text: str, number: int) -> Iterator[WrittenClue]:
    """Yield the clues in line `number` of a block, without its first word."""
    text = re.sub(r"(^|\s)#.*", "", text)
    beginning = re.match(r"\s*clues\s*:", text, re.IGNORECASE)
    end = beginning.end() if beginning else 0
    for part in text[end:].split(";"):
        if part.strip():
            yield WrittenClue(part.strip(), number, end + len(part) - len(part.lstrip()) + 1)
        end += len(part) + 1


def with_clues(layout: Layout, clues: Sequence[WrittenClue], source: str) -> Layout:
    """Return `layout` with the `clues`; raise FormatError with the place of a wrong one."""
    others = []
    for clue in clues:
        try:
            if clue.text.lower().startswith(SIGNS):
                layout = layout.with_signs(clue.text[len(SIGNS) :].strip())
                continue
            others.append(clue)
            texts = clue_texts()
        except LayoutError as error:
            raise clue.error(error.what, source) from None
    return texts.add_clues(layout, others, source) if others else layout
