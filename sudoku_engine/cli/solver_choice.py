"""The solvers that are compared with each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.program import message
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.tasks.race import usable


def usable_solvers(
    context: CommandContext, named: Collection[str], otherwise: Iterable[str], limit: float
) -> list[Component]:
    """Return the `named` solvers, or those called `otherwise`, that can be used here.

    Reports the others: as errors if they were named, else in notices.
    """
    ids = dict.fromkeys(named or otherwise)
    ready, lacking = usable([context.registry.find("solver", name) for name in ids], limit)
    for solver, error in lacking:
        if solver.id in named:
            context.report(error)
        else:
            message(f"notice: {solver.id} does not take part: {error.what}")
    return ready


def report_solver_fault(
    context: CommandContext, solver: str, fault: str, grid: Grid, source: str = ""
) -> None:
    """Report what `solver` did wrong with the board `grid`."""
    why = f"{solver} is at fault: {fault}; the board is {grid.line}"
    context.report(UsageError(why, source))
