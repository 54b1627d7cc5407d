"""``steps`` and ``hint``: every step that the strategies find on a board, and the next one."""

from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Any

import click

from sudoku_engine import Candidate, Ended, Faulted, Layout, Rejected, Run, Stepped
from sudoku_engine.api.event_text import (
    DEPTHS,
    INDENT,
    Depth,
    has_many_cases,
    hint_text,
    nothing_text,
    reason_lines,
    step_line,
)
from sudoku_engine.api.record import puzzle_record, step_event_record
from sudoku_engine.board.notation import effects_in
from sudoku_engine.board.say import tell
from sudoku_engine.board.text_board import one_line, wrapped
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import one_puzzle, puzzles
from sudoku_engine.cli.params import JSON, is_json
from sudoku_engine.cli.program import NO, message, program
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.cli.tables import print_records
from sudoku_engine.errors import LayoutError, UsageError
from sudoku_engine.formats.cells import Entry
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_plugins.session.survey import SurveyedStep, SurveyPart, Twin, surveying


@program.command()
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
@options.words_options
@options.engine_options
def steps(
    inputs: tuple[str, ...],
    eliminates: str | None,
    verbose: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Show every step that the strategies find on a board as it stands.

    The steps stand in the order in which their strategies are tried, so the first is the next step
    of `solve` and `hint`; of several steps with the same effect, only the first is shown. Each step
    ends with the number of open cells after the singles that follow it. Very long steps are
    shortened: -v and --json show all of them, and the other strategies with the same effects.

    \b
    Examples:
      sudoku-engine steps puzzles.txt:1
      sudoku-engine steps --strategy naked_pair --strategy fish puzzles.txt:1
    """
    as_json = as_json or is_json(output)
    with command_context(output) as context:
        strategies = context.strategies()
        for number, entry in enumerate(puzzles(inputs, context), 1):
            wanted = _wanted(eliminates, entry.grid.layout)
            parts = surveying(entry.grid, strategies, context.config.loop)
            parts = context.progress.over(parts, "find", 0)
            if as_json:
                n_shown = _print_record(entry, parts, wanted, context)
            else:
                title = tell("Puzzle {n:#}, {title}", n=number, title=entry.title)
                print("\n" * (number > 1) + title, file=context.out)
                n_shown = _print_steps(parts, eliminates, wanted, verbose, context)
            if not n_shown:
                context.count_status(NO)
            context.out.flush()
    return context.status


def _wanted(eliminates: str | None, layout: Layout) -> Set[Candidate]:
    if eliminates is None:
        return frozenset()
    try:
        placed, eliminated = effects_in(eliminates, layout)
    except LayoutError as error:
        raise UsageError(error.what, "--eliminates") from error
    if placed:
        raise UsageError(f"{eliminates} places a digit: write r1c2-3", "--eliminates")
    return frozenset(eliminated)


def _left_out(registry: Registry) -> list[str]:
    names = [each.id for each in registry.of_kind("strategy") if not each.is_by_default]
    if not names:
        return []
    note = tell(
        "Note: {n:#} techniques are looked for only with --strategy, such as {name}",
        n=len(names),
        name=names[-1],
    )
    return [note]


def _print_record(
    entry: Entry, parts: Iterable[SurveyPart], wanted: Set[Candidate], context: CommandContext
) -> int:
    shown: dict[int, dict[str, Any]] = {}
    for part in parts:
        if isinstance(part, SurveyedStep) and _is_wanted(part, wanted):
            shown[part.event.number] = {**step_event_record(part.event), "brings": part.n_open}
        elif isinstance(part, Twin) and part.number in shown:
            shown[part.number].setdefault("also", []).append(part.strategy.id)
        elif isinstance(part, (Faulted, Rejected)):
            report_fault(context, part)
    record = puzzle_record(entry.source, entry.grid, entry.name)
    record["steps"] = [*shown.values()]
    print_records([record], context.out)
    return len(shown)


def _print_steps(
    parts: Iterable[SurveyPart],
    eliminates: str | None,
    wanted: Set[Candidate],
    verbose: bool,
    context: CommandContext,
) -> int:
    out = context.out
    shown: dict[int, list[str]] = {}
    """By number of a step, the other strategies with its effect."""
    for part in parts:
        if isinstance(part, SurveyedStep) and _is_wanted(part, wanted):
            shown[part.event.number] = []
            print(step_line(part.event, out, f"   ({part.outlook})"), file=out)
            if verbose:
                print(*reason_lines(part.event.step, out), sep="\n", file=out)
            out.flush()
        elif isinstance(part, Twin) and part.number in shown:
            shown[part.number].append(tell(part.strategy.name))
        elif isinstance(part, Ended):
            ended = part
        elif isinstance(part, (Faulted, Rejected)):
            report_fault(context, part)
    if not shown:
        what = tell(" that eliminates {what}", what=eliminates) if eliminates else ""
        print(nothing_text(ended, what, context.parameters["strategy"]), file=out)
    notes = [tell("Note: {note}", note=note) for note in ended.notes]
    if not shown and ended.outcome != "contradiction" and context.config.strategies is None:
        notes += _left_out(context.registry)
    twins = [
        tell("step {number:#} is also {names}", number=number, names=names)
        for number, names in shown.items()
        if names and (verbose or number == 1)
    ]
    if twins:
        notes.append(tell("Note: {note}", note="; ".join(twins)))
    for note in notes:
        print(wrapped(note, out, INDENT), file=out)
    return len(shown)


def _is_wanted(part: SurveyedStep, wanted: Set[Candidate]) -> bool:
    return wanted <= {*part.event.step.eliminations}


@program.command()
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
@options.words_options
@options.engine_options
def hint(given: str | None, show: Depth, verbose: bool, as_json: bool) -> int:
    """Show the next step of a puzzle without applying it; `steps` shows all steps.

    \b
    Examples:
      sudoku-engine hint --show where puzzles.txt:1
      sudoku-engine hint --strategy hidden_single puzzles.txt:1
    """
    with command_context(changes=options.NO_FALLBACK) as context:
        entry = one_puzzle(given, context)
        out = context.out
        settings = replace(context.config.loop, max_steps=1)
        run = Run(entry.grid, Loop(context.strategies(), settings).events(entry.grid))
        step, chosen = None, context.parameters["strategy"]
        for event in run:
            report_fault(context, event)
            if isinstance(event, Stepped):
                step = event
        ended = run.drain()
        if step is None:
            text = nothing_text(ended, strategies=chosen)
            context.count_status(NO)
        else:
            text = hint_text(step, show, verbose or as_json)
        notes = [tell("Note: {note}", note=note) for note in ended.notes]
        if as_json:
            record = puzzle_record(entry.source, entry.grid, entry.name)
            record |= {"step": step and step_event_record(step), "hint": text}
            print_records([record], out)
        else:
            what, *why = text.splitlines()
            lines = (wrapped(line, out) for line in (*why, *notes))
            print(one_line(what, out), *lines, sep="\n", file=out)
            if step and show == "why" and has_many_cases(step.step) and not verbose:
                message("more with -v")
    return context.status
