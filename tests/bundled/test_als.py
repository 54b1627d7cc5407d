"""Almost locked sets on small boards: what they are, and what follows from them."""

from itertools import pairwise

import pytest

from sudoku_engine import Grid, Layout, Strategy
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.notation import compact
from sudoku_plugins.reasons.reasons import counter_board
from sudoku_plugins.strategies.als.aligned_pair_exclusion import aligned_pair_exclusion
from sudoku_plugins.strategies.als.death_blossom import death_blossom
from sudoku_plugins.strategies.als.linked_sets import als_chain, als_xy_wing, als_xz
from sudoku_plugins.strategies.analysis.almost_locked_sets import (
    AlmostLockedSet,
    almost_locked_sets,
)
from tests.support.techniques import CLASSIC, marked, only, roles, told


def drawn(found: AlmostLockedSet, layout: Layout = CLASSIC) -> str:
    """The cells and digits of a set."""
    digits = "".join(map(str, sorted(digits_of[found.digits])))
    return f"{compact(layout.cells_in(found.cells), layout)} {digits}"


def test_almost_locked_sets_are_listed_by_size() -> None:
    grid = marked("r1c1 12, r1c4 13, r1c5 134, r5c5 45")
    assert [drawn(found) for found in almost_locked_sets(grid)] == [
        "r1c1 12",
        "r1c4 13",
        "r5c5 45",
        "r1c14 123",
        "r1c45 134",
        "r1c145 1234",
        *(drawn(found) for found in almost_locked_sets(grid)[6:]),
    ]
    # Of the cells with all digits it takes all but one of a house: 8 cells, 9 digits.
    assert {found.size for found in almost_locked_sets(grid)[6:]} == {8}


def test_an_almost_locked_set_knows_the_cells_that_see_each_of_its_digits() -> None:
    grid = marked("r1c1 12, r1c2 123, r5c2 13")
    (pair,) = [found for found in almost_locked_sets(grid) if drawn(found) == "r1c12 123"]
    ends = {
        end.digit: [
            compact(CLASSIC.cells_in(mask), CLASSIC)
            for mask in (end.cells, end.seen & grid.boards[3])
        ]
        for end in pair.ends
    }
    assert [*ends] == [1, 2, 3]
    assert ends[1] == ["r1c12", "r1c3456789,r23c123"]
    assert ends[3] == ["r1c2", "r1c3456789,r23c123,r456789c2"]


def test_a_set_in_two_houses_is_listed_once() -> None:
    found = almost_locked_sets(marked("r1c1 12, r1c2 123"))
    assert [drawn(each) for each in found].count("r1c12 123") == 1


def test_a_diagonal_holds_sets_too() -> None:
    layout = Layout.named("9x9+diagonals")
    cells = "r1c1 12, r5c5 123"
    assert "r1c1,r5c5 123" not in map(drawn, almost_locked_sets(marked(cells)))
    assert "r1c1,r5c5 123" in map(drawn, almost_locked_sets(marked(cells, layout)))


PAIR = "r1c1 123, r1c2 23, r5c1 14, r5c6 34"
"""r1c1 and r1c2 lack only one digit, and so do r5c1 and r5c6; one lacks the 1."""
WING = "r1c1 123, r1c2 23, r5c1 14, r5c8 45, r2c8 356, r3c8 36"
BLOSSOM = "r1c1 12, r1c6 14, r2c2 34, r3c1 23"
TRIED = "r1c1 123, r1c2 245, r1c7 24, r2c1 26, r3c3 56"
CHAIN = "r1c1 123, r1c2 23, r5c1 14, r5c8 457, r6c8 57, r7c8 56, r7c6 36"


def test_one_of_two_sets_has_their_other_common_digit() -> None:
    step = only(als_xz(marked(PAIR)))
    assert step.notation(CLASSIC) == "A=r1c12 {123}, B=r5c16 {134}, X=1, Z=3 => r1c6<>3"
    assert roles(step) == {"als A": ["r1c1", "r1c2"], "als B": ["r5c1", "r5c6"]}
    assert [house.name for house in step.houses] == ["row 1", "row 5"]
    assert [link.strong for link in step.links] == [False]
    assert step.reason == (
        "A and B each have one digit more than cells, so each lacks just one; if A lacks 3, it has "
        "1, so B lacks 1 and has 3; so 3 is in A or B, and a cell that sees all 3s there cannot be "
        "3"
    )


