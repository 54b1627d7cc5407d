"""The results of checking plugins, for people and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from sudoku_engine.api.events import Author, Ended, Event, Faulted, Rejected, Started
from sudoku_engine.board.terminal import rules, styled
from sudoku_engine.board.words import counted
from sudoku_engine.errors import shown_path
from sudoku_engine.testing.finding_text import finding_lines
from sudoku_engine.testing.findings import Finding, finding_as_json
from sudoku_engine.testing.isolation import PluginReport


def check_record(report: PluginReport) -> dict[str, object]:
    """Return the `report` on a plugin as data."""
    return {
        "id": report.id,
        "kind": report.kind,
        "name": report.name,
        "file": shown_path(report.file),
        "passed": report.has_passed,
        "checks": len(report.findings),
        "boards": report.boards,
        "fired": report.fired,
        "findings": [finding_as_json(finding) for finding in report.findings],
    }


class CheckPrinter:
    """Prints faults as they are found; advice, and the verdict, at the end."""

    def __init__(self, out: TextIO, is_debugging: bool) -> None:
        self.out = out
        self.is_debugging = is_debugging
        self._current: PluginReport | None = None

    def finding(self, report: PluginReport, finding: Finding | None) -> None:
        """Print `finding` if it is a fault; None: print the verdict."""
        self._head(report)
        if finding is None:
            self._verdict(report)
        elif finding.has_failed:
            self._print("")
            self._print(styled(f"FAILED: {finding.about}", self.out, fg="red", bold=True))
            file = shown_path(report.file)
            for line in finding_lines(finding, file, rules(self.out), self.is_debugging):
                self._print(f"  {line}")

    def _verdict(self, report: PluginReport) -> None:
        """Print the advice on a plugin, and whether it passed."""
        advice = [finding for finding in report.findings if not finding.is_must]
        given = [finding for finding in advice if finding.ok is False]
        for line in ["", *map(_advice_line, given), *([""] if given else [])]:
            self._print(line)
        self._print(_verdict(report, self.out))

    def _head(self, report: PluginReport) -> None:
        if report is not self._current:
            if self._current is not None:
                self._print("")
            title = f"{report.name} ({report.kind} {report.id}, {shown_path(report.file)})"
            self._print(styled(title, self.out, bold=True))
            self._current = report

    def _print(self, line: str) -> None:
        print(line, file=self.out, flush=True)


def _advice_line(finding: Finding) -> str:
    mend = f" ({finding.advice})" if finding.advice else ""
    return f"advice: {finding.why}{mend}"


def _verdict(report: PluginReport, out: TextIO) -> str:
    made = [finding for finding in report.findings if finding.ok is not None]
    counts = (
        f"{counted(len(made), 'check')}, {counted(report.boards, 'board')}, "
        f"fired {counted(report.fired, 'time')}"
    )
    if report.has_passed:
        return f"{styled('passed', out, fg='green', bold=True)}: {counts}"
    failed = sum(finding.has_failed for finding in report.findings)
    return f"{styled('failed', out, fg='red', bold=True)}: {failed} of {counts}"


def fault_events(report: PluginReport, finding: Finding) -> Iterator[Event]:
    """Yield a fault as the events of a run."""
    grid = finding.board
    assert grid is not None
    author = Author(report.id, report.name, shown_path(report.file))
    yield Started(grid, (author,))
    if finding.step is not None:
        yield Rejected(author, finding.step, finding.why, finding.line, grid)
    else:
        yield Faulted(author, finding.why, finding.line)
    yield Ended("stopped", "strategies", grid, 0, {report.id: 0}, 0.0, finding.why)
