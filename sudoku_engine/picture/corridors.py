"""The net of corridors between the candidates of a board, and the shortest ways through it.

Its lines run along the margins of the cells, through the candidates' rooms, and between these:

```text
 |  .   .   .  |      .  lines along the margins and between the rooms,
 |    o   o    |      o  and through the middles of the rooms, which are
 |  .   .   .  |         closed where there is something
```

All lengths are in sides of a cell, from the top left corner of the board.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot, inf
from typing import NamedTuple

from sudoku_engine.picture.curves import distance_to
from sudoku_engine.picture.page_geometry import NOTE_MARGIN, note_places
from sudoku_engine.picture.shapes import Point

MARGIN = 0.06
"""The distance of the outer lines of a cell from its edges."""
_ALONG_EDGE = 1.3
"""How much farther a way along the edge of a cell seems: there it is hard to see."""
_AROUND = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The directions, each with the bit of its place in what is closed."""


class Disc(NamedTuple):
    """Something in a cell that no way may cross: its middle, and the least distance from it."""

    x: float
    y: float
    radius: float


Node = tuple[int, int]
"""A crossing of the net: the numbers of its lines, from left to right and from top to bottom."""


class _Move(NamedTuple):
    """A move from a node of a cell to the next one."""

    right: int
    below: int
    bit: int
    """Its bit among what is closed around the node; 0 if it leaves the cell, where nothing is."""
    length: float


class Net:
    """The corridors of a board of `n` rows."""

    def __init__(self, n: int) -> None:
        self.n = n
        columns, rows = note_places(n)
        self._xs, self._ys = _lines(columns), _lines(rows)
        self._across = [column + x for column in range(n) for x in self._xs]
        self._down = [row + y for row in range(n) for y in self._ys]
        self._moves = _moves(self._xs, self._ys)
        self._between_across, self._between_down = _between(self._across), _between(self._down)

    def __contains__(self, node: Node) -> bool:
        """Return whether the board has such a node."""
        return 0 <= node[0] < len(self._across) and 0 <= node[1] < len(self._down)

    def point(self, node: Node) -> Point:
        """Return the place of `node`."""
        return self._across[node[0]], self._down[node[1]]

    def node(self, point: Point) -> Node:
        """Return the node that is nearest to `point`, along each axis."""
        return bisect(self._between_across, point[0]), bisect(self._between_down, point[1])

    def closed(self, discs: tuple[Disc, ...]) -> int:
        """Return what `discs` in a cell close: a bit for each of its nodes and directions."""
        closed = 0
        for disc in discs:
            closed |= _closed(self._xs, self._ys, disc)
        return closed

    def way(
        self,
        start: Node,
        end: Node,
        closed: Callable[[int], int],
        crowded: Mapping[Node, float],
    ) -> list[Node]:
        """Return the shortest way from `start` to `end`; an empty list if there is none.

        `closed`: what is closed in a cell; `crowded`: how much longer a node makes the way.
        """
        width, height = len(self._xs), len(self._ys)
        across, down = self._across, self._down
        goal_x, goal_y = self.point(end)
        lengths = {start: 0.0}
        came: dict[Node, Node] = {}
        done: set[Node] = set()
        heap = [(0.0, start)]
        while heap:
            node = heappop(heap)[1]
            if node == end:
                return _traced(end, came)
            if node in done:
                continue
            done.add(node)
            (column, i), (row, j) = divmod(node[0], width), divmod(node[1], height)
            place = j * width + i
            shut = closed(row * self.n + column) >> 8 * place
            for right, below, bit, step in self._moves[place]:
                if shut & bit:
                    continue
                other = x, y = node[0] + right, node[1] + below
                if other in done or not (0 <= x < len(across) and 0 <= y < len(down)):
                    continue
                length = lengths[node] + step + crowded.get(other, 0.0)
                if length < lengths.get(other, inf):
                    lengths[other] = length
                    came[other] = node
                    ahead = hypot(goal_x - across[x], goal_y - down[y])
                    heappush(heap, (length + ahead, other))
        return []


def _moves(xs: tuple[float, ...], ys: tuple[float, ...]) -> list[list[_Move]]:
    """Return the moves from each node of a cell, row by row."""
    return [
        [_move(xs, ys, i, j, direction) for direction in range(len(_AROUND))]
        for j in range(len(ys))
        for i in range(len(xs))
    ]


def _move(xs: tuple[float, ...], ys: tuple[float, ...], i: int, j: int, direction: int) -> _Move:
    right, below = _AROUND[direction]
    is_inside = 0 <= i + right < len(xs) and 0 <= j + below < len(ys)
    length = hypot(_gap(xs, i, i + right), _gap(ys, j, j + below))
    if (right == 0 and i in (0, len(xs) - 1)) or (below == 0 and j in (0, len(ys) - 1)):
        length *= _ALONG_EDGE
    return _Move(right, below, is_inside << direction, length)


def _gap(lines: tuple[float, ...], one: int, other: int) -> float:
    """Return the distance of two lines, of which one may be in the next cell."""
    return abs(lines[other] - lines[one]) if 0 <= other < len(lines) else 2 * MARGIN


net_of = lru_cache(maxsize=8)(Net)


def _lines(count: int) -> tuple[float, ...]:
    """Return the lines of a cell along one axis, along which it has `count` candidates."""
    room = (1 - 2 * NOTE_MARGIN) / count
    inner = [NOTE_MARGIN + room * i / 2 for i in range(1, 2 * count)]
    return (MARGIN, *inner, 1 - MARGIN)


def _between(lines: list[float]) -> list[float]:
    """Return the places where one of `lines` stops being the nearest."""
    return [(one + other) / 2 for one, other in pairwise(lines)]


@lru_cache(maxsize=512)
def _closed(xs: tuple[float, ...], ys: tuple[float, ...], disc: Disc) -> int:
    """Return what one disc closes."""
    closed = 0
    for j, y in enumerate(ys):
        for i, x in enumerate(xs):
            for bit, (right, below) in enumerate(_AROUND):
                k, m = i + right, j + below
                if 0 <= k < len(xs) and 0 <= m < len(ys):
                    distance = distance_to((disc.x, disc.y), (x, y), (xs[k], ys[m]))
                    if distance < disc.radius:
                        closed |= 1 << 8 * (j * len(xs) + i) + bit
    return closed


def _traced(end: Node, came: Mapping[Node, Node]) -> list[Node]:
    way = [end]
    while way[-1] in came:
        way.append(came[way[-1]])
    return way[::-1]
