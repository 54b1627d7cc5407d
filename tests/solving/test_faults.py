"""What the loop does about strategies that are wrong: they sit out, the others go on."""

import sys
from pathlib import Path

import pytest

from sudoku_engine import Ended, Faulted, Rejected, Started, Step
from sudoku_engine.solving.loop import Loop
from tests.support.boards import THREE_OPEN, board
from tests.support.loops import (
    FILLS_SINGLES,
    ONE_WAY,
    components,
    end,
    events,
    fault,
    marked,
    steps,
)

WRONG_STEPS = {
    "a digit that the solution does not have there": (
        "yield Step([Candidate(0, 4)])  # here",
        "it places 4 in r1c1, where the solution has 1",
    ),
    "nothing at all": ("yield Step()  # here", "the step changes nothing"),
    "cell -1": (
        "yield Step([Candidate(-1, 1)])  # here",
        "it places 1 in cell -1: cells go from 0 to 80",
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
    "builds a step of a bare number": (
        "yield Step([5])  # here",
        "StepError: placements must hold Candidate(cell, digit), not 5",
    ),
    "calls sys.exit": ("import sys\n    sys.exit(0)  # here\n    yield", "it called sys.exit"),
    "calls input": (
        'raise EOFError("EOF when reading a line")  # here\n    yield',
        "it called input, and nobody can type here",
    ),
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
        "it gave <Step that changes nothing>: a strategy yields steps, or returns a list of them",
    ),
    "a text": ("'ab'", "it gave 'a', not a Step"),
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
