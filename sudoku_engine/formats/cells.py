"""Cells as written in a text, and boards made of them.

A line of just 81 cells, the most frequent form of a puzzle, is read fast (`plain`).

A line of HoDoKu's library is a board with its placed digits and deleted candidates:
``:technique[-variant]:candidates:givens:deleted:eliminations:placements:extra``; ``+`` is
before a digit that was placed, not given, and a deleted candidate is ``<digit><row><column>``.
Described at https://hodoku.sourceforge.net/en/libs.php.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Any, NamedTuple
from unicodedata import combining

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import SIZES, SYMBOLS, Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.words import counted, range_of
from sudoku_engine.errors import FormatError, LayoutError
from sudoku_engine.formats.alphabet import BLANKS, Alphabet, alphabet_of
from sudoku_engine.formats.lines import (
    DIGITS,
    LONGEST_ROW,
    MARKS_OF_PLACED,
    ROW_SIZES,
    WHOLE_SIZES,
    TextLine,
    Token,
    is_number,
    pieces,
    rows_of,
)


def first_illegal(line: TextLine, n: int, source: str) -> FormatError | None:
    """Return the error for the first character of `line` that cannot be on a board of size `n`."""
    is_whole = line.n_meant > LONGEST_ROW
    for token in line.tokens[:1] if is_whole else line.tokens:
        for column, character in enumerate(token.text, token.column):
            if character not in "+{}" and DIGITS.get(character, n + 1) > n:
                return illegal(character, n, token._replace(column=column), source)
    return None


def wrong_count(count: int, n: int, line: int, source: str) -> FormatError:
    """Return the error for a line of `count` cells, too many or too few for size `n`."""
    cells = counted(count, "cell") if count else "no cells in this line"
    return FormatError(f"{cells}: a {n}x{n} puzzle has {n * n}", source, line)


def wrong_row(line: TextLine, n: int, row: int, is_required: bool, source: str) -> FormatError:
    """Return the error for a `row` without `n` cells; `is_required`: whether the size is fixed."""
    cells = f"row {row} has {counted(line.n_pieces or len(line.tokens), 'cell')}"
    if is_required or row > 1:
        is_other_size = row == 1 and line.row_size()
        wrong = None if is_other_size else first_illegal(line, n, source)
        what = f"{cells}: {n} are needed"
    else:
        wrong = first_illegal(line, max(n, 9), source)
        what = f"{cells}: a row of a {n}x{n} puzzle has {n}"
    return wrong or FormatError(what, source, line.number)


def no_beginning(line: TextLine, n: int, is_row: bool, source: str) -> FormatError:
    """Return the error for a `line` that begins no puzzle; `n`: the required size, 0 for any.

    `is_row`: whether it looks like a row, not like a whole puzzle.
    """
    count = line.n_meant
    size = n or nearest_size(count)
    wrong = None
    if not (n and count in WHOLE_SIZES):  # otherwise it is a correct puzzle of another size
        is_guess = is_row or count not in WHOLE_SIZES
        wrong = first_illegal(line, (n or max(size, 9)) if is_guess else size, source)
    return wrong or wrong_count(count, size, line.number, source)


def illegal(character: str, n: int, at: Token, source: str) -> FormatError:
    """Return the error for a `character` that cannot be in a cell of a board of size `n`."""
    digit = DIGITS.get(character, -1)
    if character == "\0":
        what = "a NUL character: this is not a text file (save the puzzle as plain text)"
    elif character == "\ufffd" or "\ud800" <= character <= "\udfff":
        what = "these bytes are not text (save the file as UTF-8)"
    elif digit > n and (n > 9 or digit <= 9):
        what = f"{character} is too large for a {n}x{n} puzzle (use {digits_of_size(n)})"
    else:
        what = (
            f"{shown(character)} is neither a digit nor a blank "
            f"(use {digits_of_size(n)}, and . for a blank)"
        )
    return FormatError(what, source, at.line, at.column)


def digits_of_size(n: int) -> str:
    """Return the digits of a board of size `n`, in words.

    >>> digits_of_size(12)
    '1-9 and A-C'
    """
    if n <= 9:
        return f"1-{n}"
    return "1-9 and A" if n == 10 else f"1-9 and A-{SYMBOLS[n - 1]}"


def shown(text: str) -> str:
    """Return `text` in quotes, short, with only characters that a terminal can show."""
    if len(text) > 20:
        text = f"{text[:20]}..."
    is_plain = text.isprintable() and not any(map(combining, text))
    return f"'{text}'" if is_plain else ascii(text)


def nearest_size(count: int) -> int:
    """Return the size of the standard board whose number of cells is nearest to `count`.

    >>> nearest_size(80)
    9
    """
    if count < min(WHOLE_SIZES) // 2:
        return 9
    return WHOLE_SIZES[min(WHOLE_SIZES, key=lambda cells: abs(cells - count))]


def nearest_row(count: int) -> int:
    """Return the probable size of a board with a row of `count` cells; 9 in case of doubt.

    >>> nearest_row(7), nearest_row(13)
    (9, 12)
    """
    return min(ROW_SIZES, key=lambda n: abs(n - count) - 1.5 * (n == 9))


class Cell(NamedTuple):
    """One cell as written in a text."""

    digit: int
    """Its digit, 0 if it is open."""
    is_placed: bool = False
    """Whether the digit was placed, not given."""
    mask: int | None = None
    """The candidates, bit ``digit - 1``, if the text has them."""


class WrittenBoard(NamedTuple):
    """A board as written in a text."""

    layout: Layout
    cells: list[Cell]
    """Its cells, row by row."""
    unknown: tuple[str, ...] = ()
    """The parts of the text that belong to no known rule, in words."""
    name: str = ""
    """The title that the text gives it, if it has one."""
    is_played: bool = False
    """Whether its placed digits are a person's work, and not a part of the puzzle."""
    line: int = 1
    """The line where it begins in the text of its format, from 1."""
    doubt: str = ""
    """The reading of its signs that was taken, in words, if there is another one."""

    @property
    def puzzle(self) -> WrittenBoard:
        """The board without a person's digits; the board itself if it has none."""
        if not (self.is_played and any(cell.is_placed for cell in self.cells)):
            return self
        left = [Cell(0, mask=cell.mask) if cell.is_placed else cell for cell in self.cells]
        return self._replace(cells=left)

    @property
    def digits(self) -> list[int]:
        """By cell, its digit, 0 if it is open."""
        return [cell.digit for cell in self.cells]

    @property
    def has_marks(self) -> bool:
        """Whether the text has candidates."""
        return any(cell.mask is not None for cell in self.cells)

    def grid(self, marks: Marks) -> Grid:
        """Return the board; an open cell without stated candidates has all of them."""
        masks = None
        if self.has_marks:
            everything = self.layout.all_digits
            masks = [everything if cell.mask is None else cell.mask for cell in self.cells]
        given = mask_of(
            at for at, cell in enumerate(self.cells) if cell.digit and not cell.is_placed
        )
        return Grid(self.layout, self.digits, masks=masks, given=given, marks=marks)


