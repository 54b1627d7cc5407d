"""The faults of strategies, as events: what they raise, what they return, and wrong steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Union

from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.time_limits import PluginStopped
from sudoku_engine.solving.guard import refuted


class Blame(NamedTuple):
    """A strategy that is at fault."""

    component: Component
    """The strategy."""
    event: Union[Faulted, Rejected]
    """The fault."""


class NoSteps(Exception):
    """A strategy returned something that cannot be iterated over."""


def steps_in(answer: object) -> Iterable[Any]:
    """Return the steps in the `answer` of a strategy, none for None; raise NoSteps otherwise."""
    if answer is None:
        return ()
    if not isinstance(answer, Iterable):
        raise NoSteps(
            f"it gave {brief(answer)}: a strategy yields steps, or returns a list of them"
        )
    return answer


def error_blame(component: Component, error: BaseException) -> Blame:
    """Return the blame for the `error` that `component` raised; raise it if it is another's."""
    if type(error) is NoSteps:
        return Blame(component, Faulted(component.author, str(error), component.line))
    return Blame(component, Faulted(component.author, *component.failure(error)))


def step_blame(
    component: Component,
    step: object,
    why: str,
    grid: Grid,
    solution: tuple[int, ...] | None,
    answer: object,
) -> Blame:
    """Return the blame for a wrong `step` in the `answer` of `component`."""
    line = component.line_of(answer)
    if isinstance(step, Step):
        wrong = refuted(step, grid, solution)
        return Blame(component, Rejected(component.author, step, why, line, grid, wrong))
    return Blame(component, Faulted(component.author, why, line))


def time_blame(component: Component, stop: PluginStopped, seconds: float) -> Blame:
    """Return the blame for a call of `component` that was stopped after these `seconds`."""
    why = stop.why or f"it did not come back within {seconds:g} s"
    return Blame(component, Faulted(component.author, why, stop.line or component.line))
