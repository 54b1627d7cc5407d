"""Canonical: colour lines that look alike, then pin clues until nothing is left to choose.

Two boards are copies if some way of moving lines and renaming digits turns one into the other.
Trying all of them is hopeless by hand: there are 3,359,232 ways to move the cells of a 9x9 board,
times 362,880 to rename its digits. But most lines differ visibly: one row has three clues,
another four; one crosses a column with five. So *colour* rows, columns and digits by their
counts, colour again by the colours that they cross, and go on until no colour splits
any more. Often every line then has a colour of its own, and only one way is left. If several
lines still look alike, *pin* one clue (suppose that it goes there), colour on, and come back if
that was wrong.

The method is known for graphs as individualisation and refinement; see B. D. McKay and
A. Piperno, "Practical graph isomorphism, II". The engine implements it in
`sudoku_plugins.checkers.symmetry.copies`.
"""

from sudoku_engine import Grid, Verdict
from sudoku_plugins.checkers.symmetry.copies import find_transformation, why_not
from sudoku_plugins.checkers.symmetry.turning import may_be_alike


class Canonical:
    """Refines colours and pins clues; decides every pair."""

    id = "canonical"
    name = "Refinement of colours"

    def find(self, source: Grid, target: Grid) -> Verdict:
        """Return the verdict on whether `source` can be turned into `target`."""
        transformation = find_transformation(source, target)
        if transformation is None:
            why = why_not(source, target)
            if not source.layout.has_only_houses and may_be_alike(source.layout, target.layout):
                return Verdict(None, why="the clues may match, but no names of digits were found")
            return Verdict(False, why=why)
        return Verdict(True, transformation)


CANONICAL = Canonical()
