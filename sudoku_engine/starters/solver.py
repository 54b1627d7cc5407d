"""A solver to begin with: a search in the cell with the fewest candidates."""

from sudoku_engine.starters.starter import Starter

SOLVER = Starter(
    kind="solver",
    plugin='''
"""$name: say here how it searches.

`explain $id` shows these lines. This one tries the candidates of the cell with the fewest.
"""

from sudoku_engine import Candidate, Grid, Step, hookimpl
from sudoku_engine.errors import GaveUp


class $cls:
    """A search in the cell with the fewest candidates."""

    id = "$id"  # its name on the command line and in configurations
    name = "$name"  # its name for people

    def solutions(self, grid: Grid, *, most: int = 10_000):
        """The solutions of `grid`, one after another; none, where there is none.

        Where `most` boards were looked at, it gives up: no answer is better than a wrong one.
        What stands behind the * is an option: the configuration can set it.
        """
        waiting = [] if grid.contradiction() else [grid]
        for _ in range(most):
            if not waiting:
                return
            board = waiting.pop()
            if board.is_solved:
                yield board
                continue
            cell = min(board.open_cells, key=lambda cell: len(board.candidates(cell)))
            for digit in sorted(board.candidates(cell), reverse=True):
                # A board never changes: apply makes a new one.
                waiting.append(board.apply(Step(placements=[Candidate(cell, digit)])))
        if waiting:
            raise GaveUp(f"no answer after {most} boards")


@hookimpl
def sudoku_solvers():
    """What this file offers: objects, not classes."""
    return [$cls()]
''',
    test='''
"""Tests of $id.py."""

from $id import $cls

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
    assert [solution.line for solution in $cls().solutions(grid)] == ["1234341221434321"]


def test_finds_both_of_two_solutions():
    """1 and 2 can stand in two ways in the first two columns."""
    grid = Grid.parse("""
    . . | 3 4
    3 4 | 1 2
    ----+----
    . . | 4 3
    4 3 | 2 1
    """)
    assert {solution.line for solution in $cls().solutions(grid)} == {
        "1234341221434321",
        "2134341212434321",
    }


def test_finds_nothing_where_nothing_is():
    """The board has two 1s in its first row."""
    assert list($cls().solutions(Grid.parse("11.. .... .... ...."))) == []
''',
    config="""
# A search with $id.py: sudoku-engine solve -c $id.yaml
# A path is relative to this file.

$plugins
strategies: []    # no techniques: all is left to the search
fallback: $id     # what fills the rest
solver: $id       # what `race` and `chart` take

puzzle: |
  6 . . | . . 5 | . . .
  . . . | . . 9 | . . 3
  . 1 7 | 2 . 6 | . . .
  ------+-------+------
  . 9 4 | . . 3 | . 6 7
  . 6 . | . . . | . . .
  1 . 3 | . . . | . 5 4
  ------+-------+------
  2 . . | 9 8 . | . 7 6
  . . . | . . . | 5 . .
  . . . | . 6 2 | 9 . .
""",
)
