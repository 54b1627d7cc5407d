"""Grade the files of a class, each checked and measured in guests that are ended if they hang.

The homework of a class has the puzzles on which its files are measured, and makes the report on
them: `plugins grade` and a classroom grade the same files alike.
The checks on hidden boards come after those on the boards of the kit, which pupils know, and only
if the strategy is right there. What they find is for teachers.
"""

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sudoku_engine.errors import LocatedError, MachineFault, SudokuError, one_line, shown_path
from sudoku_engine.plugins.component import Component
from sudoku_engine.randomness import shuffled
from sudoku_plugins.grading.measurement import (
    Figures,
    Measurement,
    SolvedPuzzle,
    measure_solver,
    open_after_simpler,
)
from sudoku_plugins.grading.reports import ClassReport, Result
from sudoku_plugins.grading.scheme import ON_PUZZLES, Scheme
from sudoku_plugins.grading.similarity import Pieces, alike, file_text, like_ours, pieces_of
from sudoku_plugins.grading.submissions import EMPTY, Work, is_empty, why_nothing
from sudoku_plugins.kit.advice.code import comments_on
from sudoku_plugins.kit.algorithms import algorithm, algorithm_starter
from sudoku_plugins.kit.boards_with_solutions import (
    Position,
    evenly,
    puzzles_of,
    spread,
    transformed,
)
from sudoku_plugins.kit.checks.strategy.steps import is_quick
from sudoku_plugins.kit.examination import (
    PUZZLES,
    Examination,
    checks_of,
    has_hidden_boards,
    hidden_findings,
    hidden_kit,
    on_hidden_boards,
)
from sudoku_plugins.kit.findings import Finding, PluginReport
from sudoku_plugins.kit.isolation import (
    FileReport,
    Watcher,
    check_plugin,
    compared_with,
    ending,
    own_failure,
)
from sudoku_plugins.kit.kit import Kit
from sudoku_plugins.kit.starter import exercise, rule_exercise, rule_exercises
from sudoku_plugins.sandbox.host import GuestDied


@dataclass
class Measured:
    """The measurements of a strategy besides its checks."""

    figures: Figures = field(default_factory=Figures)  # on the puzzles
    findings: list[Finding] = field(default_factory=list)  # on hidden boards


def checked_and_measured(
    file: str, puzzles: Sequence[SolvedPuzzle], seconds: float, hidden_seed: str, **options: Any
) -> tuple[FileReport, Mapping[str, Measured]]:
    """Return the findings on the plugins in `file`, and what is measured of its strategies, by id.

    `hidden_seed`: a word from which hidden boards are made, if any; `options`: those of a
    `CheckRequest`.
    """
    measuring = _Measuring(puzzles, seconds, hidden_seed)
    # What the file writes in its working folder is gone afterwards.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        options |= {"seconds": seconds, "folder": folder, "demands_own_work": True}
        outcome = check_plugin(os.path.abspath(file), measuring, **options)
    return outcome, measuring.measured


