"""The bar that says how full the board is, with counts at its right end."""

from __future__ import annotations

from sudoku_engine.picture.page_geometry import Box, Frame
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.shapes import Rect, Shape, Text
from sudoku_engine.picture.text_metrics import fitted, text_width
from sudoku_engine.picture.themes import Theme


def progress_bar(scene: Scene, frame: Frame, theme: Theme) -> list[Shape]:
    """Return the bar and the counts of `scene`."""
    x, y, width, height = frame.progress
    shapes: list[Shape] = []
    if scene.counts:
        line, size = _counts(scene, frame)
        shapes.append(Text(x + width, y + height / 2, line, size, theme.soft, anchor="end"))
    if scene.progress is not None:
        bar = _bar(scene, frame)
        shapes.append(Rect(*bar, theme.bar))
        done = min(max(scene.progress, 0.0), 1.0) * bar.width
        if done > 0:
            shapes.append(Rect(*bar._replace(width=done), theme.cause.edge))
    return shapes


def progress_at(scene: Scene, frame: Frame, x: float, y: float) -> float | None:
    """Return the progress that a point of the bar means, from 0 to 1; None beside the bar.

    The bar is thin, so a little above and below it counts, too.
    """
    if scene.progress is None or not scene.has_words:
        return None
    bar, near = _bar(scene, frame), 0.7 * frame.text
    if not (-near <= x - bar.x <= bar.width + near and -near <= y - bar.y <= bar.height + near):
        return None
    return min(max((x - bar.x) / bar.width, 0.0), 1.0)


def _bar(scene: Scene, frame: Frame) -> Box:
    x, y, width, height = frame.progress
    high = max(3.0, 0.42 * frame.text)
    line, size = _counts(scene, frame)
    room = text_width(line, size) + frame.text if line else 0.0
    return Box(x, y + (height - high) / 2, width - room, high)


def _counts(scene: Scene, frame: Frame) -> tuple[str, float]:
    """Return the counts in a line, and the size of its text."""
    counts = "   ".join(f"{word} {number}" for word, number in scene.counts)
    if not counts:
        return "", 0.0
    _, _, width, height = frame.progress
    lines, size = fitted(counts, 0.9 * frame.text, 0.5 * width, height)
    return " ".join(lines), size
