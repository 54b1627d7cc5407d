"""Grade the files of a class, each apart from all others."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sudoku_engine.errors import LocatedError, SudokuError, one_line, shown_path
from sudoku_engine.testing.examination import checks_of
from sudoku_engine.testing.findings import Finding, PluginReport
from sudoku_engine.testing.grading.hidden_checks import on_hidden_boards
from sudoku_engine.testing.grading.isolated_measurement import Measured, checked_and_measured
from sudoku_engine.testing.grading.measurement import Figures
from sudoku_engine.testing.grading.results import Result
from sudoku_engine.testing.grading.scheme import ON_PUZZLES
from sudoku_engine.testing.grading.submissions import EMPTY, Work, is_empty, why_nothing
from sudoku_engine.testing.isolation import Limits


@dataclass(frozen=True)
class Grading:
    """What to grade, and how; it can be sent to another process."""

    works: tuple[Work, ...]
    """The work that was handed in."""
    puzzles: tuple[Any, ...]
    """The puzzles as data for JSON, each with its solution."""
    against: str | None
    """The id of a technique to compare strategies with."""
    limits: Limits
    """The limits for a plugin."""
    plugins: tuple[str, ...] = ()
    """Files to load as well for the checks."""
    config: str | None = None
    """The configuration file for the checks."""
    is_strict: bool = False
    """Whether advice counts as a fault."""
    hidden_seed: str = ""
    """A word from which hidden boards are made; empty for no hidden boards."""


def graded(work: Work, grading: Grading) -> list[Result]:
    """Return the results of all plugins in the file of `work`; one result if there are none."""
    if not work.file:
        return [Result(work, problem=why_nothing(work))]
    if is_empty(work):
        return [Result(work, problem=EMPTY)]
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
    problem = "; ".join(_in_a_row(each, work.file) for each in outcome.problems)
    excerpt = "\n".join(each.excerpt for each in outcome.problems if each.excerpt)
    if not outcome.reports:
        return [Result(work, problem=problem or "nothing in it can be graded", excerpt=excerpt)]
    found = []
    for report in outcome.reports:
        own = measured.get(report.id, Measured()) if report.kind == "strategy" else None
        findings = tuple(_all_findings(report, own, grading))
        of_file = (own.figures if own else None, problem, excerpt, report.fired)
        found.append(Result(work, report.id, report.name, findings, *of_file))
    return found


def _all_findings(
    report: PluginReport, measured: Measured | None, grading: Grading
) -> Iterator[Finding]:
    """Yield the findings on a plugin, also for checks that its process did not reach."""
    yield from (_with_line(finding, report.line) for finding in report.findings)
    made = {finding.check for finding in report.findings}
    for check in checks_of(report.kind, grading.against is not None, grading.is_strict):
        if check.name not in made:
            name, is_must = check.name, check.is_must
            why = "its process had ended"
            yield Finding(why, check=name, is_must=is_must, about=check.right, ok=None)
    if measured is not None:
        yield from on_puzzles(measured.figures)
        yield from (_with_line(finding, report.line) for finding in measured.findings)
        if measured.hidden is not None:
            yield from map(on_hidden_boards, on_puzzles(measured.hidden))


def on_puzzles(figures: Figures) -> Iterator[Finding]:
    """Yield the finding that its steps on the puzzles are right, or what is wrong first."""
    if figures.why and not figures.faults:
        yield Finding(figures.why, check=ON_PUZZLES, ok=None, is_of_kit=True)
        return
    is_right = not figures.faults
    about = "no step is wrong on the puzzles" if is_right else "a step is wrong on the puzzles"
    why = "" if is_right else f"on the puzzles: {figures.why}"
    yield Finding(_at(figures.line, why), check=ON_PUZZLES, about=about, ok=is_right)


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
    from sudoku_engine.guests.distribution import distribute
    from sudoku_engine.guests.process_pool import Processes

    with closing(distribute(grading.works, Processes(jobs, prepared, [grading]))) as found:
        for _, result in found:
            yield result


def prepared(grading: Grading) -> Callable[[Work], list[Result]]:
    """Return the function that grades a work as `grading` says."""
    return partial(graded, grading=grading)
