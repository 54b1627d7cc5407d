"""A board's rules as units: sets of candidates of which just one is true.

The candidates of a cell are such a unit, and so are the places of a digit in a house. That makes a
naked and a hidden single the same thing: a unit with one candidate left.

Sets of candidates are ints: bit ``n_cells * (digit - 1) + cell``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, listed, names
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.words import symbol


class Unit(NamedTuple):
    """Candidates of which just one is true; there is a house or a cell, not both."""

    mask: int
    """All of them, whether or not they are on the board."""
    house: House | None
    digit: int
    """The digit that the house needs, 0 for a cell."""
    cell: Cell | None

    @property
    def place(self) -> str:
        """The name of the cell or the house."""
        return str(self.cell if self.house is None else self.house)

    @property
    def lack(self) -> str:
        """What is wrong with it if it has nothing left, in words."""
        if self.house is None:
            return f"{self.cell} has no candidate left"
        return f"{self.house} has no place left for {symbol(self.digit)}"

    def choice(self, candidates: Iterable[Candidate]) -> str:
        """What it must choose of the `candidates`, in words."""
        if self.house is None:
            return f"{self.cell} is {listed([digit for _, digit in candidates], 'or')}"
        cells = names(sorted({cell for cell, _ in candidates}))
        return f"{self.house} has {symbol(self.digit)} only in {cells}"


class Rules(NamedTuple):
    """The units of a layout."""

    units: tuple[Unit, ...]
    """Cells first, then the digits of each house."""
    units_of: tuple[tuple[Unit, ...], ...]
    """By candidate, the units that hold it."""


@cache
def rules_of(layout: Layout) -> Rules:
    """Return the units of `layout`."""
    n_cells = len(layout.cells)
    column = mask_of(range(0, n_cells * layout.n, n_cells))
    units = [Unit(column << cell, None, 0, cell) for cell in layout.cells]
    units += [
        Unit(house.mask << n_cells * (digit - 1), house, digit, None)
        for house in layout.houses
        for digit in layout.digits
    ]
    units_of: list[list[Unit]] = [[] for _ in range(n_cells * layout.n)]
    for unit in units:
        for candidate in bits(unit.mask):
            units_of[candidate].append(unit)
    return Rules(tuple(units), tuple(map(tuple, units_of)))


def packed(grid: Grid) -> tuple[int, int]:
    """Return the candidates and placed digits of `grid`, and the placed digits alone."""
    n_cells = len(grid.digits)
    board = placed = 0
    for digit, cells in zip(grid.layout.digits, grid.placed_boards()[1:]):
        placed |= cells << n_cells * (digit - 1)
        board |= grid.boards[digit] << n_cells * (digit - 1)
    return board | placed, placed


def in_words(candidate: Candidate, is_true: bool = True) -> str:
    """Return ``r1c1 is 5``, or ``r1c1 is not 5``."""
    return f"{candidate.cell} is {'' if is_true else 'not '}{symbol(candidate.digit)}"
