"""Tests of my_checker.py."""

from my_checker import MyChecker

from sudoku_engine import Grid
from sudoku_engine.testing import parametrize_with_checks

BOARD = Grid.parse("""
1 . | . .
. 2 | . .
----+----
. . | 3 .
. . | . 1
""")

RENAMED = Grid.parse("""
4 . | . .
. 1 | . .
----+----
. . | 2 .
. . | . 4
""")


def test_finds_the_new_names_of_the_digits():
    """The transformation makes the second board of the first."""
    verdict = MyChecker().find(BOARD, RENAMED)
    assert verdict.similar is True
    assert verdict.transformation.grid(BOARD).line == RENAMED.line


def test_says_that_it_does_not_know():
    """The same digits in other cells: that may be a copy, or not."""
    moved = Grid.parse("1... ..2. .3.. ...1")
    assert MyChecker().find(BOARD, moved).similar is None


def test_says_no_where_the_numbers_of_clues_differ():
    """No move adds a clue."""
    assert MyChecker().find(BOARD, Grid.parse("1... .... .... ....")).similar is False


@parametrize_with_checks([MyChecker()], kind="checker")
def test_passes_the_checks(check):
    """What `plugins check` asks, a test each."""
    check()
