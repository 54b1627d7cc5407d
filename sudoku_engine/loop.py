"""The core loop: strategies, simplest first, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
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


class _Stopped(Exception):
    """The run ends here; its text says why."""


Taken = tuple[Step, Grid]
"""A step that was found good, and the board after it."""

Answer = Union[list[Taken], Faulted, Rejected]
"""What a strategy gave: steps, or reason to blame it."""


class _NoSteps(Exception):
    """A strategy gave what cannot be gone through; its text says what."""


class _Solving:
    """One run of the loop: the board as far as it is, who takes part, and the counts."""

    def __init__(self, loop: Loop, grid: Grid) -> None:
        self.loop = loop
        self.settings = loop.settings
        self.grid = grid
        self.active = list(loop.strategies)
        self.counts = {plugin.id: 0 for plugin in loop.strategies if plugin.origin.how != "bundled"}
        self.steps = 0
        self.check = objection if loop.settings.guard else nonsense
        self.leash = loop.watchdog.leash()
        self.verdict = Verdict(None)
        self.notes: list[str] = []
        self.faults: list[Faulted | Rejected] = []

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
        repeated: Plugin | None = None
        while self.grid.boards[0] and not self.grid.has_empty_cell:
            found = self._find([repeated] if repeated else self.active)
            if self.faults:
                yield from self._reported_faults()
            if found is not None:
                plugin, taken = found
                for step, grid in taken:
                    yield self._applied(plugin.author, step, grid)
                repeated = plugin if self.settings.mode == "fixpoint" else None
            elif repeated:
                repeated = None
            else:
                return

    def _find(self, plugins: list[Plugin]) -> tuple[Plugin, list[Taken]] | None:
        """The first strategy of `plugins` that finds something, and what; blames the others."""
        while True:
            try:
                found = self.leash.run(self._ask_in_turn, plugins)
            except PluginTimeout as timeout:
                plugin = next(plugin for plugin in plugins if plugin is timeout.subject)
                why = f"it did not come back within {self.settings.step_timeout:g} s"
                found = plugin, Faulted(plugin.author, why, timeout.line or plugin.line)
            if found is None:
                return None
            plugin, answer = found
            if isinstance(answer, list):
                return plugin, answer
            self.faults.append(answer)
            self.active = [other for other in self.active if other is not plugin]
            if self.settings.on_fault == "stop":
                return None
            after = plugins[plugins.index(plugin) + 1 :]
            plugins = [other for other in after if other is not plugin]

    def _ask_in_turn(self, plugins: list[Plugin]) -> tuple[Plugin, Answer] | None:
        """The first of `plugins` that has something to say, and what; changes nothing here."""
        watch = self.leash.watch
        ask = self._ask_for_one if self.settings.mode == "first" else self._ask_for_all
        for plugin in plugins:
            watch(plugin)
            try:
                answer = ask(plugin, plugin.call(self.grid))
            except (TimeIsUp, KeyboardInterrupt):
                raise
            except _NoSteps as error:
                return plugin, Faulted(plugin.author, str(error), plugin.line)
            except BaseException as error:
                return plugin, _fault(plugin.author, plugin, error)
            if answer:
                return plugin, answer
        return None

    def _ask_for_one(self, plugin: Plugin, steps: Any) -> Answer:
        """The first of the `steps` that `plugin` finds, or what is wrong with it."""
        # Nearly all strategies are generators; to ask whether a thing is iterable takes longer.
        is_generator = type(steps) is GeneratorType
        for step in steps if is_generator else _listed(steps):
            why = self.check(step, self.grid, self.verdict.solution)
            if why is not None:
                return self._refused(plugin, step, why, plugin.line_of(steps))
            taken = [(step, self.grid.apply(step))]
            if is_generator:
                steps.close()
            return taken
        return []

    def _ask_for_all(self, plugin: Plugin, steps: object) -> Answer:
        """All `steps` of a pass, each cut down to what those before it have left to do."""
        board = self.grid
        taken: list[Taken] = []
        for step in _listed(steps):
            why = self.check(step, self.grid, self.verdict.solution)
            if why is not None:
                return self._refused(plugin, step, why, plugin.line_of(steps))
            left = trimmed(step, board)
            if left is not None:
                board = board.apply(left)
                taken.append((left, board))
        return taken

    def _refused(self, plugin: Plugin, step: object, why: str, line: int) -> Faulted | Rejected:
        if isinstance(step, Step):
            return Rejected(plugin.author, step, why, line, self.grid)
        return Faulted(plugin.author, why, line)

    def _reported_faults(self) -> Iterator[Event]:
        faults, self.faults = self.faults, []
        yield from faults
        if self.settings.on_fault == "stop":
            raise _Stopped(f"{faults[0].strategy.id} was at fault")

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


def _fault(author: Author, plugin: Plugin, error: BaseException) -> Faulted:
    """The fault of a `plugin` that raised `error`."""
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
