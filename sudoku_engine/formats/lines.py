"""One line of text: cells, the rules between them, a comment; rows of a grid; columns of a table.

Legend:
    token       the text between white space, commas and upright rules
    piece       one cell of a token of cells without spaces, its ``+`` included
    rule        a line between rows of boxes: ``+---+---+``, ``-----------``, ``├───┼───┤``
    stroke      a line of only ``-`` or only ``_``: a rule, or blanks
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from sudoku_engine.board.layout import SIZES, SMALLEST, SYMBOLS, Layout
from sudoku_engine.errors import FormatError, one_line

BLANKS = ".0-_*"

DIGITS = {
    **dict.fromkeys(BLANKS, 0),
    **{symbol: digit for digit, symbol in enumerate(SYMBOLS, 1)},
    **{symbol.lower(): digit for digit, symbol in enumerate(SYMBOLS, 1)},
}
"""By character, its digit, 0 for a blank. Nothing else is a cell."""

ROW_SIZES = {height * width: height * width for height, width in SIZES.values()}
WHOLE_SIZES = {n * n: n for n in ROW_SIZES}
"""The size n of the board by the number of cells in a line: a row, or a whole puzzle."""

LONGEST = 100_000
"""The most characters in a line of a puzzle, with any notation of candidates."""

LONGEST_JSON = 10_000_000
"""The most characters of JSON about one puzzle, which may have all its steps."""

LONGEST_ROW = 30
"""The most cells of a row without spaces; more are probably a whole puzzle."""

_UPRIGHT = "|│┃║┆┇┊┋╎╏╽╿"
_TOKEN = re.compile(rf"[^\s,\ufeff{_UPRIGHT}]+")
_PIECE = re.compile(r"\+?.", re.DOTALL)
_COMMENT = re.compile(r"(?:^|(?<=[\s,]))#.*", re.DOTALL)
_MARK = re.compile(rf"\s*[{_UPRIGHT}]\s*#[1-9]")
"""A row whose first cell has a mark, which is no comment."""
_HEADER = re.compile(r"\[\s*(Puzzle|State|PencilMarks|Colou?rs)\s*\]", re.ASCII | re.IGNORECASE)
_TITLE = re.compile(
    r"\W*(?:(?:grid|puzzle|sudoku|board)\b|(?:no|nr|number)\b\.?\s*\d)", re.IGNORECASE
)
_LIBRARY = re.compile(r":[^:]*:[^:]*:[^:]*")
_LINK = re.compile(
    r"^/?(?:[\w-]+/)*[\w-]+\.js$|https?://|www\.\w+\.\w|\bsudokupad\.app/|\bf-puzzles\.com/|\bcrackingthecryptic\.com/"
    r"|[?&]bd=|(?<!\S)S9B[0-9a-zA-Z]{30}"
)
_MARKUP = re.compile(r"<\?xml\b|<opensudoku\b|<game\b", re.IGNORECASE)
_JSON = re.compile(r"""\{\s*(?:["'}]|$)|\[\s*(?:[\[({"'\d]|None|$)""")
"""The beginning of a line with JSON; ``{12}`` are the candidates of a cell."""
_RECORD = re.compile(r"[0-9a-f]{12} +(\S+) +\d{1,2}\.\d+")
_UNUSUAL = re.compile(r"[<\[:/=]|www|S9B|^[0-9a-f]{12} ")
"""Text that every line of another program has."""
_CLUES = re.compile(r"clues\s*:", re.IGNORECASE)
_CONSTRAINTS = re.compile(r"\.+(?:[A-Z][a-z]+|[A-Za-z]*~)")
_CAGES = re.compile(r"3x3:d?:k:\d|(?=.*[<>^v])[0-9A-Za-jv<>^`',.]{81}$")
_LETTERS = re.compile(r"[A-Y.]+")
_DRAWN = frozenset(chr(code) for code in range(0x2500, 0x2580)) - frozenset(_UPRIGHT)
_RULE = frozenset(".-_*") | _DRAWN | frozenset(_UPRIGHT) | frozenset("+:'= \t\xa0")
_SURELY_RULE = _DRAWN | frozenset("+:'=")
_CORNERED = re.compile(r"\|?[.*](?:[-_]{2,}[.*])+\|?")

_UNKNOWN = re.compile(r"[\s1-9?xX|]*[?xX][\s1-9?xX|]*")
"""A line whose only blanks are these; next to other blanks they are a slip."""
_AS_BLANKS = str.maketrans("?xX", "...")
_NUMBERED = re.compile(r"^\s*\d{1,6}[.):]\s+(?=\S{16,}(?:\s|$))")
"""The number of a puzzle in a list."""
_SHEET_MARKS = (",", ";", "\t")
_SHEET_SIZES = {*ROW_SIZES, *WHOLE_SIZES}
_FIELD = re.compile(r"[\w.*?-]?|\d\d")
_DATE = re.compile(r"(\d{4}([-./])\d\d?\2\d\d?|\d\d?([-./])\d\d?\3(\d\d){1,2})")
_LONG_WORD = re.compile(rf"[^\s,;]{{{LONGEST_ROW + 1},}}")
SUKAKU = 729
"""The number of candidates of a 9x9 board."""


class Token(NamedTuple):
    """A token or piece with its place in the text."""

    text: str
    line: int
    """The line, from 1."""
    column: int
    """The column, from 1."""


class TextLine:
    """A line of text, parsed."""

    def __init__(self, number: int, text: str) -> None:
        """Make the line `number` (from 1) with this `text`."""
        self.number = number
        self.comment = ""
        """The comment at the end."""
        if "#" in text and (comment := _COMMENT.search(text)) and not _MARK.match(text):
            text, self.comment = text[: comment.start()], comment[0]
        if _UNKNOWN.fullmatch(text):
            text = text.translate(_AS_BLANKS)
        text = _of_sheet(_NUMBERED.sub(lambda number: " " * len(number[0]), text))
        self.column = len(text) - len(text.lstrip().lstrip("\ufeff").lstrip()) + 1
        """The place where the text begins."""
        self.text = text.strip().strip("\ufeff").strip()
        self.tokens = [
            Token(match[0], number, match.start() + 1) for match in _TOKEN.finditer(text)
        ]
        if len(self.text) == SUKAKU and len(self.tokens) == 1:
            self.tokens = _sukaku(self.tokens[0])
        self.is_barred = any(bar in text for bar in _UPRIGHT)
        self.n_pieces = sum(n_pieces(token.text) for token in self.tokens)

    @property
    def n_digits(self) -> int:
        """The number of digits in this line."""
        return sum(DIGITS.get(character, 0) > 0 for character in self.text)

    @property
    def n_meant(self) -> int:
        """The probable number of cells in this line, if it is neither a row nor a puzzle."""
        first = n_pieces(self.tokens[0].text) if self.tokens else 0
        return first if first > LONGEST_ROW else self.n_pieces or len(self.tokens)

    @property
    def name(self) -> str:
        """The name of the puzzle in this line, after its cells; ``""`` without a name."""
        first = self.tokens[0]
        is_whole = n_pieces(first.text) in WHOLE_SIZES
        end = first.column - self.column + len(first.text) if is_whole else len(self.text)
        return name_in(f"{self.text[end:]} {self.comment}")

    @property
    def header(self) -> str:
        """The name of the .sdk section that begins here, in small letters, or ``""``."""
        match = _HEADER.fullmatch(self.text)
        return match[1].lower() if match else ""

    @cached_property
    def is_unusual(self) -> bool:
        """Whether it has text that every line of another program has."""
        return bool(_UNUSUAL.search(self.text))

    @cached_property
    def kind(self) -> str:
        """The notation of another program that begins here, ``""`` for none.

        ``markup``: a file of OpenSudoku; ``section``: of an .sdk; ``library``: a line of HoDoKu's;
        ``link``: the address of a web page; ``record``: of the puzzle bank; ``json``: a value;
        ``clues``: a block of our own; ``constraints``: a line of Interactive Sudoku Solver;
        ``cages``: of JSudoku, or of sums with arrows; ``marked``: cells as letters, or with the
        marks of their regions behind them.
        """
        text = self.text
        if {len(text), len(text) - 1} & _MARKED_SIZES.keys() and _is_marked(text):
            return "marked"
        if text[:1] in ("{", "[") and _JSON.match(text):
            return "json"
        if text[:1] == "." and _CONSTRAINTS.match(text):
            return "constraints"
        if not self.is_unusual:  # the case of most lines
            return ""
        for kind, beginning in (("clues", _CLUES), ("cages", _CAGES), ("markup", _MARKUP)):
            if beginning.match(text):
                return kind
        if self.header:
            return "section"
        if _LIBRARY.match(text) and not self.is_rule(0):  # it may have ``:`` at its ends
            return "library"
        if is_link(text) and (is_link(text.split(maxsplit=1)[0]) or not self.whole(0)):
            return "link"
        return "record" if self.banked else ""

    @property
    def banked(self) -> TextLine | None:
        """The puzzle of a record of the puzzle bank (hash, puzzle, rating), in its place."""
        found = _RECORD.fullmatch(self.text)
        if found is None or len(found[1]) <= LONGEST_ROW:
            return None
        return TextLine(self.number, " " * (self.column - 1 + found.start(1)) + found[1])

    def is_rule(self, n: int) -> bool:
        """Return whether this is a rule; `n`: the cells in a row of the current board, or 0."""
        text = self.text
        if not text or not _RULE.issuperset(text):
            return False
        if not _SURELY_RULE.isdisjoint(text):
            return True
        if _CORNERED.fullmatch(text):
            return len(text) != n
        if self.stroke and any(len(token.text) > 1 for token in self.tokens):
            if n:
                return self.n_pieces != n
            return self.n_pieces not in ROW_SIZES and self.n_pieces not in WHOLE_SIZES
        return not self.tokens

    @property
    def stroke(self) -> str:
        """``-`` or ``_`` if the line is only that, as a rule or blanks; otherwise ``""``."""
        marks = set().union(*(token.text for token in self.tokens))
        if len(marks) == 1 and marks <= {"-", "_"} and len(self.tokens) < self.n_pieces:
            return marks.pop()
        return ""

    def legal_share(self, n: int) -> float:
        """Return the share of this line, 0 to 1, that could be cells of a board with `n` digits."""
        text = "".join(token.text for token in self.tokens[:100])[:1000]
        legal = sum(DIGITS.get(mark, n + 1) <= n or mark in "+{}" for mark in text)
        return legal / len(text) if text else 0.0

    def is_row(self, n: int) -> bool:
        """Return whether this seems to be a row of a board of size `n`."""
        row = self.row(n)
        return row is not None and (self.legal_share(n) > 0.5 or _is_lettered(row))

    def row(self, n: int) -> list[Token] | None:
        """Return the `n` cells of the row in this line; None for another number of cells."""
        if len(self.tokens) == n:
            return self.tokens
        return pieces(self.tokens) if self.n_pieces == n else None

    def row_size(self) -> int:
        """Return the probable number of cells in this row; 0 if no standard board has such rows."""
        n = len(self.tokens)
        if n in ROW_SIZES and self._holds_cells(n):
            return n
        if self.n_pieces in ROW_SIZES:
            return self.n_pieces
        return n if n in ROW_SIZES and n > min(ROW_SIZES) else 0

    def whole(self, n: int) -> tuple[int, list[Token]] | None:
        """Return the size and the cells of the whole puzzle in this line, or None.

        `n`: the size required, 0 for any.
        """
        if self.is_barred or not self.tokens:
            return None
        sizes = {n * n: n} if n else WHOLE_SIZES
        count = len(self.tokens)
        if count > 1 and (count == n if n else count in ROW_SIZES) and self._holds_cells(count):
            return None
        first = self.tokens[:1]
        if (size := n_pieces(first[0].text)) in sizes:
            return sizes[size], pieces(first)
        if self.n_pieces in sizes:
            return sizes[self.n_pieces], pieces(self.tokens)
        if count in sizes and self._holds_cells(sizes[count]):
            return sizes[count], self.tokens
        return None

    def _holds_cells(self, n: int) -> bool:
        return all(is_cell(token.text, n) for token in self.tokens)

    @property
    def is_sixteen(self) -> bool:
        """Whether this may be a 4x4 puzzle or a row of a 16x16 one."""
        return (
            not self.is_barred
            and self.n_pieces == 16
            and (len(self.tokens) == 1 or all(n_pieces(token.text) == 4 for token in self.tokens))
            and not self._holds_cells(4)
        )


def _is_lettered(row: Sequence[Token]) -> bool:
    """Return whether the cells of a `row` are capital letters and blanks, or small ones and blanks.

    A word with one letter twice, or in small letters, is no row.
    """
    texts = [token.text.strip("+{}") for token in row]
    letters = [text for text in texts if text not in BLANKS]
    n_alone = sum(len(text) == 1 for text in letters)
    return (
        all(text.isalpha() and [*text] == sorted({*text}) for text in letters)
        and len({text for text in letters if len(text) == 1}) == n_alone
        and (
            "".join(letters).isupper()
            or ("".join(letters).islower() and len(row) - len(letters) > 1)
        )
    )


def _of_sheet(text: str) -> str:
    """Return a row of a spreadsheet with a 0 in each empty field, and other text unchanged."""
    for mark in _SHEET_MARKS:
        if text.count(mark) + 1 in _SHEET_SIZES:
            fields = [field.strip().strip('"') for field in text.split(mark)]
            is_row = any(fields) or len(fields) > 8  # a few commas are not a row of blanks
            if is_row and (mark == ";" or "" in fields) and all(map(_FIELD.fullmatch, fields)):
                return " ".join(field or "0" for field in fields)
    return text


def _sukaku(token: Token) -> list[Token]:
    """Return the cells of 729 candidates: the digits of each cell, or blanks, in order."""
    cells = [token.text[i : i + 9] for i in range(0, SUKAKU, 9)]
    if any(
        DIGITS.get(c, -1) not in (0, digit) for cell in cells for digit, c in enumerate(cell, 1)
    ):
        return [token]
    return [
        Token(f"{{{''.join(c for c in cell if DIGITS[c])}}}", token.line, token.column + 9 * number)
        for number, cell in enumerate(cells)
    ]


def name_in(remark: str) -> str:
    """Return the name of a puzzle in the text after it, or ``""``.

    A name has a letter, or is a date; a solution, or another text of its length, is not a name.

    >>> name_in(" # Easter  2021"), name_in(",2.5"), name_in(f",{81 * 'A'}; Nightmare")
    ('Easter 2021', '', 'Nightmare')
    >>> name_in("# 2021-04-04")
    '2021-04-04'
    """
    name = " ".join(_LONG_WORD.sub("", remark).split()).strip(",;# ")
    return one_line(name) if any(map(str.isalpha, name)) or _DATE.fullmatch(name) else ""


def rows_of(text: str, width: int) -> str:
    """Return `text` with each piece of `width` characters in a line of its own.

    >>> rows_of("1234....", 4)
    '1234\\n....'
    """
    return "\n".join(text[start : start + width] for start in range(0, len(text), width))


def is_heading(text: str) -> bool:
    """Return whether `text` is the heading of a puzzle, such as ``Grid 01``."""
    return len(text) < 60 and _TITLE.match(text) is not None


def is_whole(text: str) -> bool:
    """Return whether `text` seems to be a whole puzzle, not a row."""
    words = text.split()
    n_signs = sum(map(str.isalnum, text))
    if len(words) == 1 and n_signs and n_pieces(words[0]) in WHOLE_SIZES:
        return True
    if "<" in text or n_signs < SMALLEST:  # a table, or a rule
        return False
    return len(words) > LONGEST_ROW or any(n_pieces(word) > LONGEST_ROW for word in words)


def is_link(text: str) -> bool:
    """Return whether `text` has the address of a web page, or a packed board of SudokuWiki's."""
    return bool(_LINK.search(text))


_MARKED_SIZES = {
    **{2 * cells: n for cells, n in WHOLE_SIZES.items()},
    **{cells: n for cells, n in WHOLE_SIZES.items() if n > 9},
}
"""The size n by the number of characters, where cells are letters or regions follow them."""


def _is_marked(text: str) -> bool:
    """Return whether `text` has all cells as letters, or the marks of n regions after them."""
    text = text.replace(" ", "", 1)
    n = _MARKED_SIZES.get(len(text), 0)
    marks = text[n * n :]
    if not n or not marks:
        # Letters count from A if there is no number and a letter is beyond ours; alone it is a
        # slip.
        letters = {*text} - {"."} if n > 9 and _LETTERS.fullmatch(text) else ()
        return len(letters) > 1 and max(letters) > SYMBOLS[n - 1]
    rows = rows_of(marks, n).split("\n")
    # A solution after its puzzle has each digit once in a row.
    return set(Counter(marks).values()) == {n} and any(len({*row}) < n for row in rows)


def n_pieces(text: str) -> int:
    """Return the number of cells in a token without spaces.

    >>> n_pieces("5+3..")
    4
    """
    if "{" in text:
        return 0
    return len(_PIECE.findall(text)) if "+" in text else len(text)


def pieces(tokens: Sequence[Token]) -> list[Token]:
    """Return the cells of `tokens` of cells without spaces, each with its place."""
    return [
        Token(match[0], token.line, token.column + match.start())
        for token in tokens
        for match in _PIECE.finditer(token.text)
    ]


MARKS_OF_PLACED = ("+", "u")
"""The marks before a digit that was placed; SudoCue writes the second."""


def is_cell(text: str, n: int) -> bool:
    """Return whether a token is exactly one cell of a board of size `n`.

    A cell is a blank, a digit or a letter, perhaps after a ``+``, a number over 9, ascending
    candidates, or candidates in braces.

    >>> [is_cell(text, 9) for text in (".", "5", "+5", "135", "{5}", "531", "5.")]
    [True, True, True, True, True, False, False]
    """
    if text.startswith("{") and text.endswith("}"):
        return all(character.isalnum() for character in text[1:-1])
    text = text.removeprefix("+").removeprefix("u")
    if len(text) == 1:
        return DIGITS.get(text, n + 1) <= n or text.isalpha()
    return is_number(text, n) or is_group(text, n)


def is_number(text: str, n: int) -> bool:
    """Return whether `text` is a number from 10 to `n`."""
    return len(text) == 2 and text.isascii() and text.isdigit() and 10 <= int(text) <= n


def is_group(text: str, n: int) -> bool:
    """Return whether `text` is an ascending list of candidates of a board of size `n`."""
    digits = [DIGITS.get(character, 0) for character in text.removeprefix("0")]
    return 0 < max(digits, default=0) <= n and all(
        low < high for low, high in zip([0, *digits], digits)
    )


class Rows:
    """The rows of a grid that were read so far."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.rows: list[list[Token]] = []
        self.held: list[TextLine] = []
        """Strokes that may be rows of blanks or rules: the next line decides."""
        self.blanks: set[str] = set()

    @property
    def count(self) -> int:
        """The number of rows read, if the strokes are rows too."""
        return len(self.rows) + len(self.held)

    def add(self, row: list[Token]) -> None:
        """Add a row of cells, and decide whether the strokes before it were rows or rules."""
        blanks = {cell.text for cell in row if DIGITS.get(cell.text) == 0}
        if self.held:
            stroke = self.held[0].stroke
            height = Layout.of_size(self.n).box_height if self.n in ROW_SIZES else self.n
            is_rule = blanks or len(self.rows) % height == 0
            if stroke in blanks or len(self.held) > 1 or not is_rule:
                self.settle()
            else:
                self.held.clear()
        self.blanks |= blanks
        self.rows.append(row)

    def stroke(self, line: TextLine) -> None:
        """Add a line of n strokes, which is a rule or a row of blanks."""
        if line.stroke in self.blanks:
            self.add(pieces(line.tokens))
        elif not self.blanks:
            self.held.append(line)

    def settle(self) -> None:
        """Count the undecided strokes as rows of blanks."""
        for line in self.held:
            self.rows.append(pieces(line.tokens))
            self.blanks.add(line.stroke)
        self.held.clear()


HEADINGS = (
    *("puzzle", "puzzles", "quiz", "quizzes", "question", "problem", "unsolved"),
    *("initial_board", "initialboard", "sudoku", "givens", "grid", "board"),
)
"""The headings of a column of puzzles; the first of them that a table has."""

DELIMITERS = ",;\t"
"""The possible separators of fields."""

_NUMBER = re.compile(r"\s*[0-9][.,][0-9]+E\+?[0-9]+\s*")
"""The number into which a spreadsheet turns a puzzle."""

_MAY_BE = re.compile("|".join(HEADINGS), re.IGNORECASE)


class Table(NamedTuple):
    """The form of a table."""

    headings: Sequence[str]
    """The words of its heading, in small letters."""
    delimiter: str
    """The separator of fields."""
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
    """Return the table whose heading is `text`; None if it is not a heading."""
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
