"""The engine's own search: how many solutions, which ones, and when it gives up.

`tests/bundled/test_solvers.py` asks it all that solvers are asked, by the name of `bitboard`.
"""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Candidate, GaveUp, Grid, Layout, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.search import Budget, classic, count, general, solutions, typing_errors
from sudoku_engine.solving import verification
from sudoku_plugins.solvers.bitboard import BITBOARD
from tests.support.boards import (
    SOLVED,
    TWO_WAYS,
    board,
    eliminated,
    empty,
    near_puzzles,
    with_digit,
)
from tests.support.samples import thorough

CLASSIC = Layout.named("9x9")


def emptied(grid: Grid, names: str) -> Grid:
    """`grid` without the digits in the cells of these names."""
    for name in names.split():
        grid = with_digit(grid, name, 0)
    return grid


def solution_lines(grid: Grid) -> list[str]:
    return [solution.line for solution in solutions(grid)]


# How many solutions


# Rows 1 and 4 lack 1, 2, 3 in columns 1 to 3, and these columns lack 1 and 2, 2 and 3,
# 3 and 1: the digit of one cell decides all six.
TWO_ROWS = "r1c1 r1c2 r1c3 r4c1 r4c2 r4c3"


@pytest.mark.parametrize(
    ("names", "number"),
    [(f"{TWO_ROWS} r2c4 r2c5 r2c6 r5c4 r5c5 r5c6", 2 * 2), (f"{TWO_ROWS} r7c1 r7c2 r7c3", 12)],
    ids=["independent choices multiply", "three rows are latin squares of order 3"],
)
def test_rows_of_stacks_that_can_change_places_are_counted(names: str, number: int) -> None:
    assert count(emptied(board(SOLVED), names), 100) == number


def test_a_filled_first_row_leaves_a_4x4_board_one_in_24_of_its_solutions() -> None:
    # The 4! first rows are alike.
    assert count(board("1234 .... .... ...."), 1000) == 288 // 24


def test_counting_stops_at_the_limit() -> None:
    grid = empty(Layout.of_size(4))
    assert [count(grid, limit) for limit in (0, 1, 2, 287, 288, 289)] == [0, 1, 2, 287, 288, 288]


# Contradictions


@pytest.mark.parametrize("name", ["4x4", "9x9", "9x9+diagonals", "16x16", "25x25"])
@pytest.mark.parametrize("names", ["r1c1 r1c4", "r1c1 r4c1", "r1c1 r2c2"])
def test_a_digit_twice_in_a_house_is_seen_at_once(name: str, names: str) -> None:
    grid = empty(Layout.named(name))
    for cell in names.split():
        grid = with_digit(grid, cell, 2)
    assert count(grid, 1, budget=1) == 0


@pytest.mark.parametrize("name", ["9x9", "9x9+diagonals", "16x16"])
def test_a_cell_without_a_candidate_or_a_digit_without_a_place_is_seen_at_once(name: str) -> None:
    no_candidate = no_place = empty(Layout.named(name))
    for digit in no_candidate.layout.digits:
        no_candidate = eliminated(no_candidate, "r3c3", digit)
    for cell in no_place.layout.rows[2].cells:
        no_place = eliminated(no_place, str(cell), 4)
    assert [count(grid, 1, budget=1) for grid in (no_candidate, no_place)] == [0, 0]


# Candidates that are eliminated


def test_manual_marks_do_not_hide_what_the_digits_rule_out(classic_boards) -> None:
    for puzzle, solution, source in classic_boards[::20]:
        assert solution_lines(puzzle.with_marks("manual")) == [solution], source


@given(
    opened=st.sets(st.integers(0, 80), min_size=1, max_size=40),
    chosen=st.integers(0, 80),
    digit=st.integers(1, 9),
)
def test_each_solution_either_has_a_candidate_or_has_it_not(opened, chosen, digit) -> None:
    solved = board(SOLVED)
    grid = Grid(CLASSIC, [0 if cell in opened else d for cell, d in enumerate(solved.digits)])
    cell = sorted(opened)[chosen % len(opened)]
    if digit not in grid.candidates(cell):
        return
    limit = 200
    with_it = count(grid.apply(Step(placements=[Candidate(cell, digit)])), limit)
    without = count(grid.apply(Step(eliminations=[Candidate(cell, digit)])), limit)
    assert min(limit, with_it + without) == count(grid, limit)


# Our own puzzles


def test_every_puzzle_of_ours_has_its_one_solution(all_boards) -> None:
    for puzzle, solution, source in all_boards:
        assert solution_lines(puzzle) == [solution], source
        assert board(solution, puzzle.layout).is_solved, source


@pytest.mark.parametrize(("stride", "near"), [(12, 4), thorough(3, 1)])
def test_the_general_search_agrees_with_the_classic_one(classic_boards, stride, near) -> None:
    puzzles = [puzzle for puzzle, _, _ in classic_boards]
    limit = 30
    numbers = set()
    for grid in puzzles[::stride] + near_puzzles(puzzles[::near], "agree"):
        by_general = set(islice(general.search(grid, Budget()), limit))
        by_classic = set(islice(classic.search(grid, Budget()), limit))
        assert len(by_general) == len(by_classic), grid.line
        if len(by_general) < limit:
            assert by_general == by_classic, grid.line
        numbers.add(len(by_general))
    assert numbers >= {0, 1, 2, limit}


