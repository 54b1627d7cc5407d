"""Boards with clues: solvers that know nothing of clues say so, and nothing false."""

import pytest

from sudoku_engine import Grid, Layout, verify
from sudoku_plugins.variants.rule_book import RULE_BOOK

FOUR = Layout.named("4x4")
CLUES = ("killer cage 5 r1c12", "thermometer r2c1,r3c2,r4c3", "white dot r2c34")


def puzzle() -> Grid:
    """Return a 4x4 puzzle that has one solution by its clues, and several without."""
    layout = FOUR.with_clues([RULE_BOOK.read(clue, FOUR) for clue in CLUES])
    return Grid(layout, [2, *[0] * 9, 4, *[0] * 5])


def test_the_usual_solver_takes_clues() -> None:
    assert verify(puzzle())


@pytest.mark.parametrize("solver", ["backtracking", "mrv", "dancing_links", "integer", "sat"])
def test_solvers_that_know_houses_only_give_up(solver: str) -> None:
    assert "it knows no clues" in str(verify(puzzle(), solver=solver))


def test_rules_that_are_houses_are_for_every_solver() -> None:
    layout = RULE_BOOK.with_clues(FOUR, [RULE_BOOK.clue(FOUR, "disjoint groups")])
    grid = Grid(layout, [1, 2, 3, 4, *[0] * 12])
    assert verify(grid, solver="mrv").count == verify(grid).count
