"""The simple cases of a technique: a wing that is a triple, a colouring of two cells.

Whoever writes a technique as books define it finds them, too; ours leaves them to simpler ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.step_changes import changes_of

Pattern = frozenset[Candidate]
"""The candidates that a step names, in its reasons or in its links."""


class Shape(NamedTuple):
    """How large the pattern of a step is."""

    cells: int
    digits: int
    houses: int
    """How many houses hold the whole pattern."""


def is_simple_case(
    grid: Grid, step: Step, usual: Sequence[Step], simpler: Iterable[Component]
) -> bool:
    """Return whether `step` looks like the `usual` ones, and one of the `simpler` finds it.

    Or it finds its own pattern inside that of `step`. What has another shape is another technique:
    a pair among triples.
    """
    if not _has_shape_of(grid, step, usual):
        return False
    changes, cells = changes_of([step], grid), _cells(step)
    for technique in simpler:
        for other in technique.call(grid) or ():
            inside = _cells(other)
            if (inside and inside <= cells) or changes <= changes_of([other], grid):
                return True
    return False


def names_cells_of_one(step: Step, wanted: Iterable[Step]) -> bool:
    """Return whether `step` names the cells that one of the `wanted` names, or none."""
    cells = _cells(step)
    return not cells or any(cells == _cells(each) for each in wanted)


def has_simpler_inside(grid: Grid, step: Step, simpler: Iterable[Component]) -> bool:
    """Return whether one of the `simpler` does all that `step` does, with a part of its pattern."""
    changes, pattern = changes_of([step], grid), _pattern(step)
    return any(
        changes <= changes_of([other], grid) and _pattern(other) <= pattern
        for technique in simpler
        for other in technique.call(grid) or ()
    )


def _has_shape_of(grid: Grid, step: Step, usual: Sequence[Step]) -> bool:
    """Return whether `step` has as many digits as one of the `usual`, and is no larger than they.

    If all of these have equally many cells, it must have as many.
    """
    shapes = [_shape(grid, each) for each in usual]
    if not shapes:
        return False
    shape, cells = _shape(grid, step), {each.cells for each in shapes}
    return (
        (shape.cells in cells if len(cells) == 1 else shape.cells <= max(cells))
        and any(shape.digits == each.digits for each in shapes)
        and shape.houses >= min(each.houses for each in shapes)
    )


def _shape(grid: Grid, step: Step) -> Shape:
    pattern, cells = _pattern(step), _cells(step)
    digits = {digit for _, digit in pattern or (*step.eliminations, *step.placements)}
    return Shape(len(cells), len(digits), len(grid.layout.houses_with(cells)) if cells else 0)


def _cells(step: Step) -> set[int]:
    return {cell for cell, _ in _pattern(step)}


def _pattern(step: Step) -> Pattern:
    linked = (each for link in step.all_links for each in (*link.start, *link.end))
    return frozenset((*step.grounds, *linked))
