"""Techniques that rest on the one solution: on boards that are open but for a few cells."""

from collections.abc import Callable, Iterable
from functools import partial

import pytest

from sudoku_engine import Grid, Layout, Step
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.strategies.order import STRATEGIES
from sudoku_plugins.strategies.uniqueness import corners_at
from sudoku_plugins.strategies.uniqueness.avoidable_rectangles import (
    avoidable_rectangle_1,
    avoidable_rectangle_2,
)
from sudoku_plugins.strategies.uniqueness.bug import bug_plus_1, bug_plus_n
from sudoku_plugins.strategies.uniqueness.unique_loop import unique_loop
from sudoku_plugins.strategies.uniqueness.unique_rectangles import (
    hidden_rectangle,
    unique_rectangle_1,
    unique_rectangle_2,
    unique_rectangle_3,
    unique_rectangle_4,
    unique_rectangle_5,
    unique_rectangle_6,
)
from tests.support.techniques import CLASSIC, only, told

FAMILY = [strategy for strategy in STRATEGIES if strategy.family == "uniqueness"]

Find = Callable[..., Iterable[Step] | None]


def with_cells(
    cells: dict[str, str],
    without: dict[str, str] | None = None,
    layout: Layout = CLASSIC,
    marks: Marks = "auto",
) -> Grid:
    """An open board whose `cells` have only these candidates (``=5``: a placed 5).

    `without`: digits that no other cell of a house has as candidates.
    """
    digits = [0] * len(layout.cells)
    masks = [layout.all_digits] * len(layout.cells)
    for house, symbols in (without or {}).items():
        for cell in layout.house(house).cells:
            masks[cell] &= ~mask_of(map(SYMBOLS.index, symbols))
    for name, symbols in cells.items():
        masks[layout.cell(name)] = mask_of(map(SYMBOLS.index, symbols.lstrip("=")))
        if symbols.startswith("="):
            digits[layout.cell(name)] = SYMBOLS.index(symbols[1]) + 1
    return Grid(layout, digits, masks=masks, given=0, marks=marks)


def roles(step: Step) -> dict[str, list[str]]:
    """The candidates on which `step` rests, by role."""
    return {
        role: [f"{CLASSIC.cells[cell]}:{digit}" for cell, digit in group]
        for role, group in step.because.items()
    }


def test_the_family_rests_on_the_one_solution_on_boards_of_all_sizes() -> None:
    assert all(strategy.assumes_unique and strategy.sizes is None for strategy in FAMILY)


CLEAN = {"r1c1": "12", "r2c1": "12"}
ONE_EXTRA_CORNER = {**CLEAN, "r1c4": "12", "r2c4": "1256"}
SIDE_WITH_5 = {**CLEAN, "r1c4": "125", "r2c4": "125"}
SIDE_WITH_5_AND_6 = {**CLEAN, "r1c4": "125", "r2c4": "126"}


def test_the_only_corner_with_extras_is_none_of_the_two_digits() -> None:
    step = only(unique_rectangle_1(with_cells(ONE_EXTRA_CORNER)))
    assert step.notation(CLASSIC) == "1,2 in r12c14 => r2c4<>1, r2c4<>2"
    assert [house.name for house in step.houses] == ["box 1", "box 2"]
    assert roles(step) == {
        "corner": [
            f"{cell}:{digit}" for cell in ("r1c1", "r1c4", "r2c1", "r2c4") for digit in "12"
        ],
        "extra": ["r2c4:5", "r2c4:6"],
    }
    assert step.reason == (
        "if r2c4 were 1 or 2, then 1 and 2 could change places in r1c1, r1c4, r2c1 and r2c4, and "
        "the puzzle would have two solutions; so it is 5 or 6"
    )


