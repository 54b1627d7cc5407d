"""What the turtles draw on: the screen of Python's `turtle`, taught what a picture needs.

`turtle` keeps all that it asks of a toolkit in a few methods of its screen, which are there to be
written anew (see `turtle.TurtleScreenBase`). Here a text stands with its middle at the turtle,
a dot is an oval, a line ends where it ends, and what a turtle draws stays in its layer, however
often it is redrawn: a later layer covers an earlier one. A change of an item takes one call of
Tk, and nothing is asked back from Tk that only an undo would need.

This module imports `turtle`, so it is imported only where a window is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from tkinter import Canvas
from turtle import RawTurtle, TurtleScreen
from typing import Any, Literal

ANCHORS: dict[str, Literal["w", "center", "e"]] = {"left": "w", "center": "center", "right": "e"}

Position = tuple[float, float]


class Easel(TurtleScreen):
    """A screen on `canvas`: x to the right, y *up*, from the canvas's top left corner.

    Nothing is animated, and nothing calls Tk's `update`, which would run handlers of keys in the
    middle of a drawing: Tk draws when it is idle.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._layer = ""
        self._colours: set[str] = set()
        self._doomed: list[int] = []
        super().__init__(canvas, mode="standard")
        self.tracer(0)

    def layer(self) -> Layer:
        """A new layer, above all that there are."""
        return Layer(self)

    def draw(self, tag: str, drawing: Callable[[], None]) -> None:
        """Calls `drawing`, whose items get the `tag`."""
        self._layer = tag
        drawing()
        self._layer = ""
        self.cv.delete(*self._doomed)
        self._doomed.clear()

    def close(self) -> None:
        """Lets go of the screen, which `turtle` would keep as long as the program runs."""
        if self in RawTurtle.screens:
            RawTurtle.screens.remove(self)

    def _update(self) -> None:
        """Leaves the drawing to Tk."""

    def _delete(self, item: int | str) -> None:
        if isinstance(item, str):
            self.cv.delete(item)
        else:
            self._doomed.append(item)

    def _iscolorstring(self, colour: str) -> bool:
        if colour not in self._colours and super()._iscolorstring(colour):  # type: ignore[misc]
            self._colours.add(colour)
        return colour in self._colours

    def _createline(self) -> int:
        return self.cv.create_line(
            0, 0, 0, 0, fill="", capstyle="butt", joinstyle="miter", tags=self._layer
        )

    def _createpoly(self) -> int:
        return self.cv.create_polygon(0, 0, 0, 0, 0, 0, fill="", outline="", tags=self._layer)

    def _drawline(
        self,
        item: int,
        points: Iterable[Position] | None = None,
        fill: str | None = None,
        width: float | None = None,
        top: bool = False,
    ) -> None:
        self._change(item, points, fill=fill, width=width)
        if points is not None:  # the item was made when the line before it was drawn
            self.cv.tag_raise(item)

    def _drawpoly(
        self,
        item: int,
        points: Iterable[Position],
        fill: str | None = None,
        outline: str | None = None,
        width: float | None = None,
        top: bool = False,
    ) -> None:
        self._change(item, points, fill=fill, outline=outline, width=width)

    def _change(self, item: int, points: Iterable[Position] | None, **options: Any) -> None:
        if points is not None:
            self.cv.coords(item, *(length for x, y in points for length in (x, -y)))
        known = {name: option for name, option in options.items() if option is not None}
        if known:
            self.cv.itemconfigure(item, **known)

    def _dot(self, position: Position, size: float, colour: str) -> int:
        x, y = position
        half = size / 2
        return self.cv.create_oval(
            x - half, -y - half, x + half, -y + half, fill=colour, outline="", tags=self._layer
        )

    def _write(
        self, position: Position, text: str, align: str, font: tuple[str, int, str], colour: str
    ) -> tuple[int, float]:
        x, y = position
        item = self.cv.create_text(
            x, -y, text=text, anchor=ANCHORS[align], fill=colour, font=font, tags=self._layer
        )
        return item, x

    def _pointlist(self, item: int) -> list[Position]:
        return []


class Layer:
    """A turtle whose drawing covers those of all earlier layers, and no later one's."""

    def __init__(self, easel: Easel) -> None:
        self.pen = RawTurtle(easel, undobuffersize=0, visible=False)
        self.pen.speed(0)
        self.pen.penup()
        self._easel = easel
        self._floor = easel.cv.create_line(0, 0, 0, 0, state="hidden")
        self._tag = f"layer{self._floor}"

    def redraw(self, drawing: Callable[[RawTurtle], None]) -> None:
        """Clears the layer, and lets `drawing` draw on it with its turtle."""
        self._easel.draw(self._tag, lambda: self._redraw(drawing))
        self._easel.cv.tag_raise(self._tag, self._floor)

    def _redraw(self, drawing: Callable[[RawTurtle], None]) -> None:
        self.pen.clear()
        drawing(self.pen)
