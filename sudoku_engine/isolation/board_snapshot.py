"""Whether a plugin changed a board that it was given, by a back door.

A grid refuses to be changed, but ``object.__setattr__`` and the like go around that; and all boards
of a size share one layout. So what is someone else's code is called on a sealed board.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout


class Seal:
    """A board as it was. What was changed of it, or of its layout, is put right again."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._parts = _parts(grid)
        self._shape = _shape(grid.layout)
        _houses(grid.layout)

    def broken(self) -> str:
        """What was changed, empty where nothing was."""
        now = _parts(self._grid)
        changed = [name for name, old in self._parts.items() if now[name] is not old]
        for name in changed:
            object.__setattr__(self._grid, name, self._parts[name])
        of_layout = self._mended()
        return f"grid.{changed[0]}" if changed else of_layout

    def _mended(self) -> str:
        layout = self._parts["layout"]
        found = ""
        for name, old, copy in self._shape:
            now = vars(layout).get(name)
            if now is not old:
                vars(layout)[name] = old
                found = found or f"grid.layout.{name}"
            if isinstance(old, dict) and (len(old) != len(copy) or old != copy):
                old.clear()
                old.update(copy)
                found = found or f"grid.layout.{name}"
        for house, parts in _houses(layout):
            for name, old in zip(("kind", "name", "cells", "mask"), parts):
                if getattr(house, name) is not old and getattr(house, name) != old:
                    object.__setattr__(house, name, old)
                    found = found or f"{name} of {parts[1]}"
        return found


def _parts(grid: Grid) -> dict[str, Any]:
    names = ("layout", "digits", "masks", "boards", "given", "marks")
    return {name: getattr(grid, name, None) for name in names}


@cache
def _shape(layout: Layout) -> list[tuple[str, Any, Any]]:
    """The parts of `layout`, with copies of those that can be changed in place."""
    return [
        (name, part, dict(part) if isinstance(part, dict) else None)
        for name, part in vars(layout).items()
    ]


@cache
def _houses(layout: Layout) -> list[tuple[House, tuple[Any, ...]]]:
    return [(house, (house.kind, house.name, house.cells, house.mask)) for house in layout.houses]
