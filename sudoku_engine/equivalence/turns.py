"""Turns and reflections: all that a layout with diagonals or regions may allow."""

from __future__ import annotations

from functools import cache

from sudoku_engine.errors import LayoutError
from sudoku_engine.layout import Layout
from sudoku_engine.transformation import Transformation


@cache
def turns_and_reflections(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Those of the square's eight turns and reflections that keep the houses of `layout`.

    Each by cell, where it goes; the first moves nothing.
    """
    kept = []
    for rows in (None, range(layout.n - 1, -1, -1)):
        for turns in range(4):
            try:
                kept.append(Transformation.of_lines(layout, turns, rows).cells)
            except LayoutError:
                continue
    return tuple(kept)
