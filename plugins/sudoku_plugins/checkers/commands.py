"""The commands on copies of boards: ``compare``, ``transform`` and ``canonical``."""

import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import repeat, zip_longest
from typing import Any, NamedTuple, TextIO, get_args

import click

from sudoku_engine import Engine, FormatError, Grid, Run
from sudoku_engine.board import text_board
from sudoku_engine.board.layout_record import clue_record
from sudoku_engine.board.text_board import has_colour, room, rules
from sudoku_engine.board.words import counted
from sudoku_engine.cli import frontends, options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import found_in, one_puzzle, show_progress, with_piped
from sudoku_engine.cli.jobs import Work, puzzle_results
from sudoku_engine.cli.params import ALL, BOARDS, JSON, Input, WholeRange, format_of, is_json
from sudoku_engine.cli.program import BAD, DONE, NO, SectionedCommand, invocation, message, program
from sudoku_engine.cli.reporting import Reporters
from sudoku_engine.cli.tables import print_records, print_table
from sudoku_engine.errors import LayoutError, UsageError
from sudoku_engine.formats import Entry, written
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
    moves_to_make,
    with_settings,
)
from sudoku_plugins.checkers.symmetry.minlex import ORDERS
from sudoku_plugins.checkers.symmetry.moves import Axis, Renaming, moves_of
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
    with suppress(LayoutError):
        if answer.transformation is not None:
            moves = moves_of(answer.transformation, source)
            events = move_events(source, moves)
            yield Run(source, events, out=context.out, listeners=[reporters.event])


ORDER = "sudoku_engine.order"
"""Where click's context keeps the names of the options, in the order of the command line."""

MOVES = (
    *("rotate", "swap_rows", "swap_columns", "swap_bands", "swap_stacks"),
    *("transpose", "reflect", "relabel", "random"),
)
"""The names of the options that are moves."""

RENAMING = re.compile(r"(\s*\w+\s*=\s*\w+\s*(,|$))+")
"""A renaming, whatever the signs of the digits are."""


