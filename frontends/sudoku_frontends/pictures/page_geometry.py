"""The places in a picture of a given size: the board, its cells, the words around it.

They depend on the layout and the size, not on the scene, so that nothing moves from one step to
the next. The same numbers locate a click.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import ceil, floor, sqrt
from typing import NamedTuple

from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.say import spoken
from sudoku_frontends.pictures.clue_words import LEAD, Rim, has_corners, items_below, rim_of
from sudoku_frontends.pictures.shapes import Box
from sudoku_frontends.pictures.text_metrics import LINE


@dataclass(frozen=True, eq=False)
class Frame:
    """The places in a picture."""

    layout: Layout
    width: float
    height: float
    board: Box
    cell: float
    """The side of a cell."""
    text: float
    """The size of plain words."""
    label: float
    """The size of the numbers of rows and columns, left of and above the board."""
    title: Box
    reason: Box
    notation: Box
    progress: Box
    legend: Box
    status: Box
    is_wide: bool
    """Whether the words are beside the board."""
    rule: float
    border: float
    inner: tuple[Box, ...]
    """By cell, the box within its lines."""
    rim: Rim
    """The room around the board for clues outside of it; none at sides without such clues."""
    rules: Box
    """The place of the words about the rules, below the board and its rim."""
    drop: float
    """How far candidates stand below their usual places, to be clear of the upper corners."""

    def box(self, cell: int) -> Box:
        """Return the whole of `cell`, up to the middle of its lines."""
        row, column = divmod(cell, self.layout.n)
        side = self.cell
        return Box(self.board.x + column * side, self.board.y + row * side, side, side)

    def centre(self, cell: int) -> tuple[float, float]:
        """Return the middle of `cell`."""
        x, y, side, _ = self.box(cell)
        return x + side / 2, y + side / 2

    def on_page(self, x: float, y: float) -> tuple[float, float]:
        """Return a place given in cells from the upper left corner of the board."""
        return self.board.x + x * self.cell, self.board.y + y * self.cell

    def note(self, cell: int, digit: int, margin: float | None = None) -> tuple[float, float]:
        """Return the middle of the candidate `digit` in `cell`, whose notes have a `margin`."""
        x, y, side, _ = self.box(cell)
        across, down = note_place(self.layout.n, digit, NOTE_MARGIN if margin is None else margin)
        return x + side * across, y + side * down + self.drop

    @property
    def slot(self) -> float:
        """The room of a candidate."""
        return self.cell * note_room(self.layout.n)


NOTE_MARGIN = 0.125
"""The margin at each side, in parts of a cell: for frames, so that candidates are clear of them."""

NOTE_DROP = 0.03
"""How far candidates stand lower if cells have sums or letters in a corner, in the same unit."""


def note_places(n: int) -> tuple[int, int]:
    """Return how many columns and rows of candidates a cell has on a board of `n` digits.

    >>> note_places(9), note_places(6)
    ((3, 3), (3, 2))
    """
    columns = ceil(sqrt(n))
    return columns, ceil(n / columns)


@cache
def note_place(n: int, digit: int, margin: float = NOTE_MARGIN) -> tuple[float, float]:
    """Return the middle of the candidate `digit` in its cell, in parts of the cell's side.

    >>> note_place(9, 5)
    (0.5, 0.5)
    """
    columns, rows = note_places(n)
    row, column = divmod(digit - 1, columns)
    room = 1 - 2 * margin
    return margin + (column + 0.5) * room / columns, margin + (row + 0.5) * room / rows


def note_room(n: int, margin: float = NOTE_MARGIN) -> float:
    """Return the width and height of a candidate's room, in parts of the cell's side."""
    return (1 - 2 * margin) / max(note_places(n))


NEAR = 0.85
"""How much of a board a pattern may take, at most, to be seen from near."""

_TITLE, _REASON = 1.5, 3.0
"""The lines of plain words that title and reason have above the board."""
_GAP, _BELOW = 0.4, (1.7, 1.1, 1.5, 1.2)
"""The same for the gap below the board, and for notation, progress, legend and status."""


class _Page(NamedTuple):
    """The sizes on which a frame depends: of the picture, its margin, words and labels."""

    layout: Layout
    width: float
    height: float
    margin: float
    text: float
    labels: float
    rim: Rim
    """The room for clues around the board, in cells."""
    below: float
    """The room for the words about them below the board, in cells."""

    @property
    def across(self) -> float:
        """The width of the board with its rim, in cells."""
        return self.layout.n + self.rim.left + self.rim.right

    @property
    def down(self) -> float:
        """The height of the board with its rim and the words below it, in cells."""
        return self.layout.n + self.rim.top + self.rim.bottom + self.below


MOST_LINES = 4
"""The number of lines that the words about the rules may take."""


def words_size(layout: Layout) -> float:
    """Return the size of the words about the rules, in cells: less where cells are large.

    >>> [round(words_size(Layout.named(name)), 2) for name in ("16x16", "9x9", "4x4")]
    [0.27, 0.27, 0.18]
    """
    return 0.018 * min(layout.n + 6, 15)


def frame_of(layout: Layout, width: float, height: float, has_words: bool = True) -> Frame:
    """Return the frame of a picture; without words the board fills it."""
    return _frame_in(spoken(), layout, width, height, has_words)


@lru_cache(maxsize=64)  # the names of rules below a board take more room in some languages
def _frame_in(language: str, layout: Layout, width: float, height: float, has_words: bool) -> Frame:
    margin = max(2.0, 0.024 * min(width, height))
    text = text_size(width, height)
    size = words_size(layout)
    items = items_below(layout, size, layout.n)
    below = (min(items[-1].row + 1, MOST_LINES) * LEAD + 0.4) * size if items else 0.0
    page = _Page(layout, width, height, margin, text, 1.9 * text, rim_of(layout), below)
    if not has_words:
        room = Box(margin, margin, width - 2 * margin, height - 2 * margin)
        return _framed(page, room, [Box(0, 0, 0, 0)] * 6, False)
    above, beneath = _heights(text)
    tall = min(width, height - above - beneath) - 2 * margin
    panel = max(15 * text, 0.26 * width)
    wide = min(width - panel - margin, height) - 2 * margin
    if wide > tall:
        return _beside(page, wide)
    room = Box(margin, margin + above, width - 2 * margin, height - above - beneath - 2 * margin)
    line = LINE * text
    board_height = _cell_side(page, room) * page.down + page.labels
    wide = min(room.width, max(board_height, 26 * text))
    left = (width - wide) / 2
    top = margin + max(0.0, room.height - board_height) * 0.4
    space = Box(room.x, top + (_TITLE + _REASON) * line, room.width, board_height)
    boxes = _below(left, top, wide, line, (_TITLE, _REASON))
    boxes += _below(left, space.y + board_height + _GAP * line, wide, line, _BELOW)
    return _framed(page, space, boxes, False)


@lru_cache(maxsize=8)
def near_frame(frame: Frame, cells: frozenset[int], change: frozenset[int]) -> Frame:
    """Return `frame` with a board so large that the square around `cells` takes its place.

    If they are on most of the board, as those of a net, it is the square around the `change` that
    follows from them. It is the same frame if that is as large, or for a single cell of a small
    board.
    """
    n, board = frame.layout.n, frame.board
    if len(cells) < (2 if n <= 9 else 1):
        return frame
    for each in filter(None, (cells, change)):
        axes = [sorted(cell // n for cell in each), sorted(cell % n for cell in each)]
        wide = max(n // 2, *(places[-1] - places[0] + 2 for places in axes))
        if wide <= NEAR * n:
            break
    else:
        return frame
    top, left = (min(max((places[0] + places[-1] + 1 - wide) // 2, 0), n - wide) for places in axes)
    times = n / wide
    cell, rule, border = (times * length for length in (frame.cell, frame.rule, frame.border))
    x, y = board.x - left * cell, board.y - top * cell
    return replace(
        frame,
        board=Box(x, y, n * cell, n * cell),
        cell=cell,
        rule=rule,
        border=border,
        inner=_inner(frame.layout, x, y, cell, rule, border),
        drop=times * frame.drop,
    )


def text_size(width: float, height: float) -> float:
    """Return the size of plain words: as large as the board's width allows, but never tiny."""
    shorter = min(width, height)
    at_least = min(7.5 + 0.0095 * shorter, shorter / 30)
    at_most = min(width, 0.78 * height) / 36
    free = (height - width) / sum(_heights(1.0))
    return max(at_least, min(free, at_most))


