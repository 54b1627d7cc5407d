"""The immutable board: what it knows, what a step makes of it, what contradicts the rules."""

import copy
import pickle
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_engine import Candidate, Grid, Layout, Step
from sudoku_engine.board.layout import SIZES, SYMBOLS
from sudoku_engine.board.masks import digits_of, mask_of
from sudoku_engine.errors import LayoutError, StepError
from tests.support.boards import JIGSAW, board, empty

EVERY_KIND = [
    *(Layout.named(size) for size in SIZES),
    Layout.named("4x4+diagonals"),
    Layout.named("9x9+diagonals"),
    JIGSAW,
]


def candidate(grid: Grid, text: str) -> Candidate:
    """The candidate written as ``r1c2:5``."""
    name, symbol = text.split(":")
    return Candidate(grid.layout.cell(name), SYMBOLS.index(symbol) + 1)


def placed(grid: Grid, *texts: str) -> Grid:
    return grid.apply(Step(placements=[candidate(grid, text) for text in texts]))


def without(grid: Grid, *texts: str) -> Grid:
    return grid.apply(Step(eliminations=[candidate(grid, text) for text in texts]))


def holding(grid: Grid, digit: int) -> str:
    """The cells where `digit` is a candidate."""
    cells = grid.layout.cells
    return " ".join(str(cell) for cell in cells if digit in grid.candidates(cell))


SMALL = board("""
    1 2 | . .
    3 4 | . .
    ----+----
    . . | . .
    . . | . .
""")


# What a board knows


def test_a_filled_cell_tells_its_digit_and_an_open_one_zero() -> None:
    assert [SMALL.digit(cell) for cell in SMALL.layout.rows[1].cells] == [3, 4, 0, 0]


def test_an_open_cell_may_hold_what_no_peer_holds() -> None:
    assert SMALL.candidates(SMALL.layout.cell("r1c3")) == {3, 4}
    assert SMALL.candidates(SMALL.layout.cell("r3c1")) == {2, 4}
    assert SMALL.candidates(SMALL.layout.cell("r4c4")) == {1, 2, 3, 4}


def asked_about(cell: Any) -> list[Callable[[], object]]:
    """Every question to a board, or to its layout, that takes a cell."""
    layout = SMALL.layout
    asked = (SMALL.digit, SMALL.candidates, SMALL.is_given, layout.houses_of, layout.peers)
    return [partial(ask, cell) for ask in asked]


def test_a_cell_may_be_named() -> None:
    by_name, by_number = ([ask() for ask in asked_about(cell)] for cell in ("r1c3", 2))

    assert by_name == by_number
    assert SMALL.candidates("R1C3 ") == {3, 4}


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("cell", [-1, 16, "r5c1", "", 0.5, None, (0, 1), [0]])
def test_a_cell_that_the_board_does_not_have_is_refused(number: int, cell: Any) -> None:
    with pytest.raises(LayoutError, match=r"^no cell .* on a 4x4 board: "):
        asked_about(cell)[number]()


@pytest.mark.parametrize("digit", [-1, 0, 5, "1", None])
def test_a_digit_that_the_board_does_not_have_has_no_places(digit: Any) -> None:
    with pytest.raises(LayoutError, match=r"^no digit .* on a 4x4 board: 1 to 4$"):
        SMALL.places(digit)


def test_a_diagonal_eliminates_too() -> None:
    grid = placed(empty(Layout.named("4x4+diagonals")), "r1c1:1")
    assert holding(grid, 1) == "r2c3 r2c4 r3c2 r3c4 r4c2 r4c3"


def test_a_region_eliminates_in_place_of_the_box() -> None:
    grid = placed(empty(JIGSAW), "r2c3:1")
    assert holding(grid, 1) == "r1c1 r1c2 r3c1 r3c2 r4c1 r4c2 r4c4"


