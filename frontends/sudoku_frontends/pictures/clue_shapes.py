"""The shapes of clues: cages, lines, dots, letters, shaded cells, numbers outside the board.

They depend on the layout and not on the step. A rule chooses its shape by name (`Clue.draws`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import cycle, islice, pairwise
from math import atan2, cos, dist, pi, sin
from string import ascii_lowercase
from typing import NamedTuple

from sudoku_engine.board.clue import Clue
from sudoku_engine.board.masks import mask_of
from sudoku_frontends.pictures.clue_words import (
    LEAD,
    LINE,
    LINES,
    SHAPES,
    Number,
    clues_of,
    has_corner_value,
    is_drawn,
    items_below,
    numbers_outside,
    sample_of,
)
from sudoku_frontends.pictures.page_geometry import Frame, words_size
from sudoku_frontends.pictures.shapes import (
    Box,
    Disc,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    figure,
    inset,
    on_way,
    outlines,
)
from sudoku_frontends.pictures.text_metrics import text_width
from sudoku_frontends.pictures.themes import Theme

CAGE = 0.105
"""How far the line of a cage is from the edges of its cells, in parts of a cell's side."""
FARTHER = 0.04
"""How much farther the line of a cage is if it shares cells with another one."""
AROUND = 0.45
"""The radius of a circle around all candidates of a cell, in the same unit."""
STRONG_EDGE, EDGE = 1.5, 0.7
"""The widths of the edges of thick lines, in thin lines."""
ARROW = 2.0
"""The width of an arrow, in thin lines; its colour is light, so that candidates are readable."""

BESIDE = (0.0, 0.27, -0.27)
"""How far along their edge the signs between two cells are from its middle, in the same unit."""

LEAST = 0.3
"""How small the words below the board may become, in parts of their size."""


class ClueShapes(NamedTuple):
    """The shapes of all clues of a board, layer by layer."""

    shades: tuple[Shape, ...] = ()
    """Below the tints of cells."""
    lines: tuple[Shape, ...] = ()
    """Below digits and candidates."""
    signs: tuple[Shape, ...] = ()
    """Where no digit or candidate is: on edges and corners of cells, and outside the board."""


@lru_cache(maxsize=4)
def clue_shapes(frame: Frame, theme: Theme) -> ClueShapes:
    """Return the shapes of the clues of the board in `frame`, and the words below it."""
    layout = frame.layout
    drawing = _Drawing(frame, theme, frame.cell)
    shown = [clue for clue in clues_of(layout) if is_drawn(clue, layout)]
    for clue in sorted(shown, key=_depth):
        for cells in [clue.cells] if clue.cells else [part.cells for part in clue.parts]:
            drawing.add(replace(clue, cells=cells))
    drawing.signs += _words_below(frame, theme)
    return ClueShapes(*(tuple(dict.fromkeys(layer)) for layer in drawing.layers))


def draft_shapes(clue: Clue, frame: Frame, theme: Theme) -> ClueShapes:
    """Return the shapes of a `clue` that is being drawn: its cells are numbered in their order."""
    drawing = _Drawing(frame, theme, frame.cell)
    if clue.cells and clue.draws != "outside" and is_drawn(clue, frame.layout):
        drawing.add(clue)
    for number, cell in enumerate(clue.cells, 1):
        x, y, side, _ = frame.box(cell)
        at = x + 0.86 * side, y + 0.86 * side
        drawing.signs.append(Disc(*at, 0.12 * side, theme.cause.fill))
        drawing.signs.append(Text(*at, str(number), 0.15 * side, theme.cause.text, bold=True))
    return ClueShapes(*map(tuple, drawing.layers))


def _words_below(frame: Frame, theme: Theme) -> Iterator[Shape]:
    """Yield the names of the rules, each with a sign if there are several shapes."""
    box, usual = frame.rules, words_size(frame.layout) * frame.cell
    size = usual
    rows = box.height / LEAD
    while (items := items_below(frame.layout, size, box.width)) and items[-1].row + 1 > rows / size:
        if size < LEAST * usual:
            items = [item for item in items if item.row < int(rows / size)]
            items[-1] = items[-1]._replace(word=f"{items[-1].word} …")
            break
        size *= 0.95
    for word, sign, x, row, room in items:
        left, middle = box.x + x, box.y + (row + 0.5) * LEAD * size
        if sign:
            yield from _sample(sign, frame, theme, (left, middle), size)
        yield Text(left + room, middle, word, size, theme.word, anchor="start")


