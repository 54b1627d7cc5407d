"""Killers and jigsaws with a letter for each cell below the grid.

::

    Killer
    1...
    ....
    ....
    ....
    aabb
    acdd
    eecd
    ffgg
    a7,b5,c…

The first line is ``Killer`` or ``Jigsaw``; the rows of digits may be missing. The letters, big and
small, are the cages of a killer, whose sums come last, or the regions of a jigsaw.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from itertools import groupby

from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import WrittenBoard
from sudoku_engine.formats.lines import DIGITS
from sudoku_plugins.formats.parts import board, cages, size_of, with_regions

_HEAD = re.compile(r"(killer|jigsaw)\b[\w -]*:?\s*$", re.IGNORECASE)
_SUM = re.compile(r"([A-Za-z])\s*[=:]?\s*(\d{1,3})")
_SUMS = re.compile(rf"(?:{_SUM.pattern}[\s,;]*)+")
_LETTERS = re.compile(r"[A-Za-z](?:\s?[A-Za-z])+")

Lines = list[tuple[int, str]]


def read(text: str) -> Iterable[WrittenBoard]:
    """Yield the boards in `text`; nothing if its first one has no letters."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    part = 0
    numbered = [(part := part + bool(_HEAD.match(line)), number, line) for number, line in lines]
    for index, group in groupby(numbered, lambda each: each[0]):
        rows = [(number, line) for _, number, line in group if line and not line.startswith("#")]
        found = list(_boards(rows))
        if not found and index == 1:
            return
        yield from found


def _boards(rows: Lines) -> Iterator[WrittenBoard]:
    (first, head), *rows = rows
    letters = [(number, line) for number, line in rows if _LETTERS.fullmatch(line)]
    if not letters:
        return
    before = [row for row in rows if row[0] < letters[0][0]]
    after = [row for row in rows if row[0] > letters[-1][0]]
    marks: list[Hashable] = [mark for _, line in letters for mark in line if mark.isalpha()]
    n = size_of(len(marks), "letters below the grid")
    digits = [_digit(mark, number) for number, line in before for mark in line if mark not in " |"]
    if len(digits) not in (0, n * n):
        raise FormatError(f"{len(digits)} cells: a {n}x{n} puzzle has {n * n}", "", first)
    digits = digits or [0] * (n * n)
    sums: dict[Hashable, int] = {}
    for number, line in after:
        if not _SUMS.fullmatch(line):
            raise FormatError("this is no list of sums: write a20, b4", "", number)
        sums |= {letter: int(total) for letter, total in _SUM.findall(line)}
    if head.lower().startswith("jigsaw") and not sums:
        yield board(with_regions(marks), digits, line=first)
        return
    if missing := [str(mark) for mark in sums if mark not in marks]:
        raise FormatError(f"no cell has the letter {missing[0]}", "", after[0][0])
    layout = Layout.of_size(n)
    yield board(layout, digits, cages(marks, sums, layout), line=first)


def _digit(mark: str, number: int) -> int:
    if mark not in DIGITS:
        raise FormatError(f"{mark!r} is neither a digit nor a blank", "", number)
    return DIGITS[mark]
