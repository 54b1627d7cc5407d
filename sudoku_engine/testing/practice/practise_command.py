"""``practise``: boards on which a technique is the next that helps, and answers that are judged."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import TextIO

import click

from sudoku_engine.api.event_text import hint_text, short_notation
from sudoku_engine.atomic_file import check_folder, whole_file
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.terminal import columns_missed, one_line, room, rules, styled, wrapped
from sudoku_engine.board.text_board import clue_list
from sudoku_engine.board.words import listed
from sudoku_engine.cli.commands.worksheet import no_name_option, per_page_option, title_option
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.frontends import KEY, board_window, call_frontend
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.options import (
    component_options,
    count_option,
    drawn_seed,
    engine_options,
    ignore_unknown_option,
    seed_option,
)
from sudoku_engine.cli.params import FileName, OutputFile
from sudoku_engine.cli.program import NO, message
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.errors import GaveUp, LayoutError, UsageError
from sudoku_engine.formats import decode
from sudoku_engine.picture.print_sheet import Drawing, Drawings, Item, sheet, step_drawing
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.generation import CheckedGenerator
from sudoku_engine.testing.practice.boards import Supply, boards_of, rules_of
from sudoku_engine.testing.practice.exercises import Exercise, Practice, PracticeSession
from sudoku_engine.testing.practice.judging import PracticeBoard, Techniques, Verdict, answer_in

PROMPT = "> "

INDENT = "  "
"""Before the reasons of a verdict."""

HOW_TO_ANSWER = (
    "Answer in the notation of `steps`, or only what the step changes, such as r5c5=8 or "
    "r57c4-1, r7c4-8. ? hints where to look, ?? what to look for, ??? why; skip shows the step, "
    "quit ends"
)

ALONE = "{{{}}}"
"""How the only candidate of an open cell is written, as boards with candidates are read."""

COLOURS = {"right": "green", "half": "yellow", "other": "yellow", "wrong": "red"}


class PracticeDialog:
    """Asks for steps on the boards of `practice`."""

    def __init__(self, practice: Practice, out: TextIO) -> None:
        self._practice = practice
        self._out = out
        self._lines = _typed_lines()
        self._is_over = False

    def run(self) -> None:
        """Go through the boards, up to the last one, or the end of what is typed."""
        practice = self._practice
        while not self._is_over and (exercise := practice.next()) is not None:
            self._show(exercise)
            for line in self._lines:
                if self._take(line.strip(), exercise):
                    break
            else:
                self._is_over = True

    def _show(self, exercise: Exercise) -> None:
        number, board = len(self._practice.exercises), exercise.board
        out, name = self._out, board.technique.name
        what = f"{name} is the simplest technique that helps"
        if not board.is_next:
            what = f"look for {name}, though simpler techniques help, too"
        start = "\n" * (number > 1) + styled(self._practice.name, out, bold=True)
        print(f"{start}: {what}", file=out)
        drawn, most = rules(out), room(out)
        shown = candidate_board(board.grid, drawn, alone=ALONE, has_labels=True, most=most)
        print(*clue_list(board.grid.layout, most), shown, sep="\n", file=out)
        if columns := columns_missed(shown, out):
            needs = f"The board needs a terminal of {columns} columns"
            self._say(f"{needs}; --frontend turtle shows it in a window.")
        if number == 1:
            self._say(f"{HOW_TO_ANSWER}.")
        if single := re.search(ALONE.format(r"\w"), shown):
            self._say(f"{single[0]} is an open cell with one candidate.")
        self._out.flush()

    def _take(self, line: str, exercise: Exercise) -> bool:
        """Act on a `line`; return whether the board is done."""
        word = line.lower()
        if not line:
            return False
        if not word.strip("?"):
            self._say(exercise.hint(len(word)))
        elif word in ("skip", "s"):
            exercise.show()
            self._say(f"It was {hint_text(exercise.board.event, 'why')}")
            return True
        elif word in ("quit", "q", "exit"):
            self._is_over = True
            return True
        elif word in ("help", "h"):
            self._say(f"{HOW_TO_ANSWER}.")
        else:
            try:
                answer = answer_in(line, exercise.board.grid.layout)
            except LayoutError as error:
                self._say(f"{error.what}, or ? for a hint, skip, quit")
                return False
            self._print(exercise.answer(answer))
            return exercise.points > 0
        return False

    def _print(self, verdict: Verdict) -> None:
        word = verdict.text.partition(":")[0].partition(",")[0]
        line = one_line(verdict.text, self._out, INDENT)
        shown = styled(word, self._out, bold=True, fg=COLOURS[verdict.judgement])
        print(line.replace(word, shown, 1), file=self._out)
        for reason in verdict.reasons:
            self._say(INDENT + reason)

    def _say(self, text: str) -> None:
        for line in text.splitlines():
            indent = INDENT if line.startswith(INDENT) else ""
            print(wrapped(line, self._out, indent), file=self._out, flush=True)


def _typed_lines() -> Iterator[str]:
    """Yield the lines of standard input; on a terminal after a prompt, with editing keys."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield from decode(sys.stdin.buffer)
        return
    with suppress(ImportError):  # Windows has none
        import readline  # noqa: F401  # from now on `input` can edit the line
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            print()
            return


