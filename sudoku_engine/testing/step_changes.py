"""What steps change on a board, whatever words they have for it."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.solving.guard import malformed

Changes = set[tuple[bool, Candidate]]
"""Candidates, each with whether it is placed."""


def changes_of(steps: Iterable[Step], grid: Grid) -> Changes:
    """Return what `steps` change, without eliminations that their own placements imply.

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
    """Return what may be placed because one of the `steps` leaves a cell this candidate alone."""
    filled: Changes = set()
    for step in steps:
        for cell in {cell for cell, _ in step.eliminations}:
            gone = {digit for other, digit in step.eliminations if other == cell}
            if len(left := grid.candidates(cell) - gone) == 1:
                filled.update((True, Candidate(cell, digit)) for digit in left)
    return filled
