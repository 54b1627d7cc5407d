"""Layouts: cells, houses and peers on every kind of board."""

import copy
import json
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import House, Layout
from sudoku_engine.board.layout import SIZES
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.errors import LayoutError
from tests.support.boards import JIGSAW

CLASSIC = Layout.named("9x9")

EVERY_KIND = [
    *(Layout.named(size) for size in SIZES),
    Layout.named("6x6+diagonals"),
    Layout.named("9x9+diagonals"),
    Layout.of_boxes(3, 2),
    Layout.of_boxes(2, 5, diagonals=True),
    JIGSAW,
]

layouts = st.sampled_from(EVERY_KIND)
every_kind = pytest.mark.parametrize("layout", EVERY_KIND, ids=str)


def cell_names(house: House) -> str:
    return " ".join(map(str, house.cells))


# The shapes


def test_the_default_board_is_the_classic_one() -> None:
    assert Layout.named() is CLASSIC


def test_a_name_is_read_in_any_case_and_with_blanks_around() -> None:
    assert Layout.named(" 9X9+Diagonals ") is Layout.named("9x9+diagonals")


@every_kind
def test_a_board_has_n_rows_columns_and_boxes_of_n_cells(layout: Layout) -> None:
    for houses in (layout.rows, layout.columns, layout.boxes):
        assert len(houses) == layout.n
        assert sorted(cell for house in houses for cell in house.cells) == list(layout.cells)


def test_only_boards_with_diagonals_have_diagonals() -> None:
    assert [len(layout.diagonals) for layout in EVERY_KIND] == [0] * 6 + [2, 2, 0, 2, 0]


@every_kind
def test_the_houses_are_rows_then_columns_then_boxes_then_diagonals(layout: Layout) -> None:
    assert layout.houses == (*layout.rows, *layout.columns, *layout.boxes, *layout.diagonals)


@pytest.mark.parametrize(
    ("layout", "number", "cells"),
    [
        (CLASSIC, 5, "r4c4 r4c5 r4c6 r5c4 r5c5 r5c6 r6c4 r6c5 r6c6"),
        (Layout.named("6x6"), 2, "r1c4 r1c5 r1c6 r2c4 r2c5 r2c6"),
        (Layout.of_boxes(3, 2), 2, "r1c3 r1c4 r2c3 r2c4 r3c3 r3c4"),
        (JIGSAW, 1, "r1c1 r1c2 r1c3 r2c1"),
        (JIGSAW, 2, "r1c4 r2c3 r2c4 r3c4"),
        (JIGSAW, 3, "r2c2 r3c1 r3c2 r4c1"),
        (JIGSAW, 4, "r3c3 r4c2 r4c3 r4c4"),
    ],
    ids=str,
)
def test_a_box_or_region_has_its_cells(layout: Layout, number: int, cells: str) -> None:
    assert cell_names(layout.boxes[number - 1]) == cells


def test_one_diagonal_falls_and_the_other_rises() -> None:
    falling, rising = Layout.named("4x4+diagonals").diagonals
    assert cell_names(falling) == "r1c1 r2c2 r3c3 r4c4"
    assert cell_names(rising) == "r1c4 r2c3 r3c2 r4c1"


def test_houses_are_named_by_kind_and_number() -> None:
    layout = Layout.named("4x4+diagonals")
    assert ", ".join(map(str, layout.houses)) == (
        "row 1, row 2, row 3, row 4, column 1, column 2, column 3, column 4, "
        "box 1, box 2, box 3, box 4, diagonal 1, diagonal 2"
    )


def test_a_region_is_called_a_region_and_counts_as_a_box() -> None:
    assert (JIGSAW.boxes[2].name, JIGSAW.boxes[2].kind) == ("region 3", "box")


def test_the_mask_of_a_house_has_its_cells() -> None:
    assert bin(Layout.named("4x4").boxes[0].mask) == "0b110011"


@pytest.mark.parametrize(
    ("layout", "name"),
    [
        (Layout.named("12x12"), "12x12"),
        (Layout.named("6x6+diagonals"), "6x6+diagonals"),
        (Layout.of_boxes(3, 2), "6x6+boxes 3x2"),
        (Layout.of_boxes(2, 4, diagonals=True), "8x8+boxes 2x4+diagonals"),
        (JIGSAW, "4x4+regions"),
    ],
)
def test_the_name_tells_the_shape(layout: Layout, name: str) -> None:
    assert str(layout) == name


