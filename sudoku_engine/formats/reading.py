"""Puzzles from lines of text: every format is recognised by its looks, puzzle by puzzle.

One text may hold, in any order:

* a puzzle in one line, its cells without spaces; text after white space or a comma is
  ignored. ``+`` before a digit: it was placed, not given;
* n rows of n cells, with or without spaces and rules; over 9, letters or numbers;
* candidates: the digits that a cell can still hold, written together (``1358``). A digit alone
  fills the cell, as a given unless a ``+`` is before it. Other programs write a cell with
  one candidate in the same way, and nothing distinguishes the two; if that matters, use
  braces: ``{5}`` is an open cell with one candidate, ``{}`` one without;
* lines of HoDoKu's library: ``:technique:candidates:givens:deleted:eliminations:...``;
* SadMan's ``.sdk``: ``[Puzzle]`` the givens, ``[State]`` the board now
  (described at https://www.sadmansoftware.com/sudoku/faq19.php); its other sections, the user's
  notes and colours, are skipped;
* addresses of SudokuWiki, f-puzzles and SudokuPad that hold their puzzle (`links`);
* files of OpenSudoku (`opensudoku`);
* tables: CSV with a heading, a column of which is called ``puzzle``, ``quizzes``, … (`tables`);
* records of the puzzle bank: a hash, the puzzle, a rating
  (https://github.com/grantm/sudoku-exchange-puzzle-bank).

``#`` begins a comment, at the start of a line or after white space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import counted
from sudoku_engine.errors import FormatError, place
from sudoku_engine.formats.cells import Board, read_cells, with_state
from sudoku_engine.formats.hodoku import read_library
from sudoku_engine.formats.line_errors import nearest_row, no_beginning, wrong_row
from sudoku_engine.formats.lines import (
    DIGITS,
    LONGEST,
    LONGEST_ROW,
    Line,
    Token,
    n_pieces,
    pieces,
)
from sudoku_engine.formats.plain_line import plain, without_remark
from sudoku_engine.formats.rows import Rows
from sudoku_engine.formats.sections import Sections
from sudoku_engine.formats.tables import Table, table_of

if TYPE_CHECKING:
    from sudoku_engine.formats.opensudoku import Markup


class Entry(NamedTuple):
    """A puzzle that was read."""

    grid: Grid
    """The board."""
    source: str
    """The place where it starts: ``puzzles.txt:3``."""
    has_marks: bool
    """Whether it has candidates of its own."""


Found = list[Entry | FormatError]


def read(
    lines: Iterable[str],
    source: str,
    layout: Layout | None = None,
    marks: Marks = "auto",
) -> Iterator[Entry | FormatError]:
    """Yield the puzzles in `lines`, each as soon as its last line is read, and the errors.

    `source` names the text in places and errors. `layout`: the board required; without it, the
    number of cells decides. For a puzzle that cannot be read a FormatError is yielded, not
    raised, and reading goes on: at the next line, or after a broken grid at the next
    empty one.
    """
    reader = Reader(source, layout, marks)
    try:
        for number, text in enumerate(lines, 1):
            yield from reader.line(number, text)
    except FormatError as error:
        yield from reader.broken_off(error)
        return
    yield from reader.end()


class Reader:
    """The puzzles of a text, line by line."""

    def __init__(self, source: str, layout: Layout | None, marks: Marks) -> None:
        self.source = source
        self.layout = layout
        self.n = layout.n if layout else 0
        self.marks: Marks = marks
        self.rows: Rows | None = None
        self.sixteens: list[Line] = []
        """Lines of 16 cells: 4x4 puzzles or rows of a 16x16 one; the majority decides."""
        self.skipped = 0
        """The size of the broken grid whose rest is skipped, else 0."""
        self.after_junk = False
        """Whether the line before had no cells: it may be a bad first row of a grid."""
        self.sections = Sections()
        self.markup: Markup | None = None
        """The file of OpenSudoku that is being read."""
        self.table: Table | None = None
        """The table that is being read."""
        self.heading: Line | None = None
        """The heading of the table, until a row follows."""

    @property
    def is_idle(self) -> bool:
        """Whether the next line is independent of the lines before."""
        is_in_file = self.sections.are_open or self.markup or self.table
        return not (self.rows or self.sixteens or is_in_file)

    @property
    def rows_of(self) -> Table | None:
        """The table of which the next line is a row, but not the first one; None elsewhere."""
        return None if self.heading else self.table

    def line(self, number: int, text: str) -> Found:
        """Return what line `number` completes, or its errors."""
        text = text.rstrip("\r\n")
        grid = plain(without_remark(text), self.layout, self.marks) if self.is_idle else None
        if grid is None:
            return self._take(number, text)
        self.pass_plain()
        return [Entry(grid, place(self.source, number), False)]

    def pass_plain(self) -> None:
        """Take into account a plain puzzle that is read without this reader, or more of them."""
        self.after_junk = False
        if not self.table:
            self.skipped = 0

    def end(self) -> Found:
        """Return what the end of the text completes, or its errors."""
        found = self._decide_sixteens() + self._cut() + self._release() + self._no_table()
        markup, self.markup = self.markup, None
        if markup and (error := markup.end()):
            found.append(error)
        return found

    def broken_off(self, error: FormatError) -> Found:
        """Return what a text completes that cannot be read further: a file that breaks off."""
        return [*self.end(), error if error.where else FormatError(error.what, self.source)]

    def _take(self, number: int, text: str) -> Found:
        """Return what line `number` completes, or its errors; it is not just 81 cells."""
        if len(text) > LONGEST:
            what = f"a line of more than {LONGEST} characters is not a puzzle"
            return [*self.end(), self._error(what, number)]
        if self.markup:
            return self._in_markup(self.markup, number, text)
        line = Line(number, text)
        if not line.text:
            # A line with only a comment is not empty: it ends nothing.
            return [] if text.strip().strip("\ufeff") else self._empty()
        if self.table:
            return self._in_table(self.table, line, text)
        if self.skipped and not self._is_fresh_start(line):
            return []
        self.skipped = 0
        if line.begins_markup:
            from sudoku_engine.formats.opensudoku import Markup  # only here: few texts are XML

            self.markup = Markup(number, self.layout, self.source)
            found = self._decide_sixteens() + self._cut() + self._release()
            return found + self._in_markup(self.markup, number, text)
        if self.sixteens and not (line.is_sixteen and len(self.sixteens) < 16):
            found = self._decide_sixteens()
            return found + self._take(number, text)
        if line.header:
            return self._header(line)
        sections = self.sections
        if sections.name == "other":
            if line.n_meant <= LONGEST_ROW:
                return []
            sections.name = ""
        is_after_puzzle = sections.puzzle and not (sections.name or line.is_rule(0))
        found = self._release() if is_after_puzzle else []
        return found + self._line(line)

    def _empty(self) -> Found:
        found = self._decide_sixteens() + self._cut() + self._no_table()
        self.skipped, self.after_junk = 0, False
        if self.sections.name == "other":
            self.sections.name = ""
        return found

    def _line(self, line: Line) -> Found:
        if line.is_rule(self.rows.n if self.rows else 0):
            return []
        if line.is_library:
            return self._cut() + self._board_of(read_library, line)
        if line.is_link:
            from sudoku_engine.formats.links import read_link  # only here: few texts have any

            return self._cut() + self._board_of(read_link, line)
        if banked := line.banked:
            return self._cut() + self._first(banked)
        if not self.sections.name and (table := table_of(line.text)):
            self.table, self.heading = table, line
            return self._cut()
        if self.rows:
            return self._next_row(self.rows, line)
        return self._first(line)

    def _first(self, line: Line) -> Found:
        """Handle a line that begins a puzzle."""
        is_unclear = not self.n and line.is_sixteen
        if is_unclear and not self.sections.name:
            self.sixteens.append(line)
            return self._decide_sixteens() if len(self.sixteens) == 16 else []
        whole = None if is_unclear else line.whole(self.n)  # a section of an .sdk holds rows
        if whole:
            return self._complete(whole[1], line.number, whole[0])
        n = self.n or line.row_size()
        if n and line.row(n) and line.legal_share(n) > 0.5:
            return self._next_row(self._begin(n), line)
        return self._misfit(line)

    def _begin(self, n: int) -> Rows:
        self.rows = Rows(n)
        return self.rows

    def _next_row(self, rows: Rows, line: Line) -> Found:
        row = line.row(rows.n)
        if row is None:
            if line.whole(self.n) or line.n_meant > LONGEST_ROW:
                return self._cut() + self._first(line)
            return self._broken(line, rows.n, rows.count + 1)
        if line.stroke:
            rows.stroke(line)
        else:
            rows.add(row)
        if rows.count < rows.n:
            return []
        rows.settle()
        self.rows = None
        return self._complete(rows.cells, rows.start, rows.n)

    def _complete(self, cells: list[Token], line: int, n: int) -> Found:
        """Return the puzzle, which is complete."""
        self.after_junk = False
        layout = self.layout or Layout.of_size(n)
        try:
            board = read_cells(cells, layout, self.source)
            if self.sections.name == "puzzle":
                self.sections.keep(board, line)
                return []
            if self.sections.name == "state" and self.sections.puzzle:
                puzzle, line = self.sections.puzzle
                board = with_state(puzzle, board, cells, self.source)
        except FormatError as error:
            self.sections.close()
            return [error]
        self.sections.close()
        return [self._entry(board, line)]

    def _entry(self, board: Board, line: int) -> Entry:
        return Entry(board.grid(self.marks), place(self.source, line), board.has_marks)

    def _cut(self) -> Found:
        """Return the error for an incomplete grid."""
        rows, self.rows = self.rows, None
        if rows is None:
            return []
        self.sections.leave()
        if len(rows.held) > 1:
            rows.settle()
        n, count = rows.n, len(rows.rows)
        if not count or (self.after_junk and count == n - 1):
            return []
        what = f"{counted(count, 'row')}: a {n}x{n} puzzle has {n}"
        return [self._error(what, rows.start)]

    def _broken(self, line: Line, n: int, row: int) -> Found:
        """Return the error for a row without `n` cells; the rest of its grid is skipped."""
        self.rows = None
        self.sections.leave()
        self.skipped = n
        return [wrong_row(line, n, row, self.n > 0, self.source)]

    def _misfit(self, line: Line) -> Found:
        """Return the error for a line that does not begin a puzzle."""
        count = line.n_meant
        is_row = count <= (self.n**1.5 if self.n else LONGEST_ROW)
        n = self.n or 9
        if is_row and line.legal_share(n) > 0.5 and (self.n or not 12 < count < 21):
            return self._broken(line, self.n or nearest_row(count), 1)
        self.after_junk = is_row
        return [no_beginning(line, self.n, is_row, self.source)]

    def _is_fresh_start(self, line: Line) -> bool:
        """Return whether `line`, in a grid that is skipped, surely begins something else."""
        if line.header or line.is_library or line.banked or line.is_link or line.begins_markup:
            return True
        if line.is_rule(0) or not line.tokens:
            return False
        return n_pieces(line.tokens[0].text) > LONGEST_ROW or line.legal_share(self.skipped) <= 0.5

    def _decide_sixteens(self) -> Found:
        """Return the puzzles in the lines of 16 cells kept so far, of the likely size."""
        lines, self.sixteens = self.sixteens, []
        large = sum(any(DIGITS.get(c, 0) > 4 for c in line.text) for line in lines)
        found: Found = []
        if 2 * large > len(lines):
            rows = self._begin(16)
            for line in lines:
                found += self._next_row(rows, line)
        else:
            for line in lines:
                found += self._complete(pieces(line.tokens), line.number, 4)
        return found

    def _board_of(self, reader: Callable[[Line, Layout | None, str], Board], line: Line) -> Found:
        """Return the board that the `reader` finds in a line, or the error."""
        try:
            return [self._entry(reader(line, self.layout, self.source), line.number)]
        except FormatError as error:
            return [error]

    def _in_markup(self, markup: Markup, number: int, text: str) -> Found:
        found = [
            each if isinstance(each, FormatError) else self._entry(*each)
            for each in markup.take(number, text)
        ]
        if markup.is_over:
            found += self.end()
        return found

    def _in_table(self, table: Table, line: Line, text: str) -> Found:
        """Return the puzzle of a row; what does not fit below its heading is no table."""
        if self.heading and not table.fits(text):
            found = self._misfit(self.heading)
            self.table = self.heading = None
            return found + self._take(line.number, text)
        self.heading = None
        try:
            puzzle = table.puzzle(line, text, self.source)
        except FormatError as error:
            return [error]
        whole = puzzle.whole(self.n)
        return self._complete(whole[1], line.number, whole[0]) if whole else self._misfit(puzzle)

    def _no_table(self) -> Found:
        """End the table; return the error for a heading without rows."""
        heading, self.heading, self.table = self.heading, None, None
        if heading is None:
            return []
        return [self._error("the heading of a table without puzzles below it", heading.number)]

    def _header(self, line: Line) -> Found:
        """Return what the start of a section completes, or the errors that it shows."""
        found = self._cut()
        if line.header != "state":
            found += self._release()
        if what := self.sections.begin(line):
            found.append(self._error(what, line.number))
        return found

    def _release(self) -> Found:
        """Return the ``[Puzzle]`` that had no ``[State]``, or an error if it has no rows."""
        if puzzle := self.sections.release():
            return [self._entry(*puzzle)]
        if empty := self.sections.end_empty_puzzle():
            return [self._error("[Puzzle] without a puzzle after it", empty.number)]
        return []

    def _error(self, what: str, line: int) -> FormatError:
        return FormatError(what, self.source, line)
