"""The ways of links on a board: curves that cross no digit that they do not concern.

A pure function of what is drawn, for all painters and sizes. All lengths are in sides of a cell,
from the top left corner of the board. A link takes a gentle bow if nothing is in its way, else the
shortest way through the corridors between the candidates. It keeps away from the links before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import dist, floor
from typing import NamedTuple

from sudoku_engine.board.step import Candidate, Candidates, Link
from sudoku_engine.picture.corridors import net_of
from sudoku_engine.picture.crowd import DETOUR, Crowd
from sudoku_engine.picture.curves import (
    arc,
    between,
    hop,
    length_of,
    rounded,
    without_straight,
)
from sudoku_engine.picture.obstacles import OF_RINGS, Obstacles, Seen, obstacles_on
from sudoku_engine.picture.page_geometry import note_place, note_room
from sudoku_engine.picture.shapes import Point

_FREE = 0.56
"""From the middle of a candidate to the end of its link, in parts of its room."""
_SHORTEST = 0.85
"""The least length of a link that one can see, in parts of the room of a candidate."""
_BOWS = (0.3, -0.3, 0.15, -0.15, 0.5, -0.5)
"""The angles at which a link may leave the straight way, the best first."""
_HOPS = ((1.4, 0.95), (1.3, 0.72), (1.1, 0.6))
"""The angles at which a link leaves for a near candidate, and its height in rooms."""
_EXITS = ((0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0))
"""The places beside a candidate where a link to a near one may begin, in rooms of candidates."""
_LONGEST_TIE = 3.5
"""The greatest distance of two candidates that a band holds together."""
_COVERED, _SHORT = 100.0, 100.0
"""How much longer a way seems for the depth at which it covers something, for what it lacks."""


class Ways(NamedTuple):
    """Where links go."""

    arrows: tuple[tuple[Link, tuple[Point, ...]], ...]
    """The links that can be drawn, each with its way."""
    ties: tuple[tuple[Point, ...], ...]
    """Ways that hold the candidates at one end of a link together."""


@lru_cache(maxsize=16)
def link_ways(links: tuple[Link, ...], seen: Seen) -> Ways:
    """Return the ways of `links` on the board that is `seen`."""
    paths = _Paths(seen)
    ends = {link: paths.nearest(link) for link in links}
    known = {link: pair for link, pair in ends.items() if pair}
    groups = dict.fromkeys(frozenset(end) for link in known for end in link[:2] if is_group(end))
    ties = [paths.way(*pair) for group in groups for pair in _tree(group, paths)]
    # A short link has the fewest ways, so it comes first.
    order = sorted(known, key=lambda link: paths.apart(*known[link]))
    arrows = {link: paths.way(*known[link]) for link in order}
    return Ways(tuple((link, arrows[link]) for link in known), tuple(ties))


def is_group(end: Candidates) -> bool:
    """Return whether the candidates at one end of a link are several of one digit."""
    return len(end) > 1 and len({digit for _, digit in end}) == 1


def _tree(group: Iterable[Candidate], paths: _Paths) -> Iterator[tuple[Candidate, Candidate]]:
    """Yield pairs of candidates that hold a group together, as near to each other as can be."""
    first, *left = sorted(filter(paths.exists, group))
    joined = [first]
    while left:
        pair = min(product(joined, left), key=lambda pair: (paths.apart(*pair), pair))
        if paths.apart(*pair) <= _LONGEST_TIE:
            yield pair
        joined.append(pair[1])
        left.remove(pair[1])


def _inwards(start: Point, end: Point) -> int:
    """Return 1 if the middle of the cell of `start` is to the right on the way to `end`, or -1."""
    across, down = end[0] - start[0], end[1] - start[1]
    x, y = floor(start[0]) + 0.5 - start[0], floor(start[1]) + 0.5 - start[1]
    return 1 if across * y - down * x >= 0 else -1


class _Paths:
    """Finds ways, one after another; each keeps away from those before it."""

    def __init__(self, seen: Seen) -> None:
        self._n = seen.layout.n
        self._digits = seen.digits
        self._room = note_room(self._n)
        self._net = net_of(self._n)
        self._obstacles = obstacles_on(seen), obstacles_on(seen, with_marks=False)
        self._crowd = Crowd(self._net)

    def exists(self, candidate: Candidate) -> bool:
        """Return whether the board has such a candidate."""
        return 0 <= candidate.cell < self._n**2 and 1 <= candidate.digit <= self._n

    def nearest(self, link: Link) -> tuple[Candidate, Candidate] | None:
        """Return the two ends of `link` that are nearest to each other, if it has any."""
        starts, ends = (filter(self.exists, end) for end in (link.start, link.end))
        pairs = [pair for pair in product(starts, ends) if self.apart(*pair)]
        return min(pairs, key=lambda pair: self.apart(*pair), default=None)

    def apart(self, one: Candidate, other: Candidate) -> float:
        """Return the distance of two candidates."""
        return dist(self._place(one), self._place(other))

    def _place(self, candidate: Candidate) -> Point:
        """Return the middle of a candidate, or of the digit that is in its cell."""
        row, column = divmod(int(candidate.cell), self._n)
        is_filled = self._digits[candidate.cell]
        x, y = (0.5, 0.5) if is_filled else note_place(self._n, candidate.digit)
        return column + x, row + y

    def _free(self, candidate: Candidate) -> float:
        """Return how far from the middle of a candidate its link ends."""
        return OF_RINGS + 0.02 if self._digits[candidate.cell] else _FREE * self._room

    def way(self, start: Candidate, end: Candidate) -> tuple[Point, ...]:
        """Return the way from `start` to `end`, from which the next ones keep away."""
        points = self._best(start, end)
        self._crowd.add(points)
        return tuple(points)

    def _best(self, start: Candidate, end: Candidate) -> list[Point]:
        best: list[Point] = []
        least = float("inf")
        for rank, (points, obstacles) in enumerate(self._choices(start, end)):
            if not points:
                continue
            covered = obstacles.covered(points)
            cost = self._crowd.detour(points) + 0.01 * rank
            cost += (10 + _COVERED * covered) * bool(covered)
            cost += _SHORT * max(0.0, _SHORTEST * self._room - length_of(points))
            if cost < least:
                best, least = points, cost
            if least < 2.5 * DETOUR:  # at most it crosses another link
                break
        return best

    def _choices(self, start: Candidate, end: Candidate) -> Iterator[tuple[list[Point], Obstacles]]:
        """Yield ways from `start` to `end`, the nicest first, and what must not be on them."""
        before, behind = self._free(start), self._free(end)
        one, other = self._place(start), self._place(end)
        length = dist(one, other)
        for obstacles in (each.without(one, other) for each in self._obstacles):
            for bend in _BOWS:
                reach = min(0.35 * length, 2.0)
                yield between(arc(one, other, bend, reach), before, behind), obstacles
            if length > 2.2 * self._room:
                yield between(self._through(one, other, obstacles), before, behind), obstacles
            else:
                side = _inwards(one, other)
                for (angle, height), sign in product(_HOPS, (side, -side)):
                    points = hop(one, other, sign * angle, before, height * self._room)
                    yield points, obstacles
                yield self._out_and_in(one, other), obstacles

    def _through(self, start: Point, end: Point, obstacles: Obstacles) -> list[Point]:
        """Return the shortest way through the corridors; it is straight if there is none."""
        nodes = self._net.way(
            self._net.node(start), self._net.node(end), obstacles.closed, self._crowd.nodes
        )
        corners = without_straight([start, *map(self._net.point, nodes[1:-1]), end])
        return rounded(self._shortened(corners, obstacles), obstacles.is_clear)

    def _out_and_in(self, start: Point, end: Point) -> list[Point]:
        """Return a way from beside a candidate to beside another one that is near."""
        best: list[Point] = []
        obstacles = self._obstacles[1]
        for one, other in product(self._exits(start), self._exits(end)):
            if dist(one, other) > 2 * self._room:
                continue
            points = self._through(one, other, obstacles)
            length = length_of(points)
            if length > 0.95 * self._room and (not best or length < length_of(best) - 1e-9):
                best = points
        return best

    def _exits(self, point: Point) -> list[Point]:
        """Return the places beside a candidate at `point`."""
        return [(point[0] + x * self._room, point[1] + y * self._room) for x, y in _EXITS]

    def _shortened(self, corners: Sequence[Point], obstacles: Obstacles) -> list[Point]:
        """Return the way along `corners` without those that a straight line can leave out."""
        costs = [self._cost(pair) for pair in pairwise(corners)]
        kept, at = [corners[0]], 0
        while at + 1 < len(corners):
            for far in range(len(corners) - 1, at, -1):
                straight = corners[at], corners[far]
                if far == at + 1 or (
                    obstacles.is_clear(straight)
                    and self._cost(straight) <= sum(costs[at:far]) + 1e-9
                ):
                    break
            kept.append(corners[far])
            at = far
        return kept

    def _cost(self, line: Sequence[Point]) -> float:
        return length_of(line) + self._crowd.detour(line)
