"""The editor's pad of digits to click, and its filter by digit."""

from itertools import product

import pytest

from sudoku_engine import Grid, Layout
from sudoku_frontends.pictures.board_picture import frame_of_scene, picture
from sudoku_frontends.pictures.captions import button_at, frame_with_pad
from sudoku_frontends.pictures.cell_shapes import cell_looks
from sudoku_frontends.pictures.highlights import marking_of
from sudoku_frontends.pictures.scene import Button, Scene
from sudoku_frontends.pictures.shapes import Rect
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.view import Click
from tests.support.boards import PUZZLE
from tests.support.editors import Desk, Sit

LIGHT = theme_named("light")


def press(desk: Desk, label: str) -> Scene:
    """Click the button called `label`."""
    labels = [button.label for button in desk.scene.pad]
    _, room = frame_with_pad(desk.session.layout, *desk.size, len(labels))
    x, y, wide, high = room.button(labels.index(label))
    return desk.give(Click(x + wide / 2, y + high / 2))


def test_a_button_is_the_key_that_it_names(desk: Desk) -> None:
    desk.press("F7")
    assert [button.label for button in press(desk, "4").pad if button.is_on] == ["4"]
    assert desk.press("@r1c3").title == "4 placed in r1c3"
    assert press(desk, "undo").title == "Undone: 4 placed in r1c3"
    assert press(desk, "notes").title == "Notes"
    assert press(desk, "hint").step is not None
    press(desk, "erase")
    assert not desk.press("F7").pad


def test_digits_over_9_have_their_buttons(sit: Sit) -> None:
    desk = sit(Grid(Layout.named("12x12"), [0] * 144))
    desk.press("F7")
    press(desk, "C")
    desk.press("@r1c1")
    assert desk.digit("r1c1") == 12


def test_the_signs_of_a_puzzle_are_on_the_buttons_and_in_all_words(sit: Sit) -> None:
    desk = sit("01.. .... ..0. ...2")
    assert desk.press("@r1c3").status.startswith("r1c3: a digit fills it · Delete empties it")
    assert desk.press("3").title == "3 placed in r1c3"
    assert desk.digit("r1c3") == 4
    assert desk.press("Escape", "0").status.startswith("0: click a cell")
    pad = desk.press("F7").pad
    assert [button.label for button in pad[:4]] == ["0", "1", "2", "3"]
    assert desk.press("@r2c4").title == "0 placed in r2c4"
    press(desk, "erase")
    desk.press("@r2c4")
    assert desk.digit("r2c4") == 0


def test_a_digit_in_all_its_places_is_faint(sit: Sit) -> None:
    digits = sit("123. 341. 2143 432.").press("F7").pad[:4]
    assert [button.label for button in digits if button.is_faint] == ["3"]


SIZES = [(320, 400), (480, 600), (900, 600), (1600, 900)]


@pytest.mark.parametrize(("layout", "size"), [*product(["4x4", "9x9", "25x25"], SIZES)], ids=str)
def test_the_pad_is_in_the_picture_beside_the_board(layout: str, size: tuple[int, int]) -> None:
    board = Layout.named(layout)
    buttons = tuple(Button(str(number)) for number in range(board.n + 5))
    scene = Scene(Grid(board, [0] * len(board.cells)), pad=buttons)
    (shapes,) = (part.shapes for part in picture(scene, LIGHT, *size) if part.name == "pad")
    rects = [shape for shape in shapes if isinstance(shape, Rect)]
    x, y, side, _ = frame_of_scene(scene, *size).board
    assert len(rects) == len(buttons)
    for place, rect in enumerate(rects):
        assert 0 <= rect.x <= rect.x + rect.width <= size[0]
        assert 0 <= rect.y <= rect.y + rect.height <= size[1]
        assert rect.x > x + side or rect.y > y + side
        middle = rect.x + rect.width / 2, rect.y + rect.height / 2
        assert button_at(board, *size, len(buttons), *middle) == place


def test_the_filter_highlights_the_cells_that_can_be_the_chosen_digit(sit: Sit) -> None:
    desk = sit(has_notes=False)
    assert desk.press("F6").status.startswith("press a digit")
    scene = desk.press("4")
    assert scene.filter == 4
    looks = cell_looks(scene, marking_of(scene), LIGHT)
    grid = Grid.parse(PUZZLE)
    can_be = [cell for cell in grid.layout.cells if 4 in grid.candidates(cell)]
    assert [cell for cell, look in enumerate(looks) if look.is_in_house] == can_be
    aside = [cell for cell, look in enumerate(looks) if not (look.is_aside or look.is_in_house)]
    assert aside == [cell for cell, digit in enumerate(grid.digits) if digit == 4]
    assert not desk.press("F6").filter