def test_a_minimal_puzzle_has_more_solutions_without_any_of_its_givens(classic_boards) -> None:
    minimal = [puzzle for puzzle, _, source in classic_boards if source.startswith("minimal")]
    for grid in minimal[::20]:
        for cell in grid.layout.cells:
            if grid.is_given(cell):
                assert count(with_digit(grid, str(cell), 0), 2) == 2


# One after another


@pytest.mark.parametrize("name", ["6x6", "9x9+diagonals", "12x12", "16x16", thorough("25x25")])
def test_an_empty_board_of_any_size_is_filled(name: str) -> None:
    assert next(solutions(empty(Layout.named(name)), budget=1000)).is_solved


def test_solutions_come_in_the_same_order_each_time() -> None:
    for layout in (CLASSIC, Layout.named("6x6")):
        once, again = (list(islice(solutions(empty(layout)), 50)) for _ in range(2))
        assert once == again


# The budget


def test_a_search_gives_up_when_its_budget_is_used_up() -> None:
    with pytest.raises(GaveUp, match="gave up after 40 boards"):
        list(solutions(empty(CLASSIC), budget=40))
    with pytest.raises(GaveUp):
        count(empty(Layout.of_size(16)), 2, budget=40)


def test_what_was_found_before_the_budget_ended_is_given() -> None:
    search = solutions(empty(CLASSIC), budget=100)
    assert next(search).is_solved
    with pytest.raises(GaveUp):
        list(search)


def test_a_board_that_singles_solve_costs_one_board() -> None:
    assert count(emptied(board(SOLVED), "r1c1 r5c5 r9c9"), 2, budget=1) == 1


def test_no_budget_is_enough_for_no_board() -> None:
    with pytest.raises(GaveUp):
        count(board(SOLVED), 1, budget=0)


def test_several_searches_can_share_a_budget() -> None:
    budget = Budget(3)
    for _ in range(3):
        assert count(board(SOLVED), 1, budget) == 1
    with pytest.raises(GaveUp):
        count(board(SOLVED), 1, budget)


# Typing errors


def test_a_wrong_digit_on_a_full_board_is_found() -> None:
    wrong = with_digit(board(SOLVED), "r4c7", 3)
    assert typing_errors(wrong)[0] == [(wrong.layout.cell("r4c7"), 8)]


def test_both_of_two_givens_that_could_be_wrong_are_named() -> None:
    # 1 stands in r1c1 and r3c1. With 2 in r1c1 or with 2 in r3c1 the board has one solution.
    wrong = with_digit(with_digit(board(TWO_WAYS), "r1c1", 1), "r3c1", 1)
    assert typing_errors(wrong)[:2] == [[(0, 2)], [(8, 2)]]


def test_a_given_changed_to_what_makes_a_proper_puzzle_is_found(all_boards) -> None:
    rng = Random("typing errors")
    tried = 0
    for puzzle, _, source in all_boards[::16]:
        cell = rng.choice([cell for cell in puzzle.layout.cells if puzzle.is_given(cell)])
        wrong = with_digit(puzzle, str(cell), rng.choice(puzzle.layout.digits))
        if count(wrong, 1) == 0:
            found = typing_errors(wrong, budget=None if puzzle.layout.n < 16 else 10_000)
            assert found, source
            [(suspect, right)] = found[0]
            mended = with_digit(wrong, str(puzzle.layout.cells[suspect]), right)
            assert count(mended, 2) == 1, source
            tried += 1
    assert tried > 5


def test_a_proper_puzzle_has_no_typing_error(classic_boards) -> None:
    assert typing_errors(classic_boards[0].puzzle) == []


def test_two_wrong_givens_are_named_together(classic_boards) -> None:
    puzzle, solution, _ = classic_boards[0]
    first, *_, last = (cell for cell in puzzle.layout.cells if puzzle.is_given(cell))
    wrong = puzzle
    for cell in (first, last):
        free = {*range(1, 10)} - {puzzle.digit(peer) for peer in puzzle.layout.peers(cell)}
        wrong = with_digit(wrong, str(cell), max(free - {int(solution[cell])}))
    suspects = typing_errors(wrong, budget=100_000)
    assert [(first, 0), (last, 0)] in suspects
    assert all(len(cells) == 2 for cells in suspects)


def test_a_digit_that_a_person_filled_in_is_no_typing_error() -> None:
    puzzle = emptied(board(SOLVED), "r1c1 r1c2")
    assert typing_errors(puzzle.apply(Step(placements=[Candidate(0, 2)]))) == []


def test_looking_for_a_typing_error_ends_with_its_budget() -> None:
    wrong = with_digit(board(SOLVED), "r9c9", 6)
    assert typing_errors(wrong, budget=20) == []
    assert typing_errors(wrong)


# The solver plugin


def test_the_bitboard_solver_is_the_search() -> None:
    assert BITBOARD.id == "bitboard"
    assert [solution.line for solution in BITBOARD.solutions(board(TWO_WAYS))] == solution_lines(
        board(TWO_WAYS)
    )
    assert (
        verification.count(Component.of("solver", BITBOARD), empty(Layout.of_size(4)), 1000) == 288
    )
