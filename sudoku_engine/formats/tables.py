"""Tables of puzzles: CSV with a heading, such as ``quizzes,solutions`` or ``id,puzzle,rating``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine.errors import FormatError
from sudoku_engine.formats.lines import LONGEST_ROW, TextLine

HEADINGS = (
    *("puzzle", "puzzles", "quiz", "quizzes", "question", "problem", "unsolved"),
    *("sudoku", "givens", "grid", "board"),
)
"""The headings of a column of puzzles; the first of them that a table has."""

DELIMITERS = ",;\t"
"""What may stand between two fields."""

_NUMBER = re.compile(r"\s*[0-9][.,][0-9]+E\+?[0-9]+\s*")
"""What a spreadsheet makes of a puzzle that it takes for a number."""

_MAY_BE = re.compile("|".join(HEADINGS), re.IGNORECASE)


class Table(NamedTuple):
    """The form of a table."""

    headings: Sequence[str]
    """The words of its heading, in small letters."""
    delimiter: str
    """What stands between two fields."""
    column: int
    """The place of the field with the puzzle, from 0."""

    def puzzle(self, line: TextLine, text: str, source: str) -> TextLine:
        """Return the puzzle in a row, in its place; raise FormatError if it has none."""
        fields = _fields(text, self.delimiter)
        field = fields[self.column] if len(fields) > self.column else ""
        if not field.strip():
            what = f"no puzzle in this row: it belongs below {self.headings[self.column]!r}"
            raise FormatError(what, source, line.number)
        if _NUMBER.fullmatch(field):
            what = "a spreadsheet has made a number of this puzzle: keep the column as text"
            raise FormatError(what, source, line.number)
        before = sum(len(each) + 1 for each in fields[: self.column])
        start = max(text.find(field, before), 0)
        return TextLine(line.number, " " * start + field)

    def fits(self, text: str) -> bool:
        """Return whether `text` may be the first row below the heading."""
        fields = _fields(text, self.delimiter)
        field = fields[self.column] if len(fields) > self.column else ""
        return len(field) > LONGEST_ROW // 2 or bool(_NUMBER.fullmatch(field))


def table_of(text: str) -> Table | None:
    """Return the table whose heading is `text`, None if it is not one."""
    if not _MAY_BE.search(text):
        return None
    for delimiter in DELIMITERS:
        names = [name.strip().strip("\ufeff").lower() for name in _fields(text, delimiter)]
        if not all(re.fullmatch(r"[\w .()/-]*", name) for name in names):
            continue
        for heading in HEADINGS:
            if heading in names:
                return Table(names, delimiter, names.index(heading))
    return None


def _fields(text: str, delimiter: str) -> list[str]:
    import csv  # few texts are tables

    try:
        return next(csv.reader([text], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:  # a NUL, or a field that is too long
        return text.split(delimiter)
