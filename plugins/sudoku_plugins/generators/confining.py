"""Boxes prepared so that some digits are confined to few of their cells.

A hidden quad finds something that no naked subset finds only if nine cells of a house are open:
with eight, the other four are a naked quad. In a random puzzle such a house hardly ever hides
four digits. So we prepare one. A row and a column cross in a box; the four cells outside
them hold four digits in the solution. These cannot be in the box's part of the row or column,
so both have them elsewhere: as clues there, eight in all, they keep the four digits out of the
five cells of the box that are on the two lines. The box itself stays empty::

    5 7 | . . . | 2 1    5 7 and 1 2 are clues of the row and of the column,
    ----+-------+----    so * hold 1 2 5 7, and what the other clues allow
        | . * * |
        | . * * |

With a clue in one of the five cells the other four are a naked quad. For a hidden triple one of the
four cells holds a clue.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from sudoku_engine import Grid
from sudoku_engine.board.masks import bits
from sudoku_engine.randomness import chosen, shuffled


class _Shape(NamedTuple):
    """How a box confines digits for a strategy."""

    size: int
    """The number of confined digits."""
    is_naked: bool
    """Whether the number of other open cells is the same."""


_SHAPES = {
    "hidden_triple": _Shape(3, is_naked=False),
    "naked_quad": _Shape(4, is_naked=True),
    "hidden_quad": _Shape(4, is_naked=False),
}
"""The strategies that find too few steps in random puzzles, by their ids."""


class Confined(NamedTuple):
    """A prepared box; cells are masks."""

    empty: int
    """The cells of the box that must be open."""
    clues: int
    """The clues that confine digits in the box."""


NOTHING = Confined(0, 0)
"""A box without confined digits."""


def can_confine(name: str | None, n: int) -> bool:
    """Return whether boxes of boards with `n` rows are prepared for the strategy `name`."""
    if name not in _SHAPES:
        return False
    size, is_naked = _SHAPES[name]
    # On larger boards a box prepared for a naked subset would be full of clues.
    return n == 2 * size + 1 if is_naked else n > 2 * size


def confined(rng: random.Random, solution: Grid, name: str) -> Confined:
    """Return a box of `solution` prepared for the strategy with the id `name`."""
    layout = solution.layout
    size, is_naked = _SHAPES[name]
    box = chosen(rng, layout.houses_of_kinds(("box",))).mask
    lines = [line for line in layout.houses if line.mask != box and line.mask & box]
    inside, crossed = box, 0
    for line in shuffled(rng, lines):
        if (inside & ~line.mask).bit_count() >= size:
            inside &= ~line.mask
            crossed |= line.mask
    cells = shuffled(rng, bits(inside))
    digits = {solution.digits[cell] for cell in cells[:size]}
    spare = cells[size:]
    if is_naked:
        spare += shuffled(rng, bits(box & ~inside))[size:]
    within = sum(1 << cell for cell in spare)
    around = [cell for cell in bits(crossed & ~box) if solution.digits[cell] in digits]
    return Confined(box & ~within, within | sum(1 << cell for cell in around))
