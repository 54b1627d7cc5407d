"""The loop: its modes and ends, and what it does about strategies and solvers that are wrong."""

from __future__ import annotations

import sys
import threading
import time
from itertools import islice
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sudoku_engine import (
    Candidate,
    Ended,
    Event,
    Faulted,
    Grid,
    Layout,
    Rejected,
    Started,
    Step,
    Stepped,
)
from sudoku_engine.api.run import Run
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.search import count
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings
from tests.support.boards import SOLVED, THREE_OPEN, board
from tests.support.files import plugin_file

# r1c1 may be 1 or 4 and r2c4 4 or 7; r1c4 must be 4 and r2c1 too, so they are 1 and 7.
ONE_WAY = """
    . 2 3 | . 5 6 | 7 8 9
    . 5 6 | . 8 9 | 1 2 3
    7 8 9 | 1 2 3 | 4 5 6
    ------+-------+------
    2 3 1 | 5 6 4 | 8 9 7
    5 6 4 | 8 9 7 | 2 3 1
    8 9 7 | 2 3 1 | 5 6 4
    ------+-------+------
    3 1 2 | 6 4 5 | 9 7 8
    6 4 5 | 9 7 8 | 3 1 2
    9 7 8 | 3 1 2 | 6 4 5
"""

# Rows 1 and 2 lack 1, 4, 7 in columns 1, 4, 7, and each column allows two of them either way round.
TWO_WAYS = """
    . 2 3 | . 5 6 | . 8 9
    . 5 6 | . 8 9 | . 2 3
    7 8 9 | 1 2 3 | 4 5 6
    ------+-------+------
    2 3 1 | 5 6 4 | 8 9 7
    5 6 4 | 8 9 7 | 2 3 1
    8 9 7 | 2 3 1 | 5 6 4
    ------+-------+------
    3 1 2 | 6 4 5 | 9 7 8
    6 4 5 | 9 7 8 | 3 1 2
    9 7 8 | 3 1 2 | 6 4 5
"""


FILLS_SINGLES = """
    @strategy("Honest", score=200, level="hard")
    def honest(grid):
        for cell in grid.open_cells:
            if len(grid.candidates(cell)) == 1:
                (digit,) = grid.candidates(cell)
                yield Step([Candidate(cell, digit)])
"""


def components(folder: Path, *texts: str, kind: str = "strategy") -> list[Component]:
    """What the files with these texts offer, in the order plugin_file."""
    files = [plugin_file(folder, text, f"my_file_{n}.py") for n, text in enumerate(texts)]
    registry = Registry()
    registry.load([str(file) for file in files])
    assert registry.problems == []
    found = [component for component in registry.of_kind(kind) if component.origin.requested]
    return sorted(found, key=lambda component: (component.file, component.line))


def bundled(*ids: str) -> list[Component]:
    registry = Registry()
    registry.load()
    return [registry.find("strategy", plugin_id) for plugin_id in ids]


def solver(folder: Path, body: str) -> Component:
    """A solver whose `solutions` has this body."""
    text = """
        from sudoku_engine.errors import GaveUp
        from sudoku_engine import search

        class Mine:
            id, name = "mine", "Mine"

            def solutions(self, grid):
{body}

        @hookimpl
        def sudoku_solvers():
            return [Mine()]
    """
    lines = "\n".join(" " * 16 + line for line in dedent(body).strip().splitlines())
    (found,) = components(folder, text.format(body=lines), kind="solver")
    return found


def events(
    grid: Grid, strategies: list[Component], fallback: Component | None = None, **settings: Any
) -> list[Event]:
    return list(Loop(strategies, LoopSettings(**settings), fallback).events(grid))


def end(*args: Any, **settings: Any) -> Ended:
    *_, last = events(*args, **settings)
    assert isinstance(last, Ended)
    return last


def steps(happened: list[Event]) -> list[str]:
    """The steps that were applied, as ``STRATEGY: NOTATION``."""
    return [
        f"{event.strategy.id}: {event.step.notation(event.grid.layout)}"
        for event in happened
        if isinstance(event, Stepped)
    ]


