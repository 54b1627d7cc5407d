"""Boards drawn for one or two digits: all others can go everywhere, so only the drawn ones link."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sudoku_engine import Candidate, Grid, Layout
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.masks import mask_of
from tests.support.techniques import CLASSIC

NOTHING: Mapping[str, Any] = MappingProxyType({})


def grid_of(
    drawings: Mapping[int, str],
    layout: Layout = CLASSIC,
    marks: Marks = "auto",
    placed: Mapping[str, int] = NOTHING,
    bare: Mapping[str, str] = NOTHING,
) -> Grid:
    """An open board: each digit of `drawings` can go where it is not drawn as a dot.

    Other digits can go everywhere. `placed`: cells with a digit. `bare`: cells with few
    candidates, as in ``{"r1c1": "12"}``.
    """
    digits = [0] * len(layout.cells)
    for name, digit in placed.items():
        digits[layout.cell(name)] = digit
    masks = [layout.all_digits] * len(layout.cells)
    for digit, drawn in drawings.items():
        cells = [mark for mark in drawn if mark not in "|+- \n"]
        for cell, mark in enumerate(cells):
            if mark == ".":
                masks[cell] &= ~(1 << digit - 1)
    for name, symbols in bare.items():
        masks[layout.cell(name)] &= mask_of(int(symbol) - 1 for symbol in symbols)
    return Grid(layout, digits, masks=masks, marks=marks)


def named(layout: Layout, *names: str, digit: int = 1) -> list[Candidate]:
    """The candidates of `digit` in the cells with the `names`."""
    return [Candidate(layout.cell(name), digit) for name in names]
