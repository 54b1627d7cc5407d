"""Grids of numbers with a grid of areas below: as letters, Janko's puzzles, below their size.

::

    Killer         4 4                       [begin]
    1...           1 - - -                   puzzle sudoku
    ....           - - - 2                   size 4
    ....           …                         [problem]
    ....           1 1 2 2                   1 - - -
    aabb           1 1 2 2                   …
    acdd           …                         [areas]
    eecd                                     1 1 2 2
    ffgg                                     …
    a7,b5,c…                                 [end]

``-`` is an open cell. Areas of as many cells as the board has rows are regions; others are the
cages of a killer, and the numbers are their sums. Four numbers in the first line: the rows and
columns of the board and of a box. Janko's puzzles are described at https://www.janko.at/Raetsel/.

With letters the first line is ``Killer`` or ``Jigsaw``; the rows of digits may be missing. The
letters, big and small, are the cages of a killer, whose sums come last, or the regions of a jigsaw.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import counted
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import WrittenBoard, shown
from sudoku_engine.formats.lines import DIGITS
from sudoku_plugins.formats.parts import board, cages, size_of, with_boxes, with_regions

_WORD = re.compile(r"\[?([a-z]+)\]?(?:\s+(.*))?", re.IGNORECASE)
_OPEN = {"-", ".", "_", "0", "*", "x"}

Rows = list[tuple[int, list[str]]]
"""Rows of cells, each with the number of its line."""


def read_sized(text: str) -> Iterable[WrittenBoard]:
    """Return the board of a grid below its size; nothing if it is no such grid."""
    head, *lines = text.split("\n")
    n, columns, *box = map(int, re.findall(r"\d+", head))
    rows = _rows(lines, 2)
    if n != columns or len(rows) < n or any(len(row) != n for _, row in rows[: 2 * n]):
        return []
    if len(rows) not in (n, 2 * n):
        raise FormatError(f"{counted(len(rows), 'row')} below the size: {n} or {2 * n} are needed")
    usual = with_boxes(box[0], box[1]) if box else None
    return [_board(n, rows[:n], rows[n:], usual, False, 1)]


def read_janko(text: str) -> Iterator[WrittenBoard]:
    """Yield the boards in `text`; nothing if it has no part ``problem``."""
    first, part = 1, ""
    said: dict[str, str] = {}
    parts: dict[str, list[tuple[int, str]]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        word = _WORD.fullmatch(line.strip())
        name = word[1].lower() if word and len(word[1]) > 1 else ""
        if name == "end" or (name == "begin" and parts):
            yield from _janko(said, parts, first)
            first, part, said, parts = number, "", {}, {}
        elif word and name and word[2] and not part:
            said[name] = word[2].strip()
        elif name:
            part = name if name != "begin" else ""
            parts.setdefault(part, [])
        elif part and line.strip():
            parts[part].append((number, line))
    yield from _janko(said, parts, first)


def _janko(
    said: dict[str, str], parts: dict[str, list[tuple[int, str]]], first: int
) -> Iterator[WrittenBoard]:
    if not parts.get("problem"):
        return
    rows, areas = (
        [(number, line.split()) for number, line in parts.get(name, [])]
        for name in ("problem", "areas")
    )
    n = len(rows)
    kind = f"{said.get('puzzle', '')} {said.get('genre', '')} {said.get('layout', '')}".lower()
    has_diagonals = bool(re.search(r"diagonal|\bx\b|sudoku-x|x-sudoku", kind))
    box = [int(said[name]) for name in ("patterny", "patternx") if said.get(name, "").isdecimal()]
    usual = with_boxes(box[0], box[1], has_diagonals) if len(box) == 2 else None
    found = _board(n, rows, areas, usual, has_diagonals, first)
    unknown = tuple(f"[{name}]" for name in parts if parts[name] and name in _CLUES)
    yield found._replace(name=said.get("title", ""), unknown=unknown)


_CLUES = {"labels", "clabels", "rlabels", "tlabels", "blabels", "llabels", "signs", "dots"}
"""The parts of Janko's puzzles that hold clues of other kinds."""


def _rows(lines: Sequence[str], first: int) -> Rows:
    return [(at, line.split()) for at, line in enumerate(lines, first) if line.strip()]


def _board(
    n: int, rows: Rows, areas: Rows, usual: Layout | None, has_diagonals: bool, first: int
) -> WrittenBoard:
    for number, row in (*rows, *areas):
        if len(row) != n:
            what = f"this row has {counted(len(row), 'cell')}: {n} are needed"
            raise FormatError(what, "", number)
    if len(areas) not in (0, n):
        raise FormatError(f"{counted(len(areas), 'row')} of areas: {n} are needed", "", areas[0][0])
    numbers = [_number(text, number) for number, row in rows for text in row]
    marks: list[Hashable] = [text for _, row in areas for text in row]
    if not marks or set(Counter(marks).values()) == {n}:
        if marks:
            layout = with_regions(marks, has_diagonals)
        else:
            layout = usual or Layout.named(f"{n}x{n}{'+diagonals' if has_diagonals else ''}")
        return board(layout, numbers, line=first)
    layout = usual or Layout.of_size(n)
    sums: dict[Hashable, int] = {}
    for mark, number in zip(marks, numbers):
        if number:
            sums[mark] = number
    return board(layout, [0] * (n * n), cages(marks, sums, layout), line=first)


def _number(text: str, number: int) -> int:
    if text.lower() in _OPEN:
        return 0
    if not text.isdecimal() or len(text) > 3:
        raise FormatError(f"{shown(text)} is neither a number nor - for an open cell", "", number)
    return int(text)


_HEAD = re.compile(r"(killer|jigsaw)\b[\w -]*:?\s*$", re.IGNORECASE)
_SUM = re.compile(r"([A-Za-z])\s*[=:]?\s*(\d{1,3})")
_SUMS = re.compile(rf"(?:{_SUM.pattern}[\s,;]*)+")
_LETTERS = re.compile(r"[A-Za-z](?:\s?[A-Za-z])+")

Lines = list[tuple[int, str]]


def read_lettered(text: str) -> Iterable[WrittenBoard]:
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