# One object a shape


def test_boxes_of_the_usual_size_give_the_usual_board() -> None:
    assert Layout.of_boxes(3, 3) is CLASSIC
    assert Layout.of_size(9) is CLASSIC


def test_the_marks_of_regions_do_not_matter() -> None:
    assert Layout.of_regions("aaab acbb ccdb cddd".replace(" ", "\n\n")) is JIGSAW


@every_kind
def test_a_layout_and_its_houses_pickle_and_copy_to_themselves(layout: Layout) -> None:
    for thing in (layout, *layout.houses):
        assert pickle.loads(pickle.dumps(thing)) is thing
        assert copy.deepcopy(thing) is thing


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_cell_pickles_with_its_name(protocol: int) -> None:
    copied = pickle.loads(pickle.dumps(Layout.named("16x16").cell("r12c3"), protocol))
    assert (int(copied), str(copied)) == (11 * 16 + 2, "r12c3")


def test_a_house_is_found_by_its_name() -> None:
    assert CLASSIC.house("box 5") is CLASSIC.boxes[4]
    assert JIGSAW.house("region 2") is JIGSAW.boxes[1]


# Cells


def test_cells_are_numbered_row_by_row() -> None:
    assert [int(CLASSIC.cell(name)) for name in ("r1c1", "r1c9", "r2c1", "r9c9")] == [0, 8, 9, 80]


@given(layouts, st.data())
def test_a_cell_is_found_by_its_name(layout: Layout, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(layout.cells))
    assert layout.cell(str(cell)) is cell


@pytest.mark.parametrize(
    "name",
    ["", "r0c1", "r1c0", "r10c1", "r1c10", "r1", "c1r1", "r-1c1", "r1c1=5", "r" + "9" * 9999],
)
def test_a_name_of_no_cell_is_refused(name: str) -> None:
    with pytest.raises(LayoutError, match=r"^no cell .* on a 9x9 board: r1c1 to r9c9$"):
        CLASSIC.cell(name)


def test_a_cell_is_a_number_that_prints_its_name() -> None:
    cell = CLASSIC.cell("r3c7")
    assert [str(cell), f"{cell}", f"{cell:d}", json.dumps(cell)] == ["r3c7", "r3c7", "24", "24"]
    assert cell in {24}


# Who sees whom


def test_a_cell_is_in_its_row_column_and_box() -> None:
    houses = CLASSIC.houses_of(CLASSIC.cell("r5c8"))
    assert [str(house) for house in houses] == ["row 5", "column 8", "box 6"]


def test_the_peers_share_a_row_a_column_or_a_box() -> None:
    layout = Layout.named("4x4")
    peers = layout.peers(layout.cell("r1c1"))
    assert {str(cell) for cell in peers} == {
        *("r1c2", "r1c3", "r1c4"),
        *("r2c1", "r3c1", "r4c1"),
        "r2c2",
    }


@pytest.mark.parametrize(
    ("name", "count"), [("4x4", 7), ("6x6", 12), ("9x9", 20), ("16x16", 39), ("25x25", 64)]
)
def test_every_cell_of_a_usual_board_has_as_many_peers(name: str, count: int) -> None:
    layout = Layout.named(name)
    assert {len(layout.peers(cell)) for cell in layout.cells} == {count}


def test_a_cell_of_a_diagonal_sees_along_it() -> None:
    layout = Layout.named("9x9+diagonals")
    houses = layout.houses_of(layout.cell("r5c5"))
    assert [str(house) for house in houses[3:]] == ["diagonal 1", "diagonal 2"]
    assert layout.cell("r9c9") in layout.peers(layout.cell("r1c1"))
    assert len(layout.peers(layout.cell("r5c5"))) == 32


@given(layouts, st.data())
def test_cells_see_each_other_or_neither(layout: Layout, data: st.DataObject) -> None:
    one, other = (data.draw(st.sampled_from(layout.cells)) for _ in range(2))
    assert (one in layout.peers(other)) == (other in layout.peers(one))


@every_kind
def test_masks_of_peers_are_the_peers_and_not_the_cell(layout: Layout) -> None:
    for cell in layout.cells:
        assert frozenset(layout.cells_in(layout.peer_masks[cell])) == layout.peers(cell)
        assert cell not in layout.peers(cell)


