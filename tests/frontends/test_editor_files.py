"""Boards that the editor saves and opens."""

from pathlib import Path

from sudoku_engine.board.words import cell
from sudoku_frontends.player.editor_state import Prompt
from sudoku_frontends.player.view import Paste
from tests.support.editors import Desk, Sit


def test_a_board_is_saved_and_read_back(sit: Sit, tmp_path: Path) -> None:
    desk = sit()
    desk.press("4", "@r1c3")
    assert desk.title.startswith("*")
    assert desk.press("s").title == "Save in which file?"
    assert desk.type("my game.sdk").title == "Saved: my game.sdk"
    assert not desk.title.startswith("*")
    other = sit()
    assert other.press("r").title == "Read which file?"
    assert other.type("my game.sdk").title == "Read: my game.sdk"
    assert other.digit("r1c3") == 4
    assert other.session.grid.is_given(cell("r1c1"))
    assert not other.session.grid.is_given(cell("r1c3"))


def test_saving_again_asks_for_no_name(desk: Desk, tmp_path: Path) -> None:
    desk.type("s", "a.sdk")
    assert desk.press("4", "@r1c3", "s").title == "Saved: a.sdk"
    assert "534.7...." in (tmp_path / "a.sdk").read_text()


def test_another_file_is_written_over_only_after_a_question(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("my shopping list")
    desk = sit()
    scene = desk.type("s", "a.txt")
    assert scene.title == "This file exists: Enter overwrites it"
    assert scene.reason == "a.txt|"
    desk.press("Escape")
    assert (tmp_path / "a.txt").read_text() == "my shopping list"
    desk.type("s", "a.txt")
    assert desk.press("Return").title == "Saved: a.txt"


def test_an_error_of_a_file_is_shown_in_the_window_and_nothing_is_lost(desk: Desk) -> None:
    scene = desk.type("4", "@r1c3", "s", "nowhere/a.sdk")
    assert scene.title == "Not saved"
    assert "there is no folder 'nowhere'" in scene.reason
    scene = desk.type("r", "r", "nowhere.sdk")
    assert scene.title == "Not read"
    assert scene.reason.startswith("nowhere.sdk: ")
    assert desk.digit("r1c3") == 4


def test_one_puzzle_of_a_file_is_read_by_its_line_and_never_saved_over_it(
    sit: Sit, tmp_path: Path
) -> None:
    first, second = "1" + "." * 80, "." * 80 + "2"
    (tmp_path / "two.txt").write_text(f"{first}\n{second}\n")
    desk = sit()
    assert desk.type("r", "two.txt").reason.endswith("name one by its line, two.txt:1.")
    assert desk.type("r", "two.txt:2").title == "Read: two.txt:2"
    assert desk.session.grid.line == second
    assert desk.press("s").title == "Save in which file?"


def test_unsaved_work_is_not_lost_by_reading(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("." * 81)
    desk = sit()
    assert desk.press("4", "@r1c3", "r").title == "Your work is not saved"
    assert desk.press("r").title == "Read which file?"
    desk.type("a.txt")
    assert desk.session.grid.n_open == 81
    assert desk.press("u").title == "Nothing to undo"


def test_the_last_name_is_offered_and_gives_way_to_what_is_typed(desk: Desk) -> None:
    desk.type("r", "nowhere.sdk")
    assert desk.press("r").reason == "nowhere.sdk|"
    assert desk.press("x").reason == "x|"


def test_a_name_beside_the_file_of_the_puzzle_is_offered(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("." * 81)
    assert sit(source="a.txt:1").press("s").reason == "a-saved.txt|"
    (tmp_path / "a-saved.txt").write_text("." * 81)
    assert sit(source="a.txt:1").press("s").reason == "a-saved-2.txt|"


def test_the_file_of_a_saved_board_is_offered_again(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("." * 81)
    desk = sit(source="a.txt:1")
    assert desk.press("s", "Return").title == "Saved: a-saved.txt"
    assert desk.press("4", "@r1c3", "Control-s").reason == "a-saved.txt|"


def test_a_board_of_another_size_may_be_read(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("1...\n....\n....\n....\n")
    desk = sit()
    scene = desk.type("Up", "r", "small.txt")
    assert (scene.grid.layout.n, scene.selected) == (4, 0)
    desk.press("2", "@r1c2")
    assert desk.digit("r1c2") == 2


def test_a_prompt_takes_all_keys_until_it_is_left(desk: Desk) -> None:
    desk.press("s", "q", "t", "4")
    assert (desk.scene.reason, desk.theme, desk.is_closed) == ("qt4|", "light", False)
    desk.press("Escape")
    assert desk.scene.title == "Your turn"


def test_a_typed_line_is_changed_by_backspace() -> None:
    prompt = Prompt("Which?", print, "a b")
    for key in ("BackSpace", "c", "Up", "space", "d"):
        assert prompt.press(key) == "typing"
    assert prompt.press("Return") == "taken"
    assert prompt.text == "a c d"


def test_an_empty_line_leaves_a_prompt() -> None:
    prompt = Prompt("Which?", print)
    assert prompt.press("space") == "typing"
    assert prompt.press("Return") == "left"


def test_a_puzzle_is_pasted_and_the_board_copied_as_a_line(sit: Sit) -> None:
    desk = sit("1... .... .... ....")
    assert desk.give(Paste("| 12 | .. |\n| .. | 12 |\n\n")).title == "Not read"
    assert desk.session.grid.n_open == 15
    assert desk.give(Paste("2.3.\n....\n.4..\n...1\n")).title == "Pasted"
    assert (desk.digit("r1c3"), desk.session.grid.n_open) == (3, 12)
    desk.press("Control-c")
    assert desk.copied == "2.3......4.....1"


def test_a_paste_protects_unsaved_work_and_goes_into_a_question(sit: Sit) -> None:
    desk = sit("1... .... .... ....")
    desk.press("2", "@r1c2")
    assert desk.give(Paste("2.3......4.....1")).title == "Your work is not saved"
    assert desk.give(Paste("2.3......4.....1")).title == "Pasted"
    desk.press("r")
    assert desk.give(Paste("game.txt\n")).reason.startswith("game.txt")
