"""A limit on the work of a search."""

from __future__ import annotations

from sudoku_engine.errors import GaveUp


class Budget:
    """A number of nodes (boards looked at) that one search, or several together, may spend.

    Counting nodes and not seconds makes a search stop at the same place on every machine.
    """

    def __init__(self, nodes: int | None = None) -> None:
        """Allow `nodes`; None: as many as it takes. `spent` counts them."""
        self.nodes = nodes
        self.spent = 0

    @staticmethod
    def of(budget: int | Budget | None) -> Budget:
        """Return the budget itself, or a new one of that many nodes."""
        return budget if isinstance(budget, Budget) else Budget(budget)

    def spend(self) -> None:
        """Take one node; raises GaveUp if none is left."""
        if self.spent == self.nodes:
            raise GaveUp(f"the search gave up after {self.nodes} boards")
        self.spent += 1