def test_an_extra_that_one_of_two_corners_holds_goes_from_the_cells_that_see_both() -> None:
    step = only(unique_rectangle_2(with_cells(SIDE_WITH_5)))
    assert step.notation(CLASSIC) == "1,2 in r12c14 => r12c56,r3c456,r456789c4<>5"
    assert step.reason == (
        "if neither r1c4 nor r2c4 were 5, then 1 and 2 could change places in r1c1, r1c4, r2c1 and "
        "r2c4, and the puzzle would have two solutions; so one of them is 5, and a cell that sees "
        "both is not"
    )


def test_extras_of_two_corners_are_part_of_a_subset_with_other_cells_of_a_house() -> None:
    step = only(unique_rectangle_3(with_cells({**SIDE_WITH_5_AND_6, "r5c4": "56"})))
    assert step.notation(CLASSIC) == "1,2 in r12c14 => r346789c4<>5, r346789c4<>6"
    assert [house.name for house in step.houses] == ["column 4"]
    assert roles(step)["extra"] == ["r1c4:5", "r2c4:6"]
    assert roles(step)["subset"] == ["r5c4:5", "r5c4:6"]
    assert step.reason.endswith(
        "; so one of them is 5 or 6, and with r5c4 it uses up 5 and 6 in column 4"
    )


def test_two_corners_one_of_which_must_be_1_are_not_2() -> None:
    grid = with_cells(SIDE_WITH_5_AND_6, without={"column 4": "1"})
    step = only(unique_rectangle_4(grid))
    assert step.notation(CLASSIC) == "1,2 in r12c14 => r12c4<>2"
    assert step.reason == (
        "in column 4 one of r1c4 and r2c4 must be 1; if the other were 2, then 1 and 2 could "
        "change places in r1c1, r1c4, r2c1 and r2c4, and the puzzle would have two solutions"
    )
    assert told(unique_rectangle_4(with_cells(SIDE_WITH_5_AND_6))) == []


def test_opposite_corners_of_a_digit_that_two_lines_lock_into_the_rectangle_lose_it() -> None:
    cells = {"r1c1": "125", "r1c4": "12", "r2c1": "12", "r2c4": "126"}
    step = only(unique_rectangle_6(with_cells(cells, without={"row 1": "1", "row 2": "1"})))
    assert step.notation(CLASSIC) == "1,2 in r12c14 => r1c1,r2c4<>1"
    assert [house.name for house in step.houses] == ["row 1", "row 2"]
    assert step.reason == (
        "in row 1 and row 2 only corners of the rectangle can be 1, so if r1c1 or r2c4 were 1, "
        "both would be; then 1 and 2 could change places in r1c1, r1c4, r2c1 and r2c4, and the "
        "puzzle would have two solutions"
    )
    columns = with_cells(cells, without={"column 1": "2", "column 4": "2"})
    assert told(unique_rectangle_6(columns)) == ["1,2 in r12c14 => r1c1,r2c4<>2"]
    assert told(unique_rectangle_6(with_cells(cells, without={"row 1": "1"}))) == []


LACKING = {**ONE_EXTRA_CORNER, "r2c4": "256"}
OPPOSITE = {"r1c1": "125", "r1c4": "12", "r2c1": "12", "r2c4": "125"}
LOOP = {"r1c1": "12", "r1c4": "12", "r2c4": "12", "r2c7": "12", "r3c7": "12"}
ROUND_5 = {**LOOP, "r1c1": "125", "r3c1": "125"}
ROUND_5_AND_6 = {**LOOP, "r1c1": "125", "r3c1": "126"}


