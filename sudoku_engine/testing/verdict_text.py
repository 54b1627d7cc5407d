"""The verdict on a checked plugin, in words."""

from __future__ import annotations

from sudoku_engine.board.words import counted
from sudoku_engine.testing.isolation import PluginReport


def verdict_word(report: PluginReport) -> str:
    """Return whether a plugin passed: ``passed``, ``failed``, ``not passed``, ``not finished``."""
    if report.has_passed:
        return "passed"
    if any(finding.has_failed for finding in report.findings):
        return "failed"
    is_ours = any(finding.is_of_kit for finding in report.findings)
    return "not finished" if is_ours else "not passed"


def verdict_text(report: PluginReport) -> str:
    """Return on how many checks and boards the verdict rests, and what deserves praise."""
    made = [finding for finding in report.findings if finding.ok is not None]
    counts = (
        f"{counted(len(made), 'check')}, {counted(report.boards, 'board')}, "
        f"fired {counted(report.fired, 'time')}"
    )
    if report.has_passed:
        praise = [finding.why for finding in made if finding.ok and finding.why]
        evidence = dict.fromkeys(why for each in report.findings for why in each.evidence)
        return "; ".join([counts, *praise, *evidence])
    failed = sum(finding.has_failed for finding in report.findings)
    return f"{failed} of {counts}" if failed else counts
