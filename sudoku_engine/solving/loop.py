"""The core loop: strategies, simplest first, until nothing changes or a chosen strategy has a step.

A finder calls the strategies on a board and checks each of their steps; the loop applies them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, repeat
from time import perf_counter
from types import GeneratorType
from typing import Any, Protocol, Union

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
from sudoku_engine.api.strategy import Scout
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.named_tuple import NamedTuple
from sudoku_engine.board.say import say, tell
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.variants import name_clues
from sudoku_engine.board.words import brief, counted
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.time_limits import PluginStopped, TimeLimit, Watchdog
from sudoku_engine.solving.guard import (
    STRATEGY_MUST_BE_WRONG,
    SolutionCount,
    count_solutions,
    givens_alone,
    malformed,
    no_solution,
    objection,
    refuted,
    trimmed,
)
from sudoku_engine.solving.scouting import LARGE, MOST_STEPS, UNTOLD, Way, ids_of, scout_of
from sudoku_engine.solving.settings import DEFAULTS, HODOKU, LoopSettings

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
    """The board after it; in a survey, the board on which it was found."""


class Blame(NamedTuple):
    """A strategy that is at fault."""

    component: Component
    """The strategy."""
    event: Union[Faulted, Rejected]
    """The fault."""


class _NoSteps(Exception):
    """A strategy returned something that cannot be iterated over."""


class StepFinder:
    """A caller of strategies in their order, which checks each of their steps.

    `solution`: the digits by cell, if the solution is known. `scout`: a scout that predicts steps,
    if it is ready. `is_quiet`: whether predicted steps may be left out.
    """

    def __init__(
        self,
        settings: LoopSettings,
        time_limit: TimeLimit,
        solution: tuple[int, ...] | None,
        scout: Scout | None = None,
        is_quiet: bool = False,
    ) -> None:
        self._settings = settings
        self._time_limit = time_limit
        self._solution = solution
        self._check = objection if settings.guard else malformed
        self._scout = scout
        self._is_quiet = is_quiet
        self._left: tuple[Way | None, Grid | None] = None, None
        """The known way on, and the board where it begins."""

    def find(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> tuple[list[FoundStep], Blame | None]:
        """Return the next steps on `grid`, and the strategy that was at fault after them.

        The first step comes from one of the `strategies`, further steps from those `after_a_step`.
        """
        found: list[FoundStep] = []
        is_single = self._settings.mode == "first" and not self._settings.is_survey
        search = self._single_steps if is_single else self._whole_pass
        try:
            blame = self._time_limit.run(search, found, grid, strategies, after_a_step)
        except PluginStopped as stop:
            component = next(each for each in after_a_step if each is stop.subject)
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
        """Find one step after another, each the first step of the first strategy with a step.

        It ends after a moment, so that watchers see the steps, or when nothing is found.
        """
        begin_call, check, solution = self._time_limit.begin_call, self._check, self._solution
        deadline = perf_counter() + MOMENT
        way = self._way(grid, after_a_step)
        while grid.boards[0] and not grid.has_empty_cell:
            begin = len(after_a_step) - len(strategies)
            if way is not None and (end := self._stride(way, found, grid, begin)):
                grid, strategies = end, after_a_step
                continue
            for component in strategies if way is None else way.tried(grid, begin, self._is_quiet):
                begin_call(component)
                try:
                    steps = component.call(grid)
                    # Nearly all are generators; a check for other iterables takes longer.
                    is_generator = type(steps) is GeneratorType
                    step = next(steps if is_generator else iter(_iterable(steps)), _NOTHING)
                    if step is _NOTHING:
                        continue
                    why = check(step, grid, solution)
                    if why is not None or not isinstance(step, Step):
                        return self._blame_for_step(component, step, str(why), grid, steps)
                    grid = grid.apply(step := name_clues(step, grid.layout))
                    if is_generator:
                        steps.close()
                except BaseException as error:
                    return self._blame_for_error(component, error)
                found.append(FoundStep(component, step, grid))
                strategies = after_a_step
                break
            else:
                if way is None or not way.is_known:
                    return None
            if found and perf_counter() > deadline:
                self._left = way, grid
                return None
        return None

    def _way(self, grid: Grid, strategies: Sequence[Component]) -> Way | None:
        """Return the way from `grid` on, as far as a scout knows it."""
        way, at = self._left
        is_known = at is grid and way is not None and way.is_of(strategies)
        return way if is_known else Way.of(self._scout, grid, strategies)

    def _stride(self, way: Way, found: list[FoundStep], grid: Grid, begin: int) -> Grid | None:
        """Advance from `grid` without making steps; return the board, None if it is not possible.

        If the solution is no longer possible, the steps are made, so that the wrong step shows.
        """
        if self._is_quiet:
            authors, end = way.stride(grid, begin)
            if authors and self._solution and not end.allows(self._solution):
                way.forget()
                self._is_quiet = False
            elif authors:
                found += [FoundStep(author, UNTOLD, end) for author in authors]
                return end
        return None

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
        for component in strategies:
            self._time_limit.begin_call(component)
            board, whole = grid, []
            try:
                steps = component.call(grid)
                for step in _iterable(steps):
                    why = self._check(step, grid, self._solution)
                    if why is not None:
                        return self._blame_for_step(component, step, why, grid, steps)
                    step = name_clues(step, grid.layout)
                    if self._settings.is_survey:
                        whole.append(FoundStep(component, step, grid))
                        if component.is_bundled:  # the strategy ends, given time
                            self._time_limit.begin_call(component)
                    elif (left := trimmed(step, board)) is not None:
                        board = board.apply(left)
                        whole.append(FoundStep(component, left, board))
            except BaseException as error:
                return self._blame_for_error(component, error)
            if whole:
                found += whole
                return None
        return None

    def _blame_for_error(self, component: Component, error: BaseException) -> Blame:
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


def _iterable(steps: object) -> Iterable[Any]:
    """Return the `steps` of a strategy, empty for None; raise _NoSteps for other objects."""
    if steps is None:
        return ()
    if not isinstance(steps, Iterable):
        raise _NoSteps(
            f"it gave {brief(steps)}: a strategy yields steps, or returns a list of them"
        )
    return steps


SEVERAL = "the puzzle has several solutions"
GAVE_UP = "the search gave up, so a mistake on the board may not show"

ASSUMING = (
    "{who} sat out: it assumes that the givens have one solution",
    "{who} sat out: they assume that the givens have one solution",
)
UNFIT = (
    "{who} sat out: it is not for {n:#}x{n:#} boards",
    "{who} sat out: they are not for {n:#}x{n:#} boards",
)
"""The reasons why strategies take no part, for one strategy and for several."""


class Resumption(NamedTuple):
    """The point where an interrupted run continues."""

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
    """Strategies in the order in which they are tried, and the solver if they get stuck."""

    has_reasons = True
    """Whether steps of a person's strategies keep more than their effects in a watched run."""
    is_brief = False
    """Whether steps that a scout predicts are counted by strategy, but not made."""

    def __init__(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings = DEFAULTS,
        fallback: Component | None = None,
    ) -> None:
        self.strategies = tuple(strategies)
        self.foreign = frozenset(each for each in strategies if not each.is_bundled)
        self.assuming = frozenset(each for each in strategies if each.assumes_unique)
        self.assuming_ids = frozenset(each.id for each in self.assuming)
        self._without_clues = tuple(
            each for each in strategies if each.family != "clues" or not each.is_bundled
        )
        self.settings = settings
        self.fallback = fallback
        self.watchdog = Watchdog(settings.step_timeout)
        self._unfit: dict[int, list[Component]] = {}
        self.scout = scout_of(strategies)
        """The scout of bundled strategies; see `scouting`."""

    def events(
        self, grid: Grid, is_watched: bool = True, resumption: Resumption | None = None
    ) -> Iterator[Event]:
        """Yield the events on `grid`, from `Started` to `Ended`, lazily.

        If the run is not watched, only faults and `Ended` are yielded, which is faster if a
        person's plugins take part. With a `resumption`, the run continues there, without `Started`.
        """
        events = LoopRun(self, grid, resumption, is_watched).events()
        if not is_watched:
            events = (event for event in events if not isinstance(event, (Started, Stepped)))
        return timed(events)

    def finder(self, run: LoopRun) -> Finder:
        """Return the finder of the steps of a `run`."""
        time_limit = self.watchdog.time_limit()
        is_classic = run.grid.layout.usual is Layout.of_size(9)  # scouts know no other boards
        scout = self.scout if is_classic and self.scout else None
        if scout and not scout.is_ready(1):
            scout = None
        solution = run.solution_count.solution
        is_quiet = run.is_brief and not self.foreign
        return StepFinder(self.settings, time_limit, solution, scout, is_quiet)

    def counts_by_scout(self, puzzles: bytes) -> Iterator[Sequence[int] | None]:
        """Yield, by puzzle, the number of steps by strategy, if a scout knows the whole solution.

        `puzzles`: as for `Scout.counts`, which is called only if the scout is ready.
        """
        n = len(puzzles) // len(Layout.of_size(9).cells)
        limited = self.settings.max_passes is not None or self.settings.max_steps < MOST_STEPS
        if self.scout is None or self.foreign or limited or not self.scout.is_ready(LARGE):
            return repeat(None, n)
        return self.scout.counts(puzzles, ids_of(tuple(self.strategies_on(Layout.of_size(9)))))

    def strategies_on(self, layout: Layout) -> Sequence[Component]:
        """Return the strategies without bundled ones that find nothing on a board like this."""
        return self.strategies if layout.clues else self._without_clues

    def unfit(self, n: int) -> list[Component]:
        """Return the strategies that do not work on boards of `n` rows."""
        if n not in self._unfit:
            self._unfit[n] = [each for each in self.strategies if not each.suits(n)]
        return self._unfit[n]