class _Measuring(Watcher):
    def __init__(self, puzzles: Sequence[SolvedPuzzle], seconds: float, hidden_seed: str) -> None:
        self.measured: dict[str, Measured] = {}
        self._puzzles, self._seconds, self._hidden_seed = puzzles, seconds, hidden_seed

    def examined(
        self, component: Component, kit: Kit, report: PluginReport, known: Examination | None
    ) -> None:
        """Measure a strategy, and try it on hidden boards if it is right so far."""
        of_steps = kit.exercise
        if component.kind != "strategy" and of_steps is None:
            return
        found = self.measured[component.id] = Measured()
        figures = found.figures
        if of_steps is not None:
            figures.stages = len(of_steps.steps)
            done = figures.stages if report.has_passed else known and known.steps_done
            figures.stages_done = done or 0
            is_given = of_steps.sort == "predict"
            if component.kind != "strategy" or is_given:
                is_ready = known is not None and figures.stages_done == figures.stages
                if component.kind == "solver" and is_ready and not is_given:
                    with self._blamed(figures):
                        measure_solver(figures, kit.caller(component), self._puzzles)
                return
        with self._blamed(figures):
            measurement = Measurement(kit.caller(component), kit.ours, kit.against, figures)
            measurement.run(self._puzzles, known)
        is_known_right = not figures.wrong and has_hidden_boards(component, kit, report.findings)
        if self._hidden_seed and is_known_right:
            found.findings += self._found_on_hidden_boards(component, known)

    def _found_on_hidden_boards(
        self, component: Component, known: Examination | None
    ) -> list[Finding]:
        figures, findings = Figures(), list[Finding]()
        if known is None:
            figures.add_fault("its first process has ended")
        else:
            with self._blamed(figures):
                kit = hidden_kit(known.kit, self._hidden_seed)
                hidden = Examination(component, kit)
                findings += hidden_findings(known, hidden)
                measurement = Measurement(kit.caller(component), kit.ours, kit.against, figures)
                measurement.run(hidden_puzzles(self._puzzles, self._hidden_seed), hidden)
        return [*findings, on_hidden_boards(on_puzzles(figures))]

    @contextmanager
    def _blamed(self, figures: Figures) -> Iterator[None]:
        """Count what ends the measurement as a fault, such as the end of its guest, if not ours."""
        try:
            yield
        except SudokuError as end:
            figures.add_fault(str(end))
        except GuestDied as end:
            if why := own_failure(end):
                figures.why = why
                return
            figures.has_hung = end.is_late
            # The line where a call that never ends was stopped differs each time.
            figures.add_fault(ending(end, self._seconds), 0 if end.is_late else end.line)


def hidden_puzzles(puzzles: Sequence[SolvedPuzzle], seed: str) -> list[SolvedPuzzle]:
    """Return some of the `puzzles`, with lines moved and digits renamed."""
    rng = Random(f"{seed} puzzles")
    drawn = shuffled(rng, puzzles)[:PUZZLES]
    moved = (transformed(Position(puzzle.grid, puzzle.solution, ""), rng) for puzzle in drawn)
    return [SolvedPuzzle(position.grid, position.solution) for position in moved]


@dataclass(frozen=True)
class Grading:
    """What to grade, and how; it can be sent to another process."""

    works: tuple[Work, ...]  # that were handed in
    puzzles: tuple[SolvedPuzzle, ...]
    against: str | None  # the id of a technique to compare strategies with
    seconds: float  # that one call may take
    plugins: tuple[str, ...] = ()  # files to load as well for the checks
    config: str | None = None  # the configuration file for the checks
    is_strict: bool = False  # whether advice counts as a fault
    hidden_seed: str = ""  # a word from which hidden boards are made; empty for no hidden boards
    has_times: bool = False  # whether what depends on time counts, which differs in each run


def graded(work: Work, grading: Grading) -> list[Result]:
    """Return the results of all plugins in the file of `work`; one result if there are none."""
    if not work.file:
        return [Result(work, problem=why_nothing(work))]
    if is_empty(work):
        return [Result(work, problem=EMPTY)]
    try:
        outcome, measured = checked_and_measured(
            work.file,
            grading.puzzles,
            grading.seconds,
            grading.hidden_seed,
            plugins=tuple(map(os.path.abspath, grading.plugins)),
            config=grading.config and os.path.abspath(grading.config),
            against=grading.against,
            strict=grading.is_strict,
        )
    except MachineFault as fault:
        return [Result(work, problem=f"not finished: {fault}")]
    problem = "; ".join(_in_a_row(each, work.file) for each in outcome.problems)
    excerpt = "\n".join(each.excerpt for each in outcome.problems if each.excerpt)
    if work.shown:  # the folder of ours into which it was unpacked says nothing
        problem = problem.replace(work.file, work.shown)
    if not outcome.reports:
        return [Result(work, problem=problem or "nothing in it can be graded", excerpt=excerpt)]
    found: list[Result] = []
    for report in outcome.reports:
        own = measured.get(report.id, Measured() if report.kind == "strategy" else None)
        findings = tuple(_all_findings(report, own, grading))
        of_file = (own.figures if own else None, problem, excerpt, report.fired)
        result = Result(work, report.id, report.name, findings, *of_file)
        if result.has_passed and not found:
            result.comments = comments_on(work.file)
        found.append(result)
    return found


