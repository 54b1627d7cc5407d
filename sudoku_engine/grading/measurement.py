"""A strategy on puzzles that simpler ones leave open: what it solves, finds and does wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import objection, trimmed
from sudoku_engine.tasks.rating import Rater
from sudoku_engine.testing.boards_with_solutions import Boards
from sudoku_engine.testing.checks.strategy import StrategyBench
from sudoku_engine.testing.plugin_calls import Caller, Trial, Unfit
from sudoku_engine.testing.technique_comparison import compared


@dataclass
class Figures:
    """What came of a strategy on the puzzles.

    `n_open`: the puzzles that simpler strategies alone leave open, `solved`: those of them that
    are solved when this one helps, and was not at fault there; `steps`: its steps that were taken;
    `faults`: its steps and calls that were wrong, `why` the first of them was, and at which
    `line` (0: unknown); `calls` and the `seconds` that they took. `found` of the `wanted` steps
    of a technique were found, and `other` steps of all `given` were none of its.
    """

    n_open: int = 0
    solved: int = 0
    steps: int = 0
    faults: int = 0
    why: str = ""
    line: int = 0
    calls: int = 0
    seconds: float = 0.0
    found: int = 0
    wanted: int = 0
    other: int = 0
    given: int = 0

    def fault(self, why: str, line: int = 0) -> None:
        """Counts a fault."""
        if not self.faults:
            self.why, self.line = why, line
        self.faults += 1

    @property
    def part(self) -> float:
        """How much of the technique was found, 0 to 1."""
        return self.found / self.wanted if self.wanted else 0.0


class Posed(NamedTuple):
    """A puzzle with the digits of its one solution, by cell."""

    grid: Grid
    solution: tuple[int, ...]


@dataclass
class Measuring:
    """What measures the strategy of `caller` on `puzzles`, beside `ours`, the bundled ones.

    Simpler are those of `ours` that score less than it, or than the technique `against`.
    `tell` is given the figures whenever they have changed.
    """

    caller: Caller
    ours: Sequence[Component]
    against: Component | None
    tell: Callable[[Figures], None]
    figures: Figures = field(default_factory=Figures)

    def __post_init__(self) -> None:
        component = self.caller.component
        bar = (self.against or component).strategy.score
        self._rater = Rater(self.ours)
        self._simpler = tuple(
            other
            for other in self._rater.strategies
            if other.strategy.score < bar and other.id != component.id
        )

    def run(self, puzzles: Sequence[Posed]) -> None:
        """Measures; a strategy that does not come back is not asked again."""
        fit = [posed for posed in puzzles if self.caller.component.suits(posed.grid.layout.n)]
        rests = [Posed(self._rest(grid), solution) for grid, solution in fit]
        left = [posed for posed in rests if not posed.grid.is_solved]
        self.figures.n_open = len(left)
        self.tell(self.figures)
        try:
            for posed in left:
                self._solve(posed)
                self.tell(self.figures)
            self._compare()
        except Unfit as unfit:
            self.figures.fault(unfit.why, 0 if unfit.is_late else unfit.line)
        self.tell(self.figures)

    def _rest(self, grid: Grid) -> Grid:
        """The board where the simpler strategies find nothing more on `grid`."""
        return self._rater.after(grid, self._simpler)

    def _solve(self, posed: Posed) -> None:
        """Goes on by turns with the simpler strategies, until nobody finds anything."""
        figures = self.figures
        grid, faults = posed.grid, figures.faults
        while True:
            begun = process_time()
            try:
                trial = self.caller.trial(grid)
            finally:
                figures.seconds += process_time() - begun
                figures.calls += 1
            before = figures.steps
            for step in self._good(trial, posed.solution):
                left = trimmed(step, grid)
                if left is not None:
                    grid = grid.apply(left)
                    figures.steps += 1
            if figures.steps > before:
                grid = self._rest(grid)
            if figures.steps == before or grid.is_solved:
                break
        figures.solved += grid.is_solved and figures.faults == faults

    def _good(self, trial: Trial, solution: tuple[int, ...]) -> list[Step]:
        """The steps of a `trial` that are right; the others are faults."""
        if trial.why:
            self.figures.fault(trial.why, trial.line)
        elif trial.changed:
            self.figures.fault(f"it changes {trial.changed}", trial.line)
        good = []
        for step, line in zip(trial.steps, trial.lines):
            why = objection(step, trial.grid, solution)
            if why is not None:
                self.figures.fault(why, line)
            elif isinstance(step, Step):
                good.append(step)
        return good

    def _compare(self) -> None:
        """Sets it beside the technique, on the boards on which `plugins check` does so."""
        if self.against is None:
            return
        bench = StrategyBench(self.caller, self.ours, Boards())
        found = compared(self.caller, self.against, bench.seen(), self.ours)
        self.figures.found = found.n_found
        self.figures.wanted = found.n_found + len(found.missed)
        self.figures.other = len(found.extra)
        self.figures.given = found.n_steps