def _heights(text: float) -> tuple[float, float]:
    return (_TITLE + _REASON) * LINE * text, (_GAP + sum(_BELOW)) * LINE * text


def _beside(page: _Page, side: float) -> Frame:
    margin = page.margin
    room = Box(margin, margin, side, page.height - 2 * margin)
    taken = _cell_side(page, room) * page.across + page.labels
    left = margin + taken + 1.6 * margin
    wide = page.width - left - margin
    page = page._replace(text=max(page.text, min(page.height / 32, wide / 24)))
    line = LINE * page.text
    heights = (3.4, 1.6, 5.0, 2.4)
    needed = max(taken, (sum(heights) + 6) * line)  # a small board is lower than its words
    top = max(margin, (page.height - needed) / 2)
    y = page.height - top - sum(heights) * line
    title = Box(left, top, wide, min(2.6 * line, (y - top) * 0.35))
    reason_top = title.y + title.height + 0.2 * line
    reason = Box(left, reason_top, wide, max(line, y - reason_top - 0.4 * line))
    boxes = [title, reason, *_below(left, y, wide, line, heights)]
    return _framed(page, Box(margin, room.y, taken, room.height), boxes, True)


def _below(left: float, y: float, wide: float, line: float, heights: Iterable[float]) -> list[Box]:
    """Return boxes one below the other, each with its number of lines in `heights`."""
    boxes = []
    for lines in heights:
        boxes.append(Box(left, y, wide, lines * line))
        y += lines * line
    return boxes


