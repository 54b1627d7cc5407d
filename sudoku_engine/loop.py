"""The core loop: strategies, simplest first, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from types import GeneratorType
from typing import Any, Literal, Union

from sudoku_engine import search
from sudoku_engine.errors import GaveUp, told
from sudoku_engine.events import (
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
from sudoku_engine.grid import Grid, Marks
from sudoku_engine.guard import Verdict, ask_oracle, falsehood, nonsense, objection, trimmed
from sudoku_engine.plugin import Plugin
from sudoku_engine.run import timed
from sudoku_engine.seal import Seal
from sudoku_engine.step import Candidate, Step
from sudoku_engine.watchdog import PluginTimeout, TimeIsUp, Watchdog, Watched
from sudoku_engine.wording import shown, symbol

Mode = Literal["first", "pass", "fixpoint"]
OnFault = Literal["skip", "stop"]


@dataclass(frozen=True)
class LoopSettings:
    """How the loop goes on.

    `mode`: ``first`` applies one step, then starts again from the simplest strategy; ``pass``
    applies all steps of one pass of the strategy that found any; ``fixpoint`` repeats that
    strategy until it changes nothing; then both start again. `pencilmarks`: see `Grid`.
    `max_steps` ends a run, `step_timeout` (seconds, 0 for none) one call of a strategy.
    `on_fault`: a strategy that is wrong sits out the rest of the run, or stops it. `guard`:
    whether steps are checked, against the solution too, before they are applied.
    """

    mode: Mode = "first"
    pencilmarks: Marks = "auto"
    max_steps: int = 1000
    step_timeout: float = 5
    on_fault: OnFault = "skip"
    guard: bool = True


class Loop:
    """Strategies in their order of trial, with what finishes where they get stuck.

    `on_hang(plugin, line)` is told of a strategy that nothing can stop; `timer`: see `Watchdog`.
    """

    def __init__(
        self,
        strategies: Sequence[Plugin],
        settings: LoopSettings = LoopSettings(),
        fallback: Plugin | None = None,
        on_hang: Callable[[Watched, int], None] | None = None,
        timer: Callable[[float], None] | None = None,
    ) -> None:
        self.strategies = tuple(strategies)
        self.settings = settings
        self.fallback = fallback
        self.watchdog = Watchdog(settings.step_timeout, on_hang, timer)

    def events(self, grid: Grid) -> Iterator[Event]:
        """What happens on `grid`, from `Started` to `Ended`, lazily."""
        return timed(_Solving(self, grid).events())


_WRONG = ", though there are solutions: a strategy must be wrong"


MOMENT = 0.005
"""Seconds after which steps that were found are handed on."""

_NOTHING = object()

Taken = tuple[Plugin, Step, Grid]
"""Who gave a step that was found good, the step, and the board after it."""

Blamed = tuple[Plugin, Union[Faulted, Rejected]]
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
        self.counts = {plugin.id: 0 for plugin in loop.strategies if plugin.origin.how != "bundled"}
        self.steps = 0
        self.check = objection if loop.settings.guard else nonsense
        self.leash = loop.watchdog.leash()
        self.verdict = Verdict(None)
        self.notes: list[str] = []
        self.found: list[Taken] = []
        self.seal: Seal | None = None

    def events(self) -> Iterator[Event]:
        """The events of the run, from `Started` to `Ended`."""
        start = self.grid = self.grid.with_marks(self.settings.pencilmarks)
        self._let_sit_out(
            [plugin for plugin in self.active if not plugin.suits(start.layout.n)],
            f"it is not for {start.layout.n}x{start.layout.n} boards",
        )
        yield Started(start, tuple(plugin.author for plugin in self.active))
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
        assuming = [plugin for plugin in self.active if plugin.has_assumption]
        if self.settings.guard or assuming:
            self.verdict = ask_oracle(self.grid)
        if self.verdict.solutions == 2:
            self.notes.append("the puzzle has several solutions")
        if self.verdict.solutions != 1:
            self._let_sit_out(assuming, "it assumes that there is one solution")

    def _let_sit_out(self, plugins: list[Plugin], why: str) -> None:
        self.notes += [f"{plugin.id} sat out: {why}" for plugin in plugins]
        self.active = [plugin for plugin in self.active if plugin not in plugins]

    def _deductions(self) -> Iterator[Event]:
        """Steps and faults, until nothing changes."""
        plugins = self.active
        while self.grid.boards[0] and not self.grid.has_empty_cell:
            fault = self._find(plugins)
            found, self.found = self.found, []
            for plugin, step, grid in found:
                yield self._applied(plugin.author, step, grid)
            if fault is not None:
                culprit, event = fault
                yield event
                if self.settings.on_fault == "stop":
                    raise _Stopped(f"{culprit.id} was at fault")
            if found:
                repeat = self.settings.mode == "fixpoint"
                plugins = [found[-1][0]] if repeat else self.active
            elif fault is not None:
                # Those before it found nothing on this board.
                plugins = plugins[plugins.index(culprit) + 1 :]
            elif self.settings.mode == "fixpoint" and plugins is not self.active:
                plugins = self.active
            else:
                return

    def _find(self, plugins: list[Plugin]) -> Blamed | None:
        """Puts into `found` what `plugins` find; who is at fault instead sits out from now on."""
        ask = self._ask_for_one if self.settings.mode == "first" else self._ask_for_all
        try:
            fault = self.leash.run(ask, plugins)
        except PluginTimeout as timeout:
            plugin = next(plugin for plugin in self.active if plugin is timeout.subject)
            if self.seal:
                self.seal.broken()
            why = f"it did not come back within {self.settings.step_timeout:g} s"
            fault = plugin, Faulted(plugin.author, why, timeout.line or plugin.line)
        if fault is not None:
            self.active = [plugin for plugin in self.active if plugin is not fault[0]]
        return fault

    def _ask_for_one(self, plugins: list[Plugin]) -> Blamed | None:
        """Finds one step after another, each time the first that one of `plugins` has.

        Ends after a moment, so that who watches is told, with the plugin that is at fault, or where
        nothing is found.
        """
        watch, check, solution = self.leash.watch, self.check, self.verdict.solution
        grid, found, foreign = self.grid, self.found, self.foreign
        deadline = perf_counter() + MOMENT
        while grid.boards[0] and not grid.has_empty_cell:
            seal = self.seal = Seal(grid) if foreign else None
            for plugin in plugins:
                watch(plugin)
                try:
                    steps = plugin.call(grid)
                    # Nearly all are generators; to ask whether it can be gone through takes longer.
                    is_generator = type(steps) is GeneratorType
                    step = next(steps if is_generator else iter(_listed(steps)), _NOTHING)
                    if seal and plugin in foreign and (changed := seal.broken()):
                        return plugin, _changing(plugin, changed, steps)
                    if step is _NOTHING:
                        continue
                    why = check(step, grid, solution)
                    if why is not None or not isinstance(step, Step):
                        return plugin, self._refused(plugin, step, str(why), grid, steps)
                    grid = grid.apply(step)
                    if is_generator:
                        steps.close()
                except BaseException as error:
                    if seal:
                        seal.broken()
                    return plugin, _fault(plugin.author, plugin, error)
                found.append((plugin, step, grid))
                plugins = self.active
                break
            else:
                return None
            if perf_counter() > deadline:
                return None
        return None

    def _ask_for_all(self, plugins: list[Plugin]) -> Blamed | None:
        """Finds all steps of a pass of the first of `plugins` that has any.

        Each is cut down to what those before it have left to do.
        """
        for plugin in plugins:
            self.leash.watch(plugin)
            board = self.grid
            seal = self.seal = Seal(board) if plugin in self.foreign else None
            found = []
            try:
                steps = plugin.call(self.grid)
                for step in _listed(steps):
                    if seal and (changed := seal.broken()):
                        return plugin, _changing(plugin, changed, steps)
                    why = self.check(step, self.grid, self.verdict.solution)
                    if why is not None:
                        return plugin, self._refused(plugin, step, why, self.grid, steps)
                    left = trimmed(step, board)
                    if left is not None:
                        board = board.apply(left)
                        found.append((plugin, left, board))
                if seal and (changed := seal.broken()):
                    return plugin, _changing(plugin, changed, steps)
            except BaseException as error:
                if seal:
                    seal.broken()
                return plugin, _fault(plugin.author, plugin, error)
            if found:
                self.found = found
                return None
        return None

    def _refused(
        self, plugin: Plugin, step: object, why: str, grid: Grid, steps: object
    ) -> Faulted | Rejected:
        line = plugin.line_of(steps)
        if isinstance(step, Step):
            return Rejected(plugin.author, step, why, line, grid)
        return Faulted(plugin.author, why, line)

    def _applied(self, author: Author, step: Step, grid: Grid) -> Stepped:
        if self.steps >= self.settings.max_steps:
            raise _Stopped(f"after {_steps(self.steps)} (max_steps)")
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
            solutions = ask_oracle(start).solutions
        if solutions == 0:
            return no_solution(start)
        return why and why + (_WRONG if solutions else "")

    def _searched(self, solver: Plugin, start: Grid) -> Iterator[Event]:
        """The rest of the board, cell by cell, as `solver` finds it."""
        open_cells = self.grid.open_cells
        stuck = f"strategies stuck after {_steps(self.steps)}, {_cells(len(open_cells))} open"
        name = f"Search ({solver.id})"
        author = Author(f"search:{solver.id}", name, solver.author.plugin, "search")
        fault = None
        found: list[Grid] = []
        self.loop.watchdog.rest()
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
        except (TimeIsUp, KeyboardInterrupt):
            raise
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


def no_solution(grid: Grid) -> str:
    """The words for a board without a solution, with the typing error that may be behind it."""
    slip = search.typing_error(grid)
    if slip is None:
        return "no solution"
    cell, digit = slip
    return f"no solution, typing error? {grid.layout.cells[cell]} could be {symbol(digit)}"


def none_found(grid: Grid, start: Grid) -> tuple[str, str | None]:
    """Why a solver found no solution of `grid`: in words, or what is wrong with the solver."""
    if ask_oracle(grid).solutions:
        return "", "it found no solution, though there is one"
    if ask_oracle(start).solutions:
        return "no solution is left" + _WRONG, None
    return no_solution(start), None


def _changing(plugin: Plugin, what: str, steps: object) -> Faulted:
    """The fault of `plugin`, which changed `what` of the board that it was given."""
    why = f"it changes {what}, which all others look at too"
    return Faulted(plugin.author, why, plugin.line_of(steps))


def _fault(author: Author, plugin: Plugin, error: BaseException) -> Faulted:
    """The fault of a `plugin` that raised `error`; what is none of its doing is raised again."""
    if isinstance(error, (TimeIsUp, KeyboardInterrupt)):
        raise error
    if isinstance(error, _NoSteps):
        return Faulted(author, str(error), plugin.line)
    return Faulted(author, told(error), plugin.line_in(error.__traceback__) or plugin.line, error)


def _listed(steps: object) -> Iterable[Any]:
    """What a strategy gave, to go through; None is nothing. Raises _NoSteps."""
    if steps is None:
        return ()
    if not isinstance(steps, Iterable):
        raise _NoSteps(
            f"it gave {shown(steps)}: a strategy yields steps, or returns a list of them"
        )
    return steps


def _steps(count: int) -> str:
    return f"{count} step{'' if count == 1 else 's'}"


def _cells(count: int) -> str:
    return f"{count} cell{'' if count == 1 else 's'}"
