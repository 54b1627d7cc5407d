"""The shapes of a picture: x goes right, y goes down from the top left corner.

All lengths have the same unit, a pixel for painters. Colours are ``#rrggbb``; an empty one paints
nothing. Shapes are named tuples, so that two pictures can be compared. For painters that know no
dashed lines, `dashes` cuts a line into its dashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist
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


def on_way(start: Point, end: Point, share: float) -> Point:
    """Return the place on the way from `start` to `end` where a `share` of it is behind."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def dash_lengths(line: float) -> tuple[float, float]:
    """Return the length of the dashes of a line of this width, and of the gaps."""
    return max(3.0, 2.6 * line), max(2.0, 1.5 * line)


def dashes(points: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """Return the points of each dash of a line along `points`, which begins with a dash.

    >>> dashes([(0, 0), (3, 0), (10, 0)], 4, 2)
    [[(0, 0), (3, 0), (4.0, 0.0)], [(6.0, 0.0), (10, 0)]]
    """
    pieces: list[list[Point]] = [[points[0]]]
    is_on, left = True, dash
    for start, end in pairwise(points):
        length, done = dist(start, end), 0.0
        while length - done > left:
            done += left
            point = on_way(start, end, done / length)
            if is_on:
                pieces[-1].append(point)
            else:
                pieces.append([point])
            is_on, left = not is_on, gap if is_on else dash
        left -= length - done
        if is_on:
            pieces[-1].append(end)
    return [piece for piece in pieces if len(piece) > 1]
