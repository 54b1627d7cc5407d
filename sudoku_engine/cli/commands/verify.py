"""``verify``: does a puzzle have no, one or several solutions?"""

from __future__ import annotations

import click

from sudoku_engine.cli.context import command_context
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.options import engine_options, inputs_argument, schema_option
from sudoku_engine.cli.program import NO
from sudoku_engine.tasks.verification import verified


@click.command()
@inputs_argument
@schema_option("solver", help="The solver that counts the solutions.")
@engine_options
def verify(inputs: tuple[str, ...]) -> int:
    """Check whether each puzzle is valid: solved, or with exactly one solution.

    Prints one line for each puzzle.

    \b
    Examples:
      sudoku-engine verify examples/puzzles.txt
      sudoku-engine verify 12..34..........
    """
    with command_context() as context:
        counter = context.solver()
        for entry in puzzles(inputs, context):
            found = verified(entry.grid, counter)
            print(found.words, file=context.out, flush=True)
            if found.fault:
                context.report(found.fault)
            elif not found.is_valid:
                context.count_status(NO)
    return context.status
