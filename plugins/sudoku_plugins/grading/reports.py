"""The results of a class: findings, points, names, remarks; as a table and a spreadsheet.

And a page for each pupil, to give back: what was right, what was wrong, and how to mend it.
"""

import csv
import itertools
import os
import re
import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, TextIO

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.text_board import LINES
from sudoku_engine.board.words import listed, no_formula
from sudoku_engine.errors import printable
from sudoku_plugins.grading.measurement import Figures
from sudoku_plugins.grading.scheme import ON_PUZZLES, Scheme, Score
from sudoku_plugins.grading.similarity import SAME, Like, Pair, groups, span_of
from sudoku_plugins.grading.submissions import Work
from sudoku_plugins.kit.advice.code import Comment
from sudoku_plugins.kit.checks.strategy import AGAINST, OWN_WORK
from sudoku_plugins.kit.checks.strategy.reasons import follows
from sudoku_plugins.kit.examination import STEPS_FIRST, is_hidden
from sudoku_plugins.kit.finding_text import board_lines
from sudoku_plugins.kit.findings import Finding
from sudoku_plugins.kit.plugin_calls import part_done

MOST_LIKE = 3  # similar results that are named beside one
SHORT_ADVICE = 120  # letters of advice in a remark
CELL = re.compile(r"\br\d+c\d")  # the name of a cell in a text


FINDS_SOMETHING, FINDS_ALL = "fires", "complete"
"""The checks of how much of its technique a strategy finds."""

FOLLOWS = follows.name

LAST = (ON_PUZZLES, "example", FINDS_SOMETHING, "turned")
"""Checks that are hard to understand without a board: a remark names them only if all else is well.
"""


@dataclass
class Result:
    """The result of one plugin in a file."""

    work: Work  # the file, and the pupil who handed it in
    id: str = ""  # the id of the plugin; empty if nothing in the file could be graded
    name: str = ""  # its display name
    findings: tuple[Finding, ...] = ()  # of its checks
    figures: Figures | None = None  # of a strategy on the puzzles
    problem: str = ""  # the fault of the file
    excerpt: str = ""  # lines of the file that show it
    fired: int = 0  # boards on which it found something when it was checked
    comments: tuple[Comment, ...] = ()  # the comments on its code, if it has passed

    @property
    def has_passed(self) -> bool:
        """Whether it was loaded and failed no check that it must pass."""
        return not self.problem and not any(finding.prevents_pass for finding in self.findings)

    @property
    def remark(self) -> str:
        """The most important fault, or the work that was left out, or empty."""
        return self.problem or (self.worst.why if self.worst else "") or self._little_evidence

    @property
    def advice(self) -> str:
        """How to fix what the remark says, in a sentence; empty if that is not known."""
        return "" if self.problem or self.worst is None else self.worst.advice

    @property
    def worst(self) -> Finding | None:
        """The finding that is most important; None if nothing is wrong.

        A missing part of the technique, though only advice, comes before the checks of `LAST`.
        """
        if self.has_passed:
            return None
        wrong = (
            finding
            for finding in self.findings
            if finding.prevents_pass or (finding.check == FINDS_ALL and finding.ok is False)
        )
        return min(wrong, key=_rank, default=None)

    @property
    def _little_evidence(self) -> str:
        """The work that was left out, or too rare to say much; empty with enough evidence."""
        known = (finding for finding in self.findings if not is_hidden(finding.check))
        notes = [why for finding in known for why in finding.evidence]
        figures = self.figures
        if figures is not None and figures.left_out:
            tried = part_done(figures.n_open - figures.left_out, figures.n_open, "open puzzle")
            notes.append(f"{tried}, as it is slow")
        return "; ".join(dict.fromkeys(notes))

    def count(self, is_must: bool) -> tuple[int, int]:
        """Return the number of checks that it passed, and of all checks.

        Checks that were not made count only if others failed: then they are not passed.
        """
        counted = [
            finding
            for finding in self.findings
            if finding.is_must is is_must and (finding.ok is not None or not self.has_passed)
        ]
        return sum(finding.ok is True for finding in counted), len(counted)

    def score(self, solvable: int | None) -> Score:
        """Return the figures that count; `solvable`: as in `ClassReport`."""
        figures = self.figures or Figures()
        checks = {
            one.check: (one.is_must, one.ok)
            for one in self.findings
            if not (one.is_of_kit or one.is_needless)
        }
        is_strategy = FINDS_SOMETHING in checks
        # Another strategy of its file may be meant to be the technique.
        is_another = any(one.check == AGAINST.name and one.is_needless for one in self.findings)
        whole = float(is_strategy and solvable is not None and not is_another)
        whole = 1.0 if figures.stages else whole
        prevented = [one for one in self.findings if one.prevents_pass]
        # Finds on known boards prove nothing about a strategy that knows them.
        counts = 0 if any(is_hidden(one.check) for one in prevented) else 1
        unfounded = (one.part for one in self.findings if one.check == FOLLOWS and not one.ok)
        return Score(
            checks,
            figures.solved * counts,
            figures.n_open if solvable is None else solvable,
            figures.faults,
            bool(figures.wrong),
            0.0 if figures.has_hung else counts * figures.right / max(figures.boards, 1),
            figures.part * whole * counts,
            whole,
            sum(unfounded),
            any(map(is_dishonest, prevented)),
            frozenset(one.check for one in self.findings if one.why == STEPS_FIRST),
            (is_strategy or figures.stages > 0)
            and not (self.fired or figures.steps or figures.stages_done),
        )


