"""The symmetries that the places of a puzzle's clues can have.

A symmetry is a few turns and reflections of the square; the cells that they move onto one another
form an *orbit*. Clues are symmetric if in each orbit either all cells or no cells hold one.
Only places count, not digits, so every board can have every symmetry, with any boxes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

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

Move = Callable[[int, int, int], tuple[int, int]]
"""The new row and column of a cell, from its row, its column and the last row's number."""


def _half_turn(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, last - column


def _quarter_turn(row: int, column: int, last: int) -> tuple[int, int]:
    return column, last - row


def _left_right(row: int, column: int, last: int) -> tuple[int, int]:
    return row, last - column


def _top_bottom(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, column


def _diagonal(row: int, column: int, last: int) -> tuple[int, int]:
    return column, row


def _antidiagonal(row: int, column: int, last: int) -> tuple[int, int]:
    return last - column, last - row


_MOVES: dict[Symmetry, tuple[Move, ...]] = {
    "none": (),
    "rotational": (_half_turn,),
    "half_turn": (_half_turn,),
    "quarter_turn": (_quarter_turn,),
    "left_right": (_left_right,),
    "top_bottom": (_top_bottom,),
    "both_mirrors": (_left_right, _top_bottom),
    "diagonal": (_diagonal,),
    "antidiagonal": (_antidiagonal,),
    "both_diagonals": (_diagonal, _antidiagonal),
}

KEPT_BY: dict[Symmetry, str] = {
    "rotational": "a half turn",
    "half_turn": "a half turn",
    "quarter_turn": "a quarter turn",
    "left_right": "a mirror left to right",
    "top_bottom": "a mirror top to bottom",
    "both_mirrors": "mirrors both ways",
    "diagonal": "a mirror along the diagonal",
    "antidiagonal": "a mirror along the antidiagonal",
    "both_diagonals": "mirrors along both diagonals",
}
"""The moves that keep the places of the clues, in words."""


def orbits(layout: Layout, symmetry: Symmetry) -> list[int]:
    """Return the orbits of the cells of `layout`, as masks, in the order of their first cells.

    >>> [bin(orbit) for orbit in orbits(Layout.named("4x4"), "quarter_turn")][0]
    '0b1001000000001001'
    """
    found = []
    seen: set[int] = set()
    for cell in layout.cells:
        if cell not in seen:
            orbit = _orbit(cell, layout.n, _MOVES[symmetry])
            seen |= orbit
            found.append(mask_of(orbit))
    return found


def _orbit(cell: int, n: int, moves: tuple[Move, ...]) -> set[int]:
    """Return the cells to which `moves` take `cell`, one after another."""
    orbit, ahead = {cell}, [cell]
    while ahead:
        row, column = divmod(ahead.pop(), n)
        for move in moves:
            to_row, to_column = move(row, column, n - 1)
            there = to_row * n + to_column
            if there not in orbit:
                orbit.add(there)
                ahead.append(there)
    return orbit
