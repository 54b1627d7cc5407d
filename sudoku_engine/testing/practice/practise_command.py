"""``practise``: boards on which a technique is the next that helps, or something is to be proved.

Answers are judged, at the keyboard or in a window; or the boards are written on a sheet to print.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count as counting
from itertools import islice
from typing import NamedTuple

import click

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.atomic_file import check_folder, whole_file
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Step
from sudoku_engine.board.terminal import one_line
from sudoku_engine.board.words import counted, listed
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
from sudoku_engine.cli.params import FileName, OutputFile, ScoreRange
from sudoku_engine.cli.program import NO, message
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.errors import GaveUp, UsageError
from sudoku_engine.picture.print_sheet import (
    ANSWER_LINE,
    Drawing,
    Drawings,
    Item,
    answer_table,
    sheet,
    step_drawing,
)
from sudoku_engine.plugins.component import Component
from sudoku_engine.randomness import shuffled
from sudoku_engine.solving.generation import CheckedGenerator
from sudoku_engine.testing.practice.boards import Supply, boards_of, kept_puzzle, rules_of
from sudoku_engine.testing.practice.dialogs import Dialog, PracticeDialog, ProofDialog
from sudoku_engine.testing.practice.exercises import (
    E,
    ExerciseSession,
    Practice,
    PracticeSession,
    exercises_on,
)
from sudoku_engine.testing.practice.judging import PracticeBoard, Techniques
from sudoku_engine.testing.practice.proving import (
    ANY_SIZES,
    MOST_TRIED,
    ProofExercise,
    ProofSession,
    Range,
    Task,
    event_of,
    tasks_on,
)

MOST_MORE = 4
"""The number of further steps that are named with an answer."""


class Look(NamedTuple):
    """How a sheet looks; see `print_sheet.sheet`."""

    title: str
    per_page: int
    has_name_line: bool


def practice_sheet(boards: Iterable[PracticeBoard], techniques: Techniques, look: Look) -> str:
    """Return a page of HTML with `boards`, each with a line for the step, then the answers."""
    found = list(boards)
    return sheet(
        [Item(board.grid, f"look for: {board.technique.name}") for board in found],
        **look._asdict(),
        has_candidates=True,
        room=ANSWER_LINE,
        more=[Drawings("Answers", [_answer(*each, techniques) for each in enumerate(found, 1)])],
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


COLUMNS = ("Cell, or digit and house", "So …")
"""The headings of the table in which a proof is written."""

SPARE = 2
"""How many more lines a table has than the longest smallest proof needs."""


def proof_sheet(tasks: Iterable[Task], look: Look) -> str:
    """Return a page of HTML with `tasks`, each with a table for the proof, then the answers."""
    items, answers, longest = [], [], 0
    for number, task in enumerate(tasks, 1):
        note = f"prove: {task.claim}, {counted(len(task.reason.truths), 'truth')}"
        items.append(Item(task.grid, note, step=Step(eliminations=[task.candidate])))
        caption = f"{number} · {task.claim}"
        answers.append(step_drawing(task.grid, event_of(task.reason), caption))
        longest = max(longest, len(task.reason.truths))
    return sheet(
        items,
        **look._asdict(),
        has_candidates=True,
        room=answer_table(COLUMNS, longest + SPARE),
        more=[Drawings("Answers", answers)],
    )


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


USUAL_SIZES = 2, 3
"""The numbers of truths of the smallest proofs, unless a person names others or a technique."""


def proof_tasks(
    wanted: Sequence[Component],
    sizes: Range | None,
    techniques: Techniques,
    sources: Sequence[str],
    seed: str,
    context: CommandContext,
) -> Iterator[Task]:
    """Yield candidates that are to be proved false, on boards for the `wanted` techniques.

    `sizes`: the least and the greatest number of truths of their smallest proofs. Without
    techniques all boards are taken on the way to a solution. The rest is as for `practice_boards`.
    """
    most = None if sources else MOST_TRIED
    if wanted:
        boards = practice_boards(wanted, techniques, sources, seed, context)
        yield from tasks_on(([board] for board in boards), sizes or ANY_SIZES, seed, most)
        return
    sizes = sizes or USUAL_SIZES
    every = [
        each
        for each in techniques.strategies
        if each.is_bundled and (each.family != "singles" or sizes[0] <= 1)
    ]
    groups: Iterator[Iterable[PracticeBoard]]
    if sources:
        grids = (entry.grid for entry in puzzles(sources, context))
        groups = ([board] for grid in grids for board in techniques.boards(grid, every))
    else:
        groups = _boards_by_puzzle(every, techniques, seed, context)
    try:
        for task in tasks_on(groups, sizes, seed, most):
            context.progress.stop()
            yield task
    finally:
        context.progress.stop()


def _boards_by_puzzle(
    every: Sequence[Component], techniques: Techniques, seed: str, context: CommandContext
) -> Iterator[Iterable[PracticeBoard]]:
    """Yield the boards on the way to the solution of puzzle after puzzle, in random order."""
    layout = context.config.layout or Layout.named("9x9")
    generator = CheckedGenerator(context.registry.find("generator", "minimal"), layout, seed)
    for number in counting():
        context.progress.next("puzzle")
        rng = random.Random(f"{seed}/puzzle/{number}")
        puzzle = kept_puzzle(rng, layout) or generator.make(number).givens
        yield shuffled(rng, techniques.boards(puzzle, every))


@click.command()
@click.argument("names", metavar="[ID]...", nargs=-1)
@click.option(
    "--prove",
    is_flag=True,
    help="Show a candidate that can be eliminated: name cells and houses that prove it.",
)
@click.option(
    "--truths",
    "sizes",
    type=ScoreRange(),
    metavar="A-B",
    help="Only what A to B truths prove, and no fewer: 2, 3-4, 5- (2-3 without ID).",
)
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
    prove: bool,
    sizes: Range | None,
    sources: tuple[str, ...],
    count: int,
    seed: str | None,
    sheet: str | None,
    per_page: str,
    title: str,
    no_name: bool,
) -> int:
    """Practise a technique, or proofs: find it on boards where it is the next that helps.

    ID is a technique or a family of them. Answer each board with a step as `steps` prints it,
    or only what it changes: r57c4<>1, r7c4<>8. ? hints where to look, ?? what to look for, ???
    why; skip shows the step, quit ends it. With --frontend turtle the boards are in a window: what
    you place and eliminate there is judged at once, and F1 shows the keys.

    With --prove a candidate is named that can be eliminated. Answer with the cells and houses from
    which it follows: r1c1 r2c3, 7 in row 5. If they are not enough, a full board shows why. ID,
    which may be left out then, says which techniques eliminate such candidates.

    \b
    Examples:
      sudoku-engine practise naked_pair
      sudoku-engine practise x_wing swordfish --count 3 --seed 7
      sudoku-engine practise naked_pair --count 4 -o pairs.html
      sudoku-engine practise hidden_single --frontend turtle
      sudoku-engine practise subsets --from examples/puzzles.txt
      sudoku-engine practise --prove --truths 2-4
    """
    if not (names or prove):
        raise click.MissingParameter(
            ctx=click.get_current_context(), param_hint="'ID...'", param_type="argument"
        )
    if sizes and not prove:
        raise UsageError("--truths is for proofs: add --prove")
    with command_context() as context:
        wanted = wanted_techniques(names, context)
        techniques = techniques_of(context)
        if seed is None:
            seed = "" if sources else drawn_seed("the same boards")
        look = Look(title, int(per_page), not no_name)
        number = None if sources else count
        if prove:
            tasks = islice(proof_tasks(wanted, sizes, techniques, sources, seed, context), count)
            page = partial(proof_sheet, tasks, look)
            proofs = Practice(map(ProofExercise, tasks), number)
            begin = partial(_practise, proofs, ProofDialog, partial(ProofSession, proofs))
        else:
            boards = islice(practice_boards(wanted, techniques, sources, seed, context), count)
            page = partial(practice_sheet, boards, techniques, look)
            steps = Practice(exercises_on(boards, techniques), number)
            session = partial(
                PracticeSession, steps, strategies=context.strategies(), techniques=techniques
            )
            begin = partial(_practise, steps, PracticeDialog, session)
        if sheet is None:
            begin(sources, context)
        else:
            check_folder(sheet)
            with _given_up(context), whole_file(sheet) as out:
                out.write(page())
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


def _practise(
    practice: Practice[E],
    dialog: type[Dialog[E]],
    session: Callable[[E], ExerciseSession[E]],
    sources: Sequence[str],
    context: CommandContext,
) -> None:
    """Go through the exercises, at the keyboard or in a window, and print the score."""
    with _given_up(context):
        if context.config.frontend is not None:
            window = board_window(context, "practise")
            assert window.work is not None
            exercise = practice.next()
            if exercise is not None:
                work = partial(window.work, **window.options)
                call_frontend(window, work, session(exercise))
        elif "-" in sources:
            raise UsageError("your answers come from standard input: name a file", "--from -")
        else:
            dialog(practice, context.out).run()
    if practice.exercises:
        print(one_line(practice.score, context.out), file=context.out)
        if not practice.is_all_right:
            context.count_status(NO)
