"""The results of a class in the format that is wanted, on standard output or in files."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import TextIO

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.terminal import indented_excerpt, one_line
from sudoku_engine.board.words import listed
from sudoku_engine.cli.output_files import ending, is_json
from sudoku_engine.cli.program import message
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError
from sudoku_engine.testing.grading.graded_tests import Submission, submission, submissions
from sudoku_engine.testing.grading.gradescope import gradescope_results
from sudoku_engine.testing.grading.junit import write_junit
from sudoku_engine.testing.grading.otter import otter_results
from sudoku_engine.testing.grading.reports import ClassReport
from sudoku_engine.testing.grading.tables import as_json, table, write_csv

FORMATS = {
    "text": "a table",
    "csv": "for a spreadsheet",
    "json": "with every check",
    "junit": "XML",
    "gradescope": "results.json of an autograder",
    "otter": "JSON for Otter-Grader",
}

FOR_SUBMISSIONS: dict[str, Callable[[Submission], object]] = {
    "gradescope": gradescope_results,
    "otter": otter_results,
}
"""The formats for graders that run for one submission."""

ENDINGS = {"csv": "csv", "xml": "junit"}
"""The formats of files, by the endings of their names."""


def format_of_results(wanted: str | None, as_csv: bool, as_json: bool, output: str | None) -> str:
    """Return the format to write: the one that is `wanted`, or that the name of the file tells."""
    named = [*filter(None, [wanted]), *["csv"] * as_csv, *["json"] * as_json]
    if len(set(named)) > 1:
        options = [f"--{each}" for each in named[bool(wanted) :]]
        options += [f"--format {wanted}"] if wanted else []
        raise UsageError(f"{listed(options)} are two formats: choose one")
    return next(iter(named), "json" if is_json(output) else ENDINGS.get(ending(output), "text"))


def write_results(report: ClassReport, as_format: str, out: TextIO) -> None:
    """Write the `report` in a format."""
    if as_format == "junit":
        stream = io.BytesIO()
        write_junit(report, stream)
        out.write(stream.getvalue().decode("utf-8"))
    elif as_format in FOR_SUBMISSIONS:
        pupils = len({result.work.pupil for result in report.results})
        if pupils > 1:
            what = f"{pupils} pupils' files are graded as one submission"
            message(f"notice: {what}: -o FOLDER writes a file for each pupil")
        whole = submission(report, range(len(report.results)))
        _print_json(FOR_SUBMISSIONS[as_format](whole), out)
    elif as_format == "json":
        _print_json(as_json(report), out)
    else:
        if as_format == "csv":
            write_csv(report, out)
            out = sys.stderr
        else:
            print_table(*table(report), out)
            _print_notes("Remarks:", report.remarks(), out)
        groups = ((group, "") for group in report.similar_groups())
        _print_notes("Alike, apart from names and comments (look at them yourself):", groups, out)


def write_submissions(report: ClassReport, as_format: str, folder: str) -> None:
    """Write a file for each pupil into `folder`, all or none; raise UsageError."""
    with ExitStack() as stack:
        for each in submissions(report):
            path = os.path.join(folder, f"{each.pupil}.json")
            out = stack.enter_context(whole_file(path))
            _print_json(FOR_SUBMISSIONS[as_format](each), out)


def _print_json(data: object, out: TextIO) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2), file=out)


def _print_notes(title: str, notes: Iterable[tuple[str, str]], out: TextIO) -> None:
    """Print `notes`, each with lines of a file below it, under a `title`; nothing if none."""
    for number, (text, excerpt) in enumerate(notes):
        if not number:
            print(f"\n{one_line(title, out)}", file=out)
        print(one_line(f"  {text}", out, "    "), file=out)
        if excerpt:
            print(indented_excerpt(excerpt, out, "  "), file=out)
