"""The results of a class: rows for tables and spreadsheets, data for JSON, and JUnit's XML."""

from __future__ import annotations

import csv
import itertools
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any, TextIO
from xml.etree import ElementTree

from sudoku_engine.errors import shown_path
from sudoku_engine.grading.results import Result
from sudoku_engine.grading.similarity import Pair
from sudoku_engine.testing.findings import Finding

MOST_PAIRS = 20
"""The number of similar pairs that are printed, the most similar first; JSON has all."""

MOST_LIKE = 3
"""The number of others that are named beside one result."""

FORMULA = ("=", "+", "-", "@")
"""The characters with which a spreadsheet formula begins."""


@dataclass
class ClassReport:
    """All results of a class."""

    results: Sequence[Result]
    """The result of each plugin."""

    points: Sequence[float]
    """The points of each result."""

    pairs: Sequence[Pair]
    """The pairs of similar results, by number."""

    against: str | None
    """The technique with which strategies were compared."""

    has_times: bool
    """Whether data for programs has times too, which differ in each run."""

    def notes(self) -> list[str]:
        """Return what the teacher should look at, one item a line."""
        notes = [
            f"look at these two: {_named(self.results[one])} and {_named(self.results[other])} "
            f"are {percent} % alike, apart from names and comments"
            for one, other, percent in self.pairs[:MOST_PAIRS]
        ]
        more = len(self.pairs) - MOST_PAIRS
        return [*notes, f"and {more} more such pairs, which --json lists"] if more > 0 else notes

    def similar(self, number: int) -> str:
        """Return who is similar to the result of this `number`, in words."""
        work = self.results[number].work
        like = [
            f"{plain(other.pupil)} {percent} %"
            for first, second, percent in self.pairs
            for one, other in itertools.permutations(self.results[n].work for n in (first, second))
            if one == work
        ]
        more = len(like) - MOST_LIKE
        return "; ".join([*like[:MOST_LIKE], *([f"{more} more"] if more > 0 else [])])


def plain(text: str) -> str:
    """Return `text` in one line, without characters that control a terminal or break XML."""
    decoded = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join("\ufffd" if _is_unsafe(sign) else sign for sign in decoded)


def _is_unsafe(sign: str) -> bool:
    """Return whether `sign` is a control character, ends a line, or is not a character at all."""
    return unicodedata.category(sign) in ("Cc", "Zl", "Zp") or sign in "\ufffe\uffff"


def _named(result: Result) -> str:
    return f"{plain(result.work.pupil)} ({plain(shown_path(result.work.file))})"


def table(report: ClassReport) -> tuple[list[str], list[list[object]]]:
    """Return the columns and rows of the table for people."""
    compared = ["found", "other"] if report.against else []
    columns = ["pupil", "strategy", "must", "advice", "solved", "steps", "faults", *compared]
    rows = []
    for result, points in zip(report.results, report.points):
        figures = result.figures
        row: list[object] = [plain(result.work.pupil), plain(result.id)]
        row += [_of(*result.count(is_must)) if result.id else "" for is_must in (True, False)]
        if figures is None:
            row += [""] * (len(compared) + 4)
        else:
            row += [_of(figures.solved, figures.n_open), figures.steps, figures.faults]
            row += [_of(figures.found, figures.wanted), figures.other] if compared else []
            row += [_milliseconds(result)]
        rows.append([*row, f"{points:g}", plain(result.remark)])
    return [*columns, "ms/call", "points", "remark"], rows


def _of(part: int, whole: int) -> str:
    return f"{part}/{whole}"


def _milliseconds(result: Result) -> float | None:
    figures = result.figures
    return round(1000 * figures.seconds / figures.calls, 3) if figures and figures.calls else None


def records(report: ClassReport) -> list[dict[str, Any]]:
    """Return a record of each result, with all figures."""
    return [_record(report, number) for number in range(len(report.results))]


