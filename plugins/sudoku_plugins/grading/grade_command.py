"""``plugins grade``: a class's strategies, each checked and measured alone, as a table or files."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import cached_property
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, TextIO

import click
from click.core import ParameterSource

from sudoku_engine import FormatError, listed
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.text_board import indented_excerpt, one_line
from sudoku_engine.cli.commands.plugins import plugins
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.options import (
    choice_option,
    engine_options,
    file_option,
    ignore_unknown_option,
    jobs_option,
    output_option,
)
from sudoku_engine.cli.params import FileName, Seed, WholeRange, ending, is_json, make_folder
from sudoku_engine.cli.program import BAD, NO, message
from sudoku_engine.cli.tables import print_table
from sudoku_engine.config.yaml_reader import read_file
from sudoku_engine.errors import ConfigError, ConfigErrors, UsageError, near_name, quoted
from sudoku_engine.solving.guard import count_solutions
from sudoku_plugins.grading.graded_files import ALIKE, Grading, homework, results
from sudoku_plugins.grading.grader_results import (
    WRITERS,
    gradescope_results,
    junit_xml,
    otter_results,
    read_results,
    submissions,
    write_json,
)
from sudoku_plugins.grading.measurement import SolvedPuzzle
from sudoku_plugins.grading.reports import ClassReport, table, write_feedback
from sudoku_plugins.grading.scheme import BUILT_IN, Scheme, built_in, read_scheme
from sudoku_plugins.grading.similarity import file_text
from sudoku_plugins.grading.submissions import Unpacker, Work, handed_in, last_of_each
from sudoku_plugins.kit.check_command import against_option, call_timeout_option, strict_option

FORMATS = {
    "text": "a table",
    "csv": "for a spreadsheet",
    "json": "with every check",
    "junit": "XML",
    "gradescope": "results.json of an autograder",
    "otter": "JSON for Otter-Grader",
}

FOR_SUBMISSIONS = frozenset({"gradescope", "otter"})
"""The formats for graders that run for one submission."""

TAKEN = {
    "best": "by points",
    "last": "by the time of its last change",
    "all": "a row for each file",
}

WITH_RESULTS = frozenset(
    {
        *("targets", "results_file", "scheme", "wanted", "feedback", "comments_file", "as_csv"),
        *("as_json", "junit", "output", "debug"),
    }
)
"""The parameters that say nothing of how to grade."""

ENDINGS = {"csv": "csv", "xml": "junit"}  # the formats of files, by the endings of their names


def write_results(report: ClassReport, as_format: str, out: TextIO) -> None:
    """Write the `report` in a format."""
    if as_format in FOR_SUBMISSIONS:
        pupils = len(report.by_pupil())
        if pupils > 1:
            what = f"{pupils} pupils' files are graded as one submission"
            message(f"notice: {what}: -o FOLDER writes a file for each pupil")
        whole = gradescope_results(report, range(len(report.results)))
        write_json(_for_grader(whole, report, as_format), out)
    elif as_format in WRITERS:
        WRITERS[as_format](report, out)
    else:
        print_table(*table(report), out)
        _print_notes("Remarks:", report.remarks(), out)
    if as_format in ("text", "csv"):
        beside = sys.stderr if as_format == "csv" else out
        groups = ((group, "") for group in report.similar_groups())
        look = "(look at them yourself)"
        _print_notes(f"Alike, apart from names, comments and grouping {look}:", groups, beside)
        ours = ((each, "") for each in report.like_ours())
        _print_notes(f"Similar to our own files {look}:", ours, beside)


def write_submissions(report: ClassReport, as_format: str, folder: str) -> None:
    """Write a file for each pupil into `folder`, all or none; raise UsageError."""
    with ExitStack() as stack:
        for pupil, found in submissions(report).items():
            out = stack.enter_context(whole_file(os.path.join(folder, f"{pupil}.json")))
            write_json(_for_grader(found, report, as_format), out)


def _for_grader(found: dict[str, Any], report: ClassReport, as_format: str) -> dict[str, Any]:
    return otter_results(found, report.most_points) if as_format == "otter" else found


def _print_notes(title: str, notes: Iterable[tuple[str, str]], out: TextIO) -> None:
    """Print `notes`, each with lines of a file below it, under a `title`; nothing if none."""
    for number, (text, excerpt) in enumerate(notes):
        if not number:
            print(f"\n{one_line(title, out)}", file=out)
        print(one_line(f"  {text}", out, "    "), file=out)
        if excerpt:
            print(indented_excerpt(excerpt, out, "  "), file=out)


MOST_JOBS = 64

USUAL_JOBS = 4  # the largest number of processes unless ``--jobs`` is given


def _show_scheme(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(BUILT_IN, nl=False)
        ctx.exit()


SECTIONS = {
    "What is checked": ("against", "inputs", "hidden_seed", "strict", "timeout", "take"),
    "Points": ("scheme", "show_scheme"),
    "Copies": ("starter", "least"),
    "What is written": (
        *("output", "wanted", "as_csv", "as_json", "junit", "feedback", "comments_file"),
        *("has_times", "results_file"),
    ),
}


@plugins.command("grade", sections=SECTIONS)
@click.argument("targets", type=FileName(), metavar="FOLDER|FILE|ZIP...", nargs=-1)
@file_option(
    "--from",
    "results_file",
    help="Grade nothing: take the results that --json wrote to FILE, and write another format.",
)
@click.option("--puzzles", "inputs", multiple=True, metavar="INPUT", help="The puzzles to solve.")
@ignore_unknown_option
@against_option
@strict_option
@click.option(
    "--hidden-seed",
    type=Seed(),
    metavar="S",
    help="Check on hidden boards too, other ones for each word or number S.",
)
@file_option("--scheme", help="Give points by this scheme.")
@click.option(
    "--show-scheme",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_scheme,
    help="Show the built-in scheme.",
)
@file_option(
    "--starter",
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
@choice_option(
    "--take",
    values=TAKEN,
    meanings=TAKEN,
    metavar="WHICH",
    help="Of the files of one pupil take this one; by default the best, and all for graders",
)
@file_option(
    "--feedback",
    metavar="FOLDER",
    help="Write a page of HTML for each pupil, to give back, into FOLDER.",
)
@file_option(
    "--comments",
    "comments_file",
    help="What you say to pupils, a line each (`Ann Lee: Well done`), also to all alike.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Like --format csv.")
@click.option("--json", "as_json", is_flag=True, help="Like --format json.")
@click.option(
    "--junit",
    type=FileName(is_written=True),
    metavar="FILE",
    help="Write JUnit XML to FILE as well.",
)
@click.option("--times", "has_times", is_flag=True, help="Add times, which differ each time.")
@output_option("csv", "json", "xml")
@call_timeout_option
@jobs_option("Work in N processes; the results stay the same.", most=MOST_JOBS)
@engine_options
def plugins_grade(**given: Any) -> int:
    """Grade a class: FOLDER has a folder for each student, or a file named after each.

    ZIP is such a folder as a course system packs it.

    Each file is checked as by `plugins check`, and tried on puzzles: how many does it solve
    that the bundled strategies with a lower score leave open (with --against: a lower score
    than that technique)? Each runs in a separate process with limits of time and memory; that
    is no security sandbox.

    The exit status is 0 if all passed, 1 if some failed a required check, 2 if some file
    could not be loaded. All others are still graded.

    \b
    Examples:
      sudoku-engine plugins grade homework/
      sudoku-engine plugins grade homework.zip --against naked_pair -o all.csv
      sudoku-engine plugins grade homework/ --feedback pages
    """
    wishes = Wishes(**given)
    wishes.demand_one_source()
    rules = read_scheme(wishes.scheme) if wishes.scheme else built_in()
    folder = wishes.folder
    for each in filter(None, [folder, wishes.feedback]):
        make_folder(each)  # an error here comes before the work
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as home,
        command_context(None if folder else wishes.output) as context,
    ):
        if wishes.results_file is not None:
            report = read_results(wishes.results_file, rules)
        else:
            works = handed_in(wishes.targets, Unpacker(os.path.realpath(home)))
            report = _report(wishes, works, rules, context)
        if wishes.comments_file is not None:
            report.comments = _comments(wishes.comments_file, report)
        if wishes.feedback is not None:
            write_feedback(report, wishes.feedback)
        if wishes.junit is not None:
            with whole_file(wishes.junit) as stream:
                stream.write(junit_xml(report))
        if folder is None:
            write_results(report, wishes.form, context.out)
        else:
            write_submissions(report, wishes.form, folder)
        if not all(result.has_passed for result in report.results):
            context.count_status(NO)
        if any(result.problem for result in report.results):
            context.count_status(BAD)
    return context.status


class Wishes(SimpleNamespace):
    """What the options of the command say, by the names of its parameters."""

    def demand_one_source(self) -> None:
        """Raise UsageError unless there is either work to grade or a file with results."""
        if self.results_file is None:
            if not self.targets:
                raise UsageError("Missing argument 'FOLDER|FILE|ZIP...', or --from FILE")
            return
        context = click.get_current_context()
        given = [
            parameter.opts[0]
            for parameter in context.command.params
            if parameter.name not in WITH_RESULTS
            and context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
        ]
        if self.targets or given:
            what = "--from takes results as they were graded: leave out"
            raise UsageError(f"{what} {listed([*self.targets, *given])}")

    @cached_property
    def form(self) -> str:
        """The format to write: the one that is wanted, or that the name of the file tells."""
        options = {
            "--csv": "csv" if self.as_csv else "",
            "--json": "json" if self.as_json else "",
            f"--format {self.wanted}": self.wanted or "",
        }
        given = {option: each for option, each in options.items() if each}
        if len({*given.values()}) > 1:
            raise UsageError(f"{listed(given)} are two formats: choose one")
        by_name = "json" if is_json(self.output) else ENDINGS.get(ending(self.output), "text")
        return next(iter(given.values()), by_name)

    @property
    def taken(self) -> str:
        """Which of the files of one pupil count, one of `TAKEN`."""
        return self.take or ("all" if self.form in FOR_SUBMISSIONS else "best")

    @property
    def folder(self) -> str | None:
        """The folder for a file for each pupil; None if all goes into one."""
        return self.output if self.form in FOR_SUBMISSIONS and not ending(self.output) else None


def _report(
    wishes: Wishes, works: Sequence[Work], rules: Scheme, context: CommandContext
) -> ClassReport:
    is_given = bool(wishes.inputs or context.config.puzzle or context.config.puzzles)
    of_kind, progress = context.registry.of_kind, context.progress
    asked = homework(
        wishes.against,
        of_kind("strategy"),
        _posed(wishes.inputs, context) if is_given else None,
        file_text(wishes.starter) if wishes.starter else "",
        lambda left_open, total: progress.over(left_open, "puzzle", total),
    )
    if wishes.taken == "last":
        works = last_of_each(works)
    grading = Grading(
        tuple(works),
        asked.puzzles,
        asked.against,
        wishes.timeout,
        context.parameters["plugins"],
        context.parameters["config_file"],
        wishes.strict,
        wishes.hidden_seed or "",
        wishes.has_times,
    )
    jobs = wishes.jobs or min(os.cpu_count() or 1, USUAL_JOBS)
    with closing(results(grading, jobs)) as coming:
        of_files = progress.over(coming, "file", len(grading.works))
        found = [result for of_file in of_files for result in of_file]
    if wishes.taken == "best":
        found = asked.report(found, rules).best_of_each()
    report = asked.report(found, rules, wishes.has_times, bool(wishes.inputs))
    asked.find_likeness(report, (*of_kind("strategy"), *of_kind("rule")), wishes.least)
    return report


def _comments(path: str, report: ClassReport) -> dict[str, str]:
    """Return the words for pupils in the file at `path`, by their names; raise ConfigErrors."""
    root = read_file(path)
    if root is None or root.entries is None:
        what = "comments are lines such as 'Ann Lee: Well done'"
        raise (ConfigError(what, path) if root is None else root.error(what))
    pupils = {result.work.pupil for result in report.results}
    errors = []
    for key, node in root.entries:
        if key.text not in pupils:
            near = near_name(key.text, pupils)
            errors.append(key.error(f"there is no pupil {quoted(key.text)}: {near}"))
        elif not node.is_text:
            errors.append(node.error(f"a comment is a text, not {node}"))
    if errors:
        raise ConfigErrors(errors)
    return {key.text: node.text for key, node in root.entries}


def _posed(inputs: Sequence[str], context: CommandContext) -> Iterator[SolvedPuzzle]:
    """Yield the teacher's own puzzles with their solutions.

    Puzzles without exactly one solution are reported and left out: they allow no verdict.
    """
    for entry in puzzles(inputs, context):
        solution = count_solutions(entry.grid).solution
        if solution is None:
            context.report(
                FormatError("not a puzzle with one solution: it is left out", entry.source)
            )
        else:
            yield SolvedPuzzle(entry.grid.with_marks("auto"), solution)
