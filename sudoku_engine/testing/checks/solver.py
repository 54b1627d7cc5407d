"""The checks for solvers: their solutions and counts against those of the engine's own search."""

from __future__ import annotations

from sudoku_engine import search
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import brief, counted
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Failure
from sudoku_engine.solving.guard import solution_fault
from sudoku_engine.testing.boards_with_solutions import evenly, puzzles_of
from sudoku_engine.testing.checks.common import (
    Subject,
    has_docstring,
    is_named,
    prints_nothing,
    raised,
)
from sudoku_engine.testing.findings import Finding, NotNeeded, check
from sudoku_engine.testing.kit import Kit
from sudoku_engine.testing.plugin_calls import Caller, LocalCalls, Unusable

GROUPS = {
    "4x4": 6,
    "9x9": 16,
    "6x6": 4,
    "diagonals": 3,
    "jigsaw": 3,
}  # puzzles to solve of each group
SEVERAL = "1... .... .... ...4"  # a board with several solutions

UNSOLVABLE = ("11.. .... .... ....", "12.. ..3. .... 4.4.", "123. ...4 .... ....")

MOST_COUNTED = 400  # more solutions than any board here has


class SolverSubject(Subject):
    """A solver that is being checked."""

    def __init__(self, caller: Caller, kit: Kit) -> None:
        super().__init__(caller, kit)
        self.slow: list[Grid] = []  # the puzzles that it did not solve in time

    def solutions(self, grid: Grid, most: int) -> list[object] | Finding | None:
        """Return its first solutions of `grid`, what is wrong, or None if it gives up."""
        self.boards += 1
        try:
            found = self.caller.result(LocalCalls.solutions, grid, most)
        except GaveUp:
            return None
        if isinstance(found, Failure):
            return raised(found, grid)
        if not isinstance(found, list):
            given = "one board" if isinstance(found, Grid) else brief(found)
            why = f"it returns {given} and not a list of boards"
            advice = "yield each solution, and nothing if there is none"
            return Finding(why, grid, line=self.component.line, advice=advice)
        self.fired += bool(found)
        return found

    def wrong_solutions(
        self, grid: Grid, known: list[tuple[int, ...]], most: int
    ) -> Finding | None:
        """Return what is wrong with its solutions of `grid`, whose digits are all `known`."""
        line = self.component.line
        found = self.solutions(grid, most)
        if not isinstance(found, list):
            return found
        good: list[Grid] = []
        for solution in found:
            why = solution_fault(solution, grid, good)
            if why or not isinstance(solution, Grid):
                return Finding(str(why), grid, line=line)
            good.append(solution)
        expected = min(len(known), most)
        if len(good) == expected:
            return None
        claim = f"it finds {_solutions(len(good))}"
        truth = f"the board has {_solutions(expected)}"
        advice = (
            "" if good else "raise GaveUp(why) if it cannot decide; never return an empty answer"
        )
        return Finding(f"{claim}, but {truth}", grid, None, claim, truth, line, advice)

    def wrong_on(self, grid: Grid, most: int) -> Finding | None:
        """Return what is wrong with its solutions of `grid`, compared with the engine's search."""
        known = [solution.digits for solution in search.solutions(grid)]
        return self.wrong_solutions(grid, known, most)


@check("solves", "it does not find the solution of a puzzle")
def solves(subject: SolverSubject) -> Finding | None:
    """It finds the only solution of each puzzle."""
    exercise = subject.kit.exercise
    groups = exercise.puzzles if exercise and exercise.puzzles else GROUPS
    shares = subject.kit.boards.shares(groups).items()
    puzzles = [each for group, share in shares for each in evenly(puzzles_of(group), share)]
    for grid, solution, *_ in subject.caller.in_time(puzzles, "puzzle"):
        try:
            finding = subject.wrong_solutions(grid, [solution], 2)
        except Unusable as end:
            if not (end.is_late and subject.fired):
                raise
            subject.slow.append(grid)  # it may be right, but slow
            continue
        if finding is not None:
            return finding
    if not subject.fired:
        return Finding("it gives up on every puzzle", line=subject.component.line)
    return None


@check("quick", "it does not solve every puzzle in time", is_must=False)
def is_quick(subject: SolverSubject) -> Finding | None:
    """It solves every puzzle in time."""
    if not subject.slow:
        return None
    limit, slow = subject.caller.limit, len(subject.slow)
    why = f"it does not come back within {limit:g} s on {slow} of the puzzles"
    advice = "go on with the cell that has the fewest candidates"
    return Finding(why, subject.slow[0], line=subject.component.line, advice=advice)


@check("finds_all", "it does not find all solutions of a board, each once")
def finds_all(subject: SolverSubject) -> Finding | None:
    """It finds all solutions of a board, each once."""
    return subject.wrong_on(Grid.parse(SEVERAL), MOST_COUNTED)


@check("sees_none", "it goes wrong on a board without a solution")
def sees_unsolvable(subject: SolverSubject) -> Finding | None:
    """It finds no solution of a board that has none."""
    findings = (subject.wrong_on(Grid.parse(text), 2) for text in UNSOLVABLE)
    return next(filter(None, findings), None)


@check("keeps_marks", "it uses eliminated candidates")
def keeps_marks(subject: SolverSubject) -> Finding | None:
    """It uses no eliminated candidates."""
    start = Grid.parse("1... .... .... ....")
    masks = list(start.masks)
    masks[1] &= 0b0100
    masks[4] &= 0b0100
    return subject.wrong_on(Grid(start.layout, start.digits, masks=masks), MOST_COUNTED)


def _solutions(number: int) -> str:
    return counted(number, "solution") if number else "no solution"


@check("lazy", "it makes all solutions before it yields the first")
def is_lazy(subject: SolverSubject) -> Finding | None:
    """It yields the first solution without making the others."""
    grid = Grid(Layout.named("9x9"), [0] * 81)
    try:
        found = subject.solutions(grid, 1)
    except Unusable as end:
        why = "on an empty board it makes all solutions before it yields the first"
        advice = "yield each solution as soon as it is found"
        return Finding(why, grid, line=end.line, advice=advice)
    if found == []:
        return Finding("it finds no solution of an empty board", grid, line=subject.component.line)
    return found if isinstance(found, Finding) else None


@check("counts", "its own count is wrong")
def counts(subject: SolverSubject) -> Finding | None:
    """Its own count is right."""
    if subject.component.count is None:
        raise NotNeeded("it has no count of its own")
    grid = Grid.parse(SEVERAL)
    total = search.count(grid, MOST_COUNTED)
    for limit in (1, 2, 7, MOST_COUNTED):
        try:
            found = subject.caller.result(LocalCalls.count, grid, limit)
        except GaveUp:
            continue
        if isinstance(found, Failure):
            return raised(found, grid, "count")
        expected = min(limit, total)
        if found != expected:
            why = f"count(grid, {limit}) returns {brief(found)} and not {expected}"
            return Finding(why, grid, line=subject.component.line)
    return None


SOLVER_CHECKS = (
    is_named,
    solves,
    finds_all,
    sees_unsolvable,
    keeps_marks,
    is_lazy,
    counts,
    is_quick,
    has_docstring,
    prints_nothing,
)
