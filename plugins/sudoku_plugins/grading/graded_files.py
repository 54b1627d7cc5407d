"""Grade the files of a class, each checked and measured in guests that are ended if they hang.

The checks on hidden boards come after those on the boards of the kit, which pupils know, and only
if the strategy is right there. What they find is for teachers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
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
)
from sudoku_plugins.grading.results import Result
from sudoku_plugins.grading.scheme import ON_PUZZLES
from sudoku_plugins.grading.submissions import EMPTY, Work, is_empty, why_nothing
from sudoku_plugins.kit.advice.comments import comments_on
from sudoku_plugins.kit.algorithms import algorithm
from sudoku_plugins.kit.boards_with_solutions import Position, transformed
from sudoku_plugins.kit.checks.strategy.steps import is_quick
from sudoku_plugins.kit.examination import Examination, checks_of
from sudoku_plugins.kit.findings import Finding, PluginReport
from sudoku_plugins.kit.hidden_boards import (
    PUZZLES,
    has_hidden_boards,
    hidden_findings,
    hidden_kit,
    on_hidden_boards,
)
from sudoku_plugins.kit.isolation import (
    FileReport,
    Limits,
    Watcher,
    check_plugin,
    ending,
    own_failure,
)
from sudoku_plugins.kit.kit import Kit
from sudoku_plugins.sandbox.host import GuestDied


@dataclass
class Measured:
    """The measurements of a strategy besides its checks."""

    figures: Figures = field(default_factory=Figures)  # on the puzzles
    hidden: Figures | None = None  # on hidden puzzles; None if it was not tried on them
    findings: list[Finding] = field(default_factory=list)  # on hidden boards


def checked_and_measured(
    file: str, puzzles: Sequence[SolvedPuzzle], limits: Limits, hidden_seed: str, **options: Any
) -> tuple[FileReport, Mapping[str, Measured]]:
    """Return the findings on the plugins in `file`, and what is measured of its strategies, by id.

    `hidden_seed`: a word from which hidden boards are made, if any; `options`: those of a
    `CheckRequest`.
    """
    measuring = _Measuring(puzzles, limits, hidden_seed)
    # What the file writes in its working folder is gone afterwards.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        options |= {"limits": limits, "folder": folder, "demands_own_work": True}
        outcome = check_plugin(os.path.abspath(file), measuring, **options)
    return outcome, measuring.measured


class _Measuring(Watcher):
    """Measures each strategy after its check."""

    def __init__(self, puzzles: Sequence[SolvedPuzzle], limits: Limits, hidden_seed: str) -> None:
        self.measured: dict[str, Measured] = {}
        self._puzzles, self._limits, self._hidden_seed = puzzles, limits, hidden_seed

    def examined(
        self, component: Component, kit: Kit, report: PluginReport, known: Examination | None
    ) -> None:
        """Measure a strategy, and try it on hidden boards if it is right so far."""
        exercise = kit.exercise
        if component.kind != "strategy" and exercise is None:
            return
        found = self.measured[component.id] = Measured()
        figures = found.figures
        if exercise is not None:
            figures.stages = len(exercise.steps)
            done = figures.stages if report.has_passed else known and known.steps_done
            figures.stages_done = done or 0
            is_given = exercise.sort == "predict"
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
        if not self._hidden_seed or not is_known_right:
            return
        figures = found.hidden = Figures()
        if known is None:
            figures.add_fault("its first process has ended")
            return
        with self._blamed(figures):
            kit = hidden_kit(known.kit, self._hidden_seed)
            hidden = Examination(component, kit)
            found.findings += hidden_findings(known, hidden)
            measurement = Measurement(kit.caller(component), kit.ours, kit.against, figures)
            measurement.run(hidden_puzzles(self._puzzles, self._hidden_seed), hidden)

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
            figures.add_fault(ending(end, self._limits), 0 if end.is_late else end.line)


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
    limits: Limits  # for a plugin
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
            grading.limits,
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
    exercise = algorithm(grading.against)
    is_compared = grading.against is not None and (exercise is None or bool(exercise.technique))
    for check in checks_of(report.kind, is_compared, grading.is_strict, exercise):
        if check.name not in made and (check.name != is_quick.name or grading.has_times):
            known = Finding("its process had ended", check=check.name, about=check.right, ok=None)
            yield replace(known, is_must=check.is_must)
    if measured is not None and report.kind == "strategy":
        yield on_puzzles(measured.figures)
        yield from (_with_line(finding, report.line) for finding in measured.findings)
        if measured.hidden is not None:
            yield on_hidden_boards(on_puzzles(measured.hidden))


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
        yield from map(prepared(grading), grading.works)
        return
    # Only here: they take a while to load.
    from sudoku_plugins.batch.distribution import distribute
    from sudoku_plugins.batch.process_pool import Processes

    with closing(distribute(grading.works, Processes(jobs, prepared, [grading]))) as found:
        for _, result in found:
            yield result


def prepared(grading: Grading) -> Callable[[Work], list[Result]]:
    """Return the function that grades a work as `grading` says."""
    return partial(graded, grading=grading)
