"""Tests of my_reporter.py."""

import io

from my_reporter import MyReporter

from sudoku_engine import Ended, Grid
from sudoku_engine import Run
from sudoku_engine.testing import parametrize_with_checks


def test_writes_a_line_when_a_run_ends():
    """A run made by hand: three steps, and the end."""
    grid = Grid.parse("1234 3412 2143 4321")
    out = io.StringIO()
    run = Run(grid, iter(()), source="puzzle", out=out)
    end = Ended("solved", "strategies", grid, 3, {"full_house": 3, "naked_pair": 0}, 0.0)
    MyReporter().event(run, end)
    assert out.getvalue() == "puzzle: solved (3 full_house)\n"


@parametrize_with_checks([MyReporter()], kind="reporter")
def test_passes_the_checks(check):
    """What `plugins check` asks, a test each."""
    check()
