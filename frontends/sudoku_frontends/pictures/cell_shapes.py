"""The look of a cell, with its digit or candidates and their marks, and the shapes of a look."""

from functools import lru_cache
from typing import NamedTuple

from sudoku_engine.board.masks import bits
from sudoku_engine.board.step import COVER, Candidate
from sudoku_engine.board.words import symbol
from sudoku_frontends.pictures.clue_words import clues_of
from sudoku_frontends.pictures.highlights import Marking
from sudoku_frontends.pictures.page_geometry import NOTE_MARGIN, Frame, note_room
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import (
    Box,
    Disc,
    Line,
    Polygon,
    Rect,
    Shape,
    Text,
    corners,
    cross,
    figure,
    frame_lines,
    inset,
    jagged,
)
from sudoku_frontends.pictures.themes import Look, Theme


class Mark(NamedTuple):
    """The marks of a candidate; `roles` are the forms and looks of its first two roles."""

    digit: int
    roles: tuple[tuple[str, Look], ...]
    is_eliminated: bool
    is_crossed: bool
    is_past: bool = False
    """Whether only earlier clauses of the reason named it."""


class CellLook(NamedTuple):
    """Everything to see of a cell; 1 and 0 mean true and false."""

    digit: int
    notes: int
    """Its candidates, bit ``digit - 1``."""
    marks: tuple[Mark, ...] = ()
    placed: int = 0
    is_given: int = 0
    is_aside: int = 0
    """Whether the step does not concern it."""
    is_in_house: int = 0
    is_in_cover: int = 0
    is_selected: int = 0
    is_wrong: int = 0
    is_tried: int = 0
    is_moved: int = 0
    letters: tuple[tuple[str, Look], ...] = ()
    """The letters of the almost locked sets of the cell, with their looks."""
    centres: int = 0
    """Its candidates that stand in the middle, likewise; the others then stand at the edge."""
    shade: str = ""
    """The colour that the user gave it."""

    @property
    def role_look(self) -> Look | None:
        """The look of the first role of a candidate of the cell that is not past."""
        present = (mark.roles for mark in self.marks if not mark.is_past)
        return next((roles[0][1] for roles in present if roles), None)

    @property
    def is_eliminated(self) -> bool:
        """Whether the step eliminates one of its candidates."""
        return any(mark.is_eliminated for mark in self.marks)


def cell_looks(scene: Scene, marking: Marking, theme: Theme) -> list[CellLook]:
    """Return the look of each cell."""
    grid, placed, bystanders = scene.grid, marking.placed, marking.bystanders
    marks = _marks(marking, theme)
    letters = {
        cell: tuple((role[-1], marking.figure(role, theme)[1]) for role in roles)
        for cell, roles in marking.letters.items()
    }
    kept = [~0 if scene.has_candidates else 0] * len(grid.digits)
    middle = [0] * len(kept)
    centres = frozenset[Candidate]() if scene.has_candidates else scene.centres
    for shown, masks in ((scene.notes, kept), (centres, middle)):
        for cell, digit in shown:
            masks[cell] |= 1 << digit - 1
    shades = {cell: theme.lines[colour % len(theme.lines)] for cell, colour in scene.shades}
    in_house = in_cover = 0
    for mask, role in marking.houses:
        if role == COVER:
            in_cover |= mask
        else:
            in_house |= mask
    if scene.filter and scene.step is None:
        in_house = grid.boards[scene.filter]
        bystanders = grid.layout.all_cells & ~(in_house | grid.placed_boards()[scene.filter])
    return [
        CellLook(
            digit,
            notes & kept[cell],
            marks.get(cell, ()),
            placed.get(cell, 0),
            grid.given >> cell & 1,
            bystanders >> cell & 1,
            in_house >> cell & 1,
            in_cover >> cell & 1,
            scene.selected >> cell & 1,
            scene.wrong >> cell & 1,
            scene.tried >> cell & 1,
            scene.moved >> cell & 1,
            letters.get(cell, ()),
            notes & middle[cell],
            shades.get(cell, ""),
        )
        for cell, (digit, notes) in enumerate(zip(grid.digits, grid.masks))
    ]


def _marks(marking: Marking, theme: Theme) -> dict[int, tuple[Mark, ...]]:
    found: dict[int, tuple[Mark, ...]] = {}
    for candidate in dict.fromkeys((*marking.roles, *marking.eliminated, *marking.crossed)):
        roles = marking.roles.get(candidate, ())[:2]
        figures = [marking.figure(role, theme) for role in roles]
        if is_past := candidate in marking.past:  # then it is not filled
            figures = [(f, look._replace(fill=look.tint, text=theme.word)) for f, look in figures]
        mark = Mark(
            candidate.digit,
            tuple(figures),
            candidate in marking.eliminated,
            candidate in marking.crossed,
            is_past,
        )
        found[candidate.cell] = (*found.get(candidate.cell, ()), mark)
    return found


SMALLEST_NOTE = 6
"""The least size of candidates; smaller ones are left out."""

KEPT = 1 << 13
"""The number of looks that are remembered for a size of picture and a theme."""

