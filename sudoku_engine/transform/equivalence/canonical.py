"""What a form of a board tells: the digits, how they are reached, how symmetric the board is."""

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
        """What is written, a byte a cell."""

    @property
    def cells(self) -> tuple[int, ...]:
        """By cell of the board, where it goes."""

    @property
    def symmetries(self) -> int:
        """The number of the board's symmetries."""


class Canonical:
    """The form that stands for all copies of a board, and what there is to know about it.

    Two boards of a layout are copies exactly when the `digits` of their forms are equal. What
    goes beyond these is worked out when it is first asked for.
    """

    def __init__(self, source: Grid, written: Written) -> None:
        self._source = source
        self._written = written
        self.digits: bytes = written.digits
        """The digits of the form, a byte a cell, 0 for a blank."""

    @property
    def line(self) -> str:
        """The digits of the form, a character a cell, ``.`` for a blank."""
        return self.digits.translate(_SYMBOLS).decode()

    @cached_property
    def grid(self) -> Grid:
        """The form as a grid that came with these digits."""
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
        """How many ways to move the cells leave the board as it is but for the names of digits.

        Moves of empty lines among themselves count, as they move cells. Names of digits that
        the board does not show do not. So one digit everywhere has 3,359,232 symmetries, as
        many as there are ways to move the cells of a 9x9 board, and so has the empty board.
        """
        return self._written.symmetries

    def __repr__(self) -> str:
        return f"<Canonical {self._source.layout} {self.line}>"
