"""Almost locked sets on small boards: what they are, and what follows from them."""

from __future__ import annotations

from sudoku_engine import Grid, Layout
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.notation import compact
from sudoku_plugins.strategies.analysis.almost_locked_sets import (
    AlmostLockedSet,
    almost_locked_sets,
)
from tests.support.techniques import CLASSIC, marked


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


def test_an_open_board_of_25_rows_has_none() -> None:
    assert almost_locked_sets(Grid(Layout.named("25x25"), [0] * 625)) == ()
