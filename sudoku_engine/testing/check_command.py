"""``plugins check``: the checks of the kit, for people or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TextIO

import click

from sudoku_engine.board.terminal import COLUMNS, one_line, rules, styled
from sudoku_engine.board.words import counted, listed
from sudoku_engine.cli.options import (
    against_option,
    call_timeout_option,
    engine_options,
    json_option,
    strict_option,
)
from sudoku_engine.cli.params import FileName
from sudoku_engine.cli.program import BAD, DONE, NO, invocation, message
from sudoku_engine.cli.progress import Progress, shown_progress
from sudoku_engine.errors import shown_path
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.examination import checks_of
from sudoku_engine.testing.fault_runs import fault_runs
from sudoku_engine.testing.finding_text import (
    board_lines,
    finding_lines,
    headline,
    verdict_text,
    verdict_word,
)
from sudoku_engine.testing.findings import Finding, finding_as_json
from sudoku_engine.testing.isolation import FileReport, Limits, PluginReport, Watcher, check_plugin


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
    """Prints faults as they are found; advice, and the verdict, at the end.

    The first fault comes with its board, the others in a line, unless `is_verbose`.
    """

    def __init__(self, out: TextIO, is_verbose: bool, is_debugging: bool) -> None:
        self.out = out
        self.is_verbose = is_verbose or is_debugging
        self.is_debugging = is_debugging
        self._current: PluginReport | None = None
        self._n_left_out = 0
        self._alike: list[str] = []
        """The checks that failed for the same reason as another one before."""

    def finding(self, report: PluginReport, finding: Finding | None) -> None:
        """Print `finding` if it is a fault; None: print the verdict."""
        self._head(report)
        if finding is None:
            self._verdict(report)
        elif finding.is_of_kit:
            more = "" if self.is_debugging else "; --debug shows where"
            self._fault(finding, [f"{finding.why}{more}"])
        elif finding.has_failed and (self.is_verbose or _is_first(finding, report)):
            self._fault(finding, self._lines(report, finding))
        elif finding.has_failed and _is_known(finding, report):
            self._alike.append(finding.check)
        elif finding.has_failed:
            self._n_left_out += finding.board is not None
            self._print(_in_a_line(f"Also: {finding.why}"))
        elif self.is_verbose:
            self._print(_state_line(finding))

    def _fault(self, finding: Finding, lines: Iterable[str]) -> None:
        self._print(styled(headline(finding), self.out, fg="red", bold=True))
        for line in lines:
            self._print(one_line(f"  {line}", self.out, "    "))
        if finding.is_of_kit and self.is_debugging:
            self._print(finding.full_trace)

    def _lines(self, report: PluginReport, finding: Finding) -> Iterator[str]:
        if not self.is_verbose:
            has_board = report.board_helps(finding)
            if _shows_in_the_code(finding):
                self._n_left_out += has_board
                has_board = False
            finding = replace(finding, source="", board=finding.board if has_board else None)
        file = shown_path(report.file)
        return finding_lines(finding, file, rules(self.out), self.is_debugging)

    def _verdict(self, report: PluginReport) -> None:
        """Print the advice on a plugin, and whether it passed."""
        advice = report.advice
        if report.has_passed or self.is_verbose:
            lines = [line for each in advice for line in self._advice(each)]
            if not report.boards:
                lines += [_state_line(each) for each in report.findings if each.ok is None]
            for line in ["", *lines, *([""] if lines else [])]:
                self._print(one_line(line, self.out, "  "))
            advice = []
        if not any(each.has_failed for each in report.findings):
            # If something failed, what could not be asked is not news.
            for each in report.findings:
                if each.is_unanswered and not each.is_of_kit:
                    why = f"could not be asked: {each.why}, so it has not passed"
                    self._fault(each, [why])
        if not report.has_passed:
            for hint in self._hints(report, len(advice)):
                self._print(one_line(hint, self.out, "  "))
        self._print(_verdict(report, self.out))

    def _advice(self, finding: Finding) -> Iterator[str]:
        """Yield the lines of a piece of advice; a reason that is not enough needs its boards."""
        mend = f" ({finding.advice})" if finding.advice else ""
        where = f"line {finding.line}: " if finding.check == "own_work" and finding.line else ""
        yield f"advice: {where}{finding.why}{mend}"
        if finding.counter is not None:
            yield from (f"  {line}" for line in board_lines(finding, rules(self.out)))

    def _hints(self, report: PluginReport, n_advice: int) -> Iterator[str]:
        """Yield what else is wrong, and where to see more of it."""
        if self._alike:
            checks = "check" if len(self._alike) == 1 else "checks"
            yield f"Also, for the same reason: the {checks} {listed(self._alike)}"
        parts = [
            *([counted(self._n_left_out, "more board")] if self._n_left_out else []),
            *([counted(n_advice, "piece of advice", "pieces of advice")] if n_advice else []),
        ]
        more = [f"-v ({', '.join(parts)})"] if parts else []
        if any(each.has_failed and each.step is not None for each in report.findings):
            more.insert(0, "--show turtle (a window)")
        if more:
            yield f"For more: {', '.join(more)}"

    def _head(self, report: PluginReport) -> None:
        if report is not self._current:
            if self._current is not None:
                self._print("")
            title = f"{report.name} ({report.kind} {report.id}, {shown_path(report.file)})"
            self._print(styled(title, self.out, bold=True))
            self._current = report
            self._n_left_out = 0
            self._alike = []

    def _print(self, line: str) -> None:
        print(line, file=self.out, flush=True)


def _shows_in_the_code(finding: Finding) -> bool:
    """Return whether an error needs no board: a line is named for it, or it has several calls."""
    calls = finding.trace.count('  File "')
    return calls > 1 or (calls == 1 and finding.advice.startswith("line "))


def _is_first(finding: Finding, report: PluginReport) -> bool:
    """Return whether no other check of `report` has failed before."""
    return not any(other.has_failed for other in report.findings if other is not finding)


def _in_a_line(text: str) -> str:
    """Return as much of `text` as a line has room for."""
    return text if len(text) < COLUMNS else f"{text[: COLUMNS - 2].rstrip()}…"


def _is_known(finding: Finding, report: PluginReport) -> bool:
    """Return whether an earlier check of `report` failed in the same way in the same line."""
    return any(
        other.has_failed
        and other.line == finding.line
        and (other.why == finding.why or (finding.trace and other.trace == finding.trace))
        for other in report.findings
        if other is not finding
    )


def _state_line(finding: Finding) -> str:
    """Return a line on a check that did not fail."""
    if finding.ok is None:
        return f"not checked: {finding.about} ({finding.why})"
    if not finding.ok:
        return f"advice: {finding.about}"
    little = f" ({'; '.join(finding.evidence)})" if finding.evidence else ""
    return f"ok: {finding.about}{little}"


def _verdict(report: PluginReport, out: TextIO) -> str:
    colour = "green" if report.has_passed else "red"
    return f"{styled(verdict_word(report), out, fg=colour, bold=True)}: {verdict_text(report)}"


BOARDS = 0.4
"""The part of the time that a strategy needs for all boards; the rest is for the other checks."""


@click.command("check")
@click.argument("targets", type=FileName(), metavar="FILE|NAME...", nargs=-1, required=True)
@against_option
@strict_option
@click.option("--show", metavar="FRONTEND", help="Open the first fault in a front end: turtle.")
@click.option("--windows", is_flag=True, help="Check front ends too, which may open windows.")
@call_timeout_option
@click.option("-v", "--verbose", is_flag=True, help="Show every check, each fault with its board.")
@json_option
@engine_options
def plugins_check(
    targets: Sequence[str],
    against: str | None,
    strict: bool,
    show: str | None,
    windows: bool,
    timeout: float,
    verbose: bool,
    as_json: bool,
) -> int:
    """Check on hundreds of boards whether plugins are correct.

    A fault is shown on the smallest board found. Plugins run in a separate process, which is
    stopped if it hangs; that is no security sandbox.

    \b
    Examples:
      sudoku-engine plugins check examples/my_strategy.py
      sudoku-engine plugins check my_pair.py --against naked_pair
    """
    with shown_progress() as progress:
        out = progress.guarded(sys.stdout) if sys.stdout.isatty() else sys.stdout
        printer = None if as_json else CheckPrinter(out, verbose, invocation().is_debugging)
        watch = _Watch(progress, printer, against is not None)
        outcomes = _outcomes(targets, against, strict, windows, timeout, watch)
        status, records = DONE, []
        is_shown = False
        for outcome in outcomes:
            for problem in outcome.notices + outcome.problems:
                message(str(problem))
            status = max(status, _status(outcome))
            records += [check_record(report) for report in outcome.reports]
            if show is not None and not is_shown and not as_json:
                is_shown = _show_fault(outcome, show)
    if as_json:
        print(json.dumps(records, ensure_ascii=False, indent=2))
    return status


def _outcomes(
    targets: Sequence[str],
    against: str | None,
    strict: bool,
    windows: bool,
    timeout: float,
    watch: _Watch,
) -> Iterator[FileReport]:
    """Check the `targets`, and yield the report on each."""
    parameters = invocation().parameters
    for target in targets:
        watch.begin()
        outcome = check_plugin(
            target,
            watch,
            plugins=parameters["plugins"],
            config=parameters["config_file"],
            layout=parameters["layout"],
            against=against,
            strict=strict,
            windows=windows,
            limits=Limits(seconds=timeout),
        )
        watch.end()
        yield outcome


def _status(outcome: FileReport) -> int:
    if outcome.problems:
        return BAD
    if any(finding.is_of_kit for report in outcome.reports for finding in report.findings):
        return BAD
    return DONE if all(report.has_passed for report in outcome.reports) else NO


class _Watch(Watcher):
    """Passes findings to a printer, unless all is printed at the end, and shows the progress."""

    def __init__(self, progress: Progress, printer: CheckPrinter | None, is_compared: bool) -> None:
        self._bar, self._printer, self._is_compared = progress, printer, is_compared
        self._current: PluginReport | None = None

    def begin(self) -> None:
        """Show that checks begin: the first need a while."""
        self._bar.start("check")

    def end(self) -> None:
        """Show that they are over."""
        self._bar.stop()

    def progress(self, done: int, total: int) -> None:
        """Take how many boards a strategy was tried on, of how many."""
        self._bar.reach(BOARDS * done / total)

    def finding(self, report: PluginReport, finding: Finding | None) -> None:
        """Take a `finding` on a plugin."""
        if report is not self._current:
            self._current = report
            self._bar.start("check")
        done = len(report.findings)
        part = done / len(checks_of(report.kind, self._is_compared))
        # The first check calls nothing; then all boards have their turn.
        self._bar.advance(lambda: BOARDS + (1 - BOARDS) * part if done > 1 else 0.0)
        if self._printer is not None:
            self._printer.finding(report, finding)


def _show_fault(outcome: FileReport, name: str) -> bool:
    """Open the first fault that has a board in the front end `name`; return whether there is one.

    Without a fault, advice on reasons that are not enough.

    Raises UsageError for a front end that does not exist.
    """
    registry = Registry()
    registry.load()
    front_end = registry.find("frontend", name)
    if "play" in front_end.known_options:  # so that it goes on to the fault
        front_end = front_end.with_options({"play": True})
    faults = [(report, each) for report in outcome.reports for each in report.findings]
    shown = [one for one in faults if one[1].has_failed and one[1].board is not None] or [
        one for one in faults if one[1].counter is not None
    ]
    if shown:
        front_end.call(list(fault_runs(*shown[0])))
    return bool(shown)
