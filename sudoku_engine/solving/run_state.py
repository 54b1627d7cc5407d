"""One run of the loop: its board, its counts, the strategies that take part, and its end."""

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from typing import NamedTuple

from sudoku_engine.api.events import Ended, Event, Means, Outcome, Started, Stepped
from sudoku_engine.api.run import timed
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import say, tell
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.time_limits import Watchdog
from sudoku_engine.solving.guard import (
    STRATEGY_MUST_BE_WRONG,
    SolutionCount,
    count_solutions,
    givens_alone,
    no_solution,
)
from sudoku_engine.solving.settings import DEFAULTS, HODOKU, LoopSettings

SEVERAL = "the puzzle has several solutions"

ASSUMING = (
    "{who} sat out: it assumes that the givens have one solution",
    "{who} sat out: they assume that the givens have one solution",
)
UNFIT = (
    "{who} sat out: it is not for {n:#}x{n:#} boards",
    "{who} sat out: they are not for {n:#}x{n:#} boards",
)
"""The reasons why strategies take no part, for one strategy and for several."""


class Lineup:
    """Strategies in the order in which they are tried, and the solver if they get stuck."""

    has_reasons = True
    """Whether steps of a person's strategies keep more than their effects in a watched run."""
    is_brief = False
    """Whether a finder may count steps by strategy without making them."""

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

    def strategies_on(self, layout: Layout) -> Sequence[Component]:
        """Return the strategies without bundled ones that find nothing on a board like this."""
        return self.strategies if layout.clues else self._without_clues


class Resumption(NamedTuple):
    """The point where an interrupted run continues."""

    grid: Grid
    """The board after the last step."""
    steps: int
    counts: Mapping[str, int]


class RunState:
    """One run: the board, the strategies that still take part, and the counts."""

    def __init__(
        self,
        lineup: Lineup,
        grid: Grid,
        is_watched: bool = True,
        resumption: Resumption | None = None,
    ) -> None:
        self.lineup = lineup
        self.is_watched = is_watched
        self.is_brief = lineup.is_brief or not is_watched
        self.resumption = resumption
        self.settings = lineup.settings
        self.fallback = lineup.fallback
        self.start = self.grid = grid.with_marks(lineup.settings.pencilmarks)
        self.active: list[Component] = [*lineup.strategies_on(grid.layout)]
        self.reserve: list[Component] = []
        self.counts = {each.id: 0 for each in self.active if each in lineup.foreign}
        self.steps = 0
        if resumption is not None:
            self.grid, self.steps, counts = resumption
            self.counts.update(counts)
        self.further_nets: dict[str, int] = {}
        """By strategy, the nets of its steps besides the first of each, which HoDoKu counts."""
        self.solution_count = SolutionCount(None)
        self.has_given_up = False
        """Whether the search for the solutions gave up."""
        self.notes: list[str] = []

    def take(self, id: str, step: Step, grid: Grid) -> None:
        """Go on to `grid`, the board after a `step` of the strategy with this `id`."""
        self.grid = grid
        self.steps += 1
        self.counts[id] = self.counts.get(id, 0) + 1
        if id in HODOKU.by_nets and len(step.branches) > 1:
            self.further_nets[id] = self.further_nets.get(id, 0) + len(step.branches) - 1

    def leave_out(self, components: Sequence[Component]) -> None:
        """Let some of the strategies take no part."""
        self.active = [each for each in self.active if each not in components]

    def bench(self, components: Sequence[Component], one: str, many: str) -> None:
        """Let some of the strategies take no part, and note why: in words for one, and for many."""
        if components:
            why = one if len(components) == 1 else many
            who = [component.id for component in components]
            self.notes.append(tell(why, who=who, n=self.start.layout.n))
            self.leave_out(components)

    def bench_unfit(self) -> None:
        """Let the strategies that do not work on such boards take no part."""
        n = self.start.layout.n
        self.bench([each for each in self.lineup.strategies if not each.suits(n)], *UNFIT)

    def without_solution(self) -> str:
        """Count the solutions, now or later; return why there is none, '' if there may be one."""
        if self.start.contradiction():
            return self.start.repetition() or str(no_solution(self.start))
        if self._may_count_later():
            first = next(i for i, each in enumerate(self.active) if each in self.lineup.assuming)
            self.active, self.reserve = self.active[:first], self.active[first:]
            return ""
        self._count_solutions()
        return str(no_solution(self.start)) if self.solution_count.solutions == 0 else ""

    def call_up(self) -> list[Component]:
        """Let the strategies in reserve take part; return those that do."""
        if not self.reserve:
            return []
        before = len(self.active)
        self.active, self.reserve = [*self.active, *self.reserve], []
        self._count_solutions()
        return self.active[before:]

    def _may_count_later(self) -> bool:
        """Return whether solutions can be counted later, before a strategy that assumes uniqueness.

        The other strategies often solve the puzzle, and as they are correct, it has one solution. A
        person's strategies may be wrong, messages about other boards depend on the count, and
        nobody may see a step on a board with a mistake.
        """
        settings = self.settings
        return (
            not (self.is_watched or settings.guard or self.lineup.foreign)
            and settings.mode == "first"
            and settings.max_passes is None
            and not self.lineup.assuming.isdisjoint(self.active)
            and givens_alone(self.start) is self.start
        )

    def _count_solutions(self) -> None:
        """Count the solutions; bench the strategies that assume uniqueness if there are several.

        The solutions of the givens count: without some candidates, or with some digits placed, the
        board may have only one of the solutions left.
        """
        assuming = [each for each in self.active if each in self.lineup.assuming]
        if self.is_watched or self.settings.guard or assuming:
            self.solution_count = count_solutions(self.start)
            self.has_given_up = self.solution_count.solutions is None
        if self.solution_count.solutions == 0:
            return
        if self.solution_count.solutions == 2:
            self.notes.append(tell(SEVERAL))
        if assuming and count_solutions(givens_alone(self.start)).solutions != 1:
            self.bench(assuming, *ASSUMING)


