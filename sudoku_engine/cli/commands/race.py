"""``race``: several solvers on the same puzzles, side by side."""

from __future__ import annotations

import click

from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.options import (
    engine_options,
    inputs_argument,
    json_option,
    output_option,
    solvers_option,
    timeout_option,
)
from sudoku_engine.cli.output_files import is_json
from sudoku_engine.cli.program import NO
from sudoku_engine.cli.reporting import report_solver_fault, usable_solvers
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError
from sudoku_engine.formats import Entry
from sudoku_engine.solving.race import SOLVED, RaceResult, disagreement, race_results, summed

COLUMNS = ("puzzle", "solver", "answer", "moves", "backtracks", "nodes", "seconds")


@click.command()
@inputs_argument
@solvers_option
@timeout_option(10.0, "Stop a solver that takes longer for a puzzle.")
@json_option
@output_option("json")
@engine_options
def race(
    inputs: tuple[str, ...],
    solvers: tuple[str, ...],
    timeout: float,
    as_json: bool,
    output: str | None,
) -> int:
    """Compare all solvers on the same puzzles: each finds the first solution.

    Moves are digits put into a cell, backtracks are returns to an earlier cell, nodes are the
    boards that the search visits; solvers that cannot be watched show none of them. A solver
    that disagrees with the others is an error.

    \b
    Example:
      sudoku-engine race --solver mrv --solver dancing_links examples/puzzles.txt
    """
    as_json = as_json or is_json(output)
    with command_context(output) as context:
        racers = usable_solvers(context, solvers, context.registry.ids("solver"), timeout)
        results: list[RaceResult] = []
        for entry in puzzles(inputs, context):
            of_puzzle = list(race_results(entry.grid, entry.source, racers, timeout))
            _report_faults(of_puzzle, entry, context)
            results += of_puzzle
        rows = results + (summed(results) if results else [])
        table = [_row(result, as_json) for result in rows]
        if racers or as_json:
            print_table(COLUMNS, table, context.out, as_json, is_grouped=True)
        if any(result.answer != SOLVED for result in results):
            context.count_status(NO)
    return context.status


def _report_faults(results: list[RaceResult], entry: Entry, context: CommandContext) -> None:
    """Report what solvers did wrong with the puzzle of `entry`, and where they disagree."""
    for result in results:
        if result.fault:
            report_solver_fault(context, result.fault, entry.grid, entry.source)
    if difference := disagreement(results):
        why = f"the solvers disagree ({difference}); the board is {entry.grid.line}"
        context.report(UsageError(why, entry.source))


def _row(result: RaceResult, is_exact: bool) -> tuple[object, ...]:
    seconds = round(result.seconds, 6) if is_exact else f"{result.seconds:.4f}"
    return (*result[: COLUMNS.index("seconds")], seconds)
