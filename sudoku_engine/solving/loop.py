"""The core loop: strategies, simplest first, until nothing changes or a certain one would step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple, Protocol

from sudoku_engine.api.events import Author, Ended, Event, Means, Outcome, Started, Stepped
from sudoku_engine.api.run import timed
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import counted, listed
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.time_limits import Watchdog
from sudoku_engine.solving.guard import (
    STRATEGY_MUST_BE_WRONG,
    SolutionCount,
    count_solutions,
    givens_alone,
    no_solution,
)
from sudoku_engine.solving.search_run import complete, search_author
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings
from sudoku_engine.solving.step_finder import Blame, FoundStep, StepFinder

SEVERAL = "the puzzle has several solutions"


class Resumption(NamedTuple):
    """Where a run goes on that was broken off."""

    grid: Grid
    """The board after the last step."""
    steps: int
    """The number of steps so far."""
    counts: Mapping[str, int]
    """The number of steps by strategy id."""


class Finder(Protocol):
    """Finds the next steps of a run; see `StepFinder`."""

    def find(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> tuple[list[FoundStep], Blame | None]:
        """Return the next steps on `grid`, and the strategy that was at fault after them."""
        ...


class Loop:
    """Strategies in their order of trial, and the solver that finishes if they get stuck."""

    has_reasons = True
    """Whether steps of a person's strategies keep more than their effects in a watched run."""

    def __init__(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings = DEFAULTS,
        fallback: Component | None = None,
    ) -> None:
        self.strategies = tuple(strategies)
        self.foreign = frozenset(each for each in strategies if not each.is_bundled)
        self.assuming = frozenset(each for each in strategies if each.assumes_unique)
        self.settings = settings
        self.fallback = fallback
        self.watchdog = Watchdog(settings.step_timeout)
        self._unfit: dict[int, list[Component]] = {}

    def events(
        self, grid: Grid, is_watched: bool = True, resumption: Resumption | None = None
    ) -> Iterator[Event]:
        """Yield what happens on `grid`, from `Started` to `Ended`, lazily.

        If the run is not watched, only faults and `Ended` are yielded, which is faster where the
        plugins of a person take part. With a `resumption` the run goes on there, without `Started`.
        """
        events = LoopRun(self, grid, resumption).events()
        if not is_watched:
            events = (event for event in events if not isinstance(event, (Started, Stepped)))
        return timed(events)

    def finder(self, run: LoopRun) -> Finder:
        """Return the finder of the steps of a `run`."""
        time_limit = self.watchdog.time_limit()
        return StepFinder(self.settings, time_limit, self.foreign, run.solution_count.solution)

    def unfit(self, n: int) -> list[Component]:
        """Return the strategies that do not work on boards of `n` rows."""
        if n not in self._unfit:
            self._unfit[n] = [each for each in self.strategies if not each.suits(n)]
        return self._unfit[n]


NewLoop = Callable[[Sequence[Component], LoopSettings], Loop]
"""Makes a loop without a fallback."""


class _Stopped(Exception):
    """The run ends here; its text says why."""