GAVE_UP = "the search gave up, so a mistake on the board may not show"


def contradiction(run: RunState) -> str | None:
    """Return why there is no solution, if the strategies have shown it; otherwise None."""
    why = run.grid.contradiction()
    solutions = run.solution_count.solutions
    if why and solutions is None:
        solutions = count_solutions(run.start).solutions
    if solutions == 0:
        return str(no_solution(run.start))
    return why and why + (STRATEGY_MUST_BE_WRONG if solutions else "")


def completed(run: RunState, solver: Component) -> Generator[Event, None, Ended]:
    """Yield the rest of the board, cell by cell, filled by `solver`; return the end of the run."""
    open_cells = run.grid.open_cells
    n_open = len(open_cells)
    stuck = tell(
        "strategies stuck after {steps}, {cells}",
        steps=say("1 step" if run.steps == 1 else "{n:#} steps", n=run.steps),
        cells=say("1 cell open" if n_open == 1 else "{n:#} cells open", n=n_open),
    )
    # A second solution matters only if the number of solutions is unknown.
    known = run.solution_count.solutions
    from sudoku_engine.solving.search_run import complete, search_author  # only here

    done = complete(solver, run.grid, run.start, limit=2 if known is None else 1)
    if done.fault is not None:
        yield done.fault
    if done.outcome == "stuck":
        return ended(run, "stuck", "; ".join([stuck, done.why] if done.why else [stuck]))
    if done.outcome == "contradiction":
        return ended(run, "contradiction", done.why)
    if len(done.solutions) > 1 or known == 2:
        run.notes = [note for note in run.notes if note != tell(SEVERAL)]  # said once
        run.notes.append(tell("this is one of several solutions"))
    author = search_author(solver)
    for cell in open_cells:
        step = Step([Candidate(cell, done.solutions[0].digits[cell])], reason="found by search")
        run.take(author.id, step, run.grid.apply(step))
        yield Stepped(run.steps, author, step, run.grid)
    why = tell("{stuck}; {solver} filled the rest", stuck=stuck, solver=solver.id)
    return ended(run, "solved", why, "search")


def ended(run: RunState, outcome: Outcome, why: str = "", by: Means = "strategies") -> Ended:
    """Return the last event of the `run`."""
    rated = _rated(run) if (outcome, by) == ("solved", "strategies") else ("", 0)
    if run.has_given_up and outcome in ("stuck", "stopped"):
        run.notes.append(tell(GAVE_UP))
    counts, notes = dict(run.counts), tuple(run.notes)
    return Ended(outcome, by, run.grid, run.steps, counts, 0.0, why, notes, *rated)


def _rated(run: RunState) -> tuple[str, float]:
    """Return level and score of the puzzle on HoDoKu's scale, as in `rating`."""
    used = [each for each in run.lineup.strategies if run.counts.get(each.id)]
    nets = run.further_nets
    score = sum((run.counts[each.id] + nets.get(each.id, 0)) * each.score for each in used)
    return HODOKU.level_and_score(score, used, run.start.layout)


_BEFORE = "before the first "


def events_before(events: Iterator[Event], ids: Collection[str]) -> Iterator[Event]:
    """Yield the `events` of a run up to the first step of a strategy with one of these `ids`."""
    return timed(_events_before(events, ids))


def is_before(ended: Ended) -> bool:
    """Return whether a run `ended` early, as requested."""
    return ended.outcome == "stopped" and ended.why.startswith(_BEFORE)


def _events_before(events: Iterator[Event], ids: Collection[str]) -> Iterator[Event]:
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
