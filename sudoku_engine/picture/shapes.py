"""The shapes of a picture: x goes right, y goes down from the top left corner.

All lengths have the same unit, a pixel for painters. Colours are ``#rrggbb``; an empty one paints
nothing. Shapes are named tuples, so that two pictures can be compared.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Union

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


class Rect(NamedTuple):
    """A rectangle, with its top left corner."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    outline: str = ""
    line: float = 1


class Disc(NamedTuple):
    """A disc, or with an empty `fill` a ring, around its centre."""

    x: float
    y: float
    radius: float
    fill: str = ""
    outline: str = ""
    line: float = 1


class Polygon(NamedTuple):
    """A closed shape of straight lines."""

    points: tuple[Point, ...]
    fill: str = ""
    outline: str = ""
    line: float = 1


class Line(NamedTuple):
    """Straight lines from point to point, `dashed` or not."""

    points: tuple[Point, ...]
    colour: str
    line: float = 1
    dashed: bool = False


class Text(NamedTuple):
    """One line of text, `size` high, its middle at height `y`; `anchor` says where `x` is."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: Anchor = "middle"


Shape = Union[Rect, Disc, Polygon, Line, Text]


class Part(NamedTuple):
    """Shapes that are painted and repainted together, such as those of a cell.

    A painter keeps what it painted for a `name` as long as `shapes` stays the same.
    """

    name: str
    shapes: tuple[Shape, ...]
