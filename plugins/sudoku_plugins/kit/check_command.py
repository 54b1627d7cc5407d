"""``plugins check``: the checks of the kit, for people or as JSON."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TextIO

import click

from sudoku_engine.board.text_board import COLUMNS, rules, styled, text_room, wrapped
from sudoku_engine.board.words import counted, listed
from sudoku_engine.bundled import NAME
from sudoku_engine.cli.commands.plugins import plugins
from sudoku_engine.cli.options import (
    STRATEGY_OR_RULE,
    engine_options,
    json_option,
    timeout_option,
)
from sudoku_engine.cli.params import FileName
from sudoku_engine.cli.program import BAD, DONE, NO, invocation, message
from sudoku_engine.cli.progress import Progress, shown_progress
from sudoku_engine.errors import shown_path
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.kit.advice.code import comments_on
from sudoku_plugins.kit.finding_text import board_lines, fault_runs, finding_lines
from sudoku_plugins.kit.findings import Finding, PluginReport, finding_as_json
from sudoku_plugins.kit.isolation import (
    BOARDS,
    FileReport,
    Watcher,
    check_plugin,
    part_done,
)

against_option = click.option(
    "--against",
    type=STRATEGY_OR_RULE,
    metavar="ID",
    help="Compare with this technique or rule, by its id, on many boards.",
)

strict_option = click.option(
    "--strict",
    is_flag=True,
    help="Require every check: advice counts as a fault, with --against not that on other boards "
    "and on a missing example.",
)

call_timeout_option = timeout_option(5.0, "Stop a call that takes longer.")


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
        "comments": [
            comment._asdict() for comment in comments_on(report.file) if report.has_passed
        ],
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
        self._n_left_out = 0  # the boards that are not drawn
        self._alike: list[str] = []  # the checks that failed for the reason of one before

    def finding(self, report: PluginReport, finding: Finding | None) -> None:
        """Print `finding` if it is a fault; None: print the verdict."""
        if report is not self._current:
            if self._current is not None:
                self._print("")
            title = f"{report.name} ({report.kind} {report.id}, {shown_path(report.file)})"
            self._print(styled(wrapped(title, self.out, "  "), self.out, bold=True))
            self._current, self._n_left_out, self._alike = report, 0, []
        if finding is None:
            self._print_end(report)
        elif finding.is_of_kit:
            more = "" if self.is_debugging else "; --debug shows where"
            self._print_fault(finding, [f"{finding.why}{more}"])
            if self.is_debugging:
                self._print(finding.full_trace)
        elif finding.has_failed:
            self._print_failure(report, finding)
        elif self.is_verbose:
            self._print(_state_line(finding))

    def _print_failure(self, report: PluginReport, finding: Finding) -> None:
        others = [each for each in report.failed if each is not finding]
        if self.is_verbose or not others:
            self._print_fault(finding, self._fault_lines(report, finding))
        elif any(map(finding.is_like, others)):
            self._alike.append(finding.check)
        else:
            self._n_left_out += finding.board is not None
            line = f"Also: {finding.why}"
            is_short = len(line) < COLUMNS
            short = line if is_short else f"{line[: COLUMNS - 2].rstrip()}…"
            self._print(wrapped(short, self.out, "  "))

    def _print_fault(self, finding: Finding, lines: Iterable[str]) -> None:
        headline = wrapped(finding.headline, self.out, "  ")
        self._print(styled(headline, self.out, fg="red", bold=True))
        for line in lines:
            self._print(wrapped(f"  {line}", self.out, "    "))

    def _fault_lines(self, report: PluginReport, finding: Finding) -> Iterator[str]:
        if not self.is_verbose:
            has_board = report.board_helps(finding)
            calls = finding.trace.count('  File "')
            if calls > 1 or (calls == 1 and finding.advice.startswith("line ")):
                self._n_left_out += has_board  # the code shows it
                has_board = False
            finding = replace(finding, source="", board=finding.board if has_board else None)
        file = shown_path(report.file)
        return finding_lines(finding, file, rules(self.out), self.is_debugging, self._room)

    def _print_end(self, report: PluginReport) -> None:
        advice = report.advice
        if report.has_passed or self.is_verbose:
            lines = [line for each in advice for line in self._advice_lines(each)]
            if report.has_passed:
                lines += [each.in_words for each in comments_on(report.file)]
            if not report.boards:
                lines += [_state_line(each) for each in report.findings if each.ok is None]
            for line in ["", *lines, *([""] if lines else [])]:
                self._print(wrapped(line, self.out, "  "))
            advice = []
        # If there is a fault, checks that could not be made are not news.
        open_ones = [] if report.failed else [e for e in report.findings if e.state == "open"]
        for why in dict.fromkeys(each.why for each in open_ones):
            first, *more = [each for each in open_ones if each.why == why]
            others = f", and {counted(len(more), 'more check')}" if more else ""
            self._print_fault(
                replace(first, about=f"{first.about}{others}"),
                [f"could not be asked: {why}, so it has not passed"],
            )
        if not report.has_passed:
            for hint in self._hints(report, len(advice)):
                self._print(wrapped(hint, self.out, "  "))
        colour = "green" if report.has_passed else "red"
        verdict = styled(report.verdict, self.out, fg=colour, bold=True)
        summary = wrapped(f"{report.verdict}: {report.summary}", self.out, "  ")
        self._print(summary.replace(report.verdict, verdict, 1))

    def _advice_lines(self, finding: Finding) -> Iterator[str]:
        """Yield the lines of a piece of advice; a reason that is not enough needs its boards."""
        where = f"line {finding.line}: " if finding.check == "own_work" and finding.line else ""
        yield f"advice: {where}{finding.in_short}"
        if finding.counter is not None:
            lines = board_lines(finding, rules(self.out), self._room)
            yield from (f"  {line}" for line in lines)

    def _hints(self, report: PluginReport, n_advice: int) -> Iterator[str]:
        if self._alike:
            checks = "check" if len(self._alike) == 1 else "checks"
            yield f"Also, for the same reason: the {checks} {listed(self._alike)}"
        parts = [
            *([counted(self._n_left_out, "more board")] if self._n_left_out else []),
            *([counted(n_advice, "piece of advice", "pieces of advice")] if n_advice else []),
        ]
        more = [f"-v ({', '.join(parts)})"] if parts else []
        if any(each.step is not None for each in report.failed):
            more.insert(0, "--show turtle (a window)")
        if more:
            yield f"For more: {', '.join(more)}"
        is_a_step = any(each.check == "steps" for each in report.failed)  # its functions alone
        if report.kind == "strategy" and report.failed and not is_a_step:
            yield f"To see its lines at work: {NAME} plugins trace {shown_path(report.file)}"

    @property
    def _room(self) -> int | None:
        """The columns for a board; None where nothing sets a limit."""
        is_limited = self.out.isatty() or "COLUMNS" in os.environ
        return text_room(self.out) if is_limited else None

    def _print(self, line: str) -> None:
        print(line, file=self.out, flush=True)


def _state_line(finding: Finding) -> str:
    if finding.ok is None:
        return f"not checked: {finding.about} ({finding.why})"
    if not finding.ok:
        return f"advice: {finding.about}"
    little = f" ({'; '.join(finding.evidence)})" if finding.evidence else ""
    return f"ok: {finding.about}{little}"


@plugins.command("check")
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
      sudoku-engine plugins check my_pair.py
      sudoku-engine plugins check my_pair.py --against naked_pair
    """
    status, is_shown = DONE, False
    parameters = invocation().parameters
    with shown_progress() as progress:
        out = progress.guarded(sys.stdout) if sys.stdout.isatty() else sys.stdout
        printer = None if as_json else CheckPrinter(out, verbose, invocation().is_debugging)
        watch = CheckWatch(progress, printer, against is not None)
        for target in targets:
            progress.start("check")  # the first checks need a while
            outcome = check_plugin(
                target,
                watch,
                plugins=parameters["plugins"],
                config=parameters["config_file"],
                layout=parameters["layout"],
                against=against,
                strict=strict,
                windows=windows,
                seconds=timeout,
            )
            progress.stop()
            for problem in outcome.notices + outcome.problems:
                message(str(problem))
            status = max(status, _status(outcome))
            for report in outcome.reports if as_json else ():
                print(json.dumps(check_record(report), ensure_ascii=False), flush=True)
            if show is not None and not is_shown and not as_json:
                is_shown = _show_fault(outcome, show)
    return status


def _status(outcome: FileReport) -> int:
    findings = [finding for report in outcome.reports for finding in report.findings]
    if outcome.problems or any(finding.is_of_kit for finding in findings):
        return BAD
    return DONE if all(report.has_passed for report in outcome.reports) else NO


class CheckWatch(Watcher):
    """Passes findings to a printer, unless all is printed at the end, and shows the progress."""

    def __init__(self, progress: Progress, printer: CheckPrinter | None, is_compared: bool) -> None:
        self._bar, self._printer, self._is_compared = progress, printer, is_compared
        self._current: PluginReport | None = None

    def progress(self, done: int, total: int) -> None:
        """Take how many boards a strategy was tried on, of how many."""
        self._bar.reach(BOARDS * done / total)

    def finding(self, report: PluginReport, finding: Finding | None) -> None:
        """Take a `finding` on a plugin."""
        if report is not self._current:
            self._current = report
            self._bar.start("check")
        done = part_done(report, self._is_compared)
        self._bar.advance(lambda: done)
        if self._printer is not None:
            self._printer.finding(report, finding)


def _show_fault(outcome: FileReport, name: str) -> bool:
    """Open the first fault, or weak reason, in the front end `name`; return if there is one."""
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
