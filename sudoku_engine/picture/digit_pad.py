"""A pad of buttons below or beside the board, for digits that are clicked instead of typed.

Like a list of choices, it takes its room from the rest of the picture.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from sudoku_engine.board.layout import Layout
from sudoku_engine.picture.mark_shapes import inset
from sudoku_engine.picture.page_geometry import Box, Frame, frame_of, text_size
from sudoku_engine.picture.scene import Button
from sudoku_engine.picture.shapes import Rect, Shape, Text
from sudoku_engine.picture.text_metrics import text_width
from sudoku_engine.picture.themes import Theme

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
    widest = max(text_width(button.label, 1) for button in buttons)
    for place, button in enumerate(buttons):
        box = room.button(place)
        fill = theme.cause.fill if button.is_on else theme.ground
        colour = theme.cause.text if button.is_on else theme.word
        line = max(1.0, 0.03 * room.side)
        shapes.append(Rect(*box, fill, theme.rule, line))
        size = 0.9 * wide / widest if len(button.label) > 1 else 0.55 * room.side
        middle = box.x + box.width / 2, box.y + box.height / 2
        shapes.append(Text(*middle, button.label, size, theme.faint if button.is_faint else colour))
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
