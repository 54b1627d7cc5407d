"""The texts of other programs that are read besides the engine's own.

Each format has a module, which is imported when its sign is found. This table has the signs:
regular expressions for the beginning of a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sudoku_engine.api.hookspecs import thing_at
from sudoku_engine.formats.cells import WrittenBoard


class OtherFormat(NamedTuple):
    """A format whose reader is imported when it is needed."""

    id: str
    name: str
    sign: str
    extent: str
    place: str
    """``module:function`` below this package, from a text to its boards."""

    def read(self, text: str) -> Iterable[WrittenBoard]:
        """Return the boards in `text`, as the module of this format describes them."""
        boards: Iterable[WrittenBoard] = thing_at(f"{__package__}.{self.place}")(text)
        return boards


_CELLS_WITH_POSITIONS = r'[{\[][^\[\]]*"cells"\s*:\s*\[\s*\{\s*"position"'

FORMATS = (
    OtherFormat(
        *("addresses", "Addresses with a puzzle as text"),
        *(r".{0,200}?[\w-](?:\.[\w-]+)+/\S*?(?:[?&]q=|(?<![\w.])[0-9.]{81}(?![\w.]))", "line"),
        "addresses:read",
    ),
    OtherFormat("sumo_cue", "SumoCue", r"SumoCueV\d", "line", "sumo_cue:read"),
    OtherFormat(
        *("tatham", "Simon Tatham's Solo"),
        *(r"\d{1,2}(?:x\d{1,2}|j)[jxk]*[a-z\d]*[:#](?!d?:)", "line", "tatham:read"),
    ),
    OtherFormat(
        *("lettered", "Cages or regions as letters below a grid"),
        *(r"(?:killer|jigsaw)\b[\w -]*:?\s*$", "file", "lettered:read"),
    ),
    OtherFormat(
        *("sized", "Numbers and areas below the size of the grid"),
        *(r"\d{1,2}[ x]\d{1,2}(?: \d{1,2} \d{1,2})?\s*$", "paragraph", "areas:read_sized"),
    ),
    OtherFormat(
        *("janko", "Janko's puzzles"),
        *(r"\[?(?:begin|problem)\]?\s*$|(?:puzzle|genre|spiel)\s+\S*\s?sudoku\b", "file"),
        "areas:read_janko",
    ),
    OtherFormat(
        "ksudoku", "KSudoku", r"(?:<[?!][^>]*>\s*)*<ksudoku\b", "file", "xml_files:ksudoku"
    ),
    OtherFormat(
        *("sdku", "Sudoku in XML"),
        *(r"(?:<[?!][^>]*>\s*)*<sudoku\b", "file", "xml_files:sdku"),
    ),
    OtherFormat("gnome", "GNOME Sudoku", _CELLS_WITH_POSITIONS, "file", "json_files:gnome"),
    OtherFormat(
        *("libre_sudoku", "LibreSudoku"),
        *(r'\{[^\[\]]*"boards"\s*:\s*\[\s*\{', "file", "json_files:libre_sudoku"),
    ),
)
"""The formats, each with its sign."""
