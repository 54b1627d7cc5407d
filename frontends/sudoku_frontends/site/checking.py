"""Check a pupil's file in this process, with the faults drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.events import Event
from sudoku_engine.api.record import grid_of, grid_record, step_of, step_record
from sudoku_engine.board.say import tell
from sudoku_engine.board.variants import rules_in_use
from sudoku_engine.config.config import read
from sudoku_engine.errors import SudokuError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_frontends.film.document import film_document
from sudoku_frontends.site.watching import OnProgress
from sudoku_plugins.kit.examination import Examination
from sudoku_plugins.kit.finding_text import fault_runs
from sudoku_plugins.kit.findings import Check, Finding, NotChecked, PluginReport
from sudoku_plugins.kit.hidden_boards import has_hidden_boards, hidden_findings, hidden_kit
from sudoku_plugins.kit.isolation import (
    BOARDS,
    CheckRequest,
    FileReport,
    PluginCheck,
    Watcher,
    part_done,
)
from sudoku_plugins.kit.kit import Kit, bundled_kit
from sudoku_plugins.kit.plugin_calls import Unusable
from sudoku_plugins.sandbox.refusals import Refusals
from sudoku_plugins.trace.asking import trace_of
from sudoku_plugins.trace.trace_page import trace_document

MOST_DRAWN = 6
"""The number of faults that are drawn: the first ones."""

Places = Mapping[int, Sequence[int]]
"""The indices of the boards of a finding, by its identity."""


def checked(
    file: str,
    against: str | None,
    is_strict: bool,
    refusals: Refusals,
    progress: OnProgress,
    hidden_seed: str = "",
) -> dict[str, Any]:
    """Return the results of checking all plugins in `file`, for JSON.

    `against`: the id of a technique to compare with; `is_strict`: whether advice counts as a fault;
    `hidden_seed`: a teacher's word from which hidden boards are made.
    """
    request = CheckRequest(file, against=against, strict=is_strict)
    outcome = FileReport(file)
    draft = read(None, request.paths)
    refusals.is_guarded = True
    registry = Registry(request.limits.load_seconds)
    registry.load(draft.plugins, draft.disable)
    for problem in registry.problems:
        outcome.note(problem)
    watcher = _Shown(progress, against is not None, hidden_seed)
    PluginCheck(request, watcher).fill(outcome, draft, registry)
    reports, problems = outcome.reports, outcome.problems
    runs, places = _drawn(reports)
    return {
        "problems": problems,
        "passed": not problems and all(report.has_passed for report in reports),
        "reports": [_record(report, places) for report in reports],
        "film": film_document(runs) if runs else None,
    }


def traced_at(file: str, fault: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lines of a strategy in `file` at a `fault`, as `checked` returns it, for JSON."""
    registry = Registry()
    registry.load([file])
    own = [each for each in registry.of_kind("rule") if each.origin.requested]
    with rules_in_use(own):
        component = registry.find("strategy", fault["id"])
        grid, step = fault["board"] and grid_of(fault["board"]), fault["step"]
        if grid and step:
            step = step_of(step, grid.layout)
        finding = Finding(
            fault["why"], grid, step, source=fault["source"], is_late=fault["is_late"]
        )
        try:
            trace = trace_of(component, bundled_kit(), finding)
        except (Unusable, NotChecked) as end:
            return {"problems": [SudokuError(getattr(end, "why", str(end)))]}
        return {"trace": trace_document(trace)}


class _Shown(Watcher):
    """Shows how far the checks are, and makes those on hidden boards for a teacher."""

    def __init__(self, progress: OnProgress, is_compared: bool, hidden_seed: str) -> None:
        self._bar, self._is_compared, self._hidden_seed = progress, is_compared, hidden_seed

    def check(self, report: PluginReport, check: Check) -> None:
        """Show a `check` that is about to be made."""
        self._bar(
            part_done(report, self._is_compared), tell("checking that {what}", what=check.right)
        )

    def progress(self, done: int, total: int) -> None:
        """Show how many boards a strategy was tried on."""
        self._bar(BOARDS * done / total, tell("{n:#} of {all:#} boards tried", n=done, all=total))

    def examined(
        self, component: Component, kit: Kit, report: PluginReport, known: Examination | None
    ) -> None:
        """Make the checks on hidden boards, if there are to be any."""
        seed = self._hidden_seed
        if seed and known is not None and has_hidden_boards(component, kit, report.findings):
            hidden = Examination(component, hidden_kit(known.kit, seed))
            report.findings += hidden_findings(known, hidden)


def _drawn(reports: Sequence[PluginReport]) -> tuple[list[tuple[str, list[Event]]], Places]:
    """Return the first faults of some `reports` as runs, or the advice with a full board."""
    shown = [
        (report, finding)
        for report in reports
        for finding in report.findings
        if (finding.has_failed and report.board_helps(finding)) or finding.counter is not None
    ]
    shown = sorted(shown, key=lambda each: not each[1].has_failed)[:MOST_DRAWN]
    runs: list[tuple[str, list[Event]]] = []
    places: dict[int, Sequence[int]] = {}
    for report, finding in shown:
        begin = len(runs)
        runs += [(finding.about, [*run]) for run in fault_runs(report, finding)]
        places[id(finding)] = range(begin, len(runs))
    return runs, places


def _record(report: PluginReport, places: Places) -> dict[str, Any]:
    names = ("id", "name", "kind", "line", "verdict", "summary", "boards", "fired")
    return {
        **{name: getattr(report, name) for name in names},
        "passed": report.has_passed,
        "findings": [
            _finding_record(report, each, places.get(id(each), ())) for each in report.findings
        ],
    }


def _finding_record(
    report: PluginReport, finding: Finding, boards: Sequence[int]
) -> dict[str, Any]:
    grid, step = finding.board, finding.step
    fault = {
        "id": report.id,
        "board": grid and grid_record(grid),
        "step": grid and step and step_record(step, grid.layout),
        "why": finding.why,
        "source": finding.source,
        "is_late": finding.is_late,
    }
    names = ("check", "state", "about", "why", "advice", "line")
    return {
        "at_work": fault if finding.has_failed and report.kind == "strategy" else None,
        **{name: getattr(finding, name) for name in names},
        "trace": finding.full_trace if finding.is_of_kit else finding.trace,
        "step": short_notation(step, grid.layout) if step and grid else "",
        "boards": list(boards),
    }
