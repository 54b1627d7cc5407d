"""Symmetric: one solution, and clues in symmetric places.

It works as `minimal` does, but the clues that a symmetry carries into one another go together or
not at all. So a single clue may be more than the solution needs; a whole orbit never is.
"""

from __future__ import annotations

import random

from sudoku_engine import Layout
from sudoku_engine.api.puzzle import Puzzle
from sudoku_plugins.generators.minimal import reduced
from sudoku_plugins.generators.symmetries import Symmetry


class Symmetric:
    """Takes clues away in symmetric places until none can go."""

    id = "symmetric"
    name = "Symmetric"

    def generate(
        self,
        rng: random.Random,
        layout: Layout,
        *,
        symmetry: Symmetry = "rotational",
        clues: int | None = None,
    ) -> Puzzle:
        """Return a puzzle with one solution, symmetric clues, and no orbit of them too many.

        `symmetry` and `clues` as `minimal` has them; raises GaveUp if none is found.
        """
        return reduced(rng, layout, symmetry, clues)


SYMMETRIC = Symmetric()
