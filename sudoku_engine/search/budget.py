"""The boards that a search visits: a limit on their number, and the description of each."""

from __future__ import annotations

from typing import NamedTuple

from sudoku_engine.board.words import counted, require_number
from sudoku_engine.errors import GaveUp


class Budget:
    """A number of nodes (boards visited) that one search, or several together, may use.

    Nodes are counted, not seconds, so a search stops at the same place on every machine.
    """

    def __init__(self, nodes: int | None = None) -> None:
        """Allow `nodes`; None: no limit. `spent` counts them."""
        self.nodes = nodes
        self.spent = 0

    @staticmethod
    def of(budget: int | Budget | None) -> Budget:
        """Return the budget itself, or a new one of that many nodes."""
        if isinstance(budget, Budget):
            return budget
        if budget is not None:
            require_number(budget, "a budget of nodes", is_whole=True)
        return Budget(budget)

    def spend(self) -> None:
        """Use one node; raises GaveUp if no node is left."""
        if self.spent == self.nodes:
            raise GaveUp(f"the search gave up after {counted(self.nodes, 'board')}")
        self.spent += 1


class Contradiction(Exception):
    """The board has no solution."""


class Visit(NamedTuple):
    """A board that the search visited.

    Each field holds the placed digits, packed: bit ``cells * (digit - 1) + cell``.
    """

    before: int
    """The board before the guess."""
    guess: int
    """The guessed digit, 0 if one was eliminated."""
    after: int
    """The board after all consequences, 0 for a contradiction."""