class Entry(NamedTuple):
    """A puzzle that was read."""

    grid: Grid
    source: str
    """The place where it starts: ``puzzles.txt:3``."""
    has_marks: bool
    """Whether it has candidates of its own."""
    name: str = ""
    """The name after the puzzle; ``""`` if it has none."""
    filled: Grid | None = None
    """The board with the digits that a person filled in; None if the text has no such digits."""
    doubt: str = ""
    """The reading of its signs that was taken, in words, if there is another one."""

    @property
    def board(self) -> Grid:
        """The board to work on: with the digits that a person filled in."""
        return self.filled or self.grid

    @property
    def notice(self) -> str:
        """The words for digits that a person filled in, or for signs that may be digits."""
        if self.filled is None:
            return self.doubt
        n_filled = self.grid.n_open - self.filled.n_open
        are = "is" if n_filled == 1 else "are"
        what = f"{counted(n_filled, 'digit')} {are} filled in, not given"
        words = f"{what}: the puzzle is read without, `play` shows them"
        return f"{words}; {self.doubt}" if self.doubt else words

    @property
    def title(self) -> str:
        """The name, or the place if it has none."""
        return self.name or self.source

    @property
    def place(self) -> dict[str, Any]:
        """The beginning of a JSON object about the puzzle: its source, name, layout and line.

        The layout is left out if the number of cells tells it.
        """
        record: dict[str, Any] = {**place_record(self.source, self.name, self.grid.line)}
        if self.grid.layout.name not in SIZES or self.grid.layout.own_signs:
            from sudoku_engine.board.layout_record import layout_record  # few boards need it

            record |= layout_record(self.grid.layout)
        return record