def _all_findings(
    report: PluginReport, measured: Measured | None, grading: Grading
) -> Iterator[Finding]:
    """Yield the findings on a plugin, also for checks that its process did not reach."""
    for finding in report.findings:
        if finding.check != is_quick.name or grading.has_times:
            yield _with_line(finding, report.line)
    made = {finding.check for finding in report.findings}
    of_steps = algorithm(grading.against)
    is_compared = grading.against is not None and (of_steps is None or bool(of_steps.technique))
    for check in checks_of(report.kind, is_compared, grading.is_strict, of_steps):
        if check.name not in made and (check.name != is_quick.name or grading.has_times):
            known = Finding("its process had ended", check=check.name, about=check.right, ok=None)
            yield replace(known, is_must=check.is_must)
    if measured is not None and report.kind == "strategy":
        yield on_puzzles(measured.figures)
        yield from (_with_line(finding, report.line) for finding in measured.findings)


def on_puzzles(figures: Figures) -> Finding:
    """Return the finding that its steps on the puzzles are right, or what is wrong first."""
    if figures.faults:
        why, about = f"on the puzzles: {figures.why}", "a step is wrong on the puzzles"
        return Finding(_at(figures.line, why), check=ON_PUZZLES, about=about)
    if figures.why:
        return Finding(figures.why, check=ON_PUZZLES, ok=None, is_of_kit=True)
    return Finding(check=ON_PUZZLES, about="no step is wrong on the puzzles", ok=True)


def _with_line(finding: Finding, begin: int) -> Finding:
    """Return `finding` with the line of the fault in its text; the plugin begins at `begin`."""
    # The line where a call that never ends was stopped differs each time; rows must not.
    line = begin if finding.is_late else finding.line
    return replace(finding, why=_at(line, finding.why)) if finding.ok is False else finding


def _at(line: int, why: str) -> str:
    return f"line {line}: {why}" if line else why


def _in_a_row(problem: SudokuError, file: str) -> str:
    """Return `problem` in a line, without the `file`, which its row names anyway."""
    named = (os.path.abspath(file), shown_path(file))
    if isinstance(problem, LocatedError) and problem.source in named:
        return _at(problem.line, one_line(problem.what))
    return str(problem).partition("\n")[0]


def results(grading: Grading, jobs: int) -> Generator[list[Result], None, None]:
    """Yield the results of each work of `grading`, in order, made by `jobs` processes."""
    jobs = min(jobs, len(grading.works))
    if jobs == 1:
        yield from map(prepare(grading), grading.works)
        return
    # Only here: they take a while to load.
    from sudoku_plugins.batch.distribution import Processes, distribute

    with closing(distribute(grading.works, Processes(jobs, prepare, [grading]))) as found:
        for _, result in found:
            yield result


def prepare(grading: Grading) -> Callable[[Work], list[Result]]:
    """Return the function that grades a work as `grading` says."""
    return partial(graded, grading=grading)


OTHERS = 31  # our puzzles that are tried though the technique cannot solve them
ALIKE = 80  # the similarity in percent from which two files are reported

Over = Callable[[Iterator["SolvedPuzzle | None"], int], Iterable["SolvedPuzzle | None"]]
"""Passes puzzles on as they come, and may show how many of all are done."""


