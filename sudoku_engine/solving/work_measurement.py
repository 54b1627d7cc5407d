"""How much work random boards are for solvers as they grow harder, or larger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_engine.solving.generation import CheckedGenerator
from sudoku_engine.solving.race import SOLVED, race_results
from sudoku_engine.solving.search_run import search_events

SOLVERS = ("backtracking", "mrv", "bitboard", "linear_l1", "integer")
"""The solvers to compare if none are named: three ways to search, two by linear programs."""

QUANTITIES = ("seconds", "moves", "backtracks")

JSON_COLUMNS = ("solver", "boards", "solved", "stopped", *QUANTITIES)
COLUMNS = ("solver", "solved", "time in ms", "moves", "backtracks")
"""The columns after the first, in the data (see `record`) and for people (see `row`)."""

PATIENCE = 10
"""The limit for counting, as a multiple of the limit: a watched search is slower."""


class Difficulty(NamedTuple):
    """How hard, or large, the boards are at one point of the axis."""

    x: float
    """Its position on the axis of the chart."""
    layout: Layout
    """The shape of the boards."""
    coefficient: float
    """The share of cells that are open."""


class Measurement(NamedTuple):
    """What one solver did with one board."""

    is_solved: bool
    """Whether it solved the board in time."""
    is_stopped: bool
    """Whether the time ran out."""
    seconds: float
    """The time that it took; the limit if the time ran out."""
    moves: int | None = None
    """Digits that it tried; None if it cannot be watched."""
    backtracks: int | None = None
    """Digits that it took back; None if it cannot be watched."""
    is_short: bool = False
    """Whether there are more moves and backtracks, since counting was stopped."""
    fault: Faulted | Rejected | None = None
    """What it did wrong."""


class FigureRange(NamedTuple):
    """The range of some figures."""

    mean: float
    least: float
    most: float
    at_least: bool
    """Whether the true mean is greater, by an unknown amount."""


class SolverFigures(NamedTuple):
    """What `solver` did with all boards of the difficulty `x`."""

    x: float
    solver: str
    measures: tuple[Measurement, ...]

    @property
    def solved(self) -> int:
        """How many of the boards it solved."""
        return sum(measure.is_solved for measure in self.measures)

    @property
    def stopped(self) -> int:
        """On how many of the boards its time ran out."""
        return sum(measure.is_stopped for measure in self.measures)

    def range_of(self, quantity: str) -> FigureRange | None:
        """Return the range of ``seconds``, ``moves`` or ``backtracks``; None without figures."""
        figures = self.figures(quantity)
        if not figures:
            return None
        numbers = [number for number, _ in figures]
        mean = sum(numbers) / len(numbers)
        return FigureRange(mean, min(numbers), max(numbers), any(short for _, short in figures))

    def figures(self, quantity: str) -> list[tuple[float, bool]]:
        """Return the figures of the boards that it solved or ran out of time on.

        True marks a figure whose true value is greater. Boards on which it gave up or was at
        fault have no figures.
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
        spreads = [self.range_of(quantity) for quantity in QUANTITIES]
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
            _in_words(self.range_of("seconds"), ".1f", 1000),
            _in_words(self.range_of("moves"), ".0f"),
            _in_words(self.range_of("backtracks"), ".0f"),
        )


def _in_words(spread: FigureRange | None, ends: str, unit: int = 1) -> str | None:
    """Return the mean, and least and most in the format `ends`, all multiplied by `unit`."""
    if spread is None:
        return None
    at_least = "at least " if spread.at_least else ""
    mean, least, most = (number * unit for number in spread[:3])
    precise = ".1f" if mean < 100 else ends
    return f"{at_least}{mean:{precise}} ({least:{ends}}-{most:{ends}})"


def point_at(
    place: Difficulty, solver: Component, grids: Sequence[Grid], limit: float
) -> SolverFigures:
    """Return what `solver` does with the `grids` of `place`, in `limit` seconds for each."""
    return SolverFigures(place.x, solver.id, tuple(measured(grids, solver, limit)))


def boards(difficulty: Difficulty, generator: Component, seed: int | str, count: int) -> list[Grid]:
    """Return the first `count` boards of `seed` at a `difficulty`, filled by `generator`."""
    filled = generator.with_options({"coefficient": difficulty.coefficient})
    maker = CheckedGenerator(filled, difficulty.layout, str(seed))
    return [maker.make(number).givens for number in range(count)]


def measured(grids: Sequence[Grid], solver: Component, limit: float) -> Iterator[Measurement]:
    """Yield what `solver` does with each of the `grids`, stopped after `limit` seconds.

    The time is that of the unwatched solver; moves and backtracks are counted in a second run.
    """
    for grid in grids:
        measure = _timed(grid, solver, limit)
        if solver.search and not measure.fault:
            patience = limit if measure.is_stopped else PATIENCE * limit
            (result,) = race_results(grid, "", [solver], patience)
            measure = measure._replace(
                moves=result.moves, backtracks=result.backtracks, is_short=result.answer != SOLVED
            )
        yield measure


def _timed(grid: Grid, solver: Component, limit: float) -> Measurement:
    run = Run(grid, search_events(grid, solver, is_watched=False))
    try:
        ended = Watchdog(limit).time_limit().call(solver, run.drain)
    except PluginStopped:
        return Measurement(False, True, limit)
    fault = run.faults[0] if run.faults else None
    return Measurement(ended.outcome == "solved", False, ended.seconds, fault=fault)
