"""The shapes of a picture: x goes right, y goes down from the top left corner.

All lengths have the same unit, a pixel for painters. Colours are ``#rrggbb``; an empty one paints
nothing. Shapes are named tuples, so that two pictures can be compared. For painters that know no
dashed lines, `dashes` cuts a line into its dashes. The figures of marks are discs, squares, stars
and frames.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import Literal, NamedTuple, Union

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


class Box(NamedTuple):
    """A place in the picture, from its top left corner."""

    x: float
    y: float
    width: float
    height: float


class Rect(NamedTuple):
    """A rectangle, with its top left corner."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    outline: str = ""
    line: float = 1

    @property
    def points(self) -> tuple[Point, ...]:
        """The corners, in turn."""
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)


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


def strokes(shape: Line | Rect | Polygon) -> Iterator[tuple[Sequence[Point], str, float]]:
    """Yield the lines without dashes that draw a line or an outline, with colour and width."""
    if isinstance(shape, Line):
        pieces = dashes(shape.points, *dash_lengths(shape.line)) if shape.dashed else [shape.points]
        for points in pieces:
            yield points, shape.colour, shape.line
    elif shape.outline:  # the first side again, so that the last corner is joined as well
        yield (*shape.points, *shape.points[:2]), shape.outline, shape.line


Edge = tuple[tuple[int, int], tuple[int, int]]
"""An edge of a cell: the column and row where it starts, and its direction, right and down."""

_SIDES = (
    ((-1, 0), (0, 0), (1, 0)),
    ((0, 1), (1, 0), (0, 1)),
    ((1, 0), (1, 1), (-1, 0)),
    ((0, -1), (0, 1), (0, -1)),
)
"""By side of a cell: rows and columns to the neighbour, start and direction of the edge."""

_CORNERS = {
    "square": (4, pi / 4, 1.25),
    "diamond": (4, 0.0, 1.3),
    "hexagon": (6, 0.0, 1.12),
    "triangle": (3, -pi / 2, 1.4),
    "octagon": (8, pi / 8, 1.08),
}
"""By form: its corners, the angle of the first, and its size relative to a disc."""


def figure(
    form: str, x: float, y: float, radius: float, fill: str, edge: str = "", line: float = 1
) -> Shape:
    """Return a `form` around a point, about as large as a disc of `radius`."""
    if form == "disc":
        return Disc(x, y, radius, fill, edge, line)
    corners, turn, scale = _CORNERS[form]
    reach = radius * scale
    lift = 0.18 * radius if form == "triangle" else 0
    points = tuple(
        (
            x + reach * cos(turn + 2 * pi * i / corners),
            y - lift + reach * sin(turn + 2 * pi * i / corners),
        )
        for i in range(corners)
    )
    return Polygon(points, fill, edge, line)


def inset(box: Box, by: float) -> Box:
    """Return the `box` made smaller `by` a length at each side."""
    return Box(box.x + by, box.y + by, box.width - 2 * by, box.height - 2 * by)


def frame_lines(box: Box, colour: str, line: float, is_dashed: bool = False) -> Shape:
    """Return a rectangle that is not filled; a dashed one is a line that ends at its start."""
    frame = Rect(*box, outline=colour, line=line)
    if not is_dashed:
        return frame
    return Line((*frame.points, frame.points[0]), colour, line, dashed=True)


def cross(x: float, y: float, reach: float, colour: str, line: float) -> tuple[Shape, ...]:
    """Return two lines through a point."""
    return (
        Line(((x - reach, y - reach), (x + reach, y + reach)), colour, line),
        Line(((x - reach, y + reach), (x + reach, y - reach)), colour, line),
    )


def jagged(box: Box, depth: float, teeth: int, fill: str, edge: str, line: float) -> Shape:
    """Return a frame with teeth that point inwards, `depth` deep."""
    around = Rect(*box).points
    points: list[Point] = []
    for start, end in zip(around, (*around[1:], around[0])):
        length = dist(start, end)
        right, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        for i in range(2 * teeth):
            (x, y), deep = on_way(start, end, i / (2 * teeth)), depth * (i % 2)
            points.append((x - down * deep, y + right * deep))
    return Polygon(tuple(points), fill, edge, line)


def corners(box: Box, reach: float, colour: str, line: float) -> tuple[Shape, ...]:
    """Return angles in the four corners of `box`."""
    x, y, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    return tuple(
        Line(((cx, cy + down * reach), (cx, cy), (cx + across * reach, cy)), colour, line)
        for cx, across in ((x, 1), (right, -1))
        for cy, down in ((y, 1), (bottom, -1))
    )


@lru_cache(maxsize=256)
def outlines(
    mask: int, n: int, x: float, y: float, side: float, inwards: float
) -> Sequence[Polygon]:
    """Return the outlines of the cells of `mask` on a board of `n` rows, without a colour.

    They run inside of the cells, `inwards` away from the edges.
    """
    edges = _edges(mask, n)
    loops = []
    while edges:
        first = edge = min(edges)
        loop = [edge]
        while True:
            (column, row), (right, down) = edge
            point = column + right, row + down
            # The cells are to the right: where two loops touch, each follows its own.
            turns = (-down, right), (right, down), (down, -right)
            edge = next((point, turn) for turn in turns if (point, turn) in edges)
            if edge == first:
                break
            loop.append(edge)
        edges -= {*loop}
        loops.append(Polygon(_move_in(loop, x, y, side, inwards)))
    return loops


def _edges(mask: int, n: int) -> set[Edge]:
    """Return the edges between cells in and out of `mask`, each with its start and direction."""

    def is_in(row: int, column: int) -> bool:
        return 0 <= row < n and 0 <= column < n and bool(mask >> row * n + column & 1)

    return {
        ((column + x, row + y), way)
        for row in range(n)
        for column in range(n)
        if is_in(row, column)
        for (down, right), (x, y), way in _SIDES
        if not is_in(row + down, column + right)
    }


def _move_in(
    loop: list[Edge], x: float, y: float, side: float, inwards: float
) -> tuple[Point, ...]:
    """Return the corners of a loop of edges, moved `inwards` from both edges that meet there."""
    points = []
    for (_, before), ((column, row), way) in zip([loop[-1], *loop], loop):
        if before != way:
            right = -before[1] - way[1], before[0] + way[0]
            points.append(
                (x + column * side + inwards * right[0], y + row * side + inwards * right[1])
            )
    return tuple(points)
