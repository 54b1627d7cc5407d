"""``verify``: does a puzzle have no, one or several solutions?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.options import (
    engine_options,
    inputs_argument,
    json_option,
    output_option,
    schema_option,
)
from sudoku_engine.cli.output_files import is_json
from sudoku_engine.cli.program import NO
from sudoku_engine.cli.tables import print_table
from sudoku_engine.formats import Entry
from sudoku_engine.tasks.verification import Verification, verified

COLUMNS = ("source", "puzzle", "valid", "solutions", "words")


@click.command()
@inputs_argument
@schema_option("solver", help="The solver that counts the solutions.")
@json_option
@output_option("json")
@engine_options
def verify(inputs: tuple[str, ...], as_json: bool, output: str | None) -> int:
    """Check whether each puzzle is valid: solved, or with exactly one solution.

    Prints one line for each puzzle. In JSON, 2 solutions mean two or more.

    \b
    Examples:
      sudoku-engine verify examples/puzzles.txt
      sudoku-engine verify 12..34..........
    """
    with command_context(output) as context:
        found = _verified(inputs, context)
        if as_json or is_json(output):
            print_table(COLUMNS, (_row(*each) for each in found), context.out, as_json=True)
        else:
            for _, verification in found:
                print(verification.words, file=context.out, flush=True)
    return context.status


def _verified(
    inputs: Sequence[str], context: CommandContext
) -> Iterator[tuple[Entry, Verification]]:
    """Yield the puzzles with the results, each as soon as it is known; report faults."""
    counter = context.solver()
    for entry in puzzles(inputs, context):
        found = verified(entry.grid, counter)
        yield entry, found
        if found.fault:
            context.report(found.fault)
        elif not found.is_valid:
            context.count_status(NO)


def _row(entry: Entry, found: Verification) -> tuple[object, ...]:
    is_valid = None if found.solutions is None else found.is_valid
    return (entry.source, entry.grid.line, is_valid, found.solutions, found.words)
