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
* files of OpenSudoku (`other_programs`);
* tables: CSV with a heading, a column of which is called ``puzzle``, ``quizzes``, … (`tables`);
* records of the puzzle bank: a hash, the puzzle, a rating
  (https://github.com/grantm/sudoku-exchange-puzzle-bank).

``#`` begins a comment, at the start of a line or after white space.

How it reads: a line that is a puzzle by itself is done at once. Any other line begins a paragraph,
and the first recogniser that knows its looks (`_RECOGNISERS`) takes the lines that belong to it.
A recogniser puts back the line that does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import counted
from sudoku_engine.errors import FormatError, place
from sudoku_engine.formats.cells import (
    WrittenBoard,
    nearest_row,
    no_beginning,
    plain,
    read_cells,
    with_state,
    without_remark,
    wrong_row,
)
from sudoku_engine.formats.lines import (
    DIGITS,
    LONGEST,
    LONGEST_ROW,
    Rows,
    TextLine,
    Token,
    n_pieces,
    pieces,
)
from sudoku_engine.formats.tables import Table, table_of

BAD_STATE = "[State] without its puzzle: [Puzzle] and its rows must come first"


class Entry(NamedTuple):
    """A puzzle that was read."""

    grid: Grid
    """The board."""
    source: str
    """The place where it starts: ``puzzles.txt:3``."""
    has_marks: bool
    """Whether it has candidates of its own."""


Found = Iterator[Any]
"""Entries and errors, and blocks of plain puzzles where the lines offer them."""


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
    return TextReader(Lines(lines), source, layout, marks).puzzles()


class Lines:
    """The lines of a text, one after another; the last can be put back."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._is_back = self._is_over = False
        self.number = 0
        """The number of the last line, from 1."""
        self.text = ""
        """The last line, without its end."""
        self.error: FormatError | None = None
        """Why the text cannot be read further."""

    def next(self) -> str | None:
        """Return the next line; None at the end, also of a text that breaks off."""
        if self._is_back:
            self._is_back = False
            return self.text
        if self._is_over:
            return None
        try:
            text = self._take()
        except FormatError as error:
            self.error, text = error, None
        if text is None:
            self._is_over = True
            return None
        self.number += 1
        self.text = text = text.rstrip("\r\n")
        return text

    def put_back(self) -> None:
        """Let the last line be the next one again."""
        self._is_back = True

    def _take(self) -> str | None:
        return next(self._lines, None)

    def block(self, table: Table | None = None) -> Any:
        """Return the plain puzzles that come next, or rows of a `table` with such, as a block.

        None if there are none, or if they are to be read line by line.
        """
        return None


class TextReader:
    """The puzzles of a text, paragraph by paragraph."""

    def __init__(self, lines: Lines, source: str, layout: Layout | None, marks: Marks) -> None:
        self.lines = lines
        self.source = source
        self.layout = layout
        self.n = layout.n if layout else 0
        self.marks: Marks = marks
        self.skipped = 0
        """The size of the broken grid whose rest is skipped, else 0."""
        self.after_junk = False
        """Whether the line before had no cells: it may be a bad first row of a grid."""
        self.section = ""
        """The section of an .sdk: ``puzzle``, ``state``, ``other``, or ``""`` outside of all."""
        self.header: TextLine | None = None
        """The last header of a section."""
        self.puzzle: tuple[WrittenBoard, int] | None = None
        """The ``[Puzzle]`` and its line, while a ``[State]`` may follow."""

    def puzzles(self) -> Found:
        """Yield the puzzles and the errors; plain puzzles in blocks, if the lines offer any."""
        lines = self.lines
        while True:
            is_idle = not (self.section or self.puzzle)
            if is_idle and (block := lines.block()):
                self._pass_plain()
                yield block
                continue
            if (text := lines.next()) is None:
                break
            grid = plain(without_remark(text), self.layout, self.marks) if is_idle else None
            if grid is None:
                yield from self._paragraph(text)
            else:
                self._pass_plain()
                yield Entry(grid, place(self.source, lines.number), False)
        yield from self._release()
        if error := lines.error:
            yield error if error.where else FormatError(error.what, self.source)

    def _pass_plain(self) -> None:
        self.after_junk, self.skipped = False, 0

    def _paragraph(self, text: str) -> Found:
        """Read the paragraph that begins with the line `text`."""
        if len(text) > LONGEST:
            yield from self._release()
            what = f"a line of more than {LONGEST} characters is not a puzzle"
            yield self._error(what, self.lines.number)
            return
        line = TextLine(self.lines.number, text)
        if not line.text:
            if _is_empty(text):
                self.skipped, self.after_junk = 0, False
                if self.section == "other":
                    self.section = ""
            return
        if self.skipped and not self._is_fresh_start(line):
            return
        self.skipped = 0
        if self.section == "other" and not (line.header or line.begins_markup):
            if line.n_meant <= LONGEST_ROW:
                return
            self.section = ""
        is_rule = line.is_rule(0)
        if self.puzzle and not (self.section or is_rule or line.header):
            yield from self._release()
        if is_rule:
            return
        for recognise in _RECOGNISERS:
            found = recognise(self, line)
            if found is not None:
                yield from found
                return

    def _is_fresh_start(self, line: TextLine) -> bool:
        """Return whether `line`, in a grid that is skipped, surely begins something else."""
        if line.header or line.is_library or line.banked or line.is_link or line.begins_markup:
            return True
        if line.is_rule(0) or not line.tokens:
            return False
        return n_pieces(line.tokens[0].text) > LONGEST_ROW or line.legal_share(self.skipped) <= 0.5

    def following(self) -> Iterator[TextLine]:
        """Yield the next lines, without comments; what ends each paragraph is put back."""
        while (text := self.lines.next()) is not None:
            line = TextLine(self.lines.number, text) if len(text) <= LONGEST else None
            if line and line.text:
                yield line
            elif line is None or _is_empty(text):
                self.lines.put_back()
                return

    def opensudoku(self, line: TextLine) -> Found | None:
        """Read a file of OpenSudoku."""
        return self._in_markup() if line.begins_markup else None

    def _in_markup(self) -> Found:
        from sudoku_engine.formats.other_programs import Markup  # few texts are XML

        yield from self._release()
        self.lines.put_back()
        markup = Markup(self.lines.number, self.layout, self.source)
        while not markup.is_over and (text := self.lines.next()) is not None:
            if len(text) > LONGEST:
                self.lines.put_back()
                break
            for each in markup.take(self.lines.number, text):
                yield each if isinstance(each, FormatError) else self._entry(*each)
        if error := markup.end():
            yield error

    def sdk_section(self, line: TextLine) -> Found | None:
        """Begin a section of an .sdk."""
        return self._begin_section(line) if line.header else None

    def _begin_section(self, header: TextLine) -> Found:
        if header.header != "state":
            yield from self._release()
        before, self.header = self.header, header
        # The puzzle of a [State] may be missing because it was bad, which was reported.
        is_missing = not (before and before.header == "puzzle" and self.section != "puzzle")
        if header.header != "state":
            self.section = "puzzle" if header.header == "puzzle" else "other"
            return
        self.section = "state" if self.puzzle else "other"
        if is_missing and not self.puzzle:
            yield self._error(BAD_STATE, header.number)

    def _release(self) -> Found:
        """Yield the ``[Puzzle]`` that had no ``[State]``, or an error if it has no rows."""
        puzzle, self.puzzle = self.puzzle, None
        if puzzle:
            yield self._entry(*puzzle)
        elif self.section == "puzzle" and self.header:
            self.section = ""
            yield self._error("[Puzzle] without a puzzle after it", self.header.number)

    def _leave_section(self) -> None:
        """Leave the present section, which was cut short; with a ``[State]`` goes its puzzle."""
        if self.section == "state":
            self.puzzle = None
        self.section = ""

    def library_line(self, line: TextLine) -> Found | None:
        """Read a line of HoDoKu's library."""
        if not line.is_library:
            return None
        from sudoku_engine.formats.other_programs import read_library  # few texts have any

        return self._board_of(read_library, line)

    def link(self, line: TextLine) -> Found | None:
        """Read the address of a web page that holds a puzzle."""
        if not line.is_link:
            return None
        from sudoku_engine.formats.links import read_link  # few texts have any

        return self._board_of(read_link, line)

    def _board_of(
        self, reader: Callable[[TextLine, Layout | None, str], WrittenBoard], line: TextLine
    ) -> Found:
        try:
            yield self._entry(reader(line, self.layout, self.source), line.number)
        except FormatError as error:
            yield error

    def bank_record(self, line: TextLine) -> Found | None:
        """Read a record of the puzzle bank."""
        return self.puzzle_in_text(banked) if (banked := line.banked) else None

    def table(self, line: TextLine) -> Found | None:
        """Read a table with a heading."""
        if self.section or not (table := table_of(line.text)):
            return None
        return self._rows_of(table, line)

    def _rows_of(self, table: Table, heading: TextLine) -> Found:
        """Read the rows of a `table`; what does not fit below its heading is no table."""
        is_first = True
        for line in self.following():
            text = self.lines.text
            if is_first and not table.fits(text):
                yield self._misfit(heading)
                self.lines.put_back()
                return
            is_first = False
            try:
                puzzle = table.puzzle(line, text, self.source)
            except FormatError as error:
                yield error
            else:
                whole = puzzle.whole(self.n)
                if whole:
                    yield from self._complete(whole[1], line.number, whole[0])
                else:
                    yield self._misfit(puzzle)
            while block := self.lines.block(table):
                self.after_junk = False
                yield block
        if is_first:
            what = "the heading of a table without puzzles below it"
            yield self._error(what, heading.number)

    def puzzle_in_text(self, line: TextLine) -> Found:
        """Read a puzzle in one line or in rows; report a line that begins neither."""
        is_unclear = not self.n and line.is_sixteen
        if is_unclear and not self.section:
            yield from self._sixteens(line)
            return
        whole = None if is_unclear else line.whole(self.n)  # a section of an .sdk holds rows
        if whole:
            yield from self._complete(whole[1], line.number, whole[0])
            return
        n = self.n or line.row_size()
        if n and line.row(n) and line.legal_share(n) > 0.5:
            yield from self._grid(n, [line])
        else:
            yield self._misfit(line)

    def _sixteens(self, first: TextLine) -> Found:
        """Read lines of 16 cells: 4x4 puzzles, or rows of a 16x16 one; the majority decides."""
        lines = [first]
        for line in self.following():
            if not line.is_sixteen:
                self.lines.put_back()
                break
            lines.append(line)
            if len(lines) == 16:
                break
        large = sum(any(DIGITS.get(c, 0) > 4 for c in line.text) for line in lines)
        if 2 * large > len(lines):
            yield from self._grid(16, lines)
        else:
            for line in lines:
                yield from self._complete(pieces(line.tokens), line.number, 4)

    def _grid(self, n: int, begun: Iterable[TextLine]) -> Found:
        """Read the rows of a grid, of which some have `begun` it."""
        rows = Rows(n)
        for line in chain(begun, self.following()):
            if self._begins_other(line, rows):
                self.lines.put_back()
                break
            if rows.count and line.is_rule(n):
                continue
            row = line.row(n)
            if row is None:
                if line.whole(self.n) or line.n_meant > LONGEST_ROW:
                    yield from self._cut(rows)
                    yield from self.puzzle_in_text(line)
                else:
                    yield self._broken(line, n, rows.count + 1)
                return
            if line.stroke:
                rows.stroke(line)
            else:
                rows.add(row)
            if rows.count == n:
                rows.settle()
                yield from self._complete(rows.cells, rows.start, n)
                return
        yield from self._cut(rows)

    def _begins_other(self, line: TextLine, rows: Rows) -> bool:
        """Return whether `line`, behind the `rows` of a grid, begins something else."""
        if not rows.count or line.is_rule(rows.n):
            return False
        return bool(
            line.begins_markup
            or line.header
            or line.is_library
            or line.is_link
            or line.banked
            or (not self.section and table_of(line.text))
        )

    def _cut(self, rows: Rows) -> Found:
        """Yield the error for an incomplete grid."""
        self._leave_section()
        if len(rows.held) > 1:
            rows.settle()
        n, count = rows.n, len(rows.rows)
        if count and not (self.after_junk and count == n - 1):
            yield self._error(f"{counted(count, 'row')}: a {n}x{n} puzzle has {n}", rows.start)

    def _broken(self, line: TextLine, n: int, row: int) -> FormatError:
        """Return the error for a row without `n` cells; the rest of its grid is skipped."""
        self._leave_section()
        self.skipped = n
        return wrong_row(line, n, row, self.n > 0, self.source)

    def _misfit(self, line: TextLine) -> FormatError:
        """Return the error for a line that does not begin a puzzle."""
        count = line.n_meant
        is_row = count <= (self.n**1.5 if self.n else LONGEST_ROW)
        n = self.n or 9
        if is_row and line.legal_share(n) > 0.5 and (self.n or not 12 < count < 21):
            return self._broken(line, self.n or nearest_row(count), 1)
        self.after_junk = is_row
        return no_beginning(line, self.n, is_row, self.source)

    def _complete(self, cells: list[Token], line: int, n: int) -> Found:
        """Yield the puzzle of the `cells`; a ``[Puzzle]`` is kept until its ``[State]`` is read."""
        self.after_junk = False
        section, puzzle = self.section, self.puzzle
        self.section, self.puzzle = "", None
        try:
            board = read_cells(cells, self.layout or Layout.of_size(n), self.source)
            if section == "puzzle":
                self.puzzle = board, line
                return
            if section == "state" and puzzle:
                board, line = with_state(puzzle[0], board, cells, self.source), puzzle[1]
        except FormatError as error:
            yield error
        else:
            yield self._entry(board, line)

    def _entry(self, board: WrittenBoard, line: int) -> Entry:
        return Entry(board.grid(self.marks), place(self.source, line), board.has_marks)

    def _error(self, what: str, line: int) -> FormatError:
        return FormatError(what, self.source, line)


def _is_empty(text: str) -> bool:
    """Return whether a line is empty; one with only a comment is not, and ends nothing."""
    return not text.strip().strip("\ufeff")


_RECOGNISERS: tuple[Callable[[TextReader, TextLine], Found | None], ...] = (
    TextReader.opensudoku,
    TextReader.sdk_section,
    TextReader.library_line,
    TextReader.link,
    TextReader.bank_record,
    TextReader.table,
    TextReader.puzzle_in_text,
)
"""By the looks of its first line each knows a paragraph, reads it, or returns None."""
