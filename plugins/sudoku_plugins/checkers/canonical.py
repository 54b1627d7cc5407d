"""Canonical: colour what looks alike, then pin clues until nothing is left to choose.

Two boards are copies if some way of moving lines and renaming digits turns one into the other.
Trying all of them is hopeless by hand: a 9x9 board has 3,359,232 ways to be moved, times 362,880
to rename its digits. But most lines cannot be mistaken for each other: one row has three clues,
another four; one meets a column with five. So *colour* rows, columns and digits by what can be
counted about them, colour again by the colours that they meet, and go on until no colour splits
any more. Often every line then has a colour of its own, and only one way is left. Where several
look alike still, *pin* one clue (say that it goes there), colour on, and come back if that was
wrong.

The method is known from graphs as individualisation and refinement; see B. D. McKay and
A. Piperno, "Practical graph isomorphism, II". It is the engine's own:
`sudoku_engine.transform.equivalence`.
"""

from __future__ import annotations

from sudoku_engine import Grid
from sudoku_engine.api.protocols import Verdict
from sudoku_engine.transform.equivalence import find_transformation, why_not


class Canonical:
    """Refinement of colours, and pinned clues; decides every pair."""

    id = "canonical"
    name = "Refinement of colours"

    def find(self, source: Grid, target: Grid) -> Verdict:
        """Return the verdict on whether `source` can be turned into `target`."""
        transformation = find_transformation(source, target)
        if transformation is None:
            return Verdict(False, why=why_not(source, target))
        return Verdict(True, transformation)


CANONICAL = Canonical()
