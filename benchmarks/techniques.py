"""Measure how long it takes to find all steps of a board, and what many techniques cost a run.

Run from anywhere::

    python benchmarks/techniques.py [--puzzles DIR] [--most N] [--file NAME]

*All steps*: each family's strategies look for all their steps on the boards of a file after the
singles, each board new in the process; milliseconds a board, the median and the worst. *The loop*:
the time of the loop with all strategies over its time with the basic ones only (singles,
intersections, subsets), on the puzzles that the basic ones solve, so that the others hardly have a
turn; both take the same 25 puzzles in turn. *First steps*: the strategies that ask machine code
(where numba is installed), on the boards of the file on which a run comes to them; and the whole
runs. Times are processor time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from loop import Item, bundled_strategies, chunks, last, seconds  # noqa: E402
from search import PUZZLES, read  # noqa: E402

from sudoku_engine import Grid, Stepped  # noqa: E402
from sudoku_engine.api.strategy import FAMILIES, FAMILY_NAMES  # noqa: E402
from sudoku_engine.plugins.component import Component  # noqa: E402
from sudoku_engine.solving.finder import PlainFinder  # noqa: E402
from sudoku_engine.solving.loop import Loop  # noqa: E402
from sudoku_engine.solving.settings import LoopSettings  # noqa: E402
from sudoku_plugins.fast.compiled import is_available  # noqa: E402
from sudoku_plugins.fast.scout import SCOUT  # noqa: E402

FREE = LoopSettings(guard=False)
RUNS = ("17-clue", "easy")
ASKING = (
    "als_xz",
    "als_xy_wing",
    "als_chain",
)
"""The strategies that ask machine code."""


def after_singles(puzzle: str, strategies: Sequence[Component]) -> Grid:
    singles = [component for component in strategies if component.family == "singles"]
    return last(Loop(singles, FREE), Grid.parse(puzzle)).grid


def times_of_families(boards: Sequence[Grid], strategies: Sequence[Component]) -> None:
    print(f"{'all steps':<16}{'strategies':>12}{'median ms':>12}{'worst ms':>12}")
    total = [0.0] * len(boards)
    for family in FAMILIES:
        members = [component for component in strategies if component.family == family]
        times = [
            1000 * seconds(lambda one, grid=grid: list(one.call(grid)), members)  # type: ignore[misc]
            for grid in boards
        ]
        if family not in FAMILY_NAMES["basic"]:
            total = [sum(pair) for pair in zip(total, times)]
        print(f"{family:<16}{len(members):>12}{median(times):12.1f}{max(times):12.1f}", flush=True)
    print(f"{'all but basic':<28}{median(total):12.1f}{max(total):12.1f}")


def cost_in_loop(puzzles: Sequence[str], strategies: Sequence[Component]) -> tuple[float, int]:
    """Return the time with all `strategies` over that with the basic ones, and of how many."""
    basic = Loop([each for each in strategies if each.family in FAMILY_NAMES["basic"]], FREE)
    whole = Loop(strategies, FREE)
    solved = [puzzle for puzzle in puzzles if last(basic, Grid.parse(puzzle)).grid.is_solved]
    few = many = 0.0
    for _, grids in chunks(solved):
        # What the first run remembers of a board would help the second: so neither is the first.
        seconds(lambda grid: last(whole, grid), grids)
        few += seconds(lambda grid: last(basic, grid), grids)
        many += seconds(lambda grid: last(whole, grid), grids)
    return many / few, len(solved)


def with_and_without(puzzles: Sequence[str], strategies: Sequence[Component]) -> None:
    """Print the times of the strategies that ask machine code, without it and with it."""
    SCOUT.program.functions()
    loop = Loop(strategies, FREE)
    loop.finder = PlainFinder  # type: ignore[method-assign, assignment]  # without a scout
    turns: dict[str, list[Grid]] = {name: [] for name in ASKING}
    for puzzle in puzzles:
        board = Grid.parse(puzzle)
        for event in loop.events(board):
            if isinstance(event, Stepped):
                for component in strategies:
                    if component.id in turns:
                        turns[component.id].append(board)
                    if component.id == event.strategy.id:
                        break
                board = event.grid
    print(f"\n{'first steps':<20}{'boards':>8}{'python ms':>12}{'compiled ms':>14}{'ratio':>8}")
    for component in strategies:
        if boards := turns.get(component.id):
            compare(component.id, partial(first_step, component), boards)
    compare("whole runs", lambda puzzle: last(loop, Grid.parse(puzzle)), puzzles)


def first_step(strategy: Component, grid: Grid) -> object:
    return next(iter(strategy.call(grid)), None)


def compare(name: str, work: Callable[[Item], object], items: Sequence[Item]) -> None:
    """Print the times of `work` on all items; Python comes second, and may remember some boards."""
    times = []
    for is_ready in (True, False):
        SCOUT.is_ready = lambda work, ready=is_ready: ready  # type: ignore[misc,method-assign]
        times.append(1000 * seconds(work, items) / len(items))
    compiled, python = times
    print(
        f"{name:<20}{len(items):>8}{python:12.2f}{compiled:14.2f}{python / compiled:8.1f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR")
    parser.add_argument("--file", default="top1465", metavar="NAME", help="boards for all steps")
    parser.add_argument("--most", type=int, default=100, metavar="N", help="puzzles of a file")
    arguments = parser.parse_args()
    strategies = bundled_strategies()
    puzzles = {
        name: read(arguments.puzzles / f"{name}.txt")[: arguments.most]
        for name in (arguments.file, *RUNS)
    }
    boards = [after_singles(puzzle, strategies) for puzzle in puzzles[arguments.file]]
    times_of_families(boards, strategies)
    print(f"\n{'the loop':<16}{'puzzles':>12}{'all / basic':>12}")
    for name in RUNS:
        ratio, n_solved = cost_in_loop(puzzles[name], strategies)
        print(f"{name:<16}{n_solved:>12}{ratio:12.2f}")
    if is_available():
        with_and_without(puzzles[arguments.file], strategies)


if __name__ == "__main__":
    main()
