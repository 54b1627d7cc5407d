"""The way by machine code is that of the strategies: who takes each step, and what it changes."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from sudoku_engine import Ended, Event, Grid, LoopSettings, Rejected, Stepped
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_plugins.fast import compiled, scouting
from sudoku_plugins.fast.scout import (
    NUMBERS,
    WORDS,
    WORK_TO_COMPILE,
    WORK_TO_LOAD,
    Scout,
)
from sudoku_plugins.fast.scouting import ScoutFinder, Walk, ids_of
from sudoku_plugins.kit.boards_with_solutions import technique_boards
from sudoku_plugins.ratings.rating import Rater
from tests.support.boards import CLASSIC, near_puzzles, random_copy
from tests.support.loops import components
from tests.support.our_boards import our_boards

pytestmark = [
    pytest.mark.skipif(not compiled.is_available(), reason="needs numba"),
    pytest.mark.thorough,  # to compile the way takes longer than most other tests together
]

PUZZLES = [each.puzzle for each in our_boards("minimal", "hard", "quads", "easy")]

PUPILS = """
    @strategy("Third", score=5, level="easy")
    def third(grid):
        for cell in grid.open_cells:
            if cell % 3 == 0 and len(grid.candidates(cell)) == 1:
                (digit,) = grid.candidates(cell)
                yield Step([Candidate(cell, digit)])
"""


class Ready(Scout):
    """A scout that is there from the first run on."""

    def is_ready(self, work: int) -> bool:
        return bool(self.program.functions())


class Absent(Scout):
    """A scout that is never there."""

    def is_ready(self, work: int) -> bool:
        return False


class Wrong(Ready):
    """A scout that takes the digits for other ones."""

    def walk(self, grid: Grid, strategies: tuple[str | None, ...], start: int, most: int) -> Walk:
        walk = super().walk(grid, strategies, start, most)
        digits = [
            known or (digit and digit % 9 + 1) for known, digit in zip(grid.digits, walk.digits)
        ]
        return walk._replace(digits=digits)


READY = Ready()


def strategies() -> list[Component]:
    registry = Registry()
    registry.load()
    found = registry.of_kind("strategy")
    usual = [each.with_options(each.default_options) for each in found if each.is_by_default]
    return [each for each in usual if each.marks is None and each.family != "clues"]


STRATEGIES = strategies()
IDS = ids_of(tuple(STRATEGIES))


def loop_with(scout: Scout, *own: Component, mode: str = "first") -> Loop:
    """A loop whose second strategy is a person's `own`."""
    loop = Loop([*STRATEGIES[:1], *own, *STRATEGIES[1:]], LoopSettings(mode=mode))  # type: ignore[arg-type]
    loop.finder = partial(ScoutFinder, scout=scout)  # type: ignore[method-assign, assignment]
    return loop


def told(loop: Loop, grid: Grid, is_watched: bool = True) -> list[Event]:
    events = loop.events(grid, is_watched=is_watched)
    return [event._replace(seconds=0) if isinstance(event, Ended) else event for event in events]


def boards(count: int, seed: int) -> Iterator[Grid]:
    """Our own puzzles, with lines and digits in another order."""
    rng = Random(seed)
    for _ in range(count):
        yield random_copy(rng, rng.choice(PUZZLES))


def compare_steps(grids: Iterator[Grid], known: Counter[str]) -> None:
    """Compare each step of the strategies with what the scout says on the board; count those."""
    READY.is_ready(0)
    judges, names = loop_with(Absent()), [each.id for each in STRATEGIES]
    for grid in grids:
        for event in judges.events(grid):
            if not isinstance(event, Stepped):
                continue
            found = names.index(event.strategy.id)
            walk = READY.walk(grid, IDS, 0, 1)
            while not walk.steps and walk.ahead < found:
                walk = READY.walk(grid, IDS, walk.ahead + 1, 1)
            if walk.steps:
                end = Grid(CLASSIC, walk.digits, masks=walk.masks, given=grid.given)
                assert ([*walk.steps], end) == ([found], event.grid), repr(grid)
                known[event.strategy.id] += 1
            else:
                assert walk.ahead == found, repr(grid)
            grid = event.grid


