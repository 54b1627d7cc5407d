"""``race``: solvers on the same puzzles, side by side, with the result and the work of each."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import click

from sudoku_engine.api.event_text import fault_text
from sudoku_engine.api.events import Ended, Faulted, Rejected
from sudoku_engine.api.run import Run, Tally
from sudoku_engine.board.grid import Grid
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.params import (
    FileName,
    is_json,
)
from sudoku_engine.cli.program import BAD, NO, message, program
from sudoku_engine.cli.tables import print_records, print_table
from sudoku_engine.engine import Engine
from sudoku_engine.errors import GaveUp, PluginError, SudokuError, UsageError
from sudoku_engine.formats import Entry
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.loading import NO_PLUGIN
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_engine.solving.search_run import fill_one_cell, search_events

SOLVED, NO_SOLUTION, STOPPED = "solved", "no solution", "stopped after"

PLENTY = 60.0
"""The most seconds for loading a library, or compiling the search, on a busy machine."""
ENOUGH = 3.0
"""The most seconds for a person's solver, whose libraries are loaded with its file."""


class RaceResult(NamedTuple):
    """The result of one solver on one puzzle, or on all puzzles in sum."""

    source: str
    """The place of the puzzle in the input, or ``all``."""
    solver: str
    answer: str
    moves: int | None
    """The number of digits that it tried; None if it cannot be watched, as for the next two."""
    backtracks: int | None
    """The number of digits that it took back."""
    nodes: int | None
    """The number of boards that it visited."""
    seconds: float
    fault: Faulted | Rejected | None = None


def race_results(
    grid: Grid, puzzle: str, solvers: Sequence[Component], limit: float, is_watched: bool = True
) -> Iterator[RaceResult]:
    """Yield the result of each of the `solvers` on `grid`, stopped after `limit` seconds.

    A library in C can only be stopped after its call. Unless it `is_watched`, nothing is counted.
    """
    watchdog = Watchdog(limit)
    for solver in solvers:
        run = Run(grid, search_events(grid, solver, is_watched=is_watched))
        begun = perf_counter()
        try:
            ended = watchdog.time_limit().call(solver, run.drain)
            answer, seconds = _answer(ended, run, solver.id), ended.seconds
        except PluginStopped:
            answer, seconds = f"{STOPPED} {limit:g} s", perf_counter() - begun
        tally = run.tally or (Tally(0) if "search" in solver.methods else None)
        yield RaceResult(
            puzzle,
            solver.id,
            answer,
            tally.moves if tally else None,
            tally.backtracks if tally else None,
            tally.nodes if tally else None,
            seconds,
            run.faults[0] if run.faults else None,
        )


def _answer(ended: Ended, run: Run, solver: str) -> str:
    if run.faults:
        return "at fault"
    if ended.outcome == "solved":
        return SOLVED
    if ended.outcome == "contradiction":
        return NO_SOLUTION
    return ended.why.removeprefix(f"{solver} ")


def disagreement(results: Iterable[RaceResult]) -> str | None:
    """Return the contradiction between solvers on one puzzle, in words; None if they agree."""
    says: dict[str, list[str]] = {}
    for result in results:
        if result.answer in (SOLVED, NO_SOLUTION):
            says.setdefault(result.answer, []).append(result.solver)
    if len(says) < 2:
        return None
    return "; ".join(f"{answer}: {', '.join(solvers)}" for answer, solvers in says.items())


def summed(results: Sequence[RaceResult]) -> list[RaceResult]:
    """Return the results of each solver in sum, in the order of the solvers."""
    sums = []
    for solver in dict.fromkeys(result.solver for result in results):
        own = [result for result in results if result.solver == solver]
        solved = sum(result.answer == SOLVED for result in own)
        sums.append(
            RaceResult(
                "all",
                solver,
                f"{solved} of {len(own)} solved",
                _sum([result.moves for result in own]),
                _sum([result.backtracks for result in own]),
                _sum([result.nodes for result in own]),
                sum(result.seconds for result in own),
            )
        )
    return sums


def _sum(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


RACE_COLUMNS = ("puzzle", "solver", "answer", "moves", "backtracks", "nodes", "seconds")


solvers_option = click.option(
    "--solver",
    "solvers",
    cls=options.ListingOption,
    values=partial(options.ids, "solver"),
    multiple=True,
    metavar="ID",
    help="Use only this solver (repeatable).",
)


@program.command()
@options.inputs_argument
@solvers_option
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
    results: list[RaceResult] = []
    for entry in entries:
        (result,) = race_results(entry.grid, entry.source, [solver], limit)
        if result.fault and not any(each.fault for each in results):
            report_solver_fault(context, result.fault, entry.grid, entry.source)
        results.append(result._replace(solver=name))
    return results


def _rivals(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    for path in map(Path, paths):
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        for each in inside:
            is_work = (each.suffix == ".py" or each.is_dir()) and not NO_PLUGIN.match(each.name)
            if each == path or is_work:
                yield each.stem, str(each)


def _n_solved(of_all: RaceResult) -> int:
    return int(of_all.answer.partition(" ")[0])


def _rank(of_all: RaceResult) -> tuple[int, bool, int, str]:
    moves = of_all.moves
    return (-_n_solved(of_all), moves is None, moves or 0, of_all.solver)


def _report_faults(results: list[RaceResult], entry: Entry, context: CommandContext) -> None:
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
    ready = []
    ids = dict.fromkeys(named or otherwise)
    for solver in [context.registry.find("solver", name) for name in ids]:
        error = _lack(solver, limit)
        if error is None:
            ready.append(solver)
        elif solver.id in named:
            context.report(error)
        else:
            message(f"notice: {solver.id} does not take part: {error.what}")
    return ready


def _lack(solver: Component, limit: float) -> PluginError | None:
    """Return why `solver` cannot be used here, or None.

    It fills one cell, so that no result includes the loading of a library.
    """
    watchdog = Watchdog(max(limit, PLENTY if solver.is_bundled else ENOUGH))
    with suppress(PluginStopped, GaveUp):  # its results will show the fault
        failure = watchdog.time_limit().call(solver, solver.guarded_call, fill_one_cell, solver)
        if failure and isinstance(failure.error, PluginError):
            return failure.error
    return None


def report_solver_fault(
    context: CommandContext, fault: Faulted | Rejected, grid: Grid, source: str = ""
) -> None:
    """Report the fault of a solver on the board `grid` from `source`."""
    consequence = f" on {source}" if source else ""
    message(f"{fault_text(fault, consequence)}; the board is {grid.line}")
    context.count_status(BAD)