def fault(happened: list[Event]) -> Faulted | Rejected:
    """The one fault among these events."""
    (found,) = [event for event in happened if isinstance(event, (Faulted, Rejected))]
    return found


def marked(component: Component, mark: str = "# here") -> int:
    """The line of the plugin's file that bears the `mark`."""
    lines = Path(component.file).read_text(encoding="utf-8").splitlines()
    (number,) = [number for number, line in enumerate(lines, 1) if mark in line]
    return number


# Modes

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
    for puzzle, _, source in classic_boards[::12]:
        ends = [end(puzzle, strategies, mode=mode) for mode in ("first", "pass", "fixpoint")]
        assert len({last.grid for last in ends}) == 1, source


def test_a_puzzle_that_takes_exactly_max_steps_is_solved(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    assert end(board(THREE_OPEN), [honest], max_steps=3).outcome == "solved"


def test_max_steps_0_applies_nothing(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    last = end(board(THREE_OPEN), [honest], max_steps=0)
    assert (last.outcome, last.steps, last.why) == ("stopped", 0, "after 0 steps (max_steps)")


# Ends


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
    assert last.why == "no solution, typing error? r1c1 could be 4"


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
        "no solution, typing error? r1c1 could be 4",
    )


# Faults while a strategy works: what is told, and that the others go on

WRONG_STEPS = {
    "a digit that the solution does not have there": (
        "yield Step([Candidate(0, 4)])  # here",
        "it places 4 in r1c1, where the solution has 1",
    ),
    "a candidate struck that the solution needs": (
        "yield Step(eliminations=[Candidate(0, 1)])  # here",
        "it strikes 1 in r1c1, where the solution has 1",
    ),
    "nothing at all": ("yield Step()  # here", "the step changes nothing"),
    "a placement that is no candidate": (
        "yield Step([Candidate(0, 9)])  # here",
        "it places 9 in r1c1, where it is no candidate",
    ),
    "an elimination that is no candidate": (
        "yield Step(eliminations=[Candidate(0, 9)])  # here",
        "it strikes 9 in r1c1, where it is no candidate",
    ),
    "a placement in a filled cell": (
        "yield Step([Candidate(1, 9)])  # here",
        "it places 9 in r1c2, which already holds 2",
    ),
    "cell -1": (
        "yield Step([Candidate(-1, 1)])  # here",
        "it places 1 in cell -1: cells go from 0 to 80",
    ),
    "cell 81": (
        "yield Step(eliminations=[Candidate(81, 1)])  # here",
        "it strikes 1 in cell 81: cells go from 0 to 80",
    ),
    "digit 0": (
        "yield Step([Candidate(0, 0)])  # here",
        "it places 0 in r1c1: digits go from 1 to 9",
    ),
    "digit 10": (
        "yield Step(eliminations=[Candidate(0, 10)])  # here",
        "it strikes 10 in r1c1: digits go from 1 to 9",
    ),
    "the same candidate placed and struck": (
        "yield Step([Candidate(0, 1)], [Candidate(0, 1)])  # here",
        "it strikes 1 in r1c1, where the solution has 1",
    ),
}


@pytest.mark.parametrize(("body", "why"), WRONG_STEPS.values(), ids=list(WRONG_STEPS))
def test_a_wrong_step_is_refused_with_strategy_file_line_step_and_reason(
    tmp_path: Path, body: str, why: str
) -> None:
    wrong = f"""
    @strategy("Wrong", score=1, level="easy")
    def wrong(grid):
        {body}
    """
    strategies = components(tmp_path, wrong, FILLS_SINGLES)
    happened = events(board(ONE_WAY), strategies)
    refused = fault(happened)
    assert isinstance(refused, Rejected)
    assert refused.why == why
    assert (refused.strategy.id, refused.strategy.plugin) == ("wrong", "my_file_0.py")
    assert refused.line == marked(strategies[0])
    assert isinstance(refused.step, Step)
    assert steps(happened) == [
        "honest: r1c4=4",
        "honest: r1c1=1",
        "honest: r2c1=4",
        "honest: r2c4=7",
    ]


FAULTS = {
    "raises at once": ('raise ValueError("no 9")  # here\n    yield', "ValueError: no 9"),
    "yields what is no step": ("yield 5  # here", "it gave 5, not a Step"),
    "yields tuples": ("yield (0, 1)  # here", "it gave (0, 1), not a Step"),
    "yields None": ("yield None  # here", "it gave None, not a Step"),
    "yields the class": (
        "yield Step  # here",
        "it gave <class 'sudoku_engine.board.step.Step'>, not a Step",
    ),
    "builds a step of a bare number": (
        "yield Step([5])  # here",
        "StepError: placements must hold Candidate(cell, digit), not 5",
    ),
    "calls sys.exit": ("import sys\n    sys.exit(0)  # here\n    yield", "it called sys.exit"),
    "asks for a cell that does not exist": (
        "grid.candidates(99)  # here\n    yield",
        "IndexError: tuple index out of range",
    ),
    "changes the grid": (
        "grid.digits = ()  # here\n    yield",
        "AttributeError: a grid never changes: use grid.apply(step) in place of setting digits",
    ),
    "raises GeneratorExit": ("raise GeneratorExit  # here\n    yield", "GeneratorExit"),
}


@pytest.mark.parametrize(("body", "why"), FAULTS.values(), ids=list(FAULTS))
def test_a_strategy_that_fails_is_named_with_file_line_and_reason(
    tmp_path: Path, body: str, why: str
) -> None:
    wrong = f'@strategy("Wrong", score=1, level="easy")\ndef wrong(grid):\n    {body}\n'
    strategies = components(tmp_path, wrong, FILLS_SINGLES)
    happened = events(board(THREE_OPEN), strategies)
    told = fault(happened)
    assert told.why == why
    assert (told.strategy.id, told.strategy.plugin) == ("wrong", "my_file_0.py")
    assert told.line == marked(strategies[0])
    assert steps(happened) == ["honest: r1c1=1", "honest: r5c5=9", "honest: r9c9=5"]


RESULTS = {
    "a number": ("5", "it gave 5: a strategy yields steps, or returns a list of them"),
    "a step": (
        "Step(reason='x')",
        "it gave Step(reason='x'): a strategy yields steps, or returns a list of them",
    ),
    "a text": ("'ab'", "it gave 'a', not a Step"),
    "a list of numbers": ("[1]", "it gave 1, not a Step"),
    "a dict": ("{0: Step()}", "it gave 0, not a Step"),
}


@pytest.mark.parametrize(("given", "why"), RESULTS.values(), ids=list(RESULTS))
def test_a_strategy_that_returns_what_is_no_list_of_steps_is_named(
    tmp_path: Path, given: str, why: str
) -> None:
    wrong = f"""
    @strategy("Wrong", score=1, level="easy")  # here
    def wrong(grid):
        return {given}
    """
    strategies = components(tmp_path, wrong)
    told = fault(events(board(THREE_OPEN), strategies))
    assert (told.why, told.line) == (why, marked(strategies[0]))


@pytest.mark.parametrize("result", ["None", "[]", "()", "iter([])", "{}"])
def test_a_strategy_may_return_nothing_in_many_ways(tmp_path: Path, result: str) -> None:
    strategies = components(
        tmp_path,
        f"""
        @strategy("Nothing", score=1, level="easy")
        def nothing(grid):
            return {result}
        """,
    )
    started, last = events(board(THREE_OPEN), strategies)
    assert isinstance(started, Started)
    assert isinstance(last, Ended)
    assert (last.outcome, last.counts) == ("stuck", {"nothing": 0})


@pytest.mark.parametrize("form", ["[step]", "(step,)", "iter([step])", "(s for s in [step])"])
def test_a_strategy_may_return_its_steps_in_many_ways(tmp_path: Path, form: str) -> None:
    strategies = components(
        tmp_path,
        f"""
        @strategy("Corner", score=1, level="easy")
        def corner(grid):
            step = Step([Candidate(80, 5)])
            return {form} if not grid.digit(80) else None
        """,
    )
    assert steps(events(board(THREE_OPEN), strategies)) == ["corner: r9c9=5"]


def test_a_function_without_the_grid_is_named_at_its_first_line(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Forgetful", score=1, level="easy")  # here
        def forgetful():
            return []
        """,
    )
    told = fault(events(board(THREE_OPEN), strategies))
    assert "takes 0 positional arguments but 1 was given" in told.why
    assert told.line == marked(strategies[0])


def test_a_strategy_that_fails_on_the_third_board_keeps_its_first_two_steps(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Tired", score=1, level="easy")
        def tired(grid):
            if grid.n_open == 1:
                raise RuntimeError("enough")  # here
            for cell in grid.open_cells:
                (digit,) = grid.candidates(cell)
                yield Step([Candidate(cell, digit)])
        """,
        FILLS_SINGLES,
    )
    happened = events(board(THREE_OPEN), strategies)
    assert steps(happened) == ["tired: r1c1=1", "tired: r5c5=9", "honest: r9c9=5"]
    assert (fault(happened).why, fault(happened).line) == (
        "RuntimeError: enough",
        marked(strategies[0]),
    )
    assert end(board(THREE_OPEN), strategies).counts == {"tired": 2, "honest": 1}


def test_deep_recursion_is_a_fault_like_any_other(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        def deeper(n):
            return deeper(n + 1)

        @strategy("Deep", score=1, level="easy")
        def deep(grid):
            return deeper(0)
        """,
        FILLS_SINGLES,
    )
    happened = events(board(THREE_OPEN), strategies)
    assert fault(happened).why.startswith("RecursionError")
    assert len(steps(happened)) == 3


def test_a_fault_in_mid_pass_leaves_out_the_whole_pass(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Half right", score=1, level="easy")
        def half_right(grid):
            yield Step([Candidate(0, 1)])
            yield Step([Candidate(40, 8)])  # here
        """,
        FILLS_SINGLES,
    )
    happened = events(board(THREE_OPEN), strategies, mode="pass")
    assert fault(happened).line == marked(strategies[0])
    assert steps(happened) == ["honest: r1c1=1", "honest: r5c5=9", "honest: r9c9=5"]


def test_what_mode_first_does_not_need_is_never_asked_for(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Lazy", score=1, level="easy")
        def lazy(grid):
            for cell in grid.open_cells:
                (digit,) = grid.candidates(cell)
                yield Step([Candidate(cell, digit)])
                raise RuntimeError("nobody asked for more")
        """,
    )
    assert end(board(THREE_OPEN), strategies).outcome == "solved"


def test_a_generator_that_will_not_be_closed_is_named(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Clinging", score=1, level="easy")
        def clinging(grid):
            try:
                yield Step([Candidate(0, 1)])
            except BaseException:
                yield Step([Candidate(0, 1)])  # here
        """,
        FILLS_SINGLES,
    )
    happened = events(board(THREE_OPEN), strategies)
    assert fault(happened).why == "RuntimeError: generator ignored GeneratorExit"
    assert len(steps(happened)) == 3


def test_a_strategy_at_fault_is_asked_no_more(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        asked = []

        @strategy("Wrong", score=1, level="easy")
        def wrong(grid):
            asked.append(grid)
            raise ValueError
        """,
        FILLS_SINGLES,
    )
    assert end(board(THREE_OPEN), strategies).outcome == "solved"
    asked = sys.modules[strategies[0].object.__module__].asked
    assert len(asked) == 1


def test_a_strategy_at_fault_in_one_run_takes_part_in_the_next(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Wrong", score=1, level="easy")
        def wrong(grid):
            raise ValueError
        """,
    )
    loop = Loop(strategies)
    for _ in range(2):
        assert isinstance(fault(list(loop.events(board(THREE_OPEN)))), Faulted)


def test_two_strategies_at_fault_are_both_named_in_their_order(tmp_path: Path) -> None:
    text = """
    @strategy("Wrong", score=1, level="easy")
    def {name}(grid):
        raise ValueError("{name}")
    """
    names = ("one", "two")
    strategies = components(tmp_path, *[text.format(name=name) for name in names], FILLS_SINGLES)
    happened = events(board(THREE_OPEN), strategies)
    faults = [event for event in happened if isinstance(event, Faulted)]
    assert [event.why for event in faults] == ["ValueError: one", "ValueError: two"]
    assert len(steps(happened)) == 3


def test_on_fault_stop_ends_the_run_at_the_first_fault(tmp_path: Path) -> None:
    text = """
    @strategy("Wrong", score=1, level="easy")
    def {name}(grid):
        raise ValueError("{name}")
    """
    names = ("one", "two")
    strategies = components(tmp_path, *[text.format(name=name) for name in names], FILLS_SINGLES)
    happened = events(board(THREE_OPEN), strategies, on_fault="stop")
    assert fault(happened).why == "ValueError: one"
    last = happened[-1]
    assert isinstance(last, Ended)
    assert (last.outcome, last.why, last.steps) == ("stopped", "one was at fault", 0)


def test_ctrl_c_within_a_strategy_ends_the_program_and_not_the_strategy(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Interrupted", score=1, level="easy")
        def interrupted(grid):
            raise KeyboardInterrupt
        """,
    )
    with pytest.raises(KeyboardInterrupt):
        events(board(THREE_OPEN), strategies)


def test_a_step_changed_by_force_after_it_was_given_does_no_harm(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Cheat", score=1, level="easy")
        def cheat(grid):
            step = Step([Candidate(0, 1)])
            if not grid.digit(0):
                yield step
                object.__setattr__(step, "placements", (Candidate(99, 99),))
        """,
        FILLS_SINGLES,
    )
    last = end(board(THREE_OPEN), strategies, mode="pass")
    assert last.outcome == "solved"


def test_a_step_that_is_only_half_made_is_a_fault(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Half made", score=1, level="easy")
        def half_made(grid):
            yield object.__new__(Step)
        """,
        FILLS_SINGLES,
    )
    happened = events(board(THREE_OPEN), strategies)
    assert fault(happened).why.startswith("AttributeError")
    assert len(steps(happened)) == 3


# Strategies that do not come back

HANGS = {
    "a loop": "while True:\n        pass  # here",
    "a search that goes on and on": "sum(1 for _ in iter(int, 1))  # here",
    "one that swallows the exception once": (
        "try:\n        while True: pass  # here\n    except BaseException: pass"
    ),
    "many short naps": "while True:\n        time.sleep(0.01)  # here",
    "steps without an end, in a pass": (
        "while True:\n        yield Step(eliminations=[Candidate(0, 4)])  # here"
    ),
}


@pytest.mark.parametrize("body", HANGS.values(), ids=list(HANGS))
def test_a_strategy_that_does_not_come_back_is_named_and_sits_out(
    tmp_path: Path, body: str
) -> None:
    wrong = f'import time\n@strategy("Slow", score=1, level="easy")\ndef slow(grid):\n    {body}\n'
    strategies = components(tmp_path, wrong, FILLS_SINGLES)
    begun = time.monotonic()
    happened = events(board(ONE_WAY), strategies, step_timeout=0.2, mode="pass")
    assert time.monotonic() - begun < 10
    told = fault(happened)
    assert (told.strategy.id, told.why) == ("slow", "it did not come back within 0.2 s")
    # Between two steps the time may be up in our own code: then its first line is told.
    assert strategies[0].line <= told.line <= marked(strategies[0])
    assert len(steps(happened)) == 4
    assert isinstance(happened[-1], Ended)
    assert happened[-1].outcome == "solved"


def test_two_strategies_that_hang_are_both_named(tmp_path: Path) -> None:
    text = """
    @strategy("Slow", score=1, level="easy")
    def {name}(grid):
        while True:
            pass
    """
    names = ("one", "two")
    strategies = components(tmp_path, *[text.format(name=name) for name in names], FILLS_SINGLES)
    happened = events(board(THREE_OPEN), strategies, step_timeout=0.2)
    faults = [event.strategy.id for event in happened if isinstance(event, Faulted)]
    assert faults == ["one", "two"]
    assert len(steps(happened)) == 3


def test_strategies_before_one_that_hangs_are_not_asked_twice(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        asked = []

        @strategy("Before", score=1, level="easy")
        def before(grid):
            asked.append(grid)
        """,
        """
        @strategy("Slow", score=1, level="easy")
        def slow(grid):
            while True:
                pass
        """,
    )
    assert end(board(THREE_OPEN), strategies, step_timeout=0.2).outcome == "stuck"
    assert len(sys.modules[strategies[0].object.__module__].asked) == 1


def test_a_run_in_another_thread_stops_a_strategy_that_hangs(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Slow", score=1, level="easy")
        def slow(grid):
            while True:
                pass
        """,
        FILLS_SINGLES,
    )
    happened: list[Event] = []

    def work() -> None:
        happened.extend(events(board(THREE_OPEN), strategies, step_timeout=0.2))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(20)
    assert fault(happened).strategy.id == "slow"
    assert len(steps(happened)) == 3


def test_runs_of_one_loop_may_go_on_in_several_threads_at_once(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        import threading

        @strategy("Slow in one", score=1, level="easy")
        def slow_in_one(grid):
            while threading.current_thread().name == "slow":
                pass
        """,
        FILLS_SINGLES,
    )
    loop = Loop(strategies, LoopSettings(step_timeout=0.3))
    happened: dict[str, list[Event]] = {}

    def work() -> None:
        name = threading.current_thread().name
        happened[name] = [event for _ in range(200) for event in loop.events(board(THREE_OPEN))][:6]

    def slow() -> None:
        happened["slow"] = list(loop.events(board(THREE_OPEN)))

    threads = [threading.Thread(target=slow, name="slow")]
    threads += [threading.Thread(target=work, name=name) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert fault(happened["slow"]).strategy.id == "slow_in_one"
    for name in ("one", "two"):
        assert not [event for event in happened[name] if isinstance(event, Faulted)]


def test_many_runs_leave_no_threads_behind(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    before = threading.active_count()
    for _ in range(100):
        assert end(board(THREE_OPEN), [honest]).outcome == "solved"
    deadline = time.monotonic() + 20
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threading.active_count() <= before


# Laziness and time


def test_nothing_happens_before_the_first_event_is_drawn(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        class Watched:
            id, name, score, level = "watched", "Watched", 1, "easy"
            asked = []

            @property
            def sizes(self):
                self.asked.append("sizes")

            def find(self, grid):
                self.asked.append("find")

        @hookimpl
        def sudoku_strategies():
            return [Watched()]
        """,
    )
    asked = strategies[0].object.asked
    asked.clear()
    happening = Loop(strategies).events(board(THREE_OPEN))
    assert asked == []
    next(happening)
    assert asked == ["sizes"]


def test_a_run_that_is_left_half_way_is_not_stopped_later(tmp_path: Path) -> None:
    (honest,) = components(tmp_path, FILLS_SINGLES)
    happening = Loop([honest], LoopSettings(step_timeout=0.1)).events(board(THREE_OPEN))
    assert len(list(islice(happening, 2))) == 2
    end_of_wait = time.monotonic() + 1
    while time.monotonic() < end_of_wait:
        pass  # an exception would arrive here
    assert next(happening)


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


# Who takes part


def test_a_strategy_sits_out_on_sizes_it_is_not_for() -> None:
    (wrong_size,) = bundled("naked_single")
    grid = Grid.parse("1... .... .... ....")
    nine_only = Component.of("strategy", _NineOnly(), wrong_size.origin)
    first, last = events(grid, [nine_only])
    assert isinstance(first, Started)
    assert first.strategies == ()
    assert isinstance(last, Ended)
    assert last.notes[0] == "nine_only sat out: it is not for 4x4 boards"


class _NineOnly:
    id, name, score, level, sizes = "nine_only", "Nine only", 1, "easy", (9,)

    def find(self, grid: Grid) -> list[Step]:
        return [Step([Candidate(0, 9)])]


ASSUMING = """
    @strategy("Assuming", score=1, level="easy", assumes_unique=True)
    def assuming(grid):
        if not grid.digit(0) and 1 in grid.candidates(0):
            return [Step([Candidate(0, 1)])]
"""


def test_a_strategy_that_assumes_one_solution_sits_out_where_there_are_several(
    tmp_path: Path,
) -> None:
    strategies = components(tmp_path, ASSUMING)
    for guard in (True, False):
        last = end(board(TWO_WAYS), strategies, guard=guard)
        assert (last.outcome, last.steps) == ("stuck", 0)
        assert last.notes == (
            "the puzzle has several solutions",
            "assuming sat out: it assumes that there is one solution",
        )
        assert last.counts == {"assuming": 0}


def test_a_strategy_that_assumes_one_solution_works_where_there_is_one(tmp_path: Path) -> None:
    strategies = components(tmp_path, ASSUMING)
    assert end(board(ONE_WAY), strategies).counts == {"assuming": 1}


def test_a_strategy_that_assumes_one_solution_sits_out_where_that_is_not_known(
    tmp_path: Path,
) -> None:
    strategies = components(tmp_path, ASSUMING.replace('level="easy"', 'level="easy", sizes=None'))
    empty = Grid(Layout.named("25x25"), [0] * 625)
    happened = events(empty, strategies)
    assert steps(happened) == []


def test_with_several_solutions_what_no_solution_contradicts_is_let_pass(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Guess", score=1, level="easy")
        def guess(grid):
            if not grid.digit(0):
                yield Step([Candidate(0, 1)])
        """,
        FILLS_SINGLES,
    )
    last = end(board(TWO_WAYS), strategies)
    assert (last.outcome, last.steps) == ("solved", 6)
    assert last.notes == ("the puzzle has several solutions",)


def test_a_board_led_astray_where_there_are_solutions_is_blamed_on_strategies(
    tmp_path: Path,
) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Astray", score=1, level="easy")
        def astray(grid):
            yield Step(eliminations=[Candidate(0, 1), Candidate(0, 4)])
        """,
    )
    last = end(board(TWO_WAYS), strategies)
    assert last.outcome == "contradiction"
    assert last.why == (
        "r1c1 has no candidate left, though there are solutions: a strategy must be wrong"
    )


def test_without_the_guard_an_unsound_step_is_applied_and_told_at_the_end(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Unsound", score=1, level="easy")
        def unsound(grid):
            yield Step([Candidate(0, 4)])
        """,
    )
    last = end(board(ONE_WAY), strategies, guard=False)
    assert last.steps == 1
    assert last.outcome == "contradiction"
    assert "though there are solutions: a strategy must be wrong" in last.why


@pytest.mark.parametrize("candidate", ["-1, 1", "81, 1", "0, 0", "0, 10"])
def test_without_the_guard_too_a_step_off_the_board_is_refused(
    tmp_path: Path, candidate: str
) -> None:
    strategies = components(
        tmp_path,
        f"""
        @strategy("Off", score=1, level="easy")
        def off(grid):
            yield Step([Candidate({candidate})])
        """,
    )
    assert isinstance(fault(events(board(THREE_OPEN), strategies, guard=False)), Rejected)


def test_without_the_guard_a_step_that_changes_nothing_ends_at_max_steps(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Idle", score=1, level="easy")
        def idle(grid):
            yield Step()
        """,
    )
    last = end(board(THREE_OPEN), strategies, guard=False, max_steps=20)
    assert (last.outcome, last.steps) == ("stopped", 20)


def test_manual_marks_begin_with_all_candidates() -> None:
    first, *_ = events(board(THREE_OPEN), [], pencilmarks="manual")
    assert isinstance(first, Started)
    assert first.grid.candidates(0) == set(range(1, 10))


def test_manual_marks_are_solved_with_visible_single() -> None:
    registry = Registry()
    registry.load()
    strategies = registry.loop_strategies("manual")
    last = end(board(THREE_OPEN), strategies, pencilmarks="manual")
    assert last.outcome == "solved"
    assert last.counts["visible_single"] > 0


# What finishes where strategies are stuck


def test_a_solver_fills_the_rest_and_says_so(tmp_path: Path) -> None:
    mine = solver(tmp_path, "return search.solutions(grid)")
    happened = events(board(ONE_WAY), [], mine)
    last = happened[-1]
    assert isinstance(last, Ended)
    assert (last.outcome, last.by) == ("solved", "search")
    assert last.why == "strategies stuck after 0 steps, 4 cells open; mine filled the rest"
    assert steps(happened) == [
        "search:mine: r1c1=1",
        "search:mine: r1c4=4",
        "search:mine: r2c1=4",
        "search:mine: r2c4=7",
    ]
    assert last.counts == {"search:mine": 4}


def test_a_solver_that_finds_one_of_several_solutions_says_so(tmp_path: Path) -> None:
    mine = solver(tmp_path, "return search.solutions(grid)")
    for guard in (True, False):
        last = end(board(TWO_WAYS), [], mine, guard=guard)
        assert last.outcome == "solved"
        assert "this is one of several solutions" in last.notes


def test_a_solver_that_gives_up_leaves_the_run_stuck_with_its_reason(tmp_path: Path) -> None:
    last = end(board(ONE_WAY), [], solver(tmp_path, 'raise GaveUp("too hard")'))
    assert last.outcome == "stuck"
    assert last.why == ("strategies stuck after 0 steps, 4 cells open; mine gave up: too hard")


LIES = {
    "a wrong digit": (
        "yield Grid(grid.layout, [digit or 1 for digit in grid.digits])",
        "it gave a board that is no solution",
    ),
    "a board that is still open": ("yield grid", "it gave a board that is no solution"),
    "a changed given": (
        "yield Grid(grid.layout, [10 - digit if digit else 0 for digit in grid.digits])",
        "its solution changes r1c2",
    ),
    "none where there is one": ("return []", "it found no solution, though there is one"),
    "what is no board": ("yield 7", "it gave 7, which is no board of this kind"),
    "a board of another size": (
        "yield Grid.parse('1... .... .... ....')",
        "it gave <Grid 4x4 1...............>, which is no board of this kind",
    ),
    "a text": ("return 'ab'", "it gave 'a', which is no board of this kind"),
    "nothing": ("return None", "TypeError: 'NoneType' object is not iterable"),
    "an exception": ("raise ValueError('oh')", "ValueError: oh"),
    "the end of the program": ("raise SystemExit(3)", "it called sys.exit"),
    "StopIteration": ("raise StopIteration", "StopIteration"),
}


@pytest.mark.parametrize(("body", "why"), LIES.values(), ids=list(LIES))
def test_a_solver_that_lies_is_named_and_its_board_not_believed(
    tmp_path: Path, body: str, why: str
) -> None:
    mine = solver(tmp_path, body)
    happened = events(board(ONE_WAY), [], mine)
    told = fault(happened)
    assert told.why == why
    assert (told.strategy.id, told.strategy.plugin) == ("search:mine", "my_file_0.py")
    assert told.line > 0
    last = happened[-1]
    assert isinstance(last, Ended)
    assert (last.outcome, last.grid) == ("stuck", board(ONE_WAY))


def test_a_solver_that_gives_one_solution_twice_lies_where_more_are_looked_for(
    tmp_path: Path,
) -> None:
    mine = solver(
        tmp_path,
        """
        (solution,) = search.solutions(grid)
        yield solution
        yield solution
        """,
    )
    assert fault(events(board(ONE_WAY), [], mine, guard=False)).why == (
        "it gave the same solution twice"
    )


def test_a_solver_that_uses_a_struck_candidate_is_not_believed(tmp_path: Path) -> None:
    struck = board(TWO_WAYS).apply(Step(eliminations=[Candidate(0, 1)]))
    mine = solver(
        tmp_path,
        """
        for solution in search.solutions(Grid(grid.layout, grid.digits)):
            if solution.digit(0) == 1:
                yield solution
        """,
    )
    assert fault(events(struck, [], mine)).why == (
        "its solution has 1 in r1c1, where it is no candidate"
    )


def test_an_honest_solver_is_not_blamed_for_what_strategies_struck(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Astray", score=1, level="easy")
        def astray(grid):
            if len(grid.candidates(0)) == 2:
                yield Step(eliminations=[Candidate(0, 1), Candidate(12, 4)])
        """,
    )
    mine = solver(tmp_path, "return search.solutions(grid)")
    # With r1c1 4, r1c4 is 7 and r2c4 4; struck too, so no solution is left.
    last = end(board(TWO_WAYS), strategies, mine)
    assert last.outcome == "contradiction"
    assert last.why == ("no solution is left, though there are solutions: a strategy must be wrong")


# Run


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