def test_each_step_that_the_scout_knows_is_that_of_the_strategy() -> None:
    known: Counter[str] = Counter()
    compare_steps(boards(3000, 34), known)
    rare = [each for name in NUMBERS for each in technique_boards(name)]
    compare_steps((each.grid for each in rare if not each.second_solution), known)
    screens = [
        each
        for each in NUMBERS
        if each.startswith(("avoidable", "finned", "sashimi", "franken", "simple", "multi", "x_ch"))
    ]
    assert {*NUMBERS} - {*screens, *known} == {"visible_single"}


def test_a_run_is_the_same_with_and_without_the_scout() -> None:
    for grid in [*boards(12, 35), *near_puzzles(PUZZLES[:12], "scout")]:
        for is_watched in (True, False):
            with_, without = (
                told(loop_with(scout), grid, is_watched) for scout in (READY, Absent())
            )
            assert with_ == without, repr(grid)
            assert [repr(each) for each in with_] == [repr(each) for each in without]


def test_a_pupils_strategy_takes_its_turn(tmp_path: Path) -> None:
    (own,) = components(tmp_path, PUPILS)
    runs = [
        [told(loop_with(scout, own), grid) for grid in boards(8, 36)] for scout in (READY, Absent())
    ]
    assert runs[0] == runs[1]
    assert "third" in {
        event.strategy.id for run in runs[0] for event in run if isinstance(event, Stepped)
    }


@pytest.mark.parametrize("mode", ["pass", "fixpoint"])
def test_in_other_modes_the_scout_is_not_asked(mode: str) -> None:
    (grid,) = boards(1, 37)
    assert told(loop_with(Wrong(), mode=mode), grid, False) == told(
        loop_with(Absent(), mode=mode), grid, False
    )


def test_a_scout_that_is_wrong_is_not_believed() -> None:
    for grid in boards(4, 38):
        quiet = told(loop_with(Wrong()), grid, is_watched=False)
        assert not any(isinstance(event, Rejected) for event in quiet)
        assert quiet == told(loop_with(Absent()), grid, is_watched=False)


def test_ratings_of_many_puzzles_are_those_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    grids = [*boards(40, 39), *near_puzzles(PUZZLES[:40], "ratings")]
    grids = [grid for grid in grids if not grid.has_own_marks]
    rater, judge = Rater(STRATEGIES), Rater(STRATEGIES)
    puzzles = bytes([digit for grid in grids for digit in grid.digits])
    monkeypatch.setattr(scouting, "SCOUT", READY)
    ratings = [*rater.ratings(puzzles)]
    monkeypatch.setattr(scouting, "SCOUT", Absent())
    assert len(ratings) == len(grids)
    known = [(rating, grid) for rating, grid in zip(ratings, grids) if rating is not None]
    assert len(known) > 20
    for rating, grid in known:
        assert rating == judge.rate(grid), repr(grid)
        assert [*rating.counts] == [*judge.rate(grid).counts]
    assert [*judge.ratings(bytes(162))] == [None, None]


def test_a_desk_has_room_for_a_board() -> None:
    from sudoku_plugins.fast.walk import entries

    assert entries.SIZE <= WORDS


def test_machine_code_is_not_asked_until_it_is_worth_while() -> None:
    asked: list[bool] = []

    class Absent:
        def load_soon(self, may_compile: bool) -> bool:
            asked.append(may_compile)
            return False

    scout = Scout()
    scout.__dict__["program"] = Absent()
    assert not any(scout.is_ready(1) for _ in range(WORK_TO_COMPILE))
    assert asked == [False] * (WORK_TO_COMPILE // WORK_TO_LOAD - 1) + [True]