def test_the_open_cells_come_in_order() -> None:
    assert [str(cell) for cell in SMALL.open_cells[:5]] == ["r1c3", "r1c4", "r2c3", "r2c4", "r3c1"]
    assert SMALL.n_open == 12


def test_a_digit_that_is_nowhere_possible_is_not_open() -> None:
    grid = board("""
        1 . | . .
        . . | 1 .
        ----+----
        . 1 | . .
        . . | . 1
    """)
    assert grid.open_digits == [2, 3, 4]


def test_what_the_puzzle_came_with_is_given() -> None:
    grid = placed(SMALL, "r1c3:3")
    assert [grid.is_given(cell) for cell in grid.layout.rows[0].cells] == [True, True, False, False]


def test_the_givens_can_be_told() -> None:
    grid = Grid(SMALL.layout, SMALL.digits, given=0b1)
    assert [grid.is_given(cell) for cell in (0, 1)] == [True, False]


def test_a_house_holds_a_digit_that_stands_in_it() -> None:
    assert SMALL.holds(3, SMALL.layout.boxes[0])
    assert not SMALL.holds(3, SMALL.layout.rows[0])


def test_a_board_reads_as_a_line() -> None:
    assert SMALL.line == "12..34.........."


def test_a_board_reads_as_a_drawing() -> None:
    drawn = """
+-----+-----+
| 1 2 | . . |
| 3 4 | . . |
+-----+-----+
| . . | . . |
| . . | . . |
+-----+-----+
"""
    assert str(SMALL) == drawn.strip()


def test_a_board_prints_the_expression_that_makes_it() -> None:
    assert repr(SMALL) == "Grid.parse('12..34..........')"
    assert repr(placed(SMALL, "r1c3:3")) == "Grid.parse('12+3.34..........')"


@pytest.mark.parametrize("layout", [*EVERY_KIND, Layout.of_boxes(2, 5)], ids=str)
@settings(max_examples=8)
@given(marks=st.sampled_from(["auto", "manual"]), data=st.data())
def test_a_board_is_rebuilt_from_what_it_prints(layout: Layout, marks: Any, data: Any) -> None:
    digits = data.draw(st.lists(st.integers(0, layout.n), min_size=3, max_size=3))
    rest = [0] * (len(layout.cells) - 3)
    given = data.draw(st.sampled_from([0b111, 0b101])) & mask_of(
        cell for cell, digit in enumerate(digits) if digit
    )
    grid = Grid(layout, digits + rest, given=given, marks=marks)
    struck = data.draw(st.sets(st.integers(1, layout.n), max_size=3))
    grid = grid.apply(Step(eliminations=[Candidate(len(layout.cells) - 1, d) for d in struck]))

    assert eval(repr(grid), {"Grid": Grid, "Layout": Layout}) == grid


@pytest.mark.parametrize(
    "layout",
    [
        *EVERY_KIND,
        Layout.of_boxes(2, 5, True),
        Layout.of_regions("1122 1122 3344 3344".replace(" ", "\n"), True),
    ],
    ids=str,
)
def test_a_layout_is_rebuilt_from_what_it_prints(layout: Layout) -> None:
    assert eval(repr(layout), {"Layout": Layout}) is layout


def test_a_cell_and_a_candidate_print_as_people_write_them() -> None:
    assert str(SMALL.open_cells[:2]) == "[r1c3, r1c4]"
    assert str([Candidate(SMALL.layout.cell("r4c1"), 2)]) == "[r4c1=2]"
    assert str(Candidate(72, 5)) == "r9c1=5"
    assert str(Candidate.parse("r4c1=2", SMALL.layout)) == "r4c1=2"


def test_a_candidate_that_is_none_prints_its_parts() -> None:
    assert str(Candidate("r1c1", 5)) == "Candidate(cell='r1c1', digit=5)"  # type: ignore[arg-type]
    assert str(Candidate(5, SMALL.layout.cells[3])) == "Candidate(cell=5, digit=r1c4)"


