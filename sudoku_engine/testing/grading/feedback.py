"""A page for each pupil, to give back: what was right, what was wrong, and how to mend it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from html import escape

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.text_board import LINES
from sudoku_engine.testing.finding_text import board_lines
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.grading.reports import ClassReport, plain
from sudoku_engine.testing.grading.results import Result
from sudoku_engine.testing.grading.scheme import is_hidden

STYLE = """\
body { font-family: sans-serif; line-height: 1.4; max-width: 46rem; margin: 2rem auto }
pre { line-height: 1.15; overflow-x: auto }
section { border-top: 1px solid #888; margin-top: 1.5rem }
"""

UNSAFE = re.compile(r'[\\/:*?"<>|\s]+')  # what stands in no name of a file


def write_feedback(report: ClassReport, folder: str) -> None:
    """Write a page for each pupil into `folder`; raise UsageError."""
    names: set[str] = set()
    for pupil, numbers in report.by_pupil().items():
        name = start = UNSAFE.sub("_", plain(pupil)).strip("._") or "pupil"
        while name.lower() in names:
            name = f"{start}_{len(names)}"
        names.add(name.lower())
        with whole_file(os.path.join(folder, f"{name}.html")) as out:
            out.write(feedback_page(report, numbers))


def feedback_page(report: ClassReport, numbers: Sequence[int]) -> str:
    """Return the page of a pupil, whose results in the `report` have these `numbers`.

    It says nothing of hidden boards, and needs no other file.
    """
    results = [report.results[number] for number in numbers]
    pupil = escape(plain(results[0].work.pupil))
    points = max(report.points[number] for number in numbers)
    comment = report.comment(results[0].work.pupil)
    said = f"<p><em>Your teacher says:</em> {_text(comment)}</p>\n" if comment else ""
    body = "\n".join(line for each in results for line in _section(each, report.solvable))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{pupil}</title>
<style>
{STYLE}</style>
</head>
<body>
<h1>{pupil}</h1>
<p><strong>{points:g} of {report.most_points:g} points</strong></p>
{said}{body}
</body>
</html>
"""


def _section(result: Result, solvable: int | None) -> Iterator[str]:
    """Yield the lines of HTML about one `result`; `solvable`: see `ClassReport`."""
    title = " in ".join(filter(None, [result.name, os.path.basename(result.work.place)]))
    yield f"<section>\n<h2>{_text(title) or 'No file'}</h2>"
    if result.problem:
        yield f"<p>{_text(result.problem)}</p>"
        if result.excerpt:
            yield f"<pre>{_lines(result.excerpt.splitlines())}</pre>"
    known = [finding for finding in result.findings if not is_hidden(finding.check)]
    for finding in known:
        if finding.ok is False:
            yield from _wrong(finding)
    lists = {
        "What is right": [each.about for each in known if each.ok],
        "What could be better": [each.in_words for each in result.comments],
        "Not checked": [f"{each.about}: {each.why}" for each in known if each.is_unanswered],
    }
    for title, items in lists.items():
        if items:
            yield f"<h3>{title}</h3>\n<ul>"
            yield from (f"<li>{_text(each)}</li>" for each in items)
            yield "</ul>"
    if figures := result.figures:
        whole = figures.n_open if solvable is None else solvable
        yield f"<p>Puzzles solved with its help: {figures.solved} of {whole}.</p>"
    yield "</section>"


def _wrong(finding: Finding) -> Iterator[str]:
    kind = "Advice: " if finding.is_advice else ""
    yield f"<h3>{kind}{_text(finding.about)}</h3>\n<p>{_text(finding.why)}</p>"
    if finding.advice:
        yield f"<p><em>How to mend it:</em> {_text(finding.advice)}</p>"
    if lines := [*board_lines(finding, LINES)]:
        yield f"<pre>{_lines(lines)}</pre>"


def _lines(lines: Sequence[str]) -> str:
    return "\n".join(map(_text, lines))


def _text(text: str) -> str:
    return escape(plain(text))
