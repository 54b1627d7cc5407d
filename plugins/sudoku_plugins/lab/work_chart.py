"""The work of solvers on random boards of growing difficulty or size, and a chart of it.

The chart is drawn by matplotlib: three panels over one axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple

from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import counted
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_engine.solving.search_run import search_events
from sudoku_plugins.generators.generation import CheckedGenerator
from sudoku_plugins.lab.race import SOLVED, race_results

SOLVERS = ("backtracking", "mrv", "bitboard", "linear_l1", "integer")
"""The solvers to compare if none are named: three ways to search, two by linear programs."""

QUANTITIES = ("seconds", "moves", "backtracks")

JSON_COLUMNS = ("solver", "boards", "solved", "stopped", *QUANTITIES)
COLUMNS = ("solver", "solved", "time in ms", "moves", "backtracks")
"""The columns after the first, in the data (see `record`) and for people (see `row`)."""

PATIENCE = 10
"""The limit for counting, as a multiple of the limit: a watched search is slower."""


class Difficulty(NamedTuple):
    """The difficulty, or size, of the boards at one point of the axis."""

    x: float
    """Its position on the axis of the chart."""
    layout: Layout
    """The shape of the boards."""
    coefficient: float
    """The share of cells that are open."""


class Measurement(NamedTuple):
    """The result of one solver on one board."""

    is_solved: bool
    """Whether it solved the board in time."""
    is_stopped: bool
    """Whether the time ran out."""
    seconds: float
    """The time that it took; the limit if the time ran out."""
    moves: int | None = None
    """The number of digits that it tried; None if it cannot be watched."""
    backtracks: int | None = None
    """The number of digits that it took back; None if it cannot be watched."""
    is_short: bool = False
    """Whether there were more moves and backtracks when counting was stopped."""
    fault: Faulted | Rejected | None = None
    """Its fault."""


class FigureRange(NamedTuple):
    """The range of some figures."""

    mean: float
    least: float
    most: float
    at_least: bool
    """Whether the true mean is greater, by an unknown amount."""


class SolverFigures(NamedTuple):
    """The results of `solver` on all boards of the difficulty `x`."""

    x: float
    solver: str
    measures: tuple[Measurement, ...]

    @property
    def solved(self) -> int:
        """The number of boards that it solved."""
        return sum(measure.is_solved for measure in self.measures)

    @property
    def stopped(self) -> int:
        """The number of boards on which its time ran out."""
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

        True marks a figure whose true value is greater. Boards on which the solver gave up or was
        at fault have no figures.
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
    """Return the work of `solver` on the `grids` of `place`, in `limit` seconds for each."""
    return SolverFigures(place.x, solver.id, tuple(measured(grids, solver, limit)))


def boards(difficulty: Difficulty, generator: Component, seed: int | str, count: int) -> list[Grid]:
    """Return the first `count` boards of `seed` at a `difficulty`, filled by `generator`."""
    filled = generator.with_options({"coefficient": difficulty.coefficient})
    maker = CheckedGenerator(filled, difficulty.layout, str(seed))
    return [maker.make(number).givens for number in range(count)]


def measured(grids: Sequence[Grid], solver: Component, limit: float) -> Iterator[Measurement]:
    """Yield the work of `solver` on each of the `grids`, stopped after `limit` seconds.

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


FORMATS = ("png", "svg", "pdf")

PANELS = {"seconds": "time in seconds", "moves": "moves", "backtracks": "backtracks"}
"""By quantity, the name of its axis."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""The colours of M. Okabe and K. Ito, which colour-blind people can distinguish."""

MARKERS = "osD^vPX"

WIDE = 30.0
"""The ratio of the greatest figure to the least from which an axis is logarithmic."""


class Words(NamedTuple):
    """The texts on a chart: the name of the axis that all panels share, title and note."""

    axis: str
    title: str
    note: str


