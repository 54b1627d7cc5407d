"""Orbits: candidates that known symmetries take to one another."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine.transform.equivalence.board import Clue


class Orbits:
    """Sets of candidates, joined as symmetries become known."""

    def __init__(self, candidates: Sequence[Clue]) -> None:
        """Begin with each of the `candidates` in its own orbit."""
        self._orbits = {clue: {clue} for clue in candidates}
        self.tried: set[Clue] = set()
        """Candidates that were pinned."""

    def size(self, clue: Clue) -> int:
        """Return the number of candidates to which known symmetries take `clue`."""
        return len(self._orbits[clue])

    def is_tried(self, clue: Clue) -> bool:
        """Return whether known symmetries take a tried candidate to `clue`."""
        return not self.tried.isdisjoint(self._orbits[clue])

    def join(self, lines: Sequence[int], digits: Sequence[int]) -> None:
        """Add the symmetry that takes line i to ``lines[i]``, digits likewise."""
        for first, second, digit in self._orbits:
            orbit = self._orbits[first, second, digit]
            other = self._orbits[lines[first], lines[second], digits[digit]]
            if other is not orbit:
                orbit |= other
                self._orbits.update(dict.fromkeys(other, orbit))
