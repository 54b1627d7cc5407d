"""Setting a puzzle in the editor: clues, and digits that become givens."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sudoku_engine import Grid, Layout, rule
from sudoku_frontends.pictures.board_picture import frame_of_scene, picture
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Text
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.clue_setting import to_the_edge
from sudoku_frontends.player.view import Click, Drag
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.editors import Desk, Sit

EMPTY = "." * 81
ONE_SOLUTION = "1234 341. 2143 4321"


def clues_of(desk: Desk) -> list[str]:
    return [str(clue) for clue in desk.session.layout.clues]


def choose(desk: Desk, name: str) -> Scene:
    """Choose the line that begins with `name` in the list of what can be set."""
    scene = desk.press("F9")
    (place,) = (at for at, line in enumerate(scene.choices) if line.startswith(name))
    return desk.press("Home", *["Down"] * place, "Return")


@pytest.fixture
def desk(sit: Sit) -> Desk:
    return sit(EMPTY)


def test_a_clue_is_drawn_with_clicks_and_its_value_typed(desk: Desk) -> None:
    scene = choose(desk, "Killer Cage")
    assert scene.title == "Killer Cage"
    assert scene.reason.startswith("No digit repeats in the cage")
    assert desk.press("@r1c1", "@r1c2", "1", "2").reason == "Killer cage 12 r1c1,r1c2"
    scene = desk.press("Return")
    assert (scene.title, scene.reason) == (
        "Killer cage 12 r1c1,r1c2 is set",
        "There are several solutions.",
    )
    assert clues_of(desk) == ["killer cage 12 r1c1,r1c2"]
    (part,) = desk.session.layout.parts
    assert part.allows((1 << 4, 1 << 6))  # 5 and 7
    assert not part.allows((1 << 5, 1 << 5))


def test_a_clue_is_drawn_with_keys_alone(desk: Desk) -> None:
    choose(desk, "Thermometer")
    desk.press("Down", "space", "Down", "space", "Right", "Down", "space", "Return")
    assert clues_of(desk) == ["thermometer r1c1,r2c1,r3c2"]


def test_a_line_is_drawn_with_the_mouse_and_set_by_its_other_button(desk: Desk) -> None:
    choose(desk, "Thermometer")
    frame = frame_of_scene(desk.scene, *desk.size)
    (left, top), side = frame.centre(0), frame.cell
    desk.give(Click(left, top))
    # A little beside the diagonal: the corners of r1c2 and r2c3 are touched.
    desk.give(*(Drag(left + far * side, top + (far - 0.1) * side) for far in (0.6, 1, 1.6, 2.1)))
    desk.click("r9c9", button=3)
    assert clues_of(desk) == ["thermometer r1c1,r2c2,r3c3"]


def test_the_next_clue_has_the_same_rule_until_escape(desk: Desk) -> None:
    choose(desk, "White Dot")
    for cells in (("r1c1", "r1c2"), ("r5c5", "r6c5")):
        for cell in cells:
            desk.press(f"@{cell}")
        desk.press("Return")
    assert clues_of(desk) == ["white dot r1c1,r1c2", "white dot r5c5,r6c5"]
    desk.press("Escape", "5", "@r9c9")
    assert desk.digit("r9c9") == 5


def test_cells_and_value_are_taken_back(desk: Desk) -> None:
    choose(desk, "Killer Cage")
    for cell in ("r1c1", "r1c2", "r1c3", "r1c1"):  # a second click takes a cell out
        desk.press(f"@{cell}")
    assert desk.press("1", "4").reason == "Killer cage 14 r1c2,r1c3"
    assert desk.press("BackSpace", "BackSpace", "BackSpace").reason == "Killer cage r1c2"
    assert desk.press("Escape").draft is not None
    assert desk.press("Escape").draft is None
    assert clues_of(desk) == []


def test_the_clue_so_far_is_drawn_with_the_order_of_its_cells(desk: Desk) -> None:
    choose(desk, "Thermometer")
    scene = desk.press("@r5c5", "@r5c6")
    parts = {part.name: part.shapes for part in picture(scene, theme_named("light"), *desk.size)}
    assert parts["draft"]
    assert [shape.text for shape in parts["draft signs"] if isinstance(shape, Text)] == ["1", "2"]


def test_the_number_of_a_cell_is_not_hidden_by_the_frame_of_the_selected_cell(desk: Desk) -> None:
    choose(desk, "Thermometer")
    scene = desk.press("Down", "space")
    names = [part.name for part in picture(scene, theme_named("light"), *desk.size)]
    assert names.index("draft") < names.index("cell 0") < names.index("draft signs")


def test_two_cells_give_the_line_of_a_number_outside(desk: Desk) -> None:
    choose(desk, "Little Killer")
    desk.press("@r1c7", "@r2c8", "1", "5", "Return")
    assert clues_of(desk) == ["little killer 15 r1c7,r2c8,r3c9"]


def test_cells_that_begin_no_line_stay_as_they_are() -> None:
    layout = Layout.named("9x9")
    assert to_the_edge((4,), layout) == (4,)
    assert to_the_edge((4, 8), layout) == (4, 8)
    assert to_the_edge((0, 1, 10), layout) == (0, 1, 10)


@pytest.mark.parametrize(
    ("name", "cells", "keys", "why"),
    [
        ("Little Killer", ["r1c7", "r2c8"], [], "Little killer r1c7,r2c8,r3c9: it needs a value."),
        ("Thermometer", ["r1c1", "r1c2"], ["5"], "it takes no value, and 5 is one."),
        ("Thermometer", ["r1c1"], [], "these cells are too few for it."),
        ("Killer Cage", ["r1c1", "r1c2"], ["9", "9"], "no digits fit it."),
        ("Thermometer", [], [], "First mark its cells."),
    ],
)
def test_what_a_clue_lacks_is_said_and_nothing_is_lost(
    desk: Desk, name: str, cells: list[str], keys: list[str], why: str
) -> None:
    choose(desk, name)
    for cell in cells:
        desk.press(f"@{cell}")
    scene = desk.press(*keys, "Return")
    assert scene.reason.endswith(why)
    assert scene.draft is not None
    assert len(scene.draft.cells) == len(cells)
    assert clues_of(desk) == []


def test_clues_that_contradict_each_other_are_refused(sit: Sit) -> None:
    desk = sit(Grid.parse(f"clues: thermometer r1c1,r1c2\n{EMPTY}"))
    choose(desk, "Thermometer")
    scene = desk.press("@r1c2", "@r1c1", "Return")
    assert scene.title == "Not set"
    assert scene.reason == "Thermometer r1c1,r1c2 and thermometer r1c2,r1c1 contradict each other."


def test_another_value_on_the_same_cells_replaces_the_clue(sit: Sit) -> None:
    desk = sit(Grid.parse(f"clues: killer cage 12 r1c12\n{EMPTY}"))
    choose(desk, "Killer Cage")
    desk.press("@r1c1", "@r1c2", "8", "Return")
    assert clues_of(desk) == ["killer cage 8 r1c1,r1c2"]


def test_clues_are_set_and_removed_and_both_are_undone(sit: Sit) -> None:
    desk = sit("2... .... .... ....")
    choose(desk, "Anti-Knight")
    assert clues_of(desk) == ["anti knight"]
    assert choose(desk, "Remove anti knight").title == "Anti knight is removed"
    assert desk.session.layout is Layout.named("4x4")
    assert desk.press("u").title == "Undone: anti knight is removed"
    assert clues_of(desk) == ["anti knight"]
    desk.press("u")
    assert clues_of(desk) == []


def test_the_cells_of_a_clue_are_shown_before_it_is_removed(sit: Sit) -> None:
    desk = sit(Grid.parse(f"clues: even r5c5; killer cage 12 r1c12\n{EMPTY}"))
    scene = desk.press("F9", "Down")
    assert scene.title == "Remove killer cage 12 r1c1,r1c2"
    assert scene.draft is desk.session.layout.clues[1]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("Even", "There is one solution."),
        ("Odd", "There is no solution: r2c4 has no candidate left."),
    ],
)
def test_the_solutions_are_counted_after_each_change(sit: Sit, name: str, count: str) -> None:
    desk = sit(ONE_SOLUTION)
    choose(desk, name)
    assert desk.press("@r2c4", "Return").reason == count


def test_digits_become_givens_and_givens_digits(desk: Desk) -> None:
    desk.press("5", "@r1c1")
    assert choose(desk, "Digits become givens").title == "The digits are givens"
    assert desk.session.grid.is_given(0)
    choose(desk, "Givens become digits")
    desk.press("Escape", "0", "@r1c1")
    assert desk.digit("r1c1") == 0


def test_a_puzzle_that_was_set_is_saved_and_read_back_equal(desk: Desk) -> None:
    choose(desk, "Arrow")
    for cell in ("r5c5", "r5c6", "r5c7"):
        desk.press(f"@{cell}")
    desk.press("Return")
    choose(desk, "Anti-King")
    desk.press("5", "@r1c1")
    choose(desk, "Digits become givens")
    before = desk.session.grid
    desk.type("s", "own.txt")
    assert Path("own.txt").read_text().startswith("clues: arrow r5c5,r5c6,r5c7; anti king\n5...")
    assert Grid.parse(Path("own.txt").read_text()) == before
    desk.type("r", "own.txt")
    assert desk.session.grid == before
    assert desk.session.layout is before.layout


def test_notes_follow_a_clue_that_was_set(sit: Sit) -> None:
    desk = sit("2... .... .... ....")
    choose(desk, "All Different")
    desk.press("@r1c1", "@r3c4", "Return")
    assert desk.notes("r3c4") == {1, 3, 4}


def test_candidates_that_a_clue_ruled_out_come_back_with_an_erased_digit(desk: Desk) -> None:
    choose(desk, "Anti-Knight")
    desk.press("5", "@r1c1")
    assert 5 not in desk.notes("r2c3")
    desk.press("0", "@r1c1")
    assert 5 in desk.notes("r2c3")


@contextmanager
def known(one: object) -> Iterator[None]:
    RULE_BOOK.add(one)  # type: ignore[arg-type]
    try:
        yield
    finally:
        RULE_BOOK.remove(one)  # type: ignore[arg-type]


@rule("Pair of Ten")
def pair_of_ten(a: int, b: int) -> bool:
    """The two digits multiply to ten."""
    return a * b == 10


def test_a_rule_of_a_plugin_is_in_the_list(sit: Sit) -> None:
    with known(pair_of_ten):
        desk = sit(EMPTY)
        assert choose(desk, "Pair of Ten").reason == "The two digits multiply to ten."
        desk.press("@r1c1", "@r1c2", "Return")
        assert clues_of(desk) == ["pair of ten r1c1,r1c2"]


def test_a_rule_is_found_by_its_first_letters(desk: Desk) -> None:
    assert desk.press("F9", "a", "r").title == "Arrow"
    assert desk.press("Up", "r").title == "Region Sum Line"
    assert desk.press("r").title == "Rellik Cage"
    assert desk.press("s", "l").title == "Slow Thermometer"


def test_the_list_is_used_with_the_mouse_and_with_letters(desk: Desk) -> None:
    assert desk.press("F9", "k").title == "Killer Cage"
    assert desk.press("t").title == "Thermometer"
    first = desk.press("Home").title
    assert desk.press("End", "F9").choices == ()
    assert first == "All Black Dots Given (whole board)"


def test_an_empty_board_says_how_a_puzzle_is_set(sit: Sit) -> None:
    assert sit(EMPTY).scene.reason.startswith("F9 sets a puzzle of your own")
    assert "F9" not in sit(ONE_SOLUTION).scene.reason
