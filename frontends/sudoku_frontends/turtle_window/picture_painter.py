"""Pictures painted by turtles: one turtle for each part, which draws only if the part changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import cos, pi, sin
from typing import TYPE_CHECKING

from sudoku_engine.picture.dashed_lines import dashes
from sudoku_engine.picture.shapes import Disc, Line, Part, Point, Polygon, Rect, Shape, Text

if TYPE_CHECKING:
    from sudoku_frontends.turtle_window.layered_screen import Layer, LayeredScreen, Pen

ALIGN = {"start": "left", "middle": "center", "end": "right"}
DASH, GAP = 5.0, 4.0
"""Length of the dashes of a dashed line and of the gaps, beside the width of the line."""
CORNERS = 24
"""Number of corners of the polygon that draws the rim of a disc."""


class PicturePainter:
    """Keeps the picture on a `screen` the same as the latest parts.

    ``paint(parts)`` redraws the parts whose shapes have changed; later parts cover earlier ones.
    `family` is the font of all texts.
    """

    def __init__(self, screen: LayeredScreen, family: str) -> None:
        self._screen = screen
        self._family = family
        self._layers: list[Layer] = []
        self._painted: list[tuple[Shape, ...]] = []

    def paint(self, parts: Sequence[Part]) -> int:
        """Make the picture show `parts`; return how many of them were redrawn."""
        while len(self._layers) < len(parts):
            self._layers.append(self._screen.layer())
            self._painted.append(())
        surplus = len(self._layers) - len(parts)
        wanted = [part.shapes for part in parts] + [()] * surplus
        changed = [place for place, shapes in enumerate(wanted) if shapes != self._painted[place]]
        for place in changed:
            self._layers[place].redraw(partial(self._draw, wanted[place]))
            self._painted[place] = wanted[place]
        return len(changed)

    def _draw(self, shapes: Iterable[Shape], pen: Pen) -> None:
        for shape in shapes:
            if isinstance(shape, Text):
                self._write(pen, shape)
            elif isinstance(shape, Rect):
                _area(pen, _corners(shape), shape.fill, shape.outline, shape.line)
            elif isinstance(shape, Disc):
                _disc(pen, shape)
            elif isinstance(shape, Polygon):
                _area(pen, shape.points, shape.fill, shape.outline, shape.line)
            else:
                _line(pen, shape)

    def _write(self, pen: Pen, text: Text) -> None:
        if not text.text or not text.colour:
            return
        _go(pen, (text.x, text.y))
        pen.pencolor(text.colour)
        # A negative size is in pixels, for any density of the screen.
        font = (self._family, -max(1, round(text.size)), "bold" if text.bold else "normal")
        pen.write(text.text, align=ALIGN[text.anchor], font=font)


def _corners(rect: Rect) -> tuple[Point, ...]:
    left, top, right, bottom = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _area(pen: Pen, points: Sequence[Point], fill: str, outline: str, line: float) -> None:
    if fill:
        _go(pen, points[0])
        pen.fillcolor(fill)
        pen.begin_fill()
        for point in points[1:]:
            _go(pen, point)
        pen.end_fill()
    if outline:
        _stroke(pen, [*points, *points[:2]], outline, line)  # the last corner is joined too


def _disc(pen: Pen, disc: Disc) -> None:
    if disc.fill:
        _go(pen, (disc.x, disc.y))
        pen.dot(2 * disc.radius, disc.fill)
    if disc.outline:
        turns = [2 * pi * corner / CORNERS for corner in range(CORNERS + 1)]
        rim = [(disc.x + disc.radius * cos(t), disc.y + disc.radius * sin(t)) for t in turns]
        _stroke(pen, rim, disc.outline, disc.line)


def _line(pen: Pen, line: Line) -> None:
    if not line.dashed:
        _stroke(pen, line.points, line.colour, line.line)
        return
    for dash in dashes(line.points, DASH + line.line, GAP + line.line):
        _stroke(pen, dash, line.colour, line.line)


def _stroke(pen: Pen, points: Sequence[Point], colour: str, width: float) -> None:
    _go(pen, points[0])
    pen.pen(pencolor=colour, pensize=width, pendown=True)  # type: ignore[call-overload]
    for point in points[1:]:
        _go(pen, point)
    pen.pen(pendown=False)


def _go(pen: Pen, point: Point) -> None:
    pen.goto(point[0], -point[1])
