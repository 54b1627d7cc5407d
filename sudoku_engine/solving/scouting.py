"""The strategies to call on each board, if a scout knows which bundled strategies find nothing.

A scout is machine code that comes with the bundled strategies. It predicts the strategy of the next
step and the board after it. The strategy itself still makes the step, so steps are the same; only
the strategies before it are not called in vain. If nobody needs the steps, the scout continues
alone as far as it can predict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module

from sudoku_engine.api.hookspecs import PROJECT
from sudoku_engine.api.strategy import Scout, Walk
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Step
from sudoku_engine.plugins.component import Component

UNTOLD = Step()
"""The placeholder for a step that nobody needs."""

MOST_STEPS = 1000
"""More than the candidates and cells of a board of 9 rows."""


LARGE = 1000
"""An amount of work that is worth any preparation of a scout."""


def scout_of(strategies: Sequence[Component]) -> Scout | None:
    """Return the scout of the bundled strategies among the `strategies`."""
    packages = (each.origin.name for each in strategies if each.is_bundled)
    scout = getattr(import_module(next(packages, PROJECT)), "scout", None)
    return scout() if scout else None


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
    def of(scout: Scout | None, grid: Grid, strategies: Sequence[Component]) -> Way | None:
        """Return the way from `grid`; None if there is no scout for such a board."""
        if scout is None or grid.marks != "auto" or grid.layout.usual is not Layout.of_size(9):
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

    def is_of(self, strategies: Sequence[Component]) -> bool:
        """Return whether this is the way of these very `strategies`."""
        return self._strategies is strategies

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
