"""Minimal: one solution, and no clue too many.

A random full board loses its clues one after another, as long as the others still leave no second
solution. In the end every clue is needed.
"""

from __future__ import annotations

import random

from sudoku_engine import Grid, Layout
from sudoku_engine.protocols import Puzzle
from sudoku_engine.randomness import shuffled
from sudoku_engine.search import full_board
from sudoku_plugins.generators.removal import Removal
from sudoku_plugins.generators.symmetries import Symmetry, orbits


class Minimal:
    """Takes clues away until none can go."""

    id = "minimal"
    name = "Minimal"

    def generate(
        self, rng: random.Random, layout: Layout, *, symmetry: Symmetry = "none"
    ) -> Puzzle:
        """A puzzle with one solution and no clue too many."""
        return reduced(rng, layout, symmetry)


def reduced(rng: random.Random, layout: Layout, symmetry: Symmetry) -> Puzzle:
    """A puzzle whose clues have the `symmetry`, without an orbit of them too many."""
    solution = full_board(rng, layout)
    removal = Removal(solution)
    removal.take(shuffled(rng, orbits(layout, symmetry)))
    digits = [
        digit if removal.kept >> cell & 1 else 0 for cell, digit in enumerate(solution.digits)
    ]
    return Puzzle(Grid(layout, digits), solution, f"{removal.kept.bit_count()} clues")


MINIMAL = Minimal()
