"""Puzzles in a line: SumoCue's lines, and game ids of Solo in Simon Tatham's collection.

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

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable

from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import WrittenBoard, shown
from sudoku_plugins.formats.parts import board, cages, size_of, with_boxes, with_regions

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
