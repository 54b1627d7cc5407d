"""Whether a board with clues is another one turned or reflected, with other names for digits."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import LayoutError
from sudoku_engine.symmetry.equivalence.placement import renaming
from sudoku_engine.symmetry.moved_clues import same_clues
from sudoku_engine.symmetry.transformation import Transformation, turns_and_reflections


def way_with_clues(source: Grid, target: Grid) -> Transformation | None:
    """Return a turn or reflection, with new names for digits, from `source` to `target`, or None.

    Digits that the source does not show get the names left, in order, or all digits are
    counted from the other end.
    """
    layout = source.layout
    backwards = (0, *reversed(layout.digits))
    for cells in turns_and_reflections(layout.keeping(())):
        shown = renaming(layout, source.digits, target.digits, cells)
        for digits in (shown, backwards) if shown else ():
            try:
                found = Transformation(layout, cells, digits)
            except LayoutError:
                continue
            moved = found.grid(source)
            if moved.digits == target.digits and same_clues(moved.layout, target.layout):
                return found
    return None


def may_be_alike(source: Layout, target: Layout) -> bool:
    """Return whether a turn or reflection takes the cells of each clue to those of another."""

    def named(layout: Layout, cells: Sequence[int]) -> set[Hashable]:
        return {
            (clue.rule, clue.value, frozenset(cells[cell] for cell in clue.cells))
            for clue in layout.clues
        }

    wanted = named(target, target.cells)
    ways = turns_and_reflections(source.keeping(()))
    return any(named(source, cells) == wanted for cells in ways)