@pytest.mark.parametrize(
    "drawn",
    [
        "r1c1 123, r1c2 123, r5c1 14, r5c6 34",  # r1c2 can be 1 too, and does not see r5c1
        "r1c1 123, r1c2 23, r5c1 14, r5c6 345",  # three cells for five digits
        "r1c1 123, r1c2 23, r5c1 134, r5c6 34",  # no cell sees r1c1, r1c2, r5c1 and r5c6
        "r1c1 1234, r1c2 23, r5c1 14, r5c6 34",
    ],
)
def test_there_is_no_pair_of_sets_where_one_thing_is_missing(drawn: str) -> None:
    assert told(als_xz(marked(drawn))) == []


def test_two_sets_with_two_restricted_commons_have_all_their_digits() -> None:
    drawn = "r1c1 14, r1c5 245, r1c9 45, r5c1 13, r5c5 23"
    step = only(als_xz(marked(drawn)))
    assert step.notation(CLASSIC) == (
        "A=r5c15 {123}, B=r1c159 {1245}, X=1,2 => "
        "r2346789c1<>1, r2346789c5<>2, r5c2346789<>3, r1c234678<>4, r1c234678<>5"
    )
    assert step.reason.endswith(
        "neither 1 nor 2 can be in both, so one lacks 1, the other 2, and each has all its other "
        "digits; so a cell loses 1 or 2 if it sees all of them in both, and any other digit if it "
        "sees all of them in one of the two"
    )


def test_sets_may_overlap_but_not_in_a_cell_with_their_restricted_common() -> None:
    drawn = "r2c1 134, r2c5 34, r1c2 13, r4c2 34"
    found = told(als_xz(marked(drawn)))
    assert found == [
        "A=r2c15 {134}, B=r14c2 {134}, X=1, Z=3,4 => r2c2<>3, r2c2<>4",  # most eliminations first
        "A=r1c2 {13}, B=r2c15 {134}, X=1, Z=3 => r2c23<>3",
    ]
    overlapping = told(als_xz(marked("r1c1 12, r1c2 13, r2c1 23")))
    assert "A=r1c12 {123}, B=r12c1 {123}, X=3, Z=1,2" in overlapping[1]
    assert not any("A=r1c12 {123}, B=r12c1 {123}, X=1" in text for text in overlapping)


def test_a_third_set_joins_two() -> None:
    assert told(als_xz(marked(WING))) == []
    step = only(als_xy_wing(marked(WING)))
    assert step.notation(CLASSIC) == (
        "A=r1c12 {123}, B=r5c18 {145}, C=r23c8 {356}, X=1,5, Z=3 => r1c789<>3"
    )
    assert [*roles(step)] == ["als A", "als B", "als C"]
    assert "if A lacks 3, it has 1, so B lacks 1 and has 5, so C lacks 5 and has 3" in step.reason


def test_four_sets_make_a_chain() -> None:
    assert told(als_xy_wing(marked(CHAIN))) == []
    step = only(als_chain(marked(CHAIN)))
    assert step.notation(CLASSIC) == (
        "A=r7c6 {36}, B=r567c8 {4567}, C=r5c1 {14}, D=r1c12 {123}, X=6,4,1, Z=3 => r1c6<>3"
    )
    assert step.difficulty == 4
    assert step.reason.endswith("so 3 is in A or D, and a cell that sees all 3s there cannot be 3")


def test_a_set_is_not_left_by_the_digit_by_which_it_was_reached() -> None:
    # If r1c1 is 1, r5c1 is not; that says nothing of r5c8.
    assert told(als_xy_wing(marked("r1c1 123, r1c2 23, r5c1 14, r5c8 13"))) == []


def test_marks_kept_by_hand_do_not_matter() -> None:
    # The cells have only these digits, wherever else the marks are too many.
    by_hand = marked(PAIR, marks="manual", placed="r3c3 3")
    assert "A=r1c12 {123}, B=r5c16 {134}, X=1, Z=3 => r1c6<>3" in told(als_xz(by_hand))


def test_a_diagonal_joins_sets() -> None:
    drawn = "r1c1 123, r1c2 23, r5c5 14, r5c9 34"
    assert told(als_xz(marked(drawn))) == []
    layout = Layout.named("9x9+diagonals")
    assert told(als_xz(marked(drawn, layout)), layout) == [
        "A=r1c12 {123}, B=r5c59 {134}, X=1, Z=3 => r1c9<>3"
    ]


