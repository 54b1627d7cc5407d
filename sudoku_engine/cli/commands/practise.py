"""``practise``: boards on which a technique is the next that helps, and answers that are judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice

import click

from sudoku_engine.atomic_file import check_folder, whole_file
from sudoku_engine.board.terminal import one_line
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.frontends import KEY, board_window, call_frontend
from sudoku_engine.cli.options import component_options, count_option, engine_options
from sudoku_engine.cli.output_files import OutputFile
from sudoku_engine.cli.params import FileName
from sudoku_engine.cli.practice_boards import practice_boards, techniques_of, wanted_techniques
from sudoku_engine.cli.practice_dialog import PracticeDialog
from sudoku_engine.cli.practice_sheet import practice_sheet
from sudoku_engine.cli.program import NO, message
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.cli.seeds import drawn_seed, seed_option
from sudoku_engine.cli.sheet_options import no_name_option, per_page_option, title_option
from sudoku_engine.errors import GaveUp, UsageError
from sudoku_engine.testing.practice.exercises import Practice
from sudoku_engine.testing.practice.session import PracticeSession


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@click.option(
    "--from",
    "sources",
    type=FileName(),
    multiple=True,
    metavar="INPUT",
    help="Use boards out of these puzzles (repeatable).",
)
@count_option(10, "The number of boards.")
@seed_option("boards")
@click.option(
    "--sheet",
    type=OutputFile(("html", "htm"), needs_ending=True),
    metavar="FILE",
    help="Write a sheet to print, with its answers, as a page of HTML.",
)
@per_page_option(2)
@title_option
@no_name_option
@component_options(KEY, "size", "theme")
@engine_options
def practise(
    names: tuple[str, ...],
    sources: tuple[str, ...],
    count: int,
    seed: str | None,
    sheet: str | None,
    per_page: str,
    title: str,
    no_name: bool,
) -> int:
    """Practise a technique: find it on boards where it is the next that helps.

    ID is a technique or a family of them. Answer each board with a step as `steps` prints it,
    or only what it changes: r57c4<>1, r7c4<>8. ? hints where to look, ?? what to look for, ???
    why; skip shows the step, quit ends it. With --frontend turtle the boards are in a window: what
    you place and eliminate there is judged at once, and F1 shows the keys.

    \b
    Examples:
      sudoku-engine practise naked_pair
      sudoku-engine practise x_wing swordfish --count 3 --seed 7
      sudoku-engine practise naked_pair --count 4 --sheet pairs.html
      sudoku-engine practise hidden_single --frontend turtle
      sudoku-engine practise subsets --from examples/puzzles.txt
    """
    with command_context() as context:
        wanted = wanted_techniques(names, context)
        techniques = techniques_of(context)
        if seed is None:
            seed = "" if sources else drawn_seed("the same boards")
        boards = islice(practice_boards(wanted, techniques, sources, seed, context), count)
        if sheet is None:
            _practise(Practice(boards, techniques, None if sources else count), sources, context)
        else:
            check_folder(sheet)
            with _given_up(context):
                page = practice_sheet(
                    list(boards),
                    techniques,
                    title=title,
                    per_page=int(per_page),
                    has_name_line=not no_name,
                )
                with whole_file(sheet) as out:
                    out.write(page)
        for fault in techniques.faults:
            report_fault(context, fault)
    return context.status


@contextmanager
def _given_up(context: CommandContext) -> Iterator[None]:
    """Report that no board was found; the answer to the request is no."""
    try:
        yield
    except GaveUp as error:
        message(str(error))
        context.count_status(NO)


def _practise(practice: Practice, sources: Sequence[str], context: CommandContext) -> None:
    """Go through the exercises, at the keyboard or in a window, and print the score."""
    with _given_up(context):
        if context.config.frontend is None:
            if "-" in sources:
                raise UsageError("your answers come from standard input: name a file", "--from -")
            PracticeDialog(practice, context.out).run()
        else:
            _in_window(practice, context)
    if practice.exercises:
        print(one_line(practice.score, context.out), file=context.out)
        if not practice.is_all_right:
            context.count_status(NO)


def _in_window(practice: Practice, context: CommandContext) -> None:
    """Open a window on the first exercise, where the others follow."""
    window = board_window(context, "practise")
    assert window.work is not None
    exercise = practice.next()
    if exercise is not None:
        session = PracticeSession(practice, exercise, context.strategies())
        call_frontend(window, partial(window.work, **window.options), session)
