"""The checks for reporters and front ends: they accept whole runs with every kind of event."""

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
from sudoku_engine.plugins.component import Component, Failure, by_default
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.testing.boards_with_solutions import puzzles_of
from sudoku_engine.testing.checks.common import Subject, has_docstring, is_named, raised
from sudoku_engine.testing.findings import Finding, NotNeeded, check
from sudoku_engine.testing.kit import bundled_kit
from sudoku_engine.testing.plugin_calls import LocalCalls

MOST_RUNS = 4  # runs for each group
SLOW_LEVELS = ("unfair", "extreme")  # their time would be counted as the plugin's
OTHER_GROUPS = ("4x4", "12x12", "jigsaw")  # groups of boards of other sizes and shapes


class RunSubject(Subject):
    """A reporter or a front end that is being checked."""

    def drive(self, group: str) -> Finding | None:
        """Pass it runs on boards of a `group`; return what goes wrong."""
        boards, fired, failure = self.caller.result(drive, group)
        self.boards += int(boards)
        self.fired += int(fired)
        return raised(failure) if isinstance(failure, Failure) else None


class _Runs:
    """The runs that a reporter or a front end gets."""

    def __init__(self, calls: LocalCalls, group: str) -> None:
        self._calls, self._group = calls, group
        self.boards = 0
        self.fired = 0

    def runs(self, listeners: Sequence[Callable[[Run, Event], None]] = ()) -> Iterator[Run]:
        """Yield runs on puzzles of the group, and one with rare events."""
        heard = list(listeners)
        quick = [one for one in by_default(bundled_kit().ours) if one.level not in SLOW_LEVELS]
        loop = Loop(quick, LoopSettings(step_timeout=0))
        grids = [position.grid for position in islice(puzzles_of(self._group), MOST_RUNS)]
        for index, grid in enumerate(grids, 1):
            self.boards += 1
            out = io.StringIO()
            events = loop.events(grid)
            yield Run(grid, events, index=index, source="kit", out=out, listeners=heard)
            self.fired += bool(out.getvalue())
        events = rare_events(self._calls.component, grids[0])
        index = len(grids) + 1
        yield Run(grids[0], events, index=index, out=io.StringIO(), listeners=heard)

    def results(self) -> Iterator[object]:
        """Yield what comes of each call."""
        component, call = self._calls.component, self._calls.call
        if component.kind == "frontend":
            yield call(component.call, self.runs())
            return
        for run in self.runs([component.call]):
            yield call(run.drain, grid=run.grid)
        if component.finish:
            yield call(component.finish)


def drive(calls: LocalCalls, group: str) -> tuple[int, int, Failure | None]:
    """Pass runs on boards of a `group`; return how many, how many wrote, and what went wrong."""
    runs = _Runs(calls, group)
    failure = next((each for each in runs.results() if isinstance(each, Failure)), None)
    return runs.boards, runs.fired, failure


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


@check("runs", "it fails on an event of a run")
def takes_runs(subject: RunSubject) -> Finding | None:
    """It accepts every event of whole runs."""
    _demand_windows(subject)
    return subject.drive(subject.kit.boards.group or "9x9")


@check("sizes", "it fails on boards of another size")
def takes_other_sizes(subject: RunSubject) -> Finding | None:
    """It accepts boards of every size."""
    _demand_windows(subject)
    return next(filter(None, map(subject.drive, OTHER_GROUPS)), None)


def _demand_windows(subject: RunSubject) -> None:
    if subject.component.kind == "frontend" and not subject.kit.has_windows:
        raise NotNeeded("a front end may open a window: it runs only with --windows")


RUN_CHECKS = (is_named, takes_runs, takes_other_sizes, has_docstring)
