"""Canonical forms: the same for all copies of a board and for no other board."""

import random
import subprocess
import sys
from itertools import combinations
from typing import Any

import pytest

from sudoku_engine import Grid, Layout
from sudoku_engine.errors import LayoutError
from sudoku_engine.randomness import below
from sudoku_plugins.checkers.symmetry import node
from sudoku_plugins.checkers.symmetry.copies import canonical_form, find_transformation
from sudoku_plugins.checkers.symmetry.minlex import minlex_form
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from tests.support.boards import of_rule, random_board, random_copy, solved
from tests.support.paths import ROOT, shared_text
from tests.support.placements import NASTY, shown_in_every_way
from tests.support.samples import thorough

CLASSIC = Layout.named("9x9")
SMALL = Layout.named("4x4")
OBLONG = Layout.named("6x6")

LEAST_MINLEX = """
    123456789 456789123 789123456
    214365897 365897214 897214365
    531642978 642978531 978531642
"""
"""The least of all minlex grids, found by Red Ed."""

GREATEST_MINLEX = """
    123456789 457893612 986217354
    274538196 531964827 698721435
    342685971 715349268 869172543
"""
"""The greatest, by the same; "72-way automorphic".

Both: http://forum.enjoysudoku.com, "Canonical Form", 28 January 2007.
"""

forms = pytest.mark.parametrize("form", [canonical_form, minlex_form])


def grid_of(text: str) -> Grid:
    return Grid.parse("".join(text.split()))


REGULAR = {
    name: of_rule(NASTY[name])
    for name in (
        *("empty", "one clue", "one digit everywhere", "full with 648 symmetries"),
        *("full, shifted by one", "a diagonal of one digit", "every row the same"),
        *("every box one digit", "chessboard", "a frame", "points of an affine plane"),
    )
}
regular = pytest.mark.parametrize("grid", REGULAR.values(), ids=REGULAR)


# Both forms


def boards_for(form: Any, boards: list[Any]) -> list[Any]:
    """All of the `boards` for the canonical form; for minlex some, none of them large."""
    if form is canonical_form:
        return boards
    return [board for board in boards if board.puzzle.layout.n <= 9][::10]


@forms
def test_a_form_is_reached_by_its_transformation(form: Any, all_boards: list[Any]) -> None:
    for board in boards_for(form, all_boards):
        found = form(board.puzzle)
        moves = found.transformation
        checked = Transformation(moves.layout, moves.cells, moves.digits)
        assert checked.grid(board.puzzle).digits == found.grid.digits == tuple(found.digits)
        assert found.grid.line == found.line


@forms
def test_copies_have_one_form(form: Any, all_boards: list[Any]) -> None:
    rng = random.Random(1)
    for board in boards_for(form, all_boards):
        assert form(random_copy(rng, board.puzzle)).digits == form(board.puzzle).digits


@forms
def test_a_form_is_its_own_form(form: Any, classic_boards: list[Any]) -> None:
    for board in boards_for(form, classic_boards):
        found = form(board.puzzle)
        assert form(found.grid).digits == found.digits


@forms
@pytest.mark.parametrize("layout", [SMALL, OBLONG], ids=str)
def test_random_boards_have_one_form_exactly_if_they_are_copies(form: Any, layout: Layout) -> None:
    rng = random.Random(2)
    boards = [random_board(rng, layout, 1 + below(rng, 3), 0.15) for _ in range(60)]
    written = [(board, form(board).digits) for board in boards]
    verdicts = []
    for (one, one_form), (other, other_form) in combinations(written, 2):
        similar = find_transformation(one, other) is not None
        assert (one_form == other_form) == similar
        verdicts.append(similar)
    assert set(verdicts) == {True, False}


@forms
@pytest.mark.parametrize("stride", [48, thorough(24)])
def test_full_grids_have_one_form(form: Any, classic_boards: list[Any], stride: int) -> None:
    rng = random.Random(3)
    for board in classic_boards[::stride]:
        grid = solved(board)
        assert form(random_copy(rng, grid)).digits == form(grid).digits


@forms
def test_on_a_layout_with_diagonals_only_turns_and_reflections_count(form: Any) -> None:
    layout = Layout.named("4x4+diagonals")
    corner = Grid(layout, [1] + [0] * 15)
    other_corner = Grid(layout, [0] * 15 + [2])
    inside = Grid(layout, [0] * 5 + [1] + [0] * 10)
    assert form(corner).digits == form(other_corner).digits != form(inside).digits
    assert form(corner).line == "...............1"
    assert form(corner).symmetries == 2


# The canonical form


@regular
def test_regular_boards_have_one_form_too(grid: Grid) -> None:
    rng = random.Random(4)
    found = canonical_form(grid)
    for _ in range(3):
        copy = canonical_form(random_copy(rng, grid))
        assert (copy.digits, copy.symmetries) == (found.digits, found.symmetries)


def test_regular_boards_of_different_kinds_have_different_forms() -> None:
    assert len({canonical_form(grid).digits for grid in REGULAR.values()}) == len(REGULAR)


