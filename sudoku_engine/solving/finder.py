"""Who finds the steps of a run: a finder calls the strategies and checks each of their steps.

The hook `sudoku_finder` of a plugin may bring another one, which calls them elsewhere, or not all
of them. This is the plain one. A fault is an event: what a strategy raises, what it returns in
place of steps, a wrong step.
"""

from collections.abc import Iterable, Sequence
from time import perf_counter
from types import GeneratorType
from typing import Any, NamedTuple, Protocol, Union

from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.variants import name_clues
from sudoku_engine.board.words import brief
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.time_limits import PluginStopped
from sudoku_engine.solving.guard import malformed, objection, refuted, trimmed
from sudoku_engine.solving.run_state import RunState

MOMENT = 0.005
"""Seconds after which the steps found so far are passed on."""

_NOTHING = object()


class Blame(NamedTuple):
    """A strategy that is at fault."""

    component: Component
    event: Union[Faulted, Rejected]


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


class FoundStep(NamedTuple):
    """A step that was found and accepted."""

    component: Component
    """The strategy that found it."""
    step: Step
    grid: Grid
    """The board after it; in a survey, the board on which it was found."""


class Finder(Protocol):
    """Finds the steps of a run."""

    def begin(self) -> None:
        """Prepare for the run, which begins."""
        ...

    def find(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> tuple[list[FoundStep], Blame | None]:
        """Return the next steps on `grid`, and the strategy that was at fault after them.

        The first step comes from one of the `strategies`, further steps from those `after_a_step`.
        """
        ...

    def end(self) -> None:
        """Clean up: the run is over, or nobody wants its rest."""
        ...


class PlainFinder:
    """Calls the strategies of a `run` in this process, in their order, within a time limit."""

    def __init__(self, run: RunState) -> None:
        self.run = run
        self._time_limit = run.lineup.watchdog.time_limit()
        self._begin_call = self._time_limit.begin_call
        self._check = objection if run.settings.guard else malformed
        self.moment = MOMENT

    def begin(self) -> None:
        """Prepare for the run."""

    def find(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> tuple[list[FoundStep], Blame | None]:
        """Return the next steps on `grid`, and the strategy that was at fault; see `Finder`."""
        found: list[FoundStep] = []
        settings = self.run.settings
        is_single = settings.mode == "first" and not settings.is_survey
        search = self.one_by_one if is_single else self._whole_pass
        try:
            blame = self._time_limit.run(search, found, grid, strategies, after_a_step)
        except PluginStopped as stop:
            component = next(each for each in after_a_step if each is stop.subject)
            blame = time_blame(component, stop, settings.step_timeout)
        return found, blame

    def end(self) -> None:
        """Clean up: there is nothing."""

    def one_by_one(
        self,
        found: list[FoundStep],
        grid: Grid,
        strategies: Sequence[Component],
        after_a_step: Sequence[Component],
    ) -> Blame | None:
        """Find one step after another, each the first step of the first strategy with a step.

        It ends after a moment, so that watchers see the steps, or when nothing is found.
        """
        deadline = perf_counter() + self.moment
        while grid.boards[0] and not grid.has_empty_cell:
            for component in strategies:
                first = self.first_step(component, grid)
                if first is not None:
                    break
            else:
                return None
            if not isinstance(first, FoundStep):
                return first
            found.append(first)
            if perf_counter() > deadline:
                return None
            grid, strategies = first.grid, after_a_step
        return None

    def first_step(self, component: Component, grid: Grid) -> FoundStep | Blame | None:
        """Return the first step of a strategy on `grid`, None if it finds none, or its fault."""
        self._begin_call(component)
        solution = self.run.solution_count.solution
        try:
            answer = component.call(grid)
            # Nearly all are generators; a check for other iterables takes longer.
            is_generator = type(answer) is GeneratorType
            step = next(answer if is_generator else iter(steps_in(answer)), _NOTHING)
            if step is _NOTHING:
                return None
            why = self._check(step, grid, solution)
            if why is not None or not isinstance(step, Step):
                return step_blame(component, step, str(why), grid, solution, answer)
            after = grid.apply(step := name_clues(step, grid.layout))
            if is_generator:
                answer.close()
        except BaseException as error:
            return error_blame(component, error)
        return FoundStep(component, step, after)

    def _whole_pass(
        self,
        found: list[FoundStep],
        grid: Grid,
        strategies: Sequence[Component],
        after_a_step: Sequence[Component],
    ) -> Blame | None:
        """Find all steps of one pass of the first strategy with a step.

        Each step loses the changes of the steps before it, unless the steps are only surveyed.
        """
        solution, is_survey = self.run.solution_count.solution, self.run.settings.is_survey
        for component in strategies:
            self._begin_call(component)
            board, whole = grid, []
            try:
                answer = component.call(grid)
                for step in steps_in(answer):
                    why = self._check(step, grid, solution)
                    if why is not None:
                        return step_blame(component, step, why, grid, solution, answer)
                    step = name_clues(step, grid.layout)
                    if is_survey:
                        whole.append(FoundStep(component, step, grid))
                        if component.is_bundled:  # the strategy ends, given time
                            self._begin_call(component)
                    elif (left := trimmed(step, board)) is not None:
                        board = board.apply(left)
                        whole.append(FoundStep(component, left, board))
            except BaseException as error:
                return error_blame(component, error)
            if whole:
                found += whole
                return None
        return None
