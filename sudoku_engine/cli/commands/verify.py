"""``verify``: does a puzzle have no, one or several solutions?"""

from __future__ import annotations

from typing import Any

import click

from sudoku_engine.cli.context import engine_options, job, override
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.program import NO
from sudoku_engine.tasks.verification import verified


@click.command()
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@click.option("--solver", metavar="ID", help="What counts the solutions.")
@engine_options
def verify(inputs: tuple[str, ...], solver: str | None, **engine: Any) -> int:
    """Tell of each puzzle, in a line, whether it is valid: solved, or with one solution.

    \b
    Examples:
      sudoku-engine verify examples/puzzles.txt
      sudoku-engine verify 12..34..........
    """
    with job(**engine, overrides={"solver": override("--solver", solver)}) as task:
        counter = task.solver()
        for entry in puzzles(inputs, task):
            is_valid, words = verified(entry.grid, counter)
            print(words, file=task.out, flush=True)
            if not is_valid:
                task.worst(NO)
    return task.status
