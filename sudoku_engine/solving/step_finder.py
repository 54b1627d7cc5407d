"""Steps that strategies find on a board, each checked before it counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from time import perf_counter
from types import GeneratorType
from typing import Any, NamedTuple, Union

from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief
from sudoku_engine.plugins.component import AnyError, Component
from sudoku_engine.plugins.seal import (
    Break,
    GridSnapshot,
    LayoutSnapshot,
    engine_seal,
    forget_results,
)
from sudoku_engine.plugins.time_limits import PluginStopped, TimeLimit, is_interrupt
from sudoku_engine.solving.guard import malformed, objection, refuted, trimmed
from sudoku_engine.solving.settings import LoopSettings

MOMENT = 0.005
"""Seconds after which the steps found so far are passed on."""

_NOTHING = object()


class FoundStep(NamedTuple):
    """A step that was found and accepted."""

    component: Component
    """The strategy that found it."""
    step: Step
    """The step."""
    grid: Grid
    """The board after it; in a survey the board on which it was found."""


class Blame(NamedTuple):
    """A strategy that is at fault."""

    component: Component
    """The strategy."""
    event: Union[Faulted, Rejected]
    """What it did."""


class _NoSteps(Exception):
    """A strategy returned something that cannot be iterated over."""


class StepFinder:
    """Call strategies in their order, and check each of their steps.

    `solution`: the digits by cell, if the solution is known.
    """

    def __init__(
        self,
        settings: LoopSettings,
        time_limit: TimeLimit,
        foreign: Collection[Component],
        solution: tuple[int, ...] | None,
    ) -> None:
        self._settings = settings
        self._time_limit = time_limit
        self._foreign = foreign
        self._solution = solution
        self._check = objection if settings.guard else malformed
        self._snapshot: GridSnapshot | None = None
        self._seal = engine_seal() if foreign else None
        self._layout: LayoutSnapshot | None = None
        self._is_careful = False

    def find(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> tuple[list[FoundStep], Blame | None]:
        """Return the next steps on `grid`, and the strategy that was at fault after them.

        The first is found by one of the `strategies`, those that follow by one of those
        `after_a_step`.
        """
        if self._seal is None:
            return self._search(grid, strategies, after_a_step)
        self._layout = LayoutSnapshot(grid.layout)
        found: list[FoundStep] = []
        blame: Blame | None = None
        try:
            found, blame = self._search(grid, strategies, after_a_step)
        except AnyError as error:
            broken = self._restored()
            if broken is None or is_interrupt(error):
                raise
        else:
            is_odd = blame is not None or not found or found[-1].grid.has_empty_cell
            broken = self._restored() if is_odd else self._seal.restore(is_thorough=False)
            if broken is None:
                return found, blame
        # With the engine whole again, find out who did it: what it found meanwhile counts nothing.
        suspects = [each for each in after_a_step if each in self._foreign]
        suspects = [each for each in suspects if each.file == broken.file] or suspects
        if not found and blame is not None and suspects == [blame.component]:
            return [], _blame_for_break(blame.component, broken)
        self._is_careful = True
        found, blame = self._search(grid, strategies, after_a_step)
        if blame is None and len(suspects) == 1:  # it does so only once
            blame = _blame_for_break(suspects[0], broken)
        return found, blame

    def _search(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> tuple[list[FoundStep], Blame | None]:
        """Return what `find` returns, if the engine is whole."""
        found: list[FoundStep] = []
        is_single = self._settings.mode == "first" and not self._settings.is_survey
        search = self._single_steps if is_single else self._whole_pass
        try:
            blame = self._time_limit.run(search, found, grid, strategies, after_a_step)
        except PluginStopped as stop:
            component = next(each for each in after_a_step if each is stop.subject)
            self._changed_by(component)
            blame = self._blame_for_break(component)
            if blame is None:
                why = stop.why or f"it did not come back within {self._settings.step_timeout:g} s"
                line = stop.line or component.line
                blame = Blame(component, Faulted(component.author, why, line))
        return found, blame

    def _single_steps(
        self,
        found: list[FoundStep],
        grid: Grid,
        strategies: Sequence[Component],
        after_a_step: Sequence[Component],
    ) -> Blame | None:
        """Find one step after another, each the first step of the first strategy that has any.

        Ends after a moment, so that watchers see the steps, or if nothing is found.
        """
        begin_call, check, solution = self._time_limit.begin_call, self._check, self._solution
        has_foreign = bool(self._foreign)
        deadline = perf_counter() + MOMENT
        while grid.boards[0] and not grid.has_empty_cell:
            if has_foreign:
                self._take_snapshot(grid)
            for component in strategies:
                begin_call(component)
                try:
                    steps = component.call(grid)
                    # Nearly all are generators; to check for other iterables takes longer.
                    is_generator = type(steps) is GeneratorType
                    step = next(steps if is_generator else iter(_iterable(steps)), _NOTHING)
                    if has_foreign and (blame := self._blame_for_change(component, steps)):
                        return blame
                    if step is _NOTHING:
                        continue
                    why = check(step, grid, solution)
                    if why is not None or not isinstance(step, Step):
                        return self._blame_for_step(component, step, str(why), grid, steps)
                    grid = grid.apply(step)
                    if is_generator:
                        steps.close()
                except AnyError as error:
                    return self._blame_for_error(component, error)
                found.append(FoundStep(component, step, grid))
                strategies = after_a_step
                break
            else:
                return None
            if perf_counter() > deadline:
                return None
        return None

    def _whole_pass(
        self,
        found: list[FoundStep],
        grid: Grid,
        strategies: Sequence[Component],
        after_a_step: Sequence[Component],
    ) -> Blame | None:
        """Find all steps of one pass of the first strategy that has any.

        Each is trimmed to what the steps before it leave to do, unless they are only surveyed.
        """
        for component in strategies:
            self._time_limit.begin_call(component)
            self._take_snapshot(grid)
            board, whole = grid, []
            try:
                steps = component.call(grid)
                for step in _iterable(steps):
                    if blame := self._blame_for_change(component, steps):
                        return blame
                    why = self._check(step, grid, self._solution)
                    if why is not None:
                        return self._blame_for_step(component, step, why, grid, steps)
                    if self._settings.is_survey:
                        whole.append(FoundStep(component, step, grid))
                    elif (left := trimmed(step, board)) is not None:
                        board = board.apply(left)
                        whole.append(FoundStep(component, left, board))
                if blame := self._blame_for_change(component, steps):
                    return blame
            except AnyError as error:
                return self._blame_for_error(component, error)
            if whole:
                found += whole
                return None
        return None

    def _take_snapshot(self, grid: Grid) -> None:
        if self._foreign:
            self._snapshot = GridSnapshot(grid)

    def _changed_by(self, component: Component) -> str:
        """Return the change that `component` made to its grid, empty for none; undo it."""
        return self._snapshot.restore() if self._snapshot and component in self._foreign else ""

    def _blame_for_break(self, component: Component) -> Blame | None:
        """Return the blame for a part of the engine that `component` replaced; put it back."""
        if not self._is_careful or self._seal is None or component not in self._foreign:
            return None
        broken = self._restored()
        return None if broken is None else _blame_for_break(component, broken)

    def _restored(self) -> Break | None:
        """Put back what was replaced of the engine and of the layout; return what it was."""
        changed = self._layout.restore() if self._layout else ""
        if changed:
            forget_results()  # what our strategies found meanwhile was of another layout
        broken = self._seal.restore() if self._seal else None
        return broken or (Break(changed, "every board", "", 0) if changed else None)

    def _blame_for_change(self, component: Component, steps: object) -> Blame | None:
        """Return the blame for what `component` changed that is not its own; undo the change."""
        if blame := self._blame_for_break(component):
            return blame
        changed = self._changed_by(component)
        if not changed:
            return None
        why = f"it changes {changed}, which other strategies look at too"
        return Blame(component, Faulted(component.author, why, component.line_of(steps)))

    def _blame_for_error(self, component: Component, error: BaseException) -> Blame:
        if blame := self._blame_for_break(component):
            return blame
        self._changed_by(component)
        if type(error) is _NoSteps:
            return Blame(component, Faulted(component.author, str(error), component.line))
        return Blame(component, Faulted(component.author, *component.failure(error)))

    def _blame_for_step(
        self, component: Component, step: object, why: str, grid: Grid, steps: object
    ) -> Blame:
        line = component.line_of(steps)
        if isinstance(step, Step):
            wrong = refuted(step, grid, self._solution)
            return Blame(component, Rejected(component.author, step, why, line, grid, wrong))
        return Blame(component, Faulted(component.author, why, line))


def _blame_for_break(component: Component, broken: Break) -> Blame:
    line = broken.line if broken.file == component.file else component.line
    return Blame(component, Faulted(component.author, broken.why, line))


def _iterable(steps: object) -> Iterable[Any]:
    """Return the `steps` of a strategy, empty for None; raise _NoSteps for other objects."""
    if steps is None:
        return ()
    if not isinstance(steps, Iterable):
        raise _NoSteps(
            f"it gave {brief(steps)}: a strategy yields steps, or returns a list of them"
        )
    return steps