@every_kind
def test_numbers_of_houses_are_the_houses(layout: Layout) -> None:
    for cell in layout.cells:
        houses = tuple(layout.houses[number] for number in layout.house_numbers[cell])
        assert houses == layout.houses_of(cell)


# Kinds of houses


def test_houses_can_be_asked_for_by_kind() -> None:
    layout = Layout.named("4x4")
    assert layout.houses_of_kinds(["column", "row"]) == (*layout.rows, *layout.columns)
    assert JIGSAW.houses_of_kinds(["box"]) == JIGSAW.boxes


# Boards that cannot exist


@pytest.mark.parametrize(
    ("name", "mend"),
    [
        ("9x8", "known: 4x4, 6x6, 9x9, 12x12, 16x16, 25x25, and each with +diagonals"),
        ("5x5", "known: 4x4, 6x6, 9x9,"),
        ("9x9+diagonal", "did you mean '9x9+diagonals'?"),
        ("chess", "known: 4x4,"),
        ("9x9+", "did you mean '9x9+latin'?"),
        ("", "known: 4x4"),
    ],
)
def test_an_unknown_layout_is_told_with_the_near_name(name: str, mend: str) -> None:
    with pytest.raises(LayoutError) as error:
        Layout.named(name)
    assert str(error.value).startswith(f"unknown layout {name!r}: {mend}")


@pytest.mark.parametrize(("height", "width"), [(1, 9), (9, 1), (0, 0), (-2, -2), (5, 6), (2, 1)])
def test_boxes_that_make_no_board_are_refused(height: int, width: int) -> None:
    with pytest.raises(LayoutError, match=f"^boxes of {height}x{width} make no board"):
        Layout.of_boxes(height, width)


ROWS_NEEDED = " rows of regions: a board has 4 to 25"


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: CLASSIC.house("box 10"), "no house 'box 10' on a 9x9 board: row 1, column 1"),
        (lambda: CLASSIC.cell(24), "no cell 24 on a 9x9 board"),  # type: ignore[arg-type]
        (
            lambda: CLASSIC.houses_of_kinds(["rows"]),
            "unknown kind of house 'rows': did you mean 'row'?",
        ),
        (
            lambda: CLASSIC.houses_of_kinds("row"),
            "unknown kind of house 'r': known: box, column, diag",
        ),
        (
            lambda: Layout.of_size(10),
            "no usual board has 10 rows: 4x4, 6x6, 9x9, 12x12, 16",
        ),
        (
            lambda: Layout.of_regions("1122\n112\n3344\n3344"),
            "row 2 of the regions has 3 marks: 4 are needed",
        ),
        (
            lambda: Layout.of_regions("1112\n1122\n3344\n3344"),
            "region '1' has 5 cells: 4 are needed",
        ),
        (lambda: Layout.of_regions(""), f"0{ROWS_NEEDED}"),
        (lambda: Layout.of_regions("111\n222\n333"), f"3{ROWS_NEEDED}"),
        (lambda: Layout.of_regions("\n".join(["x" * 26] * 26)), f"26{ROWS_NEEDED}"),
    ],
)
def test_what_a_board_does_not_have_is_refused(call: Callable[[], object], why: str) -> None:
    with pytest.raises(LayoutError) as error:
        call()
    assert str(error.value).startswith(why)


# Sets of cells and digits as numbers


@given(st.sets(st.integers(0, 624)))
def test_bits_undoes_mask_of(cells: set[int]) -> None:
    assert list(bits(mask_of(cells))) == sorted(cells)


@pytest.mark.parametrize("name", ["5x5+latin", "9x9+latin+diagonals"])
def test_a_latin_square_has_rows_and_columns_and_no_boxes(name: str) -> None:
    layout = Layout.named(name)
    assert {house.kind for house in layout.houses} <= {"row", "column", "diagonal"}
    assert (layout.name, layout.boxes, eval(repr(layout))) == (name, (), layout)


def test_a_board_whose_regions_are_its_rows_is_a_latin_square() -> None:
    assert Layout.of_regions("aaaa bbbb cccc dddd".replace(" ", "\n")) is Layout.named("4x4+latin")


@pytest.mark.parametrize("name", ["3x3+latin", "26x26+latin", "5x6+latin"])
def test_a_latin_square_has_4_to_25_rows(name: str) -> None:
    with pytest.raises(LayoutError, match="unknown layout"):
        Layout.named(name)
