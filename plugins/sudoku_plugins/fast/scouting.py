"""The strategies to call on each board, if a scout knows which bundled strategies find nothing.

It predicts the strategy of the next step and the board after it. The strategy itself still makes
the step, so steps are the same; only the strategies before it are not called in vain. If nobody
needs the steps, the scout continues alone as far as it can predict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import repeat
from time import perf_counter

from sudoku_engine import Grid, Layout, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.finder import Blame, FoundStep, PlainFinder
from sudoku_engine.solving.run_state import Lineup, RunState
from sudoku_plugins.fast.scout import SCOUT, Scout, Walk

UNTOLD = Step()
"""The placeholder for a step that nobody needs."""

MOST_STEPS = 1000
"""More than the candidates and cells of a board of 9 rows."""

LARGE = 1000
"""An amount of work that is worth any preparation of a scout."""


@lru_cache(64)
def ids_of(strategies: tuple[Component, ...]) -> tuple[str | None, ...]:
    """Return the ids of the `strategies`, and None for those that a scout does not know."""
    return tuple(
        [
            each.id if each.is_bundled and each.options == each.default_options else None
            for each in strategies
        ]
    )


class ScoutFinder(PlainFinder):
    """Calls only the strategies that find a step, as far as a `scout` knows them."""

    def __init__(self, run: RunState, scout: Scout) -> None:
        super().__init__(run)
        self._scout = scout
        self._is_quiet = (
            run.is_brief and run.settings.max_steps >= MOST_STEPS and not run.lineup.foreign
        )

    @cached_property
    def _is_ready(self) -> bool:
        return self._scout.is_ready(1)

    def one_by_one(
        self,
        found: list[FoundStep],
        grid: Grid,
        strategies: Sequence[Component],
        after_a_step: Sequence[Component],
    ) -> Blame | None:
        """Find one step after another; see `PlainFinder`."""
        if grid.marks != "auto" or not self._is_ready:
            return super().one_by_one(found, grid, strategies, after_a_step)
        ids = ids_of(tuple(after_a_step))
        deadline = perf_counter() + self.moment
        begin, numbers = len(after_a_step) - len(strategies), list[int]()
        while grid.boards[0] and not grid.has_empty_cell:
            if not numbers:
                walk = self._scout.walk(grid, ids, begin, MOST_STEPS)
                numbers = [*walk.steps, walk.ahead]
                if end := self._end_of(walk, grid):
                    found += [FoundStep(after_a_step[each], UNTOLD, end) for each in walk.steps]
                    grid, numbers = end, [walk.ahead]
                    continue
            number = numbers.pop(0)
            if number == len(after_a_step):
                return None
            first = self.first_step(after_a_step[number], grid)
            if isinstance(first, FoundStep):
                found.append(first)
                grid, begin = first.grid, 0
            elif first is not None:
                return first
            else:
                begin, numbers = number + 1, []
            if found and perf_counter() > deadline:
                return None
        return None

    def _end_of(self, walk: Walk, grid: Grid) -> Grid | None:
        """Return the board after a `walk` from `grid`, None if its steps must be made.

        If the solution is no longer possible, they are made, so that the wrong step shows.
        """
        if not self._is_quiet or not walk.steps:
            return None
        end = Grid(grid.layout, walk.digits, masks=walk.masks, given=grid.given)
        solution = self.run.solution_count.solution
        self._is_quiet = not solution or end.allows(solution)
        return end if self._is_quiet else None


def scout_finder(run: RunState) -> ScoutFinder | None:
    """Return the finder of a `run`; None if the scout knows nothing of it."""
    if run.grid.layout.usual is not Layout.of_size(9):  # the scout knows no other boards
        return None
    lineup = run.lineup
    return ScoutFinder(run, SCOUT) if len(lineup.foreign) < len(lineup.strategies) else None


def counts_by_scout(lineup: Lineup, puzzles: bytes) -> Iterator[Sequence[int] | None]:
    """Yield, by puzzle, the number of steps by strategy, if a scout knows the whole solution.

    `puzzles`: as for `Scout.counts`, which is called only if the scout is ready.
    """
    layout, settings = Layout.of_size(9), lineup.settings
    n = len(puzzles) // len(layout.cells)
    limited = settings.max_passes is not None or settings.max_steps < MOST_STEPS
    if lineup.foreign or limited or not SCOUT.is_ready(LARGE):
        return repeat(None, n)
    return SCOUT.counts(puzzles, ids_of(tuple(lineup.strategies_on(layout))))
