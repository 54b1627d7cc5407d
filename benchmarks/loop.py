"""Measure how fast the strategy loop is, beside Norvig's solver, and what its guard costs.

Run from anywhere::

    python benchmarks/loop.py [--puzzles DIR] [--most N]

All bundled strategies are registered, no solver finishes the rest, and both sides take the same 25
puzzles in turn: the yardstick from text to a proof, the loop from ready grids until it is stuck or
done. *Cold* is each puzzle's first time in the process, *warm* a second pass,
when the memoised functions know the boards. The guard's cost is the time with it (each step is
checked, against the solution too, which the oracle finds) over the time without, both warm.
Times are processor time: a run on a board takes milliseconds, and a shared machine's pauses more.
Garbage is collected as seldom as in the program, for both sides.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TypeVar

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from search import CHUNK, PUZZLES, prove_by_yardstick, read  # noqa: E402

from sudoku_engine import Grid  # noqa: E402
from sudoku_engine.__main__ import OBJECTS  # noqa: E402
from sudoku_engine.api.events import Ended  # noqa: E402
from sudoku_engine.plugins.component import Component  # noqa: E402
from sudoku_engine.plugins.registry import Registry  # noqa: E402
from sudoku_engine.solving.guard import count_solutions  # noqa: E402
from sudoku_engine.solving.loop import Loop  # noqa: E402
from sudoku_engine.solving.settings import LoopSettings  # noqa: E402

FILES = ("17-clue", "easy")

Item = TypeVar("Item")


def seconds(work: Callable[[Item], object], items: Iterable[Item]) -> float:
    """Return the processor time that `work` takes on all `items`."""
    begun = process_time()
    for item in items:
        work(item)
    return process_time() - begun


@dataclass
class Figures:
    """Ratios: the loop's speed to the yardstick's, and the time with the guard to that without."""

    yardstick: float
    cold: float
    warm: float
    guard: float
    solved: int


def bundled_strategies() -> list[Component]:
    registry = Registry()
    registry.load()
    strategies = registry.loop_strategies("auto")
    return [component for component in strategies if component.origin.how == "bundled"]


def last(loop: Loop, grid: Grid) -> Ended:
    """Return the last event of the run on `grid`."""
    *_, event = loop.events(grid)
    assert isinstance(event, Ended), event
    return event


def chunks(puzzles: Sequence[str]) -> Iterable[tuple[Sequence[str], list[Grid]]]:
    """Yield 25 puzzles at a time, as text and as new grids."""
    for start in range(0, len(puzzles), CHUNK):
        chunk = puzzles[start : start + CHUNK]
        yield chunk, [Grid.parse(puzzle) for puzzle in chunk]


def beside_yardstick(loop: Loop, puzzles: Sequence[str]) -> tuple[float, float]:
    """Return the seconds of the yardstick and of `loop` for all `puzzles`."""
    yardstick = own = 0.0
    for chunk, grids in chunks(puzzles):
        yardstick += seconds(prove_by_yardstick, chunk)
        own += seconds(lambda grid: last(loop, grid), grids)
    return yardstick, own


def cost_of_guard(guarded: Loop, free: Loop, puzzles: Sequence[str]) -> float:
    """Return the time of the `guarded` loop over that of the `free` one, on known boards.

    The oracle's memory of answers is cleared, as it has none for a new puzzle.
    """
    on = off = 0.0
    for chunk, grids in chunks(puzzles):
        seconds(lambda grid: last(guarded, grid), grids)
        again = [Grid.parse(puzzle) for puzzle in chunk]
        off += seconds(lambda grid: last(free, grid), again)
        again = [Grid.parse(puzzle) for puzzle in chunk]
        count_solutions.cache_clear()
        on += seconds(lambda grid: last(guarded, grid), again)
    return on / off


def measure(strategies: Sequence[Component], puzzles: Sequence[str]) -> Figures:
    free = Loop(strategies, LoopSettings(guard=False), None)
    guarded = Loop(strategies, LoopSettings(guard=True), None)
    yardstick, cold = beside_yardstick(free, puzzles)
    yardstick_again, warm = beside_yardstick(free, puzzles)
    guard = cost_of_guard(guarded, free, puzzles)
    solved = sum(last(free, Grid.parse(puzzle)).outcome == "solved" for puzzle in puzzles)
    speed = 2 * len(puzzles) / (yardstick + yardstick_again)
    return Figures(speed, yardstick / cold, yardstick_again / warm, guard, solved)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR")
    parser.add_argument("--most", type=int, default=200, metavar="N", help="puzzles of a file")
    arguments = parser.parse_args()
    gc.set_threshold(OBJECTS)
    strategies = bundled_strategies()
    print(f"{len(strategies)} strategies; cold and warm: speed over the yardstick's")
    print(f"{'':<10}{'yardstick/s':>12}{'cold':>8}{'warm':>8}{'guard':>8}{'solved':>12}")
    for name in FILES:
        path = arguments.puzzles / f"{name}.txt"
        if not path.exists():
            print(f"{name:<10}no {path}")
            continue
        puzzles = read(path)
        puzzles = puzzles[:: max(1, len(puzzles) // arguments.most)][: arguments.most]
        found = measure(strategies, puzzles)
        print(
            f"{name:<10}{found.yardstick:12.0f}{found.cold:8.1f}{found.warm:8.1f}"
            f"{found.guard:8.2f}{found.solved:>6}/{len(puzzles)}"
        )


if __name__ == "__main__":
    main()
