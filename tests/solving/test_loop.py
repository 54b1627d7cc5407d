"""The loop: its modes, its ends, and its laziness."""

import time
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Ended, Event, Faulted, Grid, LoopSettings, Run, Started, Stepped
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.search import count
from sudoku_engine.solving.loop import Loop
from sudoku_plugins.fast import scouting
from sudoku_plugins.fast.scout import Scout
from tests.support.boards import SOLVED, THREE_OPEN, board
from tests.support.loops import (
    FILLS_SINGLES,
    ONE_WAY,
    TWO_WAYS,
    bundled,
    components,
    end,
    events,
    steps,
)

EASY_CORNER = """
    @strategy("Corner", score=1, level="easy")
    def corner(grid):
        if grid.digit(0) and not grid.digit(80):
            yield Step([Candidate(80, 5)])
"""
HARDER_REST = """
    @strategy("Rest", score=2, level="easy")
    def rest(grid):
        for cell, digit in ((0, 1), (40, 9)):
            if not grid.digit(cell):
                yield Step([Candidate(cell, digit)])
"""


def test_mode_first_goes_back_to_the_simplest_strategy_after_each_step(tmp_path: Path) -> None:
    strategies = components(tmp_path, EASY_CORNER, HARDER_REST)
    assert steps(events(board(THREE_OPEN), strategies)) == [
        "rest: r1c1=1",
        "corner: r9c9=5",
        "rest: r5c5=9",
    ]


def test_mode_pass_applies_all_steps_of_a_pass_before_it_goes_back(tmp_path: Path) -> None:
    strategies = components(tmp_path, EASY_CORNER, HARDER_REST)
    assert steps(events(board(THREE_OPEN), strategies, mode="pass")) == [
        "rest: r1c1=1",
        "rest: r5c5=9",
        "corner: r9c9=5",
    ]


ONE_AT_A_TIME = """
    @strategy("One at a time", score=2, level="easy")
    def one_at_a_time(grid):
        for cell, digit in ((0, 1), (40, 9)):
            if not grid.digit(cell):
                return [Step([Candidate(cell, digit)])]
"""


def test_mode_fixpoint_repeats_a_strategy_until_it_changes_nothing(tmp_path: Path) -> None:
    strategies = components(tmp_path, EASY_CORNER, ONE_AT_A_TIME)
    for mode, order in (
        ("pass", ["one_at_a_time: r1c1=1", "corner: r9c9=5", "one_at_a_time: r5c5=9"]),
        ("fixpoint", ["one_at_a_time: r1c1=1", "one_at_a_time: r5c5=9", "corner: r9c9=5"]),
    ):
        assert steps(events(board(THREE_OPEN), strategies, mode=mode)) == order


