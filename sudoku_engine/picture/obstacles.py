"""What is drawn on a board and must not be covered: digits and candidates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import pairwise
from math import dist, floor
from typing import NamedTuple

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.step import Candidate
from sudoku_engine.picture.corridors import Disc, net_of
from sudoku_engine.picture.curves import distance_to
from sudoku_engine.picture.page_geometry import note_place, note_room
from sudoku_engine.picture.shapes import Point

CLEARANCE = 0.45
"""The least distance of a line from the middle of a candidate, in parts of its room."""
_OF_MARKS = 0.58
"""The same for a candidate with a mark, if there is such a way."""
_OF_DIGITS, OF_RINGS = 0.3, 0.41
"""The same for a digit on the board, and for a digit in a ring, in sides of a cell."""


_EDGE = 0.03
"""The least distance of a line from the edge of the board, in sides of a cell."""
_TOUCH = 1e-6
"""A line that is no deeper in a disc only touches it."""


class Seen(NamedTuple):
    """What is on the board."""

    layout: Layout
    digits: tuple[int, ...]
    """The digit of each cell, or 0."""
    notes: tuple[int, ...]
    """The candidates of each cell that are drawn, bit ``digit - 1``."""
    marked: frozenset[Candidate]
    """The candidates and digits with a mark."""


class Obstacles:
    """The discs in the cells of a board of `n` rows, which a line must not cross."""

    def __init__(self, n: int, discs: Sequence[tuple[Disc, ...]]) -> None:
        self._n = n
        self._net = net_of(n)
        self._discs = [*discs]
        self._placed = [self._on_board(cell) for cell in range(n * n)]
        self._closed: dict[int, int] = {}

    def without(self, *points: Point) -> Obstacles:
        """Return the obstacles of a line that concerns what is at `points`."""
        other = copy(self)
        other._discs, other._placed = [*self._discs], [*self._placed]
        other._closed = {**self._closed}
        for x, y in points:
            cell = floor(y) * self._n + floor(x)
            middle = x - floor(x), y - floor(y)
            kept = (disc for disc in other._discs[cell] if dist(disc[:2], middle) > 1e-6)
            other._discs[cell] = tuple(kept)
            other._placed[cell] = other._on_board(cell)
            other._closed.pop(cell, None)
        return other

    def _on_board(self, cell: int) -> list[Disc]:
        """Return the discs in `cell` with their places on the board."""
        row, column = divmod(cell, self._n)
        return [Disc(column + x, row + y, radius) for x, y, radius in self._discs[cell]]

    def closed(self, cell: int) -> int:
        """Return what is closed in `cell`, as `Net.way` wants it."""
        if cell not in self._closed:
            self._closed[cell] = self._net.closed(self._discs[cell])
        return self._closed[cell]

    def is_clear(self, points: Sequence[Point]) -> bool:
        """Return whether the line along `points` covers nothing and stays on the board."""
        return not any(self._depths(points))

    def covered(self, points: Sequence[Point]) -> float:
        """Return how much the line along `points` covers."""
        return sum(self._depths(points))

    def _depths(self, points: Sequence[Point]) -> Iterator[float]:
        """Yield how deep the line is in each disc, and 1 for each point beyond the board."""
        for x, y in points:
            if min(x, y) < _EDGE or max(x, y) > self._n - _EDGE:
                yield 1.0
        for start, end in pairwise(points):
            for x, y, radius in self._near(start, end):
                depth = radius - distance_to((x, y), start, end)
                if depth > _TOUCH:
                    yield depth

    def _near(self, start: Point, end: Point) -> Iterator[Disc]:
        """Yield the discs in the cells from `start` to `end`, with their places on the board."""
        (left, top), (right, bottom) = start, end
        if left > right:
            left, right = right, left
        if top > bottom:
            top, bottom = bottom, top
        for row in range(max(floor(top), 0), min(floor(bottom) + 1, self._n)):
            for column in range(max(floor(left), 0), min(floor(right) + 1, self._n)):
                for disc in self._placed[row * self._n + column]:
                    x, y, radius = disc
                    if left - radius < x < right + radius and top - radius < y < bottom + radius:
                        yield disc


def obstacles_on(seen: Seen, with_marks: bool = True) -> Obstacles:
    """Return what is on the board that is `seen`, marks with more room around them or not."""
    n, room = seen.layout.n, note_room(seen.layout.n)
    of_marks = _OF_MARKS if with_marks else CLEARANCE

    def discs(cell: int) -> Iterator[Disc]:
        digit = seen.digits[cell]
        if digit:
            is_ringed = Candidate(cell, digit) in seen.marked
            yield Disc(0.5, 0.5, OF_RINGS if is_ringed else _OF_DIGITS)
            return
        for digit in digits_of[seen.notes[cell]]:
            is_marked = Candidate(cell, digit) in seen.marked
            yield Disc(*note_place(n, digit), (of_marks if is_marked else CLEARANCE) * room)

    return Obstacles(n, [tuple(discs(cell)) for cell in range(n * n)])
