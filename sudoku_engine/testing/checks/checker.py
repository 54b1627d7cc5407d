"""The checks for checkers: their verdicts on copies and on boards that are nearly copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from sudoku_engine.api.protocols import Verdict
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.plugins.component import Failure
from sudoku_engine.solving.comparison import in_words, verdict_fault
from sudoku_engine.testing.boards_with_solutions import BoardCollection, puzzles_of
from sudoku_engine.testing.checks.common import DOCSTRING, NAMED, QUIET, Subject, raised
from sudoku_engine.testing.findings import Check, Finding, NotChecked
from sudoku_engine.testing.plugin_calls import LocalCalls
from sudoku_engine.transform.equivalence import find_transformation
from sudoku_engine.transform.transformation import Transformation

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
        if why := verdict_fault(verdict, source, target) or self._false_no(verdict, source, target):
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

    def _false_no(self, verdict: Verdict, source: Grid, target: Grid) -> str:
        """Return what is wrong with a no about boards of which one is a copy of the other."""
        known = None if verdict.similar is not False else find_transformation(source, target)
        if known is None:
            return ""
        return f"it says no, but there is a transformation: {in_words(known, source)}"

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


def knows_copies(subject: CheckerSubject) -> Finding | None:
    """Check that it never says no to a copy, and that its transformation makes that copy."""
    return subject.wrong_verdicts(copies(subject.kit.boards), are_copies=True)


def knows_others(subject: CheckerSubject) -> Finding | None:
    """Check that it never says yes to a board that is only nearly a copy."""
    return subject.wrong_verdicts(near_copies(subject.kit.boards), are_copies=False)


def decides(subject: CheckerSubject) -> Finding | None:
    """Check that it says yes or no to some boards."""
    if subject.has_failed:
        raise NotChecked("its answers must be right first")
    if subject.boards and not subject.fired:
        pairs = counted(subject.boards, "pair")
        why = f"it says neither yes nor no: its answer to all {pairs} of boards is None"
        return Finding(why, line=subject.component.line)
    return None


CHECKER_CHECKS: tuple[Check, ...] = (
    NAMED,
    Check(
        "copies",
        "it knows copies and how they were made",
        "it does not know a copy, or how it was made",
        knows_copies,
    ),
    Check(
        "others",
        "it never calls a different board a copy",
        "it calls a different board a copy",
        knows_others,
    ),
    Check("decides", "it says yes or no", "it says neither yes nor no", decides),
    DOCSTRING,
    QUIET,
)
"""The checks of a checker, in their order."""
