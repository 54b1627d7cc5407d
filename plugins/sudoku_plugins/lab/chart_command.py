"""``chart``: the work of solvers on random boards of growing difficulty or size.

The picture is drawn by matplotlib: three panels over one axis.
"""

import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any, BinaryIO, NamedTuple

import click

from sudoku_engine import Faulted, Grid, Layout, Rejected
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.layout import SIZES
from sudoku_engine.board.words import counted
from sudoku_engine.bundled import install
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.params import (
    FiniteRange,
    NamedChoice,
    ParamType,
    ending,
)
from sudoku_engine.cli.program import program
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_plugins.generators.generation import CheckedGenerator
from sudoku_plugins.lab.race_command import (
    SOLVED,
    STOPPED,
    race_results,
    report_solver_fault,
    solvers_option,
    usable_solvers,
)

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
    coefficient: float
    """The share of cells that are open."""


class Measurement(NamedTuple):
    """The result of one solver on one board."""

    is_solved: bool
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
        (timed,) = race_results(grid, "", [solver], limit, is_watched=False)
        is_stopped = timed.answer.startswith(STOPPED)
        seconds = limit if is_stopped else timed.seconds
        measure = Measurement(timed.answer == SOLVED, is_stopped, seconds, fault=timed.fault)
        if "search" in solver.methods and not measure.fault:
            patience = limit if measure.is_stopped else PATIENCE * limit
            (result,) = race_results(grid, "", [solver], patience)
            measure = measure._replace(
                moves=result.moves, backtracks=result.backtracks, is_short=result.answer != SOLVED
            )
        yield measure


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


SHARES = (0.2, 0.4, 0.6)
SHARE_FOR_SIZES = 0.4
"""The shares of open cells if none are given."""


class CommaSeparated(ParamType):
    """Values of one type with commas between them, each once."""

    def __init__(self, item: ParamType) -> None:
        self.item = item
        self.name = f"{item.name},…"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the values in `value`."""
        if isinstance(value, tuple):
            return value
        parts = [self.item.convert(part.strip(), param, ctx) for part in value.split(",")]
        return tuple(dict.fromkeys(parts))


@program.command()
@click.option(
    "--coefficients",
    type=CommaSeparated(FiniteRange(0, 1)),
    metavar="X,…",
    help="The shares of open cells (default: 0.2,0.4,0.6).",
)
@click.option(
    "--sizes",
    type=CommaSeparated(NamedChoice([name.split("x")[0] for name in SIZES])),
    metavar="N,…",
    help="Compare board sizes instead: 4, 6, 9, 12, 16 or 25.",
)
@solvers_option
@options.count_option(10, "The number of boards at each place of the chart.")
@options.seed_option("boards", has_numbers=True, default=1, show_default=True)
@options.timeout_option(5.0, "Stop a solver that takes longer for a board.")
@options.output_option(*FORMATS, what="the picture", needs_ending=True)
@options.json_option
@options.engine_options
def chart(
    coefficients: tuple[float, ...] | None,
    sizes: tuple[str, ...] | None,
    solvers: tuple[str, ...],
    count: int,
    seed: int | str,
    timeout: float,
    output: str | None,
    as_json: bool,
) -> int:
    """Measure time, moves and backtracks of solvers against the share of open cells.

    The boards are random, but the same for every solver and in every run. With --sizes, the chart
    is against the size of the board, at one share of open cells (default: 0.4). Times are those of
    the solver alone; boards on which it gives up are left out. The table shows the mean, and in
    brackets the least and the most.

    \b
    Examples:
      sudoku-engine chart -o chart.png
      sudoku-engine chart --sizes 4,9,16 --solver mrv --solver integer --count 5
    """
    with command_context() as context, ExitStack() as stack:
        places = _places(coefficients, sizes, context)
        known = context.registry.ids("solver")
        racers = usable_solvers(context, solvers, [s for s in SOLVERS if s in known], timeout)
        picture = None
        if output is not None and _can_draw(context):
            picture = stack.enter_context(whole_file(output, binary=True))
        coming = (
            point
            for place in places
            for point in _points(context, place, racers, count, seed, timeout)
        )
        total = len(places) * len(racers)
        points = list(context.progress.over(coming, "point", total))
        _print(points, sizes is not None, context, as_json)
        if picture is not None:
            words = chart_words(places, points, sizes is not None, count, seed)
            write_picture(points, words, timeout, picture, ending(output))
    return context.status


def _points(
    context: CommandContext,
    place: Difficulty,
    solvers: Sequence[Component],
    count: int,
    seed: int | str,
    limit: float,
) -> Iterator[SolverFigures]:
    grids = boards(place, context.registry.find("generator", "random_fill"), seed, count)
    for solver in solvers:
        point = SolverFigures(place.x, solver.id, tuple(measured(grids, solver, limit)))
        for measure, grid in zip(point.measures, grids):
            if measure.fault:
                report_solver_fault(context, measure.fault, grid)
        yield point


def _can_draw(context: CommandContext) -> bool:
    if importlib.util.find_spec("matplotlib") is not None:
        return True
    context.report(UsageError(f"a picture needs matplotlib: {install('charts')}", "--output"))
    return False


def _places(
    shares: tuple[float, ...] | None, sizes: tuple[str, ...] | None, context: CommandContext
) -> list[Difficulty]:
    if sizes is None:
        layout = context.config.layout or Layout.named("9x9")
        return [Difficulty(share, layout, share) for share in shares or SHARES]
    share, *more = shares or (SHARE_FOR_SIZES,)
    if more:
        raise UsageError("--sizes takes one share of open cells: --coefficients 0.4")
    if "--layout" in context.config.origins.values():
        raise UsageError("--sizes and --layout both set the size of the boards: choose one")
    return [Difficulty(int(n), Layout.named(f"{n}x{n}"), share) for n in sizes]


def _print(
    points: Sequence[SolverFigures], is_by_size: bool, context: CommandContext, as_json: bool
) -> None:
    if as_json:
        names = ("size" if is_by_size else "coefficient", *JSON_COLUMNS)
        print_table(names, [point.record for point in points], context.out, as_json)
    else:
        heads = ("size" if is_by_size else "open", *COLUMNS)
        print_table(heads, [point.row for point in points], context.out)
