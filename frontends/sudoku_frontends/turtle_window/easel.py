"""What the turtles draw on: the screen of Python's `turtle`, taught what a picture needs.

`turtle` keeps all that it asks of a toolkit in a few methods of its screen, which are there to be
written anew (see `turtle.TurtleScreenBase`). Here a text stands with its middle at the turtle,
a dot is an oval, a line ends where it ends, and what a turtle draws stays in its layer, however
often it is redrawn: a later layer covers an earlier one. What turtles draw is noted first; then
the canvas is told what has changed, since most of a drawing is as it was in the one before.

This module imports `turtle`, so it is imported only where a window is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from tkinter import Canvas
from turtle import RawTurtle, TurtleScreen
from typing import Any, Literal

ANCHORS: dict[str, Literal["w", "center", "e"]] = {"left": "w", "center": "center", "right": "e"}

Position = tuple[float, float]


class Item:
    """A thing of a drawing: of which `kind`, through which `points`, and with which `options`.

    All as the canvas takes them. `number`: which of the canvas's things shows it.
    """

    def __init__(self, kind: str, **options: Any) -> None:
        self.kind = kind
        self.options = options
        self.points: tuple[float, ...] = ()
        self.number = 0


class Easel(TurtleScreen):
    """A screen on `canvas`: x to the right, y *up*, from the canvas's top left corner.

    Nothing is animated, and nothing calls Tk's `update`, which would run handlers of keys in the
    middle of a drawing: Tk draws when it is idle.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._drawn: dict[Item, None] = {}
        self._colours: set[str] = set()
        self._fonts: set[tuple[str, int, str]] = set()
        super().__init__(canvas, mode="standard")
        self.tracer(0)

    def layer(self) -> Layer:
        """A new layer, above all that there are."""
        return Layer(self)

    def drawn_by(self, drawing: Callable[[], None]) -> list[Item]:
        """What `drawing` draws and a person can see, from back to front."""
        self._drawn = {}
        drawing()
        return [item for item in self._drawn if item.options.get("fill")]

    def close(self) -> None:
        """Lets go of the screen, which `turtle` would keep as long as the program runs."""
        if self in RawTurtle.screens:
            RawTurtle.screens.remove(self)

    def _update(self) -> None:
        """Leaves the drawing to Tk."""

    def _delete(self, item: Item | str) -> None:
        """A layer is told of all that it shows, so nothing need be told of what is gone."""

    def _iscolorstring(self, colour: str) -> bool:
        if colour not in self._colours and super()._iscolorstring(colour):  # type: ignore[misc]
            self._colours.add(colour)
        return colour in self._colours

    def _createline(self) -> Item:
        return Item("line", capstyle="butt", joinstyle="miter")

    def _createpoly(self) -> Item:
        return Item("polygon", outline="")

    def _drawline(
        self,
        item: Item,
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
        item: Item,
        points: Iterable[Position],
        fill: str | None = None,
        outline: str | None = None,
        width: float | None = None,
        top: bool = False,
    ) -> None:
        item.options.update(fill=fill)
        self._draw(item, points)

    def _draw(self, item: Item, points: Iterable[Position]) -> Item:
        """Puts `item` on top of what has been drawn."""
        item.points = tuple(length for x, y in points for length in (x, -y))
        self._drawn[item] = None
        return item

    def draw_dot(self, position: Position, size: float, colour: str) -> None:
        """Draws a disc of the diameter `size`."""
        x, y = position
        half = size / 2
        dot = Item("oval", fill=colour, outline="")
        self._draw(dot, [(x - half, y + half), (x + half, y - half)])

    def _write(
        self, position: Position, text: str, align: str, font: tuple[str, int, str], colour: str
    ) -> tuple[Item, float]:
        self._keep(font)
        words = Item("text", fill=colour, text=text, anchor=ANCHORS[align], font=font)
        return self._draw(words, [position]), position[0]

    def _keep(self, font: tuple[str, int, str]) -> None:
        """Lets a text that nobody sees use `font`: Tk forgets those unused, and is slow to open."""
        if font not in self._fonts:
            self._fonts.add(font)
            self.cv.create_text(0, 0, font=font, state="hidden")

    def _pointlist(self, item: Item) -> list[Position]:
        return []


class Pen(RawTurtle):
    """A turtle that leaves dots to the easel: its own are not the same on every Python."""

    def __init__(self, easel: Easel) -> None:
        super().__init__(easel, undobuffersize=0, visible=False)
        self._easel = easel

    def dot(self, size: float, colour: str) -> None:  # type: ignore[override]
        """Draws a disc of the diameter `size` about where the turtle is."""
        self._easel.draw_dot(self.position(), size, colour)


class Layer:
    """A turtle whose drawing covers those of all earlier layers, and no later one's."""

    def __init__(self, easel: Easel) -> None:
        self.pen = Pen(easel)
        self.pen.speed(0)
        self.pen.penup()
        self._easel = easel
        self._canvas = easel.cv
        self._floor = self._canvas.create_line(0, 0, 0, 0, state="hidden")
        self._items: list[Item] = []

    def redraw(self, drawing: Callable[[Pen], None]) -> None:
        """Clears the layer, and lets `drawing` draw on it with its turtle."""

        def draw() -> None:
            self.pen.clear()
            drawing(self.pen)

        self._show(self._easel.drawn_by(draw))

    def _show(self, items: list[Item]) -> None:
        """Makes the canvas show `items` in place of those before, by as little as it takes."""
        before, place = self._items, 0
        surplus: list[Item] = []
        below = self._floor
        for item in items:
            found = place
            while found < len(before) and before[found].kind != item.kind:
                found += 1
            if found < len(before):
                self._take_over(before[found], item)
                surplus += before[place:found]
                place = found + 1
            else:
                self._create(item, below)
            below = item.number
        surplus += before[place:]
        if surplus:
            self._canvas.delete(*(item.number for item in surplus))
        self._items = items

    def _take_over(self, old: Item, item: Item) -> None:
        """Shows `item` by what showed the `old` one."""
        item.number = old.number
        if item.points != old.points:
            self._canvas.coords(item.number, *item.points)
        if item.options != old.options:
            known = old.options
            changed = {n: option for n, option in item.options.items() if option != known[n]}
            self._canvas.itemconfigure(item.number, **changed)

    def _create(self, item: Item, below: int) -> None:
        """Puts `item` on the canvas, just above what is `below` it."""
        create = getattr(self._canvas, f"create_{item.kind}")
        item.number = create(*item.points, **item.options)
        self._canvas.tag_raise(item.number, below)
