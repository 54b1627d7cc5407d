"""``hint``: the next step, as much of it as the user wants to know."""

from __future__ import annotations

import click

from sudoku_engine.api.events import Stepped
from sudoku_engine.api.hint_text import Depth, hint_text, nothing_text
from sudoku_engine.api.run import Run
from sudoku_engine.board.terminal import one_line, wrapped
from sudoku_engine.cli.context import command_context
from sudoku_engine.cli.inputs import one_puzzle
from sudoku_engine.cli.options import NO_FALLBACK, engine_options
from sudoku_engine.cli.program import NO
from sudoku_engine.cli.reporting import report_fault


@click.command()
@click.argument("given", metavar="[INPUT]", required=False)
@click.option(
    "--show",
    type=click.Choice(["where", "what", "why"]),
    default="why",
    help="How much to show: where to look, what to look for, or why too (the default).",
)
@engine_options
def hint(given: str | None, show: Depth) -> int:
    """Show the next step of a puzzle without carrying it out.

    \b
    Example:
      sudoku-engine hint --show where examples/puzzle.txt
    """
    with command_context(changes=NO_FALLBACK) as context:
        entry = one_puzzle(given, context)
        out = context.out
        run = Run(entry.grid, context.loop().events(entry.grid))
        for event in run:
            report_fault(context, event)
            if isinstance(event, Stepped):
                what, *why = hint_text(event, show).splitlines()
                lines = [one_line(what, out), *(wrapped(line, out) for line in why)]
                print(*lines, sep="\n", file=out)
                break
        else:
            ended = run.drain() if run.ended is None else run.ended
            print(nothing_text(ended), file=out)
            context.count_status(NO)
    return context.status