@pytest.mark.parametrize("n", [150, thorough(1000)])
def test_random_boards_keep_their_form(n: int) -> None:
    rng = random.Random(5)
    for _ in range(n):
        grid = random_board(rng, CLASSIC, 1 + below(rng, 9), rng.random())
        assert canonical_form(random_copy(rng, grid)).digits == canonical_form(grid).digits


@pytest.mark.parametrize("size", ["12x12", "16x16", "25x25"])
def test_large_boards_have_forms(size: str) -> None:
    rng = random.Random(6)
    grid = random_board(rng, Layout.named(size), 9, 0.3)
    assert canonical_form(random_copy(rng, grid)).digits == canonical_form(grid).digits


@pytest.mark.parametrize("prime", [97, 1009])
def test_colours_that_meet_by_chance_change_no_class(
    prime: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node, "PRIME", prime)
    rng = random.Random(prime)
    for _ in range(60):
        grid = random_board(rng, SMALL, 4, 0.6)
        form, copy = canonical_form(grid), canonical_form(random_copy(rng, grid))
        assert (copy.digits, copy.symmetries) == (form.digits, form.symmetries)


def test_a_form_is_the_same_in_every_process() -> None:
    """No `hash()` has a part in it, which is salted for texts and differs between Pythons."""
    program = """if True:
        from sudoku_engine import Grid
        from sudoku_plugins.checkers.symmetry.copies import canonical_form
        print(canonical_form(Grid.parse("12.. ..3. .... ...4")).line)
    """
    other = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
        text=True,
    )
    assert other.stdout.strip() == canonical_form(Grid.parse("12.. ..3. .... ...4")).line


# Symmetries


@pytest.mark.parametrize("layout", [SMALL, OBLONG], ids=str)
def test_symmetries_are_as_many_as_the_oracle_counts(layout: Layout) -> None:
    rng = random.Random(7)
    counts = set()
    for _ in range(60 if layout is SMALL else 8):
        grid = random_board(rng, layout, 1 + below(rng, layout.n), rng.random() ** 2)
        first, *others = shown_in_every_way(grid)
        n_symmetries = 1 + others.count(first)
        assert canonical_form(grid).symmetries == n_symmetries, grid.line
        counts.add(n_symmetries)
    assert len(counts) > 2


@pytest.mark.parametrize(
    ("name", "symmetries"),
    [
        ("empty", 3_359_232),
        ("one digit everywhere", 3_359_232),
        ("one clue", 3_359_232 // 81),
        ("full with 648 symmetries", 648),
        ("every box one digit", 3_359_232),
        ("every row the same", 3_359_232 // 2),
        ("a diagonal of one digit", 2 * 6**4),
    ],
)
def test_known_boards_have_their_number_of_symmetries(name: str, symmetries: int) -> None:
    assert canonical_form(REGULAR[name]).symmetries == symmetries


def test_the_greatest_minlex_grid_has_72_symmetries() -> None:
    assert canonical_form(grid_of(GREATEST_MINLEX)).symmetries == 72


@pytest.mark.parametrize("form", [canonical_form, minlex_form])
def test_both_forms_tell_the_same_number(form: Any) -> None:
    assert form(Grid.parse("1... .... .... ....")).symmetries == 2 * 4 * 4 * 4 // 16


# Minlex


@pytest.mark.parametrize(("layout", "n_boards"), [(SMALL, 150), (OBLONG, 12)], ids=str)
def test_minlex_is_the_least_that_the_oracle_sees(layout: Layout, n_boards: int) -> None:
    """Boards with few clues and many, and also with a digit twice in a row."""
    rng = random.Random(8)
    for _ in range(n_boards):
        grid = random_board(rng, layout, 1 + below(rng, layout.n), rng.random())
        assert tuple(minlex_form(grid).digits) == min(shown_in_every_way(grid)), grid.line


def test_minlex_of_full_grids_is_the_least_that_the_oracle_sees(other_boards: list[Any]) -> None:
    grids = [solved(board) for board in other_boards if board.puzzle.layout in (SMALL, OBLONG)]
    assert grids
    for grid in grids[:8]:
        assert tuple(minlex_form(grid).digits) == min(shown_in_every_way(grid)), grid.line


@pytest.mark.parametrize("text", [LEAST_MINLEX, GREATEST_MINLEX])
def test_known_minlex_grids_are_recognised(text: str) -> None:
    grid = grid_of(text)
    copy = random_copy(random.Random(9), grid)
    assert minlex_form(copy).line == grid.line


def test_blanks_are_least_and_rows_may_become_columns() -> None:
    assert minlex_form(Grid.parse("1... 2... .... ....")).line == "..............12"


def test_no_copy_of_a_17_clue_puzzle_is_less_than_its_minlex_form() -> None:
    """Most lines of this list are minlex; a form above its line would not be."""
    text = shared_text("puzzles/17-clue.txt")
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    for line in lines[::20]:
        assert minlex_form(Grid.parse(line)).line <= line


def test_minlex_of_a_large_board_is_refused_in_words() -> None:
    with pytest.raises(LayoutError, match="minlex takes too long on a 16x16 board: at most 9x9"):
        minlex_form(Grid(Layout.named("16x16"), [0] * 256))
