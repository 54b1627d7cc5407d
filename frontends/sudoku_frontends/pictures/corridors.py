"""Ways across a board: curves as lists of points, and the search for the cheapest way.

The cost of a way is its length, and more where it covers or crosses something. A way may go
anywhere. The cheapest one is searched on the net of the corridors, whose lines run along the
margins of the cells, through the rooms of the candidates, and between these:

```text
 |  .   .   .  |      .  lines along the margins and between the rooms,
 |    o   o    |      o  and through the middles of the rooms, which are
 |  .   .   .  |         dear where there is something
```

All lengths in `Corridors` are in sides of a cell, from the top left corner of the board.
"""

from __future__ import annotations

from bisect import bisect
from cmath import phase, rect
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise, product
from math import ceil, dist, floor, inf
from typing import NamedTuple

from sudoku_frontends.pictures.page_geometry import NOTE_MARGIN, note_places
from sudoku_frontends.pictures.shapes import Point, on_way

_PIECES, _OF_A_BEND = 32, 8
"""The number of straight lines in a bow, and in a rounded corner."""
_BENDS = (1.5, 0.9, 0.5, 0.3, 0.15, 0.08)
"""How far from a corner a bend may begin, the best first."""
_FINE, _EXACT = 0.02, 0.0001
"""How finely the ends of a line are cut, and how far its points may then be from it."""


def bow(
    start: Point, end: Point, angle: float, reach: float, before: float, behind: float
) -> list[Point]:
    """Return a curve that leaves the straight way at an angle, and comes back at the same angle.

    `angle`: to the right if it is positive; `reach`: how far the curve goes that way. It begins
    `before` away from `start`, and ends `behind` from `end`. It is Bézier's curve of four points.
    """
    first, last = complex(*start), complex(*end)
    ahead = rect(1, phase(last - first) + angle)
    back = rect(1, phase(first - last) - angle)
    one, two = first + before * ahead, first + reach * ahead
    three, four = last + reach * back, last + behind * back
    curve = [
        (1 - t) ** 3 * one + 3 * t * (1 - t) ** 2 * two + 3 * t**2 * (1 - t) * three + t**3 * four
        for t in (piece / _PIECES for piece in range(_PIECES + 1))
    ]
    return [(point.real, point.imag) for point in curve]


def length_of(points: Sequence[Point]) -> float:
    """Return the length of a line along `points`."""
    return sum(dist(one, other) for one, other in pairwise(points))


def between(points: Sequence[Point], before: float, behind: float) -> list[Point]:
    """Return the line along `points` without its ends; an empty list if nothing is left.

    It begins where it is `before` away from the first point, and ends `behind` from the last one.

    >>> between([(0, 0), (2, 0), (4, 0)], 1, 2.5)
    [(1.0, 0.0), (1.5, 0.0)]
    """
    kept = [
        point
        for point in sample(points, _FINE)
        if dist(point, points[0]) >= before and dist(point, points[-1]) >= behind
    ]
    return simplify(kept, _EXACT)


def round_off(corners: Sequence[Point], cost: Callable[[Sequence[Point]], float]) -> list[Point]:
    """Return the line along `corners`, each rounded as far as that does not raise the `cost`."""
    points = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:]):
        for reach in _BENDS:
            bend = _bend(before, corner, after, reach)
            if cost(bend) <= cost((bend[0], corner, bend[-1])):
                points += bend
                break
        else:
            points.append(corner)
    return [*points, corners[-1]]


def _bend(before: Point, corner: Point, after: Point, reach: float) -> list[Point]:
    """Return a bend that begins `reach` before `corner`, and no farther than half of the way."""
    start, end = (
        on_way(corner, other, min(0.5, reach / (dist(corner, other) or 1)))
        for other in (before, after)
    )
    shares = [i / _OF_A_BEND for i in range(_OF_A_BEND + 1)]
    return [
        on_way(on_way(start, corner, share), on_way(corner, end, share), share) for share in shares
    ]


def simplify(points: Sequence[Point], within: float) -> list[Point]:
    """Return fewer of the `points`, so that the line stays `within` a distance of all of them.

    The method is Ramer's and Douglas and Peucker's.

    >>> simplify([(0, 0), (1, 0.1), (2, 0), (2, 2)], 0.2)
    [(0, 0), (2, 0), (2, 2)]
    """
    if len(points) < 3:
        return [*points]
    start, *others, end = points
    away = [distance_to(each, start, end) for each in others]
    farthest = max(away)
    if farthest <= within:
        return [start, end]
    turn = away.index(farthest) + 1
    return [*simplify(points[: turn + 1], within)[:-1], *simplify(points[turn:], within)]


