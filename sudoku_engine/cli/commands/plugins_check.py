"""``plugins check``: the kit, told to a person or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

import click

from sudoku_engine.api.events import Author, Ended, Event, Faulted, Rejected, Started
from sudoku_engine.api.run import Run
from sudoku_engine.board.terminal import rules, styled
from sudoku_engine.board.words import counted
from sudoku_engine.cli.context import engine_options, json_option
from sudoku_engine.cli.program import BAD, DONE, NO, complain
from sudoku_engine.errors import shown_path
from sudoku_engine.plugins.options import options_of
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.finding_text import finding_lines
from sudoku_engine.testing.findings import Finding, finding_as_json
from sudoku_engine.testing.isolation import FileReport, Limits, PluginReport, check_plugin


@click.command("check")
@click.argument("targets", metavar="FILE|NAME...", nargs=-1, required=True)
@click.option("--against", metavar="ID", help="Set it beside this technique, on many boards.")
@click.option("--show", metavar="FRONTEND", help="Open the first fault in a front end: turtle.")
@click.option("--windows", is_flag=True, help="Drive front ends too, which may open windows.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=Limits.seconds,
    show_default=True,
    metavar="SECONDS",
    help="How long one call may take.",
)
@json_option
@engine_options
@click.pass_context
def plugins_check(
    ctx: click.Context,
    targets: Sequence[str],
    against: str | None,
    show: str | None,
    windows: bool,
    timeout: float,
    as_json: bool,
    config_file: str | None,
    plugins: Sequence[str],
    layout: str | None,
) -> int:
    """Check plugins: whether what they say is true, on hundreds of boards.

    A plugin that fails is shown the smallest board found on which it does. Plugins run in a
    process of their own, which is stopped where it hangs; that is no security sandbox.

    \b
    Examples:
      sudoku-engine plugins check examples/my_strategy.py
      sudoku-engine plugins check my_pair.py --against naked_pair
    """
    debug = "--debug" in (ctx.find_root().obj or ())
    status = DONE
    told = []
    shown = False
    teller = _Teller(sys.stdout, debug)
    for target in targets:
        outcome = check_plugin(
            target,
            plugins=plugins,
            config=config_file,
            layout=layout,
            against=against,
            windows=windows,
            limits=Limits(seconds=timeout),
            on_finding=_ignore if as_json else teller.finding,
        )
        for problem in outcome.notices + outcome.problems:
            complain(problem)
        status = max(status, _status(outcome))
        if as_json:
            told += [_as_json(report) for report in outcome.reports]
            continue
        if show is not None and not shown:
            shown = _present(outcome, show)
    if as_json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
    return status


def _status(outcome: FileReport) -> int:
    if outcome.problems:
        return BAD
    return DONE if all(report.has_passed for report in outcome.reports) else NO


def _as_json(report: PluginReport) -> dict[str, object]:
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


def _ignore(report: PluginReport, finding: Finding | None) -> None:
    """Nothing, where all is told at the end."""


class _Teller:
    """Tells of faults as they are found; of advice, and the verdict, at the end."""

    def __init__(self, out: TextIO, debug: bool) -> None:
        self.out = out
        self.debug = debug
        self._told: PluginReport | None = None

    def finding(self, report: PluginReport, finding: Finding | None) -> None:
        """Tells of `finding` where it is a fault; of the verdict where it is None."""
        self._head(report)
        if finding is None:
            self._verdict(report)
        elif finding.has_failed:
            self._print("")
            self._print(styled(f"FAILED: {finding.about}", self.out, fg="red", bold=True))
            file = shown_path(report.file)
            for line in finding_lines(finding, file, rules(self.out), self.debug):
                self._print(f"  {line}")

    def _verdict(self, report: PluginReport) -> None:
        """Tells the advice on a plugin, and whether it passed."""
        advice = [finding for finding in report.findings if not finding.is_must]
        given = [finding for finding in advice if finding.ok is False]
        for line in ["", *map(_advice_line, given), *([""] if given else [])]:
            self._print(line)
        self._print(_verdict(report, self.out))

    def _head(self, report: PluginReport) -> None:
        if report is not self._told:
            if self._told is not None:
                self._print("")
            title = f"{report.name} ({report.kind} {report.id}, {shown_path(report.file)})"
            self._print(styled(title, self.out, bold=True))
            self._told = report

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


def _present(outcome: FileReport, name: str) -> bool:
    """Opens the first fault that has a board in the front end `name`; gives whether there is one.

    Raises UsageError for a front end that does not exist.
    """
    registry = Registry()
    registry.load()
    front_end = registry.find("frontend", name)
    if "play" in options_of(front_end.call):  # so that it goes on to the fault
        front_end = front_end.with_options({"play": True})
    for report in outcome.reports:
        for finding in report.findings:
            if finding.has_failed and finding.board is not None:
                front_end.call([Run(finding.board, _events(report, finding), source=report.id)])
                return True
    return False


def _events(report: PluginReport, finding: Finding) -> Iterator[Event]:
    """A fault as the events of a run."""
    grid = finding.board
    assert grid is not None
    author = Author(report.id, report.name, shown_path(report.file))
    yield Started(grid, (author,))
    if finding.step is not None:
        yield Rejected(author, finding.step, finding.why, finding.line, grid)
    else:
        yield Faulted(author, finding.why, finding.line)
    yield Ended("stopped", "strategies", grid, 0, {report.id: 0}, 0.0, finding.why)
