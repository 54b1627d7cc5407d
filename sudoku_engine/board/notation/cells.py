"""Cells and digits as people write them: ``r4c4,r8c45``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sudoku_engine.board.layout import SYMBOLS, Cell, Layout
from sudoku_engine.board.words import symbol
from sudoku_engine.errors import LayoutError

CELLS = r"r\d+c\d+(?:,\s*r\d+c\d+)*"
"""A pattern for cells in the short notation."""


def compact(cells: Iterable[int], layout: Layout) -> str:
    """Return `cells` in the usual short notation: ``r48c4`` for r4c4 and r8c4.

    Cells that the board does not have are written as numbers.

    >>> compact([30, 66, 67], Layout.named("9x9"))
    'r4c4,r8c45'
    """
    numbers = sorted(set(cells))
    if len(numbers) == 1 and 0 <= numbers[0] < len(layout.cells):  # the usual case in a chain
        return layout.cells[numbers[0]].name
    known = [number for number in numbers if 0 <= number < len(layout.cells)]
    unknown = [f"cell {int(number)}" for number in numbers if number not in known]
    if layout.n > 9:
        return ",".join([*(layout.cells[number].name for number in known), *unknown])
    columns_of: dict[int, list[int]] = {}
    for number in known:
        row, column = divmod(number, layout.n)
        columns_of.setdefault(row + 1, []).append(column + 1)
    rows_with: dict[tuple[int, ...], list[int]] = {}
    for row, columns in columns_of.items():
        rows_with.setdefault(tuple(columns), []).append(row)
    groups = [
        f"r{''.join(map(str, rows))}c{''.join(map(str, columns))}"
        for columns, rows in rows_with.items()
    ]
    return ",".join([*groups, *unknown])


def cells_in(text: str, layout: Layout) -> list[Cell]:
    """Return the cells that `compact` writes as `text`.

    >>> [str(cell) for cell in cells_in("r4c4,r8c45", Layout.named("9x9"))]
    ['r4c4', 'r8c4', 'r8c5']
    """
    found = []
    for group in text.split(","):
        match = re.fullmatch(r"\s*r(\d+)c(\d+)\s*", group, re.IGNORECASE)
        if not match:
            raise LayoutError(f"{text!r} names no cells: write r4c4 or r48c4")
        if "0" in group and layout.n < 10:  # r10c1 is meant as one cell, and so is an error
            layout.cell(group)
        rows, columns = ([part] if layout.n > 9 else [*part] for part in match.groups())
        found += [layout.cell(f"r{row}c{column}") for row in rows for column in columns]
    return found


def digit_in(text: str, layout: Layout) -> int:
    """Return the digit with the symbol `text`."""
    if len(text) == 1 and text.upper() in SYMBOLS[: layout.n]:
        return SYMBOLS.index(text.upper()) + 1
    raise LayoutError(f"no digit {text!r} on a {layout} board: {SYMBOLS[0]} to {symbol(layout.n)}")


def cell_text(cell: int, layout: Layout) -> str:
    """Return the name of `cell`, or its number if the board does not have it."""
    return layout.cells[cell].name if 0 <= cell < len(layout.cells) else str(int(cell))


def cell_in(text: str, layout: Layout) -> int:
    """Return the cell that `cell_text` writes; raises LayoutError, ValueError."""
    return layout.cell(text) if text.startswith("r") else int(text)
