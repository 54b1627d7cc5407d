"""Errors in a line, with a hint how to fix it."""

from __future__ import annotations

from unicodedata import combining

from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.board.words import counted
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.lines import DIGITS, LONGEST_ROW, ROW_SIZES, WHOLE_SIZES, TextLine, Token


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
    """Return the error for a `row` without `n` cells; `is_required`: no other size will do."""
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
    """Return the error for a `line` that begins no puzzle; `n`: the size required, 0 for any.

    `is_row`: it is rather a row than a whole puzzle.
    """
    count = line.n_meant
    size = n or nearest_size(count)
    wrong = None
    if not (n and count in WHOLE_SIZES):  # else it is a correct puzzle of another size
        wrong = first_illegal(line, (n or 9) if is_row else size, source)
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
    """Return the size of the usual board with nearest to `count` cells.

    >>> nearest_size(80)
    9
    """
    if count < min(WHOLE_SIZES) // 2:
        return 9
    return WHOLE_SIZES[min(WHOLE_SIZES, key=lambda cells: abs(cells - count))]


def nearest_row(count: int) -> int:
    """Return the probable size of a board with a row of `count` cells, in doubt 9.

    >>> nearest_row(7), nearest_row(13)
    (9, 12)
    """
    return min(ROW_SIZES, key=lambda n: abs(n - count) - 1.5 * (n == 9))
