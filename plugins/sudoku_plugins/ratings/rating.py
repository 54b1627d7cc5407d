"""The difficulty of a puzzle for people: by techniques, on HoDoKu's or another scale; by truths.

Every step has the score of its strategy, and their sum is the score of the puzzle. The level of the
puzzle is the level of its hardest strategy, or a harder level if many steps add up to a high score.
Strategies define scores and levels, so plugins take part like bundled strategies. A `RatingFilter`
keeps puzzles by technique, level and score.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat, takewhile
from typing import NamedTuple

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Stepped, add_faults
from sudoku_engine.api.protocols import BEYOND, Fault, Rating
from sudoku_engine.api.run import Run
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import tell
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief
from sudoku_engine.bundled import FAST, is_here
from sudoku_engine.errors import ArgumentError, SudokuError, UsageError, quoted
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import near_strategy, strategies_named
from sudoku_engine.solving.guard import count_solutions, no_solution
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import DEFAULTS, HODOKU, LoopSettings, Scale
from sudoku_plugins.reasons.smallest_reason import simplest_reason
from sudoku_plugins.reasons.why import step_of


def rating_of(
    events: Iterable[Event], strategies: Sequence[Component], scale: Scale = HODOKU
) -> Rating:
    """Return the rating of a puzzle from the `events` of a run, `Started` to `Ended`.

    `strategies`: the strategies of the run, in the order in which they are tried. A puzzle that a
    search finished is beyond them.
    """
    by_id = {component.id: component for component in strategies}
    counts = dict.fromkeys(by_id, 0)
    hardest_step = dict.fromkeys(by_id, 0.0)
    points = dict.fromkeys(by_id, 0.0)
    faults: list[Fault] = []
    ended: Ended | None = None
    for event in events:
        if isinstance(event, Stepped) and event.strategy.id in by_id:
            name = event.strategy.id
            score = scale.step_score(by_id[name], event.step)
            counts[name] += 1
            hardest_step[name] = max(hardest_step[name], score)
            points[name] += score
        elif isinstance(event, (Faulted, Rejected)):
            faults.append(event)
        elif isinstance(event, Ended):
            ended = event
    if ended is None:
        raise ValueError("the events of a run end with Ended")
    is_solved = ended.outcome == "solved" and ended.by == "strategies"
    rating = _rating(strategies, scale, counts, hardest_step, points, ended.grid.layout)
    return rating._replace(
        level=rating.level if is_solved else BEYOND,
        outcome=ended.outcome,
        why=ended.why,
        n_open=ended.grid.n_open,
        faults=tuple(faults),
    )


def _rating(
    strategies: Sequence[Component],
    scale: Scale,
    counts: Mapping[str, int],
    hardest_step: Mapping[str, float],
    points: Mapping[str, float],
    layout: Layout,
) -> Rating:
    used = [component for component in strategies if counts[component.id]]
    total = sum(points[component.id] for component in used)
    # Of strategies with equal scores, the last in the order counts.
    hardest = max(reversed(used), key=lambda component: hardest_step[component.id], default=None)
    return Rating(
        *scale.level_and_score(total, used, layout),
        hardest.author if hardest else None,
        {component.id: counts[component.id] for component in used},
        "solved",
        points={component.id: points[component.id] for component in used},
    )


class Point(NamedTuple):
    """The part of one step in a rating."""

    points: float
    name: str
    """The name of the technique; empty where techniques do not matter."""
    step: str

    def __str__(self) -> str:
        return f"{self.points}  {': '.join(filter(None, [tell(self.name), self.step]))}"


class TruthRating(NamedTuple):
    """The number of truths to keep in mind at once, if each step is the simplest."""

    steps: tuple[tuple[int, str], ...]
    """By step, the number of truths that it needs, and its notation."""
    is_smallest: bool
    """Whether no step needs fewer."""

    @property
    def largest(self) -> int:
        """The most truths that a step needs."""
        return max((number for number, _ in self.steps), default=0)

    @property
    def total(self) -> int:
        """The truths of all steps together."""
        return sum(number for number, _ in self.steps)

    def __str__(self) -> str:
        """Return the rating in one line: ``3 truths at once  75 in all``."""
        at_most = "" if self.is_smallest else f"{tell('at most')} "
        return at_most + tell(
            "1 truth at once  {all:#} in all"
            if self.largest == 1
            else "{n:#} truths at once  {all:#} in all",
            n=self.largest,
            all=self.total,
        )


def rate_by_truths(grid: Grid) -> TruthRating:
    """Return the truths that `grid` needs; raises NotRated unless it has one solution.

    Where the smallest reason of a step is not found in time, the truths of a small one count, which
    needs python-sat. Raises UsageError without python-sat.
    """
    if why := no_puzzle(grid):
        raise NotRated(why)
    steps = []
    is_smallest = True
    while (reason := simplest_reason(grid)) is not None:
        step = step_of(reason)
        steps.append((len(reason.truths), step.notation(grid.layout)))
        is_smallest = is_smallest and reason.is_smallest
        grid = grid.apply(step)
    return TruthRating(tuple(steps), is_smallest)


class NotRated(SudokuError):
    """A board has no rating because it is not a puzzle with one solution; the text says why."""


class Rater:
    """Rates puzzles by `strategies`, tried in this order; the option `rater` of generators.

    It applies one step at a time and updates pencil marks automatically, whatever the `settings` of
    the loop say. Steps are guarded, and strategies watched, only if some strategies are not
    bundled. `by_name`: further strategies, which take part only if a generator names them. `faults`
    holds the first fault of each strategy, in all puzzles so far.
    """

    def __init__(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings = DEFAULTS,
        scale: Scale = HODOKU,
        by_name: Sequence[Component] = (),
    ) -> None:
        self._unfit = [component for component in strategies if component.marks == "manual"]
        self.strategies = tuple(each for each in strategies if each.marks is None)
        self.settings = replace(settings, mode="first", pencilmarks="auto")
        self.scale = scale
        self.faults: list[Fault] = []
        self.by_name = tuple(by_name)
        self._by_id = {component.id: component for component in (*self.strategies, *self.by_name)}
        self._loops: dict[tuple[Component, ...], Loop] = {}

    def rate(self, grid: Grid, points: list[Point] | None = None) -> Rating:
        """Return how hard `grid` is; raises NotRated unless it has one solution.

        If the search takes too long to tell, the puzzle is rated as if it had one. `points` gets
        the part of each step.
        """
        if why := no_puzzle(grid):
            raise NotRated(why)
        rating = self.rating(grid, points)
        add_faults(self.faults, rating.faults)
        return rating

    def rating(self, grid: Grid, points: list[Point] | None = None) -> Rating:
        """Return how hard `grid` is, a puzzle with one solution; `points` as for `rate`."""
        events = self._run(grid, points is None and not self.scale.has_step_scores)
        if points is not None:
            events = [*events]
            for each in events:
                if isinstance(each, Stepped):
                    score = self.scale.step_score(self._by_id[each.strategy.id], each.step)
                    notation = each.step.notation(each.grid.layout)
                    points.append(Point(score, each.strategy.name, notation))
        return rating_of(events, self.strategies, self.scale)

    def _run(self, grid: Grid, is_brief: bool) -> Iterable[Event]:
        """Return the events of its loop on `grid`; `is_brief`: only what a rating needs."""
        self.loop.is_brief = is_brief
        return Run(grid, self.loop.events(grid))

    @property
    def loop(self) -> Loop:
        """The loop of all its strategies."""
        return self._loop(self.strategies)

    def ratings(self, puzzles: bytes) -> Iterator[Rating | None]:
        """Yield the ratings of plain puzzles, each 81 bytes; None for one that `rate` must rate."""
        loop, layout = self.loop, Layout.of_size(9)
        by_id = {each.id: each for each in loop.strategies_on(layout)}
        if self.scale.has_step_scores or not is_here(FAST):
            yield from repeat(None, len(puzzles) // len(layout.cells))
            return
        scores = {name: self.scale.step_score(each, Step()) for name, each in by_id.items()}
        from sudoku_plugins.fast.scouting import counts_by_scout  # it may have been deleted

        for number, steps in enumerate(counts_by_scout(loop, puzzles)):
            if steps is None:
                yield None
                continue
            counts = {name: count for name, count in zip(by_id, steps) if count}
            if not loop.assuming_ids.isdisjoint(counts):
                start = number * len(layout.cells)
                grid = Grid(layout, puzzles[start : start + len(layout.cells)])
                if count_solutions(grid).solutions != 1:  # the search may take too long
                    yield None
                    continue
            used = [by_id[name] for name in counts]
            # Added step by step, as in a run: a product may be rounded differently.
            points = {name: sum([scores[name]] * count, 0.0) for name, count in counts.items()}
            yield _rating(used, self.scale, counts, scores, points, layout)

    def solves(self, grid: Grid, strategies: Sequence[Component]) -> bool:
        """Return whether `strategies` alone solve `grid`, in the given order."""
        return self.after(grid, strategies).is_solved

    def after(self, grid: Grid, strategies: Sequence[Component]) -> Grid:
        """Return the board on which `strategies` alone find nothing more, solved or not."""
        components = tuple([self._by_id[strategy.id] for strategy in strategies])
        run = Run(grid, self._loop(components).events(grid, is_watched=False))
        ended = run.drain()
        add_faults(self.faults, run.faults)
        return ended.grid

    def strategy(self, name: str) -> Component:
        """Return the strategy with the id `name`; raises UsageError with the near name."""
        if name not in self._by_id:
            self._check_marks(name)
            raise UsageError(f"unknown strategy {quoted(name)}: {near_strategy(name, self._by_id)}")
        return self._by_id[name]

    def strategies_named(self, name: str) -> list[Component]:
        """Return the strategy with the id `name`, or those of that family; raises UsageError."""
        self._check_marks(name)
        return strategies_named(name, list(self._by_id.values()))

    def before(self, name: str) -> tuple[Component, ...]:
        """Return the simpler strategies: those tried before the strategy with the id `name`.

        Strategies of a harder level are left out: some easier strategies are tried after all
        others. A strategy that takes part only by name would be tried before the first that is not
        easier.
        """
        strategy = self.strategy(name)
        if strategy in self.strategies:
            simpler = LEVELS[: LEVELS.index(strategy.level) + 1]
            tried_before = self.strategies[: self.strategies.index(strategy)]
            return tuple(each for each in tried_before if each.level in simpler)
        return tuple(takewhile(lambda other: other.score < strategy.score, self.strategies))

    def _check_marks(self, name: str) -> None:
        if any(component.id == name for component in self._unfit):
            raise UsageError(
                f"{name} has work only where pencil marks are kept by hand, and puzzles are rated "
                "with automatic ones: name another strategy"
            )

    def _loop(self, strategies: tuple[Component, ...]) -> Loop:
        if strategies not in self._loops:
            settings = replace(self.settings, guard=True)
            if all(component.is_bundled for component in strategies):
                settings = replace(settings, guard=False, step_timeout=0)
            loop = Loop(strategies, settings)
            loop.has_reasons = self.scale.has_step_scores
            self._loops[strategies] = loop
        return self._loops[strategies]


def no_puzzle(grid: Grid) -> str | None:
    """Return why `grid` is not a puzzle with one solution; None if it is, or may be."""
    if why := grid.repetition():
        return why
    solutions = count_solutions(grid).solutions
    if solutions == 0:
        return tell(no_solution(grid))
    return tell("2+ solutions") if solutions == 2 else None


Range = tuple[float, float]


@dataclass(frozen=True)
class RatingFilter:
    """The demands on the rating of a puzzle; an empty collection demands nothing."""

    needs: tuple[Collection[str], ...] = ()
    """Ids of strategies: the solution takes a step of one of each collection."""
    without: Collection[str] = frozenset()
    """Ids of strategies: the solution takes no step of them."""
    levels: Collection[str] = ()
    scores: tuple[Range, ...] = ()
    """The score is in one of these ranges, their ends included."""

    def __post_init__(self) -> None:
        for score in self.scores:
            match score:
                case (int() | float() as low, int() | float() as high) if low <= high:
                    continue
            what = f"a range of scores is its lowest and highest, (600, 900), not {brief(score)}"
            raise ArgumentError(what)

    def keeps(self, rating: Rating) -> bool:
        """Return whether a puzzle with this `rating` is kept."""
        used = {name for name, count in rating.counts.items() if count}
        return (
            all(not used.isdisjoint(ids) for ids in self.needs)
            and used.isdisjoint(self.without)
            and (not self.levels or rating.level in self.levels)
            and (not self.scores or any(low <= rating.score <= high for low, high in self.scores))
        )


EVERYTHING = RatingFilter()
"""Keeps every puzzle, even an unrated one."""