def is_dishonest(finding: Finding) -> bool:
    """Return whether a strategy that fails so does not do its own work."""
    return finding.ok is False and finding.check == OWN_WORK


def _rank(finding: Finding) -> tuple[bool, bool, int]:
    return (
        finding.is_unanswered,
        not is_dishonest(finding),
        LAST.index(finding.check) + 1 if finding.check in LAST else 0,
    )


@dataclass
class ClassReport:
    """All results of a class."""

    results: Sequence[Result]  # one for each plugin
    rules: Scheme  # of the points
    pairs: Sequence[Pair]  # similar results, by number
    against: str | None  # the technique with which strategies were compared, or the exercise
    solvable: int | None  # puzzles that this technique solves
    has_times: bool = False  # whether there are times too, which differ in each run
    has_own_puzzles: bool = False  # whether the puzzles are the teacher's, which pupils do not know
    ours: Sequence[Like] = ()  # the results that are similar to a text of ours
    comments: Mapping[str, str] = field(default_factory=dict)  # the teacher's comments, by pupil

    def __post_init__(self) -> None:
        scores = [result.score(self.solvable) if result.id else None for result in self.results]
        self.points = [self.rules.points(score) if score else 0.0 for score in scores]
        most = (self.rules.most_points(score) for score in scores if score)
        self.most_points = max(most, default=0.0)
        """The points of the best result that is possible."""

    def by_pupil(self) -> dict[str, list[int]]:
        """Return the numbers of each pupil's results, in the order of the rows."""
        rows: dict[str, list[int]] = {}
        for number, result in enumerate(self.results):
            rows.setdefault(result.work.pupil, []).append(number)
        return rows

    def best_of_each(self) -> list[Result]:
        """Return the results of each pupil's file with the most points."""
        found: list[Result] = []
        for numbers in self.by_pupil().values():
            best = self.results[max(numbers, key=self.points.__getitem__)].work
            n_files = len({self.results[number].work for number in numbers})
            own = (self.results[number] for number in numbers)
            taken = best._replace(n_files=n_files)
            found += [replace(result, work=taken) for result in own if result.work == best]
        return found

    def visibility(self, check: str) -> str:
        """Return whether pupils may see the result of a `check`, as Gradescope says it.

        ``visible``: they can make it themselves, by `plugins check`; ``after_due_date``: it is
        about puzzles that they do not know; ``hidden``: it is about hidden boards.
        """
        if is_hidden(check):
            return "hidden"
        is_of_puzzles = check in (ON_PUZZLES, "solved")
        return "after_due_date" if is_of_puzzles and self.has_own_puzzles else "visible"

    def remarks(self) -> Iterator[tuple[str, str]]:
        """Yield the fault of each result, by the name of its row, and lines of its file."""
        for name, result in zip(self.names(), self.results):
            if result.remark:
                excerpt = "\n".join(map(printable, result.excerpt.splitlines()))
                yield f"{name}: {printable(result.remark)}{_hint(result)}", excerpt

    def names(self) -> list[str]:
        """Return the name of each row: the pupil, the file of several, and an unusual strategy."""
        ids = Counter(result.id for result in self.results if result.id)
        usual = max(ids, key=ids.__getitem__, default="")
        return [
            self.pupil(result.work) + f" ({printable(result.id)})" * (result.id not in ("", usual))
            for result in self.results
        ]

    def similar_groups(self) -> list[str]:
        """Return the groups of similar files in words, the most similar first."""
        return [self._group_in_words(members) for members in groups(self.pairs)]

    def like_ours(self) -> list[str]:
        """Return in words who is similar to a text of ours."""
        return [
            f"{self.pupil(self.results[number].work)}: {source}, {percent}%"
            for number, source, percent in self.ours
        ]

    def comment(self, pupil: str) -> str:
        """Return the teacher's words to a `pupil`, and those to pupils with similar work."""
        if pupil in self.comments:
            return self.comments[pupil]
        for group in groups(self.pairs):
            members = [self.results[number].work.pupil for number in sorted(group)]
            if pupil in members:
                return next((self.comments[one] for one in members if one in self.comments), "")
        return ""

    def _group_in_words(self, members: Collection[int]) -> str:
        inside = [pair for pair in self.pairs if pair.first in members]
        text = f"{self._listed(members)}: {span_of(inside)}"
        for same in groups([pair for pair in inside if pair.percent == SAME]):
            if len(same) < len(members):
                text += f"; of these {self._listed(same)}: {SAME}%"
        return text

    def _listed(self, members: Collection[int]) -> str:
        return listed(self.pupil(self.results[number].work) for number in sorted(members))

    def pupil(self, work: Work) -> str:
        """Return the pupil's name, with the file of one who handed in several."""
        works = {each.work for each in self.results if each.work.pupil == work.pupil}
        if len(works) < 2 and work.n_files < 2:
            return printable(work.pupil)
        files = [each.place or listed(each.instead) for each in works]
        has_same_name = len({os.path.basename(file) for file in files}) < len(files)
        file = work.place or listed(work.instead)
        shown = file if has_same_name else os.path.basename(file)
        one_of = f", of {work.n_files} files" if work.n_files > 1 else ""
        return printable(f"{work.pupil} ({shown}{one_of})")

    def suites(self) -> list[str]:
        """Return a name of each result that no other has: pupil, file and strategy."""
        seen: Counter[str] = Counter()
        names = []
        for result in self.results:
            name = self.pupil(result.work) + (f": {printable(result.id)}" if result.id else "")
            seen[name] += 1
            names.append(f"{name} [{seen[name]}]" if seen[name] > 1 else name)
        return names

    def similar(self, number: int) -> str:
        """Return who is similar to the result of this `number`, in words."""
        work = self.results[number].work
        like = [
            f"{each.source} {each.percent} %"
            for each in self.ours
            if self.results[each.number].work == work
        ]
        like += [
            f"{printable(other.pupil)} {percent} %"
            for first, second, percent in self.pairs
            for one, other in itertools.permutations(self.results[n].work for n in (first, second))
            if one == work
        ]
        more = len(like) - MOST_LIKE
        return "; ".join([*like[:MOST_LIKE], *([f"{more} more"] if more > 0 else [])])


