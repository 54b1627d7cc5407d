"""Boards with clues that are turned, reflected and renamed: clues and steps move too."""

from random import Random

import pytest

from sudoku_engine import (
    Grid,
    Layout,
    Step,
    Transformation,
    canonical,
    compare,
    solve,
    steps,
    transform,
)
from sudoku_engine.board import variants
from sudoku_engine.errors import LayoutError
from sudoku_plugins.checkers.symmetry.moves import Reflection, Swap, Turn
from tests.support.clues import layout_with

FOUR = Layout.named("4x4")
NINE = Layout.named("9x9")
CLUES = ("anti-king", "killer cage 5 r1c12", "thermometer r2c1,r3c2,r4c3", "white dot r2c34")


def puzzle() -> Grid:
    """Return a 4x4 puzzle that has one solution by its clues."""
    return Grid(layout_with(*CLUES[1:], base=FOUR), [2, *[0] * 9, 4, *[0] * 5])


def test_a_turn_takes_the_clues_along() -> None:
    turned = transform(puzzle(), "rotate 90")
    assert [str(clue) for clue in turned.layout.clues] == [
        "killer cage 5 r1c4,r2c4",
        "thermometer r1c3,r2c2,r3c1",
        "white dot r3c3,r4c3",
    ]
    assert solve(turned).grid == transform(solve(puzzle()).grid, "rotate 90")


def test_diagonals_move_without_the_rules_of_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Layout, "result_of", lambda name: None)
    variants.brought.cache_clear()
    grid = Grid.parse("1..." * 4, Layout.named("4x4+diagonals"))
    assert transform(grid, "rotate 90").layout is grid.layout
    variants.brought.cache_clear()


@pytest.mark.parametrize("move", [Turn(90), Turn(180), Reflection("rising"), Reflection("falling")])
def test_what_is_undone_has_the_layout_of_the_start(move: Turn | Reflection) -> None:
    grid = Grid(layout_with(*CLUES), [0] * 81)
    there = move.transformation(grid.layout)
    assert there.then(there.inverse()) == Transformation.identity(grid.layout)
    assert there.inverse().grid(there.grid(grid)) == grid


def test_a_swap_of_rows_is_refused_with_the_name_of_a_clue() -> None:
    with pytest.raises(
        LayoutError, match="only turns and reflections move clues such as anti king"
    ):
        Swap("row", 1, 2).transformation(layout_with("anti-king"))


@pytest.mark.parametrize("clue", ["killer cage 6 r1c12", "thermometer r1c12", "even r1c1"])
def test_names_of_digits_that_a_clue_counts_with_stay(clue: str) -> None:
    with pytest.raises(LayoutError, match="would change what the clue"):
        Transformation.of_lines(layout_with(clue), digits=[2, 1, *range(3, 10)])


@pytest.mark.parametrize(
    "clue", ["anti-knight", "palindrome r1c12,r4c5", "all different r1c1,r5c5"]
)
def test_names_of_digits_change_where_no_clue_counts(clue: str) -> None:
    layout = layout_with(clue)
    assert Transformation.of_lines(layout, digits=[2, 1, *range(3, 10)]).target is layout


def test_dots_and_whispers_can_be_counted_from_the_other_end() -> None:
    layout = layout_with("white dot r1c12", "german whispers r3c123")
    assert Transformation.of_lines(layout, digits=range(9, 0, -1)).target is layout
    with pytest.raises(LayoutError, match="thermometer"):
        Transformation.of_lines(layout_with("thermometer r1c12"), digits=range(9, 0, -1))


def test_a_number_of_two_digits_is_read_in_one_direction_only() -> None:
    pill = layout_with("arrow 2 r1c1,r1c2,r1c3,r1c4,r1c5")
    with pytest.raises(LayoutError, match="arrow 2"):
        Turn(180).transformation(pill)


