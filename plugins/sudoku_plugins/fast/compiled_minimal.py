"""Compiled minimal: one solution, and no unnecessary clue, tens of times as fast as `minimal`.

It works as `minimal` does without options: a random full board of the classic layout loses its
clues in random order, as long as the others still allow only one solution. But machine code does it
(see the solver `compiled`), with random draws of its own, so a seed gives other puzzles than with
`minimal`: the same ones on every machine and every Python.
"""

import random

from sudoku_engine import Grid, Layout, Puzzle
from sudoku_engine.errors import UsageError, needed
from sudoku_plugins.fast import compiled


class CompiledMinimal:
    """Removes clues as `minimal` does, as machine code."""

    id = "compiled_minimal"
    name = "Compiled minimal"

    def generate(self, rng: random.Random, layout: Layout) -> Puzzle:
        """Return a puzzle with one solution that needs each of its clues."""
        if layout is not Layout.named("9x9"):
            raise UsageError(f"{self.id} makes only classic 9x9 puzzles, not {layout}: use minimal")
        with needed("numba", extra="fast", solver=self.id):
            compiled.prepare(compiled.notify)
        puzzle, solution = compiled.minimal_puzzles([rng])
        n_clues = 81 - puzzle.count(0)
        return Puzzle(
            Grid(layout, list(puzzle)), Grid(layout, list(solution)), f"{n_clues} clues; all needed"
        )


COMPILED_MINIMAL = CompiledMinimal()
