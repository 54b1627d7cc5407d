"""Options of commands that draw: the size of a picture."""

from __future__ import annotations

import re

from sudoku_engine.board.words import brief
from sudoku_engine.errors import UsageError
from sudoku_engine.picture.image_files import Size

SMALLEST, LARGEST = 100, 4000
"""How many pixels a picture may be wide and high."""


def size_of(text: str | None, default: Size) -> Size:
    """Width and height in pixels as written in `text`; raises UsageError where that is none."""
    if text is None:
        return default
    match = re.fullmatch(r"([0-9]{1,5})[xX]([0-9]{1,5})", text.strip())
    if not match:
        raise UsageError(f"--size takes WIDTHxHEIGHT in pixels, such as 640x800, not {brief(text)}")
    width, height = int(match[1]), int(match[2])
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise UsageError(f"--size is {SMALLEST} to {LARGEST} pixels each way, not {text}")
    return width, height
