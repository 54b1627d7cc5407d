"""``race`` and ``chart``: solvers compared, on given puzzles and against difficulty or size."""

from __future__ import annotations

import importlib.util
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from sudoku_engine.api.event_text import fault_text
from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SIZES, Layout
from sudoku_engine.bundled import install
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.params import (
    FileName,
    FiniteRange,
    NamedChoice,
    ParamType,
    ending,
    is_json,
)
from sudoku_engine.cli.program import BAD, NO, message, program
from sudoku_engine.cli.tables import print_records, print_table
from sudoku_engine.engine import Engine
from sudoku_engine.errors import SudokuError, UsageError
from sudoku_engine.formats import Entry
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.loading import NO_PLUGIN
from sudoku_plugins.lab.race import (
    SOLVED,
    RaceResult,
    disagreement,
    race_results,
    summed,
    usable,
)
from sudoku_plugins.lab.work_chart import (
    COLUMNS,
    FORMATS,
    JSON_COLUMNS,
    SOLVERS,
    Difficulty,
    SolverFigures,
    boards,
    chart_words,
    point_at,
    write_picture,
)

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
@options.solvers_option
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
    """Yield the results of the `solvers` at `place`; report faults."""
    grids = boards(place, context.registry.find("generator", "random_fill"), seed, count)
    for solver in solvers:
        point = point_at(place, solver, grids, limit)
        for measure, grid in zip(point.measures, grids):
            if measure.fault:
                report_solver_fault(context, measure.fault, grid)
        yield point


def _can_draw(context: CommandContext) -> bool:
    """Return whether matplotlib is installed; report how to install it."""
    if importlib.util.find_spec("matplotlib") is not None:
        return True
    context.report(UsageError(f"a picture needs matplotlib: {install('charts')}", "--output"))
    return False


def _places(
    shares: tuple[float, ...] | None, sizes: tuple[str, ...] | None, context: CommandContext
) -> list[Difficulty]:
    """Return the places on the axis: shares of open cells, or sizes of board."""
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


RACE_COLUMNS = ("puzzle", "solver", "answer", "moves", "backtracks", "nodes", "seconds")


@program.command()
@options.inputs_argument
@options.solvers_option
@click.option(
    "--rival",
    "rivals",
    type=FileName(),
    multiple=True,
    metavar="FILE|FOLDER",
    help="A league of the solvers of this file, or of each pupil's in this folder (repeatable).",
)
@options.timeout_option(10.0, "Stop a solver that takes longer for a puzzle.")
@options.json_option
@options.output_option("json")
@options.engine_options
def race(
    inputs: tuple[str, ...],
    solvers: tuple[str, ...],
    rivals: tuple[str, ...],
    timeout: float,
    as_json: bool,
    output: str | None,
) -> int:
    """Compare all solvers on the same puzzles: each finds the first solution.

    Moves are digits put into a cell, backtracks are returns to an earlier cell, nodes are the
    boards that the search visits; solvers that cannot be watched have no such figures. A solver
    that disagrees with the others is an error.

    With --rival it is a league: each file runs alone, whatever the name of its solver. The solver
    with the most solved puzzles comes first; among equals, the one with the fewest moves. Bundled
    solvers take part if they are named.

    \b
    Examples:
      sudoku-engine race --solver mrv --solver dancing_links puzzles.txt
      sudoku-engine race --rival homework --solver mrv puzzles.txt
    """
    as_json = as_json or is_json(output)
    with command_context(output) as context:
        for solver in solvers:
            context.registry.find("solver", solver)
        found = puzzles(inputs, context)
        first = [*islice(found, 1)]  # an input without a puzzle need not wait for the solvers
        others = [] if rivals else context.registry.ids("solver")
        racers = usable_solvers(context, solvers, others, timeout) if first else []
        if rivals:
            _print_league([*first, *found], racers, rivals, context, timeout, as_json)
        else:
            _print_race(chain(first, found), racers, context, timeout, as_json)
    return context.status


def _print_race(
    entries: Iterable[Entry],
    racers: Sequence[Component],
    context: CommandContext,
    limit: float,
    as_json: bool,
) -> None:
    """Make the `racers` solve each puzzle, and print the results."""
    results: list[RaceResult] = []
    places: dict[str, dict[str, Any]] = {}
    for entry in entries:
        of_puzzle = list(race_results(entry.grid, entry.source, racers, limit))
        _report_faults(of_puzzle, entry, context)
        results += of_puzzle
        places[entry.source] = entry.place
    rows = results + (summed(results) if results else [])
    table = [_race_row(result, as_json) for result in rows]
    if as_json:
        for source, *row in table:
            place = places.get(source, {"source": source, "puzzle": None})
            print_records([{**place, **dict(zip(RACE_COLUMNS[1:], row))}], context.out)
    elif racers:
        print_table(RACE_COLUMNS, table, context.out, is_grouped=True)
    if any(result.answer != SOLVED for result in results):
        context.count_status(NO)


