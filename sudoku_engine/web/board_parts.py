"""Pictures of boards as numbers of parts, in the tables of a film.

Of each view only what differs from the one before is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.picture.board_picture import ground, house_outlines, labels
from sudoku_engine.picture.captions import legend_entries
from sudoku_engine.picture.cell_shapes import CellLook, CellPainter, cell_looks
from sudoku_engine.picture.highlights import marking_of
from sudoku_engine.picture.link_ways import arrows
from sudoku_engine.picture.page_geometry import Box, frame_of
from sudoku_engine.picture.scene import Scene
from sudoku_engine.web.film_tables import PROJECTOR, USUAL, Tables

CELL = 200
"""About how wide a cell is, in the unit of the pictures; lengths are whole numbers of it."""

THEMES = (USUAL, PROJECTOR)
"""The themes in which each picture is made."""

SIGN = Box(0, 0, 100, 100)
"""The place of a sign of a legend."""

KEPT = 1 << 14
"""The number of cells that are remembered: those of some puzzles."""

Parts = tuple[int, ...]
"""The part at each place of a board."""


class BoardParts:
    """Turns scenes on boards of one `layout` into numbers of parts in `tables`.

    It remembers the latest cells, since most of them come back.
    """

    def __init__(self, layout: Layout, tables: Tables) -> None:
        self._tables = tables
        self._side = side = CELL * layout.n
        self._frame = frame = frame_of(layout, side, side, has_words=False)
        self._painters = [CellPainter(frame, theme) for theme in THEMES]
        self._numbers = range(len(layout.cells))
        self._cell = lru_cache(maxsize=KEPT)(self._cell_part)
        self._behind = (
            tables.part(ground(frame, USUAL), ground(frame, PROJECTOR)),
            tables.part(labels(frame, USUAL), labels(frame, PROJECTOR)),
        )

    def record(self) -> dict[str, Any]:
        """Return the data that all pictures have in common, for JSON.

        ``places``: the name and the corner of each part, from back to front.
        """
        layout = self._frame.layout
        return {
            "layout": str(layout),
            "n": layout.n,
            "symbols": SYMBOLS[: layout.n],
            "width": self._side,
            "height": self._side,
            "places": self._places(),
        }

    def _places(self) -> list[tuple[str, float, float]]:
        cells = [(f"cell {cell}", *self._corner(cell)) for cell in self._numbers]
        whole = [(name, 0.0, 0.0) for name in ("ground", "labels", "houses", "links")]
        return [*whole[:2], *cells, *whole[2:]]

    def _corner(self, cell: int) -> tuple[float, float]:
        x, y, *_ = self._frame.box(cell)
        return x, y

    def parts(self, scene: Scene) -> Parts:
        """Return the parts of the picture of `scene` in the order of the places, without words."""
        marking, frame = marking_of(scene), self._frame
        houses, houses_wide = (house_outlines(marking, frame, theme) for theme in THEMES)
        links, links_wide = (arrows(scene, marking, frame, theme) for theme in THEMES)
        return (
            *self._behind,
            *map(self._cell, self._numbers, cell_looks(scene, marking, USUAL)),
            self._tables.part(houses, houses_wide),
            self._tables.part(links, links_wide),
        )

    def _cell_part(self, cell: int, look: CellLook) -> int:
        """Return the part of a cell; its plain form is the part of a look without notes."""
        plain = self._cell(cell, look._replace(notes=0)) if look.notes else None
        usual, projector = (painter.shapes(cell, look) for painter in self._painters)
        return self._tables.part(usual, projector, self._corner(cell), plain)

    def legend(self, scene: Scene) -> list[tuple[int, str]]:
        """Return the signs of the picture of `scene`, as parts in `SIGN`, each with its word."""
        marking = marking_of(scene)
        usual, projector = (
            [(tuple(sign(SIGN)), word) for sign, word in legend_entries(scene, marking, theme)]
            for theme in THEMES
        )
        return [
            (self._tables.part(sign, other), word)
            for (sign, word), (other, _) in zip(usual, projector)
        ]


BACK = -1
"""Stands for the part that was at a place before the present one: most marks come and go."""


class PictureChanges:
    """Follows the parts at each place of a board, from picture to picture.

    A part is written as its number, as `BACK`, or, if its number is higher than all before, as how
    much higher it is: -2 for the next number, -3 for the one after that.
    """

    def __init__(self) -> None:
        self._parts: Sequence[int] = ()
        self._before: Sequence[int] = ()
        self._highest = 0

    def to(self, parts: Sequence[int]) -> list[int]:
        """Go on to `parts`; return what changes: how far it is to the place, its new part, ….

        >>> changes = PictureChanges()
        >>> changes.to([3, 1, 4]), changes.to([3, 5, 2]), changes.to([3, 1, 6])
        ([0, -4, 1, 1, 1, -2], [1, -2, 1, 2], [1, -1, 1, -2])
        """
        nothing = [BACK] * len(parts)
        now, before = self._parts or nothing, [*(self._before or nothing)]
        found: list[int] = []
        last = 0
        for place, (old, new) in enumerate(zip(now, parts, strict=True)):
            if old != new:
                found += (place - last, self._written(new, before[place]))
                before[place] = old
                last = place
        self._parts, self._before = parts, before
        return found

    def _written(self, part: int, before: int) -> int:
        if part == before:
            return BACK
        if part <= self._highest:
            return part
        ahead, self._highest = part - self._highest, part
        return BACK - ahead


class Views:
    """Writes the views of a puzzle, in their order."""

    def __init__(self, boards: BoardParts) -> None:
        self._boards = boards
        self._words: dict[str, object] = {}
        self._picture = PictureChanges()
        self.pictures: list[list[int]] = []
        """What changes in the picture of each view, places and parts."""

    def record(self, scene: Scene) -> dict[str, Any]:
        """Return the words of the next view, made from `scene`, for JSON, and keep its picture.

        Words are left out if they are as in the view before.
        """
        self.pictures.append(self._picture.to(self._boards.parts(scene)))
        words: dict[str, object] = {
            "title": scene.title,
            "reason": scene.reason,
            "notation": scene.notation,
            "legend": self._boards.legend(scene),
        }
        new = {name: word for name, word in words.items() if word != self._words.get(name)}
        self._words = words
        return {"stage": scene.stage, "branch": scene.branch, **new}
