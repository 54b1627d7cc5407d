"""The links of a chain: arrows from candidate to candidate, round all that they do not concern.

Their ways are a pure function of what is drawn, for all painters and sizes. Of a few curves each
link takes the one with the least cost: a gentle bow if nothing is in its way, else mostly the way
through the corridors. It keeps away from the links before it. Lengths of ways are in sides of a
cell, from the top left corner of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import dist, floor
from typing import NamedTuple

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.step import Candidate, Candidates, Link
from sudoku_frontends.pictures.argument import numbered
from sudoku_frontends.pictures.corridors import (
    DETOUR,
    Corridors,
    Spot,
    between,
    bow,
    length_of,
    round_off,
    sample,
)
from sudoku_frontends.pictures.highlights import BLOCKS, Marking, existing
from sudoku_frontends.pictures.page_geometry import Frame, note_place, note_room
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Disc, Line, Point, Polygon, Shape, Text
from sudoku_frontends.pictures.themes import Theme

CLEARANCE = 0.45
"""The least distance of a way from the middle of a candidate, in parts of its room."""
_OF_MARKS = 0.58
"""The same for a candidate with a mark, if there is such a way."""
_OF_DIGITS, _OF_RINGS = 0.3, 0.41
"""The same for a digit on the board, and for a digit in a ring, in sides of a cell."""
_FREE = 0.56
"""From the middle of a candidate to the end of its link, in parts of its room."""
_SHORTEST, _SHORT = 0.85, 100.0
"""The least length of a way that one can see, in such parts; how much longer it seems if not."""
_BOWS = (0.3, -0.3, 0.15, -0.15, 0.5, -0.5)
"""The angles at which a link may leave the straight way, the best first."""
_HOPS = ((1.4, 1.1), (1.45, 0.85), (1.5, 0.68))
"""The angles at which a link leaves for a near candidate, and how far it goes so, in rooms."""
_EXITS = ((0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0))
"""The places beside a candidate where a link to a near one may begin, in rooms of candidates."""
_NEAR = 2.2
"""The greatest distance of near candidates, in rooms of candidates."""
_LONGEST_TIE = 3.5
"""The greatest distance of two candidates that a band holds together."""


class Seen(NamedTuple):
    """What is on the board."""

    layout: Layout
    digits: tuple[int, ...]
    """The digit of each cell, or 0."""
    notes: tuple[int, ...]
    """The candidates of each cell that are drawn, bit ``digit - 1``."""
    marked: frozenset[Candidate]
    """The candidates and digits with a mark."""


class Ways(NamedTuple):
    """Where links go."""

    arrows: tuple[tuple[Link, tuple[Point, ...]], ...]
    """The links that can be drawn, each with its way."""
    ties: tuple[tuple[frozenset[Candidate], tuple[Point, ...]], ...]
    """The candidates at one end of a link, each with a way that holds some of them together."""


@lru_cache(maxsize=16)
def link_ways(links: tuple[Link, ...], seen: Seen) -> Ways:
    """Return the ways of `links` on the board that is `seen`."""
    paths = _Paths(seen)
    ends = {link: paths.nearest(link) for link in links}
    known = {link: pair for link, pair in ends.items() if pair}
    groups = dict.fromkeys(frozenset(end) for link in known for end in link[:2] if is_group(end))
    ties = [(group, paths.way(*pair)) for group in groups for pair in _tree(group, paths)]
    # A short link has the fewest ways, so it comes first.
    order = sorted(known, key=lambda link: paths.apart(*known[link]))
    arrows = {link: paths.way(*known[link]) for link in order}
    return Ways(tuple((link, arrows[link]) for link in known), tuple(ties))


def is_group(end: Candidates) -> bool:
    """Return whether the candidates at one end of a link are several of one digit."""
    return len(end) > 1 and len({digit for _, digit in end}) == 1


def _tree(group: Iterable[Candidate], paths: _Paths) -> Iterator[tuple[Candidate, Candidate]]:
    """Yield pairs of candidates that hold a group together, as near to each other as can be."""
    first, *left = sorted(existing(group, paths.layout))
    joined = [first]
    while left:
        pair = min(product(joined, left), key=lambda pair: (paths.apart(*pair), pair))
        if paths.apart(*pair) <= _LONGEST_TIE:
            yield pair
        joined.append(pair[1])
        left.remove(pair[1])


BADGE = 0.62
"""The size of the number of a link, in rooms of candidates."""

CROWD = 20
"""The number of links in one picture after which the others do not keep away from each other.

