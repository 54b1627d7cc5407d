"""A front end to begin with: the board after every step, on the terminal."""

from sudoku_engine.starters.starter import Starter

FRONTEND = Starter(
    kind="frontend",
    plugin='''
"""$name: say here how it shows a run.

This one prints the board after every step.
"""

import time

from sudoku_engine import Ended, Stepped, hookimpl


class $cls:
    """Prints the board after every step."""

    id = "$id"  # its name on the command line and in configurations
    name = "$name"  # its name for people

    def present(self, runs, *, delay: float = 0.0):
        """Shows the runs. Asking a run for its next event makes it happen.

        What stands behind the * is an option: the seconds to wait after each step.
        """
        for run in runs:
            for event in run:
                if isinstance(event, Stepped):
                    print(f"{event.number}. {event.strategy.name}", file=run.out)
                    print(event.grid, file=run.out, flush=True)
                    time.sleep(delay)
                if isinstance(event, Ended):
                    print(event.outcome, file=run.out)


@hookimpl
def sudoku_frontends():
    """What this file offers: objects, not classes."""
    return [$cls()]
''',
    test='''
"""Tests of $id.py."""

import io

from $id import $cls

from sudoku_engine import Author, Ended, Grid, Step, Stepped
from sudoku_engine.api.run import Run
from sudoku_engine.testing import parametrize_with_checks


def test_shows_each_step_and_the_end():
    """A run made by hand: one step, and the end."""
    grid = Grid.parse("1234 3412 2143 4321")
    events = [
        Stepped(1, Author("full_house", "Full House"), Step(), grid),
        Ended("solved", "strategies", grid, 1, {"full_house": 1}, 0.0),
    ]
    out = io.StringIO()
    $cls().present([Run(grid, iter(events), out=out)])
    first, *board, last = out.getvalue().splitlines()
    assert (first, last) == ("1. Full House", "solved")
    assert "\\n".join(board) == str(grid)
''',
    config="""
# A run shown by $id.py: sudoku-engine solve -c $id.yaml
# A path is relative to this file.

$plugins
reporters: []     # nothing else is written

frontend:
  $id: {delay: 0.1}    # an option: what stands behind the * in its method

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
