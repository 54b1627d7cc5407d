"""Hints that show more and more, and the check."""

import pytest

from sudoku_engine import Candidate, Grid, PuzzleError, cell
from sudoku_engine.errors import LayoutError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_plugins.session.workbench import Session
from tests.support.boards import PUZZLE, SOLUTION, THREE_OPEN, board
from tests.support.sessions import MANUAL, broken, of, small


def test_a_hint_gives_ever_more(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    where, what, why = (session.hint(depth).text for depth in ("where", "what", "why"))
    assert where.startswith("Look at ")
    assert "row 1" in where
    assert "Full House" not in where
    assert "Full House" in what
    assert "r1c1=1" not in what
    assert "r1c1=1" in why


def test_a_hint_changes_nothing_and_brings_its_step(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    hint = session.hint("where")
    assert hint.event is not None
    assert hint.event.step.placements == ((0, 1),)
    assert session.length == 1


def test_on_a_board_with_a_mistake_the_hint_is_that(helpers: list[Component]) -> None:
    session = Session(board(PUZZLE), strategies=helpers)
    session.place(cell("r1c3"), 1)
    hint = session.hint("why")
    assert hint.text == "There is a mistake on the board: 1 digit is wrong."
    assert hint.event is None


def test_why_explains_an_elimination_or_the_simplest_step() -> None:
    session = Session(Grid.parse("12.. .... .... ...."))
    assert str(session.why(Candidate(6, 4))).startswith("r2c3<>4 follows from 1 truth:")
    assert session.why().truths
    assert session.why(Candidate(2, 3)).counter_board is not None


def test_why_speaks_only_of_boards_without_a_mistake_and_of_their_cells() -> None:
    session = Session(board(PUZZLE))
    session.place(cell("r1c3"), 1)
    with pytest.raises(PuzzleError, match=r"1 digit is wrong$"):
        session.why()
    with pytest.raises(LayoutError, match="no cell 81"):
        Session(board(PUZZLE)).why(Candidate(81, 1))


def test_there_is_no_hint_without_strategies_nor_on_a_solved_board(
    helpers: list[Component],
) -> None:
    assert Session(board(PUZZLE)).hint().text == "No strategy finds a step."
    solved = Session(board(SOLUTION), strategies=helpers)
    assert solved.hint().text == "The board is solved already."


def test_a_hint_names_the_strategies_that_were_wrong(helpers: list[Component]) -> None:
    session = Session(board(PUZZLE), strategies=[of(broken), *helpers])
    hint = session.hint()
    assert [fault.strategy.id for fault in hint.faults] == ["broken"]
    assert hint.event is not None


def test_all_steps_are_those_of_the_board_at_the_cursor(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    first, second, third = session.all_steps().steps
    assert session.length == 1
    session.take_listed(second.event)
    assert session.grid.digit(cell("r5c5")) == 9
    assert [each.event.step for each in session.all_steps().steps] == [
        first.event.step,
        third.event.step,
    ]
    with pytest.raises(UsageError, match="has changed"):
        session.take_listed(first.event)


def test_all_steps_respect_notes_kept_by_hand(helpers: list[Component]) -> None:
    session = Session(board(PUZZLE), strategies=helpers[:20], settings=MANUAL)
    found = session.all_steps().steps
    ids = [each.event.strategy.id for each in found]
    assert ids[:31].count("visible_single") == ids.count("visible_single") == 30
    assert "naked_single" not in ids


def test_there_are_no_steps_on_a_board_that_is_wrong_or_solved(helpers: list[Component]) -> None:
    session = Session(board(PUZZLE), strategies=helpers)
    session.place(cell("r1c3"), 1)
    assert session.all_steps().text == "There is a mistake on the board: 1 digit is wrong."
    assert Session(board(PUZZLE)).all_steps().text == "No strategy finds a step."
    solved = Session(board(SOLUTION), strategies=helpers)
    assert solved.all_steps().text == "The board is solved already."


def test_the_check_says_that_all_is_right_so_far() -> None:
    session = Session(board(PUZZLE))
    session.place(cell("r1c3"), 4)
    assert session.check() == "All is right so far, 50 cells are open."


def test_the_check_counts_wrong_digits_without_giving_them_away() -> None:
    session = Session(board(PUZZLE))
    session.place(cell("r1c3"), 1)
    session.place(cell("r1c4"), 2)
    assert session.check() == "There is a mistake on the board: 2 digits are wrong."


def test_the_check_reports_a_candidate_that_should_not_have_been_removed() -> None:
    session = Session(board(PUZZLE))
    session.toggle_note(cell("r1c3"), 4)
    why = "1 cell is without the right candidate"
    assert session.check() == f"There is a mistake on the board: {why}."


def test_the_check_reports_a_digit_given_twice() -> None:
    session = Session(small("1 . | . 1   . . | . .   . . | . .   . . | . ."))
    assert session.check() == "There is a mistake on the board: 1 twice in row 1: r1c1, r1c4."


def test_the_check_reports_a_puzzle_without_a_solution() -> None:
    session = Session(small("1 2 | 3 .   . . | . 4   . . | . .   . . | . ."))
    assert session.check().startswith("There is a mistake on the board: no solution")


def test_the_check_reports_several_solutions() -> None:
    session = Session(small("1 2 | 3 4   3 4 | 1 2   2 . | 4 .   4 . | 2 ."))
    several = "The puzzle has several solutions. The board can be finished in "
    assert session.check() == f"{several}several ways."
    session.place(9, 1)
    assert session.check() == f"{several}one way."


def test_the_check_reports_own_digits_that_no_solution_has() -> None:
    session = Session(small())
    for at, digit in ((0, 1), (1, 2), (2, 3), (7, 4)):
        session.place(at, digit)
    assert session.check() == ("There is a mistake on the board: it cannot be finished.")


def test_the_check_of_a_solved_board_says_so() -> None:
    session = Session(board(THREE_OPEN))
    for name, digit in (("r1c1", 1), ("r5c5", 9), ("r9c9", 5)):
        session.place(cell(name), digit)
    assert session.is_solved
    assert session.check() == "The board is solved."


def test_the_way_back_leads_to_before_a_clue_that_the_digits_break() -> None:
    session = Session(small())
    session.place(0, 1)
    session.set_clue("even", [0])
    assert session.finding_last_right()() == 1


def test_the_solutions_of_the_present_board_are_counted() -> None:
    session = Session(small("1 2 | 3 4   3 4 | 1 2   2 . | 4 .   4 . | 2 ."))
    assert session.counting()() == "There are several solutions."
    session.set_clue("greater_than", [13, 9])
    assert session.counting()() == "There is one solution."
