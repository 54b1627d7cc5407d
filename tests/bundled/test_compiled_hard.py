"""Hard strategies find the same steps with machine code and without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from sudoku_engine import Grid, Step, Stepped
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings
from sudoku_plugins.fast import compiled
from sudoku_plugins.strategies.compiled import (
    SCOUT,
    WORDS,
    WORK_TO_COMPILE,
    WORK_TO_LOAD,
    CompiledScout,
)
from tests.support.boards import CLASSIC, empty, near_puzzles, random_copy
from tests.support.loops import bundled
from tests.support.our_boards import our_boards

pytestmark = pytest.mark.skipif(not compiled.is_available(), reason="needs numba")

ASKING = (
    "als_xz",
    "als_xy_wing",
    "als_chain",
)
"""The strategies that ask machine code."""

HARDEST = (
    "98.76.5..5....8.....7.5....4.6..97....8..76......3..4..2......1..9..52.....2...6.",
    "98.7..6....5.9..8....4....95...3..9..9...47....8.....23....2....5..1..3...1.....6",
    "98.7.....7.....6....6.5.....4...5.3...79..5......2...1..85..9......1...4.....3.2.",
)
PUZZLES = [*map(Grid.parse, HARDEST * 8), *(each.puzzle for each in our_boards("quads", "hard"))]

EASIER = ("full_house", "naked_single", "hidden_single", "locked_candidates", "naked_pair")


def test_a_desk_has_room_for_a_board_and_its_sets() -> None:
    from sudoku_plugins.strategies.compiled import entries

    assert entries.LAST <= WORDS


@pytest.fixture
def machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    SCOUT.program.functions()
    monkeypatch.setattr(SCOUT, "is_ready", lambda work: True)


def strategies() -> list[Component]:
    return [each.with_options(each.default_options) for each in bundled(*ASKING)]


def boards(count: int, seed: int) -> Iterator[Grid]:
    """Boards on which easy strategies find nothing, of puzzles turned and with other digits.

    Between two of them is one step of a hard strategy.
    """
    rng = Random(seed)
    loop = Loop(
        [*bundled(*EASIER), *strategies(), *bundled("forcing_net")], LoopSettings(guard=False)
    )
    left = count
    while left > 0:
        before = random_copy(rng, rng.choice(PUZZLES))
        for event in loop.events(before):
            if isinstance(event, Stepped):
                if event.strategy.id in ASKING and left > 0:
                    left -= 1
                    yield before
                before = event.grid


def first_steps(strategy: Component, grid: Grid, most: int) -> list[tuple[Step, str, str]]:
    """The first steps, with all that is said of them."""
    steps = islice(strategy.call(grid), most)
    return [(step, step.reason, repr(step)) for step in steps]


def compare(grids: Iterator[Grid], monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Compare the first steps of each strategy; return how many have any."""
    found: Counter[str] = Counter()
    for number, grid in enumerate(grids):
        for strategy in strategies():
            most = 1 if number % 8 else 4
            steps = first_steps(strategy, grid, most)
            with monkeypatch.context() as patch:
                patch.setattr(SCOUT, "is_ready", lambda work: False)
                assert steps == first_steps(strategy, grid, most), (strategy.id, repr(grid))
            found[strategy.id] += bool(steps)
    return found


@pytest.mark.thorough
@pytest.mark.usefixtures("machine_code")
def test_first_steps_are_those_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compare(boards(4000, 2), monkeypatch)
    assert {name for name in ASKING if found[name]} == {*ASKING}


@pytest.mark.thorough
@pytest.mark.usefixtures("machine_code")
def test_boards_with_few_digits_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(iter([empty(), *near_puzzles(PUZZLES[:12], "hard")]), monkeypatch)


def test_other_boards_are_for_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def unasked(*_: object) -> list[int]:
        raise AssertionError("machine code is asked")

    monkeypatch.setattr(SCOUT, "is_ready", lambda work: True)
    monkeypatch.setattr(type(SCOUT), "desk", unasked)
    (smaller, *_), (cut, *_) = (our_boards(name) for name in ("6x6", "jigsaw"))
    by_hand = Grid(CLASSIC, PUZZLES[-1].digits, marks="manual")
    for grid in (smaller.puzzle, cut.puzzle, by_hand):
        for strategy in strategies():
            first_steps(strategy, grid, 1)


def test_machine_code_is_not_asked_until_it_is_worth_while() -> None:
    asked: list[bool] = []

    class Absent:
        def load_soon(self, may_compile: bool) -> bool:
            asked.append(may_compile)
            return False

    scout = CompiledScout()
    scout.__dict__["program"] = Absent()
    assert not any(scout.is_ready(1) for _ in range(WORK_TO_COMPILE))
    assert asked == [False] * (WORK_TO_COMPILE // WORK_TO_LOAD - 1) + [True]
