"""The solvers that are compared with each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.api.fault_text import fault_text
from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.program import BAD, message
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.race import usable


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
    context: CommandContext, fault: Faulted | Rejected, grid: Grid, source: str = ""
) -> None:
    """Report what a solver did wrong with the board `grid`, which is from `source`."""
    consequence = f" on {source}" if source else ""
    message(f"{fault_text(fault, consequence)}; the board is {grid.line}")
    context.count_status(BAD)