@pytest.mark.parametrize(
    ("find", "grid", "expected"),
    [
        # A corner may lack one of the two digits, but not both.
        (unique_rectangle_1, with_cells(LACKING), "r2c4<>2"),
        (unique_rectangle_1, with_cells({**LACKING, "r2c4": "56"}), None),
        (partial(unique_rectangle_1, missing=False), with_cells(LACKING), None),
        # In one box or in four the digits cannot change places.
        (
            unique_rectangle_1,
            with_cells({"r1c1": "12", "r1c2": "12", "r2c1": "12", "r2c2": "125"}),
            None,
        ),
        (
            unique_rectangle_1,
            with_cells({"r1c1": "12", "r1c4": "12", "r4c1": "12", "r4c4": "125"}),
            None,
        ),
        # A subset in two houses, and larger ones.
        (
            unique_rectangle_3,
            with_cells({**SIDE_WITH_5_AND_6, "r3c4": "56"}),
            "r123c56,r456789c4<>5, r123c56,r456789c4<>6",
        ),
        (
            unique_rectangle_3,
            with_cells({**SIDE_WITH_5_AND_6, "r5c4": "57", "r6c4": "67"}),
            "r34789c4<>5, r34789c4<>6, r34789c4<>7",
        ),
        (
            unique_rectangle_3,
            with_cells({**SIDE_WITH_5_AND_6, "r5c4": "57", "r6c4": "68", "r7c4": "78"}),
            "r3489c4<>5, r3489c4<>6, r3489c4<>7, r3489c4<>8",
        ),
        # Two houses tell the same; one whose marks are stale tells nothing.
        (
            unique_rectangle_4,
            with_cells(SIDE_WITH_5_AND_6, without={"column 4": "1", "box 2": "1"}),
            "r12c4<>2",
        ),
        (
            unique_rectangle_4,
            with_cells(
                {**SIDE_WITH_5_AND_6, "r9c4": "=1"}, without={"column 4": "1"}, marks="manual"
            ),
            None,
        ),
        # The extra of opposite corners or of three is of type 5, that of a side of type 2.
        (unique_rectangle_5, with_cells(OPPOSITE), "r1c56,r2c23<>5"),
        (unique_rectangle_5, with_cells({**OPPOSITE, "r1c4": "125"}), "r1c56<>5"),
        (unique_rectangle_5, with_cells(SIDE_WITH_5), None),
        (unique_rectangle_2, with_cells(OPPOSITE), None),
        # A loop of six cells is saved as a rectangle is; one of four is a rectangle.
        (unique_loop, with_cells({**LOOP, "r3c1": "125"}), "r3c1<>1, r3c1<>2"),
        (unique_loop, with_cells(ROUND_5), "r13c23,r2c123,r456789c1<>5"),
        (unique_loop, with_cells({**ROUND_5_AND_6, "r7c1": "56"}), "r245689c1<>5, r245689c1<>6"),
        (unique_loop, with_cells(ROUND_5_AND_6, without={"column 1": "1"}), "r13c1<>2"),
        (unique_loop, with_cells({**LOOP, "r3c1": "=9", "r9c1": "125"}), None),  # a chain
        (unique_loop, with_cells(ONE_EXTRA_CORNER), None),
    ],
)
def test_what_follows_from_the_extras_of_a_pattern(
    find: Find, grid: Grid, expected: str | None
) -> None:
    pattern = "1,2 in r1c14,r2c47,r3c17" if find is unique_loop else "1,2 in r12c14"
    assert told(find(grid)) == ([f"{pattern} => {expected}"] if expected else [])


HIDDEN = {"r1c1": "12", "r1c4": "1235", "r2c1": "126", "r2c4": "1278"}


def test_opposite_a_clean_corner_one_digit_goes_if_both_lines_lock_the_other() -> None:
    step = only(hidden_rectangle(with_cells(HIDDEN, without={"row 2": "1", "column 4": "1"})))
    assert step.notation(CLASSIC) == "1,2 in r12c14 => r2c4<>2"
    assert [house.name for house in step.houses] == ["row 2", "column 4"]
    assert step.reason == (
        "in row 2 and column 4 only corners of the rectangle can be 1, so if r2c4 were 2, r1c1 "
        "would be 2, too, and the others 1; then 1 and 2 could change places in r1c1, r1c4, "
        "r2c1 and r2c4, and the puzzle would have two solutions"
    )
    side = with_cells(SIDE_WITH_5_AND_6, without={"row 2": "1", "column 4": "1"})
    assert told(hidden_rectangle(side)) == ["1,2 in r12c14 => r2c4<>2"]
    assert told(hidden_rectangle(with_cells(HIDDEN, without={"row 2": "1"}))) == []
    assert told(hidden_rectangle(with_cells(HIDDEN, without={"row 1": "1", "column 4": "1"}))) == []


