"""``practise``: boards on which a technique is the next useful one, or something is to be proved.

Answers are judged, at the keyboard or in a window; or the boards are written on a sheet to print.
"""

import re
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Generic, TextIO, TypeVar

import click

from sudoku_engine import GaveUp, Grid, Layout, listed
from sudoku_engine.api.event_text import hint_text, why_texts
from sudoku_engine.atomic_file import check_folder, whole_file
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.masks import bits
from sudoku_engine.board.text_board import (
    clue_list,
    columns_missed,
    one_line,
    room,
    rules,
    styled,
    wrapped,
)
from sudoku_engine.board.words import capitalized
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.frontends import KEY, board_window, call_frontend
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.options import (
    STRATEGY,
    component_options,
    count_option,
    drawn_seed,
    engine_options,
    ignore_unknown_option,
    seed_option,
)
from sudoku_engine.cli.params import FileName, OutputFile, ScoreRange
from sudoku_engine.cli.program import NO, message, program
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.errors import LayoutError, UsageError
from sudoku_engine.formats import decode
from sudoku_engine.plugins.component import Component
from sudoku_plugins.course.boards import Supply, boards_of, rules_of
from sudoku_plugins.course.exercises import (
    E,
    Exercise,
    ExerciseSession,
    Practice,
    PracticeSession,
    exercises_on,
)
from sudoku_plugins.course.judging import PracticeBoard, Techniques, answer_in
from sudoku_plugins.course.named_truths import how_to_name
from sudoku_plugins.course.proving import (
    ANY_SIZES,
    MOST_TRIED,
    ProofExercise,
    ProofSession,
    Range,
    Task,
    eliminating,
    made_boards,
    tasks_on,
)
from sudoku_plugins.course.worksheet_command import (
    Look,
    no_name_option,
    per_page_option,
    practice_sheet,
    proof_sheet,
    title_option,
)
from sudoku_plugins.generators.generation import CheckedGenerator
from sudoku_plugins.strategies.analysis.truths import in_words

T = TypeVar("T")


def wanted_techniques(names: Sequence[str], context: CommandContext) -> list[Component]:
    """Return the techniques that `names` mean, with their configured options; raises UsageError."""
    configured = {component.id: component for component in context.strategies()}
    found = []
    for name in names:
        members = context.registry.strategies_named(name)
        # A family is practised with candidates as usual, kept up to date.
        found += [each for each in members if not each.marks or len(members) == 1]
    return list({each.id: configured.get(each.id, each) for each in found}.values())


@dataclass(frozen=True)
class Asked:
    """Which boards a person wants; `count`: how many. Without sources, the seed decides."""

    wanted: Sequence[Component]
    techniques: Techniques
    sources: Sequence[str]
    seed: str
    count: int
    context: CommandContext

    @property
    def known_count(self) -> int | None:
        """How many boards there are, None if that is unknown."""
        return None if self.sources else self.count

    @property
    def layout(self) -> Layout:
        """The layout of boards that are made."""
        return self.context.config.layout or Layout.named("9x9")

    def first(self, items: Iterator[T], most: int | None = None) -> Iterator[T]:
        """Yield as many `items` as are wanted, with progress: `most` puzzles are tried for each."""
        progress = self.context.progress
        try:
            for _ in range(self.count):
                progress.start("puzzle", most)
                item = next(items, None)
                progress.stop()
                if item is None:
                    return
                yield item
        finally:
            progress.stop()


