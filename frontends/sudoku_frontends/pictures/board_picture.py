"""The picture of a board with a step: a pure function from a scene to shapes.

Window, image and notebook paint the same shapes, so all show the same. Each mark has a colour and
a shape, so one can see it without colours and from the last row.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from sudoku_engine.board.step import COVER
from sudoku_frontends.pictures.captions import (
    ListRoom,
    PadRoom,
    captions,
    choice_list,
    digit_pad,
    frame_with_list,
    frame_with_pad,
    help_panel,
)
from sudoku_frontends.pictures.cell_shapes import CellLook, CellPainter, cell_looks, cell_painter
from sudoku_frontends.pictures.clue_shapes import ClueShapes, clue_shapes, draft_shapes
from sudoku_frontends.pictures.clue_words import clues_of
from sudoku_frontends.pictures.highlights import Marking, marking_of, pattern_cells
from sudoku_frontends.pictures.link_ways import arrows
from sudoku_frontends.pictures.page_geometry import Frame, frame_of, is_border, near_frame
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Box, Line, Part, Rect, Shape, Text, outlines
from sudoku_frontends.pictures.themes import Theme


def picture(scene: Scene, theme: Theme, width: float, height: float) -> tuple[Part, ...]:
    """Return the parts of the picture of `scene`, `width` x `height` large, from back to front.

    ``ground``; ``labels``, the numbers of rows and columns; ``draft``, a clue that is being
    drawn; with clues also ``shades``, ``tints`` and ``clues``, which are below the cells; ``cell
    0``, ``cell 1``, …, each within its own cell; ``houses``, with clues also their ``signs``, the
    ``draft signs`` of a clue that is being drawn, and ``links``, which cover the cells; ``edge``,
    which is around a board that is seen from near; the words:
    ``title``, ``notation``, ``progress``, ``legend``, ``status``; ``list``; ``pad``; ``help``,
    which covers the board. A step changes the parts of the cells that it concerns, and the names of
    the parts are always the same for a layout.
    """
    whole, room = _room(scene, width, height)
    marking = marking_of(scene)
    frame = near_frame(whole, *pattern_cells(scene)) if scene.is_near else whole
    painter = cell_painter(frame, theme)
    looks = cell_looks(scene, marking, theme)
    cells = [Part(f"cell {cell}", painter.shapes(cell, look)) for cell, look in enumerate(looks)]
    below, signs = clue_parts(looks, painter)
    draft = draft_shapes(scene.draft, frame, theme) if scene.draft else ClueShapes()
    return (
        Part("ground", ground(frame, theme)),
        Part("labels", labels(whole, theme) if scene.has_labels and frame is whole else ()),
        Part("draft", draft.shades + draft.lines),
        *below,
        *cells,
        Part("houses", house_outlines(marking, frame, theme)),
        *signs,
        Part("draft signs", draft.signs),
        Part("links", arrows(scene, marking, frame, theme)),
        Part("edge", () if frame is whole else _edge(frame, whole, theme, scene.has_labels)),
        *captions(scene, marking.whole, whole, theme),
        Part("list", choice_list(scene, room, theme) if isinstance(room, ListRoom) else ()),
        Part("pad", digit_pad(scene.pad, room, theme) if isinstance(room, PadRoom) else ()),
        Part("help", help_panel(scene, whole, theme)),
    )


def frame_of_scene(scene: Scene, width: float, height: float) -> Frame:
    """Return the frame of the picture of `scene`, which leaves room for its list or its pad."""
    return _room(scene, width, height)[0]


def _room(
    scene: Scene, width: float, height: float
) -> tuple[Frame, ListRoom] | tuple[Frame, PadRoom] | tuple[Frame, None]:
    layout = scene.grid.layout
    if scene.choices:
        return frame_with_list(layout, width, height, scene.is_half)
    if scene.pad:
        return frame_with_pad(layout, width, height, len(scene.pad))
    return frame_of(layout, width, height, scene.has_words), None


def clue_parts(
    looks: Sequence[CellLook], painter: CellPainter
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return the parts of clues and tints below the cells, and those above; none without clues."""
    if not clues_of(painter.frame.layout):
        return (), ()
    made = clue_shapes(painter.frame, painter.theme)
    tints = tuple(shape for each in enumerate(looks) for shape in painter.tint(*each))
    below = (Part("shades", made.shades), Part("tints", tints), Part("clues", made.lines))
    return below, (Part("signs", made.signs),)