def test_a_diagonal_through_one_corner_prevents_that_digits_change_places() -> None:
    layout = Layout.named("9x9+diagonals")
    assert told(unique_rectangle_1(with_cells(ONE_EXTRA_CORNER, layout=layout))) == []
    cells = {"r1c2": "12", "r1c4": "12", "r3c2": "12", "r3c4": "125"}
    assert told(unique_rectangle_1(with_cells(cells, layout=layout)), layout) == [
        "1,2 in r13c24 => r3c4<>1, r3c4<>2"
    ]


def test_rectangles_are_in_two_regions_of_a_jigsaw() -> None:
    cells = {"r2c1": "12", "r3c1": "12", "r2c4": "12", "r3c4": "123"}
    layout = Layout.of_regions("aabb\nabbc\naddc\nddcc")
    assert told(unique_rectangle_1(with_cells(cells, layout=layout)), layout) == [
        "1,2 in r23c14 => r3c4<>1, r3c4<>2"
    ]
    boxes = Layout.named("4x4")
    assert told(unique_rectangle_1(with_cells(cells, layout=boxes)), boxes) == []


PLACED = {"r1c1": "=1", "r1c4": "=2", "r2c1": "=2"}


def test_the_digit_that_would_complete_a_rectangle_of_placed_digits_is_eliminated() -> None:
    grid = with_cells(PLACED)
    step = only(avoidable_rectangle_1(grid))
    assert step.notation(CLASSIC) == "1,2 in r12c14 => r2c4<>1"
    assert roles(step)["corner"] == ["r1c1:1", "r1c4:2", "r2c1:2", "r2c4:1"]
    assert step.reason.startswith("if r2c4 were 1, then 1 and 2 could change places in r1c1,")


@pytest.mark.parametrize("given", ["r1c1", "r1c4", "r2c1"])
def test_a_rectangle_with_a_given_is_not_avoidable(given: str) -> None:
    grid = with_cells(PLACED)
    with_given = Grid(CLASSIC, grid.digits, given=1 << CLASSIC.cell(given))
    assert told(avoidable_rectangle_1(with_given)) == []


def test_beside_two_placed_digits_one_of_two_cells_holds_the_digit_that_saves_them() -> None:
    cells = {"r1c1": "=1", "r1c4": "=2", "r2c1": "25", "r2c4": "15"}
    grid = with_cells(cells)
    assert told(avoidable_rectangle_2(grid)) == ["1,2 in r12c14 => r2c2356789<>5"]
    with_given = Grid(CLASSIC, grid.digits, masks=grid.masks, given=1 << CLASSIC.cell("r1c4"))
    assert told(avoidable_rectangle_2(with_given)) == []
    assert told(avoidable_rectangle_2(with_cells({**cells, "r2c4": "156"}))) == []


def test_a_loop_keeps_away_from_diagonals_that_are_houses() -> None:
    layout = Layout.named("9x9+diagonals")
    through_a_corner = {**LOOP, "r3c1": "125"}
    assert told(unique_loop(with_cells(through_a_corner, layout=layout))) == []
    moved = {"r1c2": "12", "r1c4": "12", "r2c4": "12", "r2c9": "12", "r3c9": "12", "r3c2": "125"}
    assert told(unique_loop(with_cells(moved, layout=layout)), layout) == [
        "1,2 in r1c24,r2c49,r3c29 => r3c2<>1, r3c2<>2"
    ]


ALMOST_A_GRAVE = """
    8   4   2  |  3   9   7  | 15  6   15
    1   6   7  |  2   5   8  | 9   4   3
    5   3   9  |  6   1   4  | 2   7   8
    9   7   3  |  8   2   1  | 6   5   4
    2   18  4  |  5   6   3  | 7   18  9
    6   158 58 |  4   7   9  | 18  3   2
    7   2   58 |  9   4   6  | 3   18  15
    3   9   1  |  7   8   5  | 4   2   6
    4   58  6  |  1   3   2  | 58  9   7
"""
"""8 is three times in row 6, in column 2 and in box 4, all else twice."""


