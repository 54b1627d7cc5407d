"""The results of a class as rows, for tables and spreadsheets, as data for JSON, and as JUnit."""

from __future__ import annotations

import csv
import itertools
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any, TextIO
from xml.etree import ElementTree

from sudoku_engine.errors import shown_path
from sudoku_engine.grading.results import Checked, Result
from sudoku_engine.grading.similarity import Pair

MOST_PAIRS = 20
"""How many pairs a person is told, the most alike first; a program is told all."""

MOST_LIKE = 3
"""How many others are named beside one result."""

FORMULA = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet takes for a formula."""


@dataclass
class Marked:
    """All `found` of a class with their `points`, and the `pairs` of them that are alike.

    `against`: the technique beside them, `has_times`: whether programs are told times, which
    are never the same again.
    """

    found: Sequence[Result]
    points: Sequence[float]
    pairs: Sequence[Pair]
    against: str | None
    has_times: bool

    def notes(self) -> list[str]:
        """What a person should look at, a line each."""
        notes = [
            f"look at these two: {_called(self.found[one])} and {_called(self.found[other])} are "
            f"{percent} % alike, names and comments aside"
            for one, other, percent in self.pairs[:MOST_PAIRS]
        ]
        more = len(self.pairs) - MOST_PAIRS
        return [*notes, f"and {more} more such pairs, which --json tells"] if more > 0 else notes

    def alike(self, number: int) -> str:
        """Who is like the result of this `number`, in words."""
        work = self.found[number].work
        like = [
            f"{plain(other.pupil)} {percent} %"
            for first, second, percent in self.pairs
            for one, other in itertools.permutations(self.found[n].work for n in (first, second))
            if one == work
        ]
        more = len(like) - MOST_LIKE
        return "; ".join([*like[:MOST_LIKE], *([f"{more} more"] if more > 0 else [])])


def plain(text: str) -> str:
    """`text` in one line, in which nothing steers a terminal and XML can hold everything."""
    told = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join("\ufffd" if _steers(sign) else sign for sign in told)


def _steers(sign: str) -> bool:
    """Whether `sign` is a control character, ends a line, or is no character at all."""
    return unicodedata.category(sign) in ("Cc", "Zl", "Zp") or sign in "\ufffe\uffff"


def _called(result: Result) -> str:
    return f"{plain(result.work.pupil)} ({plain(shown_path(result.work.file))})"


def table(marked: Marked) -> tuple[list[str], list[list[object]]]:
    """The columns and rows for a person."""
    beside = ["found", "other"] if marked.against else []
    columns = ["pupil", "strategy", "must", "advice", "solved", "steps", "faults", *beside]
    rows = []
    for result, points in zip(marked.found, marked.points):
        figures = result.figures
        row: list[object] = [plain(result.work.pupil), plain(result.id)]
        row += [_of(*result.count(is_must)) if result.id else "" for is_must in (True, False)]
        if figures is None:
            row += [""] * (len(beside) + 4)
        else:
            row += [_of(figures.solved, figures.n_open), figures.steps, figures.faults]
            row += [_of(figures.found, figures.wanted), figures.other] if beside else []
            row += [_milliseconds(result)]
        rows.append([*row, f"{points:g}", plain(result.remark)])
    return [*columns, "ms/call", "points", "remark"], rows


def _of(part: int, whole: int) -> str:
    return f"{part}/{whole}"


def _milliseconds(result: Result) -> float | None:
    figures = result.figures
    return round(1000 * figures.seconds / figures.calls, 3) if figures and figures.calls else None


def records(marked: Marked) -> list[dict[str, Any]]:
    """A record a result, with all that is counted."""
    return [_record(marked, number) for number in range(len(marked.found))]


def _record(marked: Marked, number: int) -> dict[str, Any]:
    result = marked.found[number]
    figures = result.figures
    must, must_all = result.count(True)
    advice, advice_all = result.count(False)
    record: dict[str, Any] = {
        "pupil": plain(result.work.pupil),
        "file": plain(shown_path(result.work.file)),
        "strategy": plain(result.id),
        "points": marked.points[number],
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
    if marked.against:
        record["technique_found"] = figures and figures.found
        record["technique_steps"] = figures and figures.wanted
        record["other_steps"] = figures and figures.other
    if marked.has_times:
        record["ms_per_call"] = _milliseconds(result)
    return {**record, "alike": marked.alike(number), "remark": plain(result.remark)}


def write_csv(marked: Marked, out: TextIO) -> None:
    """Writes the records as lines of a spreadsheet, none of whose cells is a formula."""
    rows = records(marked)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0])
    writer.writerows([_safe(cell) for cell in row.values()] for row in rows)


def _safe(cell: object) -> object:
    """`cell` as a spreadsheet takes it as it is: an apostrophe before what looks like a formula."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str) and cell.lstrip().startswith(FORMULA):
        return f"'{cell}"
    return cell


def told_in_full(marked: Marked) -> dict[str, Any]:
    """Everything, each check too, as data for JSON."""
    told = records(marked)
    for record, result in zip(told, marked.found):
        del record["alike"]
        record["name"] = plain(result.name)
        record["checks"] = [check._asdict() for check in result.checks]
    alike = [
        {
            "pupils": [told[one]["pupil"], told[other]["pupil"]],
            "files": [told[one]["file"], told[other]["file"]],
            "percent": percent,
        }
        for one, other, percent in marked.pairs
    ]
    return {"results": told, "alike": alike}


def write_junit(marked: Marked, out: IO[bytes]) -> None:
    """Writes a test suite a result, with a test case a check, as JUnit's XML has them."""
    root = ElementTree.Element("testsuites", name="sudoku-engine plugins grade")
    for result in marked.found:
        _suite(root, result, marked.has_times)
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
        tests=str(len(result.checks) + len(errors)),
        failures=str(sum(check.has_failed for check in result.checks)),
        errors=str(len(errors)),
        skipped=str(sum(_is_skipped(check) for check in result.checks)),
    )
    if has_times and result.figures is not None:
        suite.set("time", f"{result.figures.seconds:.3f}")
    for problem in errors:
        _case(suite, name, "loads", "error", problem)
    for check in result.checks:
        kind = "failure" if check.has_failed else "skipped" if _is_skipped(check) else ""
        advice = "" if check.is_must or check.ok is None else "advice: "
        _case(suite, name, check.name, kind, advice + check.why)


def _is_skipped(check: Checked) -> bool:
    """Whether it was not made, or is advice that was not followed: nothing fails by that."""
    return check.ok is None or (check.ok is False and not check.is_must)


def _case(suite: ElementTree.Element, of: str, name: str, kind: str, message: str) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=of, name=name)
    if kind:
        ElementTree.SubElement(case, kind, message=plain(message))
