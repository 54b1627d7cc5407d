"""Apply the steps of a plugin, and compare their changes with those of other techniques."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import malformed, objection, trimmed
from sudoku_plugins.kit.plugin_calls import Caller, StrategyAnswer

MOST_CALLS = 400  # calls to find all steps of one board


class NoCallsLeft(Exception):
    """The check under way may make no more calls."""


def after(step: Step, grid: Grid, solution: tuple[int, ...] | None = None) -> Grid:
    """Return the board after the remaining changes of a plugin's `step`; `grid` if it is wrong.

    `solution`: the digits of the solution, if a step that contradicts it counts as wrong too.
    """
    left = None if malformed(step, grid) else trimmed(step, grid)
    return grid if left is None or objection(left, grid, solution) else grid.apply(left)


def carried_out(caller: Caller, boards: Sequence[Grid]) -> list[Grid | None]:
    """Carry out all steps of each call until the strategy finds nothing more; return the boards.

    None in place of a board that needs more calls than the check may make.
    """
    ends: list[Grid | None] = [*boards]
    left = dict(enumerate(boards))
    for _ in range(MOST_CALLS):
        if not left:
            break
        if not caller.has_calls_left:
            return [None if number in left else end for number, end in enumerate(ends)]
        for number, answer in zip([*left], caller.answers([*left.values()])):
            grid = before = left.pop(number)
            for step in answer.steps:
                grid = after(step, grid)
            ends[number] = grid
            if grid is not before:
                left[number] = grid
    return ends


def first_steps(caller: Caller, grid: Grid, solution: tuple[int, ...]) -> Iterator[StrategyAnswer]:
    """Yield its answers, each on the board after the first right step of the answer before.

    They end when there is no such step. Raise NoCallsLeft if the check may make no more calls.
    """
    for _ in range(MOST_CALLS):
        if not caller.has_calls_left:
            raise NoCallsLeft
        answer = caller.answer(grid)
        yield answer
        boards = (after(step, grid, solution) for step in answer.steps)
        changed = next((board for board in boards if board is not grid), None)
        if changed is None:
            return
        grid = changed


Changes = set[tuple[bool, Candidate]]  # candidates, each with whether it is placed


def changes_of(steps: Iterable[Step], grid: Grid) -> Changes:
    """Return the changes of `steps`, without eliminations that their own placements imply.

    Steps that cannot be carried out change nothing.
    """
    changes: Changes = set()
    for step in steps:
        if malformed(step, grid):
            continue
        changes.update((True, candidate) for candidate in step.placements)
        changes.update(
            (False, each)
            for each in step.eliminations
            if not step.placements or not is_implied(each, step.placements, grid)
        )
    return changes


def is_implied(eliminated: Candidate, placed: Iterable[Candidate], grid: Grid) -> bool:
    """Return whether one of the `placed` digits rules out a candidate."""
    cell, digit = eliminated
    return any(
        digit != other if cell == at else digit == other and cell in grid.layout.peers(at)
        for at, other in placed
    )


def is_done(step: Step, grid: Grid) -> bool:
    """Return whether `grid` has all changes of `step`.

    The only candidate of a cell is as good as placed.
    """
    return all(
        grid.digits[cell] == digit or grid.candidates(cell) == {digit}
        for cell, digit in step.placements
    ) and all(digit not in grid.candidates(cell) for cell, digit in step.eliminations)


def filled_by(steps: Iterable[Step], grid: Grid) -> Changes:
    """Return the candidates that may be placed: one of the `steps` leaves their cells no other."""
    filled: Changes = set()
    for step in steps:
        for cell in {cell for cell, _ in step.eliminations}:
            gone = {digit for other, digit in step.eliminations if other == cell}
            if len(left := grid.candidates(cell) - gone) == 1:
                filled.update((True, Candidate(cell, digit)) for digit in left)
    return filled


Pattern = frozenset[Candidate]  # the candidates that a step names, in its reasons or in its links


class Shape(NamedTuple):
    """The size of the pattern of a step."""

    cells: int
    digits: int
    houses: int  # how many houses hold the whole pattern


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