def place_record(source: str, name: str, line: str) -> dict[str, str]:
    """Return the beginning of a JSON object about a puzzle; an empty name is left out.

    >>> place_record("puzzles.txt:3", "", "12..34..........")
    {'source': 'puzzles.txt:3', 'puzzle': '12..34..........'}
    """
    named = {"name": name} if name else {}
    return {"source": source, **named, "puzzle": line}


def fitting(
    board: WrittenBoard, layout: Layout | None, line: int, column: int, source: str
) -> WrittenBoard:
    """Return `board` on the required `layout`, perhaps with other houses than the standard board.

    Raises FormatError if it has another size, or houses or clues of its own.
    """
    if layout is None or layout is board.layout:
        return board
    if layout.n != board.layout.n:
        raise wrong_count(len(board.cells), layout.n, line, source)
    if board.layout.usual is not Layout.of_size(layout.n):
        what = f"this holds a {board.layout} board: leave the layout {layout} out"
        raise FormatError(what, source, line, column)
    return board._replace(layout=layout.with_signs(layout.own_signs or board.layout.own_signs))


def read_cells(tokens: Sequence[Token], layout: Layout, source: str) -> WrittenBoard:
    """Return the board with the cells of `tokens`; raises FormatError with the place."""
    n = layout.n
    texts = [token.text for token in tokens]
    with_numbers = n > 9 and _has_numbers(texts, n)
    if with_numbers:
        texts = [_as_sign(text, n) for text in texts]
    alphabet = alphabet_of(texts, layout)
    if alphabet.table is not None:
        layout = _with_signs(layout, alphabet.signs, tokens[0], source)
        tokens = [
            _translated(token._replace(text=text), alphabet, layout, source)
            for token, text in zip(tokens, texts)
        ]
    cells = [_read_cell(token, n, with_numbers, source) for token in tokens]
    return WrittenBoard(layout, cells, doubt=alphabet.doubt)


def _with_signs(layout: Layout, signs: str, at: Token, source: str) -> Layout:
    """Return `layout` with these signs; raise FormatError if its clues are about numbers."""
    if signs and (layout.parts or layout.restricted):
        what = f"the digits are {signs[0]} to {signs[-1]}: its clues need digits from 1"
        raise FormatError(what, source, at.line, at.column)
    return layout.with_signs(signs)


def _as_sign(text: str, n: int) -> str:
    """Return the sign of a number over 9, and other texts unchanged; a ``+`` stays before it."""
    mark, number = ("+", text[1:]) if text.startswith("+") else ("", text)
    return mark + SYMBOLS[int(number) - 1] if is_number(number, n) else text


def _translated(token: Token, alphabet: Alphabet, layout: Layout, source: str) -> Token:
    text = token.text
    if alphabet.signs:
        for column, sign in enumerate(text, token.column):
            if ord(sign) not in (alphabet.table or ()) and sign not in "+{}":
                what = f"{shown(sign)} is neither a digit nor a blank (use {range_of(layout)}"
                raise FormatError(f"{what}, and . for a blank)", source, token.line, column)
    return token._replace(text=text.translate(alphabet.table or {}))


