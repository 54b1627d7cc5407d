"""The counts of a search, kept in one place for all solvers that can be watched."""

from __future__ import annotations

from sudoku_engine.api.events import TakenBack, Tried


class Tally:
    """What a search has done so far, counted from its events.

    `moves`: digits put into a cell. `backtracks`: returns to an earlier cell, whose digit is
    taken back. `fills`: by cell, how often a digit was put into it.
    """

    __slots__ = ("backtracks", "fills", "moves")

    def __init__(self, n_cells: int) -> None:
        self.moves = 0
        self.backtracks = 0
        self.fills = [0] * n_cells

    @property
    def nodes(self) -> int:
        """The boards that the search looked at: the first, and one after each move."""
        return self.moves + 1

    def take(self, event: Tried | TakenBack) -> None:
        """Counts `event`."""
        if isinstance(event, Tried):
            self.moves += 1
            self.fills[event.cell] += 1
        else:
            self.backtracks += 1