def _record(report: ClassReport, number: int) -> dict[str, Any]:
    result = report.results[number]
    figures = result.figures
    must, must_all = result.count(True)
    advice, advice_all = result.count(False)
    record: dict[str, Any] = {
        "pupil": plain(result.work.pupil),
        "file": plain(shown_path(result.work.file)),
        "strategy": plain(result.id),
        "points": report.points[number],
        "passed": result.has_passed,
        "must_passed": must,
        "must_checks": must_all,
        "advice_passed": advice,
        "advice_checks": advice_all,
        "solved": figures and figures.solved,
        "open": figures and figures.n_open,
        "steps": figures and figures.steps,
        "faults": figures and figures.faults,
    }
    if report.against:
        record["technique_found"] = figures and figures.found
        record["technique_steps"] = figures and figures.wanted
        record["other_steps"] = figures and figures.other
    if report.has_times:
        record["ms_per_call"] = _milliseconds(result)
    return {**record, "alike": report.similar(number), "remark": plain(result.remark)}


def write_csv(report: ClassReport, out: TextIO) -> None:
    """Write the records for a spreadsheet, without cells that look like formulas."""
    rows = records(report)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0])
    writer.writerows([_safe(cell) for cell in row.values()] for row in rows)


def _safe(cell: object) -> object:
    """Return `cell`, with an apostrophe in front if it looks like a formula."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str) and cell.lstrip().startswith(FORMULA):
        return f"'{cell}"
    return cell


def as_json(report: ClassReport) -> dict[str, Any]:
    """Return everything, with each check, as data for JSON."""
    rows = records(report)
    for record, result in zip(rows, report.results):
        del record["alike"]
        record["name"] = plain(result.name)
        record["checks"] = [_check_as_json(finding) for finding in result.findings]
    alike = [
        {
            "pupils": [rows[one]["pupil"], rows[other]["pupil"]],
            "files": [rows[one]["file"], rows[other]["file"]],
            "percent": percent,
        }
        for one, other, percent in report.pairs
    ]
    return {"results": rows, "alike": alike}


def _check_as_json(finding: Finding) -> dict[str, Any]:
    data = {name: getattr(finding, name) for name in ("is_must", "about", "ok", "why")}
    return {"name": finding.check, **data}


def write_junit(report: ClassReport, out: IO[bytes]) -> None:
    """Write a test suite for each result, with a test case for each check, as JUnit's XML."""
    root = ElementTree.Element("testsuites", name="sudoku-engine plugins grade")
    for result in report.results:
        _suite(root, result, report.has_times)
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(out, encoding="utf-8", xml_declaration=True)
    out.write(b"\n")


def _suite(root: ElementTree.Element, result: Result, has_times: bool) -> None:
    pupil = plain(result.work.pupil)
    name = f"{pupil}: {plain(result.id)}" if result.id else pupil
    errors = [result.problem] if result.problem else []
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=name,
        tests=str(len(result.findings) + len(errors)),
        failures=str(sum(finding.has_failed for finding in result.findings)),
        errors=str(len(errors)),
        skipped=str(sum(_is_skipped(finding) for finding in result.findings)),
    )
    if has_times and result.figures is not None:
        suite.set("time", f"{result.figures.seconds:.3f}")
    for problem in errors:
        _case(suite, name, "loads", "error", problem)
    for finding in result.findings:
        kind = "failure" if finding.has_failed else "skipped" if _is_skipped(finding) else ""
        advice = "" if finding.is_must or finding.ok is None else "advice: "
        _case(suite, name, finding.check, kind, advice + finding.why)


def _is_skipped(finding: Finding) -> bool:
    """Return whether it counts as skipped: it was not made, or is advice that was not followed."""
    return finding.ok is None or (finding.ok is False and not finding.is_must)


def _case(suite: ElementTree.Element, of: str, name: str, kind: str, message: str) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=of, name=name)
    if kind:
        ElementTree.SubElement(case, kind, message=plain(message))
