"""The form of a board: its digits, the transformation to it, the symmetries."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.transform.equivalence.placement import renaming, transformation_of
from sudoku_engine.transform.transformation import Transformation

_SYMBOLS = ("." + SYMBOLS).encode().ljust(256)


class Written(Protocol):
    """A way to write a board."""

    @property
    def digits(self) -> bytes:
        """The digits written, one byte for each cell."""

    @property
    def cells(self) -> tuple[int, ...]:
        """By cell of the board, its new place."""

    @property
    def symmetries(self) -> int:
        """The number of the board's symmetries."""


class Canonical:
    """The form that represents all copies of a board, with its properties.

    Two boards of a layout are copies exactly when the `digits` of their forms are equal. The
    other properties are computed at first use.
    """

    def __init__(self, source: Grid, written: Written) -> None:
        self._source = source
        self._written = written
        self.digits: bytes = written.digits
        """The digits of the form, one byte for each cell, 0 for a blank."""

    @property
    def line(self) -> str:
        """The digits of the form, one character for each cell, ``.`` for a blank."""
        return self.digits.translate(_SYMBOLS).decode()

    @cached_property
    def grid(self) -> Grid:
        """The form as a grid with these digits as givens."""
        return Grid(self._source.layout, tuple(self.digits))

    @cached_property
    def transformation(self) -> Transformation:
        """A transformation that takes the digits of the board to those of its form."""
        layout, cells = self._source.layout, self._written.cells
        digits = renaming(layout, self._source.digits, self.digits, cells)
        assert digits is not None, "a form is the board written in another way"
        return transformation_of(layout, cells, digits)

    @cached_property
    def symmetries(self) -> int:
        """The number of ways to move the cells that change only the names of digits.

        Swaps of empty lines count, as they move cells. Names of digits that are not on the board
        do not. So a board with one digit everywhere has 3,359,232 symmetries, all the ways to
        move the cells of a 9x9 board, and so has the empty board.
        """
        return self._written.symmetries

    def __repr__(self) -> str:
        return f"<Canonical {self._source.layout} {self.line}>"