def _sample(clue: Clue, frame: Frame, theme: Theme, at: Point, size: float) -> Iterator[Shape]:
    """Yield the shapes of a sign for the rule of `clue`; `at`: the middle of its left edge."""
    cells, side, width = sample_of(clue)
    side *= size
    left, top = at[0] + (width * size - cells * side) / 2, at[1] - side / 2
    inner = tuple(Box(left + place * side, top, side, side) for place in range(cells))
    small = replace(frame, board=Box(left, top, cells * side, side), cell=side, inner=inner)
    drawing = _Drawing(small, theme, frame.cell)
    if clue.draws in ("minimum", "maximum"):
        drawing.shades.append(Rect(*inner[0], outline=theme.arrow, line=drawing.thin))
    if number := numbers_outside(frame.layout).get(str(clue)):
        down, right = number.way if number.is_diagonal else (0, 0)  # room for its arrow
        drawing.number(number.moved_to(0.5 - 0.1 * right, 0.5 - 0.12 * down), clue)
    else:
        value = str(clue.value)[:1] if clue.draws == "circle" else None
        drawing.add(replace(clue, cells=tuple(range(cells)), value=value))
    for layer in drawing.layers:
        yield from layer


def _depth(clue: Clue) -> int:
    """Return the place of the shape of `clue`, from back to front."""
    shape, order = clue.draws or "", [*SHAPES]
    if shape in order:
        return order.index(shape)
    return order.index("thermometer" if shape.endswith(LINE) else "greater")


