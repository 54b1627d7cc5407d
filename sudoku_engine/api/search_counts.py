"""The counts of a search, for all solvers that can be watched."""

from __future__ import annotations

from sudoku_engine.api.events import TakenBack, Tried


class Tally:
    """The work of a search so far, counted from its events."""

    __slots__ = ("backtracks", "fills", "moves")

    def __init__(self, n_cells: int) -> None:
        self.moves = 0
        """Digits put into a cell."""
        self.backtracks = 0
        """Returns to an earlier cell, whose digit is removed."""
        self.fills = [0] * n_cells
        """By cell, how often a digit was put into it."""

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
