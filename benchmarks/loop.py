"""Measure the speed of the strategy loop, compared with Norvig's solver, and the cost of its guard.

Run from anywhere::

    python benchmarks/loop.py [--puzzles DIR] [--most N] [--scout] [--compare N]

All bundled strategies are registered, no solver finishes the rest, and both sides take the same 25
puzzles in turn: the yardstick from text to a proof, the loop from ready grids until it is stuck or
done. *Cold* is each puzzle's first time in the process, *warm* a second pass,
when the memoised functions know the boards. The guard's cost is the time with it (each step is
checked, against the solution too, which the oracle finds) over the time without, both warm.
Times are processor time: a run on a board takes milliseconds, and a shared machine's pauses more.
Garbage is collected as seldom as in the program, for both sides.

``--scout``: with the machine code of the extra ``fast`` and without it, in turns, in milliseconds a
puzzle: many plain puzzles rated at once, as `batch rate` does; runs in which nobody asks for steps;
and runs with their steps. ``--compare N``: N copies of puzzles with other digits and lines, all
rated with machine code and without, and every twentieth run with its steps and their words; the
first that differs ends it.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import TypeVar

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from search import CHUNK, PUZZLES, prove_by_yardstick, read  # noqa: E402

from sudoku_engine import Grid  # noqa: E402
from sudoku_engine.__main__ import OBJECTS  # noqa: E402
from sudoku_engine.api.events import Ended, Event  # noqa: E402
from sudoku_engine.api.protocols import Rating  # noqa: E402
from sudoku_engine.board.layout import Layout  # noqa: E402
from sudoku_engine.plugins.component import Component  # noqa: E402
from sudoku_engine.plugins.registry import Registry  # noqa: E402
from sudoku_engine.solving.guard import count_solutions  # noqa: E402
from sudoku_engine.solving.loop import Loop  # noqa: E402
from sudoku_engine.solving.settings import LoopSettings  # noqa: E402
from sudoku_plugins.checkers.symmetry.transformation import Transformation  # noqa: E402
from sudoku_plugins.fast.scout import SCOUT  # noqa: E402
from sudoku_plugins.kit.own_work import forget_results  # noqa: E402
from sudoku_plugins.ratings.rating import Rater  # noqa: E402

FILES = ("17-clue", "easy")
SCOUTED = ("easy", "17-clue", "unbiased", "top1465")
COMPARED = {"easy": 50, "17-clue": 50, "unbiased": 20, "top1465": 4, "hardest": 1}
"""By list, how often 100 copies of it are compared."""

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


def rated(rater: Rater, puzzles: Sequence[str]) -> list[Rating]:
    """Return the ratings of `puzzles`, at once where the machine code knows the way."""
    digits = "".join(puzzles).replace(".", "0").encode().translate(bytes(48) + bytes(range(208)))
    found = zip(puzzles, rater.ratings(digits))
    return [rating or rater.rate(Grid.parse(puzzle)) for puzzle, rating in found]


def told(loop: Loop, puzzle: str, is_watched: bool) -> list[Event]:
    """Return the events of a run, the last without its time."""
    *events, ended = loop.events(Grid.parse(puzzle), is_watched=is_watched)
    return [*events, ended._replace(seconds=0)] if isinstance(ended, Ended) else events


def both_ways(strategies: Sequence[Component]) -> list[tuple[Rater, Loop]]:
    """Return a rater and a loop for the machine code, and the same without it."""
    SCOUT.program.functions()
    return [(Rater(strategies), Loop(strategies)) for _ in range(2)]


def allow(machine_code: bool) -> None:
    """Let strategies and loops ask the machine code, or not."""
    SCOUT.is_ready = lambda work: machine_code  # type: ignore[method-assign]


def with_scout(strategies: Sequence[Component], name: str, puzzles: Sequence[str]) -> None:
    """Print what the ways cost with machine code and without, and whether the results are equal."""
    ways = both_ways(strategies)
    columns = []
    for number in range(3):
        costs, results = [0.0, 0.0], [[], []]
        for start in range(0, len(puzzles), 100):
            chunk = puzzles[start : start + 100]
            for side, (rater, loop) in enumerate(ways):
                forget_results()
                allow(side == 0)
                begun = process_time()
                if number == 0:
                    found = rated(rater, chunk)
                else:
                    found = [told(loop, puzzle, number == 2) for puzzle in chunk]
                costs[side] += process_time() - begun
                results[side] += found
        assert results[0] == results[1], name
        with_, without = (1000 * cost / len(puzzles) for cost in costs)
        columns.append(f"{with_:9.2f}{without:8.2f}{without / with_:7.1f}")
    print(f"{name:<10}", *columns, flush=True)


def compare(strategies: Sequence[Component], lists: Mapping[str, Sequence[str]], most: int) -> None:
    """Rate `most` copies of puzzles with all machine code and without; stop if two differ."""
    rng = Random(most)
    ways, compared = both_ways(strategies), Counter[str]()
    while compared.total() < most:
        (name,) = rng.choices([*COMPARED], [*COMPARED.values()])
        copies = [
            Transformation.random(rng, layout).grid(Grid.parse(rng.choice(lists[name]))).line
            for layout in [Layout.of_size(9)] * 100
        ]
        results = []
        for is_ready, (rater, loop) in zip((True, False), ways):
            forget_results()
            allow(is_ready)
            runs = [told(loop, puzzle, True) for puzzle in copies[::20]]
            results.append([repr(each) for each in (*rated(rater, copies), *runs)])
        for puzzle, one, other in zip((*copies, *copies[::20]), *results):
            assert one == other, puzzle
        compared[name] += len(copies)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"\r{compared.total()} equal, {memory} MB: {dict(compared)}", end="", flush=True)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR")
    parser.add_argument("--most", type=int, default=200, metavar="N", help="puzzles of a file")
    parser.add_argument("--scout", action="store_true", help="with machine code and without")
    parser.add_argument("--compare", type=int, default=0, metavar="N", help="copies to compare")
    arguments = parser.parse_args()
    gc.set_threshold(OBJECTS)
    strategies = bundled_strategies()
    if arguments.scout or arguments.compare:
        files = {name: read(arguments.puzzles / f"{name}.txt") for name in COMPARED}
        if arguments.compare:
            compare(strategies, files, arguments.compare)
            return
        print(f"{'ms a puzzle':<10}{'ratings':>10}{'':>16}{'quiet':>10}{'':>16}{'steps':>8}")
        for name in SCOUTED:
            puzzles = files[name]
            few = puzzles[:: max(1, len(puzzles) // arguments.most)][: arguments.most]
            with_scout(strategies, name, few)
        return
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
