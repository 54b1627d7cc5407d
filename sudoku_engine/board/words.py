"""Cells, digits and candidates in words, and in the field's usual notation."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable

from sudoku_engine.board.layout import SYMBOLS, Cell, Layout
from sudoku_engine.errors import LayoutError


def symbol(digit: int) -> str:
    """How `digit` is written: 1 to 9, then A for 10, B for 11, …

    >>> symbol(12)
    'C'
    """
    return SYMBOLS[digit - 1] if 1 <= digit <= len(SYMBOLS) else str(digit)


def cell(name: str) -> int:
    """The cell called `name` on a 9x9 board; on others use ``grid.layout.cell(name)``.

    >>> int(cell("r3c7"))
    24
    """
    return Layout.named("9x9").cell(name)


def named(number: int) -> Cell:
    """The cell `number` with its name: what it brings along, else that on a 9x9 board."""
    if isinstance(number, Cell):
        return number
    cells = Layout.named("9x9").cells
    if not 0 <= number < len(cells):
        raise LayoutError(f"no cell {number} on a 9x9 board: 0 to {len(cells) - 1}")
    return cells[number]


def names(cells: Iterable[int]) -> str:
    """The names of `cells`, as in a sentence.

    Cells that come from a layout or a grid know their names on every size of board; a plain
    number is taken for a cell of the 9x9 board.

    >>> names([3, 4, 5])
    'r1c4, r1c5 and r1c6'
    """
    return listed(str(named(number)) for number in sorted(cells))


def listed(things: Iterable[object]) -> str:
    """`things` as in a sentence; digits in their order, those over 9 as letters.

    >>> listed({8, 1})
    '1 and 8'
    """
    items = list(things)
    digits = [item for item in items if isinstance(item, int) and not isinstance(item, Cell)]
    if len(digits) == len(items):
        items = [*sorted(digits)]
    words = [symbol(item) if type(item) is int else str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, thing: str, things: str = "", *, form: str = "") -> str:
    """Return `number` with what it counts.

    `things`: the plural, by default `thing` with an s. `form`: how the number is formatted.

    >>> counted(1, "step"), counted(3, "step"), counted(2, "symmetry", "symmetries")
    ('1 step', '3 steps', '2 symmetries')
    """
    return f"{number:{form}} {thing if number == 1 else things or f'{thing}s'}"


def compact(cells: Iterable[int], layout: Layout) -> str:
    """`cells` in the usual short notation: ``r48c4`` for r4c4 and r8c4.

    On boards of more than 9 rows the cells are written one by one. Cells that the board does
    not have are written as numbers.

    >>> compact([30, 66, 67], Layout.named("9x9"))
    'r4c4,r8c45'
    """
    numbers = sorted(set(cells))
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


def cell_with_digit(text: str, layout: Layout) -> tuple[Cell, int]:
    """The cell and digit of ``r1c1=5``, ``r1c1<>5`` or ``r1c1:5``; raises LayoutError."""
    match = re.fullmatch(r"(r\d+c\d+)(?:=|<>|:)(\w)", text.strip(), re.IGNORECASE)
    if match and match[2].upper() in SYMBOLS[: layout.n]:
        return layout.cell(match[1]), SYMBOLS.index(match[2].upper()) + 1
    raise LayoutError(f"{text!r} is no cell with a digit: write r1c1=5")


def shown(thing: object) -> str:
    """`thing` as Python writes it, for an error message: on one line, cut where it is long.

    >>> shown([1, 2, 3])
    '[1, 2, 3]'
    """
    return " ".join(_SHORT.repr(thing).split())


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60
