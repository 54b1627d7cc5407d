"""Random fill: a full board with some random cells opened.

The simplest way to make a puzzle. It always has a solution, the full board, but this may not
be the only one: so solutions are counted afterwards. On a 9x9 board with 4 cells in 10 open
there is nearly always one; with 6 in 10 hardly ever.
"""

import random

from sudoku_engine import Grid, Layout, Puzzle
from sudoku_engine.errors import UsageError
from sudoku_engine.randomness import shuffled
from sudoku_engine.search import full_board
from sudoku_plugins.generators.removal import is_unique

_NODES = 2000
"""The most boards that the count of solutions may visit."""

_SOLUTIONS = {
    True: "one solution",
    False: "several solutions",
    None: "whether it has one solution is not known",
}


class RandomFill:
    """Opens a share of the cells of a full board."""

    id = "random_fill"
    name = "Random fill"

    def generate(self, rng: random.Random, layout: Layout, *, coefficient: float = 0.4) -> Puzzle:
        """Return a full board with the share `coefficient` (0 to 1) of its cells opened.

        It has a solution; a bounded search tries to find out whether it has only one.
        """
        if not 0 <= coefficient <= 1:
            raise UsageError(f"coefficient must be from 0 to 1, not {coefficient:g}")
        solution = full_board(rng, layout)
        n_cells = len(layout.cells)
        opened = shuffled(rng, layout.cells)[: round(coefficient * n_cells)]
        digits = list(solution.digits)
        for cell in opened:
            digits[cell] = 0
        givens = Grid(layout, digits)
        found = is_unique(givens, _NODES)
        made = f"{len(opened)} of {n_cells} cells opened at random; {_SOLUTIONS[found]}"
        return Puzzle(givens, solution, made, found)


RANDOM_FILL = RandomFill()
