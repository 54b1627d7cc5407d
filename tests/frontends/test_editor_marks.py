"""The user's own marks on candidates, and the way back to before the first mistake."""

from pathlib import Path

import pytest

from sudoku_engine import Candidate, cell
from sudoku_frontends.pictures.highlights import marking_of
from tests.support.editors import THREE_OPEN, Desk, Sit

FOUR = Candidate(cell("r1c3"), 4)
ONE = Candidate(cell("r1c3"), 1)


def colours(desk: Desk) -> dict[Candidate, int]:
    assert dict(desk.scene.colours) == dict(desk.session.colours)
    return dict(desk.scene.colours)


def test_a_click_marks_a_candidate_in_the_chosen_colour(desk: Desk) -> None:
    scene = desk.press("F2")
    assert (scene.title, scene.status) == (
        "Colour 1",
        "click a candidate · F2 ends it · F4 removes all marks · ? hint · F1 all keys",
    )
    assert desk.press("@r1c3:4").title == "Colour 1 for 4 in r1c3"
    desk.press("F3", "@r1c3:1")
    assert colours(desk) == {FOUR: 1, ONE: 2}
    assert marking_of(desk.scene).roles == {FOUR: ("colour 1",), ONE: ("colour 2",)}
    assert desk.press("F3").title == "Your turn"


def test_a_digit_marks_the_candidate_of_the_selected_cell(desk: Desk) -> None:
    desk.press("@r1c3", "F3", "4")
    assert colours(desk) == {FOUR: 2}
    assert desk.press("5").reason == "r1c3 has no candidate 5."
    assert colours(desk) == {FOUR: 2}


def test_the_same_mark_again_removes_it_and_another_colour_replaces_it(desk: Desk) -> None:
    assert desk.press("F2", "@r1c3:4", "@r1c3:4").title == "Mark removed from 4 in r1c3"
    assert colours(desk) == {}
    desk.press("@r1c3:4", "F3", "@r1c3:4")
    assert colours(desk) == {FOUR: 2}


def test_marks_are_undone_and_redone_and_all_removed(desk: Desk) -> None:
    assert desk.press("F2", "@r1c3:4", "@r1c3:1", "u").title == "Undone: colour 1 for 1 in r1c3"
    assert colours(desk) == {FOUR: 1}
    assert desk.press("Control-y", "F4").title == "All marks removed"
    assert colours(desk) == {}
    desk.press("u")
    assert colours(desk) == {FOUR: 1, ONE: 1}


def test_marks_stay_with_their_candidates(desk: Desk) -> None:
    desk.press("F2", "@r1c3:4", "F2", "2", "@r1c4")
    assert colours(desk) == {FOUR: 1}
    desk.press("4", "@r1c3")
    assert colours(desk) == {}
    desk.press("u")
    assert colours(desk) == {FOUR: 1}


def test_marks_are_saved_with_the_board(sit: Sit, tmp_path: Path) -> None:
    desk = sit()
    desk.press("F2", "@r1c3:4")
    assert desk.title.startswith("*")
    desk.type("s", "mine.txt")
    assert not desk.title.startswith("*")
    assert (tmp_path / "mine.txt").read_text().startswith("# colour 1: r1c3:4\n53..7")
    other = sit()
    other.type("r", "mine.txt")
    assert colours(other) == {FOUR: 1}


def test_a_comment_that_only_looks_like_marks_is_left_alone(sit: Sit, tmp_path: Path) -> None:
    board = THREE_OPEN.replace("    ", "")
    (tmp_path / "mine.txt").write_text(f"# colour 1: blue, r99c1:4\n{board}")
    desk = sit()
    assert desk.type("r", "mine.txt").title == "Read: mine.txt"
    assert colours(desk) == {}


def test_f5_goes_back_to_before_the_first_mistake(desk: Desk) -> None:
    assert desk.press("F5").title == "All is right so far"
    for name, digit in (("r1c4", "6"), ("r1c3", "1"), ("r5c5", "5")):  # r1c3 is a 4
        desk.press(digit, f"@{name}")
    scene = desk.press("F5")
    assert (scene.title, scene.reason) == (
        "Back to before your first mistake",
        "It was: 1 placed in r1c3.",
    )
    assert [desk.digit(name) for name in ("r1c4", "r1c3", "r5c5")] == [6, 0, 0]
    desk.press("Control-y", "Control-y")
    assert desk.digit("r5c5") == 5


def test_a_mistake_that_was_corrected_is_no_reason_to_go_back(sit: Sit) -> None:
    assert sit().press("1", "@r1c3", "0", "@r1c3", "F5").title == "All is right so far"


@pytest.mark.parametrize("puzzle", ["11.. .... .... ....", "23.. ..4. .... ...."])
def test_where_the_first_board_is_wrong_there_is_no_way_back(sit: Sit, puzzle: str) -> None:
    assert sit(puzzle).press("F5").title == "No way back"
