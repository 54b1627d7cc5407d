"""The cost of a way across a board: its length, and more where it covers or crosses something.

A way may go anywhere. The cheapest one is searched on the net of the corridors, whose lines run
along the margins of the cells, through the rooms of the candidates, and between these:

```text
 |  .   .   .  |      .  lines along the margins and between the rooms,
 |    o   o    |      o  and through the middles of the rooms, which are
 |  .   .   .  |         dear where there is something
```

All lengths are in sides of a cell, from the top left corner of the board.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise, product
from math import dist, floor, inf
from typing import NamedTuple

from sudoku_frontends.pictures.curves import distance_to, sampled
from sudoku_frontends.pictures.page_geometry import NOTE_MARGIN, note_places
from sudoku_frontends.pictures.shapes import Point

DETOUR = 0.5
"""The extra length of a way that crosses another way."""
_COVERED, _MARKED = 200.0, 4.0
"""How many times as long a way seems where it covers something; where it touches a mark."""
_ALONG_EDGE = 1.3
"""How much longer a way along the edge of a cell seems: there it is hard to see."""
_DEAD = 10.0
"""The cost of a move on the net that covers something, at least."""
_MARGIN, _EDGE = 0.06, 0.03
"""The distance of a cell's outer lines from its edges; of any line from the edge of the board."""
_TOUCH = 1e-6
"""A line that is no deeper in a disc does not cover it."""
_STEP, _NEAR = 0.05, 0.11
"""How finely to look along a way, and what is near to it."""
_AROUND = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The directions of the moves from a node of the net."""

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
    """The corridors of a board of `n` rows between the spots in its cells."""

    def __init__(self, n: int, spots: Sequence[Sequence[Spot]]) -> None:
        self._n = n
        self._net = _net_of(n)
        self._spots = [tuple(each) for each in spots]
        self._placed = [self._on_board(cell) for cell in range(n * n)]
        self._crowd: set[Node] = set()

    def without(self, *points: Point) -> Corridors:
        """Return the corridors for a way that concerns the spots at `points`."""
        other = copy(self)
        other._spots, other._placed = [*self._spots], [*self._placed]
        for x, y in points:
            cell = floor(y) * self._n + floor(x)
            middle = x - floor(x), y - floor(y)
            kept = (spot for spot in other._spots[cell] if dist(spot[:2], middle) > 1e-6)
            other._spots[cell] = tuple(kept)
            other._placed[cell] = other._on_board(cell)
        return other

    def _on_board(self, cell: int) -> list[Spot]:
        """Return the spots in `cell` with their places on the board."""
        row, column = divmod(cell, self._n)
        return [Spot(column + x, row + y, *radii) for x, y, *radii in self._spots[cell]]

    def add(self, points: Sequence[Point]) -> None:
        """Add a way, which the next ones cross only if they must."""
        net = self._net
        passed = {net.node(point): point for point in sampled(points, _STEP)}
        for (across, down), point in passed.items():
            for node in product(range(across - 1, across + 2), range(down - 1, down + 2)):
                if dist(net.point(node), point) < _NEAR:
                    self._crowd.add(node)

    def cost(self, points: Sequence[Point], most: float = inf) -> float:
        """Return how long the way along `points` seems, or something above `most` if it is more."""
        total = 0.0
        for start, end in pairwise(points):
            total += dist(start, end) * (1 + self._burden(start, end))
            if total > most:
                return total
        if self._crowd:
            met = {self._net.node(point) for point in sampled(points, 2 * _STEP)}
            total += DETOUR * len(met & self._crowd)
        return total

    def _burden(self, start: Point, end: Point) -> float:
        """Return how many times longer a straight way seems, less 1."""
        (left, top), (right, bottom) = start, end
        if left > right:
            left, right = right, left
        if top > bottom:
            top, bottom = bottom, top
        if left < _EDGE or top < _EDGE or right > self._n - _EDGE or bottom > self._n - _EDGE:
            return _COVERED
        burden = 0.0
        for row in range(int(top), int(bottom) + 1):
            for column in range(int(left), int(right) + 1):
                for spot in self._placed[row * self._n + column]:
                    x, y, _, wide = spot
                    if left - wide < x < right + wide and top - wide < y < bottom + wide:
                        burden = max(burden, spot.burden(start, end))
                        if burden >= _COVERED:
                            return burden
        return burden

    def way(self, start: Point, end: Point) -> list[Point]:
        """Return the corners of the cheapest way along the net, as few as can be."""
        net = self._net
        nodes = self._search(net.node(start), net.node(end))
        return self._shortened([start, *map(net.point, nodes[1:-1]), end])

    def _search(self, start: Node, end: Node) -> list[Node]:
        """Return the nodes of the cheapest way, or only the last if there is none; it is A*."""
        net, crowd, (width, height) = self._net, self._crowd, self._net.shape
        goal = net.point(end)
        costs = {**net.outside, start: 0.0}
        came: dict[Node, Node] = {}
        done: set[Node] = set()
        heap = [(0.0, start)]
        while heap:
            node = heappop(heap)[1]
            if node == end:
                break
            if node in done:
                continue
            done.add(node)
            (column, i), (row, j) = divmod(node[0] - 1, width), divmod(node[1] - 1, height)
            first = 8 * (j * width + i)
            moves = _moves(self._n, self._spots[row * self._n + column])[first : first + 8]
            so_far = costs[node]
            for (right, below), move in zip(_AROUND, moves):
                other = node[0] + right, node[1] + below
                cost = so_far + move + (DETOUR if other in crowd else 0.0)
                if cost < costs.get(other, so_far + _DEAD):
                    costs[other] = cost
                    came[other] = node
                    heappush(heap, (cost + dist(goal, net.point(other)), other))
        way = [end]
        while way[-1] in came:
            way.append(came[way[-1]])
        return way[::-1]

    def _shortened(self, corners: Sequence[Point]) -> list[Point]:
        """Return the way along `corners` without those that a straight line can leave out."""
        costs = [self.cost(pair) for pair in pairwise(corners)]
        kept, at = [corners[0]], 0
        while at + 1 < len(corners):
            for far in range(len(corners) - 1, at, -1):
                most = sum(costs[at:far]) + 1e-9
                if far == at + 1 or self.cost((corners[at], corners[far]), most) <= most:
                    break
            kept.append(corners[far])
            at = far
        return kept


class _Net:
    """The lines of the corridors on a board of `n` rows, with one beyond it at each side."""

    def __init__(self, n: int) -> None:
        self.lines = [_lines(count) for count in note_places(n)]
        self.shape = len(self.lines[0]), len(self.lines[1])
        self._across, self._down = (
            [-inf, *(number + at for number in range(n) for at in lines), inf]
            for lines in self.lines
        )
        # A point belongs to the nearest line.
        self._left, self._above = (
            [-1.0, *((one + other) / 2 for one, other in pairwise(lines[1:-1]))]
            for lines in (self._across, self._down)
        )
        every = product(range(len(self._across)), range(len(self._down)))
        self.outside = {node: -inf for node in every if inf in map(abs, self.point(node))}

    def point(self, node: Node) -> Point:
        return self._across[node[0]], self._down[node[1]]

    def node(self, point: Point) -> Node:
        """Return the node that is nearest to `point`, along each axis."""
        return bisect(self._left, point[0]), bisect(self._above, point[1])


_net_of = lru_cache(maxsize=8)(_Net)


def _lines(count: int) -> tuple[float, ...]:
    """Return the lines of a cell along one axis, along which it has `count` candidates."""
    room = (1 - 2 * NOTE_MARGIN) / count
    inner = [NOTE_MARGIN + room * i / 2 for i in range(1, 2 * count)]
    return (_MARGIN, *inner, 1 - _MARGIN)


@lru_cache(maxsize=1024)
def _moves(n: int, spots: tuple[Spot, ...]) -> list[float]:
    """Return the costs of the moves from each node of a cell with `spots`, row by row."""
    return [sum(costs) for costs in zip(*(_costs(n, spot) for spot in (None, *spots)))]


@lru_cache(maxsize=512)
def _costs(n: int, spot: Spot | None) -> list[float]:
    """Return the cost of each move in an empty cell, or how much `spot` adds to it."""
    xs, ys = ((-_MARGIN, *lines, 1 + _MARGIN) for lines in _net_of(n).lines)

    def cost(i: int, j: int, right: int, below: int) -> float:
        start, end = (xs[i], ys[j]), (xs[i + right], ys[j + below])
        if spot:
            return dist(start, end) * spot.burden(start, end)
        is_along = (not right and i in (1, len(xs) - 2)) or (not below and j in (1, len(ys) - 2))
        return dist(start, end) * (_ALONG_EDGE if is_along else 1)

    places = product(range(1, len(ys) - 1), range(1, len(xs) - 1))
    return [cost(i, j, *direction) for j, i in places for direction in _AROUND]
