"""Practice in the editor: moves by hand are judged at once."""

from collections.abc import Callable

import pytest

from sudoku_engine.board.grid import Grid
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.course.boards import boards_of
from sudoku_plugins.course.exercises import (
    Exercise,
    Practice,
    PracticeSession,
    exercises_on,
)
from sudoku_plugins.course.judging import Techniques
from sudoku_plugins.session.workbench import Session
from tests.support.editors import Desk

PAIR = "9613827453.2.479.67.4..9.32.379.5..4.95.34.7.146278359679453.2.423891567518726493"
"""1 and 8 in r37c7, so r4c7 and r5c7 lose both; r2c8 is 1, r4c8 is not."""

Sit = Callable[..., Desk]


@pytest.fixture
def sit(registry: Registry) -> Sit:
    """A function that opens practice of a technique in an editor, on boards of the puzzles."""

    def sit_down(technique: str, *puzzles: str) -> Desk:
        techniques = Techniques(registry.loop_strategies("auto"))
        wanted = [registry.find("strategy", technique)]
        boards = boards_of([*map(Grid.parse, puzzles)], techniques, wanted)
        practice = Practice(exercises_on(boards, techniques), 10)
        exercise = practice.next()
        assert exercise is not None
        return Desk(PracticeSession(practice, exercise, techniques.strategies, techniques))

    return sit_down


@pytest.fixture
def desk(sit: Sit) -> Desk:
    return sit("naked_pair", PAIR)


def practice(desk: Desk) -> Practice[Exercise]:
    assert isinstance(desk.session, PracticeSession)
    return desk.session.practice


def test_the_board_says_what_to_look_for_and_notes_are_clicked_away(desk: Desk) -> None:
    assert desk.scene.title == "Board 1 of 10: look for Naked Pair"
    assert desk.scene.reason == "Click the candidates that it eliminates."
    scene = desk.press("@r4c7:1")
    assert (scene.title, scene.reason) == ("Right so far", "The Naked Pair gives more: go on.")
    scene = desk.press("@r4c7:8", "@r5c7:1", "@r5c7:8")
    assert scene.title == "Right: Naked Pair"
    assert scene.status == "Enter: the next board · q quits"
    assert scene.step is not None
    assert practice(desk).score == "1 of 1 right"


def test_a_wrong_move_is_taken_back_with_the_reason(desk: Desk) -> None:
    scene = desk.press("@r2c8:1")
    assert (scene.title, scene.reason) == (
        "Wrong",
        "Without 1 in r2c8 the puzzle has no solution. If r2c8 is not 1: r2c4 is 1 (row 2); r4c5 "
        "is 1 (column 5); then column 8 has no place left for 1; so r2c8 is 1.",
    )
    assert desk.notes("r2c8") == {1, 8}
    assert not practice(desk).is_all_right


def test_a_true_move_of_another_technique_is_taken_back_too(desk: Desk) -> None:
    scene = desk.press("@r4c8:1")
    assert scene.title == "True, but not what you are looking for"
    assert "that is 2-String Kite, which was not asked for" in scene.reason
    assert desk.notes("r4c8") == {1, 8}


def test_digits_are_placed_for_techniques_that_place(sit: Sit) -> None:
    desk = sit("naked_single", PAIR.replace("53.2", ".3.2"))
    assert desk.scene.reason == "Place its digit."
    assert desk.press("1", "@r3c4").title == "Right: Naked Single"


def test_hints_are_given_bit_by_bit_and_counted(desk: Desk) -> None:
    assert desk.press("?").title == "Look at column 7."
    assert desk.press("?").title == "Look for: Naked Pair in column 7."
    assert practice(desk).exercises[0].hints


def test_f8_shows_the_step_and_then_the_next_board(sit: Sit) -> None:
    desk = sit("naked_pair", PAIR, PAIR[::-1])
    assert desk.press("F8").title == "It was: Naked Pair"
    assert desk.press("F8").title == "Board 2 of 10: look for Naked Pair"
    assert desk.session.grid.line == PAIR[::-1]
    assert desk.press("F8", "Return").title == "0 of 2 right"
    desk.press("q")
    assert desk.is_closed


def test_a_step_that_a_strategy_does_counts_as_shown(desk: Desk) -> None:
    desk.press("n")
    assert desk.scene.title == "Right: Naked Pair"
    assert practice(desk).score.endswith("none of them at the first try and without a hint")


def test_what_is_undone_may_be_done_again(desk: Desk) -> None:
    desk.press("@r4c7:1", "u")
    assert desk.notes("r4c7") >= {1, 8}
    assert desk.press("@r4c7:8").title == "Right so far"


def test_no_other_board_is_read_in_practice(desk: Desk) -> None:
    desk.press("r")
    assert desk.type("other.txt").reason.startswith("This is practice: to work on another board")


def test_outside_practice_f8_says_how_to_begin_it() -> None:
    assert Desk(Session(Grid.parse(PAIR))).press("F8").title == "This is no practice"


def test_no_puzzle_is_set_in_practice(desk: Desk) -> None:
    assert desk.press("F9").title == "Not in practice"
    assert desk.scene.choices == ()