def with_state(
    puzzle: WrittenBoard, state: WrittenBoard, tokens: Sequence[Token], source: str
) -> WrittenBoard:
    """Return `puzzle` with the digits of its `state`; raises FormatError if a given differs.

    `tokens`: the state's cells in the text, for error messages.
    """
    if puzzle.layout is not state.layout:
        what = f"[State] is a {state.layout} board: [Puzzle] is a {puzzle.layout} one"
        raise FormatError(what, source, tokens[0].line)
    cells = []
    for cell, given, now, token in zip(puzzle.layout.cells, puzzle.cells, state.cells, tokens):
        if given.digit and now.digit not in (0, given.digit):
            what = f"{cell} differs from the given in [Puzzle]"
            raise FormatError(what, source, token.line, token.column)
        cells.append(given if given.digit else now._replace(is_placed=bool(now.digit)))
    return WrittenBoard(puzzle.layout, cells)


def _has_numbers(texts: Sequence[str], n: int) -> bool:
    """Return whether digits over 9 are numbers, so that ``12`` is not a pair of candidates.

    If every group could be either, they are numbers; `write` puts pairs in braces.
    """
    groups = [text.lstrip("+") for text in texts if len(text.lstrip("+")) > 1]
    plain = [text for text in groups if len(text) == 2 and text.isascii() and text.isdigit()]
    return len(plain) == len(groups) and 2 * sum(is_number(text, n) for text in plain) > len(plain)


def _read_cell(token: Token, n: int, with_numbers: bool, source: str) -> Cell:
    text = token.text
    if text[:1] in MARKS_OF_PLACED and len(text) > 1:
        return _read_placed(token, n, with_numbers, source)
    if len(text) == 1:
        digit = DIGITS.get(text, n + 1)
        if digit > n:
            raise illegal(text, n, token, source)
        return Cell(digit)
    if text.startswith("{") and text.endswith("}"):
        return Cell(0, mask=_read_group(text[1:-1], n, _after_mark(token), source))
    if not with_numbers:
        return Cell(0, mask=_read_group(text, n, token, source))
    if not is_number(text, n):
        what = f"{shown(text)} is neither a number from 1 to {n} nor a blank"
        raise FormatError(what, source, token.line, token.column)
    return Cell(int(text))


def _read_placed(token: Token, n: int, with_numbers: bool, source: str) -> Cell:
    after = _after_mark(token)
    cell = Cell(0) if after.text.startswith("+") else _read_cell(after, n, with_numbers, source)
    if not cell.digit:
        what = "a digit must follow the + (it marks a digit that was placed, not given)"
        raise FormatError(what, source, token.line, token.column)
    return cell._replace(is_placed=True)


def _after_mark(token: Token) -> Token:
    return token._replace(text=token.text[1:], column=token.column + 1)


def _read_group(text: str, n: int, start: Token, source: str) -> int:
    """Return the mask of the candidates in `text`, which begins at the place of `start`."""
    mask = 0
    for column, character in enumerate(text, start.column):
        at = start._replace(column=column)
        digit = DIGITS.get(character, n + 1)
        if digit > n:
            raise illegal(character, n, at, source)
        if not digit or mask >> digit - 1 & 1:
            what = f"{character} is twice among" if digit else f"{character} cannot be among"
            raise FormatError(f"{what} the candidates of a cell", source, at.line, at.column)
        mask |= 1 << digit - 1
    return mask


NO_CELL = 255

PLAIN = bytes(
    DIGITS[chr(code)] if chr(code) in DIGITS and DIGITS[chr(code)] <= 9 else NO_CELL
    for code in range(256)
)
"""By character of a plain 9x9 line, its digit, 0 for a blank, `NO_CELL` for anything else."""