# All faults at once


def words(grid: Grid) -> list[str]:
    return [str(fault) for fault in grid.status()]


def test_a_proper_puzzle_has_no_faults() -> None:
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert Grid.parse(puzzle).status() == ()


def test_the_status_names_every_fault_of_a_board() -> None:
    grid = board("""
        1 1 | . .
        3 . | . .
        ----+----
        . . | 4 .
        . . | . 2
    """)
    grid = without(grid, "r1c3:2", "r1c3:3", "r2c2:2", "r2c2:4", "r3c2:2")

    assert words(grid) == [
        "1 twice in row 1: r1c1, r1c2",
        "1 twice in box 1: r1c1, r1c2",
        "r1c3 has no candidate left",
        "r2c2 has no candidate left",
        "1 has no place left in box 3",
        "2 has no place left in row 1",
        "2 has no place left in column 2",
        "2 has no place left in box 1",
        "4 has no place left in box 1",
    ]
    assert [fault.kind for fault in grid.status()][1:3] == ["repetition", "no candidate"]
    assert str(grid.status()[0].cells) == "(r1c1, r1c2)"
    assert grid.contradiction() == words(grid)[0]


def test_the_status_says_which_givens_are_missing() -> None:
    assert words(Grid.parse("12.. .... .... ....")) == [
        "2 givens: a 4x4 puzzle needs 4 for one solution",
        "3 and 4 are not among the givens, so they could change places",
        "rows 3 and 4 have no givens, so they could change places",
        "columns 3 and 4 have no givens, so they could change places",
    ]


def test_lines_that_a_diagonal_crosses_could_not_change_places() -> None:
    grid = Grid(Layout.named("4x4+diagonals"), [1, 2, 3, 0] + [0] * 12)
    assert words(grid) == []


def test_the_places_of_a_digit_are_its_candidates() -> None:
    assert str(SMALL.places(3)) == "[r1c3, r1c4, r3c2, r3c3, r3c4, r4c2, r4c3, r4c4]"
    assert str(SMALL.places(3, SMALL.layout.boxes[2])) == "[r3c2, r4c2]"


def test_own_marks_leave_only_what_they_hold() -> None:
    grid = Grid(SMALL.layout, SMALL.digits, masks=[0b1001] * 16)
    assert grid.candidates(grid.layout.cell("r1c3")) == {4}
    assert grid.candidates(grid.layout.cell("r4c4")) == {1, 4}
    assert grid.candidates(grid.layout.cell("r1c1")) == set()


# Whether it is solved

SOLVED = """
    1 2 | 3 4
    3 4 | 1 2
    ----+----
    2 1 | 4 3
    4 3 | 2 1
"""


def test_a_filled_board_without_repeats_is_solved() -> None:
    assert board(SOLVED).is_solved


@pytest.mark.parametrize("instead", [".", "3"], ids=["an open cell", "a repeat"])
def test_a_board_with_an_open_cell_or_a_repeat_is_not_solved(instead: str) -> None:
    assert not board(SOLVED.replace("4", instead, 1)).is_solved
    assert not board(SOLVED, Layout.named("4x4+diagonals")).is_solved


# What contradicts the rules


def test_a_board_that_breaks_no_rule_has_no_contradiction() -> None:
    assert SMALL.contradiction() is None
    assert board(SOLVED).contradiction() is None


@pytest.mark.parametrize(
    ("layout", "digits", "expected"),
    [
        ("9x9", "r3c2:5 r3c8:5", "5 twice in row 3: r3c2, r3c8"),
        ("4x4", "r1c1:1 r3c1:1 r4c1:1", "1 stands 3 times in column 1: r1c1, r3c1, r4c1"),
        ("9x9", "r1c1:7 r2c2:7", "7 twice in box 1: r1c1, r2c2"),
        (JIGSAW, "r2c2:1 r4c1:1", "1 twice in region 3: r2c2, r4c1"),
        ("9x9+diagonals", "r1c9:2 r9c1:2", "2 twice in diagonal 2: r1c9, r9c1"),
        ("16x16", "r1c1:G r1c16:G", "G twice in row 1: r1c1, r1c16"),
    ],
)
def test_a_digit_that_stands_twice_in_a_house_is_told_with_its_cells(
    layout: Layout | str, digits: str, expected: str
) -> None:
    layout = Layout.named(layout) if isinstance(layout, str) else layout
    assert placed(empty(layout), *digits.split()).contradiction() == expected


