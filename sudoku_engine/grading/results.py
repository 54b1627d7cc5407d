"""What a pupil's file is worth: its checks and figures, made apart from all others."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from sudoku_engine.errors import shown_path
from sudoku_engine.grading.apart import measured
from sudoku_engine.grading.measurement import Figures
from sudoku_engine.grading.scheme import Score
from sudoku_engine.grading.submissions import EMPTY, NOTHING, Work, is_empty
from sudoku_engine.testing.checks.strategy import AGAINST
from sudoku_engine.testing.examination import CHECKS
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.isolation import Limits, Report, check_plugin

FINDS, HALF = "fires", "complete"
"""Checks that say how much of its technique a strategy finds: anything, and all."""

LAST = ("example", FINDS, "turned")
"""Checks whose words need a board beside them: a remark says them where nothing else is wrong."""

LATE = ("it does not come back", "it hangs")
"""How it is told that a call never ended."""


@dataclass(frozen=True)
class Order:
    """What is to be graded, and how; it can go to another process.

    `puzzles` are as `worker` reads them, each with its solution. `plugins` and `config`: files
    that count in the checks (see `check_plugin`).
    """

    works: tuple[Work, ...]
    puzzles: tuple[Any, ...]
    against: str | None
    limits: Limits
    plugins: tuple[str, ...] = ()
    config: str | None = None


class Checked(NamedTuple):
    """What came of a check; `ok` is None where it was not made, and `why` says why not."""

    name: str
    is_must: bool
    about: str
    ok: bool | None
    why: str

    @property
    def has_failed(self) -> bool:
        """Whether a strategy does not pass because of this."""
        return self.is_must and self.ok is False


@dataclass
class Result:
    """What a plugin in the file of `work` is worth; `figures` are those of a strategy.

    `problem` says what is wrong with the file: where `id` is empty, nothing in it could be graded.
    """

    work: Work
    id: str = ""
    name: str = ""
    checks: tuple[Checked, ...] = ()
    figures: Figures | None = None
    problem: str = ""

    @property
    def has_passed(self) -> bool:
        """Whether it can be loaded, and failed no check that it must pass."""
        return not self.problem and not any(check.has_failed for check in self.checks)

    @property
    def remark(self) -> str:
        """The first thing that is wrong, those of `LAST` behind all others; empty where nothing is.

        That part of the technique is missing says more than those, even where it is only advice.
        """
        wrong = [
            check
            for check in self.checks
            if check.has_failed or (check.name == HALF and check.ok is False)
        ]
        failed = [] if self.has_passed else sorted(wrong, key=_rank)
        fault = ""
        if self.figures is not None and self.figures.why:
            fault = _at(self.figures.line, self.figures.why)
        return next(filter(None, [self.problem, *(check.why for check in failed), fault]), "")

    def count(self, is_must: bool) -> tuple[int, int]:
        """How many of the checks were passed, and how many there are.

        What was not asked of a plugin that passed has nothing to do with it; else it is not passed.
        """
        counted = [c for c in self.checks if c.ok is not None or not self.has_passed]
        asked = [check for check in counted if check.is_must is is_must]
        return sum(check.ok is True for check in asked), len(asked)

    @property
    def score(self) -> Score:
        """What counts for points."""
        figures = self.figures or Figures()
        checks = {check.name: (check.is_must, check.ok is True) for check in self.checks}
        is_idle = any(check.name == FINDS and check.ok is False for check in self.checks)
        return Score(checks, figures.solved, figures.faults, figures.part, is_idle)


def graded(work: Work, order: Order) -> list[Result]:
    """The results of all plugins in the file of `work`; one where there is none."""
    if not work.file:
        return [Result(work, problem=NOTHING)]
    if is_empty(work):
        return [Result(work, problem=EMPTY)]
    outcome = check_plugin(
        work.file,
        plugins=order.plugins,
        config=order.config,
        against=order.against,
        limits=order.limits,
    )
    problem = "; ".join(_without_path(problem, work.file) for problem in outcome.problems)
    if not outcome.reports:
        return [Result(work, problem=problem or "nothing in it can be graded")]
    asked = {"puzzles": order.puzzles, "against": order.against}
    figures = measured(work.file, asked, order.limits)
    return [
        Result(
            work,
            report.id,
            report.name,
            tuple(_checks(report, order.against)),
            figures.get(report.id) if report.kind == "strategy" else None,
            problem,
        )
        for report in outcome.reports
    ]


def _rank(check: Checked) -> int:
    return LAST.index(check.name) + 1 if check.name in LAST else 0


def _checks(report: Report, against: str | None) -> Iterator[Checked]:
    """All checks of a plugin, also those that were not made since its process had to be ended."""
    yield from map(_checked, report.findings)
    is_beside = against is not None and report.kind == "strategy"
    made = {finding.check for finding in report.findings} | {"complete" if is_beside else ""}
    for asked in (*CHECKS[report.kind], *((AGAINST,) if is_beside else ())):
        if asked.name not in made:
            yield Checked(asked.name, asked.is_must, asked.about, None, "its process had ended")


def _checked(finding: Finding) -> Checked:
    # Where a call that never ends was stopped is chance: the same file is to get the same row.
    has_place = finding.ok is False and not finding.why.startswith(LATE)
    why = _at(finding.line if has_place else 0, finding.why)
    return Checked(finding.check, finding.is_must, finding.about, finding.ok, why)


def _at(line: int, why: str) -> str:
    return f"line {line}: {why}" if line else why


def _without_path(problem: str, file: str) -> str:
    """`problem` without the `file` that its row names anyway."""
    told = problem.removeprefix(shown_path(file)).removeprefix(file)
    if told == problem:
        return problem
    place = re.match(r":(\d+)(?::\d+)?: ", told)
    return _at(int(place[1]), told[place.end() :]) if place else told.removeprefix(": ")


def results(order: Order, jobs: int) -> Generator[list[Result], None, None]:
    """The results of each work of `order`, in order, by so many processes; raises CrewError."""
    jobs = min(jobs, len(order.works))
    if jobs == 1:
        yield from map(prepared(order), range(len(order.works)))
        return
    from sudoku_engine.isolation.process_pool import Crew  # only here: it takes a while to load

    with closing(Crew(jobs, len(order.works), prepared, [order]).results()) as found:
        yield from found


def prepared(order: Order) -> Callable[[int], list[Result]]:
    """What grades a work of `order` by its number."""
    return lambda number: graded(order.works[number], order)
