"""Puzzles as people paste them: quoted, marked, in tables or in the source of a program.

The reader asks only for a paragraph that it cannot read as it stands. Everything that dresses the
cells is taken off, in this order, and the reader tries once more:

* tags of HTML and BBCode, ``>`` before quotes, full-width digits, ``**`` around rows;
* headings and sentences in lines of their own, labels before a puzzle (``Puzzle: …``);
* brackets, quotes and commas of lists in a program, ``None`` for a blank, numbers such as ``5.``;
* the empty fields of a Markdown table; marks between boxes (``5 3 * . 7``); names of rows, columns;
* words behind a row (``[ok]``); marks at candidates: ``#579``, ``*57``, ``a[1]4``, ``(1)5``. A
  ``-`` or ``+`` within candidates is a mark, too: ``146-27`` are 1, 2, 4, 6 and 7.

A line that could be a row is never left out, so no cell is lost without an error.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from html import unescape

from sudoku_engine.board.layout import SIZES
from sudoku_engine.board.words import counted
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import wrong_row
from sudoku_engine.formats.lines import ROW_SIZES, TextLine, is_cell, is_heading, is_whole

Line = tuple[int, str]
"""The number of a line, from 1, and its text."""

FEWEST_ROWS = 4
"""The fewest lines that could be the rows of a puzzle."""

_PLAIN_SIGNS = str.maketrans(
    {
        **{0xFF10 + digit: str(digit) for digit in range(10)},
        **{0x2460 + digit: str(digit + 1) for digit in range(9)},
        **dict.fromkeys((8203, 8204, 8205, 8288, 65279, 65039, 8419)),
        **dict.fromkeys((160, 8194, 8195, 8199, 8201, 8239, 12288), " "),
        **dict.fromkeys((0xFF0E, 0x3002, 0xB7, 0x2022, 0x30FB, 0x2219, 0x22C5), "."),
        **dict.fromkeys((0x25A1, 0x25A2, 0x25FB, 0x2610, 0xFF0A), "."),
        **dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFF3F), "-"),
        **dict.fromkeys((0x201C, 0x201D, 0x201E), '"'),
        **dict.fromkeys((0x2018, 0x2019, 0x201A), "'"),
        **dict.fromkeys((0xFF5C, 0xA6, 0x2016), "|"),
    }
)
_NO_CELLS = re.compile(r"<(sub|sup|script|style)\b.*?</\1>", re.IGNORECASE | re.DOTALL)
_EMPTY_FIELD = re.compile(
    r"<t([dh])\b[^<>]*>(?:\s|&nbsp;|&#160;|\xa0|<br ?/?>|<span[^<>]*></span>)*</t\1>", re.I
)
_ROW_ENDS = re.compile(r"</(?:tr|p|div|li)>|<br ?/?>", re.IGNORECASE)
_FIELD_ENDS = re.compile(r"</?t[dh]\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z0-9]*\b[^<>]*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_BBCODE = re.compile(
    r"\[/?(?:b|i|u|s|color|colour|size|font|code|quote|pre|tt|hide|spoiler|center|table|sub|sup|list)"
    r"(?:=[^\]]*)?\]",
    re.IGNORECASE,
)
_TABLE_BBCODE = re.compile(r"\[/?t([rd])\]", re.IGNORECASE)
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
_BOLD = re.compile(r"^\s*(\*\*|__|`{1,3}|~~)(?=\S)(.*?\S)\1\s*[\\]?$")
_LABEL = re.compile(
    r"""^\s*(?:[A-Za-z_][\w .#()\[\]<>*-]*?\s*(?::=|=|:)\s*)+(?=["'\[({]*[\w.*?"'\[({-])"""
)
_BLANK_WORDS = re.compile(
    r"""\b(?:None|null|nil|NULL|NaN|nan|undefined|NA|False|empty)\b|""|''|" "|' '"""
)
_DECIMAL = re.compile(r"(?<![\w.])(\d{1,2})\.0*(?=[\s,;\])}]|$)")
_SYNTAX = str.maketrans(dict.fromkeys("[](){}\"'`;,\\", " "))
_TYPE = re.compile(r"\b(?:np\.|numpy\.)?(?:array|int|list|tuple|dtype=\S+)\b(?=\s*[(\[=]|\s*$)")
_BEHIND = re.compile(
    r"\s+(?:\[[^\]\d]*[^\W\d][^\]]*\]|\([^)\d]*[^\W\d]{2}[^)]*\)"
    r"|<[-=]+.*|\u2190.*|//.*|--+ .*|!+.*|[^\W\d_]{3,}.*)$"
)
_SIGNS = r"#*!?@~&^%$<>()\[\]{}'\"+:;a-zA-Z-"
_MARKED = re.compile(rf"[{_SIGNS}]*[1-9][{_SIGNS}/1-9]*")
_WORDS = re.compile(r"[^\W\d_]{3,}")
_SEPARATORS = {"*", "!", ":", ";", "/", "||", "+", "=", "#", "-", "--", "~"}
_RULE_SIGNS = re.compile(r"[\s|+:.'*=~_-]*(?:[=~]{3,}|-{3,}|_{3,}|\*{3,}|\+{3,})[\s|+:.'*=~_-]*")


def bare_lines(lines: Sequence[Line], n: int, source: str) -> tuple[list[Line], FormatError | None]:
    """Return the cells in pasted `lines`, and the error for a row that differs from most rows."""
    bare = undressed(lines)
    return bare, wrong_shape(bare, n, source) if len(bare) >= FEWEST_ROWS else None


def undressed(lines: Sequence[Line]) -> list[Line]:
    """Return the cells in pasted `lines`, in lines with the old numbers.

    >>> undressed([(1, "Grid 7:"), (2, "> 12|34  <- begin"), (3, "> 34 | *1 2")])
    [(1, ''), (2, '12 34  # Grid 7'), (3, '34 1 2')]
    """
    plain = [
        (number, piece)
        for number, text in _whole_tags(lines)
        for piece in _without_tags(text.translate(_PLAIN_SIGNS)).split("\n")
    ]
    bare = [(number, _BOLD.sub(r"\2", _QUOTE.sub("", text))) for number, text in plain]
    n = _size_of([text for _, text in bare])
    rows = [(number, _row(text, n)) for number, text in _without_names(bare, n)]
    return _without_headings(rows, n)


def wrong_shape(lines: Sequence[Line], n: int, source: str) -> FormatError | None:
    """Return the error for the first row that differs from most rows; None if all are alike.

    `n`: the required size, 0 for the size that most rows have.
    """
    size = n or _size_of([text for _, text in lines])
    grids: list[list[TextLine]] = [[]]
    for number, text in lines:
        line = TextLine(number, text)
        if not line.text:
            grids.append([])
        elif not line.is_rule(size):
            grids[-1].append(line)
    for rows in filter(None, grids):
        for place, row in enumerate(rows, 1):
            if row.row(size) is None:
                return wrong_row(row, size, place, True, source)
        if len(rows) != size and len(grids) < size:
            what = f"{counted(len(rows), 'row')}: a {size}x{size} puzzle has {size}"
            return FormatError(what, source, rows[0].number)
    return None


def _whole_tags(lines: Sequence[Line]) -> list[Line]:
    if not any("<t" in text.lower() for _, text in lines):
        return list(lines)
    joined: list[Line] = []
    is_open = False
    for number, text in lines:
        if is_open:
            joined[-1] = (joined[-1][0], f"{joined[-1][1]} {text}")
        else:
            joined.append((number, text))
        last = joined[-1][1].lower()
        is_open = last.rfind("<tr") > last.rfind("</tr")
    return joined


def _without_tags(text: str) -> str:
    if "<" in text and _TAG.search(text):
        text = _EMPTY_FIELD.sub(" . ", _NO_CELLS.sub("", text))
        text = _FIELD_ENDS.sub(" ", _ROW_ENDS.sub("\n", text))
        text = _TAG.sub("", text)
    if "&" in text:
        text = unescape(text).replace("\xa0", " ")
    if "[" in text:
        text = _TABLE_BBCODE.sub(lambda tag: "\n" if tag[1] in "rR" else " ", _BBCODE.sub("", text))
    return text


def _size_of(texts: Iterable[str]) -> int:
    """Return the size that most lines have as rows, 9 if no line could be a row."""
    sizes: Counter[int] = Counter()
    for text in texts:
        cells = _row(text, 0)
        line = TextLine(1, cells)
        if len(line.tokens) in ROW_SIZES and len(line.tokens) > 4:
            sizes[len(line.tokens)] += 1
        elif line.n_pieces in ROW_SIZES:
            sizes[line.n_pieces] += 1
    return max(sizes, key=lambda n: (sizes[n], n == 9)) if sizes else 9


def _row(text: str, n: int) -> str:
    """Return the cells of one line; `n`: the size of the board, 0 if it is unknown.

    A rule becomes empty. Text that is no row stays as it is, for the error about it.
    """
    if _RULE_SIGNS.fullmatch(text) and not _is_row(text, n):
        return ""
    if _is_row(text, n):
        return text
    for way in (_fields, _cells):
        cells = way(text, n)
        if _is_row(cells, n):
            return cells
    return text


def _is_row(text: str, n: int) -> bool:
    """Return whether `text` is a row or a whole puzzle as it stands."""
    line = TextLine(1, text)
    if n == 0:
        size = line.row_size()
        return (size > 0 and line.legal_share(size) == 1) or line.whole(0) is not None
    row = line.row(n)
    return (row is not None and all(is_cell(token.text, n) for token in row)) or (
        is_whole(text) and line.whole(0) is not None
    )


def _fields(text: str, n: int) -> str:
    """Return the fields of a row of a table, ``.`` for an empty field."""
    fields = [field.strip(" *_`") for field in text.strip().strip("|").split("|")]
    is_table = len(fields) == n if n else len(fields) in ROW_SIZES
    if is_table and all(len(field) <= 2 for field in fields):
        return " ".join(field or "." for field in fields)
    return text


def _cells(text: str, n: int) -> str:
    text = _TYPE.sub(" ", _LABEL.sub("", text))
    if any(mark in text for mark in "[{(,\"'"):
        listed = _DECIMAL.sub(r"\1", _BLANK_WORDS.sub(" . ", text)).translate(_SYNTAX)
        if _is_row(listed, n):
            return listed
    elif "." in text:
        listed = _DECIMAL.sub(r"\1", text)
        if _is_row(listed, n):
            return listed
    text = _BEHIND.sub("", text)
    tokens = text.replace("|", " | ").split()
    size = n or 9
    inside = [_unmarked(token, size) for token in _without_separators(tokens, size)]
    return " ".join(inside)


def _without_separators(tokens: list[str], n: int) -> list[str]:
    """Return the `tokens` without the signs that stand between boxes only."""
    width = {height * width: width for height, width in SIZES.values()}.get(n, 3)
    tokens = [token for token in tokens if token != "|"]
    for sign in {*tokens} & _SEPARATORS:
        places = [place for place, token in enumerate(tokens) if token == sign]
        inner = [place for place in places if 0 < place < len(tokens) - 1]
        rest = [token for token in tokens if token != sign]
        gaps = [sum(token != sign for token in tokens[:place]) for place in inner]
        if len(rest) == n and gaps == [*range(width, n, width)]:
            return rest
    return tokens


def _unmarked(token: str, n: int) -> str:
    """Return the candidates or the digit of a `token` without its marks."""
    if n > 9 or is_cell(token, n) or not _MARKED.fullmatch(token):
        return token
    if len(re.findall(r"[^\W\d_]", token)) > 3:
        return token
    digits = re.findall(r"[1-9]", token)
    return "".join(sorted(digits)) if len({*digits}) == len(digits) else token


def _without_names(lines: Sequence[Line], n: int) -> list[Line]:
    """Return the lines without the names of rows and columns (``r1``, ``A``, ``1``)."""
    tokens = [text.replace("|", " ").split() for _, text in lines]
    firsts = [row[0].lower().strip(":.)") for row in tokens if len(row) == n + 1 and n]
    named = [
        [f"r{number}" for number in range(1, n + 1)],
        [chr(97 + number) for number in range(n)],
        [*"abcdefghj"],
        [str(number) for number in range(1, n + 1)],
    ]
    if firsts and any(firsts[: len(names)] == names for names in named):
        lines = [
            (number, re.sub(r"^[\s|]*\S+?[:.)]?(?=[\s|])", "", text) if len(row) == n + 1 else text)
            for (number, text), row in zip(lines, tokens)
        ]
    heads = [[f"c{i}" for i in range(1, n + 1)], [chr(97 + i) for i in range(n)], named[3]]
    first = next((at for at, row in enumerate(tokens) if row), None)
    if first is not None and [each.lower() for each in tokens[first]] in heads:
        count = sum(len(row) in (n, n + 1) for row in tokens)
        if count == n + 1:
            lines = [line for at, line in enumerate(lines) if at != first]
    return list(lines)


def _without_headings(lines: Sequence[Line], n: int) -> list[Line]:
    """Return the lines without sentences between grids.

    A heading becomes the comment of the row below it, and an empty line in its place.
    """
    kept: list[Line] = []
    heading = ""
    n_rows = 0
    for number, text in lines:
        bare = text.strip().strip("[](){};,\"'`\\|").strip()
        if not bare:
            continue
        is_row = _is_row(text, n)
        if not is_row and _is_heading(text, n_rows % n == 0):
            heading = " ".join(re.sub(r"[#*_`=]+", " ", bare).split()).strip(":")
            kept.append((number, ""))
            n_rows = 0
        else:
            has_name = is_row and heading
            kept.append((number, f"{text.strip()}  # {heading}" if has_name else text))
            heading = "" if has_name else heading
            n_rows += 1
    return kept


def _is_heading(text: str, is_between: bool) -> bool:
    """Return whether a line is a heading or a sentence; `is_between`: between two grids."""
    has_words = bool(_WORDS.search(text)) and TextLine(1, text).legal_share(9) <= 0.6
    return has_words and (is_between or is_heading(text))
