"""The boards that the kit checks plugins on: true, and the same whatever strategies there are."""

from itertools import islice

import pytest

from sudoku_engine import Grid
from sudoku_engine.board.grid import Marks
from sudoku_engine.search import solutions
from sudoku_engine.testing import Kit, bundled_kit
from sudoku_plugins.kit.boards_with_solutions import (
    GROUPS,
    MOST_ON_THE_WAY,
    Position,
    kept_positions,
    positions,
    puzzles_of,
)
from tests.support.samples import thorough

pytestmark = pytest.mark.slow


def boards_of(group: str, marks: Marks = "auto") -> list[Position]:
    return list(positions(group, marks))


def assert_true(position: Position) -> None:
    """Assert that a board has its solutions, no other, and no candidate that the rules forbid."""
    grid = position.grid
    known = {answer for answer in (position.solution, position.second_solution) if answer}
    assert {found.digits for found in islice(solutions(grid), 3)} == known, position.source
    full = Grid(grid.layout, grid.digits, marks=grid.marks)
    assert all(mask & ~allowed == 0 for mask, allowed in zip(grid.masks, full.masks))


@pytest.mark.parametrize(
    "group", [thorough(each) if each == "diagonals" else each for each in GROUPS]
)
def test_every_kept_board_has_its_solutions_and_the_givens_of_its_puzzle(group: str) -> None:
    puzzles = {puzzle.source: puzzle.grid for puzzle in puzzles_of(group)}

    for puzzle, *way in kept_positions(group):
        assert puzzle.grid == puzzles[puzzle.source]
        assert len(way) <= MOST_ON_THE_WAY + 1
        for position in (puzzle, *way):
            assert_true(position)
            assert position.grid.given == puzzle.grid.given
            assert position.grid.n_open <= puzzle.grid.n_open


USED = [(group, "auto") for group in GROUPS] + [
    (group, "manual") for group in GROUPS if group != "twofold"
]
"""The boards with two solutions are used with automatic pencil marks only."""


@pytest.mark.parametrize(("group", "marks"), USED)
def test_every_board_made_by_chance_has_its_solutions(group: str, marks: Marks) -> None:
    for position in boards_of(group, marks)[::5]:
        assert_true(position)


def test_there_are_as_many_boards_as_ever() -> None:
    counts = {group: len(boards_of(group)) for group in GROUPS}

    assert counts == {
        "9x9": 435,
        "twofold": 90,
        "4x4": 24,
        "6x6": 24,
        "12x12": 51,
        "16x16": 56,
        "diagonals": 160,
        "jigsaw": 112,
    }


def test_the_boards_are_the_same_whatever_strategies_there_are() -> None:
    none, all_of_ours = Kit([]), bundled_kit()

    for group in GROUPS:
        assert list(none.boards.positions(group)) == list(all_of_ours.boards.positions(group))


def test_fewer_puzzles_give_some_of_the_same_boards() -> None:
    every = {position.source for position in boards_of("9x9")}
    some = {position.source for position in positions("9x9", "auto", 5)}

    assert len(some) > 10
    assert some < every