def test_in_a_pass_each_step_is_trimmed_and_empty_ones_dropped(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Overlapping", score=2, level="easy")
        def overlapping(grid):
            if grid.candidates(0) == {1, 4}:
                yield Step(eliminations=[Candidate(0, 4)], pattern="a")
                yield Step(eliminations=[Candidate(0, 4)], pattern="b")
                yield Step(eliminations=[Candidate(0, 4), Candidate(12, 4)], pattern="c")
                yield Step([Candidate(0, 1)], [Candidate(12, 4)], pattern="d")
        """,
    )
    happened = events(board(ONE_WAY), strategies, mode="pass")
    assert steps(happened) == [
        "overlapping: a => r1c1<>4",
        "overlapping: c => r2c4<>4",
        "overlapping: d => r1c1=1",
    ]
    assert end(board(ONE_WAY), strategies, mode="pass").counts == {"overlapping": 3}


def test_a_pass_is_applied_as_far_as_max_steps_allows(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    happened = events(board(THREE_OPEN), [honest], mode="pass", max_steps=2)
    assert steps(happened) == ["honest: r1c1=1", "honest: r5c5=9"]
    last = happened[-1]
    assert isinstance(last, Ended)
    assert (last.outcome, last.why, last.steps) == ("stopped", "after 2 steps (max_steps)", 2)


def test_every_mode_solves_the_same_puzzles(classic_boards: Any) -> None:
    registry = Registry()
    registry.load()
    strategies = registry.loop_strategies("auto")
    for puzzle, _, source in classic_boards[::72]:
        ends = [end(puzzle, strategies, mode=mode) for mode in ("first", "pass", "fixpoint")]
        assert len({last.grid for last in ends}) == 1, source


def test_a_puzzle_that_takes_exactly_max_steps_is_solved(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    assert end(board(THREE_OPEN), [honest], max_steps=3).outcome == "solved"


def test_max_steps_0_applies_nothing(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    last = end(board(THREE_OPEN), [honest], max_steps=0)
    assert (last.outcome, last.steps, last.why) == ("stopped", 0, "after 0 steps (max_steps)")


def test_a_run_begins_with_who_takes_part_and_ends_with_the_counts(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    first, *_, last = events(board(THREE_OPEN), [*bundled("naked_single"), honest])
    assert isinstance(first, Started)
    assert [author.id for author in first.strategies] == ["naked_single", "honest"]
    assert isinstance(last, Ended)
    assert (last.outcome, last.by, last.steps) == ("solved", "strategies", 3)
    assert last.counts == {"honest": 0, "naked_single": 3}
    assert last.grid.digits == board(SOLVED).digits


def test_steps_are_numbered_and_carry_the_board_after_them(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    happened = [e for e in events(board(THREE_OPEN), [honest]) if isinstance(e, Stepped)]
    assert [event.number for event in happened] == [1, 2, 3]
    assert [event.grid.n_open for event in happened] == [2, 1, 0]


def test_without_strategies_a_run_is_stuck_at_once() -> None:
    assert end(board(THREE_OPEN), []).outcome == "stuck"


def test_a_solved_board_needs_no_step() -> None:
    last = end(board(SOLVED), bundled("naked_single"))
    assert (last.outcome, last.steps) == ("solved", 0)


def test_a_digit_twice_is_told_in_words_before_anything_is_tried() -> None:
    started, last = events(board(THREE_OPEN, r1c1=9), bundled("naked_single"))
    assert isinstance(started, Started)
    assert isinstance(last, Ended)
    assert (last.outcome, last.why) == ("contradiction", "9 twice in row 1: r1c1, r1c9")


def test_a_puzzle_without_a_solution_says_so_with_the_typing_error() -> None:
    # With 1 in r1c1, r1c7 must be 7; but 7 stands in r2c7. With 4 in r1c1 all falls into place.
    last = end(board(TWO_WAYS, r1c1=1, r2c7=7), bundled("naked_single"))
    assert last.outcome == "contradiction"
    assert last.why == "no solution, typing error? r1c1 could be 4 or r2c7 could be 1"


def test_a_puzzle_whose_lack_of_a_solution_shows_late_is_a_contradiction(
    classic_boards: Any,
) -> None:
    strategies = bundled("naked_single", "hidden_single")
    tried = 0
    for puzzle, solution, source in classic_boards[::9]:
        cell = puzzle.open_cells[0]
        wrong = sorted(puzzle.candidates(cell) - {int(solution[cell])})
        if wrong:
            digits = list(puzzle.digits)
            digits[cell] = wrong[0]
            grid = Grid(puzzle.layout, digits)
            last = end(grid, strategies)
            assert last.outcome == "contradiction", source
            assert last.why.startswith("no solution"), source
            tried += 1
    assert tried > 5


def test_without_the_guard_too_a_puzzle_without_a_solution_is_a_contradiction() -> None:
    grid = board(TWO_WAYS, r1c1=1, r2c7=7)
    last = end(grid, bundled("naked_single"), guard=False)
    assert (last.outcome, last.why) == (
        "contradiction",
        "no solution, typing error? r1c1 could be 4 or r2c7 could be 1",
    )


def test_nothing_happens_before_the_first_event_is_drawn(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        class Watched:
            id, name, score, level = "watched", "Watched", 1, "easy"
            asked = []

            def find(self, grid):
                self.asked.append("find")

        @hookimpl
        def sudoku_strategies():
            return [Watched()]
        """,
    )
    asked = strategies[0].object.asked
    happening = Loop(strategies).events(board(THREE_OPEN))
    next(happening)
    assert asked == []
    next(happening)
    assert asked == ["find"]


def test_a_run_that_is_left_half_way_is_not_stopped_later(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    happening = Loop([honest], LoopSettings(step_timeout=0.1)).events(board(THREE_OPEN))
    assert len(list(islice(happening, 2))) == 2
    end_of_wait = time.monotonic() + 0.3
    while time.monotonic() < end_of_wait:
        pass  # an exception would arrive here
    assert next(happening)


def test_a_scout_is_made_ready_for_classic_boards_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, asked = Loop(bundled("full_house")), []

    class Unready(Scout):
        def is_ready(self, work: int) -> bool:
            asked.append(work)
            return False

    monkeypatch.setattr(scouting, "SCOUT", Unready())
    for grid in (Grid.parse("." * size) for size in (16, 81, 36, 81)):
        list(loop.events(grid))
    assert asked == [1, 1]


def test_a_person_who_looks_long_at_a_step_is_not_taken_for_a_slow_strategy(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    happened = []
    for event in Loop([honest], LoopSettings(step_timeout=0.1)).events(board(THREE_OPEN)):
        happened.append(event)
        time.sleep(0.3)
    assert [type(event) for event in happened] == [Started, Stepped, Stepped, Stepped, Ended]


def test_the_seconds_are_those_of_the_run_and_not_of_who_watches(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    for event in Loop([honest]).events(board(THREE_OPEN)):
        time.sleep(0.2)
        if isinstance(event, Ended):
            assert 0 < event.seconds < 0.5


def test_the_seconds_hold_the_time_of_the_strategies(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        import time

        @strategy("Slow", score=1, level="easy")
        def slow(grid):
            time.sleep(0.2)
        """,
    )
    assert end(board(THREE_OPEN), strategies).seconds >= 0.2


def test_a_run_tells_its_listeners_and_keeps_faults_and_end(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Wrong", score=1, level="easy")
        def wrong(grid):
            raise ValueError
        """,
    )
    heard: list[Event] = []
    run = Run(
        board(THREE_OPEN),
        Loop(strategies).events(board(THREE_OPEN)),
        listeners=[lambda run, event: heard.append(event)],
    )
    last = run.drain()
    assert run.ended is last is heard[-1]
    assert [type(event) for event in heard] == [Started, Faulted, Ended]
    assert run.faults == [heard[1]]


def test_our_boards_are_as_the_tests_say() -> None:
    assert [count(board(text), 3) for text in (SOLVED, THREE_OPEN, ONE_WAY, TWO_WAYS)] == [
        1,
        1,
        1,
        2,
    ]
