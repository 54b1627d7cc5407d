"""The dashes of a dashed line, for painters that do not know such lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from sudoku_engine.picture.shapes import Point


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
            share = done / length
            point = (
                start[0] + (end[0] - start[0]) * share,
                start[1] + (end[1] - start[1]) * share,
            )
            if is_on:
                pieces[-1].append(point)
            else:
                pieces.append([point])
            is_on, left = not is_on, gap if is_on else dash
        left -= length - done
        if is_on:
            pieces[-1].append(end)
    return [piece for piece in pieces if len(piece) > 1]
