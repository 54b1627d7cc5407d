"""SumoCue's lines: ``SumoCueV1=0J0=8J0=…``, cell by cell, row by row.

``=8J0`` is a cell with the given 8 in region 0, and 0 is an open cell. In killers ``=15`` begins a
cage with the sum 15, and ``+3`` is a further cell of the cage in which cell 3 (from 0) is. Without
``J`` the regions are the usual boxes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable

from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import WrittenBoard, shown
from sudoku_plugins.formats.parts import board, cages, size_of, with_regions

_CELL = re.compile(r"([=+])(\d{1,3})(?:J(\d{1,2}))?", re.IGNORECASE)


def read(text: str) -> Iterable[WrittenBoard]:
    """Return the board of the line `text`."""
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
    """Return the cell that begins the cage of cell `number`."""
    way = {number}
    while cells[number][1] == "+":
        number = int(cells[number][2])
        if number in way or number >= len(cells):
            raise FormatError(f"the cage of cell {number} has no beginning with a sum")
        way.add(number)
    return number
