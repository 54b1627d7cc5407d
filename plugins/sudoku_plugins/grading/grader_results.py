"""The results of a class for programs: our JSON, JUnit's XML, tests for Gradescope and Otter.

From the JSON (`as_json`) every other format can be written again.

JUnit's XML has a suite for each plugin, a case for each check. Gradescope reads
``/autograder/results/results.json``, which is described at
https://gradescope-autograders.readthedocs.io/en/latest/specs/. Otter-Grader reads results that were
not made by Python's tests: `otter.test_files.GradingResults.from_ottr_json` takes a text with these
data; they are described as the JSON of ottr, https://ucbds-infra.github.io/ottr/.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TextIO
from xml.etree import ElementTree

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.record import grid_of, reads, step_of
from sudoku_engine.errors import RecordError, UsageError, printable
from sudoku_plugins.grading.measurement import Figures
from sudoku_plugins.grading.reports import ClassReport, Result, records, write_csv
from sudoku_plugins.grading.scheme import Scheme
from sudoku_plugins.grading.similarity import Like, Pair
from sudoku_plugins.grading.submissions import Work
from sudoku_plugins.kit.advice.code import Comment
from sudoku_plugins.kit.finding_text import board_lines
from sudoku_plugins.kit.findings import Finding, finding_as_json

OPEN = "visible"  # the visibility of tests that pupils may see at once


def submissions(report: ClassReport) -> dict[str, dict[str, Any]]:
    """Return by pupil, in the order of the rows, what `gradescope_results` says of all files."""
    found = report.by_pupil().items()
    return {printable(pupil): gradescope_results(report, rows) for pupil, rows in found}


def gradescope_results(report: ClassReport, numbers: Sequence[int]) -> dict[str, Any]:
    """Return the results with these `numbers` as one submission, with the points of the best.

    They are data for JSON. The score of the whole counts, and not the sum of the tests, as schemes
    have limits. Pupils do not see what the grader prints.
    """
    names, results = report.suites(), [report.results[number] for number in numbers]
    tests = []
    for number, result in zip(numbers, results):
        before = f"{names[number]}: " if len(numbers) > 1 else ""
        tests += [{**test, "name": before + test["name"]} for test in _tests(report, result)]
    points = max(report.points[number] for number in numbers)
    state = "passed" if all(result.has_passed for result in results) else "failed"
    summary = f"{state}, {points:g} of {report.most_points:g} points"
    if abs(sum(test.get("score", 0) for test in tests) - points) > 0.005 and len(numbers) == 1:
        summary += " (the scheme has limits: they are not the sum of the tests)"
    return {
        "score": points,
        "output": summary,
        "output_format": "text",
        "visibility": OPEN,
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _tests(report: ClassReport, result: Result) -> Iterator[dict[str, Any]]:
    """Yield the tests of one `result`; of those on the puzzles a part of the points is earned."""
    rules, figures = report.rules, result.figures
    yield _test("loads", not result.problem, _lines(result.problem, result.excerpt))
    for finding in result.findings:
        if finding.ok is None and finding.is_needless:
            continue
        most = rules.for_check(finding.check, finding.is_must)
        seen, points = report.visibility(finding.check), most if finding.ok else 0.0
        yield _test(finding.check, finding.ok is True, _output(finding), seen, points, most)
    if figures is None:
        return
    score = result.score(report.solvable)
    yield _test(
        "solved",
        score.solved >= score.solvable,
        f"it solves {score.solved} of {score.solvable} puzzles that easier techniques leave open",
        report.visibility("solved"),
        rules.for_solved(score.solved),
        rules.for_solved(score.solvable),
    )
    if report.against is not None:
        yield _test(
            "technique",
            score.part == 1,
            f"it finds {figures.found} of {figures.wanted}, and {figures.other} that are not it",
            report.visibility("technique"),
            rules.for_part(score.part),
            rules.for_part(1.0),
        )


def _test(
    name: str,
    has_passed: bool,
    output: str,
    visibility: str = OPEN,
    points: float = 0.0,
    most_points: float = 0.0,
) -> dict[str, Any]:
    return {
        "name": name,
        "status": "passed" if has_passed else "failed",
        **({"score": points, "max_score": most_points} if most_points else {}),
        "output": output,
        "visibility": visibility,
    }


def _output(finding: Finding) -> str:
    if finding.ok is not False:
        return _lines(f"not checked: {finding.why}" if finding.ok is None else finding.about)
    kind = "advice: " if finding.is_advice else ""
    advice = f"Advice: {finding.advice}" if finding.advice else ""
    return _lines(f"{kind}{finding.why}", advice, *board_lines(finding))


def _lines(*texts: str) -> str:
    return "\n".join(printable(line) for text in texts for line in text.splitlines())


def otter_results(found: Mapping[str, Any], most_points: float) -> dict[str, Any]:
    """Return `gradescope_results` as data for JSON that Otter-Grader reads.

    There each test file earns all its points or none. So the tests have none, and two files more
    have the points that were earned and those that are missing: their sum is the scheme's.
    """
    missing = round(most_points - found["score"], 2)
    files = [
        *(_file(test, 0) for test in found["tests"]),
        _file(_test("points earned", True, found["output"]), found["score"]),
        _file(_test("points missing", not missing, found["output"]), missing),
    ]
    return {"test_file_results": files}


def _file(test: Mapping[str, Any], points: float) -> dict[str, Any]:
    has_passed = test["status"] == "passed"
    case = {
        "name": test["name"],
        "code": "",
        "hidden": test["visibility"] != OPEN,
        "points": points,
        "success_message": test["output"] if has_passed else None,
        "failure_message": None,
    }
    error = None if has_passed else test["output"]
    result = {"passed": has_passed, "error": error, "test_case": case}
    return {"filename": f"{test['name']}.py", "points": None, "test_case_results": [result]}


def junit_xml(report: ClassReport) -> str:
    """Return a test suite for each result, with a test case for each check, as JUnit's XML."""
    root = ElementTree.Element("testsuites", name="sudoku-engine plugins grade")
    for name, result in zip(report.suites(), report.results):
        cases = [*_cases(result)]
        kinds = Counter(kind for _, kind, *_ in cases)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=name,
            tests=str(len(cases)),
            failures=str(kinds["failure"]),
            errors=str(kinds["error"]),
            skipped=str(kinds["skipped"]),
        )
        if report.has_times and result.figures is not None:
            suite.set("time", f"{result.figures.seconds:.3f}")
        for check, kind, message, text in cases:
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=check)
            if kind:
                ElementTree.SubElement(case, kind, message=printable(message)).text = (
                    printable(text) or None
                )
    ElementTree.indent(root)
    xml: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return f"{xml.decode()}\n"


