"""Skyscraper, 2-string kite, turbot fish and empty rectangle on boards drawn for one digit."""

from sudoku_engine import Layout
from sudoku_plugins.strategies.single_digit_patterns import (
    empty_rectangle,
    skyscraper,
    turbot_fish,
    two_string_kite,
)
from tests.support.drawn_digits import grid_of, named
from tests.support.techniques import CLASSIC, only, told

SKYSCRAPER = """
    x x x | . * * | x x D
    x x x | A x x | * * .
    x x x | . x x | x x .
    ------+-------+------
    x x x | B x x | x x C
    x x x | . x x | x x .
    x x x | . x x | x x .
    ------+-------+------
    x x x | . x x | x x .
    x x x | . x x | x x .
    x x x | . x x | x x .
"""


def test_one_of_a_skyscrapers_tops_is_true() -> None:
    step = only(skyscraper(grid_of({1: SKYSCRAPER})))
    assert step.notation(CLASSIC) == "r2c4 =1= r4c4 -1- r4c9 =1= r1c9 => r1c56,r2c78<>1"
    assert [house.name for house in step.houses] == ["column 4", "column 9"]
    assert dict(step.because) == {"cause": tuple(named(CLASSIC, "r2c4", "r4c4", "r4c9", "r1c9"))}
    assert step.reason == (
        "column 4 has its 1 in r2c4 or r4c4, column 9 in r4c9 or r1c9; r4c4 and r4c9, both in "
        "row 4, are not both 1; so r2c4 or r1c9 is 1, and a cell that sees both of these is not"
    )


def test_a_third_place_in_a_tower_spoils_the_skyscraper() -> None:
    rows = SKYSCRAPER.strip().splitlines()
    rows[-1] = rows[-1].replace("x x .", "x x x")
    assert told(skyscraper(grid_of({1: "\n".join(rows)}))) == []


def test_a_house_that_holds_the_digit_promises_nothing_where_marks_are_kept_by_hand() -> None:
    true = grid_of({1: SKYSCRAPER}, marks="manual")
    assert len(told(skyscraper(true))) == 1
    # Column 4 has its 1 in r9c4; the marks in r2c4 and r4c4 are left over.
    left_over = grid_of({1: SKYSCRAPER}, marks="manual", placed={"r9c4": 1})
    assert told(skyscraper(left_over)) == []


KITE = """
    . B . | . . . | . A .
    C x x | x x x | x x x
    . x x | x x x | x x x
    ------+-------+------
    . x x | x x x | x x x
    D x x | x x x | x * x
    . x x | x x x | x x x
    ------+-------+------
    . x x | x x x | x x x
    . x x | x x x | x x x
    . x x | x x x | x x x
"""


def test_one_of_a_kites_strings_ends_in_the_digit() -> None:
    step = only(two_string_kite(grid_of({1: KITE})))
    assert step.notation(CLASSIC) == "r1c8 =1= r1c2 -1- r2c1 =1= r5c1 => r5c8<>1"
    assert [house.name for house in step.houses] == ["row 1", "column 1"]
    assert "r1c2 and r2c1, both in box 1" in step.reason


DUAL_KITE = """
    . B . | . . . | . A .
    C . . | F . . | . . .
    . . x | x x x | x x x
    ------+-------+------
    . . x | x x x | x x x
    D . x | x x x | x * x
    . . x | x x x | x x x
    ------+-------+------
    . E x | * x x | x x x
    . . x | x x x | x x x
    . . x | x x x | x x x
"""


def test_two_kites_on_the_same_two_cells_are_one_step() -> None:
    step = only(two_string_kite(grid_of({1: DUAL_KITE})))
    assert step.notation(CLASSIC) == (
        "r1c8 =1= r1c2 -1- r2c1 =1= r5c1; r2c4 =1= r2c1 -1- r1c2 =1= r7c2 => r5c8,r7c4<>1"
    )
    assert [house.name for house in step.houses] == ["row 1", "column 1", "row 2", "column 2"]
    assert step.reason.endswith("; likewise r2c4 or r7c2 is 1, by row 2 and column 2")


