"""My Generator: say here how it makes puzzles.

This one takes clues away from a full board, and puts those back that the puzzle needs.
"""

from sudoku_engine import Grid, hookimpl
from sudoku_engine import Puzzle
from sudoku_engine.randomness import shuffled
from sudoku_engine.search import count, full_board


class MyGenerator:
    """Takes clues away from a full board."""

    id = "my_generator"  # its name on the command line and in configurations
    name = "My Generator"  # its name for people

    def generate(self, rng, layout, *, share: float = 0.5) -> Puzzle:
        """A puzzle with one solution; `share` of its cells are open, or nearly as many.

        All chance comes from `rng`, so that a seed always gives the same puzzle. What stands
        behind the * is an option: the configuration can set it.
        """
        solution = full_board(rng, layout)
        digits = list(solution.digits)
        wanted = round(share * len(digits))
        for cell in shuffled(rng, layout.cells):
            if digits.count(0) == wanted:
                break
            digits[cell] = 0
            if count(Grid(layout, digits), 2) > 1:
                digits[cell] = solution.digit(cell)
        return Puzzle(Grid(layout, digits), solution, f"{digits.count(0)} cells opened")


@hookimpl
def sudoku_generators():
    """What this file offers: objects, not classes."""
    return [MyGenerator()]


if __name__ == "__main__":  # running this file (F5 in IDLE) checks it
    from sudoku_engine.__main__ import run

    raise SystemExit(run(["plugins", "check", __file__]))
