"""The editor: digits, notes, and taking back."""

import pytest

from sudoku_engine import Candidate, Grid, Layout
from sudoku_frontends.player.editor_state import UndoSteps
from sudoku_frontends.player.view import CLOSE_BUTTON, Key
from tests.support.editors import THREE_OPEN, Desk, Sit, marked


def test_a_digit_is_chosen_by_its_key_and_placed_by_clicks(desk: Desk) -> None:
    assert desk.press("4").status.startswith("4: click a cell")
    assert desk.press("@r1c3").title == "4 placed in r1c3"
    desk.press("@r6c9", "@r2c8")
    assert (desk.digit("r1c3"), desk.digit("r2c8"), desk.digit("r6c9")) == (4, 4, 6)


def test_a_digit_key_fills_the_cell_that_the_arrow_keys_chose(desk: Desk) -> None:
    scene = desk.press("Right", "Right", "Right")
    assert scene.selected == marked("r1c3")
    assert scene.status.startswith("r1c3: a digit fills it")
    desk.press("4")
    assert desk.digit("r1c3") == 4


def test_a_digit_key_fills_the_cell_that_a_click_chose(desk: Desk) -> None:
    assert desk.press("@r5c5").selected == marked("r5c5")
    desk.press("5")
    assert desk.digit("r5c5") == 5
    assert desk.press("@r4c2").selected == marked("r4c2")
    assert desk.digit("r4c2") == 0


def test_return_and_space_place_the_chosen_digit_in_the_chosen_cell(desk: Desk) -> None:
    desk.press("4", "Right", "Right", "Right", "Return")
    assert desk.digit("r1c3") == 4
    desk.press("Down", "Right", "Right", "Right", "Right", "Right", "space")
    assert desk.digit("r2c8") == 4


def test_return_without_a_digit_says_what_is_lacking(desk: Desk) -> None:
    assert desk.press("Return").title == "First select a cell with the arrow keys"
    assert desk.press("Right", "Return").title == "First choose a digit"


def test_arrow_keys_go_round_the_edges(desk: Desk) -> None:
    assert desk.press("Right", "Left").selected == marked("r1c9")
    assert desk.press("Up").selected == marked("r9c9")
    assert desk.press("Right", "Down").selected == marked("r1c1")


def test_escape_lets_go_of_cell_and_digit(desk: Desk) -> None:
    assert desk.press("Right", "Escape").selected == 0
    assert desk.press("4", "Escape", "@r1c3").selected == marked("r1c3")
    assert desk.digit("r1c3") == 0


def test_a_digit_that_does_not_fit_turns_its_cell_red_until_the_next_action(desk: Desk) -> None:
    scene = desk.press("5", "@r1c3")
    assert scene.wrong == marked("r1c3")
    assert scene.title == "5 does not fit in r1c3"
    assert scene.reason == "5 is already in row 1 and box 1: r1c1."
    assert desk.digit("r1c3") == 0
    assert desk.press("t", "l", "m").wrong == marked("r1c3")
    scene = desk.press("Right")
    assert (scene.wrong, scene.title) == (0, "Your turn")


def test_a_given_cannot_be_changed(desk: Desk) -> None:
    scene = desk.press("Right", "2")
    assert scene.title == "r1c1 stays as it is"
    assert scene.reason == "r1c1 is a given: it cannot be changed."
    assert desk.digit("r1c1") == 5


@pytest.mark.parametrize("key", ["0", "Delete", "BackSpace"])
def test_a_cell_is_emptied(desk: Desk, key: str) -> None:
    desk.press("Right", "Right", "Right", "4", key)
    assert desk.digit("r1c3") == 0
    assert desk.press("Escape", "4", "@r1c3", key).status.startswith("eraser")
    desk.press("@r1c3")
    assert desk.digit("r1c3") == 0


def test_a_digit_that_the_board_has_not_is_reported(sit: Sit) -> None:
    assert sit(Grid(Layout.named("4x4"), [0] * 16)).press("7").reason == "This board has 1 to 4."


def test_the_last_digit_solves_the_board(sit: Sit) -> None:
    assert sit(THREE_OPEN).press("4", "@r1c3", "5", "@r5c5", "9", "@r9c9").title == "Solved!"


def test_while_noting_a_click_on_the_place_of_a_note_removes_it_and_adds_it_again(
    desk: Desk,
) -> None:
    assert desk.notes("r1c3") == {1, 2, 4}
    assert desk.press("d", "@r1c3:2").title == "Note 2 removed from r1c3"
    assert desk.notes("r1c3") == {1, 4}
    desk.press("@r1c3:2")
    assert desk.notes("r1c3") == {1, 2, 4}


def test_while_noting_digit_keys_change_the_notes_of_the_chosen_cell(desk: Desk) -> None:
    desk.press("Right", "Right", "Right", "d", "1", "2")
    assert desk.notes("r1c3") == {4}
    desk.press("Return")
    assert desk.notes("r1c3") == {2, 4}
    desk.press("d", "4")
    assert desk.digit("r1c3") == 4


