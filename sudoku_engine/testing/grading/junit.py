"""The results of a class as JUnit's XML: a suite for each plugin, a case for each check."""

from __future__ import annotations

from typing import IO
from xml.etree import ElementTree

from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.grading.reports import ClassReport, plain
from sudoku_engine.testing.grading.results import Result


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
