"""Whether a board is a proper puzzle, in words."""

from itertools import islice
from typing import Any, NamedTuple

from sudoku_engine.api.events import Ended
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.errors import GaveUp, PluginError, SudokuError
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.solving.guard import count_solutions, no_solution

_IN_WORDS = {0: "no solution", 1: "1 solution", 2: "2+ solutions"}
"""Numbers of solutions, counted up to 2."""


class Verification(NamedTuple):
    """Whether a board is a proper puzzle."""

    is_valid: bool
    """Whether it is solved, or has one solution."""
    words: str
    fault: PluginError | None = None
    solutions: int | None = None
    """The number of solutions: 0, 1, or 2 for several; None if unknown."""

    def __bool__(self) -> bool:
        return self.is_valid

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<Verification {self.words}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the result as data for JSON; 2 solutions mean two or more."""
        valid = None if self.solutions is None else self.is_valid
        return {"valid": valid, "solutions": self.solutions, "words": self.words}


SOLVED = Verification(True, "valid: solved", solutions=1)
UNIQUE = Verification(True, "valid: 1 solution", solutions=1)
SEVERAL = Verification(False, "invalid: 2+ solutions", solutions=2)


def verified(grid: Grid, solver: Component) -> Verification:
    """Return whether `grid` is solved or has one solution, counted by `solver`.

    A person's solver is not believed if the engine counts differently, or gives up.
    """
    why = grid.repetition()
    if why:
        return Verification(False, f"invalid: {why}", solutions=0)
    if grid.is_solved:
        return SOLVED
    try:
        solutions = solver.guarded_call(count, solver, grid, 2)
    except GaveUp as error:
        return Verification(False, f"undecided: {error}")
    if isinstance(solutions, Failure):
        if isinstance(solutions.error, SudokuError):
            raise solutions.error
        return _undecided(solver, solutions)
    if not solver.is_bundled:
        known = count_solutions(grid).solutions
        if known is None:
            words = _IN_WORDS.get(solutions, counted(solutions, "solution"))
            return Verification(False, f"undecided: {solver.id} counts {words}, too hard to check")
        if known != solutions:
            found, truth = (_IN_WORDS.get(n, counted(n, "solution")) for n in (solutions, known))
            why = f"it counts {found}, but there {'are' if known == 2 else 'is'} {truth}"
            return _undecided(solver, Failure(why, solver.line))
    if solutions == 0:
        return Verification(False, f"invalid: {no_solution(grid)}", solutions=0)
    return UNIQUE if solutions == 1 else SEVERAL


def _undecided(solver: Component, failure: Failure) -> Verification:
    why = f"{solver.id} is at fault: {failure.why}"
    fault = PluginError(why, solver.id, solver.shown_file, failure.line)
    fault.__cause__ = failure.error
    return Verification(False, f"undecided: {solver.id} is at fault", fault)


def n_solutions(grid: Grid, ended: Ended) -> str:
    """Return the number of solutions of `grid` in words, after a run that `ended`."""
    if ended.outcome == "contradiction":
        return ended.why if ended.why.startswith("no solution") else f"no solution, {ended.why}"
    solutions = count_solutions(grid).solutions
    if solutions is None:
        return "solved" if ended.outcome == "solved" else f"undecided: {ended.why or ended.outcome}"
    return _IN_WORDS[solutions]


def count(solver: Component, grid: Grid, limit: int) -> int:
    """Count the solutions that `solver` finds for `grid`, up to `limit`."""
    if "count" in solver.methods and not solver.options:
        return int(solver.methods["count"](grid, limit))
    return sum(1 for _ in islice(solver.call(grid), limit))
