"""Solvers on the same puzzles, side by side: who finds what, with how much work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from time import perf_counter
from typing import NamedTuple

from sudoku_engine.api.events import Ended
from sudoku_engine.api.run import Run
from sudoku_engine.api.search_counts import Tally
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import GaveUp, PluginError
from sudoku_engine.isolation.time_limits import PluginTimeout, Watchdog
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.search_run import search_events

SOLVED, NO_SOLUTION = "solved", "no solution"

NEARLY_FULL = Grid.parse("1234 3412 2143 432.")
PLENTY = 10.0
"""Seconds that loading a library takes at the most."""


class Lap(NamedTuple):
    """What one solver did with one puzzle, or with all of them in sum.

    `moves`, `backtracks` and `nodes` are None for a solver that cannot be watched; `fault` says
    what it did wrong.
    """

    puzzle: str
    solver: str
    answer: str
    moves: int | None
    backtracks: int | None
    nodes: int | None
    seconds: float
    fault: str = ""


def usable(
    solvers: Sequence[Component], limit: float
) -> tuple[list[Component], list[tuple[Component, PluginError]]]:
    """The `solvers` that can be used here, and the others with what they lack.

    Each fills one cell, so that no lap pays for the loading of a library.
    """
    ready, lacking = [], []
    watchdog = Watchdog(max(limit, PLENTY))
    for solver in solvers:
        with suppress(PluginTimeout, GaveUp):  # its laps will show it
            failure = watchdog.time_limit().call(solver, solver.guarded_call, _first, solver)
            if failure and isinstance(failure.error, PluginError):
                lacking.append((solver, failure.error))
                continue
        ready.append(solver)
    return ready, lacking


def _first(solver: Component) -> None:
    for _ in islice(solver.call(NEARLY_FULL), 1):
        pass


def race_laps(grid: Grid, puzzle: str, solvers: Sequence[Component], limit: float) -> Iterator[Lap]:
    """A lap of each of the `solvers` on `grid`, stopped after `limit` seconds.

    Code outside of the interpreter's reach (a library in C) ends its call before it is stopped.
    """
    watchdog = Watchdog(limit)
    for solver in solvers:
        run = Run(grid, search_events(grid, solver))
        begun = perf_counter()
        try:
            ended = watchdog.time_limit().call(solver, run.drain)
            answer, seconds = _answer(ended, run, solver.id), ended.seconds
        except PluginTimeout:
            answer, seconds = f"stopped after {limit:g} s", perf_counter() - begun
        tally = run.tally or (Tally(0) if solver.watchable_solver else None)
        yield Lap(
            puzzle,
            solver.id,
            answer,
            tally.moves if tally else None,
            tally.backtracks if tally else None,
            tally.nodes if tally else None,
            seconds,
            run.faults[0].why if run.faults else "",
        )


def _answer(ended: Ended, run: Run, solver: str) -> str:
    if run.faults:
        return "at fault"
    if ended.outcome == "solved":
        return SOLVED
    if ended.outcome == "contradiction":
        return NO_SOLUTION
    return ended.why.removeprefix(f"{solver} ")


def disagreement(laps: Iterable[Lap]) -> str | None:
    """Who says what of one puzzle, where solvers contradict each other; None where none do."""
    says: dict[str, list[str]] = {}
    for lap in laps:
        if lap.answer in (SOLVED, NO_SOLUTION):
            says.setdefault(lap.answer, []).append(lap.solver)
    if len(says) < 2:
        return None
    return "; ".join(f"{answer}: {', '.join(solvers)}" for answer, solvers in says.items())


def summed(laps: Sequence[Lap]) -> list[Lap]:
    """The laps of each solver in sum, in the order in which they came."""
    sums = []
    for solver in dict.fromkeys(lap.solver for lap in laps):
        own = [lap for lap in laps if lap.solver == solver]
        solved = sum(lap.answer == SOLVED for lap in own)
        sums.append(
            Lap(
                "all",
                solver,
                f"{solved} of {len(own)} solved",
                _sum([lap.moves for lap in own]),
                _sum([lap.backtracks for lap in own]),
                _sum([lap.nodes for lap in own]),
                sum(lap.seconds for lap in own),
            )
        )
    return sums


def _sum(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None
