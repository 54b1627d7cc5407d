"""How much work solvers have with random boards that grow harder, or larger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.isolation.time_limits import PluginTimeout, Watchdog
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.search_run import search_events
from sudoku_engine.tasks.generation import Maker
from sudoku_engine.tasks.race import SOLVED, race_laps

SOLVERS = ("backtracking", "mrv", "bitboard", "linear_l1", "integer")
"""The solvers to compare if none are named: three ways to search, two by linear programs."""

QUANTITIES = ("seconds", "moves", "backtracks")

JSON_COLUMNS = ("solver", "boards", "solved", "stopped", *QUANTITIES)
COLUMNS = ("solver", "solved", "time in ms", "moves", "backtracks")
"""The columns after the place, in the data (`Point.record`) and for people (`Point.row`)."""

PATIENCE = 10
"""How much more time there is to count what was solved in time: to be watched slows a search."""


class Place(NamedTuple):
    """A place on the axis of a chart: `x`, and the boards that are measured there."""

    x: float
    layout: Layout
    coefficient: float


class Measure(NamedTuple):
    """What one solver did with one board.

    `is_stopped`: the time ran out, and `seconds` is the limit. `moves` and `backtracks` are None
    where the solver cannot be watched; `is_short` where they are not all, since counting was
    stopped. `fault` says what the solver did wrong.
    """

    is_solved: bool
    is_stopped: bool
    seconds: float
    moves: int | None = None
    backtracks: int | None = None
    is_short: bool = False
    fault: str = ""


class Spread(NamedTuple):
    """Mean, least and most of some figures; `at_least`: the mean is more, nobody knows how much."""

    mean: float
    least: float
    most: float
    at_least: bool


class Point(NamedTuple):
    """What `solver` did with all the boards of the place `x`."""

    x: float
    solver: str
    measures: tuple[Measure, ...]

    @property
    def solved(self) -> int:
        """How many of the boards it solved."""
        return sum(measure.is_solved for measure in self.measures)

    @property
    def stopped(self) -> int:
        """On how many of the boards its time ran out."""
        return sum(measure.is_stopped for measure in self.measures)

    def spread(self, quantity: str) -> Spread | None:
        """The ``seconds``, ``moves`` or ``backtracks``; None where there are no such figures."""
        figures = self.figures(quantity)
        if not figures:
            return None
        numbers = [number for number, _ in figures]
        mean = sum(numbers) / len(numbers)
        return Spread(mean, min(numbers), max(numbers), any(short for _, short in figures))

    def figures(self, quantity: str) -> list[tuple[float, bool]]:
        """The figures of the boards that it solved or was stopped at; True: more, in truth.

        Those where it gave up or was at fault have none: they took no work to the end.
        """
        return [
            (
                getattr(measure, quantity),
                measure.is_stopped if quantity == "seconds" else measure.is_short,
            )
            for measure in self.measures
            if (measure.is_solved or measure.is_stopped) and getattr(measure, quantity) is not None
        ]

    @property
    def record(self) -> tuple[object, ...]:
        """Return the figures as data, by `JSON_COLUMNS` after the place."""
        spreads = [self.spread(quantity) for quantity in QUANTITIES]
        figures = [spread._asdict() if spread else None for spread in spreads]
        return self.x, self.solver, len(self.measures), self.solved, self.stopped, *figures

    @property
    def row(self) -> tuple[object, ...]:
        """Return the figures in words, by `COLUMNS` after the place."""
        solved = f"{self.solved}/{len(self.measures)}"
        if self.stopped:
            solved += f", {self.stopped} stopped"
        return (
            f"{self.x:g}",
            self.solver,
            solved,
            _in_words(self.spread("seconds"), ".1f", 1000),
            _in_words(self.spread("moves"), ".0f"),
            _in_words(self.spread("backtracks"), ".0f"),
        )


def _in_words(spread: Spread | None, ends: str, unit: int = 1) -> str | None:
    """Return the mean, and least and most in the format `ends`, all multiplied by `unit`."""
    if spread is None:
        return None
    at_least = "at least " if spread.at_least else ""
    mean, least, most = (number * unit for number in spread[:3])
    return f"{at_least}{mean:.1f} ({least:{ends}}-{most:{ends}})"


def point_at(place: Place, solver: Component, grids: Sequence[Grid], limit: float) -> Point:
    """Return what `solver` does with the `grids` of `place`, in `limit` seconds for each."""
    return Point(place.x, solver.id, tuple(measured(grids, solver, limit)))


def boards(place: Place, generator: Component, seed: int, count: int) -> list[Grid]:
    """The first `count` boards of `seed` at `place`, filled at random by `generator`."""
    filled = generator.with_options({"coefficient": place.coefficient})
    maker = Maker(filled, place.layout, str(seed))
    return [maker.make(number).givens for number in range(count)]


def measured(grids: Sequence[Grid], solver: Component, limit: float) -> Iterator[Measure]:
    """What `solver` does with each of the `grids`, stopped after `limit` seconds.

    The time is that of the solver which nobody watches; what is to be seen is counted afterwards.
    """
    for grid in grids:
        measure = _timed(grid, solver, limit)
        if solver.watchable_solver and not measure.fault:
            patience = limit if measure.is_stopped else PATIENCE * limit
            (lap,) = race_laps(grid, "", [solver], patience)
            measure = measure._replace(
                moves=lap.moves, backtracks=lap.backtracks, is_short=lap.answer != SOLVED
            )
        yield measure


def _timed(grid: Grid, solver: Component, limit: float) -> Measure:
    run = Run(grid, search_events(grid, solver, is_watched=False))
    try:
        ended = Watchdog(limit).time_limit().call(solver, run.drain)
    except PluginTimeout:
        return Measure(False, True, limit)
    fault = run.faults[0].why if run.faults else ""
    return Measure(ended.outcome == "solved", False, ended.seconds, fault=fault)
