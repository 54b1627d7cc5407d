"""All results of a class as JSON, from which every other format can be written again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.record import grid_of, reads, step_of
from sudoku_engine.errors import RecordError, UsageError
from sudoku_engine.testing.advice.comments import Comment
from sudoku_engine.testing.findings import Finding, finding_as_json
from sudoku_engine.testing.grading.measurement import Figures
from sudoku_engine.testing.grading.reports import ClassReport, plain, records
from sudoku_engine.testing.grading.results import Result
from sudoku_engine.testing.grading.scheme import Scheme
from sudoku_engine.testing.grading.similarity import Like, Pair
from sudoku_engine.testing.grading.submissions import Work

LEFT_OUT = ("check", "line", "trace", "full_trace")
"""The parts of a finding that no format of a class has."""

OF_CLASS = ("against", "solvable", "has_times", "has_own_puzzles")
"""The facts about the whole class that formats need, by their names in `ClassReport`."""


def as_json(report: ClassReport) -> dict[str, Any]:
    """Return everything, with each check, as data for JSON."""
    rows = records(report)
    for record, result in zip(rows, report.results):
        del record["alike"]
        record["name"] = plain(result.name)
        record["comments"] = [each._asdict() for each in result.comments]
        record["checks"] = [
            _check_as_json(finding) | {"visibility": report.visibility(finding.check)}
            for finding in result.findings
        ]
        record["graded"] = {
            "work": result.work._asdict(),
            "figures": result.figures and asdict(result.figures),
            "problem": result.problem,
            "excerpt": result.excerpt,
            "fired": result.fired,
        }
        if result.figures and not report.has_times:
            record["graded"]["figures"]["seconds"] = 0
    alike = [
        {
            "pupils": [rows[one]["pupil"], rows[other]["pupil"]],
            "files": [rows[one]["file"], rows[other]["file"]],
            "percent": percent,
            "rows": [one, other],
        }
        for one, other, percent in report.pairs
    ]
    ours = [
        {"pupil": rows[number]["pupil"], "row": number, "source": source, "percent": percent}
        for number, source, percent in report.ours
    ]
    of_class = {name: getattr(report, name) for name in OF_CLASS}
    whole = {"results": rows, "alike": alike, "like_ours": ours, "class": of_class}
    cleaned: dict[str, Any] = _cleaned(whole)
    return cleaned


def _check_as_json(finding: Finding) -> dict[str, Any]:
    data = {k: each for k, each in finding_as_json(finding).items() if k not in LEFT_OUT}
    board, step = finding.board, finding.step
    notation = board and step and short_notation(step, board.layout)
    return {"name": finding.check, **data, "step": notation, "record": data["step"]}


def _cleaned(data: Any) -> Any:
    """Return `data` with all texts fit for a file, line by line."""
    if isinstance(data, str):
        return "\n".join(map(plain, data.split("\n")))
    if isinstance(data, Mapping):
        return {key: _cleaned(each) for key, each in data.items()}
    return [*map(_cleaned, data)] if isinstance(data, list | tuple) else data


def read_results(path: str, rules: Scheme) -> ClassReport:
    """Return what `as_json` wrote to the file at `path`, with points by `rules`.

    Raise UsageError if it is no such file.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        return _report(data, rules)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", path) from None
    except (RecordError, ValueError, RecursionError):
        what = "these are no results of a class: `plugins grade FOLDER --json -o FILE` writes them"
        raise UsageError(what, path) from None


@reads("the results of a class")
def _report(data: Any, rules: Scheme) -> ClassReport:
    results = [_result(row) for row in data["results"]]
    rows = range(len(results))
    pairs = [
        Pair(rows.index(one), rows.index(other), int(each["percent"]))
        for each in data["alike"]
        for one, other in [each["rows"]]
    ]
    ours = [
        Like(rows.index(each["row"]), str(each["source"]), int(each["percent"]))
        for each in data["like_ours"]
    ]
    of_class = {name: data["class"][name] for name in OF_CLASS}
    report = ClassReport(results, rules, pairs, ours=ours, **of_class)
    records(report)  # what has a wrong type raises its error here
    return report


def _result(row: Mapping[str, Any]) -> Result:
    known = row["graded"]
    work, figures = known["work"], known["figures"]
    return Result(
        Work(**{name: _tuples(each) for name, each in work.items()}),
        row["strategy"],
        row["name"],
        tuple(map(_finding, row["checks"])),
        figures and Figures(**_of_kind(figures, Figures())),
        known["problem"],
        known["excerpt"],
        int(known["fired"]),
        tuple(Comment(**each) for each in row["comments"]),
    )


def _finding(data: Mapping[str, Any]) -> Finding:
    names = {each.name for each in fields(Finding)} - {*LEFT_OUT, "error"}
    given = {name: _tuples(data[name]) for name in names}
    for name in ("board", "counter"):
        given[name] = given[name] and grid_of(given[name])
    board = given["board"]
    given["step"] = board and data["record"] and step_of(data["record"], board.layout)
    return Finding(check=data["name"], **_of_kind(given, Finding()))


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _of_kind(given: dict[str, Any], usual: Any) -> dict[str, Any]:
    """Return what is `given`; raise TypeError if a value is of another type than `usual`."""
    for name, value in given.items():
        known = getattr(usual, name)
        kinds = (int, float) if isinstance(known, int | float) else type(known)
        if None not in (value, known) and not isinstance(value, kinds):
            raise TypeError(f"{name} cannot be {value!r}")
    return given
