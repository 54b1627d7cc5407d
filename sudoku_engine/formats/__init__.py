"""Text to boards and back: every format is recognised by its appearance.

`parse` reads the one puzzle of a text, `read` reads all puzzles of a stream of lines, and `write`
writes a board in a format of `FORMATS`; `open_text` and `decode` turn files into lines.
`sudoku_engine.formats.reading` describes what can be read.
"""

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import ArgumentError
from sudoku_engine.formats.cells import Entry
from sudoku_engine.formats.decoding import decode, open_text
from sudoku_engine.formats.given import text_entry
from sudoku_engine.formats.reading import read
from sudoku_engine.formats.writing import FORMATS, write, written

__all__ = ["FORMATS", "Entry", "decode", "open_text", "parse", "read", "write", "written"]


def parse(text: str, layout: Layout | None = None, marks: Marks = "auto") -> Grid:
    """Return the one puzzle in `text`, in any format that the engine reads.

    `layout`: the required board; without it, the number of cells decides. Raises FormatError for no
    puzzle, for several puzzles, and for a puzzle that cannot be read.

    >>> print(parse("1... ..3. .... ...2").line)
    1.....3........2
    """
    if not isinstance(text, str):
        kind = type(text).__name__
        raise ArgumentError(f"a text is read, not {kind}: rows of digits make Grid(layout, digits)")
    return text_entry(text, layout, marks).grid
