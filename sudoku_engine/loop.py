"""The core loop: strategies, simplest first, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import Literal

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
from sudoku_engine.guard import Verdict, ask_oracle, nonsense, objection, trimmed
from sudoku_engine.plugin import Plugin
from sudoku_engine.step import Candidate, Step
from sudoku_engine.watchdog import PluginTimeout, Watchdog, Watched
from sudoku_engine.wording import symbol

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

    `on_hang(plugin, line)` is told of a strategy that nothing can stop.
    """

    def __init__(
        self,
        strategies: Sequence[Plugin],
        settings: LoopSettings = LoopSettings(),
        fallback: Plugin | None = None,
        on_hang: Callable[[Watched, int], None] | None = None,
    ) -> None:
        self.strategies = tuple(strategies)
        self.settings = settings
        self.fallback = fallback
        self.watchdog = Watchdog(settings.step_timeout, on_hang)

    def events(self, grid: Grid) -> Iterator[Event]:
        """What happens on `grid`, from `Started` to `Ended`, lazily."""
        return _Solving(self, grid).events()


class _Stopped(Exception):
    """The run ends here; its text says why."""


class _Solving:
    """One run of the loop: the board as far as it is, who takes part, and the counts."""

    def __init__(self, loop: Loop, grid: Grid) -> None:
        self.loop = loop
        self.settings = loop.settings
        self.grid = grid.with_marks(loop.settings.pencilmarks)
        self.active = [plugin for plugin in loop.strategies if plugin.suits(grid.layout.n)]
        self.counts = {plugin.id: 0 for plugin in self.active if plugin.origin.how != "bundled"}
        self.steps = 0
        self.seconds = 0.0
        self.verdict = Verdict(None)
        self.notes: list[str] = []
        self.faults: list[Faulted | Rejected] = []

    def events(self) -> Iterator[Event]:
        """The events of the run; the time of those who watch does not count."""
        events = self._events()
        while True:
            begun = perf_counter()
            try:
                event = next(events)
            except StopIteration:
                return
            self.seconds += perf_counter() - begun
            yield event._replace(seconds=self.seconds) if isinstance(event, Ended) else event

    def _events(self) -> Iterator[Event]:
        start = self.grid
        yield Started(start, tuple(plugin.author for plugin in self.active))
        if start.contradiction():
            yield self._ended("contradiction", start.repetition() or no_solution(start))
            return
        self._choose_participants()
        try:
            yield from self._deductions()
        except _Stopped as stop:
            yield self._ended("stopped", str(stop))
            return
        if self.grid.is_solved:
            yield self._ended("solved")
        elif self.verdict.solutions == 0:
            yield self._ended("contradiction", no_solution(start))
        elif why := self.grid.contradiction():
            wrong = ", though there are solutions: a strategy must be wrong"
            yield self._ended("contradiction", why + (wrong if self.verdict.solutions else ""))
        elif self.loop.fallback is None:
            yield self._ended("stuck")
        else:
            yield from self._searched(self.loop.fallback, start)

    def _choose_participants(self) -> None:
        """Asks the oracle, and lets sit out who has no place on this board."""
        layout = self.grid.layout
        for plugin in self.loop.strategies:
            if not plugin.suits(layout.n):
                self.notes.append(
                    f"{plugin.id} sat out: it is not for {layout.n}x{layout.n} boards"
                )
        if self.settings.guard or any(plugin.has_assumption for plugin in self.active):
            self.verdict = ask_oracle(self.grid)
        if self.verdict.solutions == 2:
            self.notes.append("the puzzle has several solutions")
        if self.verdict.solutions != 1:
            for plugin in self.active:
                if plugin.has_assumption:
                    self.notes.append(f"{plugin.id} sat out: it assumes that there is one solution")
            self.active = [plugin for plugin in self.active if not plugin.has_assumption]

    def _deductions(self) -> Iterator[Event]:
        """Steps and faults, until nothing changes."""
        repeat = self.settings.mode == "fixpoint"
        plugins = self.active
        while self.grid.boards[0] and not self.grid.has_empty_cell:
            found = self._find(plugins)
            if self.faults:
                yield from self._reported_faults()
            if found is not None:
                plugin, steps = found
                for step in steps:
                    if (left := step if len(steps) == 1 else trimmed(step, self.grid)) is not None:
                        yield self._applied(plugin.author, left)
                plugins = [plugin] if repeat else self.active
            elif plugins is self.active:
                return
            else:
                plugins = self.active

    def _find(self, plugins: list[Plugin]) -> tuple[Plugin, list[Step]] | None:
        """The first strategy of `plugins` that finds something, and what it finds."""
        watchdog = self.loop.watchdog if self.settings.step_timeout else None
        try:
            if watchdog:
                watchdog.arm()
            for plugin in plugins:
                if watchdog:
                    watchdog.watch(plugin)
                steps = self._ask(plugin)
                if steps:
                    if watchdog:
                        watchdog.disarm()
                    return plugin, steps
            if watchdog:
                watchdog.disarm()
        except BaseException as error:
            if watchdog:
                watchdog.caught()
            if watchdog is None or not isinstance(error, PluginTimeout):
                raise
            culprit = next(plugin for plugin in plugins if plugin is watchdog.blamed)
            why = f"it did not come back within {self.settings.step_timeout:g} s"
            self._blame(culprit, Faulted(culprit.author, why, watchdog.line))
            return self._find([plugin for plugin in plugins if plugin is not culprit])
        return None

    def _ask(self, plugin: Plugin) -> list[Step]:
        """What `plugin` finds: one step, or in a pass all; nothing where it is at fault."""
        grid = self.grid
        one = self.settings.mode == "first"
        solution = self.verdict.solution
        check = objection if self.settings.guard else nonsense
        taken: list[Step] = []
        try:
            steps = plugin.call(grid)
            if steps is None:
                return taken
            if not isinstance(steps, Iterable):
                why = f"it gave {steps!r}: a strategy yields steps, or returns a list of them"
                self._blame(plugin, Faulted(plugin.author, why, plugin.line_of(steps)))
                return taken
            for step in steps:
                why = check(step, grid, solution)
                if why is not None:
                    self._refuse(plugin, step, why, plugin.line_of(steps))
                    return []
                taken.append(step)
                if one:
                    break
        except (PluginTimeout, KeyboardInterrupt):
            raise
        except BaseException as error:
            line = plugin.line_in(error.__traceback__)
            self._blame(plugin, Faulted(plugin.author, told(error), line, error))
            return []
        return taken

    def _refuse(self, plugin: Plugin, step: object, why: str, line: int) -> None:
        if isinstance(step, Step):
            self._blame(plugin, Rejected(plugin.author, step, why, line, self.grid))
        else:
            self._blame(plugin, Faulted(plugin.author, why, line))

    def _blame(self, plugin: Plugin, fault: Faulted | Rejected) -> None:
        """Keeps the `fault` to be told, and lets `plugin` sit out the rest of the run."""
        self.faults.append(fault)
        self.active = [other for other in self.active if other is not plugin]

    def _reported_faults(self) -> Iterator[Event]:
        faults, self.faults = self.faults, []
        yield from faults
        if self.settings.on_fault == "stop":
            raise _Stopped(f"{faults[0].strategy.id} was at fault")

    def _applied(self, author: Author, step: Step) -> Stepped:
        if self.steps >= self.settings.max_steps:
            raise _Stopped(f"after {_steps(self.steps)} (max_steps)")
        return self._stepped(author, step)

    def _stepped(self, author: Author, step: Step) -> Stepped:
        self.grid = self.grid.apply(step)
        self.steps += 1
        self.counts[author.id] = self.counts.get(author.id, 0) + 1
        return Stepped(self.steps, author, step, self.grid)

    def _searched(self, solver: Plugin, start: Grid) -> Iterator[Event]:
        """The rest of the board, cell by cell, as `solver` finds it."""
        open_cells = self.grid.open_cells
        stuck = f"strategies stuck after {_steps(self.steps)}, {_cells(len(open_cells))} open"
        name = f"Search ({solver.id})"
        author = Author(f"search:{solver.id}", name, solver.author.plugin, "search")
        fault = None
        found: list[Grid] = []
        try:
            wanted = 1 if self.verdict.solutions == 1 else 2
            found = list(islice(solver.call(self.grid), wanted))
            fault = _lie(found, self.grid, self.verdict)
        except GaveUp as error:
            yield self._ended("stuck", f"{stuck}; {solver.id} gave up: {error}")
            return
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            line = solver.line_in(error.__traceback__)
            yield Faulted(author, told(error), line, error)
            yield self._ended("stuck", stuck)
            return
        if fault:
            yield Faulted(author, fault, solver.code_place[1])
            yield self._ended("stuck", stuck)
        elif not found:
            yield self._ended("contradiction", no_solution(start))
        else:
            if len(found) > 1:
                self.notes.append("this is one of several solutions")
            for cell in open_cells:
                candidate = Candidate(cell, found[0].digits[cell])
                yield self._stepped(author, Step([candidate], reason="found by search"))
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


def _lie(found: list[Grid], grid: Grid, verdict: Verdict) -> str | None:
    """What is wrong with the solutions that a solver `found` for `grid`, or None."""
    if not found and verdict.solutions:
        return "it found no solution, though there is one"
    for solution in found:
        if not isinstance(solution, Grid) or solution.layout is not grid.layout:
            return f"it gave {solution!r}, which is no board of this kind"
        for cell, digit in enumerate(solution.digits):
            if grid.digits[cell] not in (0, digit):
                return f"its solution changes {grid.layout.cells[cell]}"
        if not solution.is_solved:
            return "it gave a board that is no solution"
    return None


def _steps(count: int) -> str:
    return f"{count} step{'' if count == 1 else 's'}"


def _cells(count: int) -> str:
    return f"{count} cell{'' if count == 1 else 's'}"