def practice_boards(asked: Asked) -> Iterator[PracticeBoard]:
    """Yield boards for the wanted techniques, out of the sources if there are any.

    Without sources there is no end. Raises UsageError for a technique that is not for boards of
    the layout, GaveUp if no board is found.
    """
    wanted, techniques, context = asked.wanted, asked.techniques, asked.context
    names = listed((each.name for each in wanted), "or")
    if asked.sources:
        grids = [entry.grid for entry in puzzles(asked.sources, context)]
        found = False
        for board in boards_of(grids, techniques, wanted):
            found = True
            yield board
        if grids and not found:
            where = "this puzzle" if len(grids) == 1 else f"these {len(grids)} puzzles"
            raise GaveUp(f"in {where} {names} is never the next that helps")
        return
    layout, seed = asked.layout, asked.seed
    fit = [each for each in wanted if each.suits(layout.n)]
    if not fit:
        raise UsageError(f"{names} is not for {layout} boards")
    minimal, progress = context.registry.find("generator", "minimal"), context.progress

    def generate(technique: Component, number: int) -> Grid:
        rules = rules_of(technique, layout)
        return CheckedGenerator(minimal, layout, seed, rules=rules).make(number).givens

    yield from Supply(
        techniques, fit, layout, seed, generate, lambda _: progress.next("puzzle")
    ).boards()


USUAL_SIZES = 2, 3
"""The numbers of truths of the smallest proofs, unless a person names others or a technique."""


def proof_tasks(asked: Asked, sizes: Range | None) -> Iterator[Task]:
    """Yield candidates that are to be proved false, on boards for the wanted techniques.

    `sizes`: the least and the greatest number of truths of their smallest proofs. Without
    techniques all boards are taken on the way to a solution. The rest is as for `practice_boards`.
    """
    most = None if asked.sources else MOST_TRIED
    groups: Iterable[Iterable[PracticeBoard]]
    if asked.wanted:
        groups, usual = ([board] for board in practice_boards(asked)), ANY_SIZES
    else:
        has_singles = sizes is not None and sizes[0] <= 1
        groups, usual = _boards_by_puzzle(asked, has_singles), USUAL_SIZES
    yield from tasks_on(groups, sizes or usual, asked.seed, most)


def _boards_by_puzzle(asked: Asked, has_singles: bool) -> Iterator[Iterable[PracticeBoard]]:
    """Yield the boards of each source, or of new puzzles; with singles if it `has_singles`."""
    techniques, context = asked.techniques, asked.context
    if asked.sources:
        every = eliminating(techniques, has_singles)
        for entry in puzzles(asked.sources, context):
            yield from ([board] for board in techniques.boards(entry.grid, every))
        return
    minimal = context.registry.find("generator", "minimal")
    generator = CheckedGenerator(minimal, asked.layout, asked.seed)
    tried = partial(context.progress.next, "puzzle")
    yield from made_boards(techniques, generator, has_singles, tried)


PROMPT = "> "

INDENT = "  "  # before the reasons of a verdict

ALONE = "{{{}}}"
"""How the only candidate of an open cell is written, as boards with candidates are read."""

COLOURS = {
    "right": "green",
    "wrong": "red",
    **dict.fromkeys(("half", "other", "not yet"), "yellow"),
}


