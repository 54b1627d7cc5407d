"""The links of a chain, as arrows from candidate to candidate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, floor, hypot, inf, sin

from sudoku_engine.board.step import Candidate, Link
from sudoku_engine.picture.highlights import Marking
from sudoku_engine.picture.page_geometry import Frame
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.shapes import Line, Point, Polygon, Shape
from sudoku_engine.picture.themes import Theme

_PIECES = 40
"""The number of straight lines in an arrow's curve."""
_BENDS = (0.31, -0.31, 0.56, -0.56, 0.8, -0.8)
"""The angles at which a curve may leave the straight way, the best first."""
_TOUCHING = 1.2
"""The least distance of marks with room for an arrow between them, in parts of their room."""


def arrows(scene: Scene, marking: Marking, frame: Frame, theme: Theme) -> tuple[Shape, ...]:
    """Return an arrow for each link: solid for a strong link, dashed for a weak link."""
    shapes: list[Shape] = []
    marked = {*marking.roles, *marking.eliminated, *marking.crossed} if marking.links else ()
    for link in marking.links:
        ends = _nearest(link, frame)
        if ends:
            others = [frame.note(*c) for c in marked if c not in (*link.start, *link.end)]
            shapes += _arrow(_way(*ends, others, frame), link.strong, frame, theme)
    return tuple(shapes)


def _nearest(link: Link, frame: Frame) -> tuple[Point, Point] | None:
    """Return the two ends of `link` that are nearest to each other."""
    starts = [frame.note(*c) for c in link.start if _exists(c, frame)]
    ends = [frame.note(*c) for c in link.end if _exists(c, frame)]
    pairs = [(start, end) for start in starts for end in ends if start != end]
    return min(pairs, key=lambda pair: _distance(*pair)) if pairs else None


def _exists(candidate: Candidate, frame: Frame) -> bool:
    layout = frame.layout
    return 0 <= candidate.cell < len(layout.cells) and 1 <= candidate.digit <= layout.n


def _distance(one: Point, other: Point) -> float:
    return hypot(other[0] - one[0], other[1] - one[1])


def _way(start: Point, end: Point, others: Sequence[Point], frame: Frame) -> list[Point]:
    """Return the points of an arrow's curve, which does not cover the marks at its ends.

    Of several curves it is the one that covers the fewest of the `others`, the centres of marks.
    """
    length, slot = _distance(start, end), frame.slot
    if length < _TOUCHING * slot:
        return _round(start, end, frame)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    reach = min(0.35 * length, 2 * frame.cell)
    best, least = [start, end], inf
    for bend in _BENDS:
        ahead, aside = reach * cos(bend), reach * sin(bend)
        leaving = across * ahead - down * aside, down * ahead + across * aside
        coming = -across * ahead - down * aside, -down * ahead + across * aside
        turns = _moved(start, leaving), _moved(end, coming)
        way = _curve(start, *turns, end, min(0.62 * slot, 0.3 * length))
        hidden = sum(any(_distance(p, other) < 0.55 * slot for p in way) for other in others)
        hidden += sum(not _is_on_board(p, frame) for p in way)
        if hidden < least:
            best, least = way, hidden
        if not least:
            break
    return best


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _is_on_board(point: Point, frame: Frame) -> bool:
    x, y, width, height = frame.board
    return x <= point[0] <= x + width and y <= point[1] <= y + height


def _arrow(curve: Sequence[Point], strong: bool, frame: Frame, theme: Theme) -> list[Shape]:
    """Return an arrow along `curve`."""
    line = max(1.4, 0.034 * frame.cell) * theme.stroke
    length = sum(map(_distance, curve, curve[1:]))
    head = min(max(3.4 * line, 0.15 * frame.cell), 0.5 * length)
    tip = curve[-1]
    back = next((p for p in reversed(curve) if _distance(p, tip) >= head), curve[0])
    length = _distance(back, tip) or 1
    way = (tip[0] - back[0]) / length, (tip[1] - back[1]) / length
    base = tip[0] - way[0] * head, tip[1] - way[1] * head
    side = -way[1] * 0.45 * head, way[0] * 0.45 * head
    left = base[0] + side[0], base[1] + side[1]
    right = base[0] - side[0], base[1] - side[1]
    shaft = (*(p for p in curve if _distance(p, tip) > head), base)
    return [
        Line(shaft, theme.board, line * 2.4),  # a light edge separates crossing lines
        Line(shaft, theme.link, line, dashed=not strong),
        Polygon((tip, left, right), theme.link),
    ]


def _curve(start: Point, turn: Point, other_turn: Point, end: Point, free: float) -> list[Point]:
    """Return points of a Bezier curve, of the part that is `free` of both ends."""

    def at(t: float) -> Point:
        shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        points = (start, turn, other_turn, end)
        return (
            sum(share * x for share, (x, _) in zip(shares, points)),
            sum(share * y for share, (_, y) in zip(shares, points)),
        )

    first = _first(lambda t: _distance(at(t), start) >= free) if free else 0
    last = 1 - _first(lambda t: _distance(at(1 - t), end) >= free) if free else 1
    return [at(first + (last - first) * i / _PIECES) for i in range(_PIECES + 1)]


def _first(is_far: Callable[[float], bool]) -> float:
    """Return the least place, from 0 to a half, that is far enough."""
    low, high = 0.0, 0.5
    for _ in range(8):
        half = (low + high) / 2
        low, high = (low, half) if is_far(half) else (half, high)
    return high


def _round(start: Point, end: Point, frame: Frame) -> list[Point]:
    """Return a curve around two marks in one cell that touch, on the side of the cell's middle."""
    x, y, side, slot = frame.board.x, frame.board.y, frame.cell, frame.slot
    centre = (
        x + (floor((start[0] - x) / side) + 0.5) * side,
        y + (floor((start[1] - y) / side) + 0.5) * side,
    )
    length = _distance(start, end)
    out = (start[1] - end[1]) / length * slot, (end[0] - start[0]) / length * slot
    if _distance(_moved(start, out), centre) > _distance(start, centre):
        out = -out[0], -out[1]
    near, far = (0.52 * out[0], 0.52 * out[1]), (1.15 * out[0], 1.15 * out[1])
    return _curve(_moved(start, near), _moved(start, far), _moved(end, far), _moved(end, near), 0)
