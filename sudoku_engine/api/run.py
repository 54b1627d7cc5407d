"""A run: one puzzle being solved, searched or transformed, as an iterator of events.

Reporters and front ends need only this module.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TextIO

from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Moved,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.say import tell
from sudoku_engine.bundled import brought


class Tally:
    """The work of a search so far, counted from its events."""

    __slots__ = ("backtracks", "fills", "moves")

    def __init__(self, n_cells: int) -> None:
        self.moves = 0
        """The number of digits put into cells."""
        self.backtracks = 0
        """The number of returns to an earlier cell, whose digit is removed."""
        self.fills = [0] * n_cells
        """By cell, the number of digits put into it."""

    @property
    def nodes(self) -> int:
        """The number of boards that the search visited: the first, and one after each move."""
        return self.moves + 1

    def take(self, event: Tried | TakenBack) -> None:
        """Count `event`."""
        if isinstance(event, Tried):
            self.moves += 1
            self.fills[event.cell] += 1
        else:
            self.backtracks += 1


class Run:
    """One puzzle in progress: iterating over the run makes its events happen, lazily.

    Each of the `listeners` is called with the run and each event as it happens. A front end that
    reveals a step bit by bit takes it with `draw` and passes it to the listeners with `report`.
    """

    def __init__(
        self,
        grid: Grid,
        events: Iterator[Event],
        *,
        index: int = 1,
        count: int | None = None,
        source: str = "",
        has_marks: bool = False,
        name: str = "",
        ratings: Sequence[tuple[str, str]] = (),
        out: TextIO | None = None,
        listeners: Sequence[Callable[[Run, Event], None]] = (),
    ) -> None:
        self.grid = grid
        """The board at the start."""
        self.index = index
        """The number of the run in a command, from 1."""
        self.count = count
        """The number of runs in the command; None if unknown."""
        self.source = source
        """The place of the puzzle: ``puzzles.txt:3``."""
        self.has_marks = has_marks
        """Whether the puzzle has candidates of its own."""
        self.name = name
        """The name of the puzzle, ``""`` if it has none."""
        self.ratings = ratings
        """The names of scales, each with its words about the puzzle."""
        self.out = out or sys.stdout
        """The stream for reporters."""
        self.authors: dict[str, Author] = {}
        """By their ids, the strategies in the order in which they are tried, then the solvers."""
        self.reported = 0
        """The number of steps or moves that were reported."""
        self.ended: Ended | None = None
        """The last event, once it has happened."""
        self.faults: list[Faulted | Rejected] = []
        """The faults and refusals so far."""
        self.tally: Tally | None = None
        """The counts of a search that can be watched."""
        self.last: Event | None = None
        """The last event other than a move of a search."""
        self.before = grid
        """The board before the last event."""
        self._events = events
        self._listeners = listeners

    @property
    def title(self) -> str:
        """The name of the puzzle, or its number if it has none."""
        return self.name or str(tell("Puzzle {n:#}", n=self.index))

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        event = self.draw()
        if event is None:
            raise StopIteration
        self.report(event)
        return event

    def draw(self) -> Event | None:
        """Return the next event without calling the listeners (see `report`); None at the end."""
        event = next(self._events, None)
        if isinstance(event, (Tried, TakenBack)):
            if self.tally is None:
                self.tally = Tally(len(self.grid.layout.cells))
            self.tally.take(event)
        elif isinstance(event, Started):
            self.authors = {author.id: author for author in event.strategies}
        elif isinstance(event, Stepped):
            self.authors.setdefault(event.strategy.id, event.strategy)
        elif isinstance(event, Ended):
            self.ended = event
        elif isinstance(event, (Faulted, Rejected)):
            self.faults.append(event)
        if event is not None and not isinstance(event, (Tried, TakenBack)):
            self.before, self.last = getattr(self.last, "grid", self.before), event
        return event

    def report(self, event: Event) -> None:
        """Call the listeners with an `event` of `draw`; report each event once, in order."""
        if isinstance(event, (Stepped, Moved)):
            self.reported += 1
        for listener in self._listeners:
            listener(self, event)

    def _repr_svg_(self) -> str:
        return str(brought("run_svg")(self))

    def drain(self) -> Ended:
        """Let all events happen; return the last one."""
        for _ in self:
            pass
        if self.ended is None:
            raise RuntimeError("a run's events must end with Ended")
        return self.ended


def timed(events: Iterator[Event]) -> Iterator[Event]:
    """Yield the `events`; the last gets their time in seconds, without the time of consumers."""
    seconds = 0.0
    while True:
        begun = perf_counter()
        event = next(events, None)
        seconds += perf_counter() - begun
        if event is None:
            return
        yield event._replace(seconds=seconds) if isinstance(event, Ended) else event
