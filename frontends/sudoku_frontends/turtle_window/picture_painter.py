"""Pictures painted by turtles: one turtle for each part, which draws only if the part changes.

`turtle` uses its toolkit through a few methods of its screen, which a subclass may replace (see
`turtle.TurtleScreenBase`). Here a text is centred on the turtle, a dot is an oval, a line has flat
ends, and a turtle's drawing stays in its layer, even if it is redrawn: later layers cover earlier
ones. The screen records what turtles draw, and a layer then puts it on the canvas at its height.

This module imports `turtle`, so import it only where a window is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import cos, pi, sin
from tkinter import Canvas
from turtle import RawTurtle, TurtleScreen
from typing import Any, Literal

from sudoku_frontends.pictures.shapes import Disc, Line, Part, Point, Shape, Text, strokes

ANCHORS: dict[str, Literal["w", "center", "e"]] = {"start": "w", "middle": "center", "end": "e"}
"""Tk's names for the anchors of texts."""

Position = tuple[float, float]


class DrawnItem:
    """A part of a drawing, in the form for the canvas.

    `kind`: line, polygon, oval or text. `points`: its coordinates, x and y in turn. `options`: its
    colours, font and text.
    """

    def __init__(self, kind: str, **options: Any) -> None:
        self.kind = kind
        self.options = options
        self.points: tuple[float, ...] = ()