def test_a_region_of_a_jigsaw_holds_sets() -> None:
    layout = Layout.of_regions("aaabbb\ncaabbb\nccadde\nccddee\ncfddee\nfffffe")
    drawn = "r1c1 123, r3c3 23, r6c1 14, r6c3 34"
    found = told(als_xz(marked(drawn, layout)), layout)
    assert "A=r1c1,r3c3 {123}, B=r6c13 {134}, X=1, Z=3 => r12c3<>3" in found


def test_whatever_a_stem_is_one_of_its_petals_has_a_digit() -> None:
    step = only(death_blossom(marked(BLOSSOM)))
    assert step.notation(CLASSIC) == (
        "S=r1c1 {12}, A=r1c6 {14}, B=r2c2,r3c1 {234}, X=1,2, Z=4 => r1c23,r2c456<>4"
    )
    assert roles(step) == {"stem": ["r1c1"], "als A": ["r1c6"], "als B": ["r2c2", "r3c1"]}
    assert [str(link.end[0].cell) for link in step.links] == ["r1c6", "r3c1"]
    assert step.reason == (
        "A and B each have one digit more than cells, so each lacks just "
        "one; r1c1 is 1 or 2: if it is 1, A lacks 1 and has 4, if it is 2, B lacks 2 and has 4; so "
        "4 is in A or B, and a cell that sees all 4s there cannot be 4"
    )


@pytest.mark.parametrize(
    "drawn",
    [
        "r1c1 126, r1c6 14, r2c2 34, r3c1 23",  # nothing for the 6
        "r1c1 12, r1c6 14, r2c2 34, r4c2 23",  # the stem does not see the 2
        "r1c1 12, r1c6 14, r2c2 35, r3c1 23",  # no digit in both petals
    ],
)
def test_there_is_no_blossom_where_a_petal_does_not_fit(drawn: str) -> None:
    assert told(death_blossom(marked(drawn))) == []


def test_a_digit_that_goes_with_none_of_another_cell_is_wrong() -> None:
    # The next step is about r1c3, which can be anything and sees the same sets.
    step = next(iter(aligned_pair_exclusion(marked(TRIED))))
    assert step.notation(CLASSIC) == ("P=r1c12 {12345}, A=r1c7 {24}, B=r2c1,r3c3 {256} => r1c1<>2")
    assert roles(step) == {"pair": ["r1c1", "r1c2"], "als A": ["r1c7"], "als B": ["r2c1", "r3c3"]}
    assert step.reason == (
        "A and B each have one digit more than cells, so each lacks just "
        "one; r1c1 and r1c2 see all these cells, so they cannot take two digits from a set: if "
        "r1c1 were 2, r1c2 could not be 4 (A), 5 (B) or 2 (it sees r1c1), and "
        "nothing would be left for it"
    )


@pytest.mark.parametrize(
    "drawn",
    [
        "r1c1 123, r1c2 2457, r1c7 24, r2c1 26, r3c3 56",  # 2 and 7 are possible
        "r1c1 123, r1c2 245, r1c7 24, r2c1 26, r4c3 56",  # r1c1 and r1c2 do not see r4c3
        "r1c1 123, r1c2 245, r1c7 24, r2c1 26, r3c3 567",
    ],
)
def test_a_pair_that_is_possible_excludes_nothing(drawn: str) -> None:
    assert told(aligned_pair_exclusion(marked(drawn))) == []


def test_cells_that_do_not_see_each_other_may_be_equal() -> None:
    drawn = "r1c1 123, r2c5 {}, r1c6 24, r2c3 25"
    equal = told(aligned_pair_exclusion(marked(drawn.format("245"))))
    assert not any("r1c1<>2" in text for text in equal)
    assert "P=r1c1,r2c5 {12345}, A=r1c6 {24}, B=r2c3 {25} => r1c1<>2" in told(
        aligned_pair_exclusion(marked(drawn.format("45")))
    )


@pytest.mark.parametrize(
    ("find", "example", "sizes"),
    [(als_xz, als_xz, {2}), (als_xy_wing, als_xy_wing, {3}), (als_chain, als_xy_wing, {4, 5, 6})],
)
def test_sets_apart_share_no_cells(find: Strategy, example: Strategy, sizes: set[int]) -> None:
    board = Grid.parse(str(example.example))
    steps = [*(find(board, apart=True) or ())]
    linked = [[{cell for cell, _ in group} for group in step.because.values()] for step in steps]
    assert {len(sets) for sets in linked} == sizes
    assert not any(one & other for sets in linked for one, other in pairwise(sets))
    assert all(counter_board(board, step) is None for step in steps[:20])
