"""``plugins grade``: a class's strategies, each checked and measured alone, as a table."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

import click

from sudoku_engine.api.record import grid_record
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.grade_output import (
    FOR_SUBMISSIONS,
    FORMATS,
    format_of_results,
    write_results,
    write_submissions,
)
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.options import (
    against_option,
    call_timeout_option,
    choice_option,
    engine_options,
    jobs_option,
    output_option,
    strict_option,
)
from sudoku_engine.cli.output_files import ending, make_folder
from sudoku_engine.cli.params import FileName, WholeRange
from sudoku_engine.cli.program import BAD, NO
from sudoku_engine.cli.seeds import Seed
from sudoku_engine.errors import FormatError
from sudoku_engine.plugins.families import bundled_technique
from sudoku_engine.solving.oracle import count_solutions
from sudoku_engine.testing.boards_with_solutions import puzzles_of
from sudoku_engine.testing.grading.graded_files import Grading, results
from sudoku_engine.testing.grading.junit import write_junit
from sudoku_engine.testing.grading.reference import open_after_simpler
from sudoku_engine.testing.grading.reports import ClassReport
from sudoku_engine.testing.grading.results import Result
from sudoku_engine.testing.grading.scheme import BUILT_IN, built_in, read_scheme
from sudoku_engine.testing.grading.similar_files import file_text, similar_files
from sudoku_engine.testing.grading.submissions import handed_in
from sudoku_engine.testing.isolation import Limits
from sudoku_engine.testing.starters.exercise import exercise

MOST_JOBS = 64

USUAL_JOBS = 4
"""The largest number of processes unless ``--jobs`` is given."""

ALIKE = 80
"""The similarity in percent from which two files are reported."""


def _show_scheme(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(BUILT_IN, nl=False)
        ctx.exit()


@click.command("grade")
@click.argument("targets", type=FileName(), metavar="FOLDER|FILE...", nargs=-1, required=True)
@click.option("--puzzles", "inputs", multiple=True, metavar="INPUT", help="The puzzles to solve.")
@against_option
@strict_option
@click.option(
    "--hidden-seed",
    type=Seed(),
    metavar="S",
    help="Check on hidden boards too, other ones for each word or number S.",
)
@click.option("--scheme", type=FileName(), metavar="FILE", help="Give points by this scheme.")
@click.option(
    "--show-scheme",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_scheme,
    help="Show the built-in scheme.",
)
@click.option(
    "--starter",
    type=FileName(),
    metavar="FILE",
    help="The starter file you handed out; code shared with it is ignored. With --against, the "
    "exercise on that technique is ignored anyway.",
)
@click.option(
    "--alike",
    "least",
    type=WholeRange(1, 100),
    default=ALIKE,
    show_default=True,
    metavar="PERCENT",
    help="Report files that are at least this similar.",
)
@choice_option(
    "--format",
    "wanted",
    values=FORMATS,
    meanings=FORMATS,
    metavar="FORMAT",
    help="Write results in this format; for gradescope and otter, -o FOLDER writes a file for "
    "each pupil.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Like --format csv.")
@click.option("--json", "as_json", is_flag=True, help="Like --format json.")
@click.option(
    "--junit",
    type=FileName(),
    metavar="FILE",
    help="Write JUnit XML to FILE as well.",
)
@click.option("--times", "has_times", is_flag=True, help="Add times, which differ each time.")
@output_option("csv", "json", "xml")
@call_timeout_option
@jobs_option("Work in N processes; the results stay the same.", most=MOST_JOBS)
@engine_options
def plugins_grade(
    targets: Sequence[str],
    inputs: Sequence[str],
    against: str | None,
    strict: bool,
    hidden_seed: str | None,
    scheme: str | None,
    starter: str | None,
    least: int,
    wanted: str | None,
    as_csv: bool,
    as_json: bool,
    junit: str | None,
    has_times: bool,
    output: str | None,
    timeout: float,
    jobs: int | None,
) -> int:
    """Grade a class: FOLDER has a folder for each student, or a file named after each.

    Each file is checked as by `plugins check`, and tried on puzzles: how many does it solve
    that the bundled strategies with a lower score leave open (with --against: a lower score
    than that technique)? Each runs in a separate process with limits of time and memory; that
    is no security sandbox.

    The exit status is 0 if all passed, 1 if some failed a required check, 2 if some file
    could not be loaded. All others are still graded.

    \b
    Examples:
      sudoku-engine plugins grade homework/
      sudoku-engine plugins grade homework/ --against naked_pair --csv -o all.csv
    """
    as_format = format_of_results(wanted, as_csv, as_json, output)
    folder = output if as_format in FOR_SUBMISSIONS and not ending(output) else None
    works, rules = handed_in(targets), read_scheme(scheme) if scheme else built_in()
    shared = file_text(starter) if starter else ""
    if folder is not None:
        make_folder(folder)  # an error here comes before the work
    with command_context(None if folder else output) as context:
        if against is not None:
            technique = bundled_technique(against, context.registry.of_kind("strategy"))
            against = technique.id
            shared = f"{exercise(technique).files('own')['own.py']}\n{shared}"
        posed: list[Any] = list(_posed(inputs, context))
        if against is not None:
            posed = open_after_simpler(posed, against)
        plugins, config = (context.parameters[name] for name in ("plugins", "config_file"))
        limits = Limits(seconds=timeout)
        grading = Grading(
            tuple(works), tuple(posed), against, limits, plugins, config, strict, hidden_seed or ""
        )
        found = _graded(grading, jobs or min(os.cpu_count() or 1, USUAL_JOBS), context)
        pairs = similar_files(found, shared, least)
        solvable = sum(is_solved for *_, is_solved in posed) if against else None
        report = ClassReport(found, rules, pairs, against, solvable, has_times, bool(inputs))
        if junit is not None:
            with whole_file(junit, binary=True) as stream:
                write_junit(report, stream)
        if folder is None:
            write_results(report, as_format, context.out)
        else:
            write_submissions(report, as_format, folder)
        if not all(result.has_passed for result in found):
            context.count_status(NO)
        if any(result.problem for result in found):
            context.count_status(BAD)
    return context.status


def _posed(inputs: Sequence[str], context: CommandContext) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Yield the puzzles with their solutions, as they go to another process.

    Puzzles without exactly one solution are reported and left out: they allow no verdict.
    """
    if not (inputs or context.config.puzzle or context.config.puzzles):
        for position in puzzles_of("9x9"):
            yield grid_record(position.grid), position.solution
        return
    for entry in puzzles(inputs, context):
        solution = count_solutions(entry.grid).solution
        if solution is None:
            context.report(
                FormatError("not a puzzle with one solution: it is left out", entry.source)
            )
        else:
            yield grid_record(entry.grid.with_marks("auto")), solution


def _graded(grading: Grading, jobs: int, context: CommandContext) -> list[Result]:
    """Return the results of all files, in order."""
    with closing(results(grading, jobs)) as coming:
        of_files = context.progress.over(coming, "file", len(grading.works))
        return [result for of_file in of_files for result in of_file]