def _cases(result: Result) -> Iterator[tuple[str, str, str, str]]:
    """Yield the checks of a `result`, each with what came of it, the message and the advice."""
    if result.problem:
        yield "loads", "error", result.problem, ""
    for each in result.findings:
        kind = "skipped" if each.ok is None or each.is_advice else ""
        advice = "" if each.is_must or each.ok is None else "advice: "
        yield each.check, "failure" if each.has_failed else kind, advice + each.why, each.advice


LEFT_OUT = ("check", "line", "trace", "full_trace")
"""The parts of a finding that no format of a class has."""

OF_CLASS = ("against", "solvable", "has_times", "has_own_puzzles")
"""The facts about the whole class that formats need, by their names in `ClassReport`."""


def as_json(report: ClassReport) -> dict[str, Any]:
    """Return everything, with each check, as data for JSON."""
    rows = records(report)
    for record, result in zip(rows, report.results):
        del record["alike"]
        record["name"] = printable(result.name)
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


def write_json(data: object, out: TextIO) -> None:
    """Write `data` as people can read it, too."""
    print(json.dumps(data, ensure_ascii=False, indent=2), file=out)


WRITERS: Mapping[str, Callable[[ClassReport, TextIO], object]] = {
    "csv": write_csv,
    "json": lambda report, out: write_json(as_json(report), out),
    "junit": lambda report, out: out.write(junit_xml(report)),
}
"""What writes a whole class in a format."""


def _check_as_json(finding: Finding) -> dict[str, Any]:
    data = {k: each for k, each in finding_as_json(finding).items() if k not in LEFT_OUT}
    board, step = finding.board, finding.step
    notation = board and step and short_notation(step, board.layout)
    return {"name": finding.check, **data, "step": notation, "record": data["step"]}


def _cleaned(data: Any) -> Any:
    """Return `data` with all texts fit for a file, line by line."""
    if isinstance(data, str):
        return "\n".join(map(printable, data.split("\n")))
    if isinstance(data, Mapping):
        return {key: _cleaned(each) for key, each in data.items()}
    return [*map(_cleaned, data)] if isinstance(data, list | tuple) else data


def read_results(path: str, rules: Scheme) -> ClassReport:
    """Return the report in a file of `as_json`, with points by `rules`; raises UsageError."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        return _report(data, rules)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", path) from None
    except (RecordError, ValueError, RecursionError):
        what = "these are not a class's results: `plugins grade FOLDER --json -o FILE` writes them"
        raise UsageError(what, path) from None


@reads("the results of a class")
def _report(data: Any, rules: Scheme) -> ClassReport:
    results = [result_of(row) for row in data["results"]]
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


def result_of(row: Mapping[str, Any]) -> Result:
    """Return the result of which `as_json` made a `row`."""
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
    """Return the values `given`; raise TypeError if one is of another type than `usual`."""
    for name, value in given.items():
        known = getattr(usual, name)
        kinds = (int, float) if isinstance(known, int | float) else type(known)
        if None not in (value, known) and not isinstance(value, kinds):
            raise TypeError(f"{name} cannot be {value!r}")
    return given
