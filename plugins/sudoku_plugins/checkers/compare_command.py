"""``compare``: is one board a transformation of the other?"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import TextIO

import click

from sudoku_engine.api.run import Run
from sudoku_engine.board import text_board
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.text_board import has_colour, room, rules
from sudoku_engine.board.words import counted
from sudoku_engine.cli import frontends, options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import found_in, one_puzzle, with_piped
from sudoku_engine.cli.params import ALL, Input, WholeRange
from sudoku_engine.cli.program import DONE, NO, invocation, program
from sudoku_engine.cli.reporting import Reporters
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import FormatError, LayoutError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_plugins.checkers.comparison import (
    COLUMNS,
    JSON_COLUMNS,
    Answer,
    Form,
    answer_lines,
    answer_record,
    answer_row,
    answers_of,
    best_answer,
    in_signs_of,
    move_events,
    with_settings,
)
from sudoku_plugins.checkers.symmetry.moves import moves_of
from sudoku_plugins.checkers.symmetry.transformation import Transformation

MOVED, RENAMED = "yellow", "cyan"
"""The colours of a digit that moves, and of a digit that is only renamed."""

BETWEEN = 7
"""The number of columns between the boards."""

_FIRST_MARK = 0xE000
"""The first of the private characters that mark cells until their digits are known."""


def side_by_side(
    source: Grid, target: Grid, transformation: Transformation | None, out: TextIO
) -> str:
    """Return `source` and `target` as lines of text, one above the other if `out` is narrow.

    Clues of the source are above the boards, those of the target below them.
    """
    undoing = transformation.inverse() if transformation else None
    left = _board(source, transformation, out)
    right = _board(target, undoing, out)
    above, below = (text_board.clue_list(grid.layout, room(out)) for grid in (source, target))
    width = max(len(click.unstyle(line)) for line in left)
    if width + BETWEEN + len(click.unstyle(right[0])) > (room(out) or sys.maxsize):
        between = "-->" if transformation else ""
        return "\n".join([*above, *left, between, *right, *below])
    middle = min(len(left), len(right)) // 2
    lines = []
    for number, (one, other) in enumerate(zip_longest(left, right, fillvalue="")):
        between = "-->" if transformation and number == middle else "   "
        gap = " " * (width - len(click.unstyle(one)))
        lines.append(f"{one}{gap}  {between}  {other}".rstrip())
    return "\n".join([*above, *lines, *below])


def _board(grid: Grid, transformation: Transformation | None, out: TextIO) -> list[str]:
    """Return the lines of a board, with coloured digits where `transformation` changes them."""
    marks = [chr(_FIRST_MARK + cell) for cell in grid.layout.cells]
    symbols, moving = grid.line, transformation if has_colour(out) else None

    def coloured(found: re.Match[str]) -> str:
        cell = ord(found[0]) - _FIRST_MARK
        digit, symbol = grid.digits[cell], symbols[cell]
        if not digit or moving is None:
            return symbol
        if moving.cells[cell] != cell:
            return click.style(symbol, fg=MOVED, bold=True)
        is_renamed = moving.digits[digit] != digit
        return click.style(symbol, fg=RENAMED, bold=True) if is_renamed else symbol

    text = text_board.board(grid.layout, marks, rules(out))
    return re.sub(f"[{marks[0]}-{marks[-1]}]", coloured, text).splitlines()


@program.command()
@click.argument("inputs", type=Input(), metavar="[FILE | A B]", nargs=-1)
@options.ignore_unknown_option
@options.schema_option("checker", help="The checker that compares them, or 'all' of them.")
@options.choice_option(
    "--as",
    "form",
    values=["moves", "parts"],
    meanings={"moves": "one by one", "parts": "summed up"},
    default="moves",
    metavar="HOW",
    help="How to describe a transformation.",
)
@click.option(
    "--depth",
    type=WholeRange(0),
    metavar="N",
    help="The most moves that the checker brute_force tries.",
)
@options.jobs_option("Number of processes, for checkers that support it.", most=None)
@options.component_options(frontends.KEY)
@options.json_option
@options.output_option(
    frontends.REPLAY, what="a film of the moves for a browser", needs_ending=True
)
@options.engine_options
def compare(
    inputs: tuple[str, ...], form: Form, as_json: bool, output: str | None, **settings: int | None
) -> int:
    """Decide whether one board is a transformation of another, and which one.

    FILE holds both boards; A and B are files or boards written out. A transformation may swap
    rows of a band, columns of a stack, bands and stacks, turn the board by quarters, and
    rename digits one to one; blanks stay blanks.

    As parts, the transformation applies from top to bottom: rotation, row blocks, column blocks,
    rows, columns, digits. For lines, 1 -> 2 means that place 1 now shows the former contents of
    place 2; for digits, that 1 becomes 2.

    \b
    Examples:
      sudoku-engine compare 12.............3 ...2...1....3...
      sudoku-engine compare --checker all 12.............3 ...2...1....3...
    """
    is_all = invocation().parameters["checker"] == ALL
    with command_context(changes={"checker": None} if is_all else None) as context:
        replays = frontends.with_replay([], output, context)
        frontend = frontends.chosen_frontend(context, of_film=frontends.OPTIONS if replays else ())
        source, target = _pair(inputs, context)
        checkers = _checkers(context, is_all, **settings)
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
            frontends.show_runs(context, frontend, _film(best, source, context, reporters))
    if best and best.similar and context.status == NO:
        return DONE  # an unsolved board after its moves is not a negative answer
    return context.status


def _pair(inputs: Sequence[str], context: CommandContext) -> tuple[Grid, Grid]:
    """Return the two boards to compare; raises SudokuError if they are not exactly two."""
    if len(inputs) > 2:
        raise UsageError(f"{len(inputs)} inputs: give one with a pair, or two")
    if len(inputs) == 2:
        one, other = (one_puzzle(given, context) for given in inputs)
        return one.grid, in_signs_of(one.grid, other.grid)
    config = context.config
    inputs = with_piped(inputs, context)
    if not inputs and config.puzzles is None and config.puzzle is None:
        wanted = "give a file with two puzzles, or two files, or two puzzles written out"
        raise UsageError(f"nothing to compare: {wanted}")
    grids = []
    for entry in found_in(inputs, context):
        if isinstance(entry, FormatError):
            raise entry
        grids.append(entry.grid)
    if len(grids) != 2:
        named = inputs[0] if inputs else "the configuration"
        name = named if len(named) < 60 else "puzzle"
        raise UsageError(f"{counted(len(grids), 'puzzle')} instead of a pair", name)
    return grids[0], in_signs_of(*grids)


def _checkers(context: CommandContext, is_all: bool, **settings: int | None) -> list[Component]:
    """Return the checker of the configuration with its options, or all checkers."""
    found = _named_checkers(context, is_all)
    if settings["depth"] is not None and not any("depth" in each.known_options for each in found):
        raise UsageError(f"{found[0].id} has no depth: add --checker brute_force", "--depth")
    return [with_settings(each, **settings) for each in found]


def _named_checkers(context: CommandContext, is_all: bool) -> list[Component]:
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
