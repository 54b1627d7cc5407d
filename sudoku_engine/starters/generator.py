"""A generator to begin with: a full board whose clues are taken away one by one."""

from sudoku_engine.starters.starter import Starter

GENERATOR = Starter(
    kind="generator",
    plugin='''
"""$name: say here how it makes puzzles.

This one takes clues away from a full board, and puts those back that the puzzle needs.
"""

from sudoku_engine import Grid, hookimpl
from sudoku_engine import Puzzle
from sudoku_engine.randomness import shuffled
from sudoku_engine.search import count, full_board


class $cls:
    """Takes clues away from a full board."""

    id = "$id"  # its name on the command line and in configurations
    name = "$name"  # its name for people

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
    return [$cls()]
''',
    test='''
"""Tests of $id.py."""

from random import Random

from $id import $cls

from sudoku_engine import Layout
from sudoku_engine.search import solutions
from sudoku_engine.testing import parametrize_with_checks


def test_the_puzzle_has_the_solution_that_it_tells_and_no_other():
    """On a small board."""
    puzzle = $cls().generate(Random(1), Layout.named("4x4"))
    assert [found.line for found in solutions(puzzle.givens)] == [puzzle.solution.line]


def test_a_seed_gives_the_same_puzzle_again():
    """No chance but that of the seed."""
    first, again = ($cls().generate(Random(7), Layout.named("4x4")) for _ in range(2))
    assert first.givens.line == again.givens.line
''',
    config="""
# Puzzles of $id.py: sudoku-engine generate -c $id.yaml
# A path is relative to this file.

$plugins

generator:
  $id: {share: 0.4}    # an option: what stands behind the * in its method
""",
    command=("generate", "--count", "3"),
)
