"""Tests of my_frontend.py."""

import io

from my_frontend import MyFrontend

from sudoku_engine import Author, Ended, Grid, Step, Stepped
from sudoku_engine import Run
from sudoku_engine.testing import parametrize_with_checks


def test_shows_each_step_and_the_end():
    """A run made by hand: one step, and the end."""
    grid = Grid.parse("1234 3412 2143 4321")
    events = [
        Stepped(1, Author("full_house", "Full House"), Step(), grid),
        Ended("solved", "strategies", grid, 1, {"full_house": 1}, 0.0),
    ]
    out = io.StringIO()
    MyFrontend().present([Run(grid, iter(events), out=out)])
    first, *board, last = out.getvalue().splitlines()
    assert (first, last) == ("1. Full House", "solved")
    assert "\n".join(board) == str(grid)


@parametrize_with_checks([MyFrontend()], kind="frontend")
def test_passes_the_checks(check):
    """What `plugins check` asks, a test each."""
    check()
