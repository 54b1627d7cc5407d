"""Taking clues away from a full board until none is left that it can do without.

Clues go orbit by orbit (see `symmetries`), in random order; without symmetry an orbit is one
cell. Each orbit is tried once: a clue that is needed now is needed all the more when there are
fewer. At first nearly all can go, so many are tried at a time; where they cannot all go, each half
is tried apart. What comes out is the same as if they had been tried one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine import Grid
from sudoku_engine.errors import GaveUp
from sudoku_engine.search import Clues

_AT_A_TIME = (27, 9, 3, 3)
"""How many cells of 81 are tried together, at first."""

_NODES = 200
"""How many boards may be looked at to tell whether an orbit can go, on boards other than 9x9."""


class Removal:
    """What is left of the clues of `solution` while orbits are taken away."""

    def __init__(self, solution: Grid, at_least: int = 0) -> None:
        """All clues are there; `at_least` so many stay."""
        self.kept = solution.layout.all_cells
        self.at_least = at_least
        self.unknown = 0
        """How many orbits were kept because it took too long to tell whether they can go."""
        self._clues = Clues(solution)
        self._n_cells = len(solution.digits)
        self._nodes = None if solution.layout.n <= 9 else _NODES

    def take(self, orbits: Sequence[int]) -> None:
        """Takes away what can go of the `orbits`, in their order."""
        rest = list(orbits)
        cells_of_orbit = max(orbit.bit_count() for orbit in orbits)
        for share in _AT_A_TIME:
            size = max(1, share * self._n_cells // 81 // cells_of_orbit)
            self._take(rest[:size])
            del rest[:size]
        for orbit in rest:
            self._take([orbit])

    def _take(self, orbits: Sequence[int]) -> None:
        left_out = sum(orbits)
        kept = self.kept & ~left_out
        if kept.bit_count() >= self.at_least and self._can_go(kept, left_out, len(orbits)):
            self.kept = kept
        elif len(orbits) > 1:
            middle = len(orbits) // 2
            self._take(orbits[:middle])
            self._take(orbits[middle:])

    def _can_go(self, kept: int, left_out: int, n_orbits: int) -> bool:
        try:
            return not self._clues.other(kept, left_out, self._nodes)
        except GaveUp:
            self.unknown += n_orbits == 1
            return False
