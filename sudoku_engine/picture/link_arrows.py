"""The links of a chain, as arrows from candidate to candidate."""

from __future__ import annotations

from math import hypot

from sudoku_engine.board.step import Candidate, Link
from sudoku_engine.picture.highlights import Marking
from sudoku_engine.picture.page_geometry import Frame
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.shapes import Line, Point, Polygon, Shape
from sudoku_engine.picture.themes import Theme

_PIECES = 14
"""The number of straight lines in an arrow's curve."""


def arrows(scene: Scene, marking: Marking, frame: Frame, theme: Theme) -> tuple[Shape, ...]:
    """Return an arrow for each link: solid for a strong link, dashed for a weak link."""
    shapes: list[Shape] = []
    for link in marking.links:
        ends = _nearest(link, frame)
        if ends:
            shapes += _arrow(*ends, link.strong, frame, theme)
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


def _arrow(start: Point, end: Point, strong: bool, frame: Frame, theme: Theme) -> list[Shape]:
    """Return a bent arrow that does not cover the marks at its ends."""
    line = max(1.4, 0.034 * frame.cell) * theme.stroke
    free = min(0.62 * frame.slot, 0.3 * _distance(start, end))
    head = min(max(3.4 * line, 0.15 * frame.cell), 0.4 * _distance(start, end))
    curve = _trimmed(_curve(start, end), start, end, free)
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


def _curve(start: Point, end: Point) -> list[Point]:
    """Return points of a slightly bent curve, which avoids the marks on the straight line."""
    bend = 0.16
    middle = (
        (start[0] + end[0]) / 2 - (end[1] - start[1]) * bend,
        (start[1] + end[1]) / 2 + (end[0] - start[0]) * bend,
    )
    points = []
    for i in range(_PIECES * 4 + 1):
        t = i / (_PIECES * 4)
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append(
            (
                a * start[0] + b * middle[0] + c * end[0],
                a * start[1] + b * middle[1] + c * end[1],
            )
        )
    return points


def _trimmed(curve: list[Point], start: Point, end: Point, free: float) -> list[Point]:
    kept = [p for p in curve if _distance(p, start) >= free and _distance(p, end) >= free]
    return kept if len(kept) > 1 else [start, end]