@lru_cache(maxsize=2)
def ground(frame: Frame, theme: Theme) -> tuple[Shape, ...]:
    """Return the board without its cells."""
    return (
        Rect(0, 0, frame.width, frame.height, theme.ground),
        Rect(*frame.board, fill=theme.board),
        *_rules(frame, theme),
    )


def _rules(frame: Frame, theme: Theme) -> list[Shape]:
    """Return the thin lines of the board, then the thick ones between boxes."""
    x, y, side, _ = frame.board
    layout, n, cell = frame.layout, frame.layout.n, frame.cell
    more = frame.border / 2  # at both ends, so that corners are closed
    thin: list[Shape] = []
    thick: list[Shape] = []
    for i in range(1, n):
        left, top = x + i * cell, y + i * cell
        thin.append(Line(((x, top), (x + side, top)), theme.rule, frame.rule))
        thin.append(Line(((left, y), (left, y + side)), theme.rule, frame.rule))
        for first, last in _stretches([is_border(layout, i * n + k, -1, 0) for k in range(n)]):
            ends = ((x + first * cell - more, top), (x + last * cell + more, top))
            thick.append(Line(ends, theme.border, frame.border))
        for first, last in _stretches([is_border(layout, k * n + i, 0, -1) for k in range(n)]):
            ends = ((left, y + first * cell - more), (left, y + last * cell + more))
            thick.append(Line(ends, theme.border, frame.border))
    return [*thin, *thick, Rect(*frame.board, outline=theme.border, line=frame.border)]


def _stretches(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where runs of true `flags` start and end.

    >>> list(_stretches([True, True, False, True]))
    [(0, 2), (3, 4)]
    """
    for is_on, places in groupby(range(len(flags)), flags.__getitem__):
        if is_on:
            first, *others = places
            yield first, first + len(others) + 1


@lru_cache(maxsize=4)
def labels(frame: Frame, theme: Theme, near: Frame | None = None) -> tuple[Shape, ...]:
    """Return the numbers of rows and columns, of those that are seen if the board is `near`."""
    x = frame.board.x - frame.rim.left - 1.4 * frame.label
    y = frame.board.y - frame.rim.top - 1.05 * frame.label
    board, seen = frame.board, near or frame
    shapes: list[Shape] = []
    for i in range(frame.layout.n):
        middle = (i + 0.5) * seen.cell
        top, left = seen.board.y + middle, seen.board.x + middle
        if board.y < top < board.y + board.height:
            shapes.append(Text(x, top, f"r{i + 1}", frame.label, theme.soft))
        if board.x < left < board.x + board.width:
            shapes.append(Text(left, y, f"c{i + 1}", frame.label, theme.soft))
    return tuple(shapes)


def _edge(frame: Frame, whole: Frame, theme: Theme, has_labels: bool) -> tuple[Shape, ...]:
    """Return what is around the part of a board that is seen from near, with its numbers."""
    x, y, side, _ = whole.board
    right, bottom = x + side, y + side
    around = (
        Box(0, 0, whole.width, y),
        Box(0, bottom, whole.width, whole.height - bottom),
        Box(0, y, x, side),
        Box(right, y, whole.width - right, side),
    )
    border = Rect(*whole.board, outline=theme.border, line=whole.border)
    numbers = labels(whole, theme, frame) if has_labels else ()
    return (*(Rect(*box, theme.ground) for box in around), border, *numbers)


NUMBER = {False: (0.64, 0.6), True: (0.5, 0.36)}
"""The width and height of a frame around a number outside the board, of a row or of a diagonal."""


def house_outlines(marking: Marking, frame: Frame, theme: Theme) -> tuple[Shape, ...]:
    """Return solid outlines around the houses of the step, dashed ones around its covers.

    Those of clues may have a number outside the board, with a frame around it.
    """
    x, y, _, _ = frame.board
    shapes: list[Shape] = []
    whole = theme.house_line(frame.cell)
    for mask, role in sorted(marking.houses, key=lambda house: house[1] == COVER):
        line = whole / 2 if mask in marking.past else whole
        for outline in outlines(mask, frame.layout.n, x, y, frame.cell, whole / 2):
            if role == COVER:
                closed = (*outline.points, outline.points[0])
                shapes.append(Line(closed, theme.cover.edge, line, dashed=True))
            else:
                shapes.append(outline._replace(outline=theme.house.edge, line=line))
    for number in marking.numbers:
        middle_x, middle_y = frame.on_page(number.x, number.y)
        wide, high = (part * frame.cell for part in NUMBER[number.is_diagonal])
        box = Box(middle_x - wide / 2, middle_y - high / 2, wide, high)
        shapes.append(Rect(*box, theme.house.tint, theme.house.edge, whole))
    return tuple(shapes)
