"""The look of a cell: its digit or candidates, and their marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine.board.step import COVER
from sudoku_engine.picture.highlights import Marking
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.themes import Look, Theme


class Mark(NamedTuple):
    """The marks of a candidate; `roles` are the forms and looks of its first two roles."""

    digit: int
    roles: tuple[tuple[str, Look], ...]
    is_eliminated: bool
    is_crossed: bool


class CellLook(NamedTuple):
    """Everything to see of a cell; 1 and 0 mean true and false."""

    digit: int
    notes: int
    """Its candidates, bit ``digit - 1``."""
    marks: tuple[Mark, ...] = ()
    placed: int = 0
    """The digit that the step places."""
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

    @property
    def role_look(self) -> Look | None:
        """The look of the first role of a candidate of the cell."""
        return next((mark.roles[0][1] for mark in self.marks if mark.roles), None)

    @property
    def is_eliminated(self) -> bool:
        """Whether the step eliminates one of its candidates."""
        return any(mark.is_eliminated for mark in self.marks)


def cell_looks(scene: Scene, marking: Marking, theme: Theme) -> list[CellLook]:
    """Return the look of each cell."""
    grid, placed, bystanders = scene.grid, marking.placed, marking.bystanders
    marks = _marks(marking, theme)
    letters = {
        cell: tuple((role[-1], marking.look(role, theme)) for role in roles)
        for cell, roles in marking.letters.items()
    }
    kept = _shown_notes(scene)
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
        )
        for cell, (digit, notes) in enumerate(zip(grid.digits, grid.masks))
    ]


def _shown_notes(scene: Scene) -> Sequence[int]:
    """Return which candidates of each cell are shown, as bits."""
    cells = range(len(scene.grid.layout.cells))
    if scene.has_candidates:
        return [~0 for _ in cells]
    shown = [0 for _ in cells]
    for cell, digit in scene.notes:
        shown[cell] |= 1 << digit - 1
    return shown


def _marks(marking: Marking, theme: Theme) -> dict[int, tuple[Mark, ...]]:
    """Return the marks on the candidates of each cell, in the order of the step."""
    found: dict[int, tuple[Mark, ...]] = {}
    for candidate in dict.fromkeys((*marking.roles, *marking.eliminated, *marking.crossed)):
        roles = marking.roles.get(candidate, ())[:2]
        mark = Mark(
            candidate.digit,
            tuple((marking.form(role), marking.look(role, theme)) for role in roles),
            candidate in marking.eliminated,
            candidate in marking.crossed,
        )
        found[candidate.cell] = (*found.get(candidate.cell, ()), mark)
    return found
