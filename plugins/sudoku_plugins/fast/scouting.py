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


class Way:
    """The predictions of a `scout` for `strategies`, from board to board."""

    def __init__(self, scout: Scout, strategies: Sequence[Component]) -> None:
        self._scout = scout
        self._strategies = strategies
        self._ids = ids_of(tuple(strategies))
        self._steps: list[int] = []
        self._ahead: int | None = None
        self._walk: Walk | None = None

    @staticmethod
    def of(scout: Scout, grid: Grid, strategies: Sequence[Component]) -> Way | None:
        """Return the way from `grid`; None if no scout knows such a board."""
        if grid.marks != "auto" or grid.layout.usual is not Layout.of_size(9):
            return None
        return Way(scout, strategies)

    def stride(self, grid: Grid, start: int) -> tuple[list[Component], Grid]:
        """Return the strategies of the next steps, as far as predicted, and the board after them.

        The strategies before `start` find nothing on `grid`.
        """
        if not self._steps and self._ahead is None:
            self._look(grid, start)
        steps, self._steps, walk = self._steps, [], self._walk
        if not steps or walk is None:
            return [], grid
        end = Grid(grid.layout, walk.digits, masks=walk.masks, given=grid.given)
        return [self._strategies[number] for number in steps], end

    def forget(self) -> None:
        """Forget the predictions from here on."""
        self._steps, self._ahead = [], None

    @property
    def is_known(self) -> bool:
        """Whether the strategy of the next step is known."""
        return bool(self._steps)

    def tried(self, grid: Grid, start: int, is_quiet: bool) -> Iterator[Component]:
        """Yield the strategies to call on `grid`, until one finds a step.

        If it `is_quiet`, they end once the strategy with a step is known, since `stride` may take
        over.
        """
        if not self._steps and self._ahead is None:
            self._look(grid, start)
        while not self._steps:
            ahead, self._ahead = self._ahead, None
            assert ahead is not None
            if ahead == len(self._strategies):
                return
            yield self._strategies[ahead]
            self._look(grid, ahead + 1)
        if not is_quiet:
            yield self._strategies[self._steps.pop(0)]

    def _look(self, grid: Grid, start: int) -> None:
        self._walk = walk = self._scout.walk(grid, self._ids, start, MOST_STEPS)
        self._steps, self._ahead = [*walk.steps], walk.ahead


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
        way = Way.of(self._scout, grid, after_a_step) if self._is_ready else None
        if way is None:
            return super().one_by_one(found, grid, strategies, after_a_step)
        deadline = perf_counter() + self.moment
        begin = len(after_a_step) - len(strategies)
        while grid.boards[0] and not grid.has_empty_cell:
            if end := self._stride(way, found, grid, begin):
                grid, begin = end, 0
                continue
            first: FoundStep | Blame | None = None
            for component in way.tried(grid, begin, self._is_quiet):
                if (first := self.first_step(component, grid)) is not None:
                    break
            if isinstance(first, FoundStep):
                found.append(first)
                grid, begin = first.grid, 0
            elif first is not None or not way.is_known:
                return first
            if found and perf_counter() > deadline:
                return None
        return None

    def _stride(self, way: Way, found: list[FoundStep], grid: Grid, begin: int) -> Grid | None:
        """Advance from `grid` without making steps; return the board, None if it is not possible.

        If the solution is no longer possible, the steps are made, so that the wrong step shows.
        """
        if self._is_quiet:
            authors, end = way.stride(grid, begin)
            solution = self.run.solution_count.solution
            if authors and solution and not end.allows(solution):
                way.forget()
                self._is_quiet = False
            elif authors:
                found += [FoundStep(author, UNTOLD, end) for author in authors]
                return end
        return None


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
