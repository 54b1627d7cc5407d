"""The core loop: strategies, simplest first, until nothing changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from types import GeneratorType
from typing import Any, Union

from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Means,
    Outcome,
    Rejected,
    Started,
    Stepped,
)
from sudoku_engine.api.run import timed
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import counted, shown
from sudoku_engine.errors import GaveUp
from sudoku_engine.isolation.board_snapshot import Seal
from sudoku_engine.isolation.time_limits import (
    NO_LAST_RESORT,
    LastResort,
    PluginTimeout,
    Watchdog,
)
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import falsehood, nonsense, objection, refuted, trimmed
from sudoku_engine.solving.oracle import (
    STRATEGY_MUST_BE_WRONG,
    SolutionCount,
    count_solutions,
    no_solution,
    none_found,
)
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings


class Loop:
    """Strategies in their order of trial, with what finishes where they get stuck.

    `last_resort`: what to do about a strategy that nothing can stop.
    """

    def __init__(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings = DEFAULTS,
        fallback: Component | None = None,
        last_resort: LastResort = NO_LAST_RESORT,
    ) -> None:
        self.strategies = tuple(strategies)
        self.settings = settings
        self.fallback = fallback
        self.watchdog = Watchdog(settings.step_timeout, last_resort)

    def events(self, grid: Grid) -> Iterator[Event]:
        """What happens on `grid`, from `Started` to `Ended`, lazily."""
        return timed(_Solving(self, grid).events())


MOMENT = 0.005
"""Seconds after which steps that were found are handed on."""

_NOTHING = object()

Taken = tuple[Component, Step, Grid]
"""Who gave a step that was found good, the step, and the board after it."""

Blamed = tuple[Component, Union[Faulted, Rejected]]
"""Who is at fault, and why."""


class _Stopped(Exception):
    """The run ends here; its text says why."""


class _NoSteps(Exception):
    """A strategy gave what cannot be gone through; its text says what."""


class _Solving:
    """One run of the loop: the board as far as it is, who takes part, and the counts."""

    def __init__(self, loop: Loop, grid: Grid) -> None:
        self.loop = loop
        self.settings = loop.settings
        self.grid = grid
        self.active = list(loop.strategies)
        self.foreign = frozenset(p for p in loop.strategies if p.origin.how != "bundled")
        self.counts = {
            component.id: 0 for component in loop.strategies if component.origin.how != "bundled"
        }
        self.steps = 0
        self.check = objection if loop.settings.guard else nonsense
        self.time_limit = loop.watchdog.time_limit()
        self.verdict = SolutionCount(None)
        self.notes: list[str] = []
        self.found: list[Taken] = []
        self.seal: Seal | None = None

    def events(self) -> Iterator[Event]:
        """The events of the run, from `Started` to `Ended`."""
        start = self.grid = self.grid.with_marks(self.settings.pencilmarks)
        self._let_sit_out(
            [component for component in self.active if not component.suits(start.layout.n)],
            f"it is not for {start.layout.n}x{start.layout.n} boards",
        )
        yield Started(start, tuple(component.author for component in self.active))
        if start.contradiction():
            yield self._ended("contradiction", start.repetition() or no_solution(start))
            return
        self._ask_oracle()
        try:
            yield from self._deductions()
        except _Stopped as stop:
            yield self._ended("stopped", str(stop))
            return
        if self.grid.is_solved:
            yield self._ended("solved")
        elif why := self._contradiction(start):
            yield self._ended("contradiction", why)
        elif self.loop.fallback is None:
            yield self._ended("stuck")
        else:
            yield from self._searched(self.loop.fallback, start)

    def _ask_oracle(self) -> None:
        """Learns of the solutions, and lets sit out who takes it that there is one."""
        assuming = [component for component in self.active if component.has_assumption]
        if self.settings.guard or assuming:
            self.verdict = count_solutions(self.grid)
        if self.verdict.solutions == 2:
            self.notes.append("the puzzle has several solutions")
        if self.verdict.solutions != 1:
            self._let_sit_out(assuming, "it assumes that there is one solution")

    def _let_sit_out(self, components: list[Component], why: str) -> None:
        self.notes += [f"{component.id} sat out: {why}" for component in components]
        self.active = [component for component in self.active if component not in components]

    def _deductions(self) -> Iterator[Event]:
        """Steps and faults, until nothing changes."""
        components = self.active
        while self.grid.boards[0] and not self.grid.has_empty_cell:
            fault = self._find(components)
            found, self.found = self.found, []
            for component, step, grid in found:
                yield self._applied(component.author, step, grid)
            if fault is not None:
                culprit, event = fault
                yield event
                if self.settings.on_fault == "stop":
                    raise _Stopped(f"{culprit.id} was at fault")
            if found:
                repeat = self.settings.mode == "fixpoint"
                components = [found[-1][0]] if repeat else self.active
            elif fault is not None:
                # Those before it found nothing on this board.
                components = components[components.index(culprit) + 1 :]
            elif self.settings.mode == "fixpoint" and components is not self.active:
                components = self.active
            else:
                return

    def _find(self, components: list[Component]) -> Blamed | None:
        """Puts into `found` what `plugins` find; who is at fault instead sits out from now on."""
        ask = self._ask_for_one if self.settings.mode == "first" else self._ask_for_all
        try:
            fault = self.time_limit.run(ask, components)
        except PluginTimeout as timeout:
            component = next(component for component in self.active if component is timeout.subject)
            if self.seal:
                self.seal.broken()
            why = f"it did not come back within {self.settings.step_timeout:g} s"
            fault = component, Faulted(component.author, why, timeout.line or component.line)
        if fault is not None:
            self.active = [component for component in self.active if component is not fault[0]]
        return fault

    def _ask_for_one(self, components: list[Component]) -> Blamed | None:
        """Finds one step after another, each time the first that one of `plugins` has.

        Ends after a moment, so that who watches is told, with the plugin that is at fault, or where
        nothing is found.
        """
        begin, check, solution = self.time_limit.begin_call, self.check, self.verdict.solution
        grid, found, foreign = self.grid, self.found, self.foreign
        deadline = perf_counter() + MOMENT
        while grid.boards[0] and not grid.has_empty_cell:
            seal = self.seal = Seal(grid) if foreign else None
            for component in components:
                begin(component)
                try:
                    steps = component.call(grid)
                    # Nearly all are generators; to ask whether it can be gone through takes longer.
                    is_generator = type(steps) is GeneratorType
                    step = next(steps if is_generator else iter(_listed(steps)), _NOTHING)
                    if seal and component in foreign and (changed := seal.broken()):
                        return component, _changing(component, changed, steps)
                    if step is _NOTHING:
                        continue
                    why = check(step, grid, solution)
                    if why is not None or not isinstance(step, Step):
                        return component, self._refused(component, step, str(why), grid, steps)
                    grid = grid.apply(step)
                    if is_generator:
                        steps.close()
                except BaseException as error:
                    if seal:
                        seal.broken()
                    return component, _fault(component.author, component, error)
                found.append((component, step, grid))
                components = self.active
                break
            else:
                return None
            if perf_counter() > deadline:
                return None
        return None

    def _ask_for_all(self, components: list[Component]) -> Blamed | None:
        """Finds all steps of a pass of the first of `plugins` that has any.

        Each is cut down to what those before it have left to do.
        """
        for component in components:
            self.time_limit.begin_call(component)
            board = self.grid
            seal = self.seal = Seal(board) if component in self.foreign else None
            found = []
            try:
                steps = component.call(self.grid)
                for step in _listed(steps):
                    if seal and (changed := seal.broken()):
                        return component, _changing(component, changed, steps)
                    why = self.check(step, self.grid, self.verdict.solution)
                    if why is not None:
                        return component, self._refused(component, step, why, self.grid, steps)
                    left = trimmed(step, board)
                    if left is not None:
                        board = board.apply(left)
                        found.append((component, left, board))
                if seal and (changed := seal.broken()):
                    return component, _changing(component, changed, steps)
            except BaseException as error:
                if seal:
                    seal.broken()
                return component, _fault(component.author, component, error)
            if found:
                self.found = found
                return None
        return None

    def _refused(
        self, component: Component, step: object, why: str, grid: Grid, steps: object
    ) -> Faulted | Rejected:
        line = component.line_of(steps)
        if isinstance(step, Step):
            wrong = refuted(step, grid, self.verdict.solution)
            return Rejected(component.author, step, why, line, grid, wrong)
        return Faulted(component.author, why, line)

    def _applied(self, author: Author, step: Step, grid: Grid) -> Stepped:
        if self.steps >= self.settings.max_steps:
            raise _Stopped(f"after {counted(self.steps, 'step')} (max_steps)")
        return self._stepped(author, step, grid)

    def _stepped(self, author: Author, step: Step, grid: Grid) -> Stepped:
        self.grid = grid
        self.steps += 1
        self.counts[author.id] = self.counts.get(author.id, 0) + 1
        return Stepped(self.steps, author, step, grid)

    def _contradiction(self, start: Grid) -> str | None:
        """What shows, now that the strategies are done, that there is no solution."""
        why = self.grid.contradiction()
        solutions = self.verdict.solutions
        if why and solutions is None:
            solutions = count_solutions(start).solutions
        if solutions == 0:
            return no_solution(start)
        return why and why + (STRATEGY_MUST_BE_WRONG if solutions else "")

    def _searched(self, solver: Component, start: Grid) -> Iterator[Event]:
        """The rest of the board, cell by cell, as `solver` finds it."""
        open_cells = self.grid.open_cells
        cells = counted(len(open_cells), "cell")
        stuck = f"strategies stuck after {counted(self.steps, 'step')}, {cells} open"
        name = f"Search ({solver.id})"
        author = Author(f"search:{solver.id}", name, solver.author.plugin, "search")
        fault = None
        found: list[Grid] = []
        self.loop.watchdog.stop_timer()
        try:
            # A second one is of interest only where it is not known whether there is one.
            limit = 2 if self.verdict.solutions is None else 1
            for solution in islice(solver.call(self.grid), limit):
                fault = falsehood(solution, self.grid, found)
                if fault:
                    break
                found.append(solution)
        except GaveUp as error:
            yield self._ended("stuck", f"{stuck}; {solver.id} gave up: {error}")
            return
        except BaseException as error:
            yield _fault(author, solver, error)
            yield self._ended("stuck", stuck)
            return
        if not found and not fault:
            why, fault = none_found(self.grid, start)
        if fault:
            yield Faulted(author, fault, solver.line)
            yield self._ended("stuck", stuck)
        elif not found:
            yield self._ended("contradiction", why)
        else:
            if len(found) > 1 or self.verdict.solutions == 2:
                self.notes.append("this is one of several solutions")
            for cell in open_cells:
                step = Step([Candidate(cell, found[0].digits[cell])], reason="found by search")
                yield self._stepped(author, step, self.grid.apply(step))
            yield self._ended("solved", f"{stuck}; {solver.id} filled the rest", "search")

    def _ended(self, outcome: Outcome, why: str = "", by: Means = "strategies") -> Ended:
        notes = tuple(self.notes)
        return Ended(outcome, by, self.grid, self.steps, dict(self.counts), 0.0, why, notes)


def _changing(component: Component, what: str, steps: object) -> Faulted:
    """The fault of `component`, which changed `what` of the board that it was given."""
    why = f"it changes {what}, which all others look at too"
    return Faulted(component.author, why, component.line_of(steps))


def _fault(author: Author, component: Component, error: BaseException) -> Faulted:
    """The fault of a `component` that raised `error`; what is none of its doing is raised again."""
    if isinstance(error, _NoSteps):
        return Faulted(author, str(error), component.line)
    return Faulted(author, *component.failure(error))


def _listed(steps: object) -> Iterable[Any]:
    """What a strategy gave, to go through; None is nothing. Raises _NoSteps."""
    if steps is None:
        return ()
    if not isinstance(steps, Iterable):
        raise _NoSteps(
            f"it gave {shown(steps)}: a strategy yields steps, or returns a list of them"
        )
    return steps
