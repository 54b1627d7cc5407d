"""The results of a class for graders: JUnit's XML, Gradescope and Otter.

JUnit's XML has a suite for each plugin, a case for each check. Gradescope reads
``/autograder/results/results.json``, which is described at
https://gradescope-autograders.readthedocs.io/en/latest/specs/. Otter-Grader reads results that were
not made by Python's tests: `otter.test_files.GradingResults.from_ottr_json` takes a text with these
data; they are described as the JSON of ottr, https://ucbds-infra.github.io/ottr/.
"""

from __future__ import annotations

from typing import IO, Any
from xml.etree import ElementTree

from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.grading.graded_tests import GradedTest, Submission
from sudoku_engine.testing.grading.reports import ClassReport, plain
from sudoku_engine.testing.grading.results import Result


def gradescope_results(submission: Submission) -> dict[str, Any]:
    """Return the results of a `submission` as data for JSON.

    The score of the whole counts, and not the sum of the tests, as schemes have limits. Pupils do
    not see what the grader prints.
    """
    return {
        "score": submission.points,
        "output": submission.summary,
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [_test(test) for test in submission.tests],
    }


def _test(test: GradedTest) -> dict[str, Any]:
    points = {"score": test.points, "max_score": test.most_points} if test.most_points else {}
    return {
        "name": test.name,
        "status": "passed" if test.has_passed else "failed",
        **points,
        "output": test.output,
        "visibility": test.visibility,
    }


OPEN = "visible"
"""The visibility of tests that Otter calls public."""


def otter_results(submission: Submission) -> dict[str, Any]:
    """Return the results of a `submission` as data for JSON.

    In Otter each test file earns all its points or none. So the tests have none, and two files more
    have the points that were earned and those that are missing: their sum is the scheme's.
    """
    missing = round(submission.most_points - submission.points, 2)
    points = [
        _file(GradedTest("points earned", True, submission.summary, OPEN), submission.points),
        _file(GradedTest("points missing", not missing, submission.summary, OPEN), missing),
    ]
    return {"test_file_results": [*(_file(test, 0) for test in submission.tests), *points]}


def _file(test: GradedTest, points: float) -> dict[str, Any]:
    """Return a test file with one case."""
    case = {
        "name": test.name,
        "code": "",
        "hidden": test.visibility != OPEN,
        "points": points,
        "success_message": test.output if test.has_passed else None,
        "failure_message": None,
    }
    error = None if test.has_passed else test.output
    result = {"passed": test.has_passed, "error": error, "test_case": case}
    return {"filename": f"{test.name}.py", "points": None, "test_case_results": [result]}


def write_junit(report: ClassReport, out: IO[bytes]) -> None:
    """Write a test suite for each result, with a test case for each check, as JUnit's XML."""
    root = ElementTree.Element("testsuites", name="sudoku-engine plugins grade")
    for name, result in zip(report.suites(), report.results):
        _suite(root, name, result, report.has_times)
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(out, encoding="utf-8", xml_declaration=True)
    out.write(b"\n")


def _suite(root: ElementTree.Element, name: str, result: Result, has_times: bool) -> None:
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
        _case(suite, name, "loads", "error", problem, "")
    for finding in result.findings:
        kind = "failure" if finding.has_failed else "skipped" if _is_skipped(finding) else ""
        advice = "" if finding.is_must or finding.ok is None else "advice: "
        _case(suite, name, finding.check, kind, advice + finding.why, finding.advice)


def _is_skipped(finding: Finding) -> bool:
    """Return whether it counts as skipped: it was not made, or is advice that was not followed."""
    return finding.ok is None or finding.is_advice


def _case(
    suite: ElementTree.Element, of: str, name: str, kind: str, message: str, text: str
) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=of, name=name)
    if kind:
        inside = ElementTree.SubElement(case, kind, message=plain(message))
        inside.text = plain(text) or None
