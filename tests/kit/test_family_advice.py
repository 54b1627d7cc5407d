"""Advice on wrong steps whose cells do not lie in one house; `advice` has most of it, by family."""

from typing import Any

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step
from sudoku_plugins.kit.advice.step_advice import advice_on_step
from tests.support.boards import CLASSIC, PUZZLE, board, candidates

OPEN = Grid(CLASSIC, [0] * 81)


def step(gone: str, because: Any) -> Step:
    """The step that eliminates `gone`; `because`: candidates, or a dict from a role to them."""
    if isinstance(because, dict):
        because = {role: candidates(text) for role, text in because.items()}
    else:
        because = candidates(because)
    return Step((), candidates(gone), because)


def of_digits(**digits: str) -> Grid:
    """An open board whose cells of these names have only these candidates."""
    gone = [
        Candidate(CLASSIC.cell(name), digit)
        for name, kept in digits.items()
        for digit in range(1, 10)
        if str(digit) not in kept
    ]
    return OPEN.apply(Step((), gone))


RECTANGLES = [
    (OPEN, "r5c5:1", "r1c1:12 r1c4:12 r5c1:12", "are no rectangle: take two rows, two columns"),
    (OPEN, "r5c4:1", "r1c1:12 r1c4:12 r5c1:12", "lie in 4 boxes: the corners must lie in exactly"),
    (OPEN, "r2c2:1", "r1c1:12 r1c2:12 r2c1:12", "lie in 1 box: the corners must lie in exactly"),
    (
        of_digits(r1c1="12", r1c4="12", r2c1="123"),
        "r2c4:1",
        "r1c1:12 r1c4:12 r2c1:12",
        "r2c1 and r2c4 can all be something other than 1 and 2: a corner loses both digits only if",
    ),
]


@pytest.mark.parametrize(("grid", "gone", "because", "advice"), RECTANGLES)
def test_a_rectangle(grid: Grid, gone: str, because: Any, advice: str) -> None:
    assert advice in advice_on_step(step(gone, because), grid, "uniqueness")


SETS = of_digits(r5c1="14", r5c2="134")


def test_a_set_that_another_overlaps_where_both_have_the_digit() -> None:
    both = {"als A": "r5c1:14", "als B": "r5c1:14 r5c2:134"}
    assert advice_on_step(step("r5c9:4", both), SETS, "als").startswith(
        "r5c1 is in both sets, so both sets can have the 1"
    )


def test_where_nothing_is_seen_the_solution_is_told() -> None:
    grid = board(PUZZLE)
    because = candidates("r1c4:26 r1c6:2468")
    gone = candidates("r1c3:4")
    told = "in the solution r1c4 is 6 and r1c6 is 8: r1c6 is not 4, so r1c3 can be it"
    assert advice_on_step(Step((), gone, because), grid, "als") == told
    assert advice_on_step(Step((), gone), grid, "wings").startswith("the step has no reason")


def test_a_pair_that_shares_no_house_is_still_told_so() -> None:
    grid = of_digits(r1c1="12", r5c5="12")
    wrong = step("r1c5:1", "r1c1:12 r5c5:12")
    assert "they must be in the same one" in advice_on_step(wrong, grid, "subsets")
    assert not advice_on_step(wrong, grid)  # it may be part of a chain: nobody knows


def test_cells_of_large_boards_have_their_names() -> None:
    layout = Layout.named("16x16")
    wrong = Step((), [Candidate(250, 1)], [Candidate(250, 1), Candidate(251, 1)])
    assert advice_on_step(wrong, Grid(layout, [0] * 256)) == (
        "you eliminate from r16c11, on which the step is based"
    )


def test_a_roof_with_two_more_digits() -> None:
    grid = of_digits(r1c1="12", r1c4="12", r2c1="123", r2c4="124")
    because = "r1c1:12 r1c4:12 r2c1:123 r2c4:12"
    assert advice_on_step(step("r2c7:3", because), grid, "uniqueness") == (
        "r2c4 can also be 4, and that breaks the rectangle, too: the 3 need not be in a corner"
    )