class Dialog(Generic[E]):
    """Goes through the exercises of `practice`, and takes what is typed about each."""

    def __init__(self, practice: Practice[E], out: TextIO) -> None:
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

    def _show(self, exercise: E) -> None:
        number = len(self._practice.exercises)
        start = "\n" * (number > 1) + styled(self._practice.name, self._out, bold=True)
        print(f"{start}: {self._task(exercise)}", file=self._out)
        for line in clue_list(exercise.grid.layout, room(self._out)):
            print(line, file=self._out)
        shown = self._board(exercise.grid)
        if number == 1:
            self._say(f"{self._how(exercise)}.")
        if single := re.search(ALONE.format(r"\w"), shown):
            self._say(f"{single[0]} is an open cell with one candidate.")
        self._out.flush()

    def _board(self, grid: Grid, marks: Mapping[int, str] = MappingProxyType({})) -> str:
        """Show `grid` with its candidates and with signs, and return the text of the board."""
        out = self._out
        drawn, most = rules(out), room(out)
        shown = candidate_board(grid, drawn, alone=ALONE, marks=marks, has_labels=True, most=most)
        print(shown, file=out)
        if columns := columns_missed(shown, out):
            needs = f"The board needs a terminal of {columns} columns"
            self._say(f"{needs}; --frontend turtle shows it in a window.")
        return shown

    def _take(self, line: str, exercise: E) -> bool:
        """Act on a `line`; return whether the board is done."""
        word = line.lower()
        if not line:
            return False
        if not word.strip("?"):
            self._say(exercise.hint(len(word)))
        elif word in ("skip", "s"):
            exercise.show()
            self._say(f"It was {hint_text(exercise.event, 'why')}")
            return True
        elif word in ("quit", "q", "exit"):
            self._is_over = True
            return True
        elif word in ("help", "h"):
            self._say(f"{self._how(exercise)}.")
        else:
            try:
                self._answer(line, exercise)
            except LayoutError as error:
                self._say(f"{error.what} (? for a hint, skip, quit)")
            return exercise.points > 0
        return False

    @abstractmethod
    def _task(self, exercise: E) -> str:
        """Return the task in words."""

    @abstractmethod
    def _how(self, exercise: E) -> str:
        """Return how to answer."""

    @abstractmethod
    def _answer(self, line: str, exercise: E) -> None:
        """Judge the answer in `line`; raises LayoutError if it cannot be read."""

    def _print(self, text: str, colour: str) -> None:
        """Print a verdict, with its first word in a `colour`."""
        word = text.partition(":")[0].partition(",")[0]
        line = one_line(text, self._out, INDENT)
        shown = styled(word, self._out, bold=True, fg=colour)
        print(line.replace(word, shown, 1), file=self._out)

    def _say(self, text: str) -> None:
        for line in text.splitlines():
            indent = INDENT if line.startswith(INDENT) else ""
            print(wrapped(line, self._out, indent), file=self._out, flush=True)


class PracticeDialog(Dialog[Exercise]):
    """Asks for steps of a technique."""

    def _task(self, exercise: Exercise) -> str:
        board = exercise.board
        if board.is_next:
            return f"{exercise.name} is the simplest technique that helps"
        return f"look for {exercise.name}, though simpler techniques help, too"

    def _how(self, exercise: Exercise) -> str:
        return (
            "Answer in the notation of `steps`, or only what the step changes, such as r5c5=8 or "
            "r57c4-1, r7c4-8. ? hints where to look, ?? what to look for, ??? why; skip shows the "
            "step, quit ends"
        )

    def _answer(self, line: str, exercise: Exercise) -> None:
        verdict = exercise.answer(answer_in(line, exercise.grid.layout))
        self._print(verdict.text, COLOURS[verdict.judgement])
        for reason in verdict.reasons:
            self._say(INDENT + reason)


class ProofDialog(Dialog[ProofExercise]):
    """Asks for truths that prove an elimination."""

    def _task(self, exercise: ProofExercise) -> str:
        task = exercise.task
        return f"prove that {task.claim} ({task.enough})"

    def _how(self, exercise: ProofExercise) -> str:
        where = in_words(exercise.task.candidate)
        return (
            f"{capitalized(how_to_name(exercise.grid.layout))}. What you name is kept; until it is "
            f"enough, a board shows how it (*) can hold while {where} (!). -r1c1 takes back r1c1, "
            "list shows all, clear forgets all. ? hints where to look, ?? what to use, ??? the "
            "whole proof; skip shows it, quit ends"
        )

    def _answer(self, line: str, exercise: ProofExercise) -> None:
        if line.lower() == "list" or exercise.take(line):
            self._say(f"Named: {exercise.named_in_words}.")
            return
        verdict = exercise.verdict()
        self._print(verdict.text, COLOURS["right" if verdict.event else "not yet"])
        if verdict.board is not None:
            met = dict.fromkeys(bits(exercise.met_on(verdict.board)), "*")
            self._board(verdict.board, {**met, exercise.task.candidate.cell: "!"})
        if verdict.event is not None:
            for text in filter(None, [verdict.remark, *why_texts(verdict.event.step)]):
                self._say(INDENT + text)


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