@dataclass(frozen=True)
class Homework:
    """The technique that files are compared with, and the puzzles for them."""

    against: str | None  # the id of a technique, a rule or an exercise; None if it is free
    technique: str | None  # the id of the technique or exercise that points are given for
    puzzles: tuple[SolvedPuzzle, ...]
    solvable: int | None  # how many of them the technique solves; None if there is none
    starter: str  # the file that was handed out: code shared with it is ignored

    def report(
        self,
        found: Sequence[Result],
        rules: Scheme,
        has_times: bool = False,
        has_own_puzzles: bool = False,
    ) -> ClassReport:
        """Return the report on the results `found`, without similar files."""
        facts = (self.technique, self.solvable, has_times, has_own_puzzles)
        return ClassReport(found, rules, (), *facts)

    def find_likeness(
        self, report: ClassReport, ours: Iterable[Component], least: int = ALIKE
    ) -> None:
        """Add to a `report` which files of different pupils are alike, or like some of `ours`.

        They are at least `least` percent alike, without code that they share with the starter.
        """
        programs = programs_of(report.results)
        report.pairs = [
            pair
            for pair in alike(programs, pieces_of(self.starter), least)
            if report.results[pair.first].work.pupil != report.results[pair.second].work.pupil
        ]
        bundled = [each for each in ours if each.is_bundled]
        report.ours = like_ours(programs, bundled, self.starter, least)


def homework(
    name: str | None,
    strategies: Sequence[Component],
    given: Iterable[SolvedPuzzle] | None = None,
    starter: str = "",
    over: Over = lambda puzzles, total: puzzles,
) -> Homework:
    """Return the homework on the technique, rule or exercise called `name`; raises UsageError.

    `given`: the teacher's own puzzles; `starter`: a file that was handed out besides the exercise.
    """
    wanted = compared_with(name, strategies) if name is not None else None
    of_steps = algorithm(name)
    technique = wanted.id if wanted and wanted.kind == "strategy" else None
    posed = [*_usual(of_steps.puzzles if of_steps else {})] if given is None else [*given]
    if technique is not None:
        left_open = over(open_after_simpler(posed, technique), len(posed))
        posed = [each for each in left_open if each is not None]
        if given is None:  # the kit has asked about boards like the others
            others = spread([each for each in posed if not each.counts], OTHERS)
            posed = [each for each in posed if each.counts or each in others]
    return Homework(
        of_steps.id if of_steps else wanted.id if wanted else None,
        of_steps.id if of_steps else technique,
        tuple(posed),
        sum(each.counts for each in posed) if technique else None,
        f"{_handed_out(name, wanted)}\n{starter}",
    )


def _usual(groups: Mapping[str, int]) -> Iterator[SolvedPuzzle]:
    """Yield puzzles of ours; an exercise says how many of which `groups`."""
    for group, number in (groups or {"9x9": len(puzzles_of("9x9"))}).items():
        for position in evenly(puzzles_of(group), number):
            yield SolvedPuzzle(position.grid, position.solution)


def _handed_out(name: str | None, wanted: Component | None) -> str:
    """Return the file of the exercise that was handed out; empty if there is none."""
    if of_steps := algorithm(name):
        starter = algorithm_starter(of_steps)
    elif wanted is not None and wanted.kind == "strategy":
        starter = exercise(wanted)
    elif wanted is not None and wanted.id in rule_exercises():
        starter = rule_exercise(wanted.id)
    else:
        return ""
    return starter.files("own")["own.py"]


def programs_of(found: Sequence[Result]) -> dict[int, Pieces]:
    """Return the pieces of each file, with its helpers, by the number of its first result."""
    first: dict[Work, int] = {}
    for number, result in enumerate(found):
        first.setdefault(result.work, number)
    return {
        number: sum((pieces_of(file_text(file)) for file in (work.file, *work.helpers)), Counter())
        for work, number in first.items()
        if work.file
    }
