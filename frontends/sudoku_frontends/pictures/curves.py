"""Curves as lists of points: bows, rounded corners, parts of curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, cos, dist, inf, sin, sqrt

from sudoku_frontends.pictures.shapes import Point, on_way

_PIECES, _OF_A_BEND = 32, 8
"""The number of straight lines in a bow, and in a rounded corner."""
_WEIGHTS = [
    ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    for t in (i / _PIECES for i in range(_PIECES + 1))
]
"""The share of each of the four points of a bow, at the ends of its pieces."""
_BENDS = (1.5, 0.9, 0.5, 0.3, 0.15, 0.08)
"""How far from a corner a bend may begin, the best first."""


def bow(
    start: Point, end: Point, angle: float, reach: float, before: float, behind: float
) -> list[Point]:
    """Return a curve that leaves the straight way at an angle, and comes back at the same angle.

    `angle`: to the right if it is positive; `reach`: how far the curve goes that way. It begins
    `before` away from `start`, and ends `behind` from `end`.
    """
    length = dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    ahead, aside = cos(angle), sin(angle)

    def at(along: float, beside: float) -> Point:
        return (
            start[0] + across * along - down * beside,
            start[1] + down * along + across * beside,
        )

    (a, b), (c, d) = at(before * ahead, before * aside), at(reach * ahead, reach * aside)
    (e, f) = at(length - reach * ahead, reach * aside)
    (g, h) = at(length - behind * ahead, behind * aside)
    points = []
    for one, two, three, four in _WEIGHTS:
        x = one * a + two * c + three * e + four * g
        points.append((x, one * b + two * d + three * f + four * h))
    return points


def length_of(points: Sequence[Point]) -> float:
    """Return the length of a line along `points`."""
    return sum(dist(one, other) for one, other in pairwise(points))


def between(points: Sequence[Point], before: float, behind: float) -> list[Point]:
    """Return the line along `points` without its ends; an empty list if nothing is left.

    It begins where it is `before` away from the first point, and ends `behind` from the last one.

    >>> between([(0, 0), (2, 0), (4, 0)], 1, 2.5)
    [(1.0, 0.0), (1.5, 0.0)]
    """
    kept = _outside(points, points[0], before)
    return _outside(kept[::-1], points[-1], behind)[::-1]


def _outside(points: Sequence[Point], centre: Point, radius: float) -> list[Point]:
    """Return the line from where it leaves the circle of `radius` around `centre`."""
    first = next((i for i, point in enumerate(points) if dist(point, centre) >= radius), None)
    if not first:
        return [] if first is None else [*points]
    (x, y), (right, down) = points[first - 1], points[first]
    across, along = right - x, down - y
    square = across * across + along * along
    half = ((x - centre[0]) * across + (y - centre[1]) * along) / square
    inside = (radius * radius - dist((x, y), centre) ** 2) / square
    share = sqrt(half * half + inside) - half
    return [(x + share * across, y + share * along), *points[first:]]


def rounded(
    corners: Sequence[Point], cost: Callable[[Sequence[Point], float], float]
) -> list[Point]:
    """Return the line along `corners`, each rounded as far as that does not raise the `cost`.

    `cost`: how long a line seems, or something above the number that goes with it if it is more.
    """
    points = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:]):
        for reach in _BENDS:
            bend = _bend(before, corner, after, reach)
            most = cost((bend[0], corner, bend[-1]), inf)
            if cost(bend, most) <= most:
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


def simplified(points: Sequence[Point], within: float) -> list[Point]:
    """Return fewer of the `points`, so that the line stays `within` a distance of all of them.

    The method is Ramer's and Douglas and Peucker's.

    >>> simplified([(0, 0), (1, 0.1), (2, 0), (2, 2)], 0.2)
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
    return [*simplified(points[: turn + 1], within)[:-1], *simplified(points[turn:], within)]


def sampled(points: Sequence[Point], step: float) -> list[Point]:
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
