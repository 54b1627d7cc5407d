"""How hard a puzzle is for a person, on HoDoKu's scale.

Every step has the score of its strategy, and their sum is the score of the puzzle. Its level is
that of the hardest strategy that was needed, or a harder one where many steps make up a high score.
Scores and levels stand in the strategies: one from a plugin takes part as ours do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sudoku_engine.api.events import Ended
from sudoku_engine.api.puzzle import BEYOND, Fault, Rating
from sudoku_engine.api.run import Run
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import SudokuError, UsageError, near_name
from sudoku_engine.isolation.time_limits import NO_LAST_RESORT, LastResort
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.families import strategies_named
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.oracle import count_solutions, no_solution
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings

LIMITS: Mapping[str, float] = {
    "easy": 800,
    "medium": 1000,
    "hard": 1600,
    "unfair": 1800,
    "extreme": float("inf"),
}
"""By level, the highest score of a puzzle that is no harder."""


class NotRated(SudokuError):
    """A board that has no rating, since it is no puzzle with one solution; its text says why."""


class Rater:
    """What rates puzzles, by `strategies` in their order of trial.

    It applies one step at a time and keeps pencil marks automatically, whatever the `settings`
    of the loop say. Steps are guarded, and strategies watched, only where not all of them come
    with the engine. `last_resort`: see `Loop`. `faults` holds the first fault of each
    strategy, in all that was asked so far.
    """

    def __init__(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings = DEFAULTS,
        last_resort: LastResort = NO_LAST_RESORT,
    ) -> None:
        self._unfit = [component for component in strategies if component.marks == "manual"]
        self.strategies = tuple(each for each in strategies if each.marks is None)
        self.settings = replace(settings, mode="first", pencilmarks="auto")
        self.faults: list[Fault] = []
        self._last_resort = last_resort
        self._loops: dict[tuple[Component, ...], Loop] = {}

    def rate(self, grid: Grid) -> Rating:
        """How hard `grid` is; raises NotRated unless it has one solution.

        Where the search cannot tell in good time whether it has, it is rated as if it had.
        """
        if why := _no_puzzle(grid):
            raise NotRated(why)
        ended, faults = self._run(grid, self.strategies)
        used = [component for component in self.strategies if ended.counts.get(component.id)]
        counts = {component.id: ended.counts[component.id] for component in used}
        score = sum(
            count * component.strategy.score for component, count in zip(used, counts.values())
        )
        # Of equal scores the later in the order of trial.
        hardest = max(reversed(used), key=lambda component: component.strategy.score, default=None)
        return Rating(
            _level(score, used) if ended.outcome == "solved" else BEYOND,
            score,
            hardest.author if hardest else None,
            counts,
            ended.outcome,
            ended.why,
            ended.grid.n_open,
            faults,
        )

    def solves(self, grid: Grid, strategies: Sequence[Component]) -> bool:
        """Whether `strategies` alone solve `grid`, in the order in which they stand."""
        return self.after(grid, strategies).is_solved

    def after(self, grid: Grid, strategies: Sequence[Component]) -> Grid:
        """The board that `strategies` alone come to on `grid`: solved, or where they are stuck."""
        return self._run(grid, tuple(strategies))[0].grid

    def strategy(self, name: str) -> Component:
        """The strategy with the id `name`; raises UsageError with the near name."""
        known = {component.id: component for component in self.strategies}
        if name not in known:
            self._check_marks(name)
            raise UsageError(f"unknown strategy {name!r}: {near_name(name, known)}")
        return known[name]

    def strategies_named(self, name: str) -> list[Component]:
        """Return the strategy with the id `name`, or those of that family; raises UsageError."""
        self._check_marks(name)
        return strategies_named(name, self.strategies)

    def _check_marks(self, name: str) -> None:
        if any(component.id == name for component in self._unfit):
            raise UsageError(
                f"{name} has work only where pencil marks are kept by hand, and puzzles are rated "
                "with automatic ones: name another strategy"
            )

    def before(self, name: str) -> tuple[Component, ...]:
        """The strategies that are tried before the one with the id `name`."""
        return self.strategies[: self.strategies.index(self.strategy(name))]

    def _run(
        self, grid: Grid, strategies: tuple[Component, ...]
    ) -> tuple[Ended, tuple[Fault, ...]]:
        """How the loop with `strategies` ends on `grid`, and what went wrong in it."""
        run = Run(grid, self._loop(strategies).events(grid))
        ended = run.drain()
        for fault in run.faults:
            if all(fault.strategy != known.strategy for known in self.faults):
                self.faults.append(fault)
        return ended, tuple(run.faults)

    def _loop(self, strategies: tuple[Component, ...]) -> Loop:
        if strategies not in self._loops:
            settings = replace(self.settings, guard=True)
            if all(component.origin.how == "bundled" for component in strategies):
                settings = replace(settings, guard=False, step_timeout=0)
            self._loops[strategies] = Loop(strategies, settings, last_resort=self._last_resort)
        return self._loops[strategies]


def _no_puzzle(grid: Grid) -> str | None:
    """Why `grid` is no puzzle with one solution, in words; None where it is, or may be."""
    if why := grid.repetition():
        return why
    solutions = count_solutions(grid).solutions
    if solutions == 0:
        return no_solution(grid)
    return "2+ solutions" if solutions == 2 else None


def _level(score: int, used: Sequence[Component]) -> str:
    """The level of a puzzle with this `score` that takes the strategies `used`."""
    by_score = next(level for level in LEVELS if score <= LIMITS[level])
    levels: list[str] = [by_score, *(component.strategy.level for component in used)]
    return max(levels, key=LEVELS.index)
