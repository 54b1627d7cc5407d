"""The loop in a guest: it tells the host what each search for steps finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sudoku_engine.api.events import Rejected
from sudoku_engine.api.record import step_record
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.guests.catalog import traceback_text
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Finder, Loop, LoopRun, Resumption
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.solving.step_finder import Blame, FoundStep


class TellingLoop(Loop):
    """A loop in a guest: what each search finds is told to the host before the next one begins.

    `tell` gets the records of a search, and whether it is the last one; `is_wanted` says whether
    the host still has an interest in them.
    """

    def __init__(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings,
        tell: Callable[[list[Any], bool], None],
        is_wanted: Callable[[], bool],
    ) -> None:
        super().__init__(strategies, settings)
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
        self._found = [self._record(each) for each in found]
        if blame is not None:
            self._found.append(["fault", blame.component.id, _blame_record(blame)])
        return found, blame

    def _record(self, found: FoundStep) -> list[Any]:
        step = found.step
        if not self._has_reasons:
            step = Step(step.placements, step.eliminations)
        return ["step", found.component.id, step_record(step, found.grid.layout)]


class _Unwanted(Exception):
    """The host has no more interest in a run."""


def _blame_record(blame: Blame) -> dict[str, Any]:
    event = blame.event
    if isinstance(event, Rejected):
        step = step_record(event.step, event.grid.layout)
        return {"why": event.why, "line": event.line, "step": step}
    trace = "" if event.error is None else traceback_text(event.error)
    return {"why": event.why, "line": event.line, "trace": trace}
