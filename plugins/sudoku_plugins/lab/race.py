"""Solvers on the same puzzles, side by side: the result and the work of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple

from sudoku_engine.api.events import Ended, Faulted, Rejected
from sudoku_engine.api.run import Run, Tally
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import GaveUp, PluginError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_engine.solving.search_run import fill_one_cell, search_events

SOLVED, NO_SOLUTION = "solved", "no solution"

PLENTY = 60.0
"""The most seconds for loading a library, or compiling the search, on a busy machine."""
ENOUGH = 3.0
"""The most seconds for a person's solver, whose libraries are loaded with its file."""


class RaceResult(NamedTuple):
    """The result of one solver on one puzzle, or on all puzzles in sum."""

    source: str
    """The place of the puzzle in the input, or ``all``."""
    solver: str
    """The id of the solver."""
    answer: str
    """The result in words."""
    moves: int | None
    """The number of digits that it tried; None if it cannot be watched, as for the next two."""
    backtracks: int | None
    """The number of digits that it took back."""
    nodes: int | None
    """The number of boards that it visited."""
    seconds: float
    """The time that it took."""
    fault: Faulted | Rejected | None = None
    """Its fault."""


def usable(
    solvers: Sequence[Component], limit: float
) -> tuple[list[Component], list[tuple[Component, PluginError]]]:
    """Return the `solvers` that can be used here, and the others with the reason.

    Each solver fills one cell first, so that no result includes the loading of a library.
    """
    ready, lacking = [], []
    for solver in solvers:
        watchdog = Watchdog(max(limit, PLENTY if solver.is_bundled else ENOUGH))
        with suppress(PluginStopped, GaveUp):  # its results will show the fault
            failure = watchdog.time_limit().call(solver, solver.guarded_call, fill_one_cell, solver)
            if failure and isinstance(failure.error, PluginError):
                lacking.append((solver, failure.error))
                continue
        ready.append(solver)
    return ready, lacking


def race_results(
    grid: Grid, puzzle: str, solvers: Sequence[Component], limit: float
) -> Iterator[RaceResult]:
    """Yield the result of each of the `solvers` on `grid`, stopped after `limit` seconds.

    A library in C can only be stopped after its call.
    """
    watchdog = Watchdog(limit)
    for solver in solvers:
        run = Run(grid, search_events(grid, solver))
        begun = perf_counter()
        try:
            ended = watchdog.time_limit().call(solver, run.drain)
            answer, seconds = _answer(ended, run, solver.id), ended.seconds
        except PluginStopped:
            answer, seconds = f"stopped after {limit:g} s", perf_counter() - begun
        tally = run.tally or (Tally(0) if solver.search else None)
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
