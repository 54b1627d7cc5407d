"""What helps in the editor: strategies, plugins, hints and checks."""

import re
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from sudoku_engine import Branch, Candidate, Grid, Layout, Step, cell, strategy
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.plugins.component import Component, Origin
from sudoku_frontends.player.editor_state import BINDINGS, STRATEGY_KEYS
from sudoku_frontends.player.view import Key
from tests.support.editors import LONG, THREE_OPEN, Desk, Sit, marked, wrong


def test_every_basic_strategy_has_a_key(helpers: list[Component]) -> None:
    basic = {each.id for each in helpers if each.family in FAMILY_NAMES["basic"]}
    assert set(STRATEGY_KEYS.values()) == basic
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
    assert scene.title.startswith("Solved! ")
    assert scene.status.startswith("Hidden Single: 3 steps")


def test_a_step_is_marked_until_the_next_action(sit: Sit) -> None:
    desk = sit(THREE_OPEN)
    desk.press("+", "+")  # one step
    scene = desk.press("e")
    assert scene.step is not None
    assert scene.grid.n_open == 3
    assert scene.reason
    assert scene.notation.startswith("Naked Single: ")
    after = desk.press("Right")
    assert (after.step, after.grid.n_open) == (None, 2)


def test_how_far_a_strategy_goes_is_chosen_by_a_key(desk: Desk) -> None:
    assert desk.press("+").title == "Strategies: until nothing changes"
    assert desk.press("+").title == "Strategies: one step"
    desk.press("h")
    assert desk.session.grid.n_open == 50
    assert desk.press("+").title == "Strategies: one pass over the board"


def test_x_is_one_step_of_the_simplest_strategy_that_finds_one(desk: Desk) -> None:
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
    desk = sit(Grid(Layout.named("4x4"), [0] * 16))
    assert desk.press("o").title == "Stuck: no strategy finds a step"


def test_a_strategy_that_finds_nothing_says_so(sit: Sit) -> None:
    scene = sit(marks="manual").press("n")
    assert scene.title == "Naked Pair finds nothing"
    assert "v eliminates" in scene.reason


def test_v_is_not_advised_where_it_has_no_work_left(sit: Sit) -> None:
    scene = sit(THREE_OPEN, marks="manual").press("v", "n")
    assert (scene.title, scene.reason) == ("Naked Pair finds nothing", "")


def test_v_has_no_work_where_placed_digits_eliminate_by_themselves(sit: Sit) -> None:
    scene = sit().press("v")
    assert scene.title == "No strategy visible_single here"
    assert "eliminated at once" in scene.reason


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Naked Single", "Solved!"),
        ("2", "Solved!"),
        ("naked s", "Solved!"),
        ("2-string kite", "2-String Kite finds nothing"),
        ("naked", "No strategy 'naked': "),
        ("naked_sinlge", "No strategy 'naked_sinlge': did you mean 'naked_single'?"),
    ],
)
def test_a_strategy_is_called_by_name_number_or_beginning(sit: Sit, name: str, title: str) -> None:
    desk = sit(THREE_OPEN)
    scene = desk.press("a")
    assert scene.title == "Which strategy? Type its name or number"
    assert "2. Naked Single:  e" in scene.help
    assert desk.type(name).title.startswith(title)
    assert desk.session.is_solved == (title == "Solved!")


def test_the_list_of_strategies_names_the_files_of_plugins(sit: Sit) -> None:
    assert sit(strategies=[plugin_of(wrong)]).press("a").help == ("1. Wrong  [mine.py]",)


def test_a_solved_jigsaw_is_praised_for_its_regions(sit: Sit) -> None:
    layout = Layout.of_regions("1112\n1222\n3344\n3344")
    digits = [int(digit) for digit in "1234431221433421"]
    desk = sit(Grid(layout, [0, *digits[1:]]))
    assert desk.press("Right", "1").reason == "Every row, column and region is complete."


def plugin_of(function: Any) -> Component:
    return Component.of("strategy", function, Origin("file", "mine.py", "mine.py"))


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
    scene = desk.press("4", "@r1c3", "o")
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
    desk.press("Right", "Right", "Right", "2", "c")
    assert desk.digit("r1c3") == 2


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


def test_a_hint_says_where_then_what_then_why_and_x_applies_it(desk: Desk) -> None:
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
    assert desk.press("x").step == why.step


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


def test_a_hint_stays_while_a_person_goes_to_its_cell_and_ends_with_a_move(desk: Desk) -> None:
    assert desk.press("?", "Right", "Down").stage == "where"
    desk.press("Escape", "4")
    assert desk.scene.step is not None
    assert desk.press("@r1c3").step is None
    assert desk.press("?").stage == "where"


def test_a_check_gives_nothing_away(desk: Desk) -> None:
    assert desk.press("c").reason == "All is right so far, 51 cells are open."
    assert (
        desk.press("1", "@r1c3", "c").reason == "There is a mistake on the board: 1 digit is wrong."
    )