class _Drawing:
    """Collects the shapes of clues. Lengths in the methods are parts of a cell's side.

    `cell`: the side of a cell of the board, by which thin lines and small signs have their size.
    """

    def __init__(self, frame: Frame, theme: Theme, cell: float) -> None:
        self.frame = frame
        self.theme = theme
        self.cell = cell
        self.thin = max(1.0, 0.025 * cell) * min(theme.stroke, 1.15)
        self.shades: list[Shape] = []
        self.lines: list[Shape] = []
        self.signs: list[Shape] = []
        self._letters = cycle(ascii_lowercase)
        self._caged = 0
        """The cells that have the line of a cage."""
        self._numbered: set[int] = set()
        """The cells with a number in their corner."""
        self._between: Counter[tuple[Point, Point]] = Counter()
        """The number of signs between the centres of two cells."""
        self.layers = (self.shades, self.lines, self.signs)
        self._drawn: dict[str, Callable[[Clue], None]] = {
            "cage": self._cage,
            "solid cage": partial(self._cage, is_dashed=False),
            "shaded cage": self._shaded_cage,
            "shade": lambda clue: self._patch(clue.cells),
            "clone": self._clone,
            "sets": self._sets,
            "square": self._square,
            "disc": self._disc,
            "minimum": partial(self._points, tip=0.1, base=0.02),
            "maximum": partial(self._points, tip=0.02, base=0.1),
            "thermometer": self._thermometer,
            "slow thermometer": self._slow_thermometer,
            "between line": self._between_line,
            "lockout line": self._lockout_line,
            "arrow": self._arrow,
            "double arrow": self._double_arrow,
            "white dot": partial(self._dot, fill=theme.white, edge=theme.black),
            "black dot": partial(self._dot, fill=theme.black, edge=theme.white),
            "greater": self._greater,
            "circle": self._circle,
            "outside": lambda clue: self.number(numbers_outside(frame.layout)[str(clue)], clue),
        }

    def add(self, clue: Clue) -> None:
        shape = clue.draws or ""
        if shape in self._drawn:
            self._drawn[shape](clue)
        elif shape.endswith(LINE):
            self._coloured(clue, shape[: -len(LINE)])
        else:
            self._between_cells(clue, shape)

    def _long(self, part: float) -> float:
        return part * self.frame.cell

    def _centres(self, cells: Iterable[int]) -> list[Point]:
        return [self.frame.centre(cell) for cell in cells]

    def _loops(self, cells: Iterable[int], inwards: float) -> Sequence[Polygon]:
        x, y, _, _ = self.frame.board
        side = self.frame.cell
        return outlines(mask_of(cells), self.frame.layout.n, x, y, side, inwards * side)

    # Cells together

    def _cage(self, clue: Clue, is_dashed: bool = True) -> None:
        crosses = mask_of(clue.cells) & self._caged
        self._caged |= mask_of(clue.cells)
        for loop in self._loops(clue.cells, CAGE + (FARTHER if crosses else 0)):
            closed = (*loop.points, loop.points[0])
            self.lines.append(Line(closed, self.theme.note, self.thin, is_dashed))
        self._corner_value(clue, min(sorted(clue.cells), key=self._numbered.__contains__))

    def _corner_value(self, clue: Clue, cell: int) -> None:
        """Add the value of `clue`, if it has a short one, in an upper corner of the `cell`."""
        if not has_corner_value(clue):
            return
        text, size = str(clue.value), self._long(0.2)
        self._numbered.add(cell)
        x, y, _, _ = self.frame.box(cell)
        left, middle = x + self._long(0.06), y + self._long(0.105)
        wide, high = text_width(text, size, True) + 0.2 * size, 0.78 * size
        self.signs.append(Rect(left - 0.1 * size, middle - high / 2, wide, high, self.theme.board))
        self.signs.append(Text(left, middle, text, size, self.theme.word, True, "start"))

    def _shaded_cage(self, clue: Clue) -> None:
        self._patch(clue.cells)
        self._corner_value(clue, min(clue.cells))

    def _patch(self, cells: Iterable[int]) -> None:
        shade = self.theme.shade
        self.shades += [Rect(*self.frame.inner[cell], fill=shade) for cell in cells]
        for loop in self._loops(cells, 0.03):
            self.lines.append(loop._replace(outline=self.theme.arrow, line=self.thin))

    def _clone(self, clue: Clue) -> None:
        """Add two patches in which equal letters mark cells that hold the same digit."""
        half = max(len(clue.cells) // 2, 1)
        letters = [*islice(self._letters, half)]
        for cells in clue.cells[:half], clue.cells[half:]:
            self._patch(cells)
            for cell, letter in zip(cells, letters):
                self._letter(cell, letter)

    def _sets(self, clue: Clue) -> None:
        letter = next(self._letters)
        size = len(clue.cells) // (clue.value if isinstance(clue.value, int) else 2) or 1
        for start in range(0, len(clue.cells), size):
            cells = clue.cells[start : start + size]
            self._patch(cells)
            self._letter(min(cells), letter)

    def _letter(self, cell: int, letter: str) -> None:
        x, y, side, _ = self.frame.box(cell)
        at = x + side - self._long(0.12), y + self._long(0.11)
        self.signs.append(Text(*at, letter, self._long(0.16), self.theme.word, bold=True))

    def _square(self, clue: Clue) -> None:
        look = self.theme.shade, self.theme.arrow, self.thin
        for cell in clue.cells:
            self.lines.append(Rect(*inset(self.frame.box(cell), self._long(0.14)), *look))

    def _disc(self, clue: Clue) -> None:
        for at in self._centres(clue.cells):
            self._ring(at, AROUND, self.theme.shade, self.theme.arrow)

    def _ring(self, at: Point, radius: float, fill: str, edge: str, line: float = 1) -> None:
        """Add a disc with an edge, below the digits; `line`: its width, in thin lines."""
        self.lines.append(Disc(*at, self._long(radius), fill, edge, line * self.thin))

    def _points(self, clue: Clue, tip: float, base: float) -> None:
        """Add a small triangle at each edge; `tip` and `base`: how far they are from the edge."""
        tip, base = (self._long(0.5) - part * self.cell for part in (tip, base))
        half = 0.08 * self.cell
        for x, y in self._centres(clue.cells):
            for right, down in (1, 0), (0, 1), (-1, 0), (0, -1):
                ends = [
                    (x + base * right + side * down, y + base * down + side * right)
                    for side in (half, -half)
                ]
                points = ((x + tip * right, y + tip * down), *ends)
                self.signs.append(Polygon(points, self.theme.note))

    # Lines

    def _thick(
        self, points: Sequence[Point], width: float, colour: str, edge: str = "", bulb: float = 0
    ) -> None:
        """Add a line with round ends and corners; its edge parts it from all below.

        `edge`: the colour of a strong edge; `bulb`: the radius of its first end.
        """
        rim = max(1.0, (STRONG_EDGE if edge else EDGE) * self.thin)
        rim = min(rim, self._long(width / 4))
        for inwards, paint in (0.0, edge or self.theme.arrow), (rim, colour):
            radius = self._long(width / 2) - inwards
            self.lines.append(Line(tuple(points), paint, 2 * radius))
            self.lines += [Disc(*point, radius, paint) for point in points]
            if bulb:
                self.lines.append(Disc(*points[0], self._long(bulb) - inwards, paint))

    def _coloured(self, clue: Clue, name: str) -> None:
        points = self._centres(clue.cells)
        width, pattern = LINES[name]
        edge = self.theme.faint if pattern == "edged" else ""
        self._thick(points, width, getattr(self.theme.lines, name), edge)
        if pattern == "dashed":
            self.lines.append(Line(tuple(points), self.theme.faint, self.thin, dashed=True))
        self._corner_value(clue, clue.cells[0])

    def _thermometer(self, clue: Clue) -> None:
        self._thick(self._centres(clue.cells), 0.2, self.theme.lines.grey, bulb=0.34)

    def _slow_thermometer(self, clue: Clue) -> None:
        self._thermometer(clue)
        self._ring(self.frame.centre(clue.cells[0]), 0.24, self.theme.board, self.theme.arrow)

    def _between_line(self, clue: Clue, form: str = "disc", reach: float = AROUND) -> None:
        points = self._centres(clue.cells)
        self._thick(points, 0.14, self.theme.lines.grey)
        radius, fill, edge = self._long(reach), self.theme.shade, self.theme.faint
        for end in points[0], points[-1]:
            self.lines.append(figure(form, *end, radius, fill, edge, self.thin))

    def _lockout_line(self, clue: Clue) -> None:
        self._between_line(clue, "diamond", 0.37)
        self._corner_value(clue, clue.cells[0])

    def _double_arrow(self, clue: Clue) -> None:
        points = self._centres(clue.cells)
        self.lines.append(Line(tuple(points), self.theme.arrow, ARROW * self.thin))
        for end in points[0], points[-1]:
            self._circles([end])

    def _arrow(self, clue: Clue) -> None:
        points = self._centres(clue.cells)
        n_circle = clue.value if isinstance(clue.value, int) and clue.value else 1
        circle, shaft = points[:n_circle], points[n_circle:]
        if shaft:
            start = min(circle, key=lambda point: dist(point, shaft[0]))
            before = [start, *shaft][-2]
            tip = _towards(shaft[-1], before, -self._long(0.12))
            colour, line = self.theme.arrow, ARROW * self.thin
            self.lines.append(Line((start, *shaft[:-1], tip), colour, line))
            self.lines.append(Line(self._head(before, tip, 0.2), colour, line))
        self._circles(sorted(circle))

    def _head(self, start: Point, tip: Point, reach: float) -> tuple[Point, ...]:
        """Return the two strokes of an arrow that comes from `start`."""
        back = atan2(start[1] - tip[1], start[0] - tip[0])
        long = self._long(reach)
        ends = [
            (tip[0] + long * cos(back + turn), tip[1] + long * sin(back + turn))
            for turn in (0.6, -0.6)
        ]
        return ends[0], tip, ends[1]

    def _circles(self, points: Sequence[Point]) -> None:
        """Add a circle around a cell, or a long one around several in a row."""
        fill, edge, line = self.theme.board, self.theme.arrow, ARROW
        if len(points) == 1:
            self._ring(points[0], AROUND, fill, edge, line)
            return
        radius = self._long(AROUND)
        (x, y), (right, bottom) = points[0], points[-1]
        way = atan2(bottom - y, right - x)
        turns = [(step / 8 - 0.5) * pi for step in range(9)]
        rim = [
            (at[0] + radius * cos(way + turn + half), at[1] + radius * sin(way + turn + half))
            for at, half in (((right, bottom), 0.0), ((x, y), pi))
            for turn in turns
        ]
        self.lines.append(Polygon(tuple(rim), fill, edge, line * self.thin))

    # Between two cells

    def _middles(self, clue: Clue) -> list[tuple[Point, Point, Point]]:
        """Return the centres of neighbours in the list of cells, and a point between them.

        If signs of other clues are there, it is beside them.
        """
        found = []
        for one, other in pairwise(self._centres(clue.cells)):
            ends = (x, y), (right, below) = min(one, other), max(one, other)
            beside = BESIDE[self._between[ends] % len(BESIDE)]
            self._between[ends] += 1
            middle = (
                (x + right) / 2 - beside * (below - y),
                (y + below) / 2 + beside * (right - x),
            )
            found.append((one, other, middle))
        return found

    def _dot(self, clue: Clue, fill: str, edge: str) -> None:
        text = "" if clue.value is None else str(clue.value)
        radius = self._long(0.14 if text else 0.115)
        for _, _, middle in self._middles(clue):
            self.signs.append(Disc(*middle, radius, fill, edge, self.thin))
            if text:
                size = 1.6 * radius / max(len(text), 1.2)
                self.signs.append(Text(*middle, text, size, edge, True))

    def _between_cells(self, clue: Clue, text: str) -> None:
        for _, _, middle in self._middles(clue):
            self.signs.append(Disc(*middle, self._long(0.115), self.theme.board))
            size = self._long(0.26 if len(text) == 1 else 0.3 / len(text))
            self.signs.append(Text(*middle, text, size, self.theme.word, True))

    def _greater(self, clue: Clue) -> None:
        for one, other, middle in self._middles(clue):
            self.signs.append(Disc(*middle, self._long(0.115), self.theme.board))
            tip = _towards(middle, other, self._long(0.08))
            sign = self._head(one, tip, 0.18)
            self.signs.append(Line(sign, self.theme.word, 1.8 * self.thin))

    # On corners, and outside

    def _circle(self, clue: Clue) -> None:
        points = self._centres(clue.cells)
        x, y = (sum(part) / len(points) for part in zip(*points))
        text = "" if clue.value is None else str(clue.value)
        self.signs.append(
            Disc(x, y, self._long(0.24), self.theme.board, self.theme.word, self.thin)
        )
        half = -(-len(text) // 2) if len(text) > 2 else len(text)
        rows = [*filter(None, (text[:half], text[half:]))]
        size = self._long(0.26 if len(rows) == 1 else 0.21)
        for place, row in enumerate(rows):
            below = (place - (len(rows) - 1) / 2) * 0.86 * size
            self.signs.append(Text(x, y + below, row, size, self.theme.word, True))

    def number(self, number: Number, clue: Clue) -> None:
        """Add the value of `clue` as a `number` outside the board."""
        on_page = self.frame.on_page
        at = on_page(number.x, number.y)
        text = "" if clue.value is None else str(clue.value)
        size = self._long(0.3 if number.form or number.is_diagonal else 0.36)
        if number.form:
            radius, edge = self._long(0.27), self.theme.faint
            shape = figure(number.form, *at, radius, self.theme.ground, edge, self.thin)
            self.signs.append(shape)
        self.signs.append(Text(*at, text, size, self.theme.word))
        if number.is_diagonal:
            (down, right), (x, y) = number.way, number.start
            tail, tip = (on_page(x - far * right, y - far * down) for far in (0.74, 0.54))
            for points in (tail, tip), self._head(tail, tip, 0.12):
                self.signs.append(Line(tuple(points), self.theme.word, 1.2 * self.thin))


def _towards(point: Point, other: Point, length: float) -> Point:
    """Return the place that is `length` away from `point` on the way to `other`."""
    return on_way(point, other, length / (dist(point, other) or 1))
