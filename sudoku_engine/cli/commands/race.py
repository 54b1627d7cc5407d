"""``race``: every solver on the same puzzles, side by side."""

from __future__ import annotations

from typing import Any

import click

from sudoku_engine.cli.context import Job, engine_options, job, json_option, output_option
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.program import NO, complain
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError
from sudoku_engine.formats import Entry
from sudoku_engine.tasks.race import SOLVED, Lap, disagreement, race_laps, summed, usable

COLUMNS = ("puzzle", "solver", "answer", "moves", "backtracks", "nodes", "seconds")


@click.command()
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@click.option(
    "--solver", "solvers", multiple=True, metavar="ID", help="Only this solver (repeatable)."
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop a solver that takes longer for a puzzle.",
)
@json_option
@output_option
@engine_options
def race(
    inputs: tuple[str, ...],
    solvers: tuple[str, ...],
    limit: float,
    as_json: bool,
    output: str | None,
    **engine: Any,
) -> int:
    """Let every solver find the first solution of the same puzzles, side by side.

    Moves are digits put into a cell, backtracks returns to an earlier cell, nodes the boards
    looked at; solvers that cannot be watched show none. A solver that disagrees with the
    others is an error.

    \b
    Example:
      sudoku-engine race --solver mrv --solver dancing_links examples/puzzles.txt
    """
    with job(**engine, output=output) as task:
        ids = solvers or task.registry.ids("solver")
        racers, lacking = usable([task.registry.find("solver", name) for name in ids], limit)
        for solver, error in lacking:
            if solver.id in solvers:
                task.complain(error)
            else:
                complain(f"notice: {solver.id} does not take part: {error.what}")
        laps: list[Lap] = []
        for entry in puzzles(inputs, task):
            of_puzzle = list(race_laps(entry.grid, entry.source, racers, limit))
            _tell_faults(of_puzzle, entry, task)
            laps += of_puzzle
        rows = laps + (summed(laps) if laps else [])
        print_table(COLUMNS, [_row(lap, as_json) for lap in rows], task.out, as_json)
        if any(lap.answer != SOLVED for lap in laps):
            task.worst(NO)
    return task.status


def _tell_faults(laps: list[Lap], entry: Entry, task: Job) -> None:
    """What solvers did wrong with the puzzle of `entry`, and where they disagree."""
    for lap in laps:
        if lap.fault:
            why = f"{lap.solver} is at fault: {lap.fault}; the board is {entry.grid.line}"
            task.complain(UsageError(why, entry.source))
    if quarrel := disagreement(laps):
        why = f"the solvers disagree ({quarrel}); the board is {entry.grid.line}"
        task.complain(UsageError(why, entry.source))


def _row(lap: Lap, exact: bool) -> tuple[object, ...]:
    seconds = round(lap.seconds, 6) if exact else f"{lap.seconds:.4f}"
    return (*lap[: COLUMNS.index("seconds")], seconds)
