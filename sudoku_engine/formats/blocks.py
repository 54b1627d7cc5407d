"""Many plain lines at once: runs of lines of 81 cells as blocks of bytes.

A large file is mostly lines of just 81 cells. A `Grid` for each line would be more work than the
search that follows, so `read_blocks` yields these lines together. Everything else, and every text
with few such lines, is read line by line as in `read`. The puzzles are the same either way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError, place
from sudoku_engine.formats.alphabet import BLANKS
from sudoku_engine.formats.cells import NO_CELL, PLAIN, Entry, is_unclear, place_record
from sudoku_engine.formats.decoding import Lines
from sudoku_engine.formats.lines import LONGEST, Table, name_in
from sudoku_engine.formats.reading import TextReader

MANY = 250
"""The fewest plain lines in a chunk that make a block: its libraries take a while to load."""

N_CELLS = 81

HASH = 12
"""The number of characters of the hash that begins a record of the puzzle bank."""

FAR = 100
"""The most characters in a field before the puzzle."""

MOST_COLUMNS = 10
"""The most fields up to the puzzle."""

_CELLS = rf"[1-9.0_*\-]{{{N_CELLS}}}"
_CELLS_OF = re.compile(_CELLS)
_LINE = rf"{_CELLS}(?:[ \t,][^\n]*)?\n"
_RECORD = rf"[0-9a-f]{{{HASH}}} +{_CELLS} +[0-9]{{1,2}}\.[0-9]+ *\n"
_COMMENT = rf"#[^\n]{{0,{LONGEST - 1}}}\n"
_LINES = re.compile(rf"(?:{_LINE}|{_RECORD})(?:{_LINE}|{_RECORD}|{_COMMENT}|\n)*")
"""Plain lines, records of the puzzle bank, and empty lines and comments among them."""

_BEGINNING = re.compile(rf"^(?:[^\n]{{0,{FAR}}}[,;\s])??{_CELLS}[\s,;]", re.MULTILINE)
"""A probable plain puzzle, in a line or a row of a table."""


@lru_cache
def _rows(delimiter: str, column: int) -> re.Pattern[str]:
    """Return the pattern of rows of a table with a plain puzzle in a `column`."""
    before = rf'(?:[^{delimiter}"#\n\0]{{0,{FAR}}}{delimiter}){{{column}}}'
    return re.compile(rf'(?:{before}{_CELLS}(?:{delimiter}[^\n"\0]{{0,{LONGEST // 2}}})?\n)+')


_SYMBOLS = bytes.maketrans(bytes(range(10)), b".123456789")


class PlainBlock(NamedTuple):
    """Puzzles of plain lines: 9x9 cells, all digits given, no candidates of their own."""

    source: str
    """The name of their text."""
    lines: Sequence[int]
    """The line of each puzzle; a range if the lines are consecutive."""
    digits: bytes
    """The digits, 81 a puzzle, 0 for an open cell."""
    names: Mapping[int, str]
    """By line, the names of the puzzles that have a name."""

    def entries(self, layout: Layout | None = None, marks: Marks = "auto") -> Iterator[Entry]:
        """Yield the puzzles as `read` does, for the same `layout` and `marks`."""
        return (self.entry(at, layout, marks) for at in range(len(self.lines)))

    def entry(self, at: int, layout: Layout | None = None, marks: Marks = "auto") -> Entry:
        """Return puzzle `at`, from 0, as `read` does."""
        digits = tuple(self.digits[at * N_CELLS : (at + 1) * N_CELLS])
        grid = Grid(layout or Layout.of_size(9), digits, marks=marks)
        return Entry(grid, self.source_of(at), False, self.names.get(self.lines[at], ""))

    def source_of(self, at: int) -> str:
        """Return the place of puzzle `at`, from 0: ``puzzles.txt:3``."""
        return place(self.source, self.lines[at])

    def places(self) -> Iterator[dict[str, str]]:
        """Yield the beginning of an object of JSON about each puzzle."""
        for line, puzzle in zip(self.lines, plain_lines(self.digits)):
            yield place_record(place(self.source, line), self.names.get(line, ""), puzzle)

    def part(self, begin: int, end: int) -> PlainBlock:
        """Return the puzzles from `begin` to before `end`, counted from 0.

        >>> PlainBlock("a.txt", range(1, 4), bytes(243), {}).part(1, 3).lines
        range(2, 4)
        """
        digits = self.digits[begin * N_CELLS : end * N_CELLS]
        lines = self.lines[begin:end]
        names = self.names and {line: self.names[line] for line in lines if line in self.names}
        return PlainBlock(self.source, lines, digits, names)


def plain_lines(digits: bytes) -> list[str]:
    """Return the puzzles with these `digits`, 81 a puzzle, each in a line.

    >>> plain_lines(bytes(80) + bytes([7]))[0][-3:]
    '..7'
    """
    text = digits.translate(_SYMBOLS).decode("ascii")
    return [text[start : start + N_CELLS] for start in range(0, len(text), N_CELLS)]


def read_blocks(
    chunks: Iterable[str],
    source: str,
    layout: Layout | None = None,
    marks: Marks = "auto",
    many: int = MANY,
) -> Iterator[Entry | FormatError | PlainBlock]:
    """Yield the puzzles and errors in `chunks` as `read` does, but plain lines in blocks.

    `chunks`: pieces of whole lines (see `decoding`). The puzzles of a chunk are yielded before the
    next chunk is taken. `many`: the fewest plain lines in a chunk that make a block. The other
    parameters are those of `read`.
    """
    return TextReader(_ChunkedLines(chunks, source, layout, many), source, layout, marks).puzzles()


class _ChunkedLines(Lines):
    """The lines of a text in chunks; plain lines are offered as blocks."""

    def __init__(
        self, chunks: Iterable[str], source: str, layout: Layout | None, many: int
    ) -> None:
        super().__init__(())
        self._chunks = iter(chunks)
        self._source = source
        self._may_be_plain = layout is None or (layout.n == 9 and not layout.own_signs)
        self._many = many
        self._is_large = False
        self._chunk = ""
        self._start = 0
        self._n_lines = 0

    def _fill(self) -> bool:
        """Take a chunk if no line is left; return whether there is a line that can be read."""
        while self._start >= len(self._chunk):
            try:
                chunk = next(self._chunks, None)
            except FormatError as error:
                self.error, chunk = error, None
            if chunk is None:
                return False
            self._chunk, self._start = chunk, 0
            may_be_large = self._may_be_plain and len(chunk) >= self._many * (N_CELLS + 1)
            if may_be_large and not self._is_large:
                found = sum(1 for _ in _BEGINNING.finditer(chunk))
                self._is_large = found >= self._many
        return True

    def _take(self) -> tuple[int, str] | None:
        if not self._fill():
            return None
        start = self._start
        end = self._chunk.find("\n", start)
        end = len(self._chunk) if end < 0 else end
        self._start = end + 1
        self._n_lines += 1
        return self._n_lines, self._chunk[start:end]

    def block(self, table: Table | None = None) -> PlainBlock | None:
        """Return the plain lines that come next, or None."""
        if self._at < len(self._recent) or (table and table.column >= MOST_COLUMNS):
            return None
        if not self._fill() or not self._is_large:
            return None
        pattern = _rows(table.delimiter, table.column) if table else _LINES
        run = pattern.match(self._chunk, self._start)
        if not run:
            return None
        block, n_lines = _block(run[0], self._source, self._n_lines + 1, table)
        if _has_unclear(run[0], block):
            self._is_large = False  # the lines of this chunk are read one by one
            return None
        self._n_lines, self._start = self._n_lines + n_lines, run.end()
        return block


def _block(text: str, source: str, first: int, table: Table | None) -> tuple[PlainBlock, int]:
    """Return the puzzles of a run, whose first line is `first`, and its number of lines."""
    n_lines = text.count("\n")
    lines: Sequence[int] = range(first, first + n_lines)
    names: dict[int, str] = {}
    digits = b""
    if len(text) == n_lines * (N_CELLS + 1) and text.isascii():
        digits = text.encode("ascii").translate(PLAIN, delete=b"\n")
    if len(digits) != n_lines * N_CELLS or NO_CELL in digits:  # not just the cells
        rows = [
            (number, line)
            for number, line in enumerate(text.split("\n"), first)
            if line and line[0] != "#"
        ]
        if len(rows) < n_lines:
            lines = [number for number, _ in rows]
        if not table:
            names = {number: name for number, line in rows if (name := name_in(line[N_CELLS:]))}
        digits = "".join([_cells(line, table) for _, line in rows]).encode("ascii").translate(PLAIN)
    return PlainBlock(source, lines, digits, names), n_lines


def _has_unclear(text: str, block: PlainBlock) -> bool:
    """Return whether ``0`` may be a digit in a line of the run `text`, which makes `block`."""
    if "0" not in text:
        return False
    is_full = block.digits.count(0) <= 9 * len(block.lines)
    if not is_full and not any(blank in text for blank in BLANKS):  # the usual cases, fast
        return False
    return any(map(is_unclear, _CELLS_OF.findall(text)))


def _cells(line: str, table: Table | None) -> str:
    if table:
        return line.split(table.delimiter, table.column + 1)[table.column]
    return line.split(maxsplit=2)[1] if line[HASH] == " " else line[:N_CELLS]


class Settled(NamedTuple):
    """Puzzles of a block with the answers."""

    block: PlainBlock
    """The puzzles."""
    counts: bytes
    """The number of solutions of each: 0, 1, or 2 for more."""
    solutions: bytes
    """The digits of the only solutions, 81 a puzzle; if there is none, those of the puzzle itself.
    """
