"""A submission as the graders Gradescope and Otter read it.

Gradescope reads ``/autograder/results/results.json``, which is described at
https://gradescope-autograders.readthedocs.io/en/latest/specs/. Otter-Grader reads results that were
not made by Python's tests: `otter.test_files.GradingResults.from_ottr_json` takes a text with these
data; they are described as the JSON of ottr, https://ucbds-infra.github.io/ottr/.
"""

from __future__ import annotations

from typing import Any

from sudoku_engine.testing.grading.graded_tests import GradedTest, Submission


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
