"""The checks for reporters and front ends: they accept whole runs with every kind of event."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import chain, islice

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
from sudoku_engine.plugins.component import Component, Failure, by_default
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.testing.boards_with_solutions import puzzles_of
from sudoku_engine.testing.checks.common import DOCSTRING, NAMED, Subject, raised
from sudoku_engine.testing.findings import Check, Finding, NotNeeded

MOST_RUNS = 4
"""The number of runs for each group."""

SLOW_LEVELS = ("unfair", "extreme")
"""The levels whose strategies take no part: their time would be counted as the plugin's."""

OTHER_GROUPS = ("4x4", "12x12", "jigsaw")
"""Groups of boards of other sizes and shapes."""


class RunSubject(Subject):
    """A reporter or a front end that is being checked."""

    def runs(
        self, group: str, listeners: list[Callable[[Run, Event], None]] | None = None
    ) -> Iterator[Run]:
        """Yield runs on puzzles of a `group`, and one with rare events."""
        listeners = listeners or []
        quick = [one for one in by_default(self.kit.ours) if one.level not in SLOW_LEVELS]
        loop = Loop(quick, LoopSettings(step_timeout=0))
        grids = [position.grid for position in islice(puzzles_of(group), MOST_RUNS)]
        for index, grid in enumerate(grids, 1):
            self.boards += 1
            out = io.StringIO()
            events = loop.events(grid)
            yield Run(grid, events, index=index, source="kit", out=out, listeners=listeners)
            self.fired += bool(out.getvalue())
        events = rare_events(self.component, grids[0])
        index = len(grids) + 1
        yield Run(grids[0], events, index=index, out=io.StringIO(), listeners=listeners)

    def drive(self, group: str) -> Finding | None:
        """Pass it runs on boards of a `group`; return what goes wrong."""
        component = self.component
        if component.kind == "frontend":
            calls = iter([self.caller.call(component.call, self.runs(group))])
        else:
            runs = self.runs(group, [component.call])
            drained = (self.caller.call(run.drain, grid=run.grid) for run in runs)
            finish = [component.finish] if component.finish else []
            calls = chain(drained, map(self.caller.call, finish))
        return next((raised(done) for done in calls if isinstance(done, Failure)), None)


def rare_events(component: Component, grid: Grid) -> Iterator[Event]:
    """Yield events that seldom happen: faults, searches, moves."""
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


def takes_runs(subject: RunSubject) -> Finding | None:
    """Check that it accepts every event of whole runs."""
    _demand_windows(subject)
    return subject.drive(subject.kit.boards.group or "9x9")


def takes_other_sizes(subject: RunSubject) -> Finding | None:
    """Check that it accepts runs on boards of other sizes and shapes."""
    _demand_windows(subject)
    return next(filter(None, map(subject.drive, OTHER_GROUPS)), None)


def _demand_windows(subject: RunSubject) -> None:
    if subject.component.kind == "frontend" and not subject.kit.has_windows:
        raise NotNeeded("a front end may open a window: it runs only with --windows")


RUN_CHECKS: tuple[Check, ...] = (
    NAMED,
    Check(
        "runs", "it accepts every event of whole runs", "it fails on an event of a run", takes_runs
    ),
    Check(
        "sizes",
        "it accepts boards of every size",
        "it fails on boards of another size",
        takes_other_sizes,
    ),
    DOCSTRING,
)
"""The checks for a reporter or a front end, in their order."""
