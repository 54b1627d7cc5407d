"""Boards with areas, cages or regions: grids of numbers above one of areas, and puzzles in a line.

Grids have the areas as letters or numbers; Janko's puzzles; and grids below their size::

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

SumoCue's lines, ``SumoCueV1=0J0=8J0=…``, go cell by cell, row by row: ``=8J0`` is a cell with the
given 8 in region 0, and 0 is an open cell. In killers ``=15`` begins a cage with the sum 15, and
``+3`` is a further cell of the cage in which cell 3 (from 0) is. Without ``J`` the regions are the
usual boxes.

A game id, ``3x3:a5b3_2…``, has before the colon the boxes, ``3x3`` (rows and columns of a box) or
``9j`` for a jigsaw, then ``x`` for diagonals and ``k`` for a killer, then symmetry and difficulty.
After it: the digits row by row; a letter stands for as many open cells, ``_`` separates two
numbers. A comma comes before the borders of regions, then of cages, and before the sums of cages,
each in its first cell. Borders: all between neighbours in a row, row by row, then all in a column;
a letter is a run of places without a border before a border, ``_`` an empty run, ``z`` 25 places
and no border. Described by its source, https://www.chiark.greenend.org.uk/~sgtatham/puzzles/.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from math import isqrt

from sudoku_engine import FormatError, Layout
from sudoku_engine.board.clue import Clue
from sudoku_engine.board.layout import SIZES
from sudoku_engine.board.variants import rule_book
from sudoku_engine.board.words import counted
from sudoku_engine.formats.cells import Cell, WrittenBoard, shown
from sudoku_engine.formats.lines import DIGITS
from sudoku_plugins.formats.web_boards import NoBoard, of_regions


def size_of(n_cells: int, of: str = "cells") -> int:
    """Return the number of rows of a square of `n_cells`; raises FormatError."""
    n = isqrt(n_cells)
    if n * n != n_cells or n < 4:
        raise FormatError(f"{n_cells} {of}: a 9x9 puzzle has 81")
    return n


def with_regions(marks: Sequence[Hashable], diagonals: bool = False) -> Layout:
    """Return the layout on which cells with the same mark are a region; raises FormatError."""
    number = {mark: index for index, mark in enumerate(dict.fromkeys(marks))}
    try:
        return of_regions(size_of(len(marks)), [number[mark] for mark in marks], diagonals)
    except NoBoard as why:
        raise FormatError(str(why)) from None


def with_boxes(height: int, width: int, diagonals: bool = False) -> Layout:
    """Return the layout with boxes of that size; raises LayoutError."""
    n = height * width
    if SIZES.get(f"{n}x{n}") == (height, width):
        return Layout.named(f"{n}x{n}{'+diagonals' if diagonals else ''}")
    return Layout.of_boxes(height, width, diagonals)


def cages(marks: Sequence[Hashable], sums: dict[Hashable, int], layout: Layout) -> Iterable[Clue]:
    """Return a cage for each mark; a mark without a sum, or with 0, is a cage without one."""
    cells_of: dict[Hashable, list[int]] = {}
    for cell, mark in enumerate(marks):
        cells_of.setdefault(mark, []).append(cell)
    return [
        rule_book().clue(layout, "killer_cage", cells, sums.get(mark) or None)
        for mark, cells in cells_of.items()
        if sums.get(mark) or len(cells) > 1
    ]


def board(
    layout: Layout, digits: Sequence[int], clues: Iterable[Clue] = (), **more: object
) -> WrittenBoard:
    """Return the board with these givens and clues; raises FormatError and LayoutError."""
    for cell, digit in zip(layout.cells, digits, strict=True):
        if not 0 <= digit <= layout.n:
            raise FormatError(f"{digit} in {cell} is not a digit from 1 to {layout.n}")
    given = list(clues)
    layout = rule_book().with_clues(layout, given) if given else layout
    return WrittenBoard(layout, [Cell(digit) for digit in digits], **more)  # type: ignore[arg-type]


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


_CELL = re.compile(r"([=+])(\d{1,3})(?:J(\d{1,2}))?", re.IGNORECASE)


def read_sumo_cue(text: str) -> Iterable[WrittenBoard]:
    """Return the board of a line of SumoCue."""
    text = text.strip().strip("\ufeff").strip()
    at = len("SumoCueV1")
    cells: list[re.Match[str]] = []
    while at < len(text) and not text[at].isspace():
        cell = _CELL.match(text, at)
        if cell is None:
            what = f"{shown(text[at:])} is not a cell of SumoCue: write =0J0 or =8J0"
            raise FormatError(what, "", 1, at + 1)
        cells.append(cell)
        at = cell.end()
    n = size_of(len(cells))
    regions = [cell[3] for cell in cells]
    if None in regions and any(regions):
        raise FormatError(f"cell {regions.index(None) + 1} has no region: write J and its number")
    layout = with_regions(regions) if all(regions) else Layout.of_size(n)
    heads = [_head(cells, number) for number in range(len(cells))]
    sizes = Counter(heads)
    digits = [int(cells[head][2]) if sizes[head] == 1 else 0 for head in heads]
    caged = [head for head in heads if sizes[head] > 1]
    if not caged:
        return [board(layout, digits)]
    sums: dict[Hashable, int] = {head: int(cells[head][2]) for head in caged}
    return [board(layout, digits, cages(heads, sums, layout))]


def _head(cells: list[re.Match[str]], number: int) -> int:
    way = {number}
    while cells[number][1] == "+":
        number = int(cells[number][2])
        if number in way or number >= len(cells):
            raise FormatError(f"the cage of cell {number} has no beginning with a sum")
        way.add(number)
    return number


_PARAMETERS = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?((?:j|x|k|a|r\d|md?\d|d[a-z])*)([:#])(\S*)")
SEED = "this names a random puzzle, which only that program can make: copy its 'Specific' game id"


def read_game_id(text: str) -> Iterable[WrittenBoard]:
    """Return the board of the game id `text`."""
    found = _PARAMETERS.match(text.strip().strip("\ufeff").strip())
    if found is None:
        raise FormatError("this is no game id: 3x3, then letters, a colon and the cells")
    if found[4] == "#":
        raise FormatError(SEED)
    height, width, kinds = (
        int(found[1]),
        int(found[2] or 1),
        re.findall(r"[a-z]\d*|d[a-z]", found[3]),
    )
    is_jigsaw, is_killer = "j" in kinds or found[2] is None, "k" in kinds
    n = height * width
    parts = found[5].split(",")
    if len(parts) != 1 + is_jigsaw + 2 * is_killer:
        raise FormatError(f"{len(parts) - 1} commas: {is_jigsaw + 2 * is_killer} are needed")
    digits = _numbers(parts.pop(0), n)
    if is_jigsaw:
        layout = with_regions(_areas(parts.pop(0), n), "x" in kinds)
    else:
        layout = with_boxes(height, width, "x" in kinds)
    if not is_killer:
        return [board(layout, digits)]
    marks, totals = _areas(parts[0], n), _numbers(parts[1], n)
    sums: dict[Hashable, int] = {mark: total for mark, total in zip(marks, totals) if total}
    return [board(layout, digits, cages(marks, sums, layout))]


def _numbers(text: str, n: int) -> list[int]:
    numbers: list[int] = []
    for part in re.findall(r"\d+|[a-z]|_|.", text):
        if part.isdecimal():
            numbers.append(int(part))
        elif part.isalpha() and part.islower():
            numbers += [0] * (ord(part) - ord("a") + 1)
        elif part != "_":
            raise FormatError(f"{shown(part)} is neither a digit nor a letter for open cells")
    if len(numbers) != n * n:
        raise FormatError(f"{len(numbers)} cells: a {n}x{n} puzzle has {n * n}")
    return numbers


def _areas(text: str, n: int) -> list[Hashable]:
    """Return the area of each cell, called by one of its cells, from the borders in `text`."""
    area = list(range(n * n))

    def named(cell: int) -> int:
        while area[cell] != cell:
            cell = area[cell]
        return cell

    place, places = 0, n * (n - 1)
    for mark in text:
        run = 25 if mark == "z" else 0 if mark == "_" else ord(mark) - ord("a") + 1
        if not 0 <= run <= 26 or place + run > 2 * places + 1:
            raise FormatError(f"the borders of the areas cannot be read: {shown(text)}")
        for open_place in range(place, min(place + run, 2 * places)):
            turned, at = divmod(open_place, places)
            row, column = divmod(at, n - 1)
            one, other = (row * n + column, row * n + column + 1)
            if turned:
                one, other = (column * n + row, (column + 1) * n + row)
            area[named(other)] = named(one)
        place += run + (mark != "z")
    if place != 2 * places + 1:
        raise FormatError(f"the borders of the areas end too early: {place} of {2 * places + 1}")
    return [named(cell) for cell in range(n * n)]
