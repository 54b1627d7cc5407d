"""Panels next to or below the board: a list of choices, or a pad of buttons.

Either takes its room from the rest of the picture, which becomes a smaller picture. A long list
has pages, so that a line stays where it is when it is clicked.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import tell
from sudoku_frontends.pictures.page_geometry import Frame, frame_of, text_size
from sudoku_frontends.pictures.scene import Button, Scene
from sudoku_frontends.pictures.shapes import Box, Line, Rect, Shape, Text, inset
from sudoku_frontends.pictures.text_metrics import LINE, cut, text_width
from sudoku_frontends.pictures.themes import Theme

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
        if scene.is_half:  # the lines around it are of interest, too
            last = max(len(scene.choices) - self.rows, 0)
            first = min(max(scene.chosen - self.rows // 2, 0), last)
        return range(first, min(first + self.rows, len(scene.choices)))


@lru_cache(maxsize=8)
def frame_with_list(
    layout: Layout, width: float, height: float, is_half: bool = False
) -> tuple[Frame, ListRoom]:
    """Return the frame of a picture with a list, and the room of the list.

    The list is where it leaves more room for the board: on the right, or below. One that `is_half`
    of a picture that is wide is on the right.
    """
    size = 0.95 * text_size(width, height)
    wide = max(20 * size, (0.52 if is_half else 0.28) * width)
    high = (_FEWEST * _LINE + 2 * _MARGIN) * size
    high = max(high, min(height - 1.4 * width, 0.4 * height), 0.3 * height if is_half else 0)
    beside = frame_of(layout, width - wide, height)
    below = frame_of(layout, width, height - high)
    if beside.cell > below.cell or (is_half and width > 1.2 * height):
        return beside, ListRoom(Box(width - wide, 0, wide, height), size)
    return below, ListRoom(Box(0, height - high, width, high), size)


def choice_at(scene: Scene, width: float, height: float, x: float, y: float) -> int | None:
    """Return the place of the line at a point of the picture of `scene`, or None."""
    _, room = frame_with_list(scene.grid.layout, width, height, scene.is_half)
    left, top, wide, _ = room.inner
    page = room.page(scene)
    row = int((y - top) // (_LINE * room.size))
    return page[row] if left <= x <= left + wide and 0 <= row < len(page) else None


def choice_list(scene: Scene, room: ListRoom, theme: Theme) -> tuple[Shape, ...]:
    """Return the page of the list with the chosen line, and a bar that says where it is."""
    size, line = room.size, _LINE * room.size
    left, top, wide, _ = room.inner
    page = room.page(scene)
    x, y, width, height = room.box
    edge = ((x, y), (x, y + height) if x else (x + width, y))  # the rest of the picture is there
    shapes: list[Shape] = [
        Rect(*room.box, theme.ground),
        Line(edge, theme.rule, max(1.0, 0.08 * size)),
    ]
    for row, place in enumerate(page):
        y, is_chosen = top + row * line, place == scene.chosen
        if is_chosen:
            margin = 0.4 * size
            shapes.append(Rect(left - margin, y, wide + 2 * margin, line, theme.bar))
        words = cut(scene.choices[place], size, wide, is_chosen)
        shapes.append(Text(left, y + line / 2, words, size, theme.word, is_chosen, "start"))
    shapes += _scroll_bar(page, len(scene.choices), room, theme)
    return tuple(shapes)


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
    return [Rect(x, top, wide, high, theme.bar), Rect(x, top + start, wide, shown, theme.soft)]


_LARGEST, _SMALLEST = 3.4, 2.4
"""The side of a button, in parts of the size of plain words: at most, and at least if rows help."""


class PadRoom(NamedTuple):
    """The room of a pad: its `box`, how many buttons are in a row, and the `side` of a button."""

    box: Box
    abreast: int
    side: float

    def button(self, place: int) -> Box:
        """Return the box of the button at `place`."""
        row, column = divmod(place, self.abreast)
        x, y = self.box.x + column * self.side, self.box.y + row * self.side
        return inset(Box(x, y, self.side, self.side), 0.06 * self.side)


@lru_cache(maxsize=8)
def frame_with_pad(
    layout: Layout, width: float, height: float, buttons: int
) -> tuple[Frame, PadRoom]:
    """Return the frame of a picture with a pad of this number of `buttons`, and its room.

    The pad is where it leaves more room for the board: on the right, or below.
    """
    text, margin = text_size(width, height), max(2.0, 0.024 * min(width, height))
    largest = _LARGEST * text
    columns = 2 if buttons < 20 else 3
    tall = min(largest, (height - 2 * margin) / ceil(buttons / columns))
    beside = frame_of(layout, width - columns * tall - margin, height)
    rows = 1
    while (width - 2 * margin) / ceil(buttons / rows) < _SMALLEST * text and rows < 4:
        rows += 1
    abreast = ceil(buttons / rows)
    side = min(largest, (width - 2 * margin) / abreast)
    below = frame_of(layout, width, height - rows * side - margin)
    if beside.cell > below.cell:
        high = ceil(buttons / columns) * tall
        left = width - columns * tall - margin
        return beside, PadRoom(Box(left, (height - high) / 2, columns * tall, high), columns, tall)
    wide, high = abreast * side, rows * side
    box = Box((width - wide) / 2, height - high - margin, wide, high)
    return below, PadRoom(box, abreast, side)


def digit_pad(buttons: tuple[Button, ...], room: PadRoom, theme: Theme) -> tuple[Shape, ...]:
    """Return the `buttons`, those that are on in full colour."""
    shapes: list[Shape] = []
    wide = room.button(0).width
    labels = [tell(button.label) for button in buttons]
    widest = max(text_width(label, 1) for label in labels)
    for place, (button, label) in enumerate(zip(buttons, labels, strict=True)):
        box = room.button(place)
        fill = theme.cause.fill if button.is_on else theme.ground
        colour = theme.cause.text if button.is_on else theme.word
        line = max(1.0, 0.03 * room.side)
        shapes.append(Rect(*box, fill, theme.rule, line))
        size = 0.9 * wide / widest if len(label) > 1 else 0.55 * room.side
        middle = box.x + box.width / 2, box.y + box.height / 2
        shapes.append(Text(*middle, label, size, theme.faint if button.is_faint else colour))
    return tuple(shapes)


def button_at(
    layout: Layout, width: float, height: float, buttons: int, x: float, y: float
) -> int | None:
    """Return the place of the button at a point of the picture, or None."""
    _, room = frame_with_pad(layout, width, height, buttons)
    for place in range(buttons):
        left, top, wide, high = room.button(place)
        if left <= x <= left + wide and top <= y <= top + high:
            return place
    return None
