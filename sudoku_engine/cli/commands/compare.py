"""``compare``: is one board a transformation of the other?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import click

from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.cli.board_pair import side_by_side
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.frontends import KEY, chosen_frontend, show_runs
from sudoku_engine.cli.inputs import found_in, one_puzzle
from sudoku_engine.cli.options import (
    choice_option,
    component_options,
    engine_options,
    jobs_option,
    json_option,
    output_option,
    schema_option,
)
from sudoku_engine.cli.params import ALL
from sudoku_engine.cli.program import DONE, NO, invocation
from sudoku_engine.cli.prompt import prompt_for_pair
from sudoku_engine.cli.replay_file import OPTIONS, REPLAY, with_replay
from sudoku_engine.cli.reporting import Reporters
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import FormatError, LayoutError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.answer_text import (
    COLUMNS,
    JSON_COLUMNS,
    Form,
    answer_lines,
    answer_record,
    answer_row,
)
from sudoku_engine.solving.comparison import Answer, answers_of, best_answer, with_jobs
from sudoku_engine.solving.move_run import move_events
from sudoku_engine.transform.decomposition import moves_of


@click.command()
@click.argument("inputs", metavar="[FILE | A B]", nargs=-1)
@schema_option("checker", help="The checker that compares them, or 'all' of them.")
@choice_option(
    "--as",
    "form",
    values=["moves", "parts"],
    meanings={"moves": "one by one", "parts": "summed up"},
    default="moves",
    metavar="HOW",
    help="How to describe a transformation.",
)
@jobs_option("Number of processes, for checkers that support it.", most=None)
@component_options(KEY)
@json_option
@output_option(REPLAY, what="a film of the moves for a browser", needs_ending=True)
@engine_options
def compare(
    inputs: tuple[str, ...], form: Form, jobs: int | None, as_json: bool, output: str | None
) -> int:
    """Decide whether one board is a transformation of another, and which one.

    FILE holds both boards; A and B are files or boards written out. A transformation may swap
    rows of a band, columns of a stack, bands and stacks, turn the board by quarters, and
    rename digits one to one; blanks stay blanks. Without FILE, on a terminal, a prompt lists
    the pairs in this folder.

    As parts, the transformation applies from top to bottom: rotation, row blocks, column
    blocks, rows, columns, digits. For lines, 1 -> 2 says that place 1 now shows what was in
    place 2 before this part; for digits, that 1 becomes 2.

    \b
    Examples:
      sudoku-engine compare 12.............3 ...2...1....3...
      sudoku-engine compare --checker all 12.............3 ...2...1....3...
    """
    is_all = invocation().parameters["checker"] == ALL
    with command_context(changes={"checker": None} if is_all else None) as context:
        replays = with_replay([], output, context)
        frontend = chosen_frontend(context, of_film=OPTIONS if replays else ())
        source, target = _pair(inputs, context)
        checkers = [with_jobs(each, jobs) for each in _checkers(context, is_all)]
        context.progress.start("pair")
        answers = answers_of(checkers, source, target)
        context.progress.stop()
        for answer in answers:
            if answer.fault:
                context.report(answer.fault)
        best = best_answer(answers, source)
        if as_json:
            rows = [answer_record(answer, source) for answer in answers]
            print_table(JSON_COLUMNS, rows, context.out, as_json)
        else:
            if is_all:
                print_table(COLUMNS, [answer_row(one, source) for one in answers], context.out)
            for line in answer_lines(best, source, form) if best else ():
                print(line, file=context.out)
            moved = best.transformation if best else None
            print(side_by_side(source, target, moved, context.out), file=context.out)
        if not (best and best.similar):
            context.count_status(NO)
        elif frontend or replays:
            reporters = Reporters(context, replays)
            show_runs(context, frontend, _film(best, source, context, reporters))
    if best and best.similar and context.status == NO:
        return DONE  # a board that is not solved after its moves is no answer
    return context.status


def _pair(inputs: Sequence[str], context: CommandContext) -> tuple[Grid, Grid]:
    """Return the two boards to compare; raises SudokuError if they are not exactly two."""
    if len(inputs) > 2:
        raise UsageError(f"{len(inputs)} inputs: give one with a pair, or two")
    if len(inputs) == 2:
        one, other = (one_puzzle(given, context) for given in inputs)
        return one.grid, other.grid
    config = context.config
    if not inputs and config.puzzles is None and config.puzzle is None:
        inputs = [prompt_for_pair(config.layout)]
    grids = []
    for entry in found_in(inputs, context):
        if isinstance(entry, FormatError):
            raise entry
        grids.append(entry.grid)
    if len(grids) != 2:
        named = inputs[0] if inputs else "the configuration"
        name = named if len(named) < 60 else "puzzle"
        raise UsageError(f"{counted(len(grids), 'puzzle')} instead of a pair", name)
    return grids[0], grids[1]


def _checkers(context: CommandContext, is_all: bool) -> list[Component]:
    """Return the checker of the configuration, or all, that one with its options."""
    chosen = context.config.checker
    own = [context.component("checker", chosen)] if chosen else []
    if not is_all:
        if not own:
            raise UsageError("no checker: name one with --checker")
        return own
    return [
        own[0] if own and own[0].id == each.id else each
        for each in context.registry.of_kind("checker")
    ]


def _film(
    answer: Answer, source: Grid, context: CommandContext, reporters: Reporters
) -> Iterator[Run]:
    """Yield the run of the moves that turn `source` into the other board, if they have names."""
    with suppress(LayoutError):
        if answer.transformation is not None:
            moves = moves_of(answer.transformation, source)
            events = move_events(source, moves)
            yield Run(source, events, out=context.out, listeners=[reporters.event])
