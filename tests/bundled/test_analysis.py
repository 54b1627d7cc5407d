"""What several strategies need of a board: cells by candidates, places of a digit, strong links."""

from __future__ import annotations

from typing import Any

from sudoku_engine import Grid, Layout
from sudoku_engine.board.masks import bits
from sudoku_plugins.strategies.analysis.cells import bivalue_cells, single_candidate_cells
from sudoku_plugins.strategies.analysis.places import places_by_house, strong_links

FOUR = Layout.named("4x4")
# A 1 is placed in box 1 and in box 4: one place is left in row 2, and one in row 3.
GRID = Grid.parse("1... .... .... ..1.")


def test_cells_with_one_and_with_two_candidates(classic_boards: list[Any]) -> None:
    for board in classic_boards[::25]:
        grid = board.puzzle
        by_number = {1: single_candidate_cells(grid.boards), 2: bivalue_cells(grid.boards)}
        for number, cells in by_number.items():
            expected = [cell for cell in grid.open_cells if len(grid.candidates(cell)) == number]
            assert list(bits(cells)) == expected, board.source


def test_a_cell_with_three_candidates_has_not_just_two() -> None:
    assert bivalue_cells((0b1, 0b1, 0b1, 0b1)) == 0


def test_the_places_of_a_digit_are_those_of_each_house() -> None:
    places = places_by_house(GRID.boards[1], FOUR)
    named = dict(zip(map(str, FOUR.houses), map(FOUR.cells_in, places)))
    assert [str(cell) for cell in named["row 2"]] == ["r2c4"]
    assert [str(cell) for cell in named["row 3"]] == ["r3c2"]
    assert named["row 1"] == []


def test_two_places_in_a_house_are_a_strong_link() -> None:
    grid = Grid.parse("1... .... .... ....")
    links = [
        f"{link.first}={link.second} in {link.house}" for link in strong_links(grid.boards[1], FOUR)
    ]
    assert links == [
        "r2c3=r2c4 in row 2",
        "r3c2=r4c2 in column 2",
        "r2c3=r2c4 in box 2",
        "r3c2=r4c2 in box 3",
    ]


def test_a_strong_link_is_there_just_where_a_digit_has_two_places(
    classic_boards: list[Any],
) -> None:
    for board in classic_boards[::25]:
        grid = board.puzzle
        for digit in grid.layout.digits:
            expected = [
                (house, *places)
                for house in grid.layout.houses
                for places in [[c for c in house.cells if digit in grid.candidates(c)]]
                if len(places) == 2
            ]
            assert list(strong_links(grid.boards[digit], grid.layout)) == expected