class LayeredScreen(TurtleScreen):
    """A screen on `canvas`: x to the right, y *up*, from the canvas's top left corner.

    Nothing is animated, and nothing calls Tk's `update`, which would run key handlers in the middle
    of a drawing: Tk draws when it is idle.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._drawn: dict[DrawnItem, None] = {}
        self._colours: set[str] = set()
        self._fonts: set[tuple[str, int, str]] = set()
        super().__init__(canvas, mode="standard")
        self.tracer(0)

    def take(self) -> list[DrawnItem]:
        """Return the visible items that were drawn since the last time, from back to front."""
        drawn, self._drawn = self._drawn, {}
        return [item for item in drawn if item.options.get("fill")]

    def close(self) -> None:
        """Release the screen; `turtle` would keep it as long as the program runs."""
        if self in RawTurtle.screens:
            RawTurtle.screens.remove(self)

    def _update(self) -> None:
        """Leave the drawing to Tk."""

    def _delete(self, item: DrawnItem | str) -> None:
        """Do nothing: a layer replaces all that it shows."""

    def _iscolorstring(self, colour: str) -> bool:
        if colour not in self._colours and super()._iscolorstring(colour):  # type: ignore[misc]
            self._colours.add(colour)
        return colour in self._colours

    def _createline(self) -> DrawnItem:
        return DrawnItem("line", capstyle="butt", joinstyle="miter")

    def _createpoly(self) -> DrawnItem:
        return DrawnItem("polygon", outline="")

    def _drawline(
        self,
        item: DrawnItem,
        points: Iterable[Position] | None = None,
        fill: str | None = None,
        width: float | None = None,
        top: bool = False,
    ) -> None:
        item.options.update(fill=fill, width=width)
        if points is not None:
            self._draw(item, points)

    def _drawpoly(
        self,
        item: DrawnItem,
        points: Iterable[Position],
        fill: str | None = None,
        outline: str | None = None,
        width: float | None = None,
        top: bool = False,
    ) -> None:
        item.options.update(fill=fill)
        self._draw(item, points)

    def _draw(self, item: DrawnItem, points: Iterable[Position]) -> DrawnItem:
        item.points = tuple(length for x, y in points for length in (x, -y))
        self._drawn[item] = None
        return item

    def draw_dot(self, position: Position, size: float, colour: str) -> None:
        """Draw a disc of the diameter `size`."""
        x, y = position
        half = size / 2
        dot = DrawnItem("oval", fill=colour, outline="")
        self._draw(dot, [(x - half, y + half), (x + half, y - half)])

    def _write(
        self, position: Position, text: str, align: str, font: tuple[str, int, str], colour: str
    ) -> tuple[DrawnItem, float]:
        if font not in self._fonts:  # a hidden text keeps it: Tk closes unused fonts, opens slowly
            self._fonts.add(font)
            self.cv.create_text(0, 0, font=font, state="hidden")
        words = DrawnItem("text", fill=colour, text=text, anchor=align, font=font)
        return self._draw(words, [position]), position[0]

    def _pointlist(self, item: DrawnItem) -> list[Position]:
        return []


class Pen(RawTurtle):
    """A turtle whose dots the screen draws: its own differ between versions of Python."""

    def __init__(self, screen: LayeredScreen) -> None:
        super().__init__(screen, undobuffersize=0, visible=False)
        self._screen = screen

    def dot(self, size: float, colour: str) -> None:  # type: ignore[override]
        """Draw a disc of the diameter `size` around the turtle."""
        self._screen.draw_dot(self.position(), size, colour)


class Layer:
    """A turtle whose drawing covers those of earlier layers, and is covered by later ones."""

    def __init__(self, screen: LayeredScreen) -> None:
        self.pen = Pen(screen)
        self.pen.speed(0)
        self.pen.penup()
        self._screen = screen
        self._canvas = screen.cv
        self._floor = self._canvas.create_line(0, 0, 0, 0, state="hidden")
        self._shown: list[int] = []

    def redraw(self, drawing: Callable[[Pen], None]) -> None:
        """Clear the layer and let `drawing` draw on it with its turtle."""
        self.pen.clear()
        drawing(self.pen)
        self._show(self._screen.take())

    def _show(self, items: list[DrawnItem]) -> None:
        self._canvas.delete(*self._shown)
        self._shown = []
        below = self._floor
        for item in items:
            create = getattr(self._canvas, f"create_{item.kind}")
            number = create(*item.points, **item.options)
            self._canvas.tag_raise(number, below)
            self._shown.append(number)
            below = number


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
        """Make the picture show `parts`; return the number of redrawn parts."""
        while len(self._layers) < len(parts):
            self._layers.append(Layer(self._screen))
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
            if isinstance(shape, Disc):
                _disc(pen, shape)
            elif not isinstance(shape, Text):
                if not isinstance(shape, Line) and shape.fill:
                    _area(pen, shape.points, shape.fill)
                for points, colour, line in strokes(shape):
                    _stroke(pen, points, colour, line)
            elif shape.text and shape.colour:
                _go(pen, (shape.x, shape.y))
                pen.pencolor(shape.colour)
                # A negative size is in pixels, for any density of the screen.
                weight = "bold" if shape.bold else "normal"
                font = (self._family, -max(1, round(shape.size)), weight)
                pen.write(shape.text, align=ANCHORS[shape.anchor], font=font)


def _area(pen: Pen, points: Sequence[Point], colour: str) -> None:
    _go(pen, points[0])
    pen.fillcolor(colour)
    pen.begin_fill()
    for point in points[1:]:
        _go(pen, point)
    pen.end_fill()


def _disc(pen: Pen, disc: Disc) -> None:
    if disc.fill:
        _go(pen, (disc.x, disc.y))
        pen.dot(2 * disc.radius, disc.fill)
    if disc.outline:
        turns = [2 * pi * corner / CORNERS for corner in range(CORNERS + 1)]
        rim = [(disc.x + disc.radius * cos(t), disc.y + disc.radius * sin(t)) for t in turns]
        _stroke(pen, rim, disc.outline, disc.line)


def _stroke(pen: Pen, points: Sequence[Point], colour: str, width: float) -> None:
    _go(pen, points[0])
    pen.pen(pencolor=colour, pensize=width, pendown=True)  # type: ignore[call-overload]
    for point in points[1:]:
        _go(pen, point)
    pen.pen(pendown=False)


def _go(pen: Pen, point: Point) -> None:
    pen.goto(point[0], -point[1])
