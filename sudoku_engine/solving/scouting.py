"""The strategies to call on each board, where a scout knows which of the bundled ones find nothing.

A scout is machine code that comes with the bundled strategies. It says who takes the next step, and
how the board goes on. Steps are still made by the strategy itself, so they are the same; only those
before it are not called in vain. Where nobody asks for the steps, the scout goes on alone as far as
it knows the way.
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
"""What stands for a step that nobody asks for."""

MOST_STEPS = 1000
"""More than a board of 9 rows has candidates and cells."""


LARGE = 1000
"""An amount of work for which a scout is worth any preparation."""


def scout_of(strategies: Sequence[Component]) -> Scout | None:
    """Return the scout of the bundled ones of the `strategies`."""
    packages = (each.origin.name for each in strategies if each.is_bundled)
    scout = getattr(import_module(next(packages, PROJECT)), "scout", None)
    return scout() if scout else None


@lru_cache(64)
def ids_of(strategies: tuple[Component, ...]) -> tuple[str | None, ...]:
    """Return the ids of the `strategies`, None for those that a scout does not know."""
    return tuple(
        [
            each.id if each.is_bundled and each.options == each.default_options else None
            for each in strategies
        ]
    )


class Way:
    """What a `scout` says of the way of `strategies`, from board to board."""

    def __init__(self, scout: Scout, strategies: Sequence[Component]) -> None:
        self._scout = scout
        self._strategies = strategies
        self._ids = ids_of(tuple(strategies))
        self._steps: list[int] = []
        self._ahead: int | None = None
        self._walk: Walk | None = None

    @staticmethod
    def of(scout: Scout | None, grid: Grid, strategies: Sequence[Component]) -> Way | None:
        """Return the way from `grid`, None if there is no scout for such a board."""
        if scout is None or grid.marks != "auto" or grid.layout is not Layout.of_size(9):
            return None
        return Way(scout, strategies)

    def stride(self, grid: Grid, start: int) -> tuple[list[Component], Grid]:
        """Return who takes the next steps, as far as it is known, and the board after them.

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
        """Forget what is known of the way from here on."""
        self._steps, self._ahead = [], None

    @property
    def is_known(self) -> bool:
        """Whether it is known who takes the next step."""
        return bool(self._steps)

    def tried(self, grid: Grid, start: int, is_quiet: bool) -> Iterator[Component]:
        """Yield the strategies to call on `grid`, until one finds a step.

        If it `is_quiet`, they end as soon as it is known who does, for then there may be a stride.
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