def chart_words(
    places: Sequence[Difficulty],
    points: Sequence[SolverFigures],
    is_by_size: bool,
    count: int,
    seed: int | str,
) -> Words:
    """Return the texts for the chart of `points`: `count` boards of `seed` at each place."""
    boards = counted(count, "random board")
    note = f"{boards} each, seed {seed}: the mean, with a bar from the least to the most"
    if any(point.solved + point.stopped < len(point.measures) for point in points):
        note += "; without boards that were given up"
    if is_by_size:
        title = f"Work of solvers by size of board, {places[0].coefficient:g} of the cells open"
        return Words("board size N", title, note)
    title = f"Work of solvers by share of open cells, {places[0].layout.name} boards"
    return Words("share of open cells (difficulty coefficient)", title, note)


def write_picture(
    points: Sequence[SolverFigures], words: Words, limit: float, out: BinaryIO, kind: str
) -> None:
    """Write the chart of the `points` to `out`, as one of the `FORMATS`.

    A board on which the time ran out counts with the `limit`, which is a line then.
    """
    import matplotlib
    from matplotlib.figure import Figure

    style: dict[Any, Any] = {
        "svg.hashsalt": "chart",  # the same figures make the same file
        "svg.fonttype": "none",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(12, 4.6), layout="constrained")
        panels = figure.subplots(1, len(PANELS), sharex=True)
        for panel, quantity in zip(panels, PANELS):
            _draw_panel(panel, points, quantity)
            panel.set_xlabel(words.axis)
        if any(point.stopped for point in points):
            panels[0].axhline(limit, color="#777777", linestyle="--", label=f"limit {limit:g} s")
        figure.suptitle(words.title, fontsize=13, fontweight="bold")
        panels[len(PANELS) // 2].set_title(words.note, fontsize=9, color="#555555")
        handles, names = panels[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=6, frameon=False)
        metadata = {"Date": None} if kind == "svg" else None
        figure.savefig(out, format=kind, dpi=150, metadata=metadata)


def _draw_panel(panel: Any, points: Sequence[SolverFigures], quantity: str) -> None:
    """Draw the means of each solver, joined by a line, each with a bar from least to most."""
    panel.set_ylabel(PANELS[quantity])
    for number, solver in enumerate(dict.fromkeys(point.solver for point in points)):
        own = [(point.x, point.range_of(quantity)) for point in points if point.solver == solver]
        marks = [(x, found) for x, found in own if found is not None]
        line, *_ = panel.errorbar(
            [x for x, _ in marks],
            [found.mean for _, found in marks],
            [
                [found.mean - found.least for _, found in marks],
                [found.most - found.mean for _, found in marks],
            ],
            label=solver,
            color=COLOURS[number % len(COLOURS)],
            marker=MARKERS[number % len(MARKERS)],
            linestyle="-" if number < len(COLOURS) else ":",
            linewidth=1.4,
            capsize=3,
        )
        line.set_gid(f"{quantity}-{solver}")
    places = sorted({point.x for point in points})
    panel.set_xticks(places, [f"{place:g}" for place in places])
    numbers = [number for point in points for number, _ in point.figures(quantity)]
    if not numbers:
        panel.text(0.5, 0.5, "not counted", ha="center", transform=panel.transAxes)
    _scale(panel, quantity, numbers)


def _scale(panel: Any, quantity: str, numbers: Sequence[float]) -> None:
    """Make the axis logarithmic if the figures are far apart; otherwise start it at 0."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    positive = [number for number in numbers if number > 0]
    if not positive or max(positive) < WIDE * min(positive):
        panel.set_ylim(0, 1.1 * max(positive, default=1))
        panel.yaxis.set_major_locator(MaxNLocator(integer=quantity != "seconds"))
        return
    if quantity == "seconds":
        panel.set_yscale("log")
    else:
        panel.set_yscale("symlog", linthresh=1)  # a count may be 0
        panel.set_ylim(0, 2 * max(positive))
    panel.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
