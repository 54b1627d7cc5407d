"""The board of a search, whose moves are too many to be all in a film."""

from __future__ import annotations

from sudoku_engine.api.events import TakenBack, Tried
from sudoku_engine.api.search_counts import Tally
from sudoku_engine.board.grid import Grid


class SearchBoard:
    """The board `start` as far as a search has filled it."""

    def __init__(self, start: Grid) -> None:
        self._start = start
        self._digits = list(start.digits)
        self.tally: Tally | None = None
        """The counts of the search; None before its first move."""

    def take(self, event: Tried | TakenBack) -> None:
        """Make the move of `event`."""
        self._digits[event.cell] = event.digit if isinstance(event, Tried) else 0
        if self.tally is None:
            self.tally = Tally(len(self._digits))
        self.tally.take(event)

    @property
    def grid(self) -> Grid:
        """The board as it is now."""
        start = self._start
        return Grid(start.layout, self._digits, given=start.given, marks=start.marks)
