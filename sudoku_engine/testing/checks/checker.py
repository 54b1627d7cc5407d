"""The checks of a checker: its verdicts on copies and near copies, its witnesses tried."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sudoku_engine.board.grid import Grid
from sudoku_engine.plugins.component import Failure
from sudoku_engine.tasks.comparison import ask
from sudoku_engine.testing.boards_with_solutions import Boards, puzzles_of
from sudoku_engine.testing.checks.common import has_docstring, has_id_and_name, prints_nothing
from sudoku_engine.testing.findings import Asked, Fault
from sudoku_engine.testing.plugin_calls import Caller
from sudoku_engine.transform.equivalence import find_transformation
from sudoku_engine.transform.transformation import Transformation

GROUPS = {"4x4": 4, "6x6": 2, "9x9": 6}
"""How many puzzles of which group are compared."""


class CheckerBench:
    """A checker at the bench."""

    def __init__(self, caller: Caller, boards: Boards) -> None:
        self.caller = caller
        self.component = caller.component
        self.kit_boards = boards
        self.boards = 0
        self.fired = 0

    def verdict(self, source: Grid, target: Grid, is_copy: bool) -> Fault | None:
        """What is wrong with the verdict on whether `target` is a copy of `source`."""
        self.boards += 1
        answers = self.caller.call(ask, [self.component], source, target, grid=source)
        assert not isinstance(answers, Failure), "`ask` turns what a checker raises into an answer"
        (answer,) = answers
        if answer.fault is not None:
            why = answer.fault.what.removeprefix(f"{self.component.id} is at fault: ")
            line = answer.fault.line or self.component.line
            return Fault(why, target, line=line, error=answer.fault.__cause__)
        self.fired += answer.similar is not None
        if answer.similar not in (None, is_copy):
            claim = "similar" if answer.similar else "not similar"
            truth = "similar" if is_copy else "not similar"
            why = f"it says {claim}, but the boards are {truth}"
            return Fault(why, target, None, claim, truth, self.component.line)
        return None


def copies(boards: Boards) -> Iterator[tuple[Grid, Grid]]:
    """Boards, each with a copy of it."""
    for group, most in boards.shares(GROUPS).items():
        for number, position in enumerate(puzzles_of(group)[:most]):
            grid = position.grid
            turned = Transformation.random(Random(f"{group} {number}"), grid.layout)
            yield grid, turned.grid(grid)


def near_copies(boards: Boards) -> Iterator[tuple[Grid, Grid]]:
    """Boards, each with a copy in which one given has another digit, so that it is none."""
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


def knows_copies(bench: CheckerBench) -> Fault | None:
    """It says no to no copy, and its transformation makes the one board of the other."""
    boards = bench.caller.in_time(copies(bench.kit_boards))
    faults = (bench.verdict(source, copy, True) for source, copy in boards)
    return next(filter(None, faults), None)


def knows_others(bench: CheckerBench) -> Fault | None:
    """It says yes to nothing that is only nearly a copy."""
    boards = bench.caller.in_time(near_copies(bench.kit_boards))
    faults = (bench.verdict(source, near, False) for source, near in boards)
    return next(filter(None, faults), None)


def decides(bench: CheckerBench) -> Fault | None:
    """It says yes or no to something at all."""
    if bench.boards and not bench.fired:
        return Fault("it never says yes or no", line=bench.component.line)
    return None


CHECKER_CHECKS: tuple[Asked, ...] = (
    Asked("named", "it has an id and a name", has_id_and_name),
    Asked("copies", "its transformation turns a board into its copy", knows_copies),
    Asked("others", "it takes nothing for a copy that is none", knows_others),
    Asked("decides", "it says yes or no", decides),
    Asked("docstring", "it has a docstring", has_docstring, False),
    Asked("quiet", "it does not print", prints_nothing, False),
)
"""What is asked of a checker, in this order."""
