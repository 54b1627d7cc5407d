"""``plugins check``: the checks of the kit, for people or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence

import click

from sudoku_engine.cli.check_report import CheckPrinter, check_record
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
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.examination import checks_of
from sudoku_engine.testing.fault_runs import fault_runs
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.isolation import FileReport, Limits, PluginReport, check_plugin

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
            plugins=parameters["plugins"],
            config=parameters["config_file"],
            layout=parameters["layout"],
            against=against,
            strict=strict,
            windows=windows,
            limits=Limits(seconds=timeout),
            on_finding=watch,
            on_progress=watch.boards,
        )
        watch.end()
        yield outcome


def _status(outcome: FileReport) -> int:
    if outcome.problems:
        return BAD
    if any(finding.is_of_kit for report in outcome.reports for finding in report.findings):
        return BAD
    return DONE if all(report.has_passed for report in outcome.reports) else NO


class _Watch:
    """Passes findings to a printer, unless all is printed at the end, and shows the progress."""

    def __init__(self, progress: Progress, printer: CheckPrinter | None, is_compared: bool) -> None:
        self._progress, self._printer, self._is_compared = progress, printer, is_compared
        self._current: PluginReport | None = None

    def begin(self) -> None:
        """Show that checks begin: the first need a while."""
        self._progress.start("check")

    def end(self) -> None:
        """Show that they are over."""
        self._progress.stop()

    def boards(self, done: int, total: int) -> None:
        """Take how many boards a strategy was tried on, of how many."""
        self._progress.reach(BOARDS * done / total)

    def __call__(self, report: PluginReport, finding: Finding | None) -> None:
        """Take a `finding` on a plugin."""
        if report is not self._current:
            self._current = report
            self._progress.start("check")
        done = len(report.findings)
        part = done / len(checks_of(report.kind, self._is_compared))
        # The first check calls nothing; then all boards have their turn.
        self._progress.advance(lambda: BOARDS + (1 - BOARDS) * part if done > 1 else 0.0)
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
