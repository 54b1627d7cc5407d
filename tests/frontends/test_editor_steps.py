"""The editor's list of all steps."""

from collections.abc import Iterator

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step, cell, strategy
from sudoku_engine.plugins.component import Component, Origin
from sudoku_frontends.pictures.captions import frame_with_list
from sudoku_frontends.player.view import Click
from tests.support.editors import THREE_OPEN, Desk, Sit, marked, wrong

WRONG = Component.of("strategy", wrong, Origin("file", "mine.py", "mine.py"))


@pytest.fixture
def desk(sit: Sit) -> Desk:
    return sit(THREE_OPEN)


def test_it_lists_all_steps_and_draws_the_first(desk: Desk) -> None:
    scene = desk.press("*")
    assert [line.partition(" =>")[0] for line in scene.choices] == [
        "1. Full House: r1c3=4",
        "2. Full House: r5c5=5",
        "3. Full House: r9c9=9",
    ]
    assert scene.chosen == 0
    assert scene.title == "1. Full House"
    assert scene.step is not None
    assert scene.step.placements == (Candidate(cell("r1c3"), 4),)
    assert scene.reason
    assert (
        scene.status == "1 of 3, then solved · Enter applies it · * adds extreme steps · Esc closes"
    )


def test_keys_choose_a_step_but_no_cell(desk: Desk) -> None:
    desk.press("*")
    chosen = [
        desk.press(key).chosen
        for key in ("Down", "Down", "Down", "Up", "Left", "Right", "Home", "End", "PageUp")
    ]
    assert chosen == [1, 2, 2, 1, 0, 2, 0, 2, 0]
    scene = desk.press("Down")
    assert scene.step is not None
    assert scene.step.placements == (Candidate(cell("r5c5"), 5),)
    assert scene.selected == 0


def test_enter_applies_the_step_and_u_takes_it_back(desk: Desk) -> None:
    scene = desk.press("*", "Down", "Return")
    assert (desk.digit("r1c3"), desk.digit("r5c5")) == (0, 5)
    assert scene.choices == ()
    assert (scene.title, scene.status) == ("1. Full House", "u undoes it")
    desk.press("u")
    assert desk.session.grid.n_open == 3
    assert desk.press("Control-y").grid.n_open == 2


@pytest.mark.parametrize("keys", [("Escape",), ("*", "*")])
def test_it_is_closed(desk: Desk, keys: tuple[str, ...]) -> None:
    scene = desk.press("*", *keys)
    assert (scene.choices, scene.step) == ((), None)
    assert desk.press("Right", "Right", "Right").selected == marked("r1c3")


@pytest.mark.parametrize("keys", ["u", "x", "?", "c", "o", "d", "<"])
def test_any_other_action_closes_it(desk: Desk, keys: str) -> None:
    assert desk.press("*", *keys).choices == ()


def test_a_digit_closes_it_since_the_board_changes(desk: Desk) -> None:
    assert desk.press("Right", "Right", "Right", "*", "4").choices == ()
    assert desk.digit("r1c3") == 4


def test_looks_change_while_it_is_open(desk: Desk) -> None:
    scene = desk.press("*", "Down", "t", "l", "m", "F1")
    assert desk.theme == "dark"
    assert (scene.chosen, scene.has_labels, scene.has_candidates) == (1, False, False)
    assert any(line.startswith("* or ;:") for line in scene.help)
    assert desk.press("Down").help == ()
    assert desk.scene.chosen == 2


def test_a_click_chooses_a_line_and_elsewhere_closes_the_list(desk: Desk) -> None:
    desk.press("*")
    frame, room = frame_with_list(desk.session.layout, *desk.size)
    x, y, _, _ = room.inner
    third = y + 2.5 * room.inner.height / room.rows
    assert desk.give(Click(x + 5, third)).chosen == 2
    assert desk.give(Click(*frame.centre(cell("r1c3")))).choices == ()
    assert desk.scene.selected == 0


def test_hundreds_of_steps_are_listed_on_a_large_board(sit: Sit, helpers: list[Component]) -> None:
    digits = [0] * 256
    digits[0::17] = range(1, 17)
    grid = Grid(Layout.named("16x16"), digits, marks="manual")
    desk = sit(grid, marks="manual", strategies=helpers[:1])  # visible single
    assert len(desk.press("*").choices) == 16
    desk = sit(Grid(Layout.named("16x16"), [0] * 256), strategies=[MANY])
    scene = desk.press("*", "End")
    assert (len(scene.choices), scene.chosen) == (256, 255)
    assert scene.choices[255] == "256. Many: r16c16=1   [many.py]"


@strategy("Many", score=1, level="easy", sizes=None)
def many(grid: Grid) -> Iterator[Step]:
    """Places 1 in every cell."""
    for place in grid.open_cells:
        yield Step([Candidate(place, 1)])


MANY = Component.of("strategy", many, Origin("file", "many.py", "many.py"))


def test_a_board_without_a_step_says_so(sit: Sit) -> None:
    scene = sit(Grid(Layout.named("4x4"), [0] * 16)).press("*")
    assert (scene.title, scene.reason) == (
        "No step",
        "The puzzle has several solutions. No strategy finds a step.",
    )
    assert scene.choices == ()


def test_a_board_with_a_mistake_says_only_that(sit: Sit) -> None:
    scene = sit().press("1", "@r1c3", "*")  # the solution has 4 there
    assert scene.reason == "There is a mistake on the board: 1 digit is wrong."


def faulty(desk: Desk) -> str:
    line = wrong.find.__code__.co_firstlineno  # type: ignore[attr-defined]
    status = desk.press("*").status
    return status.replace(f"mine.py:{line + 3}", "mine.py:LINE")


def test_a_strategy_at_fault_is_named(sit: Sit, helpers: list[Component]) -> None:
    desk = sit(THREE_OPEN, strategies=[WRONG, *helpers[1:]])
    assert faulty(desk).endswith(" · skipped, at fault: wrong (mine.py:LINE)")
    assert len(desk.scene.choices) == 3
    alone = sit(strategies=[WRONG])
    assert faulty(alone) == "skipped, at fault: wrong (mine.py:LINE)"
    assert alone.scene.reason == "No strategy finds a step."