def _hint(result: Result) -> str:
    """Return the advice for a remark in a few words, in brackets; empty if there is none.

    Advice on the cells of a board says nothing if the remark is not about a board.
    """
    if not result.advice or (CELL.search(result.advice) and not CELL.search(result.remark)):
        return ""
    short = textwrap.shorten(printable(result.advice), SHORT_ADVICE, placeholder=" …")
    return f" ({short.rstrip('.')})"


def table(report: ClassReport) -> tuple[list[str], list[list[object]]]:
    """Return the columns and rows of the table for people."""
    compared = ["found", "other"] if report.against else []
    columns = ["pupil", "must", "advice", "solved", "steps", "faults", *compared]
    columns += ["ms/call"] if report.has_times else []
    rows = []
    for name, result, points in zip(report.names(), report.results, report.points):
        figures = result.figures
        row: list[object] = [name]
        row += [_of(*result.count(is_must)) if result.id else "" for is_must in (True, False)]
        if figures is None:
            row += [""] * (len(columns) - len(row))
        else:
            solvable = figures.n_open if report.solvable is None else report.solvable
            row += [_of(figures.solved, solvable), figures.steps, figures.faults]
            found = _of(figures.found, figures.wanted) if figures.wanted else ""
            found = found or (_of(figures.stages_done, figures.stages) if figures.stages else "")
            row += [found, figures.other] if compared else []
            row += [_milliseconds(result)] if report.has_times else []
        rows.append([*row, f"{points:g}"])
    return [*columns, f"points of {report.most_points:g}"], rows


