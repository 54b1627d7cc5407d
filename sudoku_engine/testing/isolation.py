"""Check plugins in a guest, a process that is ended if it does not end by itself.

This is not a security sandbox: a plugin may still read and write whatever the user may. But a
mistake (an endless loop, all the memory, ``sys.exit``) ends only one check, not the program.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sudoku_engine.board.words import require_number
from sudoku_engine.errors import PluginError, SudokuError
from sudoku_engine.guests.host import GuestDied, GuestError, GuestSettings
from sudoku_engine.guests.plugin_host import PluginHost
from sudoku_engine.testing.advice.code import advice_on_lateness
from sudoku_engine.testing.advice.wording import advice_from_words
from sudoku_engine.testing.findings import OUR_FAILURE, Finding, finding_of
from sudoku_engine.testing.fresh_run import CHECK_SEED, QUESTION, FreshProcesses
from sudoku_engine.testing.plugin_calls import lateness
from sudoku_engine.testing.problems import problem_of

TASKS = "sudoku_engine.testing.check_task"

NOTHING: Mapping[str, Any] = {}

MOST_SECONDS = 180.0
"""Seconds to load all plugins, and for all checks of one."""


@dataclass(frozen=True)
class Limits:
    """The limits for a plugin."""

    seconds: float = 5.0
    """Seconds for one call."""

    load_seconds: float = 10.0
    """Seconds to load it."""

    memory: int = 1 << 30
    """Bytes of memory."""

    def __post_init__(self) -> None:
        require_number(self.seconds, "seconds")
        require_number(self.load_seconds, "load_seconds")
        require_number(self.memory, "memory", is_whole=True)


@dataclass
class PluginReport:
    """All findings on one plugin."""

    id: str
    kind: str
    name: str
    file: str

    line: int
    """The line of the file where it begins."""

    findings: list[Finding] = field(default_factory=list)

    boards: int = 0
    """The number of boards on which it was tried."""

    fired: int = 0
    """The number of boards on which it found something."""

    @property
    def has_passed(self) -> bool:
        """Whether it passed all checks that a plugin must pass."""
        return not any(finding.prevents_pass for finding in self.findings)

    @property
    def advice(self) -> list[Finding]:
        """What could be better."""
        return [finding for finding in self.findings if finding.is_advice]

    def board_helps(self, finding: Finding) -> bool:
        """Return whether the board of one of the findings is worth a look.

        A plugin that has found nothing so far would fail on any other one, too.
        """
        return finding.board is not None and (finding.step is not None or self.fired > 0)


@dataclass
class FileReport:
    """The results for one file or name."""

    reports: list[PluginReport] = field(default_factory=list)
    """A report for each plugin."""

    problems: list[SudokuError] = field(default_factory=list)
    """What is wrong with the file itself."""

    notices: list[SudokuError] = field(default_factory=list)
    """Problems with other plugins."""


def check_plugin(
    target: str,
    *,
    plugins: Sequence[str] = (),
    config: str | None = None,
    layout: str | None = None,
    against: str | None = None,
    strict: bool = False,
    windows: bool = False,
    limits: Limits = Limits(),
    on_finding: Callable[[PluginReport, Finding | None], None] = lambda report, finding: None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    tasks: str = TASKS,
    given: Mapping[str, Any] = NOTHING,
    folder: str | None = None,
    then: Callable[[PluginHost, PluginReport], None] = lambda host, report: None,
) -> FileReport:
    """Check all plugins in `target`, a file or the id or name of a plugin; return the results.

    `plugins`: files to load as well; `config`: a configuration file, whose plugins and options
    are used; `layout`: the board to check on; `against`: the id of a technique to compare with;
    `strict`: whether advice counts as a fault; `windows`: whether front ends may open windows;
    `on_finding`: a function called with each finding as it comes, and with None when the checks of
    a plugin are over; `on_progress`: one called while a strategy is tried, with the numbers of
    boards that are done and of all.

    For what is done in the same process after the checks of each plugin: `then`, a function that
    is called with the host; `tasks`: the module that has its tasks, too; `given`: what they need
    from the beginning; `folder`: where they work.
    """
    is_file = os.path.exists(target) or target.endswith(".py") or os.sep in target
    outcome = FileReport()
    loaded = {
        **given,
        "paths": [*plugins, target] if is_file else list(plugins),
        "target": target,
        "is_file": is_file,
        "config": config,
        "layout": layout,
        "against": against,
        "strict": strict,
        "windows": windows,
        "seconds": limits.seconds,
        "load_seconds": limits.load_seconds,
    }
    settings = GuestSettings(
        tasks,
        limits.memory,
        is_strict=True,
        is_silent=True,
        folder=folder,
        hash_seed=CHECK_SEED,
    )
    fresh = FreshProcesses(MOST_SECONDS, limits.memory, folder)
    with PluginHost(settings, loaded, MOST_SECONDS) as host, fresh:
        _load(host, outcome)
        if any(report.kind == "strategy" for report in outcome.reports):
            fresh.start_one()
        for report in outcome.reports:
            try:
                for finding in _findings(host, report, limits, fresh, on_progress):
                    report.findings.append(finding)
                    on_finding(report, finding)
                on_finding(report, None)
                then(host, report)
            except SudokuError as error:
                outcome.problems.append(error)
    return outcome


def _load(host: PluginHost, outcome: FileReport) -> None:
    """Load the plugins; add a report for each that is to be checked, and what is wrong."""
    try:
        for result in host.load():
            if "plugin" in result:
                outcome.reports.append(PluginReport(**result["plugin"]))
            else:
                kept = outcome.problems if result["is_requested"] else outcome.notices
                kept.append(problem_of(result["problem"]))
    except PluginError as error:
        outcome.problems.append(error)


def ending(death: GuestDied, limits: Limits) -> str:
    """Return in words why a guest had to end while a plugin was checked."""
    return lateness(limits.seconds) if death.is_late else death.why


def own_failure(death: GuestDied) -> str:
    """Return in words that a guest had to end for an error of ours; empty if it was a plugin's."""
    error = death.__cause__
    if death.subject is not None or not isinstance(error, GuestError):
        return ""
    return "" if error.what.startswith("MemoryError") else f"{OUR_FAILURE}: {error.what}"


def _findings(
    host: PluginHost,
    report: PluginReport,
    limits: Limits,
    fresh: FreshProcesses,
    on_progress: Callable[[int, int], None],
) -> Iterator[Finding]:
    """Yield the findings on a plugin, and count in its `report`; raise SudokuError."""
    check: dict[str, str] = {
        "check": "in_time",
        "right": "",
        "wrong": "a call does not end as it should",
    }
    try:
        for result in host.loaded_results("check", {"kind": report.kind, "id": report.id}):
            if "check" in result:
                check = result
            elif QUESTION in result:
                host.answer(fresh.answers_to(result[QUESTION]))
            elif "progress" in result:
                on_progress(*result["progress"])
            else:
                report.boards, report.fired = result["boards"], result["fired"]
                yield finding_of(result["finding"])
    except GuestDied as death:
        full_trace = str(death.__cause__ or "")
        if why := own_failure(death):
            yield Finding(
                why,
                check=check["check"],
                about=check["right"],
                ok=None,
                is_of_kit=True,
                full_trace=full_trace,
            )
            return
        why = ending(death, limits)
        late = advice_on_lateness(report.file) if death.is_late else ""
        yield Finding(
            why,
            check=check["check"],
            about=check["wrong"],
            line=death.line if death.file == report.file else report.line,
            advice=late or advice_from_words(why, report.kind),
            full_trace=full_trace,
            is_late=death.is_late,
        )