NewLoop = Callable[[Sequence[Component], LoopSettings], Loop]
"""A function that makes a loop without a fallback."""


class _Stopped(Exception):
    """The run ends here; its text says why."""


class LoopRun:
    """One run of the loop: the board, the strategies that still take part, and the counts."""

    def __init__(
        self, loop: Loop, grid: Grid, resumption: Resumption | None, is_watched: bool = True
    ) -> None:
        self.loop = loop
        self.is_watched = is_watched
        is_brief = loop.is_brief or not is_watched
        self.is_brief = is_brief and loop.settings.max_steps >= MOST_STEPS
        self.is_resumed = resumption is not None
        self.settings = loop.settings
        self.start = self.grid = grid.with_marks(loop.settings.pencilmarks)
        self.active = [*loop.strategies_on(grid.layout)]
        self.reserve: list[Component] = []
        self.foreign = loop.foreign
        self.counts = {each.id: 0 for each in self.active if each in self.foreign}
        self.steps = 0
        if resumption is not None:
            self.grid, self.steps, counts = resumption
            self.counts.update(counts)
        self.solution_count = SolutionCount(None)
        self.notes: list[str] = []
        self._gave_up = False
        self._further_nets: list[Component] = []

    def events(self) -> Iterator[Event]:
        """Yield the events of the run, from `Started` to `Ended`."""
        start = self.start
        n = start.layout.n
        self._bench(self.loop.unfit(n), *UNFIT)
        if not self.is_resumed:
            yield Started(start, tuple(component.author for component in self.active))
        if start.contradiction():
            yield self._ended("contradiction", start.repetition() or str(no_solution(start)))
            return
        if self._may_count_later():
            first = next(i for i, each in enumerate(self.active) if each in self.loop.assuming)
            self.active, self.reserve = self.active[:first], self.active[first:]
        else:
            self._count_solutions()
            if self.solution_count.solutions == 0:
                yield self._ended("contradiction", str(no_solution(start)))
                return
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
        """Return whether solutions can be counted later, before a strategy that assumes uniqueness.

        The other strategies often solve the puzzle, and as they are correct, it has one solution. A
        person's strategies may be wrong, messages about other boards depend on the count, and
        nobody may see a step on a board with a mistake.
        """
        settings = self.settings
        return (
            not (self.is_watched or settings.guard or self.foreign)
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
        """Count the solutions; bench the strategies that assume uniqueness if there are several.

        The solutions of the givens count: without some candidates, or with some digits placed, the
        board may have only one of the solutions left.
        """
        assuming = [component for component in self.active if component in self.loop.assuming]
        if self.is_watched or self.settings.guard or assuming:
            self.solution_count = count_solutions(self.start)
            self._gave_up = self.solution_count.solutions is None
        if self.solution_count.solutions == 0:
            return
        if self.solution_count.solutions == 2:
            self.notes.append(tell(SEVERAL))
        if assuming and count_solutions(givens_alone(self.start)).solutions != 1:
            self._bench(assuming, *ASSUMING)

    def _bench(self, components: list[Component], one: str, many: str) -> None:
        if components:
            why = one if len(components) == 1 else many
            who = [component.id for component in components]
            self.notes.append(tell(why, who=who, n=self.start.layout.n))
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
                if component.id in HODOKU.by_nets:
                    self._further_nets += [component] * (len(step.branches) - 1)
                if self.is_watched:
                    yield self._stepped(component.author, step, grid)
                else:
                    self._went_on(component.id, grid)
            if blame is not None:
                yield blame.event
                self._stop_at_fault(culprit)
            if found:
                repeat = self.settings.mode == "fixpoint"
                strategies = [found[-1].component] if repeat else self.active
            elif blame is not None and culprit in strategies:
                # The strategies before it found nothing on this board.
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

    def _went_on(self, id: str, grid: Grid) -> None:
        self.grid = grid
        self.steps += 1
        self.counts[id] = self.counts.get(id, 0) + 1

    def _stepped(self, author: Author, step: Step, grid: Grid) -> Stepped:
        self._went_on(author.id, grid)
        return Stepped(self.steps, author, step, grid)

    def _contradiction(self) -> str | None:
        """Return why there is no solution, if the strategies have shown it; otherwise None."""
        why = self.grid.contradiction()
        solutions = self.solution_count.solutions
        if why and solutions is None:
            solutions = count_solutions(self.start).solutions
        if solutions == 0:
            return str(no_solution(self.start))
        return why and why + (STRATEGY_MUST_BE_WRONG if solutions else "")

    def _completed(self, solver: Component) -> Iterator[Event]:
        """Yield the rest of the board, cell by cell, filled by `solver`."""
        open_cells = self.grid.open_cells
        n_open = len(open_cells)
        stuck = tell(
            "strategies stuck after {steps}, {cells}",
            steps=say("1 step" if self.steps == 1 else "{n:#} steps", n=self.steps),
            cells=say("1 cell open" if n_open == 1 else "{n:#} cells open", n=n_open),
        )
        # A second solution matters only if the number of solutions is unknown.
        known = self.solution_count.solutions
        from sudoku_engine.solving.search_run import complete, search_author  # only here

        done = complete(solver, self.grid, self.start, limit=2 if known is None else 1)
        if done.fault is not None:
            yield done.fault
        if done.outcome == "stuck":
            yield self._ended("stuck", "; ".join([stuck, done.why] if done.why else [stuck]))
        elif done.outcome == "contradiction":
            yield self._ended("contradiction", done.why)
        else:
            if len(done.solutions) > 1 or known == 2:
                self.notes = [note for note in self.notes if note != tell(SEVERAL)]  # said once
                self.notes.append(tell("this is one of several solutions"))
            author = search_author(solver)
            for cell in open_cells:
                digit = done.solutions[0].digits[cell]
                step = Step([Candidate(cell, digit)], reason="found by search")
                yield self._stepped(author, step, self.grid.apply(step))
            yield self._ended(
                "solved",
                tell("{stuck}; {solver} filled the rest", stuck=stuck, solver=solver.id),
                "search",
            )

    def _ended(self, outcome: Outcome, why: str = "", by: Means = "strategies") -> Ended:
        counts = dict(self.counts)
        rated = self._rated(counts) if (outcome, by) == ("solved", "strategies") else ("", 0)
        if self._gave_up and outcome in ("stuck", "stopped"):
            self.notes.append(tell(GAVE_UP))
        return Ended(
            outcome, by, self.grid, self.steps, counts, 0.0, why, tuple(self.notes), *rated
        )

    def _rated(self, counts: Mapping[str, int]) -> tuple[str, float]:
        """Return level and score of the puzzle on HoDoKu's scale, as in `rating`."""
        used = [each for each in self.loop.strategies if counts.get(each.id)]
        score = sum(counts[each.id] * each.score for each in used)
        score += sum(each.score for each in self._further_nets)
        return HODOKU.level_and_score(score, used, self.start.layout)


_BEFORE = "before the first "


def events_before(events: Iterator[Event], ids: Collection[str]) -> Iterator[Event]:
    """Yield the `events` of a run up to the first step of a strategy with one of these `ids`.

    The run ends on the board before that step, as `stopped`.
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
