"""Wings on small boards: what they find, how they are told, and where there is none."""

import pytest

from sudoku_engine import Layout, Strategy
from sudoku_plugins.strategies.wings import w_wing, wxyz_wing, xy_wing, xyz_wing
from tests.support.techniques import CLASSIC, marked, only, roles, told

XY = "r1c1 12, r1c5 13, r2c2 23"
XYZ = "r1c1 123, r1c5 13, r2c2 23"
WXYZ = "r1c1 123, r1c8 14, r2c3 24, r3c2 34"


def test_an_xy_wing_eliminates_the_digit_of_its_pincers_where_both_are_seen() -> None:
    step = only(xy_wing(marked(XY)))
    assert step.notation(CLASSIC) == ("3- r1c5 -1- r1c1 -2- r2c2 -3 => r1c23,r2c456<>3")
    assert roles(step) == {"pivot": ["r1c1"], "pincer": ["r1c5", "r2c2"]}
    assert [house.name for house in step.houses] == ["row 1", "box 1"]
    assert step.reason == (
        "if r1c1 is 1, r1c5 is 3; if r1c1 is 2, r2c2 is 3; so no cell that sees both r1c5 and r2c2 "
        "can be 3"
    )


def test_two_pivots_between_the_same_pincers_are_one_step() -> None:
    steps = told(xy_wing(marked(XY + ", r2c5 12")))
    assert [text.rpartition("=> ")[2] for text in steps] == ["r1c23,r2c46<>3"]


def test_a_wing_along_a_diagonal_that_is_a_house() -> None:
    layout = Layout.named("9x9+diagonals")
    drawn = "r1c1 12, r9c9 13, r1c2 23"
    assert told(xy_wing(marked(drawn))) == []
    # r2c2 and r3c3 see r1c2 in box 1 and r9c9 on the diagonal.
    assert "=> r1c9,r29c2,r3c3<>3" in told(xy_wing(marked(drawn, layout)), layout)[0]


def test_an_xyz_wing_eliminates_the_digit_of_all_three_cells_where_all_are_seen() -> None:
    step = only(xyz_wing(marked(XYZ)))
    assert step.notation(CLASSIC) == "1,2,3 in r1c15,r2c2 => r1c23<>3"
    assert roles(step) == {"pivot": ["r1c1"], "pincer": ["r1c5", "r2c2"]}
    assert [house.name for house in step.houses] == ["row 1", "box 1"]
    assert step.reason == (
        "if r1c1 is 1, r1c5 is 3; if r1c1 is 2, r2c2 is 3; else r1c1 itself is 3; so no cell that "
        "sees all of r1c1, r1c5 and r2c2 can be 3"
    )


@pytest.mark.parametrize("pivot", ["123", "1234"])
def test_a_wxyz_wing_eliminates_the_digit_that_four_cells_must_use(pivot: str) -> None:
    step = only(wxyz_wing(marked(WXYZ.replace("123", pivot))))
    assert step.notation(CLASSIC) == "1,2,3,4 in r1c18,r2c3,r3c2 => r1c23<>4"
    assert roles(step) == {"pivot": ["r1c1"], "pincer": ["r1c8", "r2c3", "r3c2"]}
    assert step.reason == (
        "r1c1, r1c8, r2c3 and r3c2 hold only 1, 2, 3 and 4; all their 1s see each other, as do "
        "their 2s and their 3s, so these three fill at most three cells, and one cell is 4; so no "
        "cell that sees all their 4s can be 4"
    )


def test_a_wxyz_wing_with_two_pivots_in_the_crossing_of_a_box_and_a_line() -> None:
    step = only(wxyz_wing(marked("r1c1 12, r1c2 123, r1c7 34, r2c3 14")))
    # 1 in box 1, 2 in r1c12, 3 in row 1; 4 in r1c7 and r2c3.
    assert step.notation(CLASSIC) == "1,2,3,4 in r1c127,r2c3 => r1c3,r2c789<>4"
    assert roles(step) == {"pivot": ["r1c1", "r1c2"], "pincer": ["r1c7", "r2c3"]}


def test_four_cells_that_contain_an_xy_wing_are_no_wxyz_wing() -> None:
    grid = marked(XY + ", r1c9 14")
    assert told(wxyz_wing(grid)) == []
    assert len(told(xy_wing(grid))) == 1


ROW_7 = ", ".join(f"r7c{column} 2" for column in (2, 3, 4, 6, 7, 8, 9))
"""Of row 7 only r7c1 and r7c5 can hold the 2."""


def test_a_w_wing_joins_two_cells_with_the_same_digits_by_a_strong_link() -> None:
    step = only(w_wing(marked("r1c1 12, r5c5 12", without=ROW_7)))
    assert step.notation(CLASSIC) == ("1- r1c1 -2- r7c1 =2= r7c5 -2- r5c5 -1 => r1c5,r5c1<>1")
    assert roles(step) == {"pincer": ["r1c1", "r5c5"], "link": ["r7c1", "r7c5"]}
    assert [house.name for house in step.houses] == ["row 7"]
    assert step.reason == (
        "in row 7 the 2 is in r7c1 or r7c5: if in r7c1, r1c1 is 1; if in r7c5, r5c5 is; so no cell "
        "that sees both r1c1 and r5c5 can be 1"
    )


def test_a_digit_that_its_house_holds_makes_no_link_however_few_marks_are_left() -> None:
    drawn = "r1c1 12, r5c5 12"
    assert len(told(w_wing(marked(drawn, marks="manual", without=ROW_7)))) == 1
    grid = marked(drawn, marks="manual", without=ROW_7, placed="r7c9 2")
    assert told(w_wing(grid)) == []


SEEN = ", ".join(f"{cell} 3" for cell in ("r1c2", "r1c3", "r2c4", "r2c5", "r2c6"))


@pytest.mark.parametrize(
    ("strategy", "drawn", "without"),
    [
        (xy_wing, "r1c1 12, r1c2 13, r2c2 23", ""),  # a naked triple
        (xyz_wing, "r1c1 123, r1c2 13, r2c2 23", ""),
        (xy_wing, "r1c1 12, r1c5 13, r4c2 23", ""),  # a pincer does not see the pivot
        (xy_wing, "r1c1 12, r1c5 13, r2c2 24", ""),  # four digits
        (xyz_wing, "r1c1 124, r1c5 13, r2c2 23", ""),
        (xy_wing, XY, SEEN),  # nothing to eliminate
        (xyz_wing, XY, ""),
        (xy_wing, XYZ, ""),
        (wxyz_wing, "r1c1 123, r1c8 124, r2c3 24, r3c2 34", ""),  # two digits are loose
        (w_wing, "r1c1 12, r5c6 12", ROW_7),  # one end of the link is not seen
        (w_wing, "r1c1 12, r1c5 12", ROW_7),  # a naked pair
        *((strategy, "", "") for strategy in (w_wing, xy_wing, xyz_wing, wxyz_wing)),
    ],
)
def test_there_is_no_wing_where_one_thing_is_missing(
    strategy: Strategy, drawn: str, without: str
) -> None:
    assert told(strategy(marked(drawn, without=without))) == []