def sample(points: Sequence[Point], step: float) -> list[Point]:
    """Return points on the line along `points` that are `step` apart at most."""
    found = [points[0]]
    for start, end in pairwise(points):
        pieces = max(1, ceil(dist(start, end) / step))
        found += [on_way(start, end, i / pieces) for i in range(1, pieces + 1)]
    return found


def distance_to(point: Point, start: Point, end: Point) -> float:
    """Return the distance of `point` from the straight line between two points.

    >>> distance_to((1, 1), (0, 0), (5, 0)), distance_to((-3, 4), (0, 0), (5, 0))
    (1.0, 5.0)
    """
    left, top = start
    across, down = end[0] - left, end[1] - top
    square = across * across + down * down
    if not square:
        return dist(point, start)
    share = ((point[0] - left) * across + (point[1] - top) * down) / square
    if share > 1.0:
        share = 1.0
    elif not share > 0.0:
        share = 0.0
    return dist(point, (left + share * across, top + share * down))


DETOUR = 0.5
"""The extra length of a way that crosses another way."""
_COVERED, _MARKED = 200.0, 4.0
"""How many times as long a way seems where it covers something; where it touches a mark."""
_AT_EDGE = 0.3
"""How much longer a way along the edge of a cell seems, less 1: there it is hard to see."""
_MARGIN, _EDGE = 0.06, 0.03
"""The distance of a cell's outer lines from its edges; of any line from the edge of the board."""
_TOUCH = 1e-6
"""A line that is no deeper in a disc does not cover it."""
_STEP, _NEAR = 0.05, 0.11
"""How finely to look along a way, and what is near to it."""

Node = tuple[int, int]
"""A crossing of the net: the numbers of its lines, from left to right and from top to bottom."""


class Spot(NamedTuple):
    """Something in a cell: its middle, how near a way may come, and how near it should come."""

    x: float
    y: float
    radius: float
    wide: float

    def burden(self, start: Point, end: Point) -> float:
        """Return how many times longer a straight way seems for this spot, less 1."""
        distance = distance_to(self[:2], start, end)
        if distance < self.radius - _TOUCH:
            return _COVERED
        return _MARKED if distance < self.wide - _TOUCH else 0.0