def test_a_turned_copy_is_found_whatever_the_order_of_its_clues() -> None:
    turned = transform(puzzle(), "rotate 90")
    clues = ["white dot r4c3,r3c3", "thermometer r1c3,r2c2,r3c1", "killer cage 5 r2c4,r1c4"]
    copy = Grid(layout_with(*clues, base=FOUR), turned.digits)
    assert [str(move) for move in compare(puzzle(), copy).moves] == ["rotate by 90 degrees"]


def test_boards_with_other_clues_are_no_copies() -> None:
    clues = ("killer cage 5 r1c12", "thermometer r4c3,r3c2,r2c1", "white dot r2c34")
    other = Grid(layout_with(*clues[::2], base=FOUR), puzzle().digits)
    assert compare(puzzle(), other).similar is False
    assert compare(puzzle(), Grid(FOUR, puzzle().digits)).similar is False
    reversed_thermometer = Grid(layout_with(*clues, base=FOUR), puzzle().digits)
    assert not compare(puzzle(), reversed_thermometer)


# The canonical form


@pytest.mark.parametrize(
    ("clues", "digits"),
    [
        (CLUES[1:], (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4)),
        (("even r1c1,r3c2", "odd r2c2"), (1, 2, 0, 0, 4, 3)),
        (("anti-king",), (1, 2, 0, 3)),
        (("sum 5 r1c1,r2c2", "renban r4c4,r4c3,r3c3"), ()),
    ],
)
def test_all_copies_have_one_form(clues: tuple[str, ...], digits: tuple[int, ...]) -> None:
    grid = Grid(layout_with(*clues, base=FOUR), [*digits, *[0] * (16 - len(digits))])
    form = canonical(grid)
    assert form.transformation.grid(grid).digits == form.grid.digits
    for number in range(12):
        move = Transformation.random(Random(number), grid.layout)
        assert str(canonical(move.grid(grid))) == str(form)
        assert compare(grid, move.grid(grid))


def test_the_order_in_which_cells_are_written_does_not_matter_where_no_rule_minds() -> None:
    ways = ["killer cage 6 r1c123", "killer cage 6 r1c2,r1c3,r1c1", "killer cage 6 r1c321"]
    assert len({str(canonical(Grid(layout_with(way), [0] * 81))) for way in ways}) == 1
    ways = ["arrow r1c1,r1c2,r2c4", "arrow r1c2,r1c1,r2c4"]
    assert len({str(canonical(Grid(layout_with(way), [0] * 81))) for way in ways}) == 2


def test_the_form_has_its_clues_above_its_digits() -> None:
    form = canonical(transform(puzzle(), "rotate 90"))
    assert str(form) == (
        "clues: killer cage 5 r1c1,r1c2; thermometer r2c1,r3c2,r4c3; white dot r2c3,r2c4\n"
        "2.........4....."
    )
    assert form.symmetries == 1
    assert str(canonical(puzzle(), order="minlex")) == str(form)
    assert canonical(Grid(layout_with("anti-king", base=FOUR), [0] * 16)).symmetries == 8


def test_digits_keep_their_kind_where_a_clue_tells_kinds_apart() -> None:
    even = layout_with("even r1c1", base=FOUR)
    forms = [str(canonical(Grid(even, [0, digit, *[0] * 14]))) for digit in (1, 3, 2, 4)]
    assert forms[0] == forms[1] != forms[2] == forms[3]


def clue_steps(grid: Grid) -> list[Step]:
    """Return what the clues of `grid` eliminate, each alone."""
    return [found.step for found in steps(grid, strategies=["clue"])]


def test_a_turned_board_has_the_turned_steps() -> None:
    there = Turn(90).transformation(puzzle().layout)
    moved, found = (
        {(frozenset(step.eliminations), step.clues) for step in some}
        for some in (map(there.step, clue_steps(puzzle())), clue_steps(there.grid(puzzle())))
    )
    assert moved
    assert moved == found