class InOrder(SectionedCommand):
    """A command that keeps the order of its options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse `args`, and keep the order."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        ctx.meta[ORDER] = [parameter.name for parameter in order]
        return super().parse_args(ctx, args)


def _swap_option(kind: str, where: str = "") -> options.Decorator:
    numbers: dict[str, Any] = {"type": int, "nargs": 2, "multiple": True, "metavar": "I J"}
    return click.option(f"--swap-{kind}s", help=f"Swap {kind}s I and J{where}.", **numbers)


SECTIONS = {
    "Moves": (),
    "What is written": ("verbose", "as_json", "output", "output_format"),
    "In a window": ("frontend", "delay", "size", "theme"),
}
"""By heading of the help, the parameters below it."""


@program.command(cls=InOrder, sections=SECTIONS)
@options.inputs_argument
@options.choice_option(
    "--rotate",
    values=["90", "180", "270"],
    multiple=True,
    metavar="DEGREES",
    help="Rotate the board clockwise by this number of degrees.",
)
@_swap_option("row", " of one band")
@_swap_option("column", " of one stack")
@_swap_option("band")
@_swap_option("stack")
@click.option("--transpose", count=True, help="Exchange rows and columns.")
@options.choice_option(
    "--reflect", values=get_args(Axis), multiple=True, metavar="HOW", help="Mirror the board."
)
@click.option(
    "--relabel", multiple=True, metavar="OLD=NEW,…", help="Rename digits, all at once: 1=2,2=1."
)
@click.option("--random", count=True, help="Apply a random transformation.")
@options.seed_option("random moves", has_numbers=True)
@click.option("-v", "--verbose", is_flag=True, help="Show each move, and the board after it.")
@options.output_format_option
@options.component_options(frontends.KEY)
@options.json_option
@options.output_option(
    *JSON, *BOARDS, frontends.REPLAY, what="a .html is a film of the moves for a browser"
)
@options.engine_options
@click.pass_context
def transform(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    seed: int | str | None,
    verbose: bool,
    output_format: str | None,
    as_json: bool,
    output: str | None,
    **given: Any,
) -> int:
    """Apply moves to puzzles, in the order of the options, and print one line a puzzle.

    The moves change neither the number of solutions nor the difficulty. Each option can be
    repeated; --random draws another transformation for each puzzle. --json writes one object
    for each move.

    \b
    Examples:
      sudoku-engine transform --rotate 90 --swap-rows 1 2 puzzles.txt:1
      sudoku-engine transform --relabel 1=2,2=1 -v puzzles.txt:1
      sudoku-engine transform --random --seed 7 puzzles.txt
      sudoku-engine transform --random --seed 7 -o moves.html puzzles.txt:1
    """
    if not (output_format or as_json or verbose):
        as_json, output_format = is_json(output), format_of(output)
    if output_format and (verbose or as_json):
        raise UsageError("--output-format writes boards only: without --verbose and --json")
    if seed is not None and not given["random"]:
        raise UsageError("--seed needs --random")
    wanted, rng = _wanted(ctx.meta[ORDER], given), random.Random(seed)
    with command_context(frontends.file_of_results(output), output_format) as context:
        frontend = frontends.chosen_frontend(
            context, of_film=frontends.OPTIONS if frontends.is_replay(output) else ()
        )
        name = "jsonl" if as_json else None if verbose else "line"
        own = [context.registry.find("reporter", name)] if name else context.reporters()
        chosen = frontends.with_replay(own, output, context)
        reporters = Reporters(context, chosen, verbose=verbose or None, format=output_format)
        frontends.show_runs(context, frontend, _runs(inputs, context, wanted, rng, reporters))
    # An unsolved board after its moves is not a negative answer.
    return BAD if context.status == BAD else DONE


def _wanted(order: Sequence[str], given: Mapping[str, Any]) -> list[str]:
    values: dict[str, Iterator[Any]] = {
        name: iter(value) if isinstance(value, tuple) else repeat(())
        for name, value in given.items()
    }
    wanted = []
    for name in filter(MOVES.__contains__, order):
        value = next(values[name])
        if name == "relabel" and not RENAMING.fullmatch(value):
            Renaming.of_text(value)  # its error needs no puzzle
        words = value if isinstance(value, tuple) else (value,)
        wanted.append(" ".join([name.replace("_", "-"), *map(str, words)]))
    return wanted


def _runs(
    inputs: Sequence[str],
    context: CommandContext,
    wanted: Sequence[str],
    rng: random.Random,
    reporters: Reporters,
) -> Iterator[Run]:
    index = 0
    for entry in found_in(inputs, context):
        if isinstance(entry, FormatError):
            reporters.error(entry)
            continue
        try:
            moves = moves_to_make(entry.grid, wanted, rng)
        except LayoutError as error:
            context.report(LayoutError(str(error), entry.source))
            continue
        index += 1
        show_progress(entry, context)
        yield Run(
            entry.grid,
            move_events(entry.grid, moves),
            index=index,
            source=entry.source,
            has_marks=entry.has_marks,
            name=entry.name,
            out=context.out,
            listeners=[reporters.event],
        )
    context.progress.stop()


@program.command()
@options.inputs_argument
@options.choice_option(
    "--order",
    values=ORDERS,
    default="refinement",
    meanings={"refinement": "quick", "minlex": "as text, row by row, a blank before 1"},
    help="The order in which the least copy is the form.",
)
@click.option("--symmetries", is_flag=True, help="Count the symmetries of each board.")
@click.option(
    "--dedupe",
    is_flag=True,
    help="Print only the first puzzle of each class of copies; report the others.",
)
@options.puzzle_jobs_option
@options.json_option
@options.output_option("json", *BOARDS[:1])
@options.engine_options
def canonical(
    inputs: tuple[str, ...],
    order: str,
    symmetries: bool,
    dedupe: bool,
    jobs: int,
    as_json: bool,
    output: str | None,
) -> int:
    """Print the canonical form of each puzzle, one a line.

    Two puzzles are copies of each other exactly if their forms are equal. With --dedupe, the first
    puzzle of each class is printed, unchanged; standard error names the copies. The file may have
    any length.

    A symmetry of a board moves its cells so that the same board results, except for the names of
    its digits; moving nothing counts as one.

    \b
    Examples:
      sudoku-engine canonical --symmetries puzzles.txt
      sudoku-engine canonical --dedupe -o unique.txt puzzles.txt
    """
    as_json = as_json or is_json(output)
    with command_context(output) as context:
        found = _forms(inputs, order, symmetries, context, jobs)
        if dedupe:
            found = _firsts(found)
        if as_json:
            for entry, form in found:
                counts = {"symmetries": form.symmetries} if symmetries else {}
                clues = {"form_clues": form.clues} if form.clues else {}
                record = {**entry.place, "form": form.line, **clues, **counts}
                print_records([record], context.out)
        else:
            for entry, form in found:
                count = f" {counted(form.symmetries, 'symmetry', 'symmetries')}"
                text = written(entry.grid).rstrip("\n") if dedupe else form.text
                print(text + count * symmetries, file=context.out)
    return context.status


class _Form(NamedTuple):
    line: str = ""
    """Its digits as text."""
    text: str = ""
    """The form as a puzzle, with its clues."""
    clues: Sequence[Mapping[str, object]] = ()
    symmetries: int = 0
    """The number of symmetries, if requested."""
    why_not: str = ""
    """Why there is no form."""


_Formed = tuple[Entry, _Form]


def _forms(
    inputs: Sequence[str], order: str, symmetries: bool, context: CommandContext, jobs: int
) -> Iterator[_Formed]:
    work = Work(_former, [order, symmetries])
    for entry, form in puzzle_results(inputs, context, work, jobs):
        if form.why_not:
            context.report(LayoutError(form.why_not, entry.source))
        else:
            yield entry, form


def _former(engine: Engine, order: str, symmetries: bool) -> Callable[[Grid], _Form]:
    def form_of(grid: Grid) -> _Form:
        try:
            form = ORDERS[order](grid)
        except LayoutError as error:
            return _Form(why_not=error.what)
        clues = [clue_record(clue) for clue in form.layout.written_clues]
        return _Form(form.line, str(form), clues, form.symmetries if symmetries else 0)

    return form_of


def _firsts(found: Iterator[_Formed]) -> Iterator[_Formed]:
    firsts: dict[tuple[str, str], str] = {}
    n_puzzles = 0
    for entry, form in found:
        n_puzzles += 1
        key = entry.grid.layout.name, form.text
        if key in firsts:
            message(f"{entry.source} is a copy of {firsts[key]}")
        else:
            firsts[key] = entry.source
            yield entry, form
    message(f"{counted(n_puzzles, 'puzzle')}, {counted(len(firsts), 'class', 'classes')}")
