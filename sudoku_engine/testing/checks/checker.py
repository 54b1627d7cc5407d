"""The checks for checkers: their verdicts on copies and on boards that are nearly copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from sudoku_engine.board.grid import Grid
from sudoku_engine.plugins.component import Failure
from sudoku_engine.tasks.comparison import answers_of
from sudoku_engine.testing.boards_with_solutions import BoardCollection, puzzles_of
from sudoku_engine.testing.checks.common import DOCSTRING, NAMED, QUIET, Subject
from sudoku_engine.testing.findings import Check, Finding
from sudoku_engine.transform.equivalence import find_transformation
from sudoku_engine.transform.transformation import Transformation

GROUPS = {"4x4": 4, "6x6": 2, "9x9": 6}
"""The groups, and how many puzzles of each are compared."""


class CheckerSubject(Subject):
    """A checker that is being checked."""

    def wrong_verdict(self, source: Grid, target: Grid, is_copy: bool) -> Finding | None:
        """Return what is wrong with its verdict on whether `target` is a copy of `source`."""
        self.boards += 1
        answers = self.caller.call(answers_of, [self.component], source, target, grid=source)
        assert not isinstance(answers, Failure), "an answer holds a checker's error"
        (answer,) = answers
        if answer.fault is not None:
            why = answer.fault.what.removeprefix(f"{self.component.id} is at fault: ")
            line = answer.fault.line or self.component.line
            return Finding(why, target, line=line, error=answer.fault.__cause__)
        self.fired += answer.similar is not None
        if answer.similar in (None, is_copy):
            return None
        claim, truth = ("similar", "not similar") if answer.similar else ("not similar", "similar")
        why = f"it says {claim}, but the boards are {truth}"
        return Finding(why, target, None, claim, truth, self.component.line)

    def wrong_verdicts(
        self, pairs: Iterable[tuple[Grid, Grid]], are_copies: bool
    ) -> Finding | None:
        """Return the first thing that is wrong with its verdicts on `pairs` of boards."""
        findings = (self.wrong_verdict(*pair, are_copies) for pair in self.caller.in_time(pairs))
        return next(filter(None, findings), None)


def copies(boards: BoardCollection) -> Iterator[tuple[Grid, Grid]]:
    """Yield boards, each with a copy of it."""
    for group, count in boards.shares(GROUPS).items():
        for number, position in enumerate(puzzles_of(group)[:count]):
            grid = position.grid
            transformation = Transformation.random(Random(f"{group} {number}"), grid.layout)
            yield grid, transformation.grid(grid)


def near_copies(boards: BoardCollection) -> Iterator[tuple[Grid, Grid]]:
    """Yield boards, each with a copy in which one given is changed, so that it is not a copy."""
    for source, copy in copies(boards):
        for cell in copy.layout.cells:
            digits = list(copy.digits)
            if not digits[cell]:
                continue
            digits[cell] = digits[cell] % copy.layout.n + 1
            near = Grid(copy.layout, digits)
            if find_transformation(source, near) is None:
                yield source, near
                break


def knows_copies(subject: CheckerSubject) -> Finding | None:
    """Check that it never says no to a copy, and that its transformation makes that copy."""
    return subject.wrong_verdicts(copies(subject.kit.boards), are_copies=True)


def knows_others(subject: CheckerSubject) -> Finding | None:
    """Check that it never says yes to a board that is only nearly a copy."""
    return subject.wrong_verdicts(near_copies(subject.kit.boards), are_copies=False)


def decides(subject: CheckerSubject) -> Finding | None:
    """Check that it says yes or no to some boards."""
    if subject.boards and not subject.fired:
        return Finding("it never says yes or no", line=subject.component.line)
    return None


CHECKER_CHECKS: tuple[Check, ...] = (
    NAMED,
    Check("copies", "its transformation must turn a board into its copy", knows_copies),
    Check("others", "it must never call a different board a copy", knows_others),
    Check("decides", "it must say yes or no to something", decides),
    DOCSTRING,
    QUIET,
)
"""The checks of a checker, in their order."""
