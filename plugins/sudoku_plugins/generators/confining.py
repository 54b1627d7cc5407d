"""Boxes laid out so that some digits are confined to few of their cells.

A hidden quad has work that no naked subset does only where nine cells of a house are open: where
there are eight, the other four are a naked quad. In a random puzzle such a house hardly ever hides
four digits. So a place is made for it. A row and a column cross in a box; the four cells beside
them hold four digits in the solution. These cannot stand in the box's part of the row or column,
so both have them elsewhere: as clues there, eight in all, they keep the four digits out of the
five cells where the lines cross the box. The box itself stays empty::

    5 7 | . . . | 2 1        5 7 and 1 2 are clues of the row and of the column,
    ----+-------+----        so * hold 1 2 5 7, and whatever the other clues leave
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
    """The digits that a box confines for a strategy."""

    size: int
    """How many digits are confined."""
    is_naked: bool
    """Whether only as many other cells are open."""


_SHAPES = {
    "hidden_triple": _Shape(3, is_naked=False),
    "naked_quad": _Shape(4, is_naked=True),
    "hidden_quad": _Shape(4, is_naked=False),
}
"""The strategies that find too little work in random puzzles, by their ids."""


class Confined(NamedTuple):
    """A box that is laid out; cells are masks."""

    empty: int
    """The cells of the box that must be open."""
    clues: int
    """The clues that confine digits in it."""


NOTHING = Confined(0, 0)
"""Where no digit is confined."""


def can_confine(name: str | None, n: int) -> bool:
    """Return whether boxes of boards with `n` rows are laid out for the strategy `name`."""
    if name not in _SHAPES:
        return False
    size, is_naked = _SHAPES[name]
    # On larger boards a box laid out for a naked subset would be full of clues.
    return n == 2 * size + 1 if is_naked else n > 2 * size


def confined(rng: random.Random, solution: Grid, name: str) -> Confined:
    """Return a box of `solution` laid out for the strategy with the id `name`."""
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
