"""``batch solve``: the outcome of each run, and its steps where they are wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from sudoku_engine.api.event_record import step_event_record
from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Stepped
from sudoku_engine.batch.columns import json_text
from sudoku_engine.batch.job import Job
from sudoku_engine.batch.tasks.task import Bulk, Row, texts_of
from sudoku_engine.board.grid import Grid
from sudoku_engine.engine import Engine
from sudoku_engine.solving.bulk_search import can_settle
from sudoku_engine.solving.search_run import search_events


class Solve:
    """Solves puzzles as the `job` says: by strategies, or by search alone."""

    def __init__(self, job: Job, engine: Engine) -> None:
        self.has_paths = job.has_paths
        self.is_search = job.is_search
        self.bulk: Bulk | None = None
        self.events: Callable[[Grid], Iterator[Event]]
        if job.is_search:
            solver = engine.solver()
            self.components = [solver]
            if can_settle(solver, job.config.layout):
                self.bulk = Bulk(1, self._settled)
            self.events = partial(search_events, solver=solver, is_watched=False)
        else:
            loop = engine.loop()
            self.components = [*loop.strategies, *([loop.fallback] if loop.fallback else [])]
            self.events = partial(loop.events, is_watched=job.has_paths)

    def row(self, grid: Grid) -> Row:
        """Return the end of the run on `grid`, and its steps if they are wanted."""
        steps: list[str] = []
        faults: list[Faulted | Rejected] = []
        ended: Ended | None = None
        for event in self.events(grid):
            if isinstance(event, Stepped) and self.has_paths:
                steps.append(json_text(step_event_record(event)))
            elif isinstance(event, (Faulted, Rejected)):
                faults.append(event)
            elif isinstance(event, Ended):
                ended = event
        assert ended is not None  # every run ends so
        is_solved = ended.outcome == "solved"
        solution = ended.grid.line if is_solved else None
        values = (solution, ended.outcome, ended.by, ended.steps, dict(ended.counts))
        paths = (steps,) if self.has_paths else ()
        # Notes say, above all, that a puzzle has several solutions, of which this is one.
        reasons = [] if is_solved and self.is_search else [ended.why, *ended.notes]
        return Row((*values, *paths), "; ".join(filter(None, reasons)), texts_of(faults))

    def _settled(self, count: int, solution: str) -> Row:
        paths: tuple[list[Any], ...] = ([],) if self.has_paths else ()
        return Row((solution, "solved", "search", 0, {}, *paths))
