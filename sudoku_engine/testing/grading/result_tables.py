"""The results of a class in rows: a table for people, a spreadsheet, data for JSON."""

from __future__ import annotations

import csv
from typing import Any, TextIO

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.record import grid_record
from sudoku_engine.errors import shown_path
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.grading.reports import ClassReport, plain
from sudoku_engine.testing.grading.results import Result

FORMULA = ("=", "+", "-", "@")
"""The characters with which a spreadsheet formula begins."""


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
    must, must_all = result.count(True)
    advice, advice_all = result.count(False)
    record: dict[str, Any] = {
        "pupil": plain(result.work.pupil),
        "file": plain(shown_path(result.work.file)),
        "strategy": plain(result.id),
        "points": report.points[number],
        "most_points": report.most_points,
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
        record["solvable"] = report.solvable
        record["technique_found"] = figures and figures.found
        record["technique_steps"] = figures and figures.wanted
        record["other_steps"] = figures and figures.other
    if report.has_times:
        record["ms_per_call"] = _milliseconds(result)
    return {
        **record,
        "alike": report.similar(number),
        "remark": plain(result.remark),
        "advice": plain(result.advice),
    }


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
        record["checks"] = [
            {**_check_as_json(finding), "visibility": report.visibility(finding.check)}
            for finding in result.findings
        ]
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
    fields = ("is_must", "about", "ok", "why", "advice", "source")
    data = {name: getattr(finding, name) for name in fields}
    board, step = finding.board, finding.step
    data["board"] = board and grid_record(board)
    data["step"] = board and step and short_notation(step, board.layout)
    return {"name": finding.check, **data}
