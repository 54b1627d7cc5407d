"""``plugins grade``: a class's strategies, each checked and measured alone, as a table."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from sudoku_engine.api.record import grid_record
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.cli.context import Job, engine_options, job, json_option, output_option
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.program import BAD, NO, complain
from sudoku_engine.cli.progress import bar
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import FormatError, UsageError, near_name
from sudoku_engine.grading.reports import (
    ClassReport,
    table,
    write_csv,
    write_junit,
)
from sudoku_engine.grading.reports import (
    as_json as report_as_json,
)
from sudoku_engine.grading.results import Grading, Result, results
from sudoku_engine.grading.scheme import BUILT_IN, built_in, read_scheme
from sudoku_engine.grading.similarity import Pair, Pieces, alike, pieces_of
from sudoku_engine.grading.submissions import handed_in
from sudoku_engine.solving.oracle import count_solutions
from sudoku_engine.testing.boards_with_solutions import puzzles_of
from sudoku_engine.testing.isolation import Limits

MOST_JOBS = 64

USUAL_JOBS = 4
"""So many processes at the most, where nobody says how many."""

ALIKE = 80
"""So many percent alike two files must be to be named."""


def _show_scheme(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(BUILT_IN, nl=False)
        ctx.exit()


@click.command("grade")
@click.argument("targets", metavar="FOLDER|FILE...", nargs=-1, required=True)
@click.option("--puzzles", "inputs", multiple=True, metavar="INPUT", help="Try them on these.")
@click.option("--against", metavar="ID", help="Set them beside this technique.")
@click.option("--scheme", metavar="FILE", help="Points by this scheme.")
@click.option(
    "--show-scheme",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_scheme,
    help="Show the scheme that is built in.",
)
@click.option("--starter", metavar="FILE", help="What all were given: it makes nobody alike.")
@click.option(
    "--alike",
    "least",
    type=click.IntRange(1, 100),
    default=ALIKE,
    show_default=True,
    metavar="PERCENT",
    help="Name files that are so much alike.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Write lines for a spreadsheet.")
@json_option
@click.option("--junit", metavar="FILE", help="Write the checks to FILE too, as JUnit's XML.")
@click.option("--times", "has_times", is_flag=True, help="CSV, JSON, JUnit: tell times too.")
@output_option
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=Limits.seconds,
    show_default=True,
    metavar="SECONDS",
    help="How long one call may take.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Work in N processes; the results are the same.  [default: one a core]",
)
@engine_options
def plugins_grade(
    targets: Sequence[str],
    inputs: Sequence[str],
    against: str | None,
    scheme: str | None,
    starter: str | None,
    least: int,
    as_csv: bool,
    as_json: bool,
    junit: str | None,
    has_times: bool,
    output: str | None,
    timeout: float,
    jobs: int | None,
    config_file: str | None,
    plugins: tuple[str, ...],
    layout: str | None,
) -> int:
    """Grade a class: FOLDER has a folder for each pupil, or a file named after each.

    Each file is checked as `plugins check` does, and tried on puzzles: how many does it solve that
    the bundled strategies with a lower score leave open (with --against: a score lower than that
    technique's)? Each runs in a process of its own, with limits of time and memory; that is no
    security sandbox.

    The exit status: 0 all passed; 1 some failed a check that they must pass; 2 some file could not
    be loaded. All others are graded even so.

    \b
    Examples:
      sudoku-engine plugins grade homework/
      sudoku-engine plugins grade homework/ --against naked_pair --csv -o grades.csv
    """
    if as_csv and as_json:
        raise UsageError("--csv or --json, not both")
    works = handed_in(targets)
    rules = read_scheme(scheme) if scheme else built_in()
    given = pieces_of(_text(starter)) if starter else pieces_of("")
    with job(config_file, plugins, layout, output=output) as task:
        _demand_technique(against, task)
        posed = tuple(_posed(inputs, task))
        limits = Limits(seconds=timeout)
        grading = Grading(tuple(works), posed, against, limits, plugins, config_file)
        found = _graded(grading, jobs or min(os.cpu_count() or 1, USUAL_JOBS), task)
        points = [rules.points(result.score) if result.id else 0.0 for result in found]
        report = ClassReport(found, points, _pairs(found, given, least), against, has_times)
        _write(report, task, as_csv, as_json)
        if junit is not None:
            with whole_file(junit, binary=True) as stream:
                write_junit(report, stream)
        if not all(result.has_passed for result in found):
            task.worst(NO)
        if any(result.problem for result in found):
            task.worst(BAD)
    return task.status


def _demand_technique(name: str | None, task: Job) -> None:
    """Raises UsageError where `name` is no bundled strategy."""
    known = [p.id for p in task.registry.of_kind("strategy") if p.origin.how == "bundled"]
    if name is not None and name not in known:
        raise UsageError(f"unknown technique {name!r}: {near_name(name, known)}")


def _posed(inputs: Sequence[str], task: Job) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """The puzzles with their solutions, as they go to another process.

    What has not one solution is told and left out: there nobody can say what is right.
    """
    if not (inputs or task.config.puzzle or task.config.puzzles):
        for position in puzzles_of("9x9"):
            yield grid_record(position.grid), position.solution
        return
    for entry in puzzles(inputs, task):
        solution = count_solutions(entry.grid).solution
        if solution is None:
            task.complain(FormatError("no puzzle with one solution: it is left out", entry.source))
        else:
            yield grid_record(entry.grid.with_marks("auto")), solution


def _graded(grading: Grading, jobs: int, task: Job) -> list[Result]:
    """The results of all files, in order."""
    found = []
    with bar(len(grading.works), task.out) as advance, closing(results(grading, jobs)) as coming:
        for of_file in coming:
            found += of_file
            advance()
    return found


def _pairs(found: Sequence[Result], given: Pieces, least: int) -> list[Pair]:
    """Who is like whom, by number in `found`, of each file its first result."""
    first = {result.work: number for number, result in reversed(list(enumerate(found)))}
    programs = {number: pieces_of(_text(work.file)) for work, number in first.items() if work.file}
    pairs = alike(dict(sorted(programs.items())), given, least)
    return [one for one in pairs if found[one.first].work.pupil != found[one.second].work.pupil]


def _text(path: str) -> str:
    """The text of the file at `path`, as well as it can be read; raises UsageError."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", path) from None


def _write(report: ClassReport, task: Job, as_csv: bool, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report_as_json(report), ensure_ascii=False, indent=2), file=task.out)
        return
    if as_csv:
        write_csv(report, task.out)
    else:
        print_table(*table(report), task.out)
    for note in report.notes():
        if as_csv:
            complain(note)
        else:
            print(note, file=task.out)
