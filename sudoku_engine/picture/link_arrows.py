"""The links of a chain, as arrows from candidate to candidate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist

from sudoku_engine.board.step import Candidate
from sudoku_engine.picture.curves import length_of
from sudoku_engine.picture.highlights import Marking
from sudoku_engine.picture.link_ways import link_ways
from sudoku_engine.picture.obstacles import Seen
from sudoku_engine.picture.page_geometry import Frame
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.shapes import Line, Point, Polygon, Shape
from sudoku_engine.picture.themes import Theme


def arrows(scene: Scene, marking: Marking, frame: Frame, theme: Theme) -> tuple[Shape, ...]:
    """Return an arrow for each link: solid for a strong link, dashed for a weak link.

    A band holds the candidates together that are one end of a link.
    """
    if not marking.links:
        return ()
    ways = link_ways(marking.links, _seen(scene, marking))
    shapes: list[Shape] = [_band(_on_page(tie, frame), frame, theme) for tie in ways.ties]
    heads = []
    for link, way in ways.arrows:
        if way:
            *shaft, head = _arrow(_on_page(way, frame), link.strong, frame, theme)
            shapes += shaft
            heads.append(head)
    return (*shapes, *heads)  # no shaft may cover a head


def _seen(scene: Scene, marking: Marking) -> Seen:
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


def _on_page(points: Iterable[Point], frame: Frame) -> list[Point]:
    """Return `points` of the board as points of the picture."""
    x, y, side = frame.board.x, frame.board.y, frame.cell
    return [(x + across * side, y + down * side) for across, down in points]


def _band(points: Sequence[Point], frame: Frame, theme: Theme) -> Shape:
    return Line(tuple(points), theme.bar, 0.2 * frame.slot)


def _arrow(curve: Sequence[Point], strong: bool, frame: Frame, theme: Theme) -> list[Shape]:
    """Return an arrow along `curve`."""
    line = max(1.4, 0.034 * frame.cell) * theme.stroke
    head = min(max(3 * line, 0.125 * frame.cell), 0.5 * length_of(curve))
    tip = curve[-1]
    back = next((p for p in reversed(curve) if dist(p, tip) >= head), curve[0])
    length = dist(back, tip) or 1
    way = (tip[0] - back[0]) / length, (tip[1] - back[1]) / length
    base = tip[0] - way[0] * head, tip[1] - way[1] * head
    side = -way[1] * 0.45 * head, way[0] * 0.45 * head
    left = base[0] + side[0], base[1] + side[1]
    right = base[0] - side[0], base[1] - side[1]
    shaft = (*(p for p in curve if dist(p, tip) > head), base)
    return [
        Line(shaft, theme.board, line * 2.4),  # a light edge separates crossing lines
        Line(shaft, theme.link, line, dashed=not strong),
        Polygon((tip, left, right), theme.link),
    ]
