"""The checks for formats: what they read of their example, whole and cut short."""

from __future__ import annotations

import re

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import brief
from sudoku_engine.plugins.component import Failure
from sudoku_plugins.kit.checks import Subject, has_docstring, is_named, prints_nothing, raised
from sudoku_plugins.kit.findings import Finding, NotChecked, check
from sudoku_plugins.kit.plugin_calls import LocalCalls

SHARES = (0.0, 0.3, 0.6, 0.9)
"""The shares of the example that stand for a damaged text."""

OUR_ERRORS = ("FormatError", "LayoutError")
"""The errors with which a format says that a text cannot be read."""

NO_EXAMPLE = 'give it a text that it reads: example = "…"'


class FormatSubject(Subject):
    """A format that is being checked."""

    def read(self, share: float = 1.0) -> tuple[str, object]:
        """Return its example, and the result for a `share` of it; raises NotChecked."""
        found = self.caller.result(LocalCalls.boards, share)
        if found is None:
            raise NotChecked("it has no example")
        self.boards += 1
        example, boards = found
        return example, boards


@check("reads", "it does not read its example")
def reads(subject: FormatSubject) -> Finding | None:
    """It reads its example."""
    line = subject.component.line
    if subject.caller.result(LocalCalls.boards, 1.0) is None:
        return Finding("it has no example", line=line, advice=NO_EXAMPLE)
    example, found = subject.read()
    if isinstance(found, Failure):
        return raised(found)
    if not re.match(subject.component.sign, example, re.IGNORECASE):
        advice = f"its sign {brief(subject.component.sign)} must match the beginning"
        return Finding("its example does not begin with its sign", line=line, advice=advice)
    if not (isinstance(found, list) and found and all(type(each) is Grid for each in found)):
        advice = "return a list of boards, [Grid.parse(…)]"
        return Finding(f"it returns {brief(found)}, no boards", line=line, advice=advice)
    subject.fired += 1
    return None


@check("same_twice", "it reads another board when it is asked again")
def same_twice(subject: FormatSubject) -> Finding | None:
    """It reads the same boards when it is asked again."""
    if subject.read()[1] != subject.read()[1]:
        return Finding("it reads other boards the second time", line=subject.component.line)
    return None


@check("cut_short", "it fails on a damaged text", is_must=False)
def is_robust(subject: FormatSubject) -> Finding | None:
    """It says what is wrong with a damaged text."""
    for share in SHARES:
        _, found = subject.read(share)
        if isinstance(found, Failure) and not found.why.startswith(OUR_ERRORS):
            advice = "raise FormatError(what, line=…) for a text that cannot be read"
            why = f"its example, cut after {share:.0%}, makes it raise {found.why}"
            return Finding(why, line=found.line, error=found.error, advice=advice)
    return None


FORMAT_CHECKS = (is_named, reads, same_twice, is_robust, has_docstring, prints_nothing)
