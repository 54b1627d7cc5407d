"""``steps`` and ``hint``: every step that the strategies find on a board, and the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TextIO

import click

from sudoku_engine.api.event_record import step_event_record
from sudoku_engine.api.event_text import (
    DEPTHS,
    Depth,
    has_many_cases,
    hint_text,
    nothing_text,
    reason_lines,
    step_line,
)
from sudoku_engine.api.events import Stepped
from sudoku_engine.api.record import puzzle_record
from sudoku_engine.api.run import Run
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.notation import effects_in
from sudoku_engine.board.say import tell
from sudoku_engine.board.step import Candidate
from sudoku_engine.board.terminal import one_line, wrapped
from sudoku_engine.cli import options
from sudoku_engine.cli.context import command_context
from sudoku_engine.cli.inputs import one_puzzle, puzzles
from sudoku_engine.cli.params import JSON, is_json
from sudoku_engine.cli.program import NO, message
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.cli.tables import print_records
from sudoku_engine.errors import LayoutError, UsageError
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.survey import Survey, SurveyedStep, survey


@click.command()
@options.inputs_argument
@options.schema_options("strategies")
@click.option(
    "--eliminates",
    metavar="CANDIDATES",
    help="Show only steps that eliminate these, such as r1c2-3.",
)
@click.option("-v", "--verbose", is_flag=True, help="Show why each step is true.")
@options.json_option
@options.output_option(*JSON)
@options.schema_options("loop.pencilmarks", "loop.step_timeout", "loop.guard")
@options.language_option
@options.engine_options
def steps(
    inputs: tuple[str, ...],
    eliminates: str | None,
    verbose: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Show every step that the strategies find on a board as it stands.

    The simplest steps come first; of several steps with the same effect, only the simplest is
    shown. Each step ends with the number of open cells after the singles that follow it. Very long
    steps are shortened: -v and --json show all of them.

    \b
    Examples:
      sudoku-engine steps examples/puzzle.txt
      sudoku-engine steps --strategy naked_pair --strategy fish examples/puzzle.txt
    """
    as_json = as_json or is_json(output)
    with command_context(output) as context:
        strategies = context.strategies()
        for number, entry in enumerate(puzzles(inputs, context), 1):
            wanted = _wanted(eliminates, entry.grid.layout)
            found = survey(entry.grid, strategies, context.config.loop, context.new_loop)
            for fault in found.faults:
                report_fault(context, fault)
            shown = [each for each in found.steps if wanted <= {*each.event.step.eliminations}]
            if not shown:
                context.count_status(NO)
            if as_json:
                record = puzzle_record(entry.source, entry.grid, entry.name)
                record["steps"] = [
                    {**step_event_record(each.event), "brings": each.n_open} for each in shown
                ]
                print_records([record], context.out)
            else:
                title = tell("Puzzle {n:#}, {title}", n=number, title=entry.title)
                title = "\n" * (number > 1) + title
                what = tell(" that eliminates {what}", what=eliminates) if eliminates else ""
                chosen = context.parameters["strategy"]
                nothing = [] if shown else [nothing_text(found.ended, what, chosen)]
                lines = _lines(found, shown, verbose, context.out)
                if not shown and context.config.strategies is None:
                    nothing.append(_left_out(context.registry))
                print(title, *nothing, *lines, sep="\n", file=context.out)
            context.out.flush()
    return context.status


def _wanted(eliminates: str | None, layout: Layout) -> Set[Candidate]:
    """Return the eliminations that a step must have."""
    if eliminates is None:
        return frozenset()
    try:
        placed, eliminated = effects_in(eliminates, layout)
    except LayoutError as error:
        raise UsageError(error.what, "--eliminates") from error
    if placed:
        raise UsageError(f"{eliminates} places a digit: write r1c2-3", "--eliminates")
    return frozenset(eliminated)


def _left_out(registry: Registry) -> str:
    """Return the note that some techniques were left out, since they must be named."""
    names = [each.id for each in registry.of_kind("strategy") if not each.is_by_default]
    n = len(names)
    return tell(
        "Note: {n:#} techniques are looked for only with --strategy, such as {name}",
        n=n,
        name=names[-1],
    )


def _lines(
    found: Survey, shown: Sequence[SurveyedStep], verbose: bool, out: TextIO
) -> Iterator[str]:
    """Yield a line for each of the steps that are `shown`, followed by the notes."""
    for each in shown:
        yield step_line(each.event, out, f"   ({each.outlook})")
        if verbose:
            yield from reason_lines(each.event.step, out)
    for note in found.ended.notes:
        yield tell("Note: {note}", note=note)


@click.command()
@options.one_input_argument
@options.choice_option(
    "--show",
    values=DEPTHS,
    meanings=options.STAGES_IN_WORDS,
    default="why",
    metavar="HOW",
    help="How much of the step to show.",
)
@options.schema_option("strategies")
@click.option("-v", "--verbose", is_flag=True, help="Show all cases of a step, however many.")
@options.json_option
@options.language_option
@options.engine_options
def hint(given: str | None, show: Depth, verbose: bool, as_json: bool) -> int:
    """Show the next step of a puzzle without applying it; `steps` shows all steps.

    \b
    Examples:
      sudoku-engine hint --show where examples/puzzle.txt
      sudoku-engine hint --strategy hidden_single examples/puzzle.txt
    """
    with command_context(changes=options.NO_FALLBACK) as context:
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
            text = hint_text(step, show, verbose or as_json)
        if as_json:
            record = puzzle_record(entry.source, entry.grid, entry.name)
            record |= {"step": step and step_event_record(step), "hint": text}
            print_records([record], out)
        else:
            what, *why = text.splitlines()
            print(one_line(what, out), *(wrapped(line, out) for line in why), sep="\n", file=out)
            if step and show == "why" and has_many_cases(step.step) and not verbose:
                message("more with -v")
    return context.status
