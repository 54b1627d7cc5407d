"""Pictures of boards as numbers of parts, in the tables of a film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from sudoku_engine.board.layout import Layout
from sudoku_engine.picture.board_picture import ground, house_outlines, labels
from sudoku_engine.picture.captions import legend_entries
from sudoku_engine.picture.cell_looks import CellLook, cell_looks
from sudoku_engine.picture.cell_shapes import CellPainter
from sudoku_engine.picture.highlights import marking_of
from sudoku_engine.picture.link_arrows import arrows
from sudoku_engine.picture.page_geometry import Box, frame_of
from sudoku_engine.picture.scene import Scene
from sudoku_engine.web.palette import PROJECTOR, USUAL
from sudoku_engine.web.tables import Tables

CELL = 100
"""About how wide a cell is, in the unit of the pictures, whatever the size of the board."""

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
        self.side = side = CELL * layout.n
        """The width and height of a picture."""
        self._frame = frame = frame_of(layout, side, side, has_words=False)
        self._painters = [CellPainter(frame, theme) for theme in THEMES]
        self._numbers = range(len(layout.cells))
        self._cell = lru_cache(maxsize=KEPT)(self._cell_part)
        self._behind = (
            tables.part(ground(frame, USUAL), ground(frame, PROJECTOR)),
            tables.part(labels(frame, USUAL), labels(frame, PROJECTOR)),
        )

    def places(self) -> list[tuple[str, float, float]]:
        """Return the name and the place of each part of a picture, from back to front."""
        cells = [(f"cell {cell}", *self._corner(cell)) for cell in self._numbers]
        whole = [(name, 0.0, 0.0) for name in ("ground", "labels", "houses", "links")]
        return [*whole[:2], *cells, *whole[2:]]

    def _corner(self, cell: int) -> tuple[float, float]:
        x, y, *_ = self._frame.box(cell)
        return x, y

    def parts(self, scene: Scene) -> tuple[Parts, Parts]:
        """Return the parts of the picture of `scene` in the order of `places`, without words.

        The second picture is without candidates. Links have the same ways there, so that nothing
        moves when candidates are hidden.
        """
        marking, frame = marking_of(scene), self._frame
        houses, houses_wide = (house_outlines(marking, frame, theme) for theme in THEMES)
        links, links_wide = (arrows(scene, marking, frame, theme) for theme in THEMES)
        above = self._tables.part(houses, houses_wide), self._tables.part(links, links_wide)
        looks = cell_looks(scene, marking, USUAL)
        plain_looks = cell_looks(replace(scene, has_candidates=False), marking, USUAL)
        shown, plain = (
            (*self._behind, *map(self._cell, self._numbers, each), *above)
            for each in (looks, plain_looks)
        )
        return shown, plain

    def _cell_part(self, cell: int, look: CellLook) -> int:
        usual, projector = (painter.shapes(cell, look) for painter in self._painters)
        return self._tables.part(usual, projector, self._corner(cell))

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


def changes(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """Return the places where `after` differs from `before`, each with its part there.

    >>> changes([7, 8, 9], [7, 5, 9])
    [1, 5]
    >>> changes([], [7, 8])
    [0, 7, 1, 8]
    """
    known = [*before, *[-1] * (len(after) - len(before))]
    pairs = enumerate(zip(known, after))
    return [number for place, (old, new) in pairs if old != new for number in (place, new)]
