"""Several cells at once, notes in the middle, colours of cells, savepoints."""

from sudoku_engine import Candidate, cell
from sudoku_engine.plugins.component import Component
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.player.view import Click, Drag
from tests.support.editors import THREE_OPEN, Desk, Sit

R1C1, R1C2, R1C3 = (cell(f"r1c{column}") for column in (1, 2, 3))


def at(desk: Desk, place: int) -> tuple[float, float]:
    return frame_of_scene(desk.scene, *desk.size).centre(place)


def selected(desk: Desk) -> list[int]:
    return [place for place in range(81) if desk.scene.selected >> place & 1]


def test_shift_and_arrows_select_more_cells(desk: Desk) -> None:
    desk.press("Right", "Shift-Right", "Shift-Down")
    assert selected(desk) == [0, 1, 10]
    desk.press("Left")
    assert selected(desk) == [9]
    desk.press("Control-a")
    assert len(selected(desk)) == 81


def test_a_click_with_control_adds_a_cell_and_takes_it_back(desk: Desk) -> None:
    desk.give(Click(*at(desk, 5)), Click(*at(desk, 40), adds=True), Click(*at(desk, 80), adds=True))
    assert selected(desk) == [5, 40, 80]
    desk.give(Click(*at(desk, 40), adds=True))
    assert selected(desk) == [5, 80]


def test_a_drag_selects_the_cells_on_its_way(desk: Desk) -> None:
    desk.give(Click(*at(desk, 2)), *(Drag(*at(desk, place)) for place in (2, 3, 12)))
    assert selected(desk) == [2, 3, 12]


def test_a_drag_with_a_chosen_digit_selects_nothing(desk: Desk) -> None:
    desk.press("4")
    desk.give(Click(*at(desk, R1C3)), Drag(*at(desk, 3)))
    assert selected(desk) == []
    assert desk.digit("r1c3") == 4


def test_a_note_of_several_cells_is_one_action_and_comes_first_to_those_that_lack_it(
    sit: Sit,
) -> None:
    desk = sit("." * 81, has_notes=False)
    desk.press("Right", "Shift-7", "Shift-Right", "Shift-Right")
    both = {Candidate(place, 7) for place in (R1C1, R1C2, R1C3)}
    assert desk.press("Shift-7").notes == both
    assert desk.press("u").notes == {Candidate(R1C1, 7)}
    assert desk.press("Control-y", "Shift-7").notes == frozenset()


def test_notes_in_the_middle_are_kept_apart_and_go_with_the_digit_of_a_peer(sit: Sit) -> None:
    desk = sit("." * 81, has_notes=False)
    desk.press("Right", "Shift-Right", "Control-3", "/", "8", "/", "Shift-1")
    middle = {Candidate(place, digit) for place in (R1C1, R1C2) for digit in (3, 8)}
    assert desk.scene.centres == middle
    assert desk.scene.notes == {Candidate(R1C1, 1), Candidate(R1C2, 1)}
    scene = desk.press("Escape", "Right", "Left", "3")
    assert scene.centres == {each for each in middle if each.digit == 8}


def test_digits_colour_the_selected_cells_until_that_is_undone(desk: Desk) -> None:
    assert dict(desk.press("Right", "Shift-Right", "-", "4").shades) == {0: 4, 1: 4}
    assert dict(desk.press("Left", "5").shades) == {0: 5, 1: 4}
    assert dict(desk.press("5").shades) == {1: 4}
    assert dict(desk.press("u", "u").shades) == {0: 4, 1: 4}
    assert desk.press("F4").shades == ()


def test_a_digit_that_fits_in_none_of_several_cells_is_refused(sit: Sit) -> None:
    desk = sit("1" + "." * 80)
    assert desk.press("Right", "Right", "Shift-Right", "1").title == "1 does not fit in r1c2"
    assert desk.press("2").title == "2 placed in r1c2"
    assert desk.digit("r1c3") == 0


def test_erasing_an_open_cell_wipes_its_marks(sit: Sit) -> None:
    desk = sit("." * 81, has_notes=False)
    scene = desk.press("Right", "Control-3", "Shift-1", "-", "4", "-", "0")
    assert (scene.centres, scene.notes, scene.shades) == (frozenset(), frozenset(), ())


def test_savepoints_lead_back_one_after_another(sit: Sit) -> None:
    desk = sit("." * 81)
    assert desk.press("]").title == "No savepoint"
    assert desk.press("Right", "5", "[").title == "Savepoint 1"
    assert desk.press("Right", "6", "]").title == "Back to savepoint 1"
    assert (desk.digit("r1c1"), desk.digit("r1c2")) == (5, 0)
    assert desk.press("]").title == "This is the savepoint"
    assert desk.press("u").title == "Undone: back to savepoint 1"
    assert desk.digit("r1c2") == 6
    assert desk.press("[", "7", "]").title == "Back to savepoint 2"
    assert desk.press("]").title == "Back to savepoint 1"


def test_a_puzzle_begins_anew_and_that_can_be_undone(sit: Sit) -> None:
    desk = sit("." * 81)
    desk.press("Right", "5", "Right", "Shift-3", "Home")
    assert desk.session.grid.n_open == 81
    desk.press("u")
    assert desk.digit("r1c1") == 5


def test_the_board_is_solved_up_to_a_technique(sit: Sit, helpers: list[Component]) -> None:
    desk = sit(THREE_OPEN, strategies=helpers)
    assert desk.press("!", *helpers[-1].id, "Return").title == "Solved!"
    desk = sit(THREE_OPEN, strategies=helpers)
    assert desk.press("!", *"no such one", "Return").title.startswith("No strategy")