def plain(text: str, layout: Layout | None, marks: Marks) -> Grid | None:
    """Return the grid of a line of just 81 cells, read fast; None for other lines."""
    if len(text) != 81 or not text.isascii():
        return None
    digits = text.encode("ascii").translate(PLAIN)
    if NO_CELL in digits or is_unclear(text):
        return None
    board = layout or Layout.of_size(9)
    if board.n != 9 or board.own_signs:
        return None
    return Grid(board, tuple(digits), marks=marks)


def is_unclear(text: str) -> bool:
    """Return whether ``0`` may be a digit in the 81 cells of `text`.

    >>> is_unclear("0123.".ljust(81, ".")), is_unclear("1230".ljust(81, "0"))
    (True, False)
    """
    if "9" in text or "0" not in text:
        return False
    return text.count("0") == 9 or any(blank in text for blank in BLANKS)


def without_remark(text: str) -> tuple[str, str]:
    """Return the 81 cells of `text` and the remark after them; otherwise `text` and nothing."""
    text = text.strip()
    return (text[:81], text[81:]) if text[81:82] in (" ", "\t", ",") else (text, "")


def read_library(line: TextLine, layout: Layout | None, source: str) -> WrittenBoard:
    """Return the board of a library `line`; raises FormatError with the place."""
    fields = [*line.text.split(":"), ""]
    column = line.column + sum(len(field) + 1 for field in fields[:3])
    givens = TextLine(line.number, " " * (column - 1) + fields[3])
    deleted = TextLine(line.number, " " * (column + len(fields[3])) + fields[4]).tokens
    cells = pieces(givens.tokens)
    n = layout.n if layout else WHOLE_SIZES.get(len(cells), 0)
    if not n or len(cells) != n * n:
        size = n or nearest_size(len(cells))
        wrong = first_illegal(givens, size, source)
        raise wrong or wrong_count(len(cells), size, line.number, source)
    board = read_cells(cells, layout or Layout.of_size(n), source)
    return _without(board, deleted, source) if deleted else board


def _without(board: WrittenBoard, deleted: list[Token], source: str) -> WrittenBoard:
    n = board.layout.n
    masks = list(Grid(board.layout, board.digits).masks)
    for token in deleted:
        numbers = [DIGITS.get(character, 0) for character in token.text]
        if len(numbers) != 3 or not all(0 < number <= n for number in numbers):
            what = f"{shown(token.text)} is not a deleted candidate: write digit, row, column"
            raise FormatError(what, source, token.line, token.column)
        digit, row, column = numbers
        masks[(row - 1) * n + column - 1] &= ~(1 << digit - 1)
    cells = [cell if cell.digit else Cell(0, mask=mask) for cell, mask in zip(board.cells, masks)]
    return WrittenBoard(board.layout, cells)


def marked_board(text: str, layout: Layout | None) -> WrittenBoard:
    """Return the board of cells followed by the marks of their regions, all in one line.

    On boards with more than nine digits both are letters, and A is 1; the marks may be missing.
    """
    text = text.replace(" ", "")
    n = isqrt(len(text))
    if n * n != len(text):  # regions after the cells
        n = isqrt(len(text) // 2)
    cells, marks = text[: n * n], text[n * n :]
    regions = Layout.of_regions(rows_of(marks, n)) if marks else Layout.of_size(n)
    if layout not in (None, regions):
        raise LayoutError(f"this holds a {regions} board: leave the layout {layout} out")
    symbols = "".join(map(chr, range(ord("A"), ord("A") + n))) if n > 9 else SYMBOLS[:n]
    digits = [symbols.find(each) + 1 for each in cells]
    blanks = {each for each, digit in zip(cells, digits) if not digit}
    if blanks - {*".0-_*"}:
        raise LayoutError(f"{min(blanks - {*'.0-_*'})} is too large: digits go to {symbols[-1]}")
    return WrittenBoard(regions.with_signs(symbols), [Cell(digit) for digit in digits])
