"""Puzzles from lines of text: every format is recognised by its appearance, puzzle by puzzle.

A line that is a puzzle by itself is read at once. Any other line begins a paragraph; its appearance
(`TextLine.kind`) decides which method reads it, and that method puts back the first line that does
not belong to the paragraph. ``docs/formats.md`` lists the formats. Those of other programs, and
puzzles as people paste them, are read by plugins (`format_book`).

In rows of candidates, a digit alone fills its cell, as a given unless a ``+`` is before it. Other
programs write a cell with one candidate in the same way, and nothing distinguishes the two. If the
difference matters, use braces: ``{5}`` is an open cell with one candidate, ``{}`` one without any.

``#`` begins a comment, at the start of a line or after white space. After a puzzle, or after the
first row of a grid that has a comment, it is the name of the puzzle.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from sudoku_engine.board.grid import Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import counted
from sudoku_engine.bundled import needs
from sudoku_engine.errors import FormatError, LayoutError, UnknownRules, place
from sudoku_engine.formats.cells import (
    Entry,
    WrittenBoard,
    marked_board,
    nearest_row,
    no_beginning,
    plain,
    read_cells,
    read_library,
    with_state,
    without_remark,
    wrong_row,
)
from sudoku_engine.formats.decoding import Lines
from sudoku_engine.formats.format_book import (
    FORMAT_BOOK,
    SIGN_LINES,
    WrittenClue,
    boards_in,
    clue_texts,
    clues_in,
    with_clues,
)
from sudoku_engine.formats.lines import (
    DIGITS,
    LONGEST,
    LONGEST_JSON,
    LONGEST_ROW,
    Rows,
    Table,
    TextLine,
    Token,
    is_heading,
    is_whole,
    n_pieces,
    name_in,
    pieces,
    table_of,
)

BAD_STATE = "[State] without its puzzle: [Puzzle] and its rows must come first"


Found = Iterator[Any]
"""Entries and errors, and blocks of plain puzzles where the lines offer them."""


def read(
    lines: Iterable[str], source: str, layout: Layout | None = None, marks: Marks = "auto"
) -> Iterator[Entry | FormatError]:
    """Yield the puzzles in `lines`, each as soon as its last line is read, and the errors.

    `source` names the text in places and errors. `layout`: the required board; without it, the
    number of cells decides. For a puzzle that cannot be read, a FormatError is yielded, not raised,
    and reading continues at the next line, or after a broken grid at the next empty line.
    """
    return TextReader(Lines(enumerate(lines, 1)), source, layout, marks).puzzles()


class TextReader:
    """The puzzles of a text, paragraph by paragraph."""

    def __init__(self, lines: Lines, source: str, layout: Layout | None, marks: Marks) -> None:
        self.lines = lines
        self.source = source
        self.layout = layout
        self.n = layout.n if layout else 0
        self.marks: Marks = marks
        self.skipped = 0
        """The size of the broken grid whose rest is skipped; otherwise 0."""
        self.after_junk = False
        """Whether the line before had no cells: it may be a bad first row of a grid."""
        self.section = ""
        """The section of an .sdk: ``puzzle``, ``state``, ``other``, or ``""`` outside of all."""
        self.header: TextLine | None = None
        """The last header of a section."""
        self.clues: list[WrittenClue] = []
        """The clues of the puzzle that comes next."""
        self.is_bare = False
        """Whether the lines are read only as they stand."""
        self.puzzle: tuple[WrittenBoard, int] | None = None
        """The ``[Puzzle]`` and its line, while a ``[State]`` may follow."""

    def puzzles(self) -> Found:
        """Yield the puzzles and the errors; plain puzzles in blocks, if the lines offer any."""
        lines = self.lines
        while True:
            is_idle = not (self.section or self.puzzle or self.clues)
            if is_idle and (block := lines.block()):
                self.after_junk, self.skipped = False, 0
                yield block
                continue
            if (text := lines.next()) is None:
                break
            lines.forget()
            cells, remark = without_remark(text)
            grid = plain(cells, self.layout, self.marks) if is_idle else None
            if grid is None:
                for found in self._read_as_it_stands_or_pasted(text):
                    lines.forget()
                    yield found
            else:
                self.after_junk, self.skipped = False, 0
                name = name_in(remark) if remark else ""
                yield Entry(grid, place(self.source, lines.number), False, name)
        yield from self._release()
        if self.clues:
            what = "clues without a puzzle below them"
            yield FormatError(what, self.source, self.clues[0].line, self.clues[0].column)
        if error := lines.error:
            yield error if error.where else FormatError(error.what, self.source)

    def _read_as_it_stands_or_pasted(self, text: str) -> Found:
        """Read the paragraph that begins with the line `text`; if it has an error, as pasted."""
        lines = self.lines
        is_alone = _BINARY.search(text) or TextLine(lines.number, text).kind in _ALONE
        if is_alone or self.is_bare or self.section or self.puzzle or self.skipped:
            yield from self._paragraph(text)
            return
        clues, start, is_first = [*self.clues], lines.position, True
        for found in self._paragraph(text):
            is_bad = isinstance(found, FormatError) and not isinstance(found, UnknownRules)
            if is_bad and is_first and lines.remembers(start):
                end = lines.position
                if pasted := self._pasted(start, found, clues):
                    yield from pasted
                    return
                lines.back_to(end)
            is_first = False
            yield found

    def _pasted(self, start: int, error: FormatError, clues: list[WrittenClue]) -> list[Any]:
        """Return the puzzles that people have pasted from the line at `start` on, and the errors.

        Without puzzles there is one error. Empty if the paragraph belongs to another program.
        `error`: the first one in the paragraph as it stands.
        """
        self.lines.back_to(start)
        paragraph = self._whole_paragraph()
        result = Layout.result_of("sudoku_pasted", lines=paragraph, n=self.n, source=self.source)
        if result is None:
            return []
        bare, shape = result
        reader = TextReader(Lines(bare), self.source, self.layout, self.marks)
        reader.is_bare, reader.clues = True, clues
        found = [*reader.puzzles()]
        if not any(isinstance(each, Entry) for each in found):
            if self.section or (TextLine(*paragraph[0]).kind and len(bare) <= 3):
                return []
            found = [shape or (error if bare == paragraph or not found else found[0])]
        self.clues, self.puzzle, self.skipped, self.after_junk = [], None, 0, False
        self.section = ""
        return found

    def _whole_paragraph(self) -> list[tuple[int, str]]:
        """Return the last line and those up to the next empty line, or to another puzzle."""
        taken = [(self.lines.number, self.lines.text)]
        if is_whole(taken[0][1]):
            return taken
        while (text := self.lines.next()) is not None:
            if not text.strip():
                if len(taken) not in (3, 7) or not self._has_bands_ahead():
                    break
            elif is_whole(text) and all(is_heading(line) for _, line in taken):
                taken.append((self.lines.number, text))
                break
            elif is_whole(text) or TextLine(self.lines.number, text).kind in _ALONE:
                self.lines.put_back()
                break
            taken.append((self.lines.number, text))
        return taken

    def _has_bands_ahead(self) -> bool:
        ahead = [text for _, text in self.lines.ahead(4)]
        return all(text.strip() for text in ahead[:3]) and len(ahead) > 2 and not "".join(ahead[3:])

    def _paragraph(self, text: str) -> Found:
        if len(text) > LONGEST and not (text[:1] in "{[" and len(text) <= LONGEST_JSON):
            yield from self._release()
            what = f"a line of more than {LONGEST} characters is not a puzzle"
            yield FormatError(what, self.source, self.lines.number)
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
        kind, is_rule = line.kind, line.is_rule(0)
        if not is_rule and self._may_be_foreign(line) and (found := self._foreign(line)):
            yield from self._release()
            yield from found
            return
        if self.section == "other" and kind not in ("markup", "section", "json"):
            if line.n_meant <= LONGEST_ROW:
                return
            self.section = ""
        if self.puzzle and not (self.section or is_rule or kind == "section"):
            yield from self._release()
        if is_rule:
            return
        if kind:
            yield from _READERS[kind](self, line)
        elif not self.section and (table := table_of(line.text)):
            yield from self._table(table, line)
        else:
            yield from self._puzzle(line)

    def _may_be_foreign(self, line: TextLine) -> bool:
        if self.section in ("puzzle", "state"):
            return False
        if line.kind not in ("", "markup"):
            return False
        if line.is_unusual or FORMAT_BOOK.has_added:
            return True
        n = self.n or line.row_size()
        is_row = n and line.is_row(n)
        return not (is_row or line.whole(self.n))

    def _foreign(self, line: TextLine) -> list[Any]:
        """Return the puzzles of a text of a format in the book that begins at `line`, and errors.

        Without such a text, no line is taken.
        """
        more = self.lines.ahead(SIGN_LINES) if line.text.startswith("<") else ()
        form = FORMAT_BOOK.find("\n".join([line.text, *(text for _, text in more)]))
        if form is None:
            return []
        first, texts, start = self.lines.number, [self.lines.text], self.lines.position
        length = 0
        for _, text in self._texts() if form.extent != "line" else ():
            if form.extent == "paragraph" and _is_empty(text):
                self.lines.put_back()
                break
            texts.append(text)
            length += len(text)
            if length > LONGEST_JSON:
                break
        found = list(boards_in("\n".join(texts), form, self.layout, first, self.source))
        if not found:
            self.lines.back_to(start)
        return [each if isinstance(each, FormatError) else self._entry(*each) for each in found]

    def _is_fresh_start(self, line: TextLine) -> bool:
        """Return whether `line`, within a skipped grid, certainly begins something else."""
        if line.kind:
            return True
        if line.is_rule(0) or not line.tokens:
            return False
        return n_pieces(line.tokens[0].text) > LONGEST_ROW or line.legal_share(self.skipped) <= 0.5

    def _texts(self) -> Iterator[tuple[int, str]]:
        """Yield the next lines, each with its number; put back a line that is too long."""
        while (text := self.lines.next()) is not None:
            if len(text) > LONGEST:
                self.lines.put_back()
                return
            yield self.lines.number, text

    def _following(self) -> Iterator[TextLine]:
        """Yield the next lines, without comments; put back the line that ends a paragraph."""
        for number, text in self._texts():
            line = TextLine(number, text)
            if line.text:
                yield line
            elif _is_empty(text):
                self.lines.put_back()
                return

    def _other_bands(self, rows: Rows) -> Iterator[TextLine]:
        """Yield the other rows if `rows` are one of three bands with empty lines between them."""
        if (rows.n, rows.count) != (9, 3):
            return
        lines = [TextLine(number, text) for number, text in self.lines.ahead(9)]
        are_rows = [line.row(9) is not None for line in lines]
        if are_rows[:8] == 2 * [False, True, True, True] and not any(
            line.text for line in [lines[0], lines[4], *lines[8:]]
        ):
            for _ in lines[:8]:
                self.lines.next()
            yield from [*lines[1:4], *lines[5:8]]

    def _elsewhere(self, line: TextLine) -> Found:
        """Read an address, XML or JSON, by a format of the book."""
        if line.kind == "link":
            if found := self._foreign(line):
                yield from found
                return
        else:
            yield from self._release()
        if (reader := FORMAT_BOOK.reader_of(line.kind)) is None:
            yield FormatError(
                needs(_ELSEWHERE[line.kind], "sudoku_formats"), self.source, line.number
            )
            if line.kind != "link":  # the others have more lines
                deque(self._following(), 0)
            return
        lines = chain([(self.lines.number, self.lines.text)], self._texts())
        for each in reader.read_lines(lines, self.layout, self.source):
            yield each if isinstance(each, FormatError) else self._entry(*each)

    def _clues(self, first: TextLine) -> Found:
        """Keep the clues of a block for the puzzle below it."""
        yield from self._release()
        for number, text in self._indented(first):
            self.clues += clues_in(text, number)

    def _indented(self, first: TextLine) -> Iterator[tuple[int, str]]:
        """Yield the number and text of `first`, and of the lines indented further below it."""
        yield first.number, (own := self.lines.text)
        further = len(own) - len(own.lstrip()) + 1
        for number, text in self._texts():
            if not text[:further].isspace() or not text.strip():
                self.lines.put_back()
                return
            yield number, text

    def _constraints(self, first: TextLine) -> Found:
        """Read lines of Interactive Sudoku Solver, killers, or cells with their regions."""
        yield from self._release()
        text = "".join(text.strip() for _, text in self._indented(first))
        try:
            board = (
                marked_board(text, self.layout)
                if first.kind == "marked"
                else clue_texts().board_in(first.kind, text, self.layout)
            )
        except LayoutError as error:
            yield FormatError(error.what, self.source, first.number)
        else:
            yield self._entry(board, first.number)

    def _section(self, header: TextLine) -> Found:
        if header.header == "state":
            # A [Puzzle] that is missing because it was bad was reported.
            before = self.header
            was_bad = before and before.header == "puzzle" and self.section != "puzzle"
            self.section = "state" if self.puzzle else "other"
            if not (self.puzzle or was_bad):
                yield FormatError(BAD_STATE, self.source, header.number)
        else:
            yield from self._release()
            self.section = "puzzle" if header.header == "puzzle" else "other"
        self.header = header

    def _release(self) -> Found:
        """Yield the ``[Puzzle]`` that has no ``[State]``, or an error if it has no rows."""
        puzzle, self.puzzle = self.puzzle, None
        if puzzle:
            yield self._entry(*puzzle)
        elif self.section == "puzzle" and self.header:
            self.section = ""
            what = "[Puzzle] without a puzzle after it"
            yield FormatError(what, self.source, self.header.number)

    def _leave_section(self) -> None:
        """Leave the current section, which was incomplete; drop the puzzle of a ``[State]``."""
        if self.section == "state":
            self.puzzle = None
        self.section = ""

    def _library(self, line: TextLine) -> Found:
        try:
            board = read_library(line, self.layout, self.source)
            yield self._entry(board, line.number, name_in(line.comment), line.column)
        except FormatError as error:
            yield error

    def _table(self, table: Table, heading: TextLine) -> Found:
        """Read the rows of a `table`; without a row that fits the heading, it is not a table."""
        is_first = True
        for line in self._following():
            text = self.lines.text
            if is_first and not table.fits(text):
                yield self._misfit(heading)
                self.lines.put_back()
                return
            is_first = False
            self.lines.forget()  # it is a table, whatever is wrong with its rows
            try:
                puzzle = table.puzzle(line, text, self.source)
                whole = puzzle.whole(self.n)
            except FormatError as error:
                yield error
            else:
                if whole:
                    yield from self._complete(*whole)
                else:
                    yield self._misfit(puzzle)
            while block := self.lines.block(table):
                self.after_junk = False
                yield block
        if is_first:
            what = "the heading of a table without puzzles below it"
            yield FormatError(what, self.source, heading.number)

    def _puzzle(self, line: TextLine) -> Found:
        """Read a puzzle in one line or in rows; report a line that begins neither."""
        line = line.banked or line
        is_unclear = not self.n and line.is_sixteen
        if is_unclear and not self.section:
            yield from self._sixteens(line)
        elif not is_unclear and (whole := line.whole(self.n)):  # a section holds rows
            yield from self._complete(*whole, line.name)
        elif (n := self.n or line.row_size()) and line.is_row(n):
            yield from self._grid(n, [line])
        else:
            yield self._misfit(line)

    def _sixteens(self, first: TextLine) -> Found:
        """Read lines of 16 cells: 4x4 puzzles, or rows of a 16x16 one; the majority decides.

        Clues belong to the first puzzle only, and a 4x4 puzzle without clues has at least four
        givens.
        """
        lines = [first]
        for line in self._following():
            if not line.is_sixteen:
                self.lines.put_back()
                break
            lines.append(line)
            if len(lines) == 16:
                break
        large = sum(any(DIGITS.get(c, 0) > 4 for c in line.text) for line in lines)
        is_one = self.clues and len(lines) == 16 and any(line.n_digits < 4 for line in lines[1:])
        if 2 * large > len(lines) or is_one:
            yield from self._grid(16, lines)
        else:
            for line in lines:
                yield from self._complete(4, pieces(line.tokens), line.name)

    def _grid(self, n: int, begun: Iterable[TextLine]) -> Found:
        """Read the rows of a grid; the rows in `begun` are its first."""
        rows = Rows(n)
        name = ""
        for line in chain(begun, self._following(), self._other_bands(rows)):
            if rows.count:
                if line.is_rule(n):
                    continue
                if line.kind or (not self.section and table_of(line.text)):
                    self.lines.put_back()
                    break
            row = line.row(n)
            if row is None:
                if line.whole(self.n) or line.n_meant > LONGEST_ROW:
                    yield from self._cut(rows)
                    yield from self._puzzle(line)
                else:
                    yield self._broken(line, n, rows.count + 1)
                return
            name = name or name_in(line.comment)
            if line.stroke:
                rows.stroke(line)
            else:
                rows.add(row)
            if rows.count == n:
                rows.settle()
                yield from self._complete(n, list(chain(*rows.rows)), name)
                return
        yield from self._cut(rows)

    def _cut(self, rows: Rows) -> Found:
        self._leave_section()
        if len(rows.held) > 1:
            rows.settle()
        n, count = rows.n, len(rows.rows)
        if count and not (self.after_junk and count == n - 1):
            what = f"{counted(count, 'row')}: a {n}x{n} puzzle has {n}"
            yield FormatError(what, self.source, rows.rows[0][0].line)

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

    def _complete(self, n: int, cells: list[Token], name: str = "") -> Found:
        """Yield the puzzle of the `cells`; a ``[Puzzle]`` is kept until its ``[State]`` is read."""
        self.after_junk = False
        line = cells[0].line
        section, puzzle = self.section, self.puzzle
        self.section, self.puzzle = "", None
        clues, self.clues = self.clues, []
        try:
            layout = self.layout or Layout.of_size(n)
            if section == "state" and puzzle and puzzle[0].layout.n == n:
                layout = puzzle[0].layout  # the state gets the clues of the puzzle
            elif clues:
                layout = with_clues(layout, clues, self.source)
            board = read_cells(cells, layout, self.source)
            if section == "puzzle":
                self.puzzle = board, line
                return
            if section == "state" and puzzle:
                board, line = with_state(puzzle[0], board, cells, self.source), puzzle[1]
        except FormatError as error:
            yield error
        else:
            yield self._entry(board, line, name)

    def _entry(
        self, board: WrittenBoard, line: int, name: str = "", column: int = 0
    ) -> Entry | UnknownRules:
        where = place(self.source, line)
        puzzle = board.puzzle
        filled = None if puzzle is board else board.grid(self.marks)
        grid = puzzle.grid(self.marks)
        entry = Entry(grid, where, puzzle.has_marks, name or board.name, filled, board.doubt)
        if board.unknown:
            return UnknownRules(board.unknown, entry, self.source, line, column)
        return entry


def _is_empty(text: str) -> bool:
    """Return whether a line is empty; a line with only a comment is not, so it ends nothing."""
    return not text.strip().strip("\ufeff")


_BINARY = re.compile("[\0-\x08\x0e-\x1f\ufffd\ud800-\udfff]")
"""Characters of files that are no text."""

_ALONE = ("section", "library", "link", "record", "clues", "constraints", "cages", "markup")
"""The kinds of lines that belong to no grid above them."""

_ELSEWHERE = {"link": "an address", "markup": "XML", "json": "JSON"}
"""The kinds of lines that formats of the book read, in words."""

_READERS = {
    **dict.fromkeys(_ELSEWHERE, TextReader._elsewhere),
    "section": TextReader._section,
    "clues": TextReader._clues,
    **dict.fromkeys(("constraints", "cages", "marked"), TextReader._constraints),
    "library": TextReader._library,
    "record": TextReader._puzzle,
}
"""By the kind of its first line, the method that reads a paragraph of another program."""