def test_what_keeps_a_board_from_being_a_grave_is_true() -> None:
    grid = Grid.parse(ALMOST_A_GRAVE)
    step = only(bug_plus_1(grid))
    assert step.notation(CLASSIC) == "8 in r6c2 => r6c2<>1, r6c2<>5"
    assert [house.name for house in step.houses] == ["row 6", "column 2", "box 4"]
    assert roles(step)["extra"] == ["r6c2:8"]
    assert {"r6c2:1", "r6c2:5", "r5c2:1", "r9c7:8"} < {*roles(step)["corner"]}
    assert len(step.grounds) == 2 * 12 + 1
    assert step.reason == (
        "if r6c2 were 1 or 5, then every open cell could hold the other of its two candidates, "
        "and the puzzle would have two solutions; so it is 8"
    )
    assert told(bug_plus_n(grid)) == []


PLUS_3 = """
    59  1   4  |  2   3   6  | 7   8   59
    3   6   79 |  8   4   579| 2   59  1
    579 2   8  |  79  1   579| 6   4   3
    2   3   79 |  79  8   4  | 5   1   6
    1   8   5  |  6   2   3  | 9   7   4
    79  4   6  |  1   5   79 | 8   3   2
    4   9   3  |  5   7   2  | 1   6   8
    6   5   1  |  3   9   8  | 4   2   7
    8   7   2  |  4   6   1  | 3   59  59
"""
"""Extras: 9 in r2c6, 9 in r3c1 and 7 in r3c6. The 9 of r3c6 fits none of them."""


def test_what_none_of_several_extras_of_a_grave_would_leave_is_eliminated() -> None:
    grid = Grid.parse(PLUS_3)
    steps = list(bug_plus_n(grid) or ())
    assert "7,9 in r2c6,r3c16 => r3c6<>9" in told(steps)
    assert roles(steps[0])["extra"] == ["r2c6:9", "r3c1:9", "r3c6:7"]
    assert steps[0].reason == (
        "if none of r2c6=9, r3c1=9 and r3c6=7 were true, then every open cell could hold the other "
        "of its two candidates, and the puzzle would have two solutions; so one of them is true, "
        "and each of them rules out 9 in r3c6"
    )
    assert told(bug_plus_1(grid)) == []


PLUS_2 = """
    2   3   5  |  8   6   19  | 19  7   4
    8   49  7  |  349 5   139 | 6   19  2
    1   49  6  |  49  2   7   | 5   8   3
    6   8   4  |  5   9   23  | 13  12  7
    3   2   9  |  7   1   6   | 8   4   5
    7   5   1  |  23  4   8   | 39  29  6
    4   6   2  |  1   8   5   | 7   3   9
    9   1   3  |  6   7   4   | 2   5   8
    5   7   8  |  29  3   29  | 4   6   1
"""
"""9 is an extra in r2c4 and in r2c6. These two have the only 3s of row 2."""


def test_two_cells_with_all_extras_of_a_grave_that_share_another_digit_hold_nothing_else() -> None:
    first, second = bug_plus_n(Grid.parse(PLUS_2)) or ()
    assert first.notation(CLASSIC) == "9 in r2c46 => r1c6,r2c28,r3c4<>9"
    assert second.notation(CLASSIC) == "9 in r2c46 => r2c6<>1, r2c4<>4"
    assert second.reason == (
        "in row 2 one of r2c4 and r2c6 must be 3; if the other were 1 or 4, then every open cell "
        "could hold the other of its two candidates, and the puzzle would have two solutions"
    )


def test_without_boxes_any_rectangle_can_be_deadly() -> None:
    layout = Layout.named("4x4+latin")
    found = [corners.opposite for corners in corners_at(layout.cells[0], layout, ~0)]
    assert sorted(found) == [5, 6, 7, 9, 10, 11, 13, 14, 15]
