"""Find out whether a plugin changed a board that it was given.

The host takes no board from a guest. But our strategies look at the same board after a plugin, in
a guest and where there is none, and would be blamed for what it did. A grid refuses changes, but
``object.__setattr__`` and the like get around that. All boards of a size share one layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Any

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout

GRID_PARTS = tuple(Grid.__slots__)

HOUSE_PARTS = ("kind", "name", "cells", "mask")
_parts_of = attrgetter(*HOUSE_PARTS)


class GridSnapshot:
    """The state of a grid, without its layout; quick enough to save before every step."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._parts = [getattr(grid, name, None) for name in GRID_PARTS]

    def restore(self) -> str:
        """Undo all changes made since; return the name of one, empty if nothing was changed."""
        grid, changed = self._grid, ""
        for name, old in zip(GRID_PARTS, self._parts):
            if getattr(grid, name, None) is not old:
                object.__setattr__(grid, name, old)
                changed = changed or f"grid.{name}"
        return changed


class LayoutSnapshot:
    """The state of a layout, with its houses, when the first one of it was made."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._parts = _layout_parts(layout)
        self._houses = _house_parts(layout)

    def restore(self) -> str:
        """Undo all changes made since; return the name of one, empty if nothing was changed."""
        changed = ""
        for name, old in self._parts:
            if vars(self._layout).get(name) is not old:
                vars(self._layout)[name] = old
                changed = changed or f"grid.layout.{name}"
        houses, kept = self._houses
        if [*map(_parts_of, houses)] == kept:  # nearly always, and this runs at every call
            return changed
        for house, parts in zip(houses, kept):
            for name, old in zip(HOUSE_PARTS, parts):
                if getattr(house, name) is not old and getattr(house, name) != old:
                    object.__setattr__(house, name, old)
                    changed = changed or f"{name} of {parts[1]}"
        return changed


class BoardSnapshot:
    """The state of a grid and its layout."""

    def __init__(self, grid: Grid) -> None:
        self._grid = GridSnapshot(grid)
        self._layout = LayoutSnapshot(grid.layout)

    def restore(self) -> str:
        """Undo all changes made since; return the name of one, empty if nothing was changed."""
        changed = self._grid.restore()
        of_layout = self._layout.restore()
        return changed or of_layout


@cache
def _layout_parts(layout: Layout) -> list[tuple[str, Any]]:
    """Return the parts of `layout`; none of them can be changed in place."""
    return list(vars(layout).items())


@cache
def _house_parts(layout: Layout) -> tuple[Sequence[House], list[tuple[Any, ...]]]:
    return layout.houses, [*map(_parts_of, layout.houses)]
