"""Parts that several formats share: layouts of regions, cages, boards of rows."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import isqrt

from sudoku_engine.board.clue import Clue
from sudoku_engine.board.layout import SIZES, Layout
from sudoku_engine.board.variants import rule_book
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import Cell, WrittenBoard
from sudoku_plugins.formats.web_boards import NoBoard, of_regions


def size_of(n_cells: int, of: str = "cells") -> int:
    """Return the number of rows of a square of `n_cells`; raises FormatError."""
    n = isqrt(n_cells)
    if n * n != n_cells or n < 4:
        raise FormatError(f"{n_cells} {of}: a 9x9 puzzle has 81")
    return n


def with_regions(marks: Sequence[Hashable], diagonals: bool = False) -> Layout:
    """Return the layout on which cells with the same mark are a region; raises FormatError."""
    number = {mark: index for index, mark in enumerate(dict.fromkeys(marks))}
    try:
        return of_regions(size_of(len(marks)), [number[mark] for mark in marks], diagonals)
    except NoBoard as why:
        raise FormatError(str(why)) from None


def with_boxes(height: int, width: int, diagonals: bool = False) -> Layout:
    """Return the layout with boxes of that size; raises LayoutError."""
    n = height * width
    if SIZES.get(f"{n}x{n}") == (height, width):
        return Layout.named(f"{n}x{n}{'+diagonals' if diagonals else ''}")
    return Layout.of_boxes(height, width, diagonals)


def cages(marks: Sequence[Hashable], sums: dict[Hashable, int], layout: Layout) -> Iterable[Clue]:
    """Return a cage for each mark; a mark without a sum, or with 0, is a cage without one."""
    cells_of: dict[Hashable, list[int]] = {}
    for cell, mark in enumerate(marks):
        cells_of.setdefault(mark, []).append(cell)
    return [
        rule_book().clue(layout, "killer_cage", cells, sums.get(mark) or None)
        for mark, cells in cells_of.items()
        if sums.get(mark) or len(cells) > 1
    ]


def board(
    layout: Layout, digits: Sequence[int], clues: Iterable[Clue] = (), **more: object
) -> WrittenBoard:
    """Return the board with these givens and clues; raises FormatError and LayoutError."""
    for cell, digit in zip(layout.cells, digits, strict=True):
        if not 0 <= digit <= layout.n:
            raise FormatError(f"{digit} in {cell} is not a digit from 1 to {layout.n}")
    given = list(clues)
    layout = rule_book().with_clues(layout, given) if given else layout
    return WrittenBoard(layout, [Cell(digit) for digit in digits], **more)  # type: ignore[arg-type]
