"""A list of choices beside or below the board."""

from dataclasses import replace

import pytest

from sudoku_engine import Grid, Layout
from sudoku_frontends.pictures.captions import choice_at, frame_with_list
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Rect, Text
from sudoku_frontends.pictures.themes import THEMES
from tests.support.pictures import PAIR_SCENE, SIZE, extent, parts_of, words_of

SIZES = [(640, 800), (1280, 720), (1000, 1000), (320, 400), (320, 900), (900, 300), (150, 150)]
LAYOUTS = [Layout.named(name) for name in ("4x4", "9x9", "16x16", "25x25")]
LONG = "12. A Technique with a Very Long Name: 1,2,3,4 in r1234c1 => r56789c1<>1,2,3,4"


def listing(layout: Layout, count: int, chosen: int = 0) -> Scene:
    grid = Grid(layout, [0] * len(layout.cells))
    return Scene(grid, choices=(LONG,) * count, chosen=chosen)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_list_is_outside_the_board_and_within_the_picture(
    layout: Layout, size: tuple[int, int]
) -> None:
    frame, room = frame_with_list(layout, *size)
    x, y, wide, high = room.box
    board = frame.board
    assert board.x + board.width <= x or board.y + board.height <= y
    for shape in parts_of(listing(layout, 500, 499), size=size)["list"]:
        left, top, right, bottom = extent(shape)
        assert x - 1 <= left <= right <= x + wide + 1
        assert y - 1 <= top <= bottom <= y + high + 1


def test_it_is_beside_the_board_where_the_picture_is_wide_and_else_below() -> None:
    for (width, height), is_beside in (((1280, 720), True), ((640, 800), False)):
        _, room = frame_with_list(LAYOUTS[1], width, height)
        assert (room.box.height == height) == is_beside


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_the_chosen_line_is_bold_on_a_bar(theme: object) -> None:
    scene = replace(PAIR_SCENE, choices=("one", "two", "three"), chosen=1)
    shapes = parts_of(scene, theme)["list"]  # type: ignore[arg-type]
    assert words_of({"list": shapes}, "list") == ["one", "two", "three"]
    (bold,) = [shape for shape in shapes if isinstance(shape, Text) and shape.bold]
    bars = [shape for shape in shapes if isinstance(shape, Rect) and shape.y < bold.y]
    assert bold.text == "two"
    assert bars[-1].y < bold.y < bars[-1].y + bars[-1].height


def test_a_line_that_does_not_fit_is_cut() -> None:
    (shown,) = words_of(parts_of(listing(LAYOUTS[1], 1), size=(320, 400)), "list")
    assert shown.endswith("…")
    assert LONG.startswith(shown[:-1])


def test_only_the_page_of_the_chosen_line_is_shown() -> None:
    choices = tuple(f"line {number}" for number in range(100))
    _, room = frame_with_list(LAYOUTS[1], *SIZE)
    rows = room.rows
    for chosen, first in ((0, 0), (rows - 1, 0), (rows, rows), (rows + 1, rows)):
        scene = replace(PAIR_SCENE, choices=choices, chosen=chosen)
        shown = words_of(parts_of(scene), "list")
        assert shown == [*choices[first : first + rows]]
    last = replace(PAIR_SCENE, choices=choices, chosen=99)
    assert words_of(parts_of(last), "list")[-1] == "line 99"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_line_knows_a_click_on_it(size: tuple[int, int]) -> None:
    scene = listing(LAYOUTS[1], 40, 20)
    _, room = frame_with_list(LAYOUTS[1], *size)
    lines = [shape for shape in parts_of(scene, size=size)["list"] if isinstance(shape, Text)]
    places = [choice_at(scene, *size, shape.x + 1, shape.y) for shape in lines]
    assert places == [*room.page(scene)]
    short = listing(LAYOUTS[1], 1)
    below = lines[0].y + 2 * lines[0].size
    assert choice_at(short, *size, lines[0].x + 1, lines[0].y) == 0
    assert choice_at(short, *size, lines[0].x + 1, below) is None
    frame, _ = frame_with_list(LAYOUTS[1], *size)
    assert choice_at(scene, *size, *frame.centre(40)) is None
