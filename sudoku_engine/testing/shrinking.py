"""Look for the smallest board on which something still goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.findings import Finding


def on_smallest_board(
    position: Position,
    finding: Finding,
    look: Callable[[Grid], Finding | None],
    seconds: float,
) -> Finding:
    """Return the `finding` on the smallest board found in `seconds` on which `look` still sees one.

    As many cells as possible are filled as in the solution; then candidates are eliminated that
    the solution does not need. So the solution stays the same.
    """
    grid, solution, source, *_ = position
    deadline = monotonic() + seconds
    for is_filling in (True, False):
        changes = _changes(grid, solution, is_filling)
        size = max(len(changes) // 2, 1)
        while changes:
            for start in range(0, len(changes), size):
                chunk = changes[start : start + size]
                left = [change for change in chunk if change.digit in grid.candidates(change.cell)]
                if not left or monotonic() > deadline:
                    continue
                smaller = grid.apply(Step(left) if is_filling else Step((), left))
                found = look(smaller)
                if found is not None:
                    grid, finding = smaller, found
            if size == 1:
                break
            changes = _changes(grid, solution, is_filling)
            size = max(size // 2, 1)
    return replace(finding, board=finding.board or grid, source=finding.source or source)


def _changes(grid: Grid, solution: Sequence[int], is_filling: bool) -> list[Candidate]:
    """Return the candidates of the solution, to fill in, or the others, to eliminate."""
    return [
        Candidate(cell, digit)
        for cell in grid.open_cells
        for digit in ([solution[cell]] if is_filling else sorted(grid.candidates(cell)))
        if is_filling or digit != solution[cell]
    ]