def _cell_side(page: _Page, room: Box) -> float:
    across = (room.width - page.labels) / page.across
    down = (room.height - page.labels) / page.down
    side = max(1.0, min(across, down))
    return floor(side + 1e-6) if side >= 12 else side


def _framed(page: _Page, room: Box, boxes: list[Box], is_wide: bool) -> Frame:
    """Return the frame of a board in the middle of `room`, with `boxes` for the words."""
    cell = _cell_side(page, room)
    side, rim = cell * page.layout.n, Rim(*(cell * wide for wide in page.rim))
    left = (room.width - (cell * page.across + page.labels)) / 2 + page.labels + rim.left
    top = (room.height - (cell * page.down + page.labels)) / 2 + page.labels + rim.top
    # Whole pixels keep the lines of the board sharp.
    x, y = float(round(room.x + left)), float(round(room.y + top))
    rule, border = max(1.0, 0.016 * cell), max(2.0, 0.058 * cell)
    title, reason, notation, progress, legend, status = boxes
    return Frame(
        page.layout,
        page.width,
        page.height,
        Box(x, y, side, side),
        cell,
        page.text,
        min(0.43 * page.labels, 0.42 * cell),
        title,
        reason,
        notation,
        progress,
        legend,
        status,
        is_wide=is_wide,
        rule=rule,
        border=border,
        inner=_inner(page.layout, x, y, cell, rule, border),
        rim=rim,
        rules=Box(
            x, y + side + rim.bottom + 0.3 * words_size(page.layout) * cell, side, page.below * cell
        ),
        drop=NOTE_DROP * cell if has_corners(page.layout) else 0.0,
    )


def _inner(
    layout: Layout, left: float, top: float, side: float, rule: float, border: float
) -> tuple[Box, ...]:
    boxes = []
    for cell in layout.cells:
        row, column = divmod(cell, layout.n)
        west, east, north, south = (
            (border if is_border(layout, cell, *way) else rule) / 2
            for way in ((0, -1), (0, 1), (-1, 0), (1, 0))
        )
        x, y = left + column * side + west, top + row * side + north
        boxes.append(Box(x, y, side - west - east, side - north - south))
    return tuple(boxes)


def is_border(layout: Layout, cell: int, down: int, right: int) -> bool:
    """Return whether `cell` ends its box, or the board, in that direction."""
    row, column = divmod(int(cell), layout.n)
    row, column = row + down, column + right
    if not (0 <= row < layout.n and 0 <= column < layout.n):
        return True
    boxes = layout.box_numbers
    return not layout.is_latin and boxes[row * layout.n + column] != boxes[cell]


def cell_at(frame: Frame, x: float, y: float) -> int | None:
    """Return the cell at a point of a picture with this `frame`, or None."""
    layout = frame.layout
    column = floor((x - frame.board.x) / frame.cell)
    row = floor((y - frame.board.y) / frame.cell)
    if 0 <= row < layout.n and 0 <= column < layout.n:
        return row * layout.n + column
    return None


def line_at(frame: Frame, x: float, y: float) -> House | None:
    """Return the row or column whose number, left of or above the board, is at a point."""
    layout, rim = frame.layout, frame.rim
    row = floor((y - frame.board.y) / frame.cell)
    column = floor((x - frame.board.x) / frame.cell)
    room = 3 * frame.label
    left, top = frame.board.x - rim.left, frame.board.y - rim.top
    if 0 <= row < layout.n and left - room <= x < left:
        return layout.rows[row]
    if 0 <= column < layout.n and top - room <= y < top:
        return layout.columns[column]
    return None


def note_at(frame: Frame, x: float, y: float) -> int | None:
    """Return the digit of the candidate at a point of a picture with this `frame`, or None."""
    layout, cell = frame.layout, cell_at(frame, x, y)
    if cell is None:
        return None
    left, top, side, _ = frame.box(cell)
    columns, rows = note_places(layout.n)
    room = side * (1 - 2 * NOTE_MARGIN)
    column = floor((x - left - side * NOTE_MARGIN) / (room / columns))
    row = floor((y - top - frame.drop - side * NOTE_MARGIN) / (room / rows))
    digit = row * columns + column + 1
    if 0 <= column < columns and 0 <= row < rows and digit <= layout.n:
        return digit
    return None
