"""The editor by its keys and clicks, with a view that only remembers what it is shown."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Branch, Candidate, Grid, Layout, Step, strategy
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.words import cell
from sudoku_engine.picture.page_geometry import frame_of
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.themes import Theme
from sudoku_engine.plugins.component import Component, Origin
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.session.workbench import Session
from sudoku_engine.solving.settings import LoopSettings
from sudoku_frontends.player.editor import Editor
from sudoku_frontends.player.editor_keys import BINDINGS, STRATEGY_KEYS
from sudoku_frontends.player.prompt import Prompt
from sudoku_frontends.player.undo_steps import UndoSteps
from sudoku_frontends.player.view import CLOSE_BUTTON, Click, Input, Key
from tests.support.boards import PUZZLE

# r1c3 4, r5c5 5 and r9c9 9 are missing; none of them sees another.
THREE_OPEN = """
    5 3 . | 6 7 8 | 9 1 2
    6 7 2 | 1 9 5 | 3 4 8
    1 9 8 | 3 4 2 | 5 6 7
    ------+-------+------
    8 5 9 | 7 6 1 | 4 2 3
    4 2 6 | 8 . 3 | 7 9 1
    7 1 3 | 9 2 4 | 8 5 6
    ------+-------+------
    9 6 1 | 5 3 7 | 2 8 4
    2 8 7 | 4 1 9 | 6 3 5
    3 4 5 | 2 8 6 | 1 7 .
"""

LONG = 60


@pytest.fixture(scope="module")
def helpers() -> list[Component]:
    """All bundled strategies, the visible single first."""
    registry = Registry()
    registry.load()
    return registry.loop_strategies("manual")


class Desk:
    """A person at the board of an editor, with a window that only remembers what it is shown."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.editor = Editor(session)
        self.size = (700, 880)
        self.is_closed = False
        self.scene = Scene(session.grid)
        self.theme = ""
        self.title = ""
        self.tick()

    def show(self, scene: Scene, theme: Theme, title: str = "") -> None:
        self.scene, self.theme, self.title = scene, theme.name, title

    def close(self) -> None:
        self.is_closed = True

    def tick(self, *inputs: Input) -> None:
        self.editor.tick(self, time.monotonic(), inputs)

    def press(self, *keys: str) -> Scene:
        """The scene after these keys, when all that they asked for is done."""
        return self.give(*map(Key, keys))

    def type(self, text: str) -> Scene:
        """The scene after a `text` was typed in place of what stands there, and taken."""
        keys = ["space" if letter == " " else letter for letter in text]
        return self.press("Control-u", *keys, "Return")

    def click(self, name: str, button: int = 1, note: int = 0) -> Scene:
        """The scene after a click on the middle of a cell, or on the place of a note of it."""
        frame = frame_of(self.session.layout, *self.size)
        at = self.session.layout.cell(name)
        return self.give(Click(*(frame.note(at, note) if note else frame.centre(at)), button))

    def give(self, *inputs: Input) -> Scene:
        for given in inputs:
            self.tick(given)
            self.wait()
        return self.scene

    def wait(self) -> None:
        deadline = time.monotonic() + LONG
        while self.editor.is_thinking:
            assert time.monotonic() < deadline
            time.sleep(0.001)
            self.tick()

    def digit(self, name: str) -> int:
        return self.session.grid.digit(self.session.layout.cell(name))

    def notes(self, name: str) -> set[int]:
        return set(self.session.grid.candidates(self.session.layout.cell(name)))


Sit = Callable[..., Desk]


