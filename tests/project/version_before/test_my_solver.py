"""Tests of my_solver.py."""

from my_solver import MySolver

from sudoku_engine import Grid
from sudoku_engine.testing import parametrize_with_checks


def test_finds_the_one_solution():
    """Column 3 lacks the 1, column 4 the 2."""
    grid = Grid.parse("""
    1 2 | 3 4
    3 4 | . .
    ----+----
    2 1 | 4 3
    4 3 | 2 1
    """)
    assert [solution.line for solution in MySolver().solutions(grid)] == ["1234341221434321"]


def test_finds_both_of_two_solutions():
    """1 and 2 can stand in two ways in the first two columns."""
    grid = Grid.parse("""
    . . | 3 4
    3 4 | 1 2
    ----+----
    . . | 4 3
    4 3 | 2 1
    """)
    assert {solution.line for solution in MySolver().solutions(grid)} == {
        "1234341221434321",
        "2134341212434321",
    }


def test_finds_nothing_where_nothing_is():
    """The board has two 1s in its first row."""
    assert list(MySolver().solutions(Grid.parse("11.. .... .... ...."))) == []


@parametrize_with_checks([MySolver()], kind="solver")
def test_passes_the_checks(check):
    """What `plugins check` asks, a test each."""
    check()