_BADGES = ((0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9))
"""The places of letters in a cell, in parts of its side."""
AROUND = ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (0, 1), (-1, 0), (1, 0))
"""The places of notes around others, from the middle of a cell: corners first."""
_SCALES = {0: (), 1: (1.0,), 2: (1.0, 0.72)}
"""By number of roles, the sizes of their figures from back to front: the second as a ring."""


class CellPainter:
    """The shapes of cells of a `frame`, in the colours of a `theme`.

    ``shapes(cell, look)``: the shapes of `cell`, from back to front; all are within its lines.
    It remembers the shapes of the latest looks. With clues on the board, the ground of a cell is
    not among them: see `tint`.
    """

    def __init__(self, frame: Frame, theme: Theme) -> None:
        self.frame = frame
        self.theme = theme
        self.line = max(1.2, 0.042 * frame.cell) * theme.stroke
        self._has_clues = bool(clues_of(frame.layout))
        self._margin = NOTE_MARGIN if self._has_clues else theme.note_margin
        self._slot = frame.cell * note_room(frame.layout.n, self._margin)
        self.note_size = min(0.86 * theme.note_scale, 0.98) * self._slot
        self.shapes = lru_cache(maxsize=KEPT)(self._shapes)

    def _shapes(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        content = self._placing if look.placed else self._digit if look.digit else self._notes
        return (
            *(() if self._has_clues else self.tint(cell, look)),
            *self._diagonals(cell),
            *self._edges(cell, look),
            *content(cell, look),
            *self._letters(cell, look),
            *self._signs(cell, look),
        )

    def tint(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        """Return the ground of `cell`; clues are between it and the other shapes."""
        theme = self.theme
        grounds = (
            (look.is_wrong, theme.wrong),
            (look.placed, theme.placing),
            (look.role_look, look.role_look),
            (look.is_eliminated, theme.eliminated),
            (look.is_moved, theme.moved),
            (look.is_in_house, theme.house),
            (look.is_in_cover, theme.cover),
        )
        found = next((ground.tint for is_so, ground in grounds if is_so and ground), look.shade)
        return (Rect(*self.frame.inner[cell], fill=found),) if found else ()

    def _diagonals(self, cell: int) -> tuple[Shape, ...]:
        x, y, width, height = self.frame.inner[cell]
        found: list[Shape] = []
        for house in self.frame.layout.diagonals:
            if house.mask >> cell & 1:
                ends = ((x, y), (x + width, y + height))
                if not house.mask & 1:
                    ends = ((x, y + height), (x + width, y))
                found.append(Line(ends, self.theme.arrow, self.frame.rule))
        return tuple(found)

    def _edges(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        if look.placed:
            return ()
        line = max(1.2, 0.036 * self.frame.cell) * min(self.theme.stroke, 1.15)
        box, role = self._within_house(cell, line), look.role_look
        shapes = [frame_lines(box, role.edge, line)] if role else []
        if look.is_eliminated:  # with the frame below it has two colours
            shapes.append(frame_lines(box, self.theme.eliminated.edge, line, is_dashed=True))
        return tuple(shapes)

    def _within_house(self, cell: int, line: float) -> Box:
        """Return the box of a frame that is `line` wide, within the outline of a house."""
        outline = self.theme.house_line(self.frame.cell)
        return inset(self.frame.box(cell), outline + line / 2)

    def _placing(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        x, y = self.frame.centre(cell)
        side, ring = self.frame.cell, self.theme.placing
        line = min(self.line, 0.06 * side)
        shapes: list[Shape] = [
            Disc(x, y, 0.40 * side, "", ring.edge, line),
            Disc(x, y, 0.31 * side, ring.fill, ring.edge, line),
        ]
        if any(mark.digit == look.placed and mark.is_crossed for mark in look.marks):
            shapes += cross(x, y, 0.4 * side, self.theme.wrong.edge, 1.7 * line)
            shapes.append(Disc(x, y, 0.2 * side, ring.fill))
        return (*shapes, Text(x, y, self._sign(look.placed), 0.46 * side, ring.text, bold=True))

    def _digit(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        theme = self.theme
        x, y = self.frame.centre(cell)
        size = 0.62 * self.frame.cell
        colour = theme.given if look.is_given else theme.placed
        if look.is_tried:
            colour = theme.tried
        if look.is_aside:
            colour = theme.faint
        if ring := self._ring(cell, look):
            size *= 0.86
        sign = self._sign(look.digit)
        return (*ring, Text(x, y, sign, size, colour, bold=bool(look.is_given)))

    def _sign(self, digit: int) -> str:
        return symbol(digit, self.frame.layout.signs)

    def _ring(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        """Return the rings, one for each role, around a placed digit on which the step rests."""
        at = self.frame.centre(cell)
        roles = next((mark.roles for mark in look.marks if mark.digit == look.digit), ())
        rings = []
        for (form, role), scale in zip(reversed(roles), _SCALES[len(roles)]):
            radius = (0.36 if form == "disc" else 0.29) * self.frame.cell * scale
            rings.append(figure(form, *at, radius, self.theme.board, role.edge, self.line))
        return tuple(rings)

    def _notes(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        marks = {mark.digit: mark for mark in look.marks}
        if look.centres and not marks:
            return self._notes_around(cell, look)
        shapes: list[Shape] = []
        for digit in self.frame.layout.digits:
            if digit in marks:
                shapes += self._marked_note(cell, marks[digit])
            elif (look.notes | look.centres) >> digit - 1 & 1:
                colour = self.theme.faint if look.is_aside else self.theme.note
                shapes += self._note(cell, digit, colour)
        return tuple(shapes)

    def _notes_around(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        """Return the notes in the middle in one line, and the others around it."""
        (x, y), side = self.frame.centre(cell), self.frame.cell
        colour = self.theme.faint if look.is_aside else self.theme.note
        middle, others = (
            [self._sign(bit + 1) for bit in bits(mask)] for mask in (look.centres, look.notes)
        )
        size = min(0.3, 1.3 / len(middle)) * side
        shapes = [Text(x, y, "".join(middle), size, colour)]
        for digit, (right, below) in zip(others, AROUND):
            at = x + 0.3 * right * side, y + 0.3 * below * side
            shapes.append(Text(*at, digit, 0.8 * self.note_size, colour))
        return tuple(shapes)

    def _note(self, cell: int, digit: int, colour: str, bold: bool = False) -> tuple[Shape, ...]:
        if self.note_size < SMALLEST_NOTE:
            return ()
        x, y = self.frame.note(cell, digit, self._margin)
        return (Text(x, y, self._sign(digit), self.note_size, colour, bold),)

    def _marked_note(self, cell: int, mark: Mark) -> list[Shape]:
        theme = self.theme
        x, y = self.frame.note(cell, mark.digit, self._margin)
        shapes: list[Shape] = []
        colour = theme.note
        if mark.is_crossed:
            shapes += cross(x, y, 0.55 * self._slot, theme.wrong.edge, max(1.5, 0.8 * self.line))
        if mark.roles:
            radius, line = 0.48 * self._slot, max(1.0, 0.4 * self.line)
            for (form, look), scale in zip(reversed(mark.roles), _SCALES[len(mark.roles)]):
                shapes.append(figure(form, x, y, scale * radius, look.fill, look.edge, line))
            colour = mark.roles[0][1].text
        elif mark.is_eliminated:
            colour = theme.eliminated.text
        note = self._note(cell, mark.digit, colour, bold=True)
        if not mark.is_eliminated:
            return [*shapes, *note]
        if not mark.roles:
            return [*shapes, *note, *self._line_through(x, y)]
        # On a mark the line has an edge, above which the digit must be readable.
        return [*shapes, *self._line_through(x, y, theme.edge_for(colour)), *note]

    def _line_through(self, x: float, y: float, edge: str = "") -> list[Shape]:
        """Return the bold line through a candidate, with an `edge` where it crosses a mark."""
        reach = 0.52 * self._slot
        ends = ((x - reach, y + 0.8 * reach), (x + reach, y - 0.8 * reach))
        line = max(1.5, 0.1 * self._slot * min(self.theme.stroke, 1.15))
        below = [Line(ends, edge, 2.2 * line)] if edge else []
        return [*below, Line(ends, self.theme.eliminated.edge, line)]

    def _letters(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        box, side = self.frame.box(cell), self.frame.cell
        shapes: list[Shape] = []
        places = _BADGES[::-1] if self._has_clues else _BADGES  # sums of cages are top left
        for (letter, role), (right, below) in zip(look.letters, places):
            x, y = box.x + right * side, box.y + below * side
            shapes.append(Disc(x, y, 0.085 * side, role.edge))
            shapes.append(Text(x, y, letter, 0.14 * side, self.theme.board, bold=True))
        return tuple(shapes)

    def _signs(self, cell: int, look: CellLook) -> tuple[Shape, ...]:
        """Return the marks of the cell that do not come from the step."""
        theme, side = self.theme, self.frame.cell
        box = self.frame.box(cell)
        shapes: list[Shape] = []
        if look.is_moved:
            shapes += corners(inset(box, 0.1 * side), 0.2 * side, theme.moved.edge, self.line)
        if look.is_tried:  # a small triangle in the upper right corner
            right, top = box.x + 0.92 * side, box.y + 0.08 * side
            points = ((right - 0.2 * side, top), (right, top), (right, top + 0.2 * side))
            shapes.append(Polygon(points, theme.tried))
        if look.is_selected:
            line = max(2.0, 0.06 * side)
            shapes.append(frame_lines(self._within_house(cell, line), theme.selected, line))
        if look.is_wrong:  # last, or the frame would hide it
            edge, line = theme.wrong.edge, max(1.2, 0.6 * self.line)
            shapes.append(jagged(inset(box, 0.06 * side), 0.055 * side, 6, "", edge, line))
            corner = box.x + 0.83 * side, box.y + 0.17 * side
            shapes += cross(*corner, 0.085 * side, edge, self.line)
        return tuple(shapes)


cell_painter = lru_cache(maxsize=8)(CellPainter)
"""Returns the painter for a frame and a theme: what it remembers serves one board after another."""