@pytest.fixture
def sit(helpers: list[Component], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sit]:
    """What sits a person down at a board, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    desks = []

    def sit_down(
        drawing: str | Grid = PUZZLE,
        strategies: Sequence[Component] = (),
        marks: Marks = "auto",
        source: str = "",
    ) -> Desk:
        grid = Grid.parse(drawing) if isinstance(drawing, str) else drawing
        settings = LoopSettings(pencilmarks=marks, mode="fixpoint")
        known = strategies or (helpers if marks == "manual" else helpers[1:])
        session = Session(grid, strategies=known, settings=settings, source=source)
        desks.append(Desk(session))
        return desks[-1]

    yield sit_down
    for desk in desks:
        desk.editor.stop()


def marked(*names: str) -> int:
    return mask_of(cell(name) for name in names)


# Digits


def test_a_digit_is_chosen_by_its_key_and_placed_by_clicks(sit: Sit) -> None:
    desk = sit()
    assert desk.press("4").status.startswith("4: click a cell")
    assert desk.click("r1c3").title == "4 placed in r1c3"
    desk.click("r6c9")
    desk.click("r2c8")
    assert (desk.digit("r1c3"), desk.digit("r2c8"), desk.digit("r6c9")) == (4, 4, 6)


def test_a_digit_key_fills_the_cell_that_the_arrow_keys_chose(sit: Sit) -> None:
    desk = sit()
    scene = desk.press("Right", "Right", "Right")
    assert scene.selected == marked("r1c3")
    assert scene.status.startswith("r1c3: a digit fills it")
    desk.press("4")
    assert desk.digit("r1c3") == 4


def test_a_digit_key_fills_the_cell_that_a_click_chose(sit: Sit) -> None:
    desk = sit()
    assert desk.click("r5c5").selected == marked("r5c5")
    desk.press("5")
    assert desk.digit("r5c5") == 5
    assert desk.click("r4c2").selected == marked("r4c2")
    assert desk.digit("r4c2") == 0


def test_return_and_space_place_the_chosen_digit_in_the_chosen_cell(sit: Sit) -> None:
    desk = sit()
    desk.press("4", "Right", "Right", "Right", "Return")
    assert desk.digit("r1c3") == 4
    desk.press("Down", "Right", "Right", "Right", "Right", "Right", "space")
    assert desk.digit("r2c8") == 4


def test_return_without_a_digit_says_what_is_lacking(sit: Sit) -> None:
    desk = sit()
    assert desk.press("Return").title == "First select a cell with the arrow keys"
    assert desk.press("Right", "Return").title == "First choose a digit"


def test_arrow_keys_go_round_the_edges(sit: Sit) -> None:
    desk = sit()
    assert desk.press("Right", "Left").selected == marked("r1c9")
    assert desk.press("Up").selected == marked("r9c9")
    assert desk.press("Right", "Down").selected == marked("r1c1")


def test_escape_lets_go_of_cell_and_digit(sit: Sit) -> None:
    desk = sit()
    assert desk.press("Right", "Escape").selected == 0
    desk.press("4", "Escape")
    assert desk.click("r1c3").selected == marked("r1c3")
    assert desk.digit("r1c3") == 0


def test_a_digit_that_does_not_fit_turns_its_cell_red_and_says_why(sit: Sit) -> None:
    desk = sit()
    desk.press("5")
    scene = desk.click("r1c3")
    assert scene.wrong == marked("r1c3")
    assert scene.title == "5 does not fit in r1c3"
    assert scene.reason == "5 is already in row 1 and box 1: r1c1."
    assert desk.digit("r1c3") == 0


def test_the_red_cell_is_as_before_after_the_next_action(sit: Sit) -> None:
    desk = sit()
    desk.press("5")
    desk.click("r1c3")
    scene = desk.press("Right")
    assert (scene.wrong, scene.title) == (0, "Your turn")


def test_a_look_at_the_board_in_another_theme_keeps_the_red_cell(sit: Sit) -> None:
    desk = sit()
    desk.press("5")
    desk.click("r1c3")
    assert desk.press("t", "l", "m").wrong == marked("r1c3")


def test_a_given_cannot_be_changed(sit: Sit) -> None:
    desk = sit()
    scene = desk.press("Right", "2")
    assert scene.title == "r1c1 stays as it is"
    assert scene.reason == "r1c1 is a given: it cannot be changed."
    assert desk.digit("r1c1") == 5


@pytest.mark.parametrize("key", ["0", "Delete", "BackSpace"])
def test_a_cell_is_emptied(sit: Sit, key: str) -> None:
    desk = sit()
    desk.press("Right", "Right", "Right", "4", key)
    assert desk.digit("r1c3") == 0
    desk.press("Escape", "4")
    desk.click("r1c3")
    assert desk.press(key).status.startswith("eraser")
    desk.click("r1c3")
    assert desk.digit("r1c3") == 0


def test_capital_letters_are_digits_over_nine_where_there_are_such(sit: Sit) -> None:
    large = sit(Grid(Layout.named("16x16"), [0] * 256))
    large.press("G")
    large.click("r16c16")
    assert large.digit("r16c16") == 16
    large.press("H")
    assert large.digit("r16c16") == 16


def test_a_capital_letter_is_else_taken_for_the_small_one(sit: Sit) -> None:
    desk = sit()
    assert desk.press("A").title.startswith("Which strategy?")


def test_a_digit_that_the_board_has_not_is_reported(sit: Sit) -> None:
    desk = sit(Grid(Layout.named("4x4"), [0] * 16))
    assert desk.press("7").reason == "This board has 1 to 4."


def test_the_last_digit_solves_the_board(sit: Sit) -> None:
    desk = sit(THREE_OPEN)
    desk.press("4")
    desk.click("r1c3")
    desk.press("5")
    desk.click("r5c5")
    desk.press("9")
    assert desk.click("r9c9").title == "Solved!"


# Notes


def test_while_noting_a_click_on_the_place_of_a_note_removes_it_and_adds_it_again(sit: Sit) -> None:
    desk = sit()
    assert desk.notes("r1c3") == {1, 2, 4}
    desk.press("d")
    assert desk.click("r1c3", note=2).title == "Note 2 removed from r1c3"
    assert desk.notes("r1c3") == {1, 4}
    desk.click("r1c3", note=2)
    assert desk.notes("r1c3") == {1, 2, 4}


def test_while_noting_digit_keys_change_the_notes_of_the_chosen_cell(sit: Sit) -> None:
    desk = sit()
    desk.press("Right", "Right", "Right", "d", "1", "2")
    assert desk.notes("r1c3") == {4}
    desk.press("Return")
    assert desk.notes("r1c3") == {2, 4}
    desk.press("d", "4")
    assert desk.digit("r1c3") == 4


def test_the_other_mouse_button_changes_a_note_at_any_time(sit: Sit) -> None:
    desk = sit()
    desk.press("4")
    desk.click("r1c3", button=3, note=1)
    assert (desk.digit("r1c3"), desk.notes("r1c3")) == (0, {2, 4})


def test_a_note_that_clashes_is_refused_with_the_reason(sit: Sit) -> None:
    desk = sit()
    desk.press("d")
    scene = desk.click("r1c3", note=5)
    assert scene.wrong == marked("r1c3")
    assert scene.reason == "5 is already in row 1 and box 1: r1c1."


def test_noting_shows_notes_that_were_hidden(sit: Sit) -> None:
    desk = sit()
    assert not desk.press("m").has_candidates
    assert desk.press("d").has_candidates


# Taking back


def test_what_was_done_is_taken_back_and_done_again(sit: Sit) -> None:
    desk = sit()
    desk.press("4")
    desk.click("r1c3")
    desk.click("r2c8")
    assert desk.press("u").title == "Undone: 4 placed in r2c8"
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
    desk.press(">", ">")
    assert desk.press(">").title == "This is the last board"
    assert desk.press("u").title == "Undone: 3 steps"
    assert desk.session.grid.n_open == 3
    assert desk.press("Control-y").title == "Solved!"


def test_an_action_in_the_middle_of_another_one_splits_it() -> None:
    steps = UndoSteps()
    steps.add(0, 5)
    steps.add(3, 4)
    assert (steps.before(4), steps.before(3), steps.after(0)) == (3, 0, 3)


# Strategies


def test_every_strategy_that_comes_along_has_a_key(helpers: list[Component]) -> None:
    assert set(STRATEGY_KEYS.values()) == {component.id for component in helpers}
    keys = [*STRATEGY_KEYS, *(key for binding in BINDINGS for key in binding.keys)]
    assert len(keys) == len(set(keys))


def test_v_is_a_pass_of_visible_singles(sit: Sit) -> None:
    desk = sit(THREE_OPEN, marks="manual")
    assert desk.notes("r1c3") == set(range(1, 10))
    scene = desk.press("v")
    assert [desk.notes(name) for name in ("r1c3", "r5c5", "r9c9")] == [{4}, {5}, {9}]
    assert scene.title.endswith("Visible Single")
    assert scene.step is not None


def test_h_is_a_pass_of_hidden_singles(sit: Sit) -> None:
    desk = sit(THREE_OPEN)
    scene = desk.press("h")
    assert desk.session.grid.is_solved
    assert scene.status.startswith("Solved! · Hidden Single: 3 steps")


def test_n_is_a_pass_of_naked_pairs(sit: Sit) -> None:
    # Only r1c1 and r1c2 are without 3 and 4, so they share 1 and 2; r1c3 and r1c4 share the rest.
    grid = Grid(
        Layout.named("4x4"),
        [0] * 16,
        masks=[0b0011, 0b0011, *[0b1111] * 14],
    )
    desk = sit(grid)
    scene = desk.press("n")
    left = [desk.notes(f"r{row}c{column}") for row, column in ((1, 3), (1, 4), (2, 1), (2, 2))]
    assert left == [{3, 4}] * 4
    assert "Naked Pair" in scene.notation


def test_a_step_is_marked_until_the_next_action(sit: Sit) -> None:
    desk = sit(THREE_OPEN)
    desk.press("w", "w")  # one step
    scene = desk.press("e")
    assert scene.step is not None
    assert scene.grid.n_open == 3
    assert scene.reason
    assert scene.notation.startswith("Naked Single: ")
    after = desk.press("Right")
    assert (after.step, after.grid.n_open) == (None, 2)


def test_how_far_a_strategy_goes_is_chosen_by_a_key(sit: Sit) -> None:
    desk = sit()
    assert desk.press("w").title == "Strategies: until nothing changes"
    assert desk.press("w").title == "Strategies: one step"
    desk.press("h")
    assert desk.session.grid.n_open == 50
    assert desk.press("w").title == "Strategies: one pass over the board"


def test_x_is_one_step_of_the_simplest_strategy_that_finds_one(sit: Sit) -> None:
    desk = sit()
    scene = desk.press("x")
    assert "Naked Single" in scene.title  # no house has only one open cell
    assert desk.session.length == 2


def test_o_solves_by_the_list_of_strategies(sit: Sit) -> None:
    desk = sit(marks="manual")
    scene = desk.press("o")
    assert scene.title == "Solved!"
    assert scene.reason.startswith("Visible Single: ")
    assert desk.session.is_solved
    desk.press("u")
    assert desk.session.grid.n_open == 51


def test_o_says_that_it_is_stuck(sit: Sit, helpers: list[Component]) -> None:
    desk = sit(Grid(Layout.named("9x9"), [0] * 81))
    assert desk.press("o").title == "Stuck: no strategy finds a step"


def test_a_strategy_that_finds_nothing_says_so(sit: Sit) -> None:
    desk = sit(marks="manual")
    scene = desk.press("n")
    assert scene.title == "Naked Pair finds nothing"
    assert "v eliminates" in scene.reason


def test_v_is_not_advised_where_it_has_no_work_left(sit: Sit) -> None:
    desk = sit(THREE_OPEN, marks="manual")
    scene = desk.press("v", "n")
    assert (scene.title, scene.reason) == ("Naked Pair finds nothing", "")


def test_v_has_no_work_where_placed_digits_eliminate_by_themselves(sit: Sit) -> None:
    scene = sit().press("v")
    assert scene.title == "No strategy visible_single here"
    assert "eliminated at once" in scene.reason


def test_a_strategy_is_called_by_its_name(sit: Sit) -> None:
    desk = sit(THREE_OPEN)
    scene = desk.press("a")
    assert scene.title == "Which strategy? Type its name or number"
    assert "2. Naked Single (naked_single):  e" in scene.help
    desk.type("Naked Single")
    assert desk.session.is_solved


def test_a_strategy_is_called_by_its_number(sit: Sit) -> None:
    desk = sit(THREE_OPEN)
    desk.press("a")
    desk.type("2")
    assert desk.session.is_solved


def test_a_strategy_is_called_by_the_beginning_of_its_name(sit: Sit) -> None:
    desk = sit(THREE_OPEN)
    desk.press("a")
    desk.type("naked s")
    assert desk.session.is_solved


def test_a_beginning_that_several_names_share_calls_none(sit: Sit) -> None:
    desk = sit(THREE_OPEN)
    desk.press("a")
    assert desk.type("naked").title.startswith("No strategy 'naked': ")
    assert not desk.session.is_solved


def test_the_list_of_strategies_names_the_files_of_plugins(sit: Sit) -> None:
    desk = sit(strategies=[plugin_of(wrong)])
    assert desk.press("a").help == ("1. Wrong (wrong)  [mine.py]",)


def test_a_solved_jigsaw_is_praised_for_its_regions(sit: Sit) -> None:
    layout = Layout.of_regions("1112\n1222\n3344\n3344")
    digits = [int(digit) for digit in "1234431221433421"]
    desk = sit(Grid(layout, [0, *digits[1:]]))
    assert desk.press("Right", "1").reason == "Every row, column and region is complete."


def test_a_misspelt_strategy_is_reported_with_the_near_name(sit: Sit) -> None:
    desk = sit(THREE_OPEN)
    desk.press("a")
    assert desk.type("naked_sinlge").title == (
        "No strategy 'naked_sinlge': did you mean 'naked_single'?"
    )
    desk.type("naked_single")
    assert desk.session.is_solved


# Plugins


def plugin_of(function: Any) -> Component:
    return Component.of("strategy", function, Origin("file", "mine.py", "mine.py"))


@strategy("Wrong", score=1, level="easy")
def wrong(grid: Grid) -> Iterator[Step]:
    """Says that r1c3 is 1, where the solution has 4."""
    yield Step([Candidate(cell("r1c3"), 1)], reason="it looks nice")


@strategy("Broken", score=1, level="easy")
def broken(grid: Grid) -> Iterator[Step]:
    """Raises."""
    raise ValueError("on purpose")


def test_a_wrong_step_is_shown_with_plugin_and_line(sit: Sit) -> None:
    desk = sit(strategies=[plugin_of(wrong)])
    scene = desk.press("x")
    line = wrong.find.__code__.co_firstlineno  # type: ignore[attr-defined]
    assert scene.title.startswith("At fault: Wrong [mine.py:")
    assert int(scene.title.rstrip("]").rpartition(":")[2]) in range(line, line + 6)
    assert scene.is_fault
    assert scene.step is not None
    assert scene.refuted == (Candidate(cell("r1c3"), 1),)
    assert scene.status == "nothing was changed"
    assert desk.digit("r1c3") == 0


def test_a_strategy_that_fails_is_shown_and_nothing_is_lost(sit: Sit) -> None:
    desk = sit(strategies=[plugin_of(broken)])
    desk.press("4")
    desk.click("r1c3")
    scene = desk.press("o")
    assert scene.title.startswith("At fault: Broken [mine.py:")
    assert "on purpose" in scene.reason
    assert desk.digit("r1c3") == 4


def test_a_hint_names_the_strategy_that_was_wrong_but_no_digit_of_the_solution(
    sit: Sit, helpers: list[Component]
) -> None:
    desk = sit(THREE_OPEN, strategies=[plugin_of(wrong), *helpers[1:]])
    status = re.sub(r"mine\.py:\d+", "mine.py:LINE", desk.press("?").status)
    assert status == "? again: what to look for · skipped, at fault: wrong (mine.py:LINE)"


class Gate:
    """A strategy that thinks until it is let through."""

    id, name, score, level = "gate", "Gate", 1, "easy"

    def __init__(self) -> None:
        self.is_open = threading.Event()
        self.has_come = threading.Event()

    def find(self, grid: Grid) -> Iterator[Step]:
        """Places 4 in r1c3."""
        self.has_come.set()
        self.is_open.wait(LONG)
        yield Step([Candidate(cell("r1c3"), 4)])


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.is_open.set()


def begin_thinking(desk: Desk, gate: Gate) -> None:
    """Comes back when the window has said that it thinks."""
    desk.tick(Key("x"))
    assert gate.has_come.wait(LONG)
    deadline = time.monotonic() + 3
    while desk.scene.title != "Thinking…" and time.monotonic() < deadline:
        desk.tick()
    assert desk.scene.status == "Esc stops it"


def test_while_a_strategy_thinks_the_window_goes_on_and_edits_are_refused(
    sit: Sit, gate: Gate
) -> None:
    desk = sit(strategies=[plugin_of(gate)])
    desk.tick(Key("Right"))
    begin_thinking(desk, gate)
    desk.tick(Key("t"), Key("Down"))
    assert (desk.theme, desk.scene.selected) == ("dark", marked("r2c1"))
    desk.tick(Key("Right"), Key("7"))
    assert desk.digit("r2c2") == 0
    gate.is_open.set()
    desk.wait()
    assert desk.digit("r1c3") == 4


def test_escape_stops_a_strategy_and_leaves_the_board_as_it_was(sit: Sit, gate: Gate) -> None:
    desk = sit(strategies=[plugin_of(gate)])
    begin_thinking(desk, gate)
    desk.tick(Key("Escape"))
    assert desk.scene.title == "Stopped"
    gate.is_open.set()
    desk.press("Right", "Right", "Right", "2")
    desk.press("c")
    assert desk.digit("r1c3") == 2


def test_nothing_waits_for_a_strategy_that_was_stopped_and_goes_on(sit: Sit, gate: Gate) -> None:
    desk = sit(strategies=[plugin_of(gate)])
    begin_thinking(desk, gate)
    desk.tick(Key("Escape"))
    desk.press("c")
    assert desk.scene.title != "Thinking…"
    assert not gate.is_open.is_set()


def test_keys_in_quick_succession_wait_for_each_other(sit: Sit) -> None:
    desk = sit(THREE_OPEN, marks="manual")
    desk.tick(Key("v"), Key("e"))
    while not desk.session.is_solved:
        desk.tick()
        time.sleep(0.001)


def test_one_can_leave_while_a_strategy_thinks(sit: Sit, gate: Gate) -> None:
    desk = sit(strategies=[plugin_of(gate)])
    begin_thinking(desk, gate)
    desk.tick(Key("q"))
    assert desk.is_closed


# Hints and checks


def test_a_hint_says_where_then_what_then_why_and_x_applies_it(sit: Sit) -> None:
    desk = sit()
    where = desk.press("?")
    assert where.stage == "where"
    assert where.title.startswith("Look at ")
    what = desk.press("?")
    assert what.stage == "what"
    assert what.title.startswith("Look for: Naked Single in ")
    why = desk.press("?")
    assert (why.stage, why.title) == ("why", "Naked Single")
    assert why.status == "x applies it · e applies all of its kind"
    assert why.reason
    assert desk.press("?").stage == "why"
    assert desk.session.length == 1
    done = desk.press("x")
    assert done.step == why.step


@strategy("Two Cases", score=1, level="easy")
def two_cases(grid: Grid) -> Iterator[Step]:
    """Places 4 in r1c3, whatever r1c4 is."""
    digits = grid.candidates(cell("r1c4"))
    cases = [Branch(f"r1c4 is {digit}", [Candidate(cell("r1c4"), digit)]) for digit in digits]
    because = [Candidate(cell("r1c4"), digit) for digit in digits]
    yield Step([Candidate(cell("r1c3"), 4)], because=because, reason="always", branches=cases)


def test_a_hint_goes_through_the_branches_of_a_step(sit: Sit) -> None:
    desk = sit(strategies=[plugin_of(two_cases)])
    views = []
    for _ in range(6):
        scene = desk.press("?")
        views.append((scene.stage, scene.branch))
    assert views[:3] == [("where", None), ("what", None), ("why", 0)]
    assert views[3:] == [("why", 1), ("why", None), ("why", None)]
    assert desk.scene.status.startswith("x applies it")


def test_a_hint_stays_while_a_person_goes_to_its_cell_and_ends_with_a_move(sit: Sit) -> None:
    desk = sit()
    desk.press("?")
    assert desk.press("Right", "Down").stage == "where"
    desk.press("Escape", "4")
    assert desk.scene.step is not None
    assert desk.click("r1c3").step is None
    assert desk.press("?").stage == "where"


def test_a_hint_on_a_board_with_a_mistake_says_that_there_is_one(sit: Sit) -> None:
    desk = sit()
    desk.press("1")
    desk.click("r1c3")  # nothing forbids it, but the solution has 4 there
    scene = desk.press("?")
    assert scene.reason == "There is a mistake on the board: 1 digit is wrong."


def test_a_check_gives_nothing_away(sit: Sit) -> None:
    desk = sit()
    assert desk.press("c").reason == "All is right so far, 51 cells are open."
    desk.press("1")
    desk.click("r1c3")
    assert desk.press("c").reason == "There is a mistake on the board: 1 digit is wrong."


# Looks


def test_keys_change_how_the_board_looks(sit: Sit) -> None:
    desk = sit()
    assert not desk.press("m").has_candidates
    assert not desk.press("l").has_labels
    desk.press("t")
    assert desk.theme == "dark"
    desk.press("t")
    assert desk.theme == "projector"


def test_f1_shows_all_keys_then_those_of_strategies_then_none(sit: Sit) -> None:
    desk = sit()
    first = desk.press("F1").help
    assert any(line.startswith("?:  hint") for line in first)
    second = desk.press("F1").help
    assert "3. Hidden Single (hidden_single):  h" in second
    assert desk.press("F1").help == ()


def test_any_other_key_ends_the_help_and_a_click_does_no_more_than_that(sit: Sit) -> None:
    desk = sit()
    assert desk.press("F1", "Right").help == ()
    desk.press("Escape", "4", "F1")
    assert desk.click("r1c3").help == ()
    assert desk.digit("r1c3") == 0


def test_a_scene_in_which_nothing_changes_is_the_same_object(sit: Sit) -> None:
    desk = sit()
    before = desk.press("Right")
    desk.tick()
    assert desk.scene is before


# Files


def test_a_board_is_saved_and_read_back(sit: Sit, tmp_path: Path) -> None:
    desk = sit()
    desk.press("4")
    desk.click("r1c3")
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


def test_blanks_are_saved_as_dots(sit: Sit, tmp_path: Path) -> None:
    desk = sit()
    desk.press("s")
    desk.type("a.txt")
    assert (tmp_path / "a.txt").read_text().splitlines()[0] == "53..7...."


def test_saving_again_asks_for_no_name(sit: Sit, tmp_path: Path) -> None:
    desk = sit()
    desk.press("s")
    desk.type("a.sdk")
    desk.press("4")
    desk.click("r1c3")
    assert desk.press("s").title == "Saved: a.sdk"
    assert "534.7...." in (tmp_path / "a.sdk").read_text()


def test_another_file_is_written_over_only_after_a_question(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("my shopping list")
    desk = sit()
    desk.press("s")
    scene = desk.type("a.txt")
    assert scene.title == "This file exists: Enter overwrites it"
    assert scene.reason == "a.txt|"
    desk.press("Escape")
    assert (tmp_path / "a.txt").read_text() == "my shopping list"
    desk.press("s")
    desk.type("a.txt")
    assert desk.press("Return").title == "Saved: a.txt"


def test_an_error_of_a_file_is_shown_in_the_window_and_nothing_is_lost(sit: Sit) -> None:
    desk = sit()
    desk.press("4")
    desk.click("r1c3")
    desk.press("s")
    scene = desk.type("nowhere/a.sdk")
    assert scene.title == "Not saved"
    assert "there is no folder 'nowhere'" in scene.reason
    desk.press("r", "r")
    scene = desk.type("nowhere.sdk")
    assert scene.title == "Not read"
    assert scene.reason.startswith("nowhere.sdk: ")
    assert desk.digit("r1c3") == 4


def test_a_file_with_a_bad_puzzle_is_reported_with_its_line(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("53..7\n")
    desk = sit()
    desk.press("r")
    assert desk.type("bad.txt").reason.startswith("bad.txt:1")


def test_unsaved_work_is_not_lost_by_reading(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("." * 81)
    desk = sit()
    desk.press("4")
    desk.click("r1c3")
    assert desk.press("r").title == "Your work is not saved"
    assert desk.press("r").title == "Read which file?"
    desk.type("a.txt")
    assert desk.session.grid.n_open == 81
    assert desk.press("u").title == "Nothing to undo"


def test_the_last_name_is_offered_and_gives_way_to_what_is_typed(sit: Sit) -> None:
    desk = sit()
    desk.press("r")
    desk.type("nowhere.sdk")
    assert desk.press("r").reason == "nowhere.sdk|"
    assert desk.press("x").reason == "x|"


def test_the_file_of_the_puzzle_is_offered(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("." * 81)
    assert sit(source="a.txt:1").press("s").reason == "a.txt|"


def test_a_board_of_another_size_may_be_read(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("1...\n....\n....\n....\n")
    desk = sit()
    desk.press("Up")
    desk.press("r")
    scene = desk.type("small.txt")
    assert (scene.grid.layout.n, scene.selected) == (4, 0)
    desk.press("2")
    desk.click("r1c2")
    assert desk.digit("r1c2") == 2


def test_a_prompt_takes_all_keys_until_it_is_left(sit: Sit) -> None:
    desk = sit()
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


# Leaving


def test_q_leaves_at_once_where_all_is_saved(sit: Sit) -> None:
    desk = sit()
    desk.press("q")
    assert desk.is_closed


@pytest.mark.parametrize("first", [Key("q"), CLOSE_BUTTON])
@pytest.mark.parametrize("second", [Key("q"), CLOSE_BUTTON])
def test_unsaved_work_is_asked_about_once(sit: Sit, first: Key, second: Key) -> None:
    desk = sit()
    desk.press("4")
    desk.click("r1c3")
    scene = desk.give(first)
    assert not desk.is_closed
    assert scene.title == "Your work is not saved"
    assert scene.reason == "q again quits · s saves · any other key continues"
    desk.give(second)
    assert desk.is_closed


def test_another_key_goes_on_with_unsaved_work(sit: Sit) -> None:
    desk = sit()
    desk.press("4")
    desk.click("r1c3")
    desk.press("q", "Right", "q")
    assert not desk.is_closed
    desk.press("s")
    desk.type("a.sdk")
    desk.press("q")
    assert desk.is_closed