def test_an_open_cell_without_candidates_is_told() -> None:
    grid = board("""
        1 2 | . .
        3 . | . .
        ----+----
        . 4 | . .
        . . | . .
    """)
    assert grid.has_empty_cell
    assert grid.contradiction() == "r2c2 has no candidate left"


def test_a_digit_without_a_place_is_told() -> None:
    grid = board("""
        . . | 1 .
        . . | . .
        ----+----
        . 1 | . .
        2 . | . .
    """)
    assert placed(grid, "r2c1:3").contradiction() == "1 has no place left in row 2"


def test_an_empty_cell_is_known_until_it_is_filled() -> None:
    grid = without(SMALL, "r4c4:1", "r4c4:2")
    one, none = without(grid, "r4c4:3"), without(grid, "r4c4:3", "r4c4:4")
    assert one.singles == grid.singles | 1 << 15
    assert [each.has_empty_cell for each in (one, none)] == [False, True]
    assert without(one, "r4c4:4", "r4c4:4").has_empty_cell
    # It is empty whatever else happens, until a digit is put there, right or wrong.
    assert without(none, "r1c3:3").has_empty_cell
    filled = placed(none, "r4c4:1")
    assert not filled.has_empty_cell
    assert not filled.singles >> 15 & 1
    # What sees a placed digit may lose its last candidate.
    assert placed(one, "r4c3:4").has_empty_cell


def test_a_repeat_is_told_before_an_empty_cell() -> None:
    grid = without(
        placed(empty(), "r3c2:5", "r3c8:5"), *(f"r9c9:{digit}" for digit in range(1, 10))
    )
    assert grid.contradiction() == "5 twice in row 3: r3c2, r3c8"


def test_with_manual_marks_a_repeat_is_told_all_the_same() -> None:
    grid = placed(empty(marks="manual"), "r3c2:5", "r3c8:5")
    assert grid.contradiction() == "5 twice in row 3: r3c2, r3c8"


# What a step makes of it


def test_a_placed_digit_stands_and_leaves_its_peers() -> None:
    grid = placed(SMALL, "r4c4:4")
    assert grid.line == "12..34.........4"
    assert holding(grid, 4) == "r1c3 r3c1"


def test_an_eliminated_candidate_is_gone_and_nothing_else() -> None:
    grid = without(SMALL, "r1c3:3")
    assert grid.candidates(grid.layout.cell("r1c3")) == {4}
    assert holding(grid, 3) == holding(SMALL, 3).replace("r1c3 ", "")
    assert holding(grid, 4) == holding(SMALL, 4)


def test_a_step_of_nothing_or_of_what_is_not_there_changes_nothing() -> None:
    assert without(SMALL, "r1c3:1", "r1c1:1") == SMALL.apply(Step()) == SMALL


@pytest.mark.parametrize(("cell", "digit"), [(-1, 1), (81, 1), (999, 1), (0, 0), (0, 10), (0, -1)])
@pytest.mark.parametrize("part", ["placements", "eliminations"])
def test_a_cell_or_a_digit_that_does_not_exist_is_refused(part: str, cell: int, digit: int) -> None:
    step = Step(**{part: [Candidate(cell, digit)]})  # type: ignore[arg-type]
    with pytest.raises(StepError) as error:
        empty().apply(step)
    assert str(error.value) == f"cell {cell} with digit {digit} does not exist on a 9x9 board"


