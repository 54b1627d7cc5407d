"""The editor explains why a candidate is not possible."""

import pytest

from sudoku_engine import Grid
from tests.support.boards import PUZZLE
from tests.support.editors import THREE_OPEN, Desk, Sit

SMALL = "12.. .... .... ...."
"""Row 1 has its 3 and its 4 in box 2, so the rest of the box has neither."""

REASON = "If r2c3 is 4: row 1 has no place left for 4; so r2c3 is not 4."


@pytest.fixture
def desk(sit: Sit) -> Desk:
    return sit(Grid.parse(SMALL))


def test_w_asks_for_a_candidate_and_a_click_on_it_is_the_answer(desk: Desk) -> None:
    asked = desk.press("w")
    assert asked.title == "Why not?"
    assert asked.status.startswith("click a candidate")
    scene = desk.press("@r2c3:4")
    assert scene.title == "r2c3<>4 follows from 1 truth"
    assert scene.reason == REASON
    assert scene.notation == "Smallest Reason: 4 in row 1 => r2c3<>4"
    assert scene.selected == 1 << 6
    assert desk.session.grid == Grid.parse(SMALL)


def test_w_then_a_digit_asks_about_the_selected_cell(desk: Desk) -> None:
    desk.press("@r2c3")
    assert "press a digit of r2c3" in desk.press("w").status
    assert desk.press("4").reason == REASON


def test_the_cell_may_be_selected_after_the_question(desk: Desk) -> None:
    assert (
        desk.press("w", "Right", "Right", "Right", "Down", "4").title
        == "r2c3<>4 follows from 1 truth"
    )


def test_w_explains_the_chosen_digit_in_the_selected_cell_at_once(desk: Desk) -> None:
    assert desk.press("4", "Right", "Right", "Right", "Down", "w").reason == REASON
    assert desk.press("w").title == "Why not?"  # another one


def test_w_twice_is_the_simplest_next_step(sit: Sit) -> None:
    assert sit(THREE_OPEN).press("w", "w").title == "r1c3=4 follows from 1 truth"


def test_the_board_with_a_true_candidate_is_shown_only_if_it_is_asked_for(desk: Desk) -> None:
    scene = desk.press("w", "@r1c3:3")
    assert (scene.title, scene.grid.n_open) == ("r1c3 can be 3", 14)
    shown = desk.press("w")
    assert (shown.grid.n_open, shown.grid.digit(2)) == (0, 3)
    assert desk.press("w").grid.n_open == 14


def test_what_is_no_candidate_is_told(desk: Desk) -> None:
    assert desk.press("w", "@r2c1:1").reason == "r2c1 cannot be 1 anyway: ask about 3 or 4."


def test_on_a_board_with_a_mistake_that_is_told(sit: Sit) -> None:
    desk = sit(PUZZLE)
    assert desk.press("@r1c3", "1", "w", "w").reason.startswith("There is a mistake on the board")


def test_esc_and_other_actions_end_the_question(desk: Desk) -> None:
    assert desk.press("w", "Escape").title == "Your turn"
    assert desk.press("w", "d").title == "Notes"
    assert desk.press("w", "u", "Left").title == "Your turn"
