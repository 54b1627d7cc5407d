"""The checks of a solver: its counts and solutions beside those of the engine's own search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sudoku_engine import search
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Failure
from sudoku_engine.solving.guard import falsehood
from sudoku_engine.tasks.verification import count
from sudoku_engine.testing.boards_with_solutions import Boards, puzzles_of
from sudoku_engine.testing.checks.common import has_docstring, has_id_and_name, prints_nothing
from sudoku_engine.testing.findings import Asked, Fault, NotAsked
from sudoku_engine.testing.plugin_calls import Caller, Unfit

GROUPS = {"4x4": 6, "9x9": 16, "6x6": 4, "diagonals": 3, "jigsaw": 3}
"""How many puzzles of which group are solved."""

SEVERAL = "1... .... .... ...4"
"""A board with 48 solutions or so: the search counts them."""

MOST_COUNTED = 400


class SolverBench:
    """A solver at the bench."""

    def __init__(self, caller: Caller, kit_boards: Boards) -> None:
        self.caller = caller
        self.component = caller.component
        self.kit_boards = kit_boards
        self.slow: list[Grid] = []
        self.boards = 0
        self.fired = 0

    def first(self, grid: Grid, most: int) -> list[object] | Failure | None:
        """Return up to `most` results of the solver for `grid`; None if it gives up."""
        self.boards += 1
        try:
            found = self.caller.call(
                lambda: list(islice(self.component.call(grid), most)), grid=grid
            )
        except GaveUp:
            return None
        self.fired += bool(found) and not isinstance(found, Failure)
        return found


def puzzles(kit_boards: Boards) -> Iterator[tuple[Grid, tuple[int, ...]]]:
    """Puzzles of several sizes, each with its one solution."""
    for group, most in kit_boards.shares(GROUPS).items():
        known = puzzles_of(group)
        for index in range(min(most, len(known))):
            position = known[index * len(known) // min(most, len(known))]
            yield position.grid, position.solution


def solves(bench: SolverBench) -> Fault | None:
    """It finds the one solution of each puzzle, and no other."""
    for grid, solution in bench.caller.in_time(puzzles(bench.kit_boards)):
        try:
            fault = _fault(bench, grid, [solution], 2)
        except Unfit as unfit:
            if not (unfit.is_late and bench.fired):
                raise
            bench.slow.append(grid)  # right, as far as is known, and no more than slow
            continue
        if fault is not None:
            return fault
    if not bench.fired:
        return Fault("it solves none of the puzzles", line=bench.component.line)
    return None


def is_quick(bench: SolverBench) -> Fault | None:
    """It needed too long for none of the puzzles."""
    if not bench.slow:
        return None
    many = f"{len(bench.slow)} of the puzzles"
    why = f"it does not come back within {bench.caller.limit:g} s on {many}"
    advice = "go on with the cell that has the fewest candidates"
    return Fault(why, bench.slow[0], line=bench.component.line, advice=advice)


def finds_all(bench: SolverBench) -> Fault | None:
    """It finds all solutions of a board that has many, each once."""
    grid = Grid.parse(SEVERAL)
    known = [solution.digits for solution in search.solutions(grid)]
    return _fault(bench, grid, known, MOST_COUNTED)


def sees_none(bench: SolverBench) -> Fault | None:
    """It finds no solution where there is none."""
    for text in ("11.. .... .... ....", "12.. ..3. .... 4.4.", "123. ...4 .... ...."):
        grid = Grid.parse(text)
        known = [solution.digits for solution in search.solutions(grid)]
        if fault := _fault(bench, grid, known, 2):
            return fault
    return None


def keeps_marks(bench: SolverBench) -> Fault | None:
    """What is struck from a board stays struck in its solutions."""
    start = Grid.parse("1... .... .... ....")
    masks = list(start.masks)
    masks[1] &= 0b0100
    masks[4] &= 0b0100
    grid = Grid(start.layout, start.digits, masks=masks)
    known = [solution.digits for solution in search.solutions(grid)]
    return _fault(bench, grid, known, MOST_COUNTED)


def _fault(bench: SolverBench, grid: Grid, known: list[tuple[int, ...]], most: int) -> Fault | None:
    """What is wrong with the solutions of `grid`, where all are `known`."""
    line = bench.component.line
    found = bench.first(grid, most)
    if isinstance(found, Failure):
        return Fault(f"it raises {found.why}", grid, line=found.line, error=found.error)
    if found is None:
        return None
    good: list[Grid] = []
    for solution in found:
        why = falsehood(solution, grid, good)
        if why or not isinstance(solution, Grid):
            return Fault(str(why), grid, line=line)
        good.append(solution)
    if len(good) != min(len(known), most):
        claim, truth = _counted(len(good)), _counted(min(len(known), most))
        advice = "" if good else "raise GaveUp(why) where it cannot say, never an empty answer"
        return Fault(f"it finds {claim}, but there {truth}", grid, None, claim, truth, line, advice)
    return None


def _counted(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {number}" if number else "is none"


def is_lazy(bench: SolverBench) -> Fault | None:
    """The first solution of an empty board comes without those after it."""
    grid = Grid(Layout.named("9x9"), [0] * 81)
    try:
        found = bench.first(grid, 1)
    except Unfit as unfit:
        why = "the first solution of an empty board does not come: it makes all of them first"
        advice = "yield each solution when it is found"
        return Fault(why, grid, line=unfit.line, advice=advice)
    if isinstance(found, Failure):
        return Fault(f"it raises {found.why}", grid, line=found.line, error=found.error)
    if found == []:
        return Fault("it finds no solution of an empty board", grid, line=bench.component.line)
    return None


def counts(bench: SolverBench) -> Fault | None:
    """Its own `count` is right, and stops at the limit."""
    if bench.component.counting_solver is None:
        raise NotAsked("it has no count of its own")
    grid = Grid.parse(SEVERAL)
    total = search.count(grid, MOST_COUNTED)
    for limit in (1, 2, 7, MOST_COUNTED):
        try:
            found = bench.caller.call(count, bench.component, grid, limit, grid=grid)
        except GaveUp:
            continue
        if isinstance(found, Failure):
            return Fault(f"count raises {found.why}", grid, line=found.line, error=found.error)
        if found != min(limit, total):
            why = f"count(grid, {limit}) gives {found}, but there are {min(limit, total)}"
            return Fault(why, grid, line=bench.component.line)
    return None


SOLVER_CHECKS: tuple[Asked, ...] = (
    Asked("named", "it has an id and a name", has_id_and_name),
    Asked("solves", "it finds the one solution of each puzzle", solves),
    Asked("finds_all", "it finds all solutions of a board, each once", finds_all),
    Asked("sees_none", "it finds none where there is none", sees_none),
    Asked("keeps_marks", "what is struck stays struck", keeps_marks),
    Asked("lazy", "the first solution comes without the others", is_lazy),
    Asked("counts", "its own count is right", counts),
    Asked("quick", "it needs too long for no puzzle", is_quick, False),
    Asked("docstring", "it has a docstring", has_docstring, False),
    Asked("quiet", "it does not print", prints_nothing, False),
)
"""What is asked of a solver, in this order."""