def _of(part: int, whole: int) -> str:
    return f"{part}/{whole}"


def _milliseconds(result: Result) -> float | None:
    """Return the time of one call; None if a call did not come back, which is no measure."""
    figures = result.figures
    if figures is None or not figures.calls or figures.has_hung:
        return None
    return round(1000 * figures.seconds / figures.calls, 3)


def records(report: ClassReport) -> list[dict[str, Any]]:
    """Return a record of each result, with all figures."""
    return [_record(report, number) for number in range(len(report.results))]


def _record(report: ClassReport, number: int) -> dict[str, Any]:
    result = report.results[number]
    figures = result.figures

    def shown(**names: str) -> dict[str, Any]:
        return {key: figures and getattr(figures, name) for key, name in names.items()}

    record: dict[str, Any] = {
        "pupil": printable(result.work.pupil),
        "file": printable(result.work.place),
        "strategy": printable(result.id),
        "points": report.points[number],
        "most_points": report.most_points,
        "passed": result.has_passed,
        **dict(zip(("must_passed", "must_checks"), result.count(True))),
        **dict(zip(("advice_passed", "advice_checks"), result.count(False))),
        **shown(solved="solved", open="n_open", steps="steps", faults="faults"),
    }
    if report.against:
        record["solvable"] = report.solvable
        record |= shown(technique_found="found", technique_steps="wanted", other_steps="other")
    if any(each.figures and each.figures.stages for each in report.results):
        record |= shown(exercise_steps="stages", exercise_done="stages_done")
    if report.has_times:
        record["ms_per_call"] = _milliseconds(result)
    return {
        **record,
        "alike": report.similar(number),
        "remark": printable(result.remark),
        "advice": printable(result.advice),
        "teacher": printable(report.comment(result.work.pupil)),
    }


def write_csv(report: ClassReport, out: TextIO) -> None:
    """Write the records for a spreadsheet, without cells that look like formulas."""
    rows = records(report)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0])
    writer.writerows([_safe(cell) for cell in row.values()] for row in rows)


def _safe(cell: object) -> object:
    """Return `cell` as a spreadsheet shows it, and never computes it."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return no_formula(cell) if isinstance(cell, str) else cell


STYLE = """\
body { font-family: sans-serif; line-height: 1.4; max-width: 46rem; margin: 2rem auto }
pre { line-height: 1.15; overflow-x: auto }
section { border-top: 1px solid #888; margin-top: 1.5rem }
"""

UNSAFE = re.compile(r'[\\/:*?"<>|\s]+')  # what stands in no name of a file


def write_feedback(report: ClassReport, folder: str) -> None:
    """Write a page for each pupil into `folder`; raise UsageError."""
    for name, numbers in zip(file_names(report.by_pupil()), report.by_pupil().values()):
        with whole_file(os.path.join(folder, f"{name}.html")) as out:
            out.write(feedback_page(report, numbers))


def file_names(pupils: Iterable[str]) -> Iterator[str]:
    """Yield a name of a file for each of the `pupils`, which no other has, without an ending."""
    names: set[str] = set()
    for pupil in pupils:
        name = start = UNSAFE.sub("_", printable(pupil)).strip("._") or "pupil"
        while name.lower() in names:
            name = f"{start}_{len(names)}"
        names.add(name.lower())
        yield name


def feedback_page(report: ClassReport, numbers: Sequence[int]) -> str:
    """Return a page of HTML with the results of these `numbers`, without hidden boards."""
    results = [report.results[number] for number in numbers]
    pupil = escape(printable(results[0].work.pupil))
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
        yield f"<p><em>How to fix it:</em> {_text(finding.advice)}</p>"
    if lines := [*board_lines(finding, LINES)]:
        yield f"<pre>{_lines(lines)}</pre>"


def _lines(lines: Sequence[str]) -> str:
    return "\n".join(map(_text, lines))


def _text(text: str) -> str:
    return escape(printable(text))
