"""The smallest board that can be found on which a fault still happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.findings import Fault

Judge = Callable[[Grid], "Fault | None"]
"""What is wrong on a board, None where nothing is."""

SECONDS = 1.0
"""How long a board is made smaller."""


def shrunk(position: Position, fault: Fault, judge: Judge, seconds: float = SECONDS) -> Fault:
    """The `fault` on the smallest board found on which `judge` still sees one.

    Cells are filled as the solution has them, as many as possible; then candidates are struck
    that it does not need. So the solution stays what it is.
    """
    grid, solution, source, _ = position
    deadline = monotonic() + seconds
    for changes_of, as_step in ((_fillings, Step), (_strikes, _striking)):
        changes = changes_of(grid, solution)
        size = max(len(changes) // 2, 1)
        while changes:
            for start in range(0, len(changes), size):
                chunk = changes[start : start + size]
                left = [change for change in chunk if change.digit in grid.candidates(change.cell)]
                if not left or monotonic() > deadline:
                    continue
                smaller = grid.apply(as_step(left))
                found = judge(smaller)
                if found is not None:
                    grid, fault = smaller, found
            if size == 1:
                break
            changes = changes_of(grid, solution)
            size = max(size // 2, 1)
    return replace(fault, grid=fault.grid or grid, source=fault.source or source)


def _fillings(grid: Grid, solution: Sequence[int]) -> list[Candidate]:
    return [Candidate(cell, solution[cell]) for cell in grid.open_cells]


def _strikes(grid: Grid, solution: Sequence[int]) -> list[Candidate]:
    return [
        Candidate(cell, digit)
        for cell in grid.open_cells
        for digit in sorted(grid.candidates(cell))
        if digit != solution[cell]
    ]


def _striking(struck: Sequence[Candidate]) -> Step:
    return Step((), struck)
