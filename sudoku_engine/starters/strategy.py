"""A strategy to begin with: the last candidate of a cell."""

from sudoku_engine.starters.starter import Starter

STRATEGY = Starter(
    kind="strategy",
    plugin='''
"""$name: say here what to look for, and why it is true.

`explain $id` shows these lines. A cell with one candidate left holds it: that is a small
technique to begin with. Put your own in its place.
"""

from sudoku_engine import Candidate, Grid, Step, strategy

# A board on which the technique finds something; a dot is an open cell.
EXAMPLE = """
. . . | . . 3 | . 8 5
. 3 . | 5 . 8 | . . .
8 . 6 | 7 9 2 | 1 . 3
------+-------+------
. 1 3 | . 5 9 | . . .
. 9 5 | . . . | 2 . 4
. 8 2 | 4 3 6 | . 5 1
------+-------+------
. 6 7 | . 2 . | . 1 8
5 . . | . . . | 3 . 9
9 4 8 | . 7 . | . . 6
"""


# The name is for people. The score says how hard the technique is for a person: 1 is easy, 150
# is hard. The level is easy, medium, hard, unfair or extreme. sizes=None: for every size of board.
@strategy("$name", score=4, level="easy", example=EXAMPLE, sizes=None)
def $id(grid: Grid):
    """Place the only candidate of a cell."""
    for cell in grid.open_cells:
        digits = grid.candidates(cell)  # a set of digits, such as {1, 8}
        if len(digits) == 1:
            (digit,) = digits
            # placements=[...] puts digits into cells, eliminations=[...] strikes candidates.
            yield Step(
                placements=[Candidate(cell, digit)],
                reason=f"{cell} can only be {digit}",
            )
''',
    test='''
"""Tests of $id.py."""

from $id import $id

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
    assert_finds($id, BOARD, "r3c1=7")
''',
    config="""
# A run with $id.py: sudoku-engine solve -c $id.yaml
# A path is relative to this file.

$plugins

# What may be used, in the order in which it is tried. Your technique comes first here, so that
# you see it at work; later put it behind those that are easier.
strategies: [$id, full_house, naked_single, hidden_single]

fallback: none    # no search: where the techniques end, the board stays open

puzzle: |
  . . . | . . 3 | . 8 5
  . 3 . | 5 . 8 | . . .
  8 . 6 | 7 9 2 | 1 . 3
  ------+-------+------
  . 1 3 | . 5 9 | . . .
  . 9 5 | . . . | 2 . 4
  . 8 2 | 4 3 6 | . 5 1
  ------+-------+------
  . 6 7 | . 2 . | . 1 8
  5 . . | . . . | 3 . 9
  9 4 8 | . 7 . | . . 6
""",
)
