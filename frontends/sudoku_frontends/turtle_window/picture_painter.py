"""Pictures painted by turtles: one turtle for each part, which draws only if the part changes.

`turtle` uses its toolkit through a few methods of its screen, which a subclass may replace (see
`turtle.TurtleScreenBase`). Here a text is centred on the turtle, a dot is an oval, a line has flat
ends, and a turtle's drawing stays in its layer, even if it is redrawn: later layers cover earlier
ones. The screen records what turtles draw, and a layer then puts it on the canvas at its height.

This module imports `turtle`, so import it only where a window is opened.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from math import cos, pi, sin
from tkinter import Canvas
from turtle import RawTurtle, TurtleScreen
from typing import Any, Literal

from sudoku_frontends.pictures.shapes import Disc, Line, Part, Point, Shape, Text, strokes

ANCHORS: dict[str, Literal["w", "center", "e"]] = {"start": "w", "middle": "center", "end": "e"}

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


CORNERS = 24
"""Number of corners of the polygon that draws the rim of a disc."""


class Layer(RawTurtle):
    """A turtle whose drawing covers those of earlier layers, and is covered by later ones."""

    def __init__(self, screen: LayeredScreen, family: str) -> None:
        super().__init__(screen, undobuffersize=0, visible=False)
        self.speed(0)
        self.penup()
        self.drawn: tuple[Shape, ...] = ()
        self._layers = screen
        self._family = family
        self._floor = screen.cv.create_line(0, 0, 0, 0, state="hidden")
        self._numbers: list[int] = []

    def redraw(self, shapes: tuple[Shape, ...]) -> None:
        """Show `shapes`, and nothing else."""
        self.clear()
        for shape in shapes:
            self._draw(shape)
        self.drawn = shapes
        canvas = self._layers.cv
        canvas.delete(*self._numbers)
        self._numbers = []
        below = self._floor
        for item in self._layers.take():
            number = getattr(canvas, f"create_{item.kind}")(*item.points, **item.options)
            canvas.tag_raise(number, below)
            self._numbers.append(number)
            below = number

    def _draw(self, shape: Shape) -> None:
        if isinstance(shape, Disc):
            self._disc(shape)
        elif not isinstance(shape, Text):
            if not isinstance(shape, Line) and shape.fill:
                self.fillcolor(shape.fill)
                self._go(shape.points[:1])
                self.begin_fill()
                self._go(shape.points[1:])
                self.end_fill()
            for points, colour, line in strokes(shape):
                self._stroke(points, colour, line)
        elif shape.text and shape.colour:
            self._go([(shape.x, shape.y)])
            self.pencolor(shape.colour)
            # A negative size is in pixels, for any density of the screen.
            font = self._family, -max(1, round(shape.size)), "bold" if shape.bold else "normal"
            self.write(shape.text, align=ANCHORS[shape.anchor], font=font)

    def _disc(self, disc: Disc) -> None:
        if disc.fill:  # its own dots differ between versions of Python
            self._layers.draw_dot((disc.x, -disc.y), 2 * disc.radius, disc.fill)
        if disc.outline:
            turns = [2 * pi * corner / CORNERS for corner in range(CORNERS + 1)]
            rim = [(disc.x + disc.radius * cos(t), disc.y + disc.radius * sin(t)) for t in turns]
            self._stroke(rim, disc.outline, disc.line)

    def _stroke(self, points: Sequence[Point], colour: str, width: float) -> None:
        self._go(points[:1])
        self.pen(pencolor=colour, pensize=width, pendown=True)  # type: ignore[call-overload]
        self._go(points[1:])
        self.pen(pendown=False)

    def _go(self, points: Iterable[Point]) -> None:
        for x, y in points:
            self.goto(x, -y)


class PicturePainter:
    """Keeps the picture on a `screen` the same as the latest parts.

    ``paint(parts)`` redraws the parts whose shapes have changed; later parts cover earlier ones.
    `family` is the font of all texts.
    """

    def __init__(self, screen: LayeredScreen, family: str) -> None:
        self._new_layer = partial(Layer, screen, family)
        self._layers: list[Layer] = []

    def paint(self, parts: Sequence[Part]) -> int:
        """Make the picture show `parts`; return the number of redrawn parts."""
        while len(self._layers) < len(parts):
            self._layers.append(self._new_layer())
        wanted = [part.shapes for part in parts] + [()] * (len(self._layers) - len(parts))
        changed = [pair for pair in zip(self._layers, wanted) if pair[0].drawn != pair[1]]
        for layer, shapes in changed:
            layer.redraw(shapes)
        return len(changed)
