"""A list of choices beside or below the board, one of them chosen.

The list takes its room from the rest of the picture, which becomes a smaller picture. A long list
has pages, so that a line stays where it is when it is clicked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sudoku_engine.board.layout import Layout
from sudoku_engine.picture.mark_shapes import inset
from sudoku_engine.picture.page_geometry import Box, Frame, frame_of, text_size
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.shapes import Line, Rect, Shape, Text
from sudoku_engine.picture.text_metrics import LINE, cut
from sudoku_engine.picture.themes import Theme

_LINE = 1.15 * LINE
"""The height of a line of the list, in parts of its text's size."""
_MARGIN = 0.7
"""The margin of the list at each side, in parts of its text's size."""
_FEWEST = 7
"""The least number of lines in a list below the board."""


class ListRoom(NamedTuple):
    """The room of a list: its `box`, and the `size` of its text."""

    box: Box
    size: float

    @property
    def inner(self) -> Box:
        """The box of the lines."""
        return inset(self.box, _MARGIN * self.size)

    @property
    def rows(self) -> int:
        """The number of lines on a page."""
        return max(1, int(self.inner.height / (_LINE * self.size)))

    def page(self, scene: Scene) -> range:
        """Return the places of the lines on the page of the chosen one."""
        first = scene.chosen - scene.chosen % self.rows
        return range(first, min(first + self.rows, len(scene.choices)))


@lru_cache(maxsize=8)
def frame_with_list(layout: Layout, width: float, height: float) -> tuple[Frame, ListRoom]:
    """Return the frame of a picture with a list, and the room of the list.

    The list is where it leaves more room for the board: on the right, or below.
    """
    size = 0.95 * text_size(width, height)
    wide = max(20 * size, 0.28 * width)
    high = (_FEWEST * _LINE + 2 * _MARGIN) * size
    high = max(high, min(height - 1.4 * width, 0.4 * height))
    beside = frame_of(layout, width - wide, height)
    below = frame_of(layout, width, height - high)
    if beside.cell > below.cell:
        return beside, ListRoom(Box(width - wide, 0, wide, height), size)
    return below, ListRoom(Box(0, height - high, width, high), size)


def choice_at(scene: Scene, width: float, height: float, x: float, y: float) -> int | None:
    """Return the place of the line at a point of the picture of `scene`, or None."""
    _, room = frame_with_list(scene.grid.layout, width, height)
    left, top, wide, _ = room.inner
    page = room.page(scene)
    row = int((y - top) // (_LINE * room.size))
    return page[row] if left <= x <= left + wide and 0 <= row < len(page) else None


def choice_list(scene: Scene, room: ListRoom, theme: Theme) -> tuple[Shape, ...]:
    """Return the page of the list with the chosen line, and a bar that says where it is."""
    size, line = room.size, _LINE * room.size
    left, top, wide, _ = room.inner
    page = room.page(scene)
    shapes: list[Shape] = [Rect(*room.box, theme.ground), _edge(room, theme)]
    for row, place in enumerate(page):
        y, is_chosen = top + row * line, place == scene.chosen
        if is_chosen:
            margin = 0.4 * size
            shapes.append(Rect(left - margin, y, wide + 2 * margin, line, theme.bar))
        words = cut(scene.choices[place], size, wide, is_chosen)
        shapes.append(Text(left, y + line / 2, words, size, theme.word, is_chosen, "start"))
    shapes += _scroll_bar(page, len(scene.choices), room, theme)
    return tuple(shapes)


def _edge(room: ListRoom, theme: Theme) -> Shape:
    """Return the line between the list and the rest of the picture."""
    x, y, wide, high = room.box
    end = (x, y + high) if x else (x + wide, y)
    return Line(((x, y), end), theme.rule, max(1.0, 0.08 * room.size))


def _scroll_bar(page: range, lines: int, room: ListRoom, theme: Theme) -> list[Shape]:
    """Return a bar at the right edge of the list, unless all lines are on the page."""
    if len(page) == lines:
        return []
    _, top, _, _ = room.inner
    high = room.rows * _LINE * room.size
    wide = 0.35 * room.size
    x = room.box.x + room.box.width - wide
    shown = max(len(page) / lines * high, wide)
    start = min(page[0] / lines * high, high - shown)
    return [
        Rect(x, top, wide, high, theme.bar),
        Rect(x, top + start, wide, shown, theme.soft),
    ]
