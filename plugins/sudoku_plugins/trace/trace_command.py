"""``plugins trace``: a strategy's own lines at work, on the board where it goes wrong."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.text_board import wrapped
from sudoku_engine.cli.commands.plugins import plugins
from sudoku_engine.cli.frontends import call_frontend
from sudoku_engine.cli.options import (
    engine_options,
    json_option,
    output_option,
)
from sudoku_engine.cli.params import FileName, WholeRange, ending
from sudoku_engine.cli.program import BAD, DONE, NO, invocation, message
from sudoku_engine.cli.progress import Progress, shown_progress
from sudoku_engine.errors import UsageError
from sudoku_engine.formats.given import entry_of
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.kit.check_command import CheckWatch, against_option, call_timeout_option
from sudoku_plugins.kit.isolation import check_plugin
from sudoku_plugins.trace.asking import TraceWatch
from sudoku_plugins.trace.model import Trace, trace_record
from sudoku_plugins.trace.painters import TraceSession, moment_line, trace_lines


@plugins.command("trace")
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
@click.option("--show", metavar="FRONTEND", help="Show it in a front end: turtle.")
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
    show: str | None,
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
      sudoku-engine plugins trace my_pair.py puzzles.txt:1
      sudoku-engine plugins trace my_pair.py --against naked_pair -o trace.html
    """
    if puzzle is not None and number is not None:
        raise UsageError(
            "--board names a board of the check: leave it out, or leave the puzzle out"
        )
    parameters = invocation().parameters
    grid = None if puzzle is None else entry_of(puzzle, parameters["layout"]).grid
    window = None if show is None else _front_end(show)
    with shown_progress() as progress:
        watch = _TraceWatch(progress, grid, number, expect)
        progress.start("check")
        outcome = check_plugin(
            target,
            watch,
            plugins=parameters["plugins"],
            config=parameters["config_file"],
            layout=parameters["layout"],
            against=against,
            seconds=timeout,
        )
        progress.stop()
    for problem in outcome.notices + outcome.problems:
        message(str(problem))
    if watch.trace is None:
        if watch.why or not outcome.problems:
            message(watch.nothing(outcome))
        return BAD if outcome.problems or watch.why else NO
    _show(watch.trace, moments, as_json, output, window)
    return DONE


class _TraceWatch(TraceWatch, CheckWatch):
    def __init__(self, progress: Progress, *asked: Any) -> None:
        TraceWatch.__init__(self, *asked)
        CheckWatch.__init__(self, progress, None, is_compared=False)


def _front_end(name: str) -> Component:
    registry = Registry()
    registry.load()
    found = registry.find("frontend", name)
    if "work" not in found.methods:
        raise UsageError(f"front end {name!r} has no room for a trace: --show turtle has")
    return found


def _show(
    trace: Trace, has_moments: bool, as_json: bool, output: str | None, window: Component | None
) -> None:
    if output is not None:
        from sudoku_plugins.trace.trace_page import trace_page

        is_html = ending(output) == "html"
        with whole_file(output) as file:
            file.write(trace_page(trace) if is_html else f"{json.dumps(trace_record(trace))}\n")
    elif as_json:
        print(json.dumps(trace_record(trace), ensure_ascii=False))
    elif window is None:
        for line in _moments(trace) if has_moments else trace_lines(trace, sys.stdout):
            print(line)
    if window is not None and "work" in window.methods:
        call_frontend(window, window.methods["work"], TraceSession(trace))


def _moments(trace: Trace) -> Iterator[str]:
    for place in range(len(trace.moments)):
        yield wrapped(moment_line(trace, place), sys.stdout, " " * 12)
    yield from (f"left out: {what}" for what in trace.left_out)
