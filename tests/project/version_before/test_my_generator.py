"""Tests of my_generator.py."""

from random import Random

from my_generator import MyGenerator

from sudoku_engine import Layout
from sudoku_engine.search import solutions
from sudoku_engine.testing import parametrize_with_checks


def test_the_puzzle_has_the_solution_that_it_tells_and_no_other():
    """On a small board."""
    puzzle = MyGenerator().generate(Random(1), Layout.named("4x4"))
    assert [found.line for found in solutions(puzzle.givens)] == [puzzle.solution.line]


def test_a_seed_gives_the_same_puzzle_again():
    """No chance but that of the seed."""
    first, again = (MyGenerator().generate(Random(7), Layout.named("4x4")) for _ in range(2))
    assert first.givens.line == again.givens.line


@parametrize_with_checks([MyGenerator()], kind="generator")
def test_passes_the_checks(check):
    """What `plugins check` asks, a test each."""
    check()
