"""What a cell looks like: its digit or candidates, and the marks on them."""

from __future__ import annotations

from sudoku_engine.figures import corners, cross, figure, frame_lines, inset, jagged
from sudoku_engine.frame import Box, Frame
from sudoku_engine.marking import Marking
from sudoku_engine.scene import Scene
from sudoku_engine.shapes import Disc, Line, Polygon, Rect, Shape, Text
from sudoku_engine.step import Candidate
from sudoku_engine.themes import Look, Theme
from sudoku_engine.wording import symbol

SMALLEST_NOTE = 6
"""Candidates that would be smaller are left out."""


class CellPainter:
    """Makes the shapes of the cells of one `scene`."""

    def __init__(self, scene: Scene, marking: Marking, frame: Frame, theme: Theme) -> None:
        self.scene = scene
        self.marking = marking
        self.frame = frame
        self.theme = theme
        self.note_size = min(0.82 * frame.slot * theme.note_scale, 0.98 * frame.slot)
        self.line = max(1.2, 0.042 * frame.cell) * theme.stroke
        self.marked: dict[int, list[Candidate]] = {}
        for candidate in (*marking.roles, *marking.struck, *marking.crossed):
            self.marked.setdefault(candidate.cell, []).append(candidate)
        self.house_mask = 0
        for mask in marking.houses:
            self.house_mask |= mask

    def shapes(self, cell: int) -> tuple[Shape, ...]:
        """The shapes of `cell`, from back to front; all lie within its lines."""
        return (
            *self._tint(cell),
            *self._diagonals(cell),
            *self._edges(cell),
            *self._content(cell),
            *self._signs(cell),
        )

    def _has(self, mask: int, cell: int) -> bool:
        return bool(mask >> cell & 1)

    def _role_looks(self, cell: int) -> list[Look]:
        marking = self.marking
        found = [c for c in self.marked.get(cell, ()) if c in marking.roles]
        return [marking.look(marking.roles[candidate], self.theme) for candidate in found]

    def _is_struck(self, cell: int) -> bool:
        return any(candidate in self.marking.struck for candidate in self.marked.get(cell, ()))

    def _tint(self, cell: int) -> tuple[Shape, ...]:
        theme, scene = self.theme, self.scene
        looks = self._role_looks(cell)
        if self._has(scene.wrong, cell):
            tint = theme.wrong.tint
        elif cell in self.marking.placed:
            tint = theme.placing.tint
        elif looks:
            tint = looks[0].tint
        elif self._is_struck(cell):
            tint = theme.struck.tint
        elif self._has(scene.moved, cell):
            tint = theme.moved.tint
        elif self._has(self.house_mask, cell):
            tint = theme.house.tint
        else:
            return ()
        return (Rect(*self.frame.inner[cell], fill=tint),)

    def _diagonals(self, cell: int) -> tuple[Shape, ...]:
        x, y, width, height = self.frame.inner[cell]
        found: list[Shape] = []
        for number, house in enumerate(self.scene.grid.layout.diagonals):
            if self._has(house.mask, cell):
                ends = ((x, y), (x + width, y + height))
                if number:
                    ends = ((x, y + height), (x + width, y))
                found.append(Line(ends, self.theme.rule, self.frame.rule))
        return tuple(found)

    def _edges(self, cell: int) -> tuple[Shape, ...]:
        """The outlines of what the step says of the cell."""
        looks = self._role_looks(cell)
        if cell in self.marking.placed:
            return ()
        box = inset(self.frame.box(cell), 0.095 * self.frame.cell)
        shapes = [frame_lines(box, looks[0].edge, self.line)] if looks else []
        if self._is_struck(cell):  # over a frame that is there it makes one of two colours
            shapes.append(frame_lines(box, self.theme.struck.edge, self.line, is_dashed=True))
        return tuple(shapes)

    def _content(self, cell: int) -> tuple[Shape, ...]:
        if cell in self.marking.placed:
            return self._placing(cell, self.marking.placed[cell])
        digit = self.scene.grid.digits[cell]
        return self._digit(cell, digit) if digit else self._notes(cell)

    def _placing(self, cell: int, digit: int) -> tuple[Shape, ...]:
        """A digit that the step places, in a double ring."""
        x, y = self.frame.centre(cell)
        side, look = self.frame.cell, self.theme.placing
        line = min(self.line, 0.06 * side)
        shapes: list[Shape] = [
            Disc(x, y, 0.40 * side, "", look.edge, line),
            Disc(x, y, 0.31 * side, look.fill, look.edge, line),
        ]
        if Candidate(cell, digit) in self.marking.crossed:
            shapes += cross(x, y, 0.4 * side, self.theme.wrong.edge, 1.7 * line)
            shapes.append(Disc(x, y, 0.2 * side, look.fill))
        return (*shapes, Text(x, y, symbol(digit), 0.46 * side, look.text, bold=True))

    def _digit(self, cell: int, digit: int) -> tuple[Shape, ...]:
        theme, scene = self.theme, self.scene
        x, y = self.frame.centre(cell)
        size = 0.62 * self.frame.cell
        is_given = scene.grid.is_given(cell)
        ring = self._ring(cell, digit)
        colour = theme.given if is_given else theme.placed
        if self._has(scene.tried, cell):
            colour = theme.tried
        if self._has(self.marking.bystanders, cell):
            colour = theme.faint
        if ring:
            size *= 0.86
        return (*ring, Text(x, y, symbol(digit), size, colour, bold=is_given))

    def _ring(self, cell: int, digit: int) -> tuple[Shape, ...]:
        """The ring about a placed digit that the step rests on."""
        role = self.marking.roles.get(Candidate(cell, digit))
        if role is None:
            return ()
        x, y = self.frame.centre(cell)
        radius = (0.36 if self.marking.form(role) == "disc" else 0.29) * self.frame.cell
        look = self.marking.look(role, self.theme)
        form = self.marking.form(role)
        return (figure(form, x, y, radius, self.theme.board, look.edge, self.line),)

    def _notes(self, cell: int) -> tuple[Shape, ...]:
        marked = {candidate.digit for candidate in self.marked.get(cell, ())}
        digits = set(marked)
        if self.scene.has_candidates:
            digits |= self.scene.grid.candidates(cell)
        shapes: list[Shape] = []
        for digit in sorted(digits):
            shapes += self._note(cell, digit, digit in marked)
        return tuple(shapes)

    def _note(self, cell: int, digit: int, is_marked: bool) -> list[Shape]:
        theme, marking = self.theme, self.marking
        x, y = self.frame.note(cell, digit)
        candidate = Candidate(cell, digit)
        shapes: list[Shape] = []
        colour = theme.faint if self._has(marking.bystanders, cell) else theme.note
        role = marking.roles.get(candidate)
        if role is not None:
            look, form = marking.look(role, theme), marking.form(role)
            line = max(1.0, 0.4 * self.line)
            shapes.append(figure(form, x, y, self.radius, look.fill, look.edge, line))
            colour = look.text
        elif candidate in marking.struck:
            colour = theme.struck.text
        if self.note_size >= SMALLEST_NOTE:
            shapes.append(Text(x, y, symbol(digit), self.note_size, colour, bold=is_marked))
        if candidate in marking.struck:
            shapes += self._strike(x, y, on_mark=role is not None)
        if candidate in marking.crossed:
            line = max(1.5, 0.8 * self.line)
            shapes[:0] = cross(x, y, 0.55 * self.frame.slot, theme.wrong.edge, line)
        return shapes

    @property
    def radius(self) -> float:
        """The radius of the disc of a candidate."""
        return 0.48 * self.frame.slot

    def _strike(self, x: float, y: float, on_mark: bool) -> list[Shape]:
        """The bold line through a candidate, with a light edge where it crosses a mark."""
        reach = 0.52 * self.frame.slot
        ends = ((x - reach, y + 0.8 * reach), (x + reach, y - 0.8 * reach))
        line = max(1.5, 0.1 * self.frame.slot * min(self.theme.stroke, 1.15))
        shapes: list[Shape] = []
        if on_mark:
            shapes.append(Line(ends, self.theme.board, 2.2 * line))
        return [*shapes, Line(ends, self.theme.struck.edge, line)]

    def _signs(self, cell: int) -> tuple[Shape, ...]:
        """What is said of the cell beside the step."""
        scene, theme, side = self.scene, self.theme, self.frame.cell
        box = self.frame.box(cell)
        shapes: list[Shape] = []
        if self._has(scene.moved, cell):
            shapes += corners(inset(box, 0.1 * side), 0.2 * side, theme.moved.edge, self.line)
        if self._has(scene.tried, cell):
            shapes.append(self._tried(box))
        if self._has(scene.wrong, cell):
            shapes += self._wrong(box)
        if self._has(scene.selected, cell):
            line = max(2.0, 0.075 * side)
            shapes.append(frame_lines(inset(box, 0.1 * side), theme.selected, line))
        return tuple(shapes)

    def _tried(self, box: Box) -> Shape:
        """A small triangle in the upper right corner."""
        side = self.frame.cell
        right, top = box.x + 0.92 * side, box.y + 0.08 * side
        points = ((right - 0.2 * side, top), (right, top), (right, top + 0.2 * side))
        return Polygon(points, self.theme.tried)

    def _wrong(self, box: Box) -> tuple[Shape, ...]:
        """A jagged frame, and a small cross in the upper right corner."""
        side, look = self.frame.cell, self.theme.wrong
        line = max(1.2, 0.6 * self.line)
        reach = 0.085 * side
        x, y = box.x + 0.83 * side, box.y + 0.17 * side
        return (
            jagged(inset(box, 0.06 * side), 0.055 * side, 6, "", look.edge, line),
            *cross(x, y, reach, look.edge, self.line),
        )