def test_kites_of_two_digits_on_the_same_two_cells_are_a_step_each_and_one_together() -> None:
    lower = KITE.replace("D x x | x x x | x *", "x x x | x x x | x x").splitlines()
    lower[-1] = "D x x | x x x | x * x"
    lower[6] = ". x x | x x x | x x x"
    steps = told(two_string_kite(grid_of({1: KITE, 2: "\n".join(lower)})))
    assert [step.partition(" => ")[2] for step in steps] == [
        "r5c8<>1",
        "r9c8<>2",
        "r5c8<>1, r9c8<>2",
    ]


TURBOT = """
    . . . | x x x | x x x
    . A . | x x x | x * x
    B . . | x x x | x x x
    ------+-------+------
    x x x | x x x | x x x
    x x x | x x x | x x x
    C . . | . . . | . D .
    ------+-------+------
    x x x | x x x | x x x
    x x x | x x x | x x x
    x x x | x x x | x x x
"""


def test_a_box_and_a_row_make_a_turbot_fish() -> None:
    step = only(turbot_fish(grid_of({1: TURBOT})))
    assert step.notation(CLASSIC) == "r6c8 =1= r6c1 -1- r3c1 =1= r2c2 => r2c8<>1"
    assert [house.name for house in step.houses] == ["row 6", "box 1"]
    assert "r6c1 and r3c1, both in column 1" in step.reason


def test_each_pattern_leaves_the_others_alone() -> None:
    grids = [grid_of({1: drawn}) for drawn in (SKYSCRAPER, KITE, TURBOT)]
    strategies = (skyscraper, two_string_kite, turbot_fish)
    assert [[len(told(find(grid))) for find in strategies] for grid in grids] == [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
    ]


def test_a_diagonal_is_a_house_of_a_turbot_fish_like_others() -> None:
    layout = Layout.named("9x9+diagonals")
    drawn = """
        . x x | x . x | x x x
        x B x | x C x | x x x
        x x . | x . x | x x x
        ------+-------+------
        x x x | . . x | x x x
        x x x | x . x | x x x
        x x x | x . . | x x x
        ------+-------+------
        x x x | x D x | . . .
        x x x | * . . | x A x
        x x x | x . x | x x .
    """
    step = only(turbot_fish(grid_of({1: drawn}, layout)))
    assert step.notation(layout) == "r7c5 =1= r2c5 -1- r2c2 =1= r8c8 => r8c4<>1"
    assert [house.name for house in step.houses] == ["column 5", "diagonal 1"]


RECTANGLE = """
    x x x | x x x | x . x
    x * x | x x x | x B x
    x x x | x x x | x . x
    ------+-------+------
    . x . | x x x | x . x
    x x x | x x x | x A x
    . x . | x x x | x . x
    ------+-------+------
    x x x | x x x | x . x
    x x x | x x x | x . x
    x x x | x x x | x . x
"""


def test_an_empty_rectangle_leads_a_strong_link_into_its_column() -> None:
    step = only(empty_rectangle(grid_of({1: RECTANGLE})))
    assert step.notation(CLASSIC) == "r456c2 =1= r5c13 -1- r5c8 =1= r2c8 => r2c2<>1"
    assert [house.name for house in step.houses] == ["box 4", "column 8"]
    assert step.because["cause"] == tuple(
        named(CLASSIC, "r2c8", "r4c2", "r5c1", "r5c2", "r5c3", "r5c8", "r6c2")
    )
    assert step.reason == (
        "box 4 has its 1 in row 5 or column 2, column 8 in r5c8 or r2c8; if the box has it in row "
        "5, r5c8 is not 1 and r2c8 is; if not, the box has it in column 2; either way r2c2 cannot "
        "be 1"
    )


def test_one_more_place_in_the_box_spoils_the_empty_rectangle() -> None:
    rows = RECTANGLE.strip().splitlines()
    rows[4] = rows[4].replace(". x .", ". x x")
    assert told(empty_rectangle(grid_of({1: "\n".join(rows)}))) == []


def test_a_box_that_works_two_ways_is_one_step() -> None:
    rows = RECTANGLE.strip().splitlines()
    rows[1] = ". * . | . . . | . B ."
    step = only(empty_rectangle(grid_of({1: "\n".join(rows)})))
    assert step.notation(CLASSIC) == (
        "r456c2 =1= r5c13 -1- r5c8 =1= r2c8; r5c123 =1= r46c2 -1- r2c2 =1= r2c8 => r2c2,r5c8<>1"
    )
    assert [house.name for house in step.houses] == ["box 4", "column 8", "row 2"]
