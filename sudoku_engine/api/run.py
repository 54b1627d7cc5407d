"""A run: one puzzle being solved, searched or transformed, as an iterator of events.

The one thing that reporters and front ends know.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TextIO

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, TakenBack, Tried
from sudoku_engine.api.search_counts import Tally
from sudoku_engine.board.grid import Grid


class Run:
    """One puzzle on its way: iterating over it makes the events happen, lazily.

    `index` counts the runs of a command from 1, `source` says where the puzzle stands
    (``puzzles.txt:3``), `grid` is the board it starts from, `has_marks` whether the puzzle came
    with candidates of its own. `out` is where reporters write; each of the `listeners` is told of
    every event as it happens. `ended` is the last event once it has happened, `faults` the faults
    and refusals so far, `tally` the counts of a search that can be watched.
    """

    def __init__(
        self,
        grid: Grid,
        events: Iterator[Event],
        *,
        index: int = 1,
        source: str = "",
        has_marks: bool = False,
        out: TextIO | None = None,
        listeners: Sequence[Callable[[Run, Event], None]] = (),
    ) -> None:
        self.grid = grid
        self.index = index
        self.source = source
        self.has_marks = has_marks
        self.out = out or sys.stdout
        self.ended: Ended | None = None
        self.faults: list[Faulted | Rejected] = []
        self.tally: Tally | None = None
        self._events = events
        self._listeners = listeners

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        event = next(self._events)
        if isinstance(event, (Tried, TakenBack)):
            if self.tally is None:
                self.tally = Tally(len(self.grid.layout.cells))
            self.tally.take(event)
        elif isinstance(event, Ended):
            self.ended = event
        elif isinstance(event, (Faulted, Rejected)):
            self.faults.append(event)
        for listener in self._listeners:
            listener(self, event)
        return event

    def drain(self) -> Ended:
        """The last event, after all others have happened."""
        for _ in self:
            pass
        if self.ended is None:
            raise RuntimeError("a run's events must end with Ended")
        return self.ended


def timed(events: Iterator[Event]) -> Iterator[Event]:
    """The `events`, the last with the seconds that they took; those of who watches don't count."""
    seconds = 0.0
    while True:
        begun = perf_counter()
        event = next(events, None)
        seconds += perf_counter() - begun
        if event is None:
            return
        yield event._replace(seconds=seconds) if isinstance(event, Ended) else event
