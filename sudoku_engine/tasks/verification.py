"""Whether a board is a proper puzzle, in words."""

from __future__ import annotations

from itertools import islice

from sudoku_engine.api.events import Ended
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.oracle import count_solutions, no_solution


def verified(grid: Grid, solver: Component) -> tuple[bool, str]:
    """Return whether `grid` is solved or has one solution, as `solver` counts; and the words."""
    why = grid.repetition()
    if why:
        return False, f"invalid: {why}"
    if grid.is_solved:
        return True, "valid: solved"
    try:
        solutions = count(solver, grid, 2)
    except GaveUp as error:
        return False, f"undecided: {error}"
    if solutions == 0:
        return False, f"invalid: {no_solution(grid)}"
    return (True, "valid: 1 solution") if solutions == 1 else (False, "invalid: 2+ solutions")


def n_solutions(grid: Grid, ended: Ended) -> str:
    """Return in words how many solutions `grid` has, after a run that `ended` so."""
    if ended.outcome == "contradiction":
        return ended.why if ended.why.startswith("no solution") else f"no solution, {ended.why}"
    solutions = count_solutions(grid).solutions
    if solutions is None:
        return "solved" if ended.outcome == "solved" else f"undecided: {ended.why or ended.outcome}"
    return {0: "no solution", 1: "1 solution", 2: "2+ solutions"}[solutions]


def count(solver: Component, grid: Grid, limit: int) -> int:
    """Count the solutions that `solver` finds for `grid`, up to `limit`."""
    if solver.count and not solver.options:
        return int(solver.count(grid, limit))
    return sum(1 for _ in islice(solver.call(grid), limit))
