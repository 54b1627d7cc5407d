"""The checks of reporters and front ends: whole runs are driven, and none may fail."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from sudoku_engine.api.events import (
    Ended,
    Event,
    Faulted,
    Found,
    Moved,
    Rejected,
    Started,
    TakenBack,
    Tried,
)
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.testing.boards_with_solutions import Boards, puzzles_of
from sudoku_engine.testing.checks.common import has_docstring, has_id_and_name
from sudoku_engine.testing.findings import Asked, Fault, NotAsked
from sudoku_engine.testing.plugin_calls import Caller

MOST_RUNS = 4


class RunBench:
    """A reporter or a front end at the bench; `has_windows`: whether one may open a window."""

    def __init__(
        self,
        caller: Caller,
        ours: Sequence[Component],
        boards: Boards,
        has_windows: bool = False,
    ) -> None:
        self.caller = caller
        self.component = caller.component
        self.has_windows = has_windows
        self.strategies = ours
        self.group = boards.group or "9x9"
        self.boards = 0
        self.fired = 0


def runs(
    bench: RunBench, group: str, listeners: list[Callable[[Run, Event], None]]
) -> Iterator[Run]:
    """Runs on puzzles of a `group`, and one with everything that can happen in it."""
    loop = Loop(bench.strategies, LoopSettings(step_timeout=0))
    grids = [position.grid for position in islice(puzzles_of(group), MOST_RUNS)]
    for index, grid in enumerate(grids, 1):
        bench.boards += 1
        out = io.StringIO()
        events = loop.events(grid)
        yield Run(grid, events, index=index, source="kit", out=out, listeners=listeners)
        bench.fired += bool(out.getvalue())
    out = io.StringIO()
    events = _everything(bench.component, grids[0])
    yield Run(grids[0], events, index=len(grids) + 1, out=out, listeners=listeners)


def _everything(component: Component, grid: Grid) -> Iterator[Event]:
    """Events that are rare: faults, searches, moves."""
    cell = grid.open_cells[0]
    digit = min(grid.candidates(cell))
    author = component.author
    yield Started(grid, (author,))
    yield Moved("nothing moves", grid)
    yield Tried(cell, digit)
    yield TakenBack(cell)
    yield Found(grid)
    yield Faulted(author, "it raises ValueError", 1, ValueError("no"))
    yield Rejected(author, Step([Candidate(cell, digit)]), "it is wrong", 0, grid)
    yield Ended("stuck", "strategies", grid, 0, {author.id: 0}, 0.0, "", ("a note",))


def _driven(bench: RunBench, group: str) -> Fault | None:
    """What is wrong with how it takes runs on boards of `group`."""
    component = bench.component
    if component.kind == "reporter":
        done = (
            bench.caller.call(run.drain, grid=run.grid)
            for run in runs(bench, group, [component.call])
        )
    else:
        done = (bench.caller.call(component.call, each) for each in [runs(bench, group, [])])
    for result in done:
        if isinstance(result, Failure):
            return Fault(f"it raises {result.why}", line=result.line, error=result.error)
    return None


def takes_runs(bench: RunBench) -> Fault | None:
    """It takes every event of whole runs."""
    if bench.component.kind == "frontend" and not bench.has_windows:
        raise NotAsked("a front end may open a window: it is driven only with --windows")
    return _driven(bench, bench.group)


def takes_other_sizes(bench: RunBench) -> Fault | None:
    """It takes runs on boards of other sizes and shapes."""
    if bench.component.kind == "frontend" and not bench.has_windows:
        raise NotAsked("a front end may open a window: it is driven only with --windows")
    faults = (_driven(bench, group) for group in ("4x4", "12x12", "jigsaw"))
    return next(filter(None, faults), None)


RUN_CHECKS: tuple[Asked, ...] = (
    Asked("named", "it has an id and a name", has_id_and_name),
    Asked("runs", "it takes every event of whole runs", takes_runs),
    Asked("sizes", "it takes boards of every size", takes_other_sizes),
    Asked("docstring", "it has a docstring", has_docstring, False),
)
"""What is asked of a reporter and of a front end, in this order."""