There is no room for that, and to look for it would take most of the time of a film.
"""


class _Paths:
    """Finds ways, one after another; each keeps away from those before it."""

    def __init__(self, seen: Seen) -> None:
        self.layout = seen.layout
        self._n = seen.layout.n
        self._digits = seen.digits
        self._room = note_room(self._n)
        self._n_ways = 0
        self._corridors = Corridors(
            self._n, [tuple(_spots(seen, cell)) for cell in range(self._n**2)]
        )

    def nearest(self, link: Link) -> tuple[Candidate, Candidate] | None:
        """Return the two ends of `link` that are nearest to each other, if it has any."""
        starts, ends = (existing(end, self.layout) for end in link[:2])
        pairs = [pair for pair in product(starts, ends) if self.apart(*pair)]
        return min(pairs, key=lambda pair: self.apart(*pair), default=None)

    def apart(self, one: Candidate, other: Candidate) -> float:
        return dist(self._place(one), self._place(other))

    def _place(self, candidate: Candidate) -> Point:
        """Return the middle of a candidate, or of the digit that is in its cell."""
        row, column = divmod(int(candidate.cell), self._n)
        is_filled = self._digits[candidate.cell]
        x, y = (0.5, 0.5) if is_filled else note_place(self._n, candidate.digit)
        return column + x, row + y

    def way(self, start: Candidate, end: Candidate) -> tuple[Point, ...]:
        """Return the way from `start` to `end`, from which the next ones keep away."""
        one, other = self._place(start), self._place(end)
        free = [
            _OF_RINGS + 0.02 if self._digits[each.cell] else _FREE * self._room
            for each in (start, end)
        ]
        if dist(one, other) > _NEAR * self._room:
            corridors = self._corridors.without(one, other)
            choices = self._far(one, other, free, corridors)
        else:
            corridors = self._corridors
            choices = self._near(one, other, free)
        self._n_ways += 1
        if self._n_ways > CROWD:
            return tuple(next(filter(None, choices), ()))
        points = self._best(choices, corridors)
        self._corridors.add(points)
        return tuple(points)

    def _best(self, choices: Iterable[list[Point]], corridors: Corridors) -> list[Point]:
        """Return the first of `choices` that at most crosses another link, or the cheapest one."""
        best: list[Point] = []
        least = float("inf")
        for points in filter(None, choices):
            length = length_of(points)
            missing = _SHORT * max(0.0, _SHORTEST * self._room - length)
            cost = corridors.cost(points) - length + missing
            if cost < least:
                best, least = points, cost
            if least < 2.5 * DETOUR:  # at most it crosses another link
                break
        return best

    def _far(
        self, start: Point, end: Point, free: Sequence[float], corridors: Corridors
    ) -> Iterator[list[Point]]:
        """Yield ways between two candidates, the nicest first."""
        reach = min(0.35 * dist(start, end), 2.0)
        for angle in _BOWS:
            yield bow(start, end, angle, reach, *free)
        yield between(round_off(corridors.way(start, end), corridors.cost), *free)

    def _near(self, start: Point, end: Point, free: Sequence[float]) -> Iterator[list[Point]]:
        """Yield ways between candidates that are near to each other, the nicest first."""
        side = _inwards(start, end)
        for (angle, reach), sign in product(_HOPS, (side, -side)):
            yield bow(start, end, sign * angle, reach * self._room, *free)
        for one, other in product(self._exits(start), self._exits(end)):
            if dist(one, other) <= 2 * self._room:
                yield round_off(self._corridors.way(one, other), self._corridors.cost)

    def _exits(self, point: Point) -> list[Point]:
        return [(point[0] + x * self._room, point[1] + y * self._room) for x, y in _EXITS]


def _spots(seen: Seen, cell: int) -> Iterator[Spot]:
    """Yield what is in a cell and must not be covered."""
    n, digit = seen.layout.n, seen.digits[cell]
    room = note_room(n)
    if digit:
        radius = _OF_RINGS if Candidate(cell, digit) in seen.marked else _OF_DIGITS
        yield Spot(0.5, 0.5, radius, radius)
        return
    for digit in digits_of[seen.notes[cell]]:
        wide = _OF_MARKS if Candidate(cell, digit) in seen.marked else CLEARANCE
        yield Spot(*note_place(n, digit), CLEARANCE * room, wide * room)


def _inwards(start: Point, end: Point) -> int:
    """Return 1 if the middle of the cell of `start` is to the right on the way to `end`, or -1."""
    across, down = end[0] - start[0], end[1] - start[1]
    x, y = floor(start[0]) + 0.5 - start[0], floor(start[1]) + 0.5 - start[1]
    return 1 if across * y - down * x >= 0 else -1


def arrows(scene: Scene, marking: Marking, frame: Frame, theme: Theme) -> tuple[Shape, ...]:
    """Return an arrow for each link: solid for a strong link, dashed for a weak link.

    A band holds the candidates together that are one end of a link. The links of a chain have
    numbers, and its start has a ring. The way of a link is the same from clause to clause.
    """
    sights = _sights(marking, frame, theme)
    whole = marking.whole
    if not (scene.step and whole.links):
        return sights
    ways = link_ways(whole.links, seen_of(scene, whole))
    shapes: list[Shape] = [
        Line(_on_page(tie, frame), theme.bar, 0.2 * frame.slot)
        for group, tie in ways.ties
        if group <= marking.roles.keys() or marking is whole
    ]
    heads: list[Shape] = []
    order = numbered(scene.step, whole.links)
    for link, way in ways.arrows:
        if way and link in marking.links:
            colour = theme.arrow if link in marking.past else theme.link
            number = str(1 + order.index(link)) if order else ""
            shaft, head = _arrow(way, link.strong, number, colour, frame, theme)
            shapes += shaft
            heads += head
    if order:
        line = max(1.4, 0.034 * frame.cell) * theme.stroke
        for cell, digit in order[0].start:
            heads.append(Disc(*frame.note(cell, digit), 0.66 * frame.slot, "", theme.link, line))
    return (*shapes, *heads)  # no shaft may cover a head


def _on_page(points: Iterable[Point], frame: Frame) -> tuple[Point, ...]:
    left, top, side = frame.board.x, frame.board.y + frame.drop, frame.cell
    return tuple((left + x * side, top + y * side) for x, y in points)


def _sights(marking: Marking, frame: Frame, theme: Theme) -> tuple[Shape, ...]:
    """Return lines from the digits that block other cells, along rows and columns."""
    n, line = frame.layout.n, max(1.4, 0.03 * frame.cell)
    shapes: list[Shape] = []
    cells = {each.cell for places in marking.blockers.values() for each in places}
    if len(cells) == 1 < len(marking.blockers):  # they see a single cell, whose digit stays free
        return ()
    for blocker, places in marking.blockers.items():
        row, column = divmod(blocker.cell, n)
        ways = [(each.cell // n - row, each.cell % n - column) for each in places]
        straight = [(down, right) for down, right in ways if not (down and right)]
        for sign, axis in product((-1, 1), (0, 1)):
            reach = max((sign * way[axis] for way in straight), default=0)
            if reach > 0:
                x, y = frame.centre(blocker.cell)
                towards = (0, sign) if axis == 0 else (sign, 0)
                points = [
                    (x + part * frame.cell * towards[0], y + part * frame.cell * towards[1])
                    for part in (0.5, reach)
                ]
                shapes.append(Line(tuple(points), marking.figure(BLOCKS, theme)[1].edge, line))
    return tuple(shapes)


def seen_of(scene: Scene, marking: Marking) -> Seen:
    """Return what the links must not cover."""
    grid = scene.grid
    marked = frozenset((*marking.roles, *marking.eliminated, *marking.crossed))
    notes = [*grid.masks] if scene.has_candidates else [0] * len(grid.masks)
    for cell, digit in marked:
        notes[cell] |= 1 << digit - 1
    placed = marking.placed
    digits = [placed.get(cell, digit) for cell, digit in enumerate(grid.digits)]
    marked |= {Candidate(*each) for each in placed.items()}
    return Seen(grid.layout, tuple(digits), tuple(notes), marked)


@lru_cache(maxsize=256)
def _arrow(
    points: tuple[Point, ...], strong: bool, number: str, colour: str, frame: Frame, theme: Theme
) -> tuple[Sequence[Shape], Sequence[Shape]]:
    """Return an arrow: its shaft, then its head and its `number`, if it has any."""
    curve = _on_page(points, frame)
    line = max(1.4, 0.034 * frame.cell) * theme.stroke
    head = min(max(3 * line, 0.125 * frame.cell), 0.5 * length_of(curve))
    tip = curve[-1]
    back = next((p for p in reversed(curve) if dist(p, tip) >= head), curve[0])
    end, way = complex(*tip), complex(*tip) - complex(*back)
    way /= abs(way) or 1
    base = end - way * head
    corners = (base + way * 0.45j * head, base - way * 0.45j * head)
    left, right, middle = ((point.real, point.imag) for point in (*corners, base))
    shaft = (*(p for p in curve if dist(p, tip) > head), middle)
    heads: list[Shape] = [Polygon((tip, left, right), colour)]
    if number:  # in the middle of its way
        size, half = BADGE * frame.slot, dist(curve[0], tip) / 2
        x, y = next(point for point in sample(curve, size / 9) if dist(point, curve[0]) >= half)
        heads.append(Disc(x, y, 0.62 * size, theme.board, colour, 0.06 * size))
        heads.append(Text(x, y, number, 0.85 * size, theme.word, bold=True))
    # A light edge separates crossing lines.
    edge = Line(shaft, theme.board, line * 2.4)
    return [edge, Line(shaft, colour, line, dashed=not strong)], heads
