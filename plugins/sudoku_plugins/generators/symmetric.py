"""Symmetric: one solution, and clues in symmetric places.

It works as `minimal` does, but clues that a symmetry moves onto one another go together or
not at all. So a single clue may be unnecessary for the solution; a whole orbit never is.
"""

from __future__ import annotations

import random

from sudoku_engine import Layout
from sudoku_engine.api.protocols import Puzzle
from sudoku_plugins.generators.minimal import reduced
from sudoku_plugins.generators.symmetries import Symmetry


class Symmetric:
    """Removes clues in symmetric places until every orbit is needed."""

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
        """Return a puzzle with one solution, symmetric clues, and no unnecessary orbit of them.

        `symmetry` and `clues` as in `minimal`; raises GaveUp if it finds no puzzle.
        """
        return reduced(rng, layout, symmetry, clues)


SYMMETRIC = Symmetric()
