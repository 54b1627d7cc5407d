"""A checker to begin with: one that knows other names for digits, and nothing else."""

from sudoku_engine.starters.starter import Starter

CHECKER = Starter(
    kind="checker",
    plugin='''
"""$name: say here how it tells whether one board is a copy of another.

This one knows copies whose digits have other names. Where a digit occurs more often than any of
the other board, it is sure that there is no copy. Else it says that it does not know.
"""

from collections import Counter

from sudoku_engine import Grid, hookimpl
from sudoku_engine import Verdict
from sudoku_engine.transform.transformation import Transformation


class $cls:
    """Looks for other names of the digits."""

    id = "$id"  # its name on the command line and in configurations
    name = "$name"  # its name for people

    def find(self, source: Grid, target: Grid) -> Verdict:
        """True with the transformation that makes the copy, False, or None for: I don't know."""
        counts = [sorted(Counter(board.digits).values()) for board in (source, target)]
        if source.layout != target.layout or counts[0] != counts[1]:
            return Verdict(False, why="the boards differ in size, or in how often digits occur")
        new = {}  # by digit of the source, its name in the target
        for digit, name in zip(source.digits, target.digits):
            if (digit == 0) != (name == 0) or new.setdefault(digit, name) != name:
                return Verdict(None, why="other names for digits are not enough")
        new.pop(0, None)
        if len(set(new.values())) < len(new):
            return Verdict(None, why="two digits would get one name")
        layout = source.layout
        unused = [name for name in layout.digits if name not in new.values()]
        names = [new[digit] if digit in new else unused.pop() for digit in layout.digits]
        return Verdict(True, Transformation.of_lines(layout, digits=names), "digits have new names")


@hookimpl
def sudoku_checkers():
    """What this file offers: objects, not classes."""
    return [$cls()]
''',
    test='''
"""Tests of $id.py."""

from $id import $cls

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
    verdict = $cls().find(BOARD, RENAMED)
    assert verdict.similar is True
    assert verdict.transformation.grid(BOARD).line == RENAMED.line


def test_says_that_it_does_not_know():
    """The same digits in other cells: that may be a copy, or not."""
    moved = Grid.parse("1... ..2. .3.. ...1")
    assert $cls().find(BOARD, moved).similar is None


def test_says_no_where_the_numbers_of_clues_differ():
    """No move adds a clue."""
    assert $cls().find(BOARD, Grid.parse("1... .... .... ....")).similar is False
''',
    config="""
# A comparison with $id.py: sudoku-engine compare -c $id.yaml
# A path is relative to this file.

$plugins
checker: $id

# Two boards, an empty line between them.
puzzle: |
  1 . | . .
  . 2 | . .
  ----+----
  . . | 3 .
  . . | . 1

  4 . | . .
  . 1 | . .
  ----+----
  . . | 2 .
  . . | . 4
""",
    command=("compare",),
)