def _print_league(
    entries: Sequence[Entry],
    ours: Sequence[Component],
    paths: Sequence[str],
    context: CommandContext,
    limit: float,
    as_json: bool,
) -> None:
    """Make the files at `paths` solve the puzzles in turn; print them, the best first."""
    sums = [row for each in ours for row in summed(_run_of(each, each.id, entries, context, limit))]
    rivals = list(_rivals(paths))
    for name, path in context.progress.over(iter(rivals), "rival", len(rivals)):
        try:
            with Engine(plugins=[path]) as engine:
                own = [each for each in engine.registry.of_kind("solver") if not each.is_bundled]
                if not own:
                    context.report(UsageError("there is no solver in it", path))
                for each in own:
                    title = name if len(own) == 1 else f"{name} ({each.id})"
                    sums += summed(_run_of(each, title, entries, context, limit))
        except SudokuError as error:
            context.report(error)
    sums.sort(key=_rank)
    rows = [
        (number, each.solver, *_race_row(each, as_json)[2:]) for number, each in enumerate(sums, 1)
    ]
    if rows:
        print_table(("place", *RACE_COLUMNS[1:]), rows, context.out, as_json)
    if any(_n_solved(each) < len(entries) for each in sums):
        context.count_status(NO)


def _run_of(
    solver: Component, name: str, entries: Sequence[Entry], context: CommandContext, limit: float
) -> list[RaceResult]:
    """Return the results of one `solver` on all puzzles, under a `name`; report its first fault."""
    results: list[RaceResult] = []
    for entry in entries:
        (result,) = race_results(entry.grid, entry.source, [solver], limit)
        if result.fault and not any(each.fault for each in results):
            report_solver_fault(context, result.fault, entry.grid, entry.source)
        results.append(result._replace(solver=name))
    return results


def _rivals(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the path of each rival: a file, or each file or folder in a folder."""
    for path in map(Path, paths):
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        for each in inside:
            is_work = (each.suffix == ".py" or each.is_dir()) and not NO_PLUGIN.match(each.name)
            if each == path or is_work:
                yield each.stem, str(each)


def _n_solved(of_all: RaceResult) -> int:
    """Return how many puzzles a solver has solved, from its results in sum."""
    return int(of_all.answer.partition(" ")[0])


def _rank(of_all: RaceResult) -> tuple[int, bool, int, str]:
    moves = of_all.moves
    return (-_n_solved(of_all), moves is None, moves or 0, of_all.solver)


def _report_faults(results: list[RaceResult], entry: Entry, context: CommandContext) -> None:
    """Report the faults of solvers on the puzzle of `entry`, and their disagreements."""
    for result in results:
        if result.fault:
            report_solver_fault(context, result.fault, entry.grid, entry.source)
    if difference := disagreement(results):
        why = f"the solvers disagree ({difference}); the board is {entry.grid.line}"
        context.report(UsageError(why, entry.source))


def _race_row(result: RaceResult, is_exact: bool) -> tuple[Any, ...]:
    seconds = round(result.seconds, 6) if is_exact else f"{result.seconds:.4f}"
    return (*result[: RACE_COLUMNS.index("seconds")], seconds)


def usable_solvers(
    context: CommandContext, named: Collection[str], otherwise: Iterable[str], limit: float
) -> list[Component]:
    """Return the `named` solvers, or those called `otherwise`, that can be used here.

    Reports the others: as errors if they were named, else in notices.
    """
    ids = dict.fromkeys(named or otherwise)
    ready, lacking = usable([context.registry.find("solver", name) for name in ids], limit)
    for solver, error in lacking:
        if solver.id in named:
            context.report(error)
        else:
            message(f"notice: {solver.id} does not take part: {error.what}")
    return ready


def report_solver_fault(
    context: CommandContext, fault: Faulted | Rejected, grid: Grid, source: str = ""
) -> None:
    """Report the fault of a solver on the board `grid` from `source`."""
    consequence = f" on {source}" if source else ""
    message(f"{fault_text(fault, consequence)}; the board is {grid.line}")
    context.count_status(BAD)