SECTIONS = {
    "Boards": ("count", "seed", "sources"),
    "Proofs": ("prove", "sizes"),
    "A sheet to print": ("sheet", "per_page", "title", "no_name"),
    "In a window": ("frontend", "size", "theme"),
}


@program.command(sections=SECTIONS)
@click.argument("names", type=STRATEGY, metavar="[ID]...", nargs=-1)
@click.option(
    "--prove",
    is_flag=True,
    help="Show a candidate that can be eliminated: name cells and houses that prove it.",
)
@click.option(
    "--truths",
    "sizes",
    type=ScoreRange(2, 4),
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
    """Practise a technique, or proofs: find it on boards where it is the next useful one.

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
      sudoku-engine practise subsets --from puzzles.txt
      sudoku-engine practise --prove --truths 2-4
    """
    _check(names, prove, sizes)
    with command_context() as context:
        if seed is None:
            seed = "" if sources else drawn_seed("the same boards")
        wanted = wanted_techniques(names, context)
        strategies = [each for each in context.strategies() if each.marks is None]
        techniques = Techniques(strategies, context.config.loop)
        asked = Asked(wanted, techniques, sources, seed, count, context)
        begin, page = _proofs(asked, sizes) if prove else _steps(asked)
        if sheet is None:
            begin()
        else:
            check_folder(sheet)
            with _given_up(context), whole_file(sheet) as out:
                out.write(page(Look(title, int(per_page), not no_name)))
        for fault in techniques.faults:
            report_fault(context, fault)
    return context.status


def _check(names: Sequence[str], prove: bool, sizes: Range | None) -> None:
    if not (names or prove):
        raise click.MissingParameter(
            ctx=click.get_current_context(), param_hint="'ID...'", param_type="argument"
        )
    if sizes and not prove:
        raise UsageError("--truths is for proofs: add --prove")
    if sizes and sizes[1] < 1:
        raise UsageError("each proof has a truth: ask for 1 or more", "--truths")


Work = tuple[Callable[[], None], Callable[[Look], str]]
"""What is practised: functions that go through it, and that return it as a page of HTML."""


def _steps(asked: Asked) -> Work:
    techniques = asked.techniques
    boards = asked.first(practice_boards(asked))
    practice = Practice(exercises_on(boards, techniques), asked.known_count)

    def session(exercise: Exercise) -> PracticeSession:
        return PracticeSession(practice, exercise, asked.context.strategies(), techniques)

    return (
        partial(_practise, practice, PracticeDialog, session, asked),
        partial(practice_sheet, boards, techniques),
    )


def _proofs(asked: Asked, sizes: Range | None) -> Work:
    most = None if asked.wanted or asked.sources else MOST_TRIED
    tasks = asked.first(proof_tasks(asked, sizes), most)
    practice = Practice(map(ProofExercise, tasks), asked.known_count)
    return (
        partial(_practise, practice, ProofDialog, partial(ProofSession, practice), asked),
        partial(proof_sheet, tasks),
    )


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
    asked: Asked,
) -> None:
    """Go through the exercises, at the keyboard or in a window, and print the score."""
    context = asked.context
    with _given_up(context):
        if context.config.frontend is not None:
            window = board_window(context, "practise")
            exercise = practice.next()
            if exercise is not None:
                work = partial(window.methods["work"], **window.options)
                call_frontend(window, work, session(exercise))
        elif "-" in asked.sources:
            raise UsageError("your answers come from standard input: name a file", "--from -")
        else:
            dialog(practice, context.out).run()
    if practice.exercises:
        print(one_line(practice.score, context.out), file=context.out)
        if not practice.is_all_right:
            context.count_status(NO)
