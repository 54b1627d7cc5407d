"""A submission as Gradescope reads it from ``/autograder/results/results.json``.

The format is described at https://gradescope-autograders.readthedocs.io/en/latest/specs/.
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
