"""A reporter to begin with: a line a run, with what each strategy did."""

from sudoku_engine.starters.starter import Starter

REPORTER = Starter(
    kind="reporter",
    plugin='''
"""$name: say here what it writes down.

This one writes a line a puzzle: what came of it, and how often each technique was used.
"""

from sudoku_engine import Ended, Stepped, hookimpl


class $cls:
    """Counts the steps of each technique."""

    id = "$id"  # its name on the command line and in configurations
    name = "$name"  # its name for people

    def event(self, run, event, *, steps: bool = False):
        """Writes to `run.out`. It is called for every event, as it happens.

        What stands behind the * is an option: with `steps` each step gets a line, too.
        """
        if isinstance(event, Stepped) and steps:
            told = event.step.notation(event.grid.layout)
            print(f"{event.number}. {event.strategy.name}: {told}", file=run.out)
        if isinstance(event, Ended):
            used = [f"{count} {word}" for word, count in event.counts.items() if count]
            print(f"{run.source}: {event.outcome} ({', '.join(used)})", file=run.out)


@hookimpl
def sudoku_reporters():
    """What this file offers: objects, not classes."""
    return [$cls()]
''',
    test='''
"""Tests of $id.py."""

import io

from $id import $cls

from sudoku_engine import Ended, Grid
from sudoku_engine.api.run import Run
from sudoku_engine.testing import parametrize_with_checks


def test_writes_a_line_when_a_run_ends():
    """A run made by hand: three steps, and the end."""
    grid = Grid.parse("1234 3412 2143 4321")
    out = io.StringIO()
    run = Run(grid, iter(()), source="puzzle", out=out)
    end = Ended("solved", "strategies", grid, 3, {"full_house": 3, "naked_pair": 0}, 0.0)
    $cls().event(run, end)
    assert out.getvalue() == "puzzle: solved (3 full_house)\\n"
''',
    config="""
# A run told by $id.py: sudoku-engine solve -c $id.yaml
# A path is relative to this file.

$plugins

reporters:
  - $id: {steps: true}    # an option: what stands behind the * in its method

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
