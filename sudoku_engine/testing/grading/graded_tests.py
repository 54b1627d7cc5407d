"""The results of a class as automatic graders take them: tests with points, open or hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku_engine.testing.finding_text import board_lines
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.grading.measurement import Figures
from sudoku_engine.testing.grading.reports import ClassReport, plain
from sudoku_engine.testing.grading.results import Result


@dataclass(frozen=True)
class GradedTest:
    """One test of a submission."""

    name: str
    """Its name, which no other test of the submission has."""

    has_passed: bool

    output: str
    """What is wrong, with the board, in lines; what is right, in a line."""

    visibility: str
    """Who may see it: one of the words of Gradescope, see `ClassReport.visibility`."""

    points: float = 0.0

    most_points: float = 0.0


@dataclass(frozen=True)
class Submission:
    """All that one pupil handed in, graded."""

    pupil: str

    tests: Sequence[GradedTest]

    points: float
    """The points; more or fewer than those of the tests where the scheme has limits."""

    most_points: float

    summary: str
    """The result in a line, which the pupil may see."""


def submissions(report: ClassReport) -> list[Submission]:
    """Return what each pupil handed in, in the order of the rows."""
    rows: dict[str, list[int]] = {}
    for number, result in enumerate(report.results):
        rows.setdefault(result.work.pupil, []).append(number)
    return [submission(report, numbers) for numbers in rows.values()]


def submission(report: ClassReport, numbers: Sequence[int]) -> Submission:
    """Return the results with these `numbers` as one submission, with the points of the best."""
    names = report.suites()
    tests = []
    for number in numbers:
        before = f"{names[number]}: " if len(numbers) > 1 else ""
        tests += [*_tests(report, number, before)]
    points = max(report.points[number] for number in numbers)
    state = "passed" if all(report.results[number].has_passed for number in numbers) else "failed"
    summary = f"{state}, {points:g} of {report.most_points:g} points"
    if abs(sum(test.points for test in tests) - points) > 0.005 and len(numbers) == 1:
        summary += " (the scheme has limits: they are not the sum of the tests)"
    pupil = plain(report.results[numbers[0]].work.pupil)
    return Submission(pupil, tests, points, report.most_points, summary)


def _tests(report: ClassReport, number: int, before: str) -> Iterator[GradedTest]:
    result, rules = report.results[number], report.rules
    loads = not result.problem
    yield GradedTest(f"{before}loads", loads, _lines(result.problem, result.excerpt), "visible")
    for finding in result.findings:
        if finding.ok is None and finding.is_needless:
            continue
        most = rules.for_check(finding.check, finding.is_must)
        points = most if finding.ok else 0.0
        output = _output(finding)
        shown = report.visibility(finding.check)
        has_passed = finding.ok is True
        yield GradedTest(f"{before}{finding.check}", has_passed, output, shown, points, most)
    if result.figures is not None:
        yield from _measured(report, result, result.figures, before)


def _measured(
    report: ClassReport, result: Result, figures: Figures, before: str
) -> Iterator[GradedTest]:
    """Yield tests that have a part of their points."""
    score = result.score(report.solvable)
    earned, most = report.rules.for_solved(score.solved), report.rules.for_solved(score.solvable)
    yield GradedTest(
        f"{before}solved",
        score.solved >= score.solvable,
        f"it solves {score.solved} of {score.solvable} puzzles that easier techniques leave open",
        report.visibility("solved"),
        earned,
        most,
    )
    if report.against is not None:
        most = report.rules.for_part(1.0)
        yield GradedTest(
            f"{before}technique",
            score.part == 1,
            f"it finds {figures.found} of {figures.wanted}, and {figures.other} that are not it",
            report.visibility("technique"),
            report.rules.for_part(score.part),
            most,
        )


def _output(finding: Finding) -> str:
    kind = "advice: " if finding.is_advice else ""
    if finding.ok is not False:
        not_made = f"not checked: {finding.why}" if finding.ok is None else finding.about
        return _lines(not_made)
    advice = f"Advice: {finding.advice}" if finding.advice else ""
    return _lines(f"{kind}{finding.why}", advice, "\n".join(board_lines(finding)))


def _lines(*texts: str) -> str:
    return "\n".join(plain(line) for text in texts for line in text.splitlines())