# Manual marks


def test_with_manual_marks_an_open_cell_begins_with_every_digit() -> None:
    grid = Grid(SMALL.layout, SMALL.digits, marks="manual")
    assert {grid.candidates(cell) for cell in grid.open_cells} == {frozenset({1, 2, 3, 4})}


def test_with_manual_marks_a_placed_digit_takes_only_the_candidates_of_its_cell() -> None:
    grid = placed(empty(marks="manual"), "r1c1:5")
    assert len(holding(grid, 5).split()) == 80
    assert grid.candidates(grid.layout.cell("r1c1")) == set()


def test_a_board_changes_to_manual_marks_with_every_digit_and_back() -> None:
    manual = SMALL.with_marks("manual")
    assert manual == Grid(SMALL.layout, SMALL.digits, marks="manual")
    assert manual.with_marks("auto") == SMALL
    assert SMALL.with_marks("auto") is SMALL
    assert [SMALL.has_own_marks, manual.has_own_marks] == [False, False]


def test_marks_of_its_own_stay_when_the_way_of_keeping_them_changes() -> None:
    grid = without(SMALL, "r4c4:2")
    assert grid.has_own_marks
    assert grid.with_marks("manual").masks == grid.masks


def test_marks_removed_by_hand_stay_when_they_become_automatic() -> None:
    grid = without(SMALL.with_marks("manual"), "r4c4:2").with_marks("auto")
    assert grid == without(SMALL, "r4c4:2")


# Boards never change


@pytest.mark.parametrize("name", ["digits", "masks", "mine"])
def test_assigning_to_a_board_says_what_to_do(name: str) -> None:
    with pytest.raises(AttributeError) as error:
        setattr(SMALL, name, ())
    assert str(error.value) == (
        f"a grid never changes: use grid.apply(step) instead of setting {name}"
    )


def test_deleting_from_a_board_says_that_it_never_changes() -> None:
    with pytest.raises(AttributeError, match=r"^a grid never changes: digits cannot be deleted$"):
        del SMALL.digits


def test_a_list_that_changes_later_does_not_change_the_board() -> None:
    digits = list(SMALL.digits)
    grid = Grid(SMALL.layout, digits)
    digits[5] = 1
    assert grid == SMALL


# Boards that cannot be held


@pytest.mark.parametrize(
    ("layout", "digits", "masks", "why"),
    [
        *(("9x9", [0] * n, None, f"{n} cells: a 9x9 board has 81") for n in (0, 80, 82)),
        *(("4x4", SMALL.digits, [15] * n, f"{n} cells: a 4x4 board has 16") for n in (15, 17)),
        ("4x4", [5] + [0] * 15, None, "digit 5: a 4x4 board has 1 to 4, and 0 for open"),
    ],
)
def test_wrong_cells_marks_and_digits_are_refused(
    layout: str, digits: Any, masks: Any, why: str
) -> None:
    with pytest.raises(LayoutError, match=f"^{why}$"):
        Grid(Layout.named(layout), digits, masks=masks)


@pytest.mark.parametrize(
    "digits", [[-1] + [0] * 15, [999] + [0] * 15, [1.0] + [0] * 15, [None] * 16, "12..34.........."]
)
def test_invalid_digits_are_refused(digits: Any) -> None:
    with pytest.raises(LayoutError, match=r"^digits are whole numbers from 0 to 4, not"):
        Grid(Layout.named("4x4"), digits)


def test_digits_become_plain_ints() -> None:
    grid = Grid(Layout.named("4x4"), [True] + [False] * 15)
    assert {type(digit) for digit in grid.digits} == {int}


def test_digits_may_come_from_a_generator() -> None:
    digits: Any = (digit for digit in SMALL.digits)
    assert Grid(SMALL.layout, digits) == SMALL


