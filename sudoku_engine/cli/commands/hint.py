"""``hint``: the next step, as much of it as the user wants to know."""

from __future__ import annotations

import json

import click

from sudoku_engine.api.event_record import step_event_record
from sudoku_engine.api.event_text import DEPTHS, Depth, hint_text, nothing_text
from sudoku_engine.api.events import Stepped
from sudoku_engine.api.record import puzzle_record
from sudoku_engine.api.run import Run
from sudoku_engine.board.terminal import one_line, wrapped
from sudoku_engine.cli.commands.steps import steps
from sudoku_engine.cli.context import command_context
from sudoku_engine.cli.inputs import one_puzzle
from sudoku_engine.cli.options import (
    NO_FALLBACK,
    STAGES_IN_WORDS,
    choice_option,
    engine_options,
    json_option,
    schema_option,
)
from sudoku_engine.cli.program import NO
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.errors import UsageError
from sudoku_engine.formats import Entry


@click.command()
@click.argument("given", metavar="[INPUT]", required=False)
@choice_option(
    "--show",
    values=DEPTHS,
    meanings=STAGES_IN_WORDS,
    default="why",
    metavar="HOW",
    help="How much of the step to show.",
)
@schema_option("strategies")
@click.option("--all", "is_all", is_flag=True, help="Show every step on the board, as steps does.")
@json_option
@engine_options
@click.pass_context
def hint(ctx: click.Context, given: str | None, show: Depth, is_all: bool, as_json: bool) -> int:
    """Show the next step of a puzzle without carrying it out.

    \b
    Examples:
      sudoku-engine hint --show where examples/puzzle.txt
      sudoku-engine hint --strategy hidden_single examples/puzzle.txt
      sudoku-engine hint --all examples/puzzles.txt:5
    """
    if is_all:
        if show != "why":
            raise UsageError(f"--all shows every step with its result: leave --show {show} out")
        inputs = () if given is None else (given,)
        return int(ctx.invoke(steps, inputs=inputs, as_json=as_json))
    with command_context(changes=NO_FALLBACK) as context:
        entry = one_puzzle(given, context)
        out = context.out
        run = Run(entry.grid, context.loop().events(entry.grid))
        step = None
        for event in run:
            report_fault(context, event)
            if isinstance(event, Stepped):
                step = event
                break
        if step is None:
            ended = run.drain() if run.ended is None else run.ended
            chosen = context.parameters["strategy"]
            notes = [f"Note: {note}" for note in ended.notes if chosen]
            text = "\n".join([nothing_text(ended, strategies=chosen), *notes])
            context.count_status(NO)
        else:
            text = hint_text(step, show)
        if as_json:
            print(json.dumps(_record(entry, step, text), ensure_ascii=False), file=out)
        else:
            what, *why = text.splitlines()
            print(one_line(what, out), *(wrapped(line, out) for line in why), sep="\n", file=out)
    return context.status


def _record(entry: Entry, step: Stepped | None, text: str) -> dict[str, object]:
    return {
        **puzzle_record(entry.source, entry.grid),
        "step": step and step_event_record(step),
        "hint": text,
    }
