"""Strategies that do not come back are stopped and named."""

import sys
import threading
import time
from pathlib import Path

import pytest

from sudoku_engine import Author, Ended, Event, Faulted, LoopSettings
from sudoku_engine.api.event_text import fault_text
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
from tests.support.samples import cases

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


@pytest.mark.parametrize(
    "body", cases(HANGS, "one that swallows the exception once", "many short naps")
)
def test_a_strategy_that_does_not_come_back_is_named_and_sits_out(
    tmp_path: Path, body: str
) -> None:
    wrong = f'import time\n@strategy("Slow", score=1, level="easy")\ndef slow(grid):\n    {body}\n'
    strategies = components(tmp_path, wrong, FILLS_SINGLES)
    begun = time.monotonic()
    happened = events(board(ONE_WAY), strategies, step_timeout=0.1, mode="pass")
    assert time.monotonic() - begun < 10
    told = fault(happened)
    assert (told.strategy.id, told.why) == ("slow", "it did not come back within 0.1 s")
    # Between two steps the time may be up in our own code: then its first line is told.
    assert strategies[0].line <= told.line <= marked(strategies[0])
    assert len(steps(happened)) == 4
    assert isinstance(happened[-1], Ended)
    assert happened[-1].outcome == "solved"


def test_a_bundled_strategy_that_is_stopped_is_not_called_at_fault() -> None:
    why = "it did not come back within 5 s"
    ours = Faulted(Author("forcing_net", "Forcing Net", None), why, 0)
    mine = ours._replace(strategy=Author("mine", "Mine", "mine.py"), line=3)
    assert fault_text(ours, " and sits out") == f"forcing_net sits out: {why} on this board"
    assert fault_text(mine) == f"mine.py:3: mine is at fault: {why}"


def test_two_strategies_that_hang_are_both_named(tmp_path: Path) -> None:
    text = """
    @strategy("Slow", score=1, level="easy")
    def {name}(grid):
        while True:
            pass
    """
    names = ("one", "two")
    strategies = components(tmp_path, *[text.format(name=name) for name in names], FILLS_SINGLES)
    happened = events(board(THREE_OPEN), strategies, step_timeout=0.1)
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
    assert end(board(THREE_OPEN), strategies, step_timeout=0.1).outcome == "stuck"
    assert len(sys.modules[strategies[0].object.__module__].asked) == 1


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
    loop = Loop(strategies, LoopSettings(step_timeout=0.15))
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
