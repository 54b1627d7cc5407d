"""Tables: drawn for people in the available width, or as JSON for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple, TextIO

from sudoku_engine.board.text_board import LINES, room, rules, styled

GAP = "  "
"""The blanks before each column."""

SHORT = 16
"""The width to which a column with longer words may shrink."""

NUMBER = re.compile(r"[-+]?\d[\d.,/%]*( \(.*\))?")
"""A cell with a number: ``7``, ``7/162``, ``0.2 (0.1-0.3)``."""

Texts = Sequence[str]


def print_table(
    columns: Texts,
    rows: Iterable[Sequence[object]],
    out: TextIO,
    as_json: bool = False,
    is_grouped: bool = False,
) -> None:
    """Write `rows` under the names of the `columns`; as JSON, an object a line.

    With `is_grouped`, rows with the same first cell are grouped below it. Numbers are never broken,
    and long words only if nothing else fits.
    """
    if as_json:
        print_records((dict(zip(columns, row)) for row in rows), out)
        return
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    n_heads = int(is_grouped)
    table = [_Column.of(name, cells) for name, *cells in zip(columns, *texts)][n_heads:]
    widths = _widths(table, room(out))
    for line in _cells_below(table, [column.name for column in table], widths):
        print(styled(line, out, bold=True), file=out)
    length = sum(widths) + len(GAP) * len(widths) - 1
    print("", ("─" if rules(out) is LINES else "-") * length, file=out)
    for head, group in groupby(texts, lambda row: row[:n_heads]):
        for text in head:
            for line in folded_text(text, room(out) or len(text)):
                print(styled(line, out, bold=True), file=out)
        for row in group:
            for line in _cells_below(table, row[n_heads:], widths):
                print(line, file=out)


def print_records(records: Iterable[Mapping[str, object]], out: TextIO) -> None:
    """Write `records` as JSON, an object a line, each as soon as it is known."""
    for record in records:
        print(json.dumps(record, ensure_ascii=False), file=out)


class _Column(NamedTuple):
    """A column: its name, whether it has only numbers, and the widths that it can have."""

    name: str
    has_numbers: bool
    natural: int
    """The width at which nothing is broken."""
    wordwise: int
    """The width at which lines are broken, but no word is."""

    @staticmethod
    def of(name: str, cells: Texts) -> _Column:
        filled = [cell for cell in cells if cell]
        has_numbers = bool(filled) and all(map(NUMBER.fullmatch, filled))
        words = [*name.split(), *(filled if has_numbers else " ".join(filled).split())]
        natural = max(map(_width, [name, *filled]))
        return _Column(name, has_numbers, natural, max(map(_width, words), default=0))

    @property
    def least(self) -> int:
        return self.wordwise if self.has_numbers else min(self.wordwise, SHORT)


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # only here: it takes a while to load

    return cell_len(text)


def _widths(table: Sequence[_Column], most: int | None) -> list[int]:
    """Return the width of each column, together at most `most`, if that is possible.

    The widest shrink first, and words are broken only if nothing else helps.
    """
    widths = [column.natural for column in table]
    for least in ([column.wordwise for column in table], [column.least for column in table]):
        while most is not None and sum(widths) + len(GAP) * len(widths) > most:
            wide = [at for at, width in enumerate(widths) if width > least[at]]
            if not wide:
                break
            widths[max(wide, key=lambda at: widths[at])] -= 1
    return widths


def _cells_below(table: Sequence[_Column], cells: Texts, widths: Sequence[int]) -> Iterator[str]:
    folded = [folded_text(cell, width) for cell, width in zip(cells, widths)]
    for parts in zip_longest(*folded, fillvalue=""):
        line = ""
        for column, part, width in zip(table, parts, widths):
            blank = " " * (width - _width(part))
            line += GAP + (blank + part if column.has_numbers else part + blank)
        yield line.rstrip()


def folded_text(text: str, width: int) -> list[str]:
    """Return `text` in lines of at most `width` columns; long words are broken after a sign.

    >>> folded_text("see my_own_file.py", 8)
    ['see my_', 'own_', 'file.py']
    """
    if _width(text) <= width:
        return [text]
    lines = [""]
    for word in text.split():
        glue = " " if lines[-1] else ""
        for piece in [word] if _width(word) <= width else _pieces(word, width):
            if lines[-1] and _width(lines[-1] + glue + piece) > width:
                lines.append(piece)
            else:
                lines[-1] += glue + piece
            glue = ""
    return lines


def _pieces(word: str, width: int) -> Iterator[str]:
    """Yield the pieces of a long `word`: parts between possible breaks, or single letters."""
    for piece in re.findall(r"[^_\-./:]*[_\-./:]|[^_\-./:]+", word):
        yield from [piece] if _width(piece) <= width else piece
