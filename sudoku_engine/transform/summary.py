"""A transformation in parts: the whole board, row blocks, column blocks, rows, columns, digits.

The parts apply in this order; a part that moves nothing is left out. For lines and blocks
``1 -> 2`` means that place 1 now shows the content of place 2 before this part; for digits, that
1 becomes 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.transform.decomposition import Factors, factors
from sudoku_engine.transform.moves import Kind, Turn, arrows
from sudoku_engine.transform.transformation import Transformation

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


class Part(NamedTuple):
    """One part of a transformation: what moves, and how."""

    name: str
    """The name of the part, such as ``rows``."""
    text: str
    """The moves in words, such as ``1 -> 2, 2 -> 1``."""

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


def parts_of(transformation: Transformation, source: Grid | None = None) -> tuple[Part, ...]:
    """Return the parts of `transformation` where something moves, in the order in which they apply.

    Digits that are not on `source` are left out. Raises LayoutError as `factors` does.
    """
    return tuple(_parts(factors(transformation, source)))


def _parts(found: Factors) -> Iterator[Part]:
    if isinstance(found.whole, Turn):
        yield Part("rotation", f"{found.whole.degrees} degrees clockwise")
    elif found.whole:
        yield Part("reflection", found.whole.text.removeprefix("reflect "))
    for kind, order in found.orders:
        moved = [(place + 1, old + 1) for place, old in enumerate(order) if place != old]
        if moved:
            yield Part(_NAMES[kind], arrows(moved, is_digits=False))
    if found.names:
        yield Part("digits", arrows(found.names))
