"""Which candidates the symmetries found so far take to one another."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine.equivalence.board import Clue


class Orbits:
    """Sets of candidates, joined as symmetries become known."""

    def __init__(self, candidates: Sequence[Clue]) -> None:
        """Each of the `candidates` in an orbit of its own."""
        self._orbits = {clue: {clue} for clue in candidates}

    def orbit(self, clue: Clue) -> set[Clue]:
        """The candidates to which known symmetries take `clue`."""
        return self._orbits[clue]

    def join(self, lines: Sequence[int], digits: Sequence[int]) -> None:
        """Learn of the symmetry that takes line i to ``lines[i]``, digits likewise."""
        for first, second, digit in self._orbits:
            orbit = self._orbits[first, second, digit]
            other = self._orbits[lines[first], lines[second], digits[digit]]
            if other is not orbit:
                orbit |= other
                self._orbits.update(dict.fromkeys(other, orbit))
