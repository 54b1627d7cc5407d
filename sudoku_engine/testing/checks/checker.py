"""The checks for checkers: their verdicts on copies and on boards that are nearly copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.plugins.component import Failure
from sudoku_engine.solving.comparison import in_words, verdict_fault
from sudoku_engine.symmetry.equivalence import find_transformation
from sudoku_engine.symmetry.transformation import Transformation
from sudoku_engine.testing.boards_with_solutions import BoardCollection, puzzles_of
from sudoku_engine.testing.checks.common import (
    Subject,
    has_docstring,
    is_named,
    prints_nothing,
    raised,
)
from sudoku_engine.testing.findings import Finding, NotChecked, check
from sudoku_engine.testing.plugin_calls import LocalCalls

GROUPS = {"4x4": 4, "6x6": 2, "9x9": 6}  # the groups, and how many puzzles of each are compared


class CheckerSubject(Subject):
    """A checker that is being checked."""

    has_failed = False  # whether it raised an error, or what it said was wrong

    def wrong_verdict(self, source: Grid, target: Grid, is_copy: bool) -> Finding | None:
        """Return what is wrong with its verdict on whether `target` is a copy of `source`."""
        self.boards += 1
        verdict = self.caller.result(LocalCalls.verdict, source, target)
        if isinstance(verdict, Failure):
            self.has_failed = True
            return raised(verdict, target)
        why = verdict_fault(verdict, source, target)
        if not why and verdict.similar is False:
            known = find_transformation(source, target)
            if known is not None:
                why = f"it says no, but there is a transformation: {in_words(known, source)}"
        if why:
            self.has_failed = True
            line = self.component.line
            return Finding(why, target, line=line, about="its answer cannot be used")
        self.fired += verdict.similar is not None
        if verdict.similar in (None, is_copy):
            return None
        claim, truth = "yes", "the second board is not a transformation of the first"
        if is_copy:
            claim, truth = "no", "the second board is a transformation of the first"
        why = f"it says {claim}, but {truth}"
        return Finding(why, target, None, f"it says {claim}", truth, self.component.line)

    def wrong_verdicts(
        self, pairs: Iterable[tuple[Grid, Grid]], are_copies: bool
    ) -> Finding | None:
        """Return the first thing that is wrong with its verdicts on `pairs` of boards."""
        pairs_in_time = self.caller.in_time(list(pairs), "pair")
        findings = (self.wrong_verdict(*pair, are_copies) for pair in pairs_in_time)
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


@check("copies", "it does not know a copy, or how it was made")
def knows_copies(subject: CheckerSubject) -> Finding | None:
    """It knows copies and how they were made."""
    return subject.wrong_verdicts(copies(subject.kit.boards), are_copies=True)


@check("others", "it calls a different board a copy")
def knows_others(subject: CheckerSubject) -> Finding | None:
    """It never calls a different board a copy."""
    return subject.wrong_verdicts(near_copies(subject.kit.boards), are_copies=False)


@check("decides", "it says neither yes nor no")
def decides(subject: CheckerSubject) -> Finding | None:
    """It says yes or no."""
    if subject.has_failed:
        raise NotChecked("its answers must be right first")
    if subject.boards and not subject.fired:
        pairs = counted(subject.boards, "pair")
        why = f"it says neither yes nor no: its answer to all {pairs} of boards is None"
        return Finding(why, line=subject.component.line)
    return None


CHECKER_CHECKS = (is_named, knows_copies, knows_others, decides, has_docstring, prints_nothing)
