"""Tests of my_strategy.py."""

from my_strategy import my_strategy

from sudoku_engine.testing import assert_finds, parametrize_with_checks

# The cell r3c1 sees 3, 6 and 8 in its box, 1 and 4 in its row, 2, 5 and 9 in its column.
BOARD = """
. 3 . | . . . | . . .
. . 6 | . . . | . . .
. 8 . | 1 . . | . 4 .
------+-------+------
2 . . | . . . | . . .
5 . . | . . . | . . .
9 . . | . . . | . . .
------+-------+------
. . . | . . . | . . .
. . . | . . . | . . .
. . . | . . . | . . .
"""


def test_finds_the_only_candidate_of_a_cell():
    """Seven is left."""
    assert_finds(my_strategy, BOARD, "r3c1=7")


@parametrize_with_checks([my_strategy], kind="strategy")
def test_passes_the_checks(check):
    """What `plugins check` asks, a test each."""
    check()
