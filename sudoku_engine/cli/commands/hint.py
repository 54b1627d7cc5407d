"""``hint``: the next step, told as far as a person wants to know."""

from __future__ import annotations

from typing import Any

import click

from sudoku_engine.api.events import Stepped
from sudoku_engine.api.hint_text import Depth, hint_text
from sudoku_engine.api.run import Run
from sudoku_engine.cli.context import engine_options, job, override
from sudoku_engine.cli.inputs import one_puzzle
from sudoku_engine.cli.program import NO
from sudoku_engine.cli.reporting import Audience


@click.command()
@click.argument("given", metavar="[INPUT]", required=False)
@click.option(
    "--show",
    type=click.Choice(["where", "what", "why"]),
    default="why",
    help="How much to tell: where to look, what to look for, or why too (the default).",
)
@engine_options
def hint(given: str | None, show: Depth, **engine: Any) -> int:
    """Show the next step of a puzzle without doing it.

    \b
    Example:
      sudoku-engine hint --show where examples/puzzle.txt
    """
    with job(**engine, overrides={"fallback": override("--no-fallback", "none")}) as task:
        entry = one_puzzle(given, task)
        audience = Audience(task, [])
        run = Run(entry.grid, task.loop().events(entry.grid), listeners=[audience.fault])
        for event in run:
            if isinstance(event, Stepped):
                print(hint_text(event, show), file=task.out)
                break
        else:
            print(_no_hint(run), file=task.out)
            task.worst(NO)
    return task.status


def _no_hint(run: Run) -> str:
    """Why there is no next step."""
    ended = run.drain() if run.ended is None else run.ended
    if ended.outcome == "solved":
        return "The board is solved already."
    if ended.outcome == "contradiction":
        return f"There is a mistake on the board: {ended.why}."
    return "No strategy finds a step."