class Corridors:
    """The corridors of a board of `n` rows between the `spots` in its cells."""

    def __init__(self, n: int, spots: Sequence[Sequence[Spot]]) -> None:
        self._n = n
        self._net = _net_of(n)
        self._spots = [tuple(each) for each in spots]
        self._crowd: set[Node] = set()

    def without(self, *points: Point) -> Corridors:
        """Return the corridors for a way that concerns the spots at `points`."""
        other = copy(self)
        other._spots = [*self._spots]
        for x, y in points:
            cell = floor(y) * self._n + floor(x)
            middle = x - floor(x), y - floor(y)
            kept = (spot for spot in other._spots[cell] if dist(spot[:2], middle) > 1e-6)
            other._spots[cell] = tuple(kept)
        return other

    def add(self, points: Sequence[Point]) -> None:
        """Add a way, which the next ones cross only if they must."""
        net = self._net
        passed = {net.node(point): point for point in sample(points, _STEP)}
        for (across, down), point in passed.items():
            for node in product(range(across - 1, across + 2), range(down - 1, down + 2)):
                if net.has(node) and dist(net.point(node), point) < _NEAR:
                    self._crowd.add(node)

    def cost(self, points: Sequence[Point]) -> float:
        """Return how long the way along `points` seems."""
        ends = pairwise(points)
        cost = sum(dist(start, end) * (1 + self._burden(start, end)) for start, end in ends)
        if self._crowd:
            met = {self._net.node(point) for point in sample(points, 2 * _STEP)}
            cost += DETOUR * len(met & self._crowd)
        return cost

    def _burden(self, start: Point, end: Point) -> float:
        """Return how many times longer a straight way seems, less 1."""
        (left, right), (top, bottom) = map(sorted, zip(start, end))
        if min(left, top) < _EDGE or max(right, bottom) > self._n - _EDGE:
            return _COVERED
        burden = 0.0
        for row in range(int(top), int(bottom) + 1):
            for column in range(int(left), int(right) + 1):
                one = start[0] - column, start[1] - row
                other = end[0] - column, end[1] - row
                for spot in self._spots[row * self._n + column]:
                    burden = max(burden, spot.burden(one, other))
                    if burden >= _COVERED:
                        return burden
        return burden

    def way(self, start: Point, end: Point) -> list[Point]:
        """Return the corners of the cheapest way along the net, as few as can be."""
        net = self._net
        nodes = self._search(net.node(start), net.node(end))
        return self._shorten([start, *map(net.point, nodes[1:-1]), end])

    def _search(self, start: Node, end: Node) -> list[Node]:
        """Return the nodes of the cheapest way, or only the last if there is none; it is A*."""
        net, goal = self._net, self._net.point(end)
        costs = {start: 0.0}
        came: dict[Node, Node] = {}
        heap = [(0.0, start)]
        done: set[Node] = set()
        while heap and end not in done:
            node = heappop(heap)[1]
            if node in done:
                continue
            done.add(node)
            here = net.point(node)
            for other in net.around(node):
                point = net.point(other)
                cost = costs[node] + dist(here, point) * (1 + self._weight(other))
                cost += DETOUR * (other in self._crowd)
                if cost < costs.get(other, inf):
                    costs[other], came[other] = cost, node
                    heappush(heap, (cost + dist(goal, point), other))
        way = [end]
        while way[-1] in came:
            way.append(came[way[-1]])
        return way[::-1]

    def _weight(self, node: Node) -> float:
        net = self._net
        (column, i), (row, j) = divmod(node[0], net.shape[0]), divmod(node[1], net.shape[1])
        return _weights(self._n, self._spots[row * self._n + column])[j * net.shape[0] + i]

    def _shorten(self, corners: Sequence[Point]) -> list[Point]:
        """Return the way along `corners` without those that a straight line can leave out."""
        costs = [self.cost(pair) for pair in pairwise(corners)]
        kept, at = [corners[0]], 0
        while at + 1 < len(corners):
            for far in range(len(corners) - 1, at, -1):
                most = sum(costs[at:far]) + 1e-9
                if far == at + 1 or self.cost((corners[at], corners[far])) <= most:
                    break
            kept.append(corners[far])
            at = far
        return kept


class _Net:
    """The lines of the corridors on a board of `n` rows."""

    def __init__(self, n: int) -> None:
        self.lines = [_lines(count) for count in note_places(n)]
        self.shape = len(self.lines[0]), len(self.lines[1])
        self._across, self._down = (
            [number + at for number in range(n) for at in lines] for lines in self.lines
        )
        # A point belongs to the nearest line.
        self._left, self._above = (
            [(one + other) / 2 for one, other in pairwise(lines)]
            for lines in (self._across, self._down)
        )

    def has(self, node: Node) -> bool:
        return 0 <= node[0] < len(self._across) and 0 <= node[1] < len(self._down)

    def point(self, node: Node) -> Point:
        return self._across[node[0]], self._down[node[1]]

    def node(self, point: Point) -> Node:
        """Return the node that is nearest to `point`, along each axis."""
        return bisect(self._left, point[0]), bisect(self._above, point[1])

    def around(self, node: Node) -> Iterator[Node]:
        x, y = node
        return filter(self.has, ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)))


_net_of = lru_cache(maxsize=8)(_Net)


def _lines(count: int) -> tuple[float, ...]:
    """Return the lines of a cell along one axis, along which it has `count` candidates."""
    room = (1 - 2 * NOTE_MARGIN) / count
    inner = [NOTE_MARGIN + room * i / 2 for i in range(1, 2 * count)]
    return (_MARGIN, *inner, 1 - _MARGIN)


@lru_cache(maxsize=1024)
def _weights(n: int, spots: tuple[Spot, ...]) -> list[float]:
    """Return how many times longer a way seems at each node of a cell with `spots`, less 1."""
    xs, ys = _net_of(n).lines

    def weight(at: Point) -> float:
        usual = 0.0 if min(at) > _MARGIN and max(at) < 1 - _MARGIN else _AT_EDGE
        return max([usual, *(spot.burden(at, at) for spot in spots)])

    return [weight((x, y)) for y in ys for x in xs]
