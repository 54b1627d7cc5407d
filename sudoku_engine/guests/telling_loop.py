"""The loop in a guest: it tells the host what each search for steps finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.guests.codec import Codec
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Finder, Loop, LoopRun, Resumption
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.solving.step_finder import Blame, FoundStep


class TellingLoop(Loop):
    """A loop in a guest: what each search finds is told to the host before the next one begins.

    `tell` gets the claims of a search, each the id of a strategy and, from the `codec`, its step or
    its fault; and whether this search is the last one. `is_wanted` says whether the host still has
    an interest in them.
    """

    def __init__(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings,
        codec: Codec,
        tell: Callable[[list[Any], bool], None],
        is_wanted: Callable[[], bool],
    ) -> None:
        super().__init__(strategies, settings)
        self._codec = codec
        self._tell = tell
        self._is_wanted = is_wanted
        self._found: list[Any] | None = None
        self._finder: Finder | None = None
        self._has_reasons = True

    def run(self, grid: Grid, has_reasons: bool, resumption: Resumption | None) -> None:
        """Carry out a run; if its steps need no `has_reasons`, only what they do is told."""
        self._has_reasons = has_reasons
        self._found = None
        with suppress(_Unwanted):
            for _ in self.events(grid, resumption=resumption):
                pass
            self._tell(self._found or [], True)

    def finder(self, run: LoopRun) -> Finder:
        """Return the finder that tells what it finds."""
        self._finder = super().finder(run)
        return self

    def find(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> tuple[list[FoundStep], Blame | None]:
        """Return the next steps on `grid`, and the strategy that was at fault after them."""
        assert self._finder is not None
        if self._found is not None:
            self._tell(self._found, False)
        if not self._is_wanted():
            raise _Unwanted
        self._found = None
        found, blame = self._finder.find(grid, strategies, after_a_step)
        self._codec.layout = grid.layout
        self._found = [self._claim(each.component, self._told(each.step)) for each in found]
        if blame is not None:
            self._found.append(self._claim(blame.component, blame.event))
        return found, blame

    def _told(self, step: Step) -> Step:
        return step if self._has_reasons else Step(step.placements, step.eliminations)

    def _claim(self, component: Component, found: object) -> Any:
        return [component.id, self._codec.data(found)]


class _Unwanted(Exception):
    """The host has no more interest in a run."""
