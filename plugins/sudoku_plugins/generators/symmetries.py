"""The symmetries that the places of a puzzle's clues can have.

A symmetry is a few turns and reflections of the square; the cells that they move onto one another
form an *orbit*. Clues are symmetric if in each orbit either all cells or no cells hold one.
Only places count, not digits, so every board can have every symmetry, with any boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sudoku_engine import Layout
from sudoku_engine.board.masks import mask_of

Symmetry = Literal[
    "none",
    "rotational",
    "half_turn",
    "quarter_turn",
    "left_right",
    "top_bottom",
    "both_mirrors",
    "diagonal",
    "antidiagonal",
    "both_diagonals",
]
"""The names; `half_turn` is another name for `rotational`."""


class Moves(NamedTuple):
    """The turns and reflections that keep the places of the clues."""

    words: str
    """Their descriptions."""
    places: Sequence[str]
    """Where row r and column c go by each; R and C are counted from the other end."""


MOVES: dict[Symmetry, Moves] = {
    "none": Moves("no move", []),
    "rotational": Moves("a half turn", ["RC"]),
    "half_turn": Moves("a half turn", ["RC"]),
    "quarter_turn": Moves("a quarter turn", ["cR"]),
    "left_right": Moves("a mirror left to right", ["rC"]),
    "top_bottom": Moves("a mirror top to bottom", ["Rc"]),
    "both_mirrors": Moves("mirrors both ways", ["rC", "Rc"]),
    "diagonal": Moves("a mirror along the diagonal", ["cr"]),
    "antidiagonal": Moves("a mirror along the antidiagonal", ["CR"]),
    "both_diagonals": Moves("mirrors along both diagonals", ["cr", "CR"]),
}


def orbits(layout: Layout, symmetry: Symmetry) -> list[int]:
    """Return the orbits of the cells of `layout`, as masks, in the order of their first cells.

    >>> [bin(orbit) for orbit in orbits(Layout.named("4x4"), "quarter_turn")][0]
    '0b1001000000001001'
    """
    found = []
    seen: set[int] = set()
    for cell in layout.cells:
        if cell not in seen:
            orbit = _orbit(cell, layout.n, MOVES[symmetry].places)
            seen |= orbit
            found.append(mask_of(orbit))
    return found


def _orbit(cell: int, n: int, moves: Sequence[str]) -> set[int]:
    """Return the cells to which `moves` take `cell`, one after another."""
    orbit, ahead = {cell}, [cell]
    while ahead:
        row, column = divmod(ahead.pop(), n)
        place = {"r": row, "R": n - 1 - row, "c": column, "C": n - 1 - column}
        for move in moves:
            there = place[move[0]] * n + place[move[1]]
            if there not in orbit:
                orbit.add(there)
                ahead.append(there)
    return orbit