class LoopRun:
    """One run of the loop: the board, the strategies that still take part, and the counts."""

    def __init__(self, loop: Loop, grid: Grid, resumption: Resumption | None) -> None:
        self.loop = loop
        self.is_resumed = resumption is not None
        self.settings = loop.settings
        self.start = self.grid = grid.with_marks(loop.settings.pencilmarks)
        self.active = list(loop.strategies)
        self.reserve: list[Component] = []
        self.foreign = loop.foreign
        self.counts = {each.id: 0 for each in self.active if each in self.foreign}
        self.steps = 0
        if resumption is not None:
            self.grid, self.steps, counts = resumption
            self.counts.update(counts)
        self.solution_count = SolutionCount(None)
        self.notes: list[str] = []

    def events(self) -> Iterator[Event]:
        """Yield the events of the run, from `Started` to `Ended`."""
        start = self.start
        n = start.layout.n
        self._bench(self.loop.unfit(n), "it is", "they are", f"not for {n}x{n} boards")
        if not self.is_resumed:
            yield Started(start, tuple(component.author for component in self.active))
        if start.contradiction():
            yield self._ended("contradiction", start.repetition() or no_solution(start))
            return
        if self._may_count_later():
            first = next(i for i, each in enumerate(self.active) if each in self.loop.assuming)
            self.active, self.reserve = self.active[:first], self.active[first:]
        else:
            self._count_solutions()
        try:
            yield from self._surveyed() if self.settings.is_survey else self._deductions()
        except _Stopped as stop:
            self._call_up()
            yield self._ended("stopped", str(stop))
            return
        if self.grid.is_solved:
            yield self._ended("solved")
            return
        self._call_up()
        if why := self._contradiction():
            yield self._ended("contradiction", why)
        elif self.loop.fallback is None:
            yield self._ended("stuck")
        else:
            yield from self._completed(self.loop.fallback)

    def _may_count_later(self) -> bool:
        """Return whether solutions need not be counted until a strategy that assumes one is tried.

        Often the others solve the puzzle. As they are right, it then has one solution; but a
        person's may be wrong, and what is said of other boards depends on the count.
        """
        settings = self.settings
        return (
            not (settings.guard or self.foreign or settings.is_survey)
            and settings.mode == "first"
            and settings.max_passes is None
            and not self.loop.assuming.isdisjoint(self.active)
            and givens_alone(self.start) is self.start
        )

    def _call_up(self) -> list[Component]:
        """Let the strategies in reserve take part; return those that do."""
        if not self.reserve:
            return []
        before = len(self.active)
        self.active, self.reserve = [*self.active, *self.reserve], []
        self._count_solutions()
        return self.active[before:]

    def _count_solutions(self) -> None:
        """Count the solutions; bench the strategies that assume a unique one if it is not.

        What counts is what the givens allow: without some candidates, or with some digits placed,
        the board may have only one of the solutions left.
        """
        assuming = [component for component in self.active if component in self.loop.assuming]
        if self.settings.guard or assuming:
            self.solution_count = count_solutions(self.start)
        if self.solution_count.solutions == 2:
            self.notes.append(SEVERAL)
        if assuming and count_solutions(givens_alone(self.start)).solutions != 1:
            self._bench(assuming, "it assumes", "they assume", "that the givens have one solution")

    def _bench(self, components: list[Component], it: str, they: str, why: str) -> None:
        if components:
            who = listed(component.id for component in components)
            self.notes.append(f"{who} sat out: {it if len(components) == 1 else they} {why}")
            self.active = [each for each in self.active if each not in components]

    def _surveyed(self) -> Iterator[Event]:
        """Yield all steps that each strategy finds on the board, and the faults."""
        finder = self.loop.finder(self)
        for component in self.active:
            found, blame = finder.find(self.grid, [component], [component])
            for _, step, grid in found:
                yield self._stepped(component.author, step, grid)
            if blame is not None:
                yield blame.event
                self._stop_at_fault(component)

    def _deductions(self) -> Iterator[Event]:
        """Yield steps and faults, until nothing changes."""
        finder = self.loop.finder(self)
        strategies = self.active
        passes = count() if self.settings.max_passes is None else range(self.settings.max_passes)
        for _ in passes:
            if not self.grid.boards[0] or self.grid.has_empty_cell:
                return
            found, blame = finder.find(self.grid, strategies, self.active)
            if blame is not None:
                culprit = blame.component
                self.active = [component for component in self.active if component is not culprit]
            for component, step, grid in found:
                if self.steps >= self.settings.max_steps:
                    raise _Stopped(f"after {counted(self.steps, 'step')} (max_steps)")
                yield self._stepped(component.author, step, grid)
            if blame is not None:
                yield blame.event
                self._stop_at_fault(culprit)
            if found:
                repeat = self.settings.mode == "fixpoint"
                strategies = [found[-1].component] if repeat else self.active
            elif blame is not None and culprit in strategies:
                # Those before it found nothing on this board.
                strategies = strategies[strategies.index(culprit) + 1 :]
            elif blame is not None or (
                self.settings.mode == "fixpoint" and strategies is not self.active
            ):
                strategies = self.active
            elif not (strategies := self._call_up()):
                return

    def _stop_at_fault(self, culprit: Component) -> None:
        if self.settings.on_fault == "stop":
            raise _Stopped(f"{culprit.id} was at fault")

    def _stepped(self, author: Author, step: Step, grid: Grid) -> Stepped:
        self.grid = grid
        self.steps += 1
        self.counts[author.id] = self.counts.get(author.id, 0) + 1
        return Stepped(self.steps, author, step, grid)

    def _contradiction(self) -> str | None:
        """Return why there is no solution, if the strategies have shown that; else None."""
        why = self.grid.contradiction()
        solutions = self.solution_count.solutions
        if why and solutions is None:
            solutions = count_solutions(self.start).solutions
        if solutions == 0:
            return no_solution(self.start)
        return why and why + (STRATEGY_MUST_BE_WRONG if solutions else "")

    def _completed(self, solver: Component) -> Iterator[Event]:
        """Yield the rest of the board, cell by cell, as `solver` fills it."""
        open_cells = self.grid.open_cells
        cells = counted(len(open_cells), "cell")
        stuck = f"strategies stuck after {counted(self.steps, 'step')}, {cells} open"
        # A second solution matters only if it is not known whether there is one.
        known = self.solution_count.solutions
        done = complete(solver, self.grid, self.start, limit=2 if known is None else 1)
        if done.fault is not None:
            yield done.fault
        if done.outcome == "stuck":
            yield self._ended("stuck", "; ".join([stuck, done.why] if done.why else [stuck]))
        elif done.outcome == "contradiction":
            yield self._ended("contradiction", done.why)
        else:
            if len(done.solutions) > 1 or known == 2:
                self.notes = [note for note in self.notes if note != SEVERAL]  # said once
                self.notes.append("this is one of several solutions")
            author = search_author(solver)
            for cell in open_cells:
                digit = done.solutions[0].digits[cell]
                step = Step([Candidate(cell, digit)], reason="found by search")
                yield self._stepped(author, step, self.grid.apply(step))
            yield self._ended("solved", f"{stuck}; {solver.id} filled the rest", "search")

    def _ended(self, outcome: Outcome, why: str = "", by: Means = "strategies") -> Ended:
        notes = tuple(self.notes)
        return Ended(outcome, by, self.grid, self.steps, dict(self.counts), 0.0, why, notes)


_BEFORE = "before the first "


def events_before(events: Iterator[Event], ids: Collection[str]) -> Iterator[Event]:
    """Yield the `events` of a run up to the first step of a strategy with one of these `ids`.

    The run then ends on the board before it, as `stopped`.
    """
    return timed(_events(events, ids))


def is_before(ended: Ended) -> bool:
    """Return whether a run `ended` early, as requested."""
    return ended.outcome == "stopped" and ended.why.startswith(_BEFORE)


def _events(events: Iterator[Event], ids: Collection[str]) -> Iterator[Event]:
    counts: dict[str, int] = {}
    grid = None
    for event in events:
        if isinstance(event, Stepped):
            strategy = event.strategy
            if strategy.id in ids and grid is not None:
                why, steps = f"{_BEFORE}{strategy.name}", sum(counts.values())
                yield Ended("stopped", "strategies", grid, steps, counts, 0.0, why)
                return
            counts[strategy.id] = counts.get(strategy.id, 0) + 1
        if isinstance(event, (Started, Stepped)):
            grid = event.grid
        yield event
