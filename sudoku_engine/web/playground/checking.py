"""Check a pupil's file in this process, with the faults drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.events import Event
from sudoku_engine.board.words import counted
from sudoku_engine.config.config import read
from sudoku_engine.plugins.refusals import Refusals
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.examination import checks_of
from sudoku_engine.testing.fault_runs import fault_runs
from sudoku_engine.testing.finding_text import verdict_text, verdict_word
from sudoku_engine.testing.findings import Check, Finding
from sudoku_engine.testing.guest_calls import loading_problems
from sudoku_engine.testing.isolation import (
    CheckRequest,
    FileReport,
    PluginCheck,
    PluginReport,
    Watcher,
)
from sudoku_engine.web.document import film_document
from sudoku_engine.web.playground.workplace import Progress

MOST_DRAWN = 6
"""The number of faults that are drawn: the first ones."""

BOARDS = 0.4
"""The part of the time that a strategy needs for all boards; the rest is for the other checks."""


def checked(
    file: str, against: str | None, is_strict: bool, refusals: Refusals, progress: Progress
) -> dict[str, Any]:
    """Return the results of checking all plugins in `file`, for JSON.

    `against`: the id of a technique to compare with; `is_strict`: whether advice counts as a fault.
    """
    request = CheckRequest(file, against=against, strict=is_strict)
    outcome = FileReport(file)
    draft = read(None, request.paths)
    refusals.is_guarded = True
    registry = Registry(request.limits.load_seconds)
    registry.load(draft.plugins, draft.disable)
    for record in loading_problems(registry):
        outcome.note({**record, "is_requested": True})
    PluginCheck(request, _Shown(progress, against is not None)).fill(outcome, draft, registry)
    reports, problems = outcome.reports, outcome.problems
    drawn = _Drawn(reports)
    return {
        "problems": problems,
        "passed": not problems and all(report.has_passed for report in reports),
        "reports": [_record(report, drawn) for report in reports],
        "film": drawn.document(),
    }


class _Shown(Watcher):
    """Shows how far the checks are."""

    def __init__(self, progress: Progress, is_compared: bool) -> None:
        self._bar, self._is_compared = progress, is_compared

    def check(self, report: PluginReport, check: Check) -> None:
        """Show a `check` that is about to be made."""
        n_checks, n_done = len(checks_of(report.kind, self._is_compared)), len(report.findings)
        done = BOARDS + (1 - BOARDS) * n_done / n_checks if n_done > 1 else 0.0
        self._bar(done, f"checking that {check.right}")

    def progress(self, done: int, total: int) -> None:
        """Show how many boards a strategy was tried on."""
        self._bar(BOARDS * done / total, f"{done} of {counted(total, 'board')} tried")


class _Drawn:
    """The first faults of some `reports`, drawn; or the advice that comes with a full board."""

    def __init__(self, reports: Sequence[PluginReport]) -> None:
        shown = [
            (report, finding)
            for report in reports
            for finding in report.findings
            if (finding.has_failed and report.board_helps(finding)) or finding.counter is not None
        ]
        shown = sorted(shown, key=lambda each: not each[1].has_failed)[:MOST_DRAWN]
        self._runs: list[tuple[str, list[Event]]] = []
        self._places: dict[int, list[int]] = {}
        for report, finding in shown:
            runs = [(finding.about, [*run]) for run in fault_runs(report, finding)]
            begin = len(self._runs)
            self._runs += runs
            self._places[id(finding)] = [*range(begin, begin + len(runs))]

    def places(self, finding: Finding) -> list[int]:
        """Return the indices of the boards of a `finding`."""
        return self._places.get(id(finding), [])

    def document(self) -> dict[str, Any] | None:
        """Return the document of all boards, None if there are none."""
        return film_document(self._runs) if self._runs else None


def _record(report: PluginReport, drawn: _Drawn) -> dict[str, Any]:
    return {
        "id": report.id,
        "name": report.name,
        "kind": report.kind,
        "line": report.line,
        "passed": report.has_passed,
        "verdict": verdict_word(report),
        "summary": verdict_text(report),
        "boards": report.boards,
        "fired": report.fired,
        "findings": [_finding_record(each, drawn.places(each)) for each in report.findings],
    }


def _finding_record(finding: Finding, boards: Sequence[int]) -> dict[str, Any]:
    grid, step = finding.board, finding.step
    return {
        "check": finding.check,
        "state": finding.state,
        "about": finding.about,
        "why": finding.why,
        "advice": finding.advice,
        "line": finding.line,
        "trace": finding.full_trace if finding.is_of_kit else finding.trace,
        "step": short_notation(step, grid.layout) if step and grid else "",
        "boards": list(boards),
    }
