"""Advice on wrong steps whose cells do not lie in one house, family by family."""

from __future__ import annotations

from typing import Any

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step
from sudoku_plugins.kit.advice.step_advice import advice_on_step
from tests.support.boards import CLASSIC, PUZZLE, board, candidates

OPEN = Grid(CLASSIC, [0] * 81)


def step(gone: str, because: Any, links: Any = ()) -> Step:
    """The step that eliminates `gone`; `because`: candidates, or a dict from a role to them."""
    if isinstance(because, dict):
        because = {role: candidates(text) for role, text in because.items()}
    else:
        because = candidates(because)
    joined = [(candidates(a), candidates(b), is_strong) for a, b, is_strong in links]
    return Step((), candidates(gone), because, links=joined)


def only(house: str, digit: int, *cells: str) -> Step:
    """The step that leaves `digit` only these places in a house."""
    (found,) = (each for each in CLASSIC.houses if each.name == house)
    kept = {CLASSIC.cell(cell) for cell in cells}
    return Step((), [Candidate(cell, digit) for cell in found.cells if cell not in kept])


def with_only(*houses: Step) -> Grid:
    grid = OPEN
    for each in houses:
        left = [one for one in each.eliminations if one.digit in grid.candidates(one.cell)]
        grid = grid.apply(Step((), left)) if left else grid
    return grid


def of_digits(**digits: str) -> Grid:
    """An open board whose cells of these names have only these candidates."""
    gone = [
        Candidate(CLASSIC.cell(name), digit)
        for name, kept in digits.items()
        for digit in range(1, 10)
        if str(digit) not in kept
    ]
    return OPEN.apply(Step((), gone))


WING = of_digits(r1c1="12", r1c5="13", r2c2="23")

WINGS = [
    (
        WING,
        "r1c3:1",
        "r1c1:12 r1c5:13 r2c2:23",
        "the pincers r1c5 and r2c2 share the 3, and you eliminate the 1: only the digit that both",
    ),
    (
        of_digits(r1c1="12", r5c5="12"),
        "r1c5:1",
        "r1c1:12 r5c5:12 r4c1:1 r4c5:1",
        "the link of r4c1 and r4c5 is about the 1, so one of r1c1 and r5c5 is not 1, but 2",
    ),
    (WING, "r3c5:3", "r1c1:12 r1c5:13 r2c2:23", "r3c5 does not see r2c2: eliminate the 3 only"),
    (OPEN, "r2c5:3", "r1c1:12 r1c5:13 r2c2:23", "r1c1 can also be 3, 4, 5, 6, 7, 8 and 9: a wing"),
    (
        of_digits(r4c4="12", r1c5="13", r5c1="23"),
        "r1c1:3",
        "r4c4:12 r1c5:13 r5c1:23",
        "r1c5 and r4c4 do not see each other, so both can be 1: the pivot must see both pincers",
    ),
    (
        of_digits(r1c1="12", r1c5="13", r2c2="24", r2c9="34"),
        "r2c5:3",
        "r1c1:12 r1c5:13 r2c9:34",
        "r1c1, r1c5 and r2c9 hold 1, 2, 3 and 4: the 3 cells of a wing must hold just 3 digits",
    ),
]

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

PAIRS = with_only(
    only("row 1", 5, "r1c1", "r1c8"), only("column 8", 5, "r1c8", "r6c8"), only("row 9", 5, "r9c9")
)

COLOURS = [
    (
        PAIRS,
        "r1c1:5 r6c8:5",
        {"colour 1": "r1c1:5 r6c8:5", "colour 2": "r1c8:5"},
        "no two of r1c1 and r6c8 see each other: a whole colour is wrong only if two of its cells",
    ),
    (
        PAIRS,
        "r6c2:5",
        {"colour 1": "r1c1:5", "colour 2": "r1c8:5"},
        "r6c2 does not see r1c1: a cell loses the 5 only if it sees a cell of each colour",
    ),
]


@pytest.mark.parametrize(
    ("family", "grid", "gone", "because", "advice"),
    [
        *(("wings", *each) for each in WINGS),
        *(("uniqueness", *each) for each in RECTANGLES),
        *((family, *each) for each in COLOURS for family in ("coloring", "")),
    ],
)
def test_a_pattern(family: str, grid: Grid, gone: str, because: Any, advice: str) -> None:
    assert advice in advice_on_step(step(gone, because), grid, family)


def test_a_chain_whose_end_is_not_seen() -> None:
    wrong = step("r6c1:5", "r1c1:5 r1c8:5", [("r1c1:5", "r1c8:5", True)])
    assert advice_on_step(wrong, PAIRS, "chains") == (
        "r6c1 does not see r1c8: eliminate the 5 only where both ends of the chain are seen"
    )


FISH = with_only(only("row 2", 7, "r2c2", "r2c6"), only("row 5", 7, "r5c2", "r5c6", "r5c8"))


def test_a_fish_whose_fin_the_cell_does_not_see() -> None:
    finned = {"cause": "r2c2:7 r2c6:7 r5c2:7 r5c6:7", "fin": "r5c8:7"}
    assert advice_on_step(step("r9c2:7", finned), FISH, "fish") == (
        "in row 5 the 7 can also go to r5c8, which lies outside column 2 and column 6, and r9c2 "
        "does not see it"
    )


@pytest.mark.parametrize(
    ("gone", "cover", "advice"),
    [
        ("r9c5:7", (2, 6), "r9c5 is in none of column 2 and column 6: a fish eliminates only in"),
        ("r9c2:7", (2, 6, 8), "the 7 of row 2 and row 5 lies in 3 columns: it must lie in just 2"),
    ],
)
def test_a_fish_with_wrong_houses(gone: str, cover: tuple[int, ...], advice: str) -> None:
    grid = with_only(only("row 2", 7, "r2c2", "r2c6"), only("row 5", 7, "r5c2", "r5c6"))
    cells = candidates("r2c2:7 r2c6:7 r5c2:7 r5c6:7")
    houses = {"base": CLASSIC.rows[1:5:3], "cover": [CLASSIC.columns[n - 1] for n in cover]}
    told = advice_on_step(Step((), candidates(gone), cells, houses), grid, "fish")
    assert told.startswith(advice)


SETS = of_digits(r1c1="123", r1c2="23", r5c1="14", r5c6="34", r5c2="134", r4c2="14")
PAIR = {"als A": "r1c1:123 r1c2:23", "als B": "r5c1:14 r5c6:34"}

LOCKED_SETS = [
    ("r1c6:3", {**PAIR, "als A": "r1c1:12 r1c2:23"}, "r1c1 can also be 3: name all digits of a"),
    ("r2c6:3", PAIR, "r2c6 does not see r1c1 and r1c2: eliminate the 3 only where all its places"),
    ("r1c6:9", PAIR, "r1c1 and r1c2 cannot be 9, so nothing says that one must be"),
    (
        "r1c3:3",
        {**PAIR, "als B": "r5c2:134 r5c6:34"},
        "r1c1 does not see r5c2, so both sets can have the 1: a common digit is restricted only if",
    ),
]


@pytest.mark.parametrize(("gone", "because", "advice"), LOCKED_SETS)
def test_almost_locked_sets_that_are_wrong(gone: str, because: Any, advice: str) -> None:
    for family in ("als", ""):
        assert advice_on_step(step(gone, because), SETS, family).startswith(advice)


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
