"""``plugins trace``: a strategy's own lines at work, on the board where it goes wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import islice

import click

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.terminal import styled, wrapped
from sudoku_engine.board.words import counted
from sudoku_engine.cli.options import (
    against_option,
    call_timeout_option,
    engine_options,
    json_option,
    output_option,
)
from sudoku_engine.cli.params import FileName, WholeRange, ending
from sudoku_engine.cli.program import BAD, DONE, NO, invocation, message
from sudoku_engine.cli.progress import Progress, shown_progress
from sudoku_engine.errors import LayoutError, UsageError
from sudoku_engine.formats.given import entry_of
from sudoku_engine.guests.host import GuestDied
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import objection
from sudoku_engine.testing.carrying_out import changes_of
from sudoku_engine.testing.check_command import CheckWatch
from sudoku_engine.testing.effort import spread
from sudoku_engine.testing.examination import Examination
from sudoku_engine.testing.findings import NotChecked, PluginReport
from sudoku_engine.testing.isolation import FileReport, Limits, check_plugin
from sudoku_engine.testing.kit import Kit
from sudoku_engine.testing.plugin_calls import Caller, Unusable
from sudoku_engine.testing.practice.judging import answer_in, step_of_answer
from sudoku_engine.testing.technique_boards import technique_boards, technique_like
from sudoku_engine.testing.trace.model import Trace, trace_record
from sudoku_engine.testing.trace.reading import traced
from sudoku_engine.testing.trace.recorder import MOST_BOARDS
from sudoku_engine.testing.trace.text import moment_line, table, trace_lines

HOW = "Enter: the next one, b: back, f: the one that tells most, a number: that one, q: the end"


@click.command("trace")
@click.argument("target", type=FileName(), metavar="FILE|NAME")
@click.argument("puzzle", required=False, metavar="[PUZZLE]")
@click.option(
    "--board",
    "number",
    type=WholeRange(min=1),
    metavar="N",
    help="Take the board of fault N of `plugins check`, by default the first that has one.",
)
@click.option(
    "--expect", metavar="STEP", help="The step that it should find, as `steps` writes it."
)
@against_option
@click.option("--moments", is_flag=True, help="Show one line after another as they run.")
@call_timeout_option
@json_option
@output_option("html", "json", needs_ending=True)
@engine_options
def plugins_trace(
    target: str,
    puzzle: str | None,
    number: int | None,
    expect: str | None,
    against: str | None,
    moments: bool,
    timeout: float,
    as_json: bool,
    output: str | None,
) -> int:
    """Show a strategy's own lines at work, and which of them lets a step go.

    It runs on the smallest board on which `plugins check` finds a fault, or on PUZZLE, with all
    limits of a check. Beside each line stand the values that it changed.

    \b
    Examples:
      sudoku-engine plugins trace examples/my_strategy.py examples/puzzle.txt
      sudoku-engine plugins trace my_pair.py --against naked_pair -o trace.html
    """
    if puzzle is not None and number is not None:
        raise UsageError(
            "--board names a board of the check: leave it out, or leave the puzzle out"
        )
    parameters = invocation().parameters
    grid = None if puzzle is None else entry_of(puzzle, parameters["layout"]).grid
    with shown_progress() as progress:
        watch = _TraceWatch(progress, grid, number, expect, against is not None)
        progress.start("check")
        outcome = check_plugin(
            target,
            watch,
            plugins=parameters["plugins"],
            config=parameters["config_file"],
            layout=parameters["layout"],
            against=against,
            limits=Limits(seconds=timeout),
        )
        progress.stop()
    for problem in outcome.notices + outcome.problems:
        message(str(problem))
    if watch.trace is None:
        if watch.why or not outcome.problems:
            message(watch.why or _nothing(outcome, number))
        return BAD if outcome.problems or watch.why else NO
    _show(watch.trace, moments, as_json, output)
    return DONE


def _nothing(outcome: FileReport, number: int | None) -> str:
    """Return in words why there is no trace."""
    if not any(report.kind == "strategy" for report in outcome.reports):
        return f"{outcome.target}: there is no strategy to trace"
    if number is not None and number > 1:
        return f"{outcome.target}: its check has no fault {number} with a board"
    return f"{outcome.target}: its check has no fault with a board; name a puzzle to see it at work"


class _TraceWatch(CheckWatch):
    """Traces the first strategy that has something to show, while its guest is there."""

    def __init__(
        self,
        progress: Progress,
        grid: Grid | None,
        number: int | None,
        expect: str | None,
        is_compared: bool,
    ) -> None:
        super().__init__(progress, None, is_compared)
        self._grid, self._number, self._expect = grid, number or 1, expect
        self.trace: Trace | None = None
        self.why = ""

    def begins(self, component: Component, kit: Kit) -> bool:
        """Trace a strategy on the board that was named; else let its checks be made."""
        if component.kind != "strategy" or self.trace is not None:
            return False
        if self._grid is not None:
            self._take(component, kit, self._grid, None, "", "")
        return self._grid is None

    def examined(
        self, component: Component, kit: Kit, report: PluginReport, known: Examination | None
    ) -> None:
        """Trace a strategy on the board of a fault, or else of a piece of advice."""
        if known is None or self.trace is not None:
            return
        found = [each for each in (*report.failed, *report.advice) if each.board is not None]
        if len(found) >= self._number:
            finding = found[self._number - 1]
            grid, step, source = finding.board, finding.step, finding.source
        elif report.failed and self._number == 1:  # it goes wrong on any board
            finding, technique = report.failed[0], technique_like(component, kit.ours)
            grid, source = _boards(component, kit)[0], ""
            step = next(iter(technique.call(grid) or ()), None) if technique else None
        else:
            return
        assert grid is not None
        self._take(component, kit, grid, step, finding.why, source)

    def _take(
        self, component: Component, kit: Kit, grid: Grid, step: Step | None, about: str, source: str
    ) -> None:
        """Trace the strategy; a `step` that it does not hand out is one that it should find."""
        caller = kit.caller(component)
        try:
            is_wrong = step is not None and step in _answer(caller, grid)
            witness = self._witness(caller, kit, grid) or (None if is_wrong else step)
            wrong = step if is_wrong and self._expect is None else None
            boards = _boards(component, kit)
            self.trace = traced(caller, grid, witness, wrong, boards, about, source)
        except (Unusable, NotChecked) as end:
            self.why = f"{component.id}: {getattr(end, 'why', str(end))}"
        except GuestDied as death:
            self.why = f"{component.id}: {death.why}"

    def _witness(self, caller: Caller, kit: Kit, grid: Grid) -> Step | None:
        """Return the step that was asked for, or that the technique finds and the strategy not."""
        if self._expect is not None:
            try:
                answer = answer_in(self._expect, grid.layout)
            except LayoutError as error:
                raise UsageError(f"--expect: {error.what}") from error
            step = step_of_answer(answer, answer.claims, grid)
            if why := objection(step, grid, None):
                raise UsageError(f"--expect: {why}")
            return step
        if kit.against is None or self._grid is None:
            return None
        steps = [*(kit.against.call(grid) or ())]
        if not steps:
            message(f"{kit.against.name} finds nothing on this board")
        found = changes_of(_answer(caller, grid), grid)
        missed = [each for each in steps if not changes_of([each], grid) <= found]
        return min(missed, key=lambda step: _n_singles(step, grid), default=None)


def _n_singles(step: Step, grid: Grid) -> int:
    """Return how many cells of the pattern have a single candidate: a clearer one has none."""
    return sum(len(grid.candidates(cell)) == 1 for cell, _ in step.grounds)


def _answer(caller: Caller, grid: Grid) -> Sequence[Step]:
    """Return the steps that the strategy finds; none if it takes too long: the trace shows it."""
    try:
        return caller.answer(grid).steps
    except Unusable:
        return ()


def _boards(component: Component, kit: Kit) -> Sequence[Grid]:
    """Return boards on which it shows which lines of a strategy run."""
    technique = kit.against or technique_like(component, kit.ours)
    own = technique_boards(technique.id)[: MOST_BOARDS // 2] if technique else ()
    group = kit.boards.group or "9x9"
    positions = [*islice(kit.boards.positions(group), 10 * MOST_BOARDS)]
    others = spread(positions, MOST_BOARDS - len(own))
    return [position.grid for position in (*own, *others)]


def _show(trace: Trace, has_moments: bool, as_json: bool, output: str | None) -> None:
    if output is not None:
        from sudoku_engine.web.trace_page import trace_page

        is_html = ending(output) == "html"
        with whole_file(output) as file:
            file.write(trace_page(trace) if is_html else f"{json.dumps(trace_record(trace))}\n")
    elif as_json:
        print(json.dumps(trace_record(trace), ensure_ascii=False))
    elif has_moments and sys.stdin.isatty() and sys.stdout.isatty():
        _walk(trace)
    else:
        for line in _moments(trace) if has_moments else trace_lines(trace, sys.stdout):
            print(line)


def _moments(trace: Trace) -> Iterator[str]:
    for place in range(len(trace.moments)):
        yield wrapped(moment_line(trace, place), sys.stdout, " " * 12)
    yield from (f"left out: {what}" for what in trace.left_out)


def _walk(trace: Trace) -> None:
    """Show one moment after another, as a person asks for them."""
    place, last = 0, len(trace.moments) - 1
    print(HOW)
    while last >= 0:
        print()
        for line in table(trace, place, sys.stdout):
            print(line)
        for remark in trace.remarks:
            if remark.moment == place:
                print(styled(wrapped(remark.text, sys.stdout, "  "), sys.stdout, bold=True))
        try:
            asked = input(f"{place + 1} of {counted(last + 1, 'moment')}> ").strip().lower()
        except EOFError:
            return
        if asked == "q":
            return
        if asked.isdecimal():
            place = min(max(int(asked) - 1, 0), last)
        else:
            place = {"b": max(place - 1, 0), "f": trace.focus}.get(asked, min(place + 1, last))
