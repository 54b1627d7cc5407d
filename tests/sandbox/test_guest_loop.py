"""The loop in guests: the same events as in one process, whatever happens to a guest."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sudoku_engine import Ended, Event, Faulted, Grid, LoopSettings, Started, Stepped
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_plugins.ratings.rating import Rater
from sudoku_plugins.sandbox.supervisor import Supervisor
from tests.support.files import write

pytestmark = pytest.mark.process

PUZZLE = Grid.parse(
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)
OTHER = Grid.parse(
    "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3"
)
MINE = """
import os, signal
from sudoku_engine import Candidate, Step, strategy

calls = 0

@strategy("Mine", score=1, level="easy")
def mine(grid):
    global calls
    calls += 1
    if calls == 4:
        {deed}
    for cell in grid.open_cells:
        if cell % 2 and len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
            return
"""
SETTINGS = LoopSettings(step_timeout=5)


def plugin(folder: Path, deed: str) -> str:
    """The path of a plugin that does `deed` in its fourth call."""
    write(folder, "mine.py", MINE.format(deed=deed))
    return str(folder / "mine.py")


@contextmanager
def supervised(folder: Path, deed: str) -> Iterator[Registry]:
    """The registry of a supervisor of that plugin."""
    supervisor = Supervisor([plugin(folder, deed)], [])
    try:
        yield supervisor.load()
    finally:
        supervisor.end()


def in_guests(folder: Path, deed: str, grid: Grid = PUZZLE) -> list[Event]:
    with supervised(folder, deed) as registry:
        loop = Loop(registry.loop_strategies("auto"), SETTINGS)
        return list(loop.events(grid))


def in_this_process(folder: Path, deed: str, grid: Grid = PUZZLE) -> list[Event]:
    registry = Registry()
    registry.load([plugin(folder, deed)])
    return list(Loop(registry.loop_strategies("auto"), SETTINGS).events(grid))


def plain(happened: list[Event]) -> list[Event]:
    """The events without what may differ: times, and the words of faults."""
    return [
        event._replace(seconds=0.0)
        if isinstance(event, Ended)
        else event._replace(why="", error=None)
        if isinstance(event, Faulted)
        else event
        for event in happened
    ]


def test_events_are_those_of_one_process(tmp_path: Path) -> None:
    expected = in_this_process(tmp_path, "pass")
    assert any(isinstance(event, Stepped) and event.strategy.id == "mine" for event in expected)
    assert plain(in_guests(tmp_path, "pass")) == plain(expected)


@pytest.mark.parametrize("deed", ["os._exit(0)", "os.abort()"])
def test_a_strategy_that_ends_its_process_counts_like_one_that_raises(
    tmp_path: Path, deed: str
) -> None:
    expected = in_this_process(tmp_path, "raise ValueError")
    assert sum(isinstance(event, Faulted) for event in expected) == 1
    assert plain(in_guests(tmp_path, deed)) == plain(expected)


@pytest.mark.thorough
def test_what_ended_its_process_sits_out_on_the_boards_after_it(tmp_path: Path) -> None:
    with supervised(tmp_path, "os._exit(0)") as registry:
        loop = Loop(registry.loop_strategies("auto"), SETTINGS)
        first, second = list(loop.events(PUZZLE)), list(loop.events(OTHER))
    assert [type(event) for event in first].count(Faulted) == 1
    assert [type(event) for event in second].count(Faulted) == 0
    notes = [happened[-1].notes for happened in (first, second) if isinstance(happened[-1], Ended)]
    why = "it ends the program (os._exit(0))"
    assert notes == [(), (f"mine sat out after a fault on an earlier board: {why}",)]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_a_guest_that_is_killed_from_outside_is_started_again_and_nobody_blamed(
    tmp_path: Path,
) -> None:
    once = tmp_path / "killed"
    kill = f"__import__('ctypes').CDLL(None).kill(os.getpid(), {int(signal.SIGKILL)})"
    deed = f"if not os.path.exists({str(once)!r}): open({str(once)!r}, 'x').close(); {kill}"
    expected = plain(in_this_process(tmp_path, "pass"))
    assert plain(in_guests(tmp_path, deed)) == expected
    assert once.exists()


def test_a_run_that_is_not_watched_tells_only_its_end(tmp_path: Path) -> None:
    (*_, expected) = in_this_process(tmp_path, "pass")
    with supervised(tmp_path, "pass") as registry:
        loop = Loop(registry.loop_strategies("auto"), SETTINGS)
        assert plain(list(loop.events(PUZZLE, is_watched=False))) == plain([expected])


def test_the_next_run_can_begin_before_the_events_of_this_one_are_drawn(tmp_path: Path) -> None:
    with supervised(tmp_path, "pass") as registry:
        loop = Loop(registry.loop_strategies("auto"), SETTINGS)
        first, second = loop.events(PUZZLE), loop.events(OTHER)
        happened = [*first, *second, *loop.events(PUZZLE)]
    starts = [event.grid for event in happened if isinstance(event, Started)]
    ends = [event.grid for event in happened if isinstance(event, Ended)]
    assert starts == [PUZZLE, OTHER, PUZZLE]
    assert all(end.is_solved for end in ends)
    assert ends[0].digits == ends[2].digits != ends[1].digits


@pytest.mark.parametrize("deed", ["pass", "raise ValueError", "os._exit(0)"])
def test_ratings_are_those_of_one_process(tmp_path: Path, deed: str) -> None:
    registry = Registry()
    registry.load([plugin(tmp_path, deed.replace("os._exit(0)", "raise OSError"))])
    expected = Rater(registry.loop_strategies("auto"), SETTINGS).rate(PUZZLE)
    with supervised(tmp_path, deed) as stand_ins:
        rater = Rater(stand_ins.loop_strategies("auto"), SETTINGS)
        rating = rater.rate(PUZZLE)
    assert rating._replace(faults=()) == expected._replace(faults=())
    assert len(rating.faults) == len(expected.faults)