def test_an_unknown_way_of_keeping_marks_is_refused() -> None:
    with pytest.raises(LayoutError, match=r"^marks must be 'auto' or 'manual', not 'Auto'$"):
        empty(marks="Auto")  # type: ignore[arg-type]


# Boards compare


def test_boards_of_the_same_digits_and_marks_are_equal() -> None:
    grid = board("12.. 34.. .... ....")
    assert grid == SMALL
    assert hash(grid) == hash(SMALL)


@pytest.mark.parametrize(
    "other",
    [
        board("12.. 34.. .... ...."[::-1]),
        without(SMALL, "r4c4:1"),
        Grid(SMALL.layout, SMALL.digits, given=0),
        Grid(SMALL.layout, SMALL.digits, marks="manual"),
        board(SMALL.line, Layout.named("4x4+diagonals")),
        SMALL.line,
    ],
)
def test_a_board_with_another_digit_mark_given_or_shape_is_another(other: object) -> None:
    assert other != SMALL


# What holds of every board


@st.composite
def played(draw: st.DrawFn) -> tuple[Grid, Step]:
    """A board on which some steps were played, right or wrong, and one more step for it."""
    layout = draw(st.sampled_from(EVERY_KIND))
    some = st.lists(
        st.builds(Candidate, st.sampled_from(layout.cells), st.integers(1, layout.n)), max_size=6
    )
    grid = empty(layout, draw(st.sampled_from(("auto", "manual"))))
    for placements, eliminations in draw(st.lists(st.tuples(some, some), max_size=4)):
        grid = grid.apply(Step(placements, eliminations))
    return grid, Step(draw(some), draw(some))


def parts(grid: Grid) -> Sequence[object]:
    return [getattr(grid, name) for name in Grid.__slots__]


@given(played())
def test_a_step_makes_a_board_with_its_digits_and_without_its_candidates(
    play: tuple[Grid, Step],
) -> None:
    grid, step = play
    before = copy.copy(parts(grid))
    after = grid.apply(step)
    assert parts(grid) == before
    for cell, digit in dict(step.placements).items():
        assert after.digit(cell) == digit
    for cell, digit in step.eliminations:
        assert digit not in after.candidates(cell)
    assert all(after.candidates(cell) <= grid.candidates(cell) for cell in grid.layout.cells)


@given(played())
def test_boards_masks_and_digits_tell_the_same(play: tuple[Grid, Step]) -> None:
    grid = play[0].apply(play[1])
    cells = grid.layout.cells
    assert grid.boards[0] == mask_of(cell for cell in cells if not grid.digits[cell])
    for digit in grid.layout.digits:
        assert grid.boards[digit] == mask_of(
            cell for cell in cells if digit in digits_of[grid.masks[cell]]
        )
    assert not any(grid.masks[cell] for cell in cells if grid.digits[cell])
    assert grid.singles == mask_of(cell for cell in cells if grid.masks[cell].bit_count() == 1)
    assert grid.has_empty_cell is any(not grid.masks[cell] for cell in grid.open_cells)


@given(played())
def test_with_automatic_marks_no_cell_may_hold_what_a_peer_holds(play: tuple[Grid, Step]) -> None:
    grid = play[0].apply(play[1]).with_marks("auto")
    for cell in grid.layout.cells:
        seen = {grid.digit(peer) for peer in grid.layout.peers(cell)}
        assert not grid.candidates(cell) & seen


@given(played())
def test_a_board_pickles_and_copies_back_equal(play: tuple[Grid, Step]) -> None:
    grid = play[0]
    for copied in (pickle.loads(pickle.dumps(grid)), copy.copy(grid), copy.deepcopy(grid)):
        assert parts(copied) == parts(grid)
        assert copied.layout is grid.layout


@given(played())
def test_a_board_is_drawn_with_every_cell_in_order(play: tuple[Grid, Step]) -> None:
    grid = play[0]
    assert "".join(symbol for symbol in str(grid) if symbol in "." + SYMBOLS) == grid.line
