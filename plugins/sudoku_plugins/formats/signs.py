"""The texts of other programs that are read and written besides the engine's own.

Each format has a module, which is imported when its sign is found, or when it is written. This
table has the signs: regular expressions for the beginning of a text. Some formats read all texts of
a kind, whatever their beginning.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sudoku_engine import FormatError, Grid, Layout
from sudoku_engine.api.hookspecs import thing_at
from sudoku_engine.formats.cells import WrittenBoard
from sudoku_engine.formats.format_book import Located


class OtherFormat(NamedTuple):
    """A format whose reader and writer are imported when they are needed."""

    id: str
    name: str
    sign: str
    extent: str
    place: str
    """``module:function`` below this package, from a text to its boards.

    The function of a format with a `kind` gets numbered lines, the required layout and the source.
    """
    kind: str = ""
    purpose: str = ""
    writer: str = ""
    """``module:function`` below this package, from a board to its text."""
    has_clues: bool = False

    def read(self, text: str) -> Iterable[WrittenBoard]:
        """Return the boards in `text`, as the module of this format describes them."""
        if not self.kind:
            boards: Iterable[WrittenBoard] = thing_at(f"{__package__}.{self.place}")(text)
            return boards
        return map(_board, self.read_lines(enumerate(text.split("\n"), 1), None, ""))

    def read_lines(
        self, lines: Iterable[tuple[int, str]], layout: Layout | None, source: str
    ) -> Iterator[Located | FormatError]:
        """Yield the boards of a text of its kind, and the errors; take no line after it."""
        found: Iterator[Located | FormatError]
        found = thing_at(f"{__package__}.{self.place}")(lines, layout, source)
        return found

    def write(self, grid: Grid) -> str:
        """Return `grid` as text; raises UsageError for a board that it cannot show."""
        text: str = thing_at(f"{__package__}.{self.writer}")(grid)
        return text


def _board(found: Located | FormatError) -> WrittenBoard:
    if isinstance(found, FormatError):
        raise found
    return found.board._replace(line=found.line)


_CELLS_WITH_POSITIONS = r'[{\[][^\[\]]*"cells"\s*:\s*\[\s*\{\s*"position"'

FORMATS = (
    OtherFormat(
        *("addresses", "Addresses with a puzzle as text"),
        *(r".{0,200}?[\w-](?:\.[\w-]+)+/\S*?(?:[?&]q=|(?<![\w.])[0-9.]{81}(?![\w.]))", "line"),
        "links:read_text",
    ),
    OtherFormat("sumo_cue", "SumoCue", r"SumoCueV\d", "line", "areas:read_sumo_cue"),
    OtherFormat(
        *("tatham", "Simon Tatham's Solo"),
        *(r"\d{1,2}(?:x\d{1,2}|j)[jxk]*[a-z\d]*[:#](?!d?:)", "line", "areas:read_game_id"),
    ),
    OtherFormat(
        *("lettered", "Cages or regions as letters below a grid"),
        *(r"(?:killer|jigsaw)\b[\w -]*:?\s*$", "file", "areas:read_lettered"),
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
    OtherFormat("gnome", "GNOME Sudoku", _CELLS_WITH_POSITIONS, "file", "json_texts:gnome"),
    OtherFormat(
        *("libre_sudoku", "LibreSudoku"),
        *(r'\{[^\[\]]*"boards"\s*:\s*\[\s*\{', "file", "json_texts:libre_sudoku"),
    ),
    OtherFormat("opensudoku", "OpenSudoku", "<", "file", "xml_files:open_sudoku", "markup"),
    OtherFormat(
        *("f-puzzles", "JSON: f-puzzles, SudokuPad, records, lists of digits", r"[\[{]", "file"),
        *("json_texts:read", "json", "JSON of f-puzzles, with clues", "web_boards:f_puzzles_text"),
        has_clues=True,
    ),
    OtherFormat(
        *("f-puzzles-link", "Addresses of f-puzzles", r".*?f-puzzles\.com/", "line", "links:read"),
        *("link", "the address of f-puzzles, with clues", "links:f_puzzles_address"),
        has_clues=True,
    ),
    OtherFormat(
        *("sudokupad", "Addresses of SudokuPad", r".*?sudokupad\.app/", "line", "links:read"),
        *("link", "the address of SudokuPad, with clues", "links:sudokupad_address"),
        has_clues=True,
    ),
    OtherFormat(
        *("sudokuwiki", "Addresses of SudokuWiki", r".*?(?:[?&]bd=|\bS9B)", "line", "links:read"),
        *("link", "the address of SudokuWiki's solver", "links:wiki_address"),
    ),
)
"""The formats, each with its sign."""