MOST_MORE = 4
"""The number of further steps that are named with an answer."""


def practice_sheet(
    boards: Sequence[PracticeBoard],
    techniques: Techniques,
    *,
    title: str,
    per_page: int,
    has_name_line: bool,
) -> str:
    """Return a page of HTML with `boards`, each with a line for the step, then the answers."""
    return sheet(
        [Item(board.grid, f"look for: {board.technique.name}") for board in boards],
        title=title,
        per_page=per_page,
        has_candidates=True,
        has_name_line=has_name_line,
        has_answer_lines=True,
        more=[Drawings("Answers", [_answer(*each, techniques) for each in enumerate(boards, 1)])],
    )


def _answer(number: int, board: PracticeBoard, techniques: Techniques) -> Drawing:
    """Return the step of hints, drawn, and the notation of other steps that are right too."""
    layout, event = board.grid.layout, board.event
    drawn = step_drawing(board.grid, event, f"{number} · {board.technique.name}")
    others = [
        short_notation(other.step, layout)
        for other in techniques.steps(board.grid, board.technique)
        if other.step.effect != event.step.effect
    ]
    more = [f"Or: {other}" for other in others[:MOST_MORE]]
    if len(others) > MOST_MORE:
        more.append(f"Or one of {len(others) - MOST_MORE} more.")
    return drawn._replace(below=(*drawn.below, *more))


MINIMAL = 100
"""How many minimal puzzles are tried before puzzles are made for a technique on purpose."""

MOST_DRAFTS = 300
"""How many puzzles may be tried for one that needs a technique."""


def wanted_techniques(names: Sequence[str], context: CommandContext) -> list[Component]:
    """Return the techniques that `names` mean, with the options of the configuration.

    Raises UsageError.
    """
    configured = {component.id: component for component in context.strategies()}
    found = []
    for name in names:
        members = context.registry.strategies_named(name)
        # A family is practised with candidates as usual, kept up to date.
        found += [each for each in members if not each.marks or len(members) == 1]
    return list({each.id: configured.get(each.id, each) for each in found}.values())


def techniques_of(context: CommandContext) -> Techniques:
    """Return the strategies of the configuration, as practice uses them."""
    strategies = [each for each in context.strategies() if each.marks is None]
    return Techniques(strategies, context.config.loop, context.new_loop)


def practice_boards(
    wanted: Sequence[Component],
    techniques: Techniques,
    sources: Sequence[str],
    seed: str,
    context: CommandContext,
) -> Iterator[PracticeBoard]:
    """Yield boards for the `wanted` techniques, out of the `sources` if there are any.

    Without sources there is no end. Raises UsageError for a technique that is not for boards of
    the layout, GaveUp if no board is found.
    """
    names = listed((each.name for each in wanted), "or")
    if sources:
        grids = [entry.grid for entry in puzzles(sources, context)]
        found = False
        for board in boards_of(grids, techniques, wanted):
            found = True
            yield board
        if grids and not found:
            where = "this puzzle" if len(grids) == 1 else f"these {len(grids)} puzzles"
            raise GaveUp(f"in {where} {names} is never the next that helps")
        return
    layout = context.config.layout or Layout.named("9x9")
    fit = [each for each in wanted if each.suits(layout.n)]
    if not fit:
        raise UsageError(f"{names} is not for {layout} boards")
    progress = context.progress

    def generate(technique: Component, number: int) -> Grid:
        """Return any minimal puzzle at first, then one that is made for the technique."""
        find, rater = context.registry.find, None
        generator = find("generator", "minimal")
        if number >= MINIMAL:
            rater = context.rater()
            rater.tried = partial(progress.next, "puzzle")
            options = {"needs": technique.id, "tries": MOST_DRAFTS}
            generator = find("generator", "graded").with_options(options)
        rules = rules_of(technique, layout)
        return CheckedGenerator(generator, layout, seed, rater, rules=rules).make(number).givens

    supply = Supply(techniques, fit, layout, seed, generate, lambda _: progress.next("puzzle"))
    try:
        for board in supply.boards():
            progress.stop()
            yield board
    finally:
        progress.stop()


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
@ignore_unknown_option
@count_option(10, "The number of boards.")
@seed_option("boards")
@click.option(
    "-o",
    "--output",
    "--sheet",
    "sheet",
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
      sudoku-engine practise naked_pair --count 4 -o pairs.html
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
