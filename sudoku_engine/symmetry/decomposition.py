"""A transformation in parts: a turn, then moves of lines, then new names for digits.

On plain boards two turns lead to the same result, as half a turn is a move of lines too; the one
with fewer moves is chosen. Layouts with diagonals or regions have turns and reflections only.

As people read it (`parts_of`), the parts are the whole board, row blocks, column blocks, rows,
columns and digits. They apply in this order; a part that moves nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import LayoutError
from sudoku_engine.symmetry.moves import Axis, Kind, Move, Reflection, Renaming, Swap, Turn, arrows
from sudoku_engine.symmetry.transformation import Transformation

Order = tuple[int, ...]
"""An order of things: the new place i has the thing from place ``order[i]``, from 0."""


class Factors(NamedTuple):
    """The parts of a transformation, in the order in which they apply.

    Chutes and lines are numbered in their places after the parts before.
    """

    whole: Turn | Reflection | None
    """The move of the whole board, None if it stays."""
    bands: Order
    """The order of the bands."""
    stacks: Order
    """The order of the stacks."""
    rows: Order
    """The order of the rows, inside their bands."""
    columns: Order
    """The order of the columns, inside their stacks."""
    names: tuple[tuple[int, int], ...]
    """The renamed digits: pairs of an old and a new name."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The elementary moves: as few as possible."""
        found: list[Move] = [self.whole] if self.whole else []
        for kind, order in self.orders:
            found += [Swap(kind, one + 1, other + 1) for one, other in _swaps(order)]
        if self.names:
            found.append(Renaming(self.names))
        return tuple(found)

    @property
    def orders(self) -> Iterator[tuple[Kind, Order]]:
        """The kinds of lines and chutes with their orders."""
        for kind in ("band", "stack", "row", "column"):
            yield kind, getattr(self, f"{kind}s")


def moves_of(transformation: Transformation, source: Grid | None = None) -> tuple[Move, ...]:
    """Return the elementary moves that, made in order, do the same: as few as possible.

    A turn first, then swaps of bands, of stacks, of rows inside a band and of columns inside
    a stack, then one renaming; moves without effect are left out. Digits that are not on `source`
    are not renamed. On layouts with diagonals or regions the moves are a turn or a
    reflection, and a renaming; raises LayoutError if these are not enough.

    >>> half_a_turn = Transformation.of_lines(Layout.named("4x4"), turns=2)
    >>> [str(move) for move in moves_of(half_a_turn)]
    ['rotate by 180 degrees']
    """
    return factors(transformation, source).moves


def factors(transformation: Transformation, source: Grid | None = None) -> Factors:
    """Return the parts of `transformation` that need the fewest moves.

    Digits that are not on `source` are left out. On a layout with diagonals or regions, raises
    LayoutError for anything but a turn or a reflection.
    """
    layout = transformation.layout
    shown = layout.digits if source is None else sorted({*source.digits} - {0})
    renamed = [(old, transformation.digits[old]) for old in shown]
    names = tuple((old, new) for old, new in renamed if old != new)
    found = [
        Factors(whole, bands, stacks, rows, columns, names)
        for whole, before in _whole_moves(layout)
        if (lines := _lines(layout, before, transformation.cells))
        for bands, rows in [_by_chutes(lines[0], layout.box_height)]
        for stacks, columns in [_by_chutes(lines[1], layout.box_width)]
    ]
    if not found:
        raise LayoutError(f"only turns and reflections move a {layout} board, and this is neither")
    return min(found, key=lambda each: len(each.moves))


def _by_chutes(lines: Order, size: int) -> tuple[Order, Order]:
    """Return the order of the chutes of `size` lines each, and of the lines inside them."""
    chutes = tuple(line // size for line in lines[::size])
    inside = tuple(place // size * size + line % size for place, line in enumerate(lines))
    return chutes, inside


def _lines(
    layout: Layout, before: Sequence[int], cells: Sequence[int]
) -> tuple[Order, Order] | None:
    """Return the order of rows and of columns that leads from `before` to `cells`, or None.

    Both are new places by cell.
    """
    n = layout.n
    comes_from = [0] * len(cells)
    for place, goal in zip(before, cells):
        comes_from[goal] = place
    rows = tuple(cell // n for cell in comes_from[::n])
    columns = tuple(cell % n for cell in comes_from[:n])
    if comes_from != [row * n + column for row in rows for column in columns]:
        return None
    if not layout.is_plain and rows + columns != (*range(n),) * 2:
        return None
    return rows, columns


@per_layout
def _whole_moves(layout: Layout) -> list[tuple[Turn | Reflection | None, tuple[int, ...]]]:
    """Return the moves of the whole board on `layout`, each with the new places of the cells.

    Plain boards need no reflections: these are turns and moves of lines.
    """
    known: list[Turn | Reflection] = [Turn(90), Turn(180), Turn(270)]
    if not layout.is_plain:
        known += [Reflection(axis) for axis in get_args(Axis)]
    found: list[tuple[Turn | Reflection | None, tuple[int, ...]]] = [(None, tuple(layout.cells))]
    for whole in known:
        try:
            found.append((whole, whole.transformation(layout).cells))
        except LayoutError:
            continue
    return found


def _swaps(order: Order) -> Iterator[tuple[int, int]]:
    """Yield the fewest swaps of two places that lead to `order`."""
    shown = list(range(len(order)))
    for place, wanted in enumerate(order):
        other = shown.index(wanted)
        if other != place:
            shown[place], shown[other] = shown[other], shown[place]
            yield place, other


MEANING = """\
The parts apply from top to bottom. For rows, columns and blocks of them,
1 -> 2 says: place 1 now shows the content of place 2 before this part.
For digits it says: 1 becomes 2."""
"""What the parts mean, for people."""

_NAMES: dict[Kind, str] = {
    "band": "row blocks (bands)",
    "stack": "column blocks (stacks)",
    "row": "rows",
    "column": "columns",
}


class NamedPart(NamedTuple):
    """One part of a transformation: what moves, and how."""

    name: str
    """The name of the part, such as ``rows``."""
    text: str
    """The moves in words, such as ``1 -> 2, 2 -> 1``."""

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


def parts_of(transformation: Transformation, source: Grid | None = None) -> tuple[NamedPart, ...]:
    """Return the parts of `transformation` where something moves, in the order in which they apply.

    Digits that are not on `source` are left out. Raises LayoutError as `factors` does.
    """
    found = factors(transformation, source)
    parts = []
    if isinstance(found.whole, Turn):
        parts.append(NamedPart("rotation", f"{found.whole.degrees} degrees clockwise"))
    elif found.whole:
        parts.append(NamedPart("reflection", found.whole.text.removeprefix("reflect ")))
    for kind, order in found.orders:
        if moved := [(place + 1, old + 1) for place, old in enumerate(order) if place != old]:
            parts.append(NamedPart(_NAMES[kind], arrows(moved, is_digits=False)))
    if found.names:
        parts.append(NamedPart("digits", arrows(found.names)))
    return tuple(parts)
