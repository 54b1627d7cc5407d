"""Curves as lists of points: Bezier curves, rounded corners, parts of curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, copysign, cos, dist, sin

from sudoku_engine.picture.shapes import Point

PIECES = 32
"""The number of straight lines in a Bezier curve."""


def bezier(start: Point, turn: Point, other_turn: Point, end: Point) -> list[Point]:
    """Return points of the curve that leaves `start` towards `turn`.

    It comes to `end` from `other_turn`.
    """
    (a, b), (c, d), (e, f), (g, h) = start, turn, other_turn, end
    points = []
    for i in range(PIECES + 1):
        t = i / PIECES
        one, two, three, four = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        x = one * a + two * c + three * e + four * g
        points.append((x, one * b + two * d + three * f + four * h))
    return points


def arc(start: Point, end: Point, bend: float, reach: float) -> list[Point]:
    """Return a curve that leaves the straight way at an angle, and comes back at the same angle.

    `bend`: the angle, to the right if it is positive; `reach`: how far the curve goes that way.
    """
    length = dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    ahead, aside = reach * cos(bend), reach * sin(bend)
    turn = (
        start[0] + across * ahead - down * aside,
        start[1] + down * ahead + across * aside,
    )
    other_turn = (
        end[0] - across * ahead - down * aside,
        end[1] - down * ahead + across * aside,
    )
    return bezier(start, turn, other_turn, end)


def hop(start: Point, end: Point, angle: float, radius: float, height: float) -> list[Point]:
    """Return a curve over the straight way, `height` above it in the middle.

    It begins and ends on circles of `radius` around both points, at this `angle` to the way.
    """
    length = dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def at(ahead: float, aside: float) -> Point:
        return (
            start[0] + across * ahead - down * aside,
            start[1] + down * ahead + across * aside,
        )

    ahead, aside = radius * cos(angle), radius * sin(angle)
    top = (4 * copysign(height, angle) - aside) / 3
    turn = min(ahead * top / aside, 0.15 * length)
    return bezier(
        at(ahead, aside), at(turn, top), at(length - turn, top), at(length - ahead, aside)
    )


def length_of(points: Sequence[Point]) -> float:
    """Return the length of a line along `points`."""
    return sum(dist(one, other) for one, other in pairwise(points))


def between(points: Sequence[Point], before: float, behind: float) -> list[Point]:
    """Return the line along `points` without its ends; an empty list if nothing is left.

    It begins where it is `before` away from the first point, and ends `behind` from the last one.
    """
    kept = _from(points, points[0], before)
    return _from(kept[::-1], points[-1], behind)[::-1]


def _from(points: Sequence[Point], centre: Point, radius: float) -> list[Point]:
    """Return the line from where it leaves the circle of `radius` around `centre`."""
    outside = (i for i, point in enumerate(points) if dist(point, centre) >= radius)
    first = next(outside, len(points))
    if first in (0, len(points)):
        return [*points[first:]]
    near, far = points[first - 1], points[first]
    for _ in range(12):
        half = (near[0] + far[0]) / 2, (near[1] + far[1]) / 2
        if dist(half, centre) < radius:
            near = half
        else:
            far = half
    return [far, *points[first:]]


def rounded(corners: Sequence[Point], is_clear: Callable[[Sequence[Point]], bool]) -> list[Point]:
    """Return the line along `corners`, each rounded as much as is clear."""
    if len(corners) < 3:
        return [*corners]
    points = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:]):
        for reach in _BENDS:
            turn = _turn(before, corner, after, reach)
            if is_clear(turn):
                points += turn
                break
        else:
            points.append(corner)
    return [*points, corners[-1]]


_BENDS = (1.5, 0.9, 0.5, 0.3, 0.15, 0.08)
"""How far from a corner a bend may begin, the best first."""


def _turn(before: Point, corner: Point, after: Point, reach: float) -> list[Point]:
    """Return a bend that begins `reach` before `corner`, and no farther than half of the way."""
    start, end = (
        _at(corner, other, min(0.5, reach / (dist(corner, other) or 1)))
        for other in (before, after)
    )
    pieces = 10
    return [
        _at(_at(start, corner, i / pieces), _at(corner, end, i / pieces), i / pieces)
        for i in range(pieces + 1)
    ]


def _at(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def without_straight(corners: Sequence[Point]) -> list[Point]:
    """Return `corners` without those at which the line goes straight on.

    >>> without_straight([(0, 0), (1, 1), (2, 2), (2, 3)])
    [(0, 0), (2, 2), (2, 3)]
    """
    kept = [corners[0]]
    for corner, after in pairwise(corners[1:]):
        if distance_to(corner, kept[-1], after) > 1e-9:
            kept.append(corner)
    return [*kept, corners[-1]]


def simplified(points: Sequence[Point], within: float) -> list[Point]:
    """Return fewer of the `points`, so that the line stays `within` a distance of all of them.

    The method is Ramer's and Douglas and Peucker's.

    >>> simplified([(0, 0), (1, 0.1), (2, 0), (2, 2)], 0.2)
    [(0, 0), (2, 0), (2, 2)]
    """
    if len(points) < 3:
        return [*points]
    start, *others, end = points
    away = [distance_to(point, start, end) for point in others]
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
        found += [_at(start, end, i / pieces) for i in range(1, pieces + 1)]
    return found


def distance_to(point: Point, start: Point, end: Point) -> float:
    """Return the distance of `point` from the straight line between two points.

    >>> distance_to((1, 1), (0, 0), (5, 0)), distance_to((-3, 4), (0, 0), (5, 0))
    (1.0, 5.0)
    """
    across, down = end[0] - start[0], end[1] - start[1]
    square = across * across + down * down
    ahead = (point[0] - start[0]) * across + (point[1] - start[1]) * down
    share = min(max(ahead / square, 0.0), 1.0) if square else 0.0
    return dist(point, (start[0] + share * across, start[1] + share * down))