def test_the_other_mouse_button_changes_a_note_at_any_time(desk: Desk) -> None:
    desk.press("4")
    desk.click("r1c3", button=3, note=1)
    assert (desk.digit("r1c3"), desk.notes("r1c3")) == (0, {2, 4})


def test_a_board_without_notes_shows_those_that_the_user_writes(sit: Sit) -> None:
    desk = sit(has_notes=False)
    assert not desk.scene.has_candidates
    assert desk.press("d", "@r1c3:4", "@r1c3:1").notes == {Candidate(2, 1), Candidate(2, 4)}
    assert desk.press("@r1c3:1").title == "Note 1 removed from r1c3"
    assert desk.scene.notes == {Candidate(2, 4)}
    assert desk.session.grid.candidates(2) == {1, 2, 4}  # strategies still know it
    assert desk.press("u").notes == {Candidate(2, 1), Candidate(2, 4)}
    assert desk.press("m").has_candidates


def test_a_note_of_ones_own_goes_when_a_digit_rules_it_out(sit: Sit) -> None:
    desk = sit(has_notes=False)
    assert desk.press("d", "@r1c3:2").notes
    assert not desk.press("d", "@r1c4", "2").notes


def test_what_was_done_is_taken_back_and_done_again(desk: Desk) -> None:
    assert desk.press("4", "@r1c3", "@r2c8", "u").title == "Undone: 4 placed in r2c8"
    desk.press("Control-z")
    assert (desk.digit("r1c3"), desk.digit("r2c8")) == (0, 0)
    assert desk.press("u").title == "Nothing to undo"
    assert desk.press("Control-y").title == "Redone: 4 placed in r1c3"
    desk.press("Control-Z")
    assert (desk.digit("r1c3"), desk.digit("r2c8")) == (4, 4)
    assert desk.press("Control-y").title == "Nothing to redo"


def test_a_pass_of_a_strategy_is_taken_back_at_once_and_walked_through_step_by_step(
    sit: Sit,
) -> None:
    desk = sit(THREE_OPEN)
    desk.press("e")
    assert desk.session.grid.is_solved
    scene = desk.press("<", "<")
    assert desk.session.grid.n_open == 2
    assert scene.status.startswith("1 of 3")
    assert scene.step is not None
    assert desk.press(">", ">", ">").title == "This is the last board"
    assert desk.press("u").title == "Undone: 3 steps"
    assert desk.session.grid.n_open == 3
    assert desk.press("Control-y").title == "Solved!"


def test_an_action_in_the_middle_of_another_one_splits_it() -> None:
    steps = UndoSteps()
    steps.add(0, 5)
    steps.add(3, 4)
    assert (steps.before(4), steps.before(3), steps.after(0)) == (3, 0, 3)


def test_keys_change_how_the_board_looks(desk: Desk) -> None:
    assert not desk.press("m").has_candidates
    assert not desk.press("l").has_labels
    desk.press("t")
    assert desk.theme == "dark"
    desk.press("t")
    assert desk.theme == "projector"


def test_f1_shows_all_keys_then_those_of_strategies_then_none(desk: Desk) -> None:
    assert any(line.startswith("?:  hint") for line in desk.press("F1").help)
    assert "3. Hidden Single:  h" in desk.press("F1").help
    assert desk.press("F1").help == ()


def test_any_other_key_ends_the_help_and_a_click_does_no_more_than_that(desk: Desk) -> None:
    assert desk.press("F1", "Right").help == ()
    assert desk.press("Escape", "4", "F1", "@r1c3").help == ()
    assert desk.digit("r1c3") == 0


def test_a_scene_in_which_nothing_changes_is_the_same_object(desk: Desk) -> None:
    before = desk.press("Right")
    desk.tick()
    assert desk.scene is before


def test_q_leaves_at_once_where_all_is_saved(desk: Desk) -> None:
    desk.press("q")
    assert desk.is_closed


@pytest.mark.parametrize("first", [Key("q"), CLOSE_BUTTON])
@pytest.mark.parametrize("second", [Key("q"), CLOSE_BUTTON])
def test_unsaved_work_is_asked_about_once(desk: Desk, first: Key, second: Key) -> None:
    desk.press("4", "@r1c3")
    scene = desk.give(first)
    assert not desk.is_closed
    assert scene.title == "Your work is not saved"
    assert scene.reason == "q again quits · s saves · any other key continues"
    desk.give(second)
    assert desk.is_closed


def test_another_key_goes_on_with_unsaved_work(desk: Desk) -> None:
    desk.press("4", "@r1c3", "q", "Right", "q")
    assert not desk.is_closed
    desk.type("s", "a.sdk")
    desk.press("q")
    assert desk.is_closed
