"""Sue de Coq on small boards: what it finds, how it is told, and where there is none."""

import pytest

from sudoku_engine import Layout
from sudoku_plugins.strategies.als.sue_de_coq import sue_de_coq
from tests.support.techniques import CLASSIC, marked, only, roles, told

BASIC = "r1c1 134, r1c3 24, r1c6 12, r2c1 34"


def test_the_cells_of_a_crossing_and_one_on_either_side_use_up_four_digits() -> None:
    step = only(sue_de_coq(marked(BASIC)))
    box_1 = "r1c2,r2c23,r3c123"
    assert step.notation(CLASSIC) == (
        "C=r1c13 {1234}, L=r1c6 {12}, B=r2c1 {34} => "
        f"r1c245789<>1, r1c245789<>2, {box_1}<>3, {box_1}<>4"
    )
    assert roles(step) == {"crossing": ["r1c1", "r1c3"], "line set": ["r1c6"], "box set": ["r2c1"]}
    assert [house.name for house in step.houses] == ["row 1", "box 1"]
    assert step.reason == (
        "r1c1, r1c3, r1c6 and r2c1 are 4 cells for as many digits (1, 2, 3 and 4), none of "
        "which fits there twice; so all are there: row 1 has its 1 and 2 in these cells, box 1 has "
        "its 3 and 4 in them, and nowhere else"
    )


def test_a_digit_that_only_the_crossing_holds_is_lost_by_line_and_box() -> None:
    step = only(sue_de_coq(marked("r1c1 135, r1c2 245, r1c3 145, r1c6 12, r2c1 34")))
    assert step.notation(CLASSIC) == (
        "C=r1c123 {12345}, L=r1c6 {12}, B=r2c1 {34} => r1c45789<>1, r1c45789<>2, "
        "r2c23,r3c123<>3, r2c23,r3c123<>4, r1c45789,r2c23,r3c123<>5"
    )


def test_a_set_may_have_digits_that_the_crossing_lacks() -> None:
    step = only(sue_de_coq(marked("r1c1 134, r1c3 24, r1c6 15, r1c9 25, r2c1 34")))
    assert step.pattern == "C=r1c13 {1234}, L=r1c69 {125}, B=r2c1 {34}"
    # The row loses the 5 too, since r1c6 and r1c9 hold it.
    assert "r1c24578<>5" in step.notation(CLASSIC)


def test_a_digit_of_both_sets_that_the_crossing_lacks_counts_twice() -> None:
    step = only(sue_de_coq(marked("r1c1 134, r1c3 24, r1c6 15, r1c9 25, r2c1 35, r3c2 45")))
    assert step.pattern == "C=r1c13 {1234}, L=r1c69 {125}, B=r2c1,r3c2 {345}"
    assert "6 cells for as many digits (1, 2, 3, 4 and 5, 5 twice), none of" in step.reason
    assert "r1c24578,r2c23,r3c13<>5" in step.notation(CLASSIC)


@pytest.mark.parametrize(
    "drawn",
    [
        "r1c1 134, r1c3 24, r1c6 13, r2c1 34",  # both sets have the 3 of the crossing
        "r1c1 134, r1c3 245, r1c6 12, r2c1 34",  # four cells for five digits
        "r1c1 134, r1c3 24, r1c6 15, r2c1 34",
        "r1c1 134, r1c3 24, r1c6 12, r4c1 34",  # nothing in the box
    ],
)
def test_where_the_cells_do_not_use_up_their_digits_there_is_none(drawn: str) -> None:
    assert told(sue_de_coq(marked(drawn))) == []


def test_a_diagonal_that_is_a_house_crosses_boxes_too() -> None:
    drawn = "r1c1 134, r3c3 24, r5c5 12, r1c2 34"
    assert told(sue_de_coq(marked(drawn))) == []
    layout = Layout.named("9x9+diagonals")
    step = only(sue_de_coq(marked(drawn, layout)))
    assert [house.name for house in step.houses] == ["diagonal 1", "box 1"]


def test_a_region_of_a_jigsaw_crosses_its_lines() -> None:
    layout = Layout.of_regions("aaabbb\ncaabbb\nccadde\nccddee\ncfddee\nfffffe")
    step = only(sue_de_coq(marked("r1c1 134, r1c3 24, r1c6 12, r3c3 34", layout)))
    assert step.notation(layout).startswith("C=r1c13 {1234}, L=r1c6 {12}, B=r3c3 {34} => ")
    assert [house.name for house in step.houses] == ["row 1", "region 1"]
