"""Compare the smallest reasons with those of CPMpy, and measure how long a small one takes.

Run from anywhere::

    pip install cpmpy python-sat
    python benchmarks/smallest_reasons.py [--puzzles DIR] [--reference FILE] [--most N] [--others N]

The boards are those of FILE (puzzles with Sudoku Explainer's rating) below 9, after the basic
strategies: the simplest of all next steps, and some others drawn by chance. `smus` of CPMpy gets
the same candidates, links and truths. A small reason, by python-sat alone, is asked of the hardest
puzzles as they are given. Times are processor time. Ends with status 1 if a size differs.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import ParamSpec, TypeVar

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from loop import bundled_strategies, last  # noqa: E402
from search import PUZZLES, read  # noqa: E402

from sudoku_engine import Candidate, Grid, search  # noqa: E402
from sudoku_engine.api.strategy import FAMILY_NAMES  # noqa: E402
from sudoku_engine.board.masks import bits  # noqa: E402
from sudoku_engine.solving.loop import Loop  # noqa: E402
from sudoku_engine.solving.settings import LoopSettings  # noqa: E402
from sudoku_plugins.reasons.smallest_reason import (  # noqa: E402
    Reason,
    simplest_reason,
    smallest_reason,
)
from sudoku_plugins.strategies.analysis.truths import candidates, packed, truths_of  # noqa: E402

Value = TypeVar("Value")
Given = ParamSpec("Given")


def boards(file: Path) -> Iterator[Grid]:
    """Yield the boards of `file` that the basic strategies do not solve, where these end."""
    basic = [each for each in bundled_strategies() if each.family in FAMILY_NAMES["basic"]]
    loop = Loop(basic, LoopSettings(guard=False))
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(line for line in lines if not line.startswith("#")):
            if float(row["er"]) < 9:
                grid = last(loop, Grid.parse(row["puzzle"])).grid
                if not grid.is_solved:
                    yield grid


def timed(
    work: Callable[Given, Value], *given: Given.args, **named: Given.kwargs
) -> tuple[Value, float]:
    begun = process_time()
    return work(*given, **named), process_time() - begun


def size_by_cpmpy(grid: Grid, supposed: Candidate) -> int:
    """Return how many truths CPMpy needs to refute that the candidate `supposed` is true."""
    import cpmpy
    from cpmpy.tools.explain import smus

    layout = grid.layout
    board, _ = packed(grid)
    is_true = {number: cpmpy.boolvar() for number in bits(board)}
    hard = [is_true[(supposed.digit - 1) * len(grid.digits) + supposed.cell]]
    for number in is_true:
        excluded = layout.weak_links[number] & board & -(2 << number)
        hard += [~is_true[number] | ~is_true[other] for other in bits(excluded)]
    truths = (bits(truth.mask & board) for truth in truths_of(layout).every)
    return len(smus([cpmpy.any([is_true[number] for number in each]) for each in truths], hard))


def false_candidates(grid: Grid, most: int) -> list[Candidate]:
    board, placed = packed(grid)
    solution = packed(next(search.solutions(grid)))[1]
    false = candidates(board & ~placed & ~solution, grid.layout)
    return Random(grid.line).sample(false, min(most, len(false)))


def compare(file: Path, most: int, n_others: int) -> bool:
    """Print how our reasons and CPMpy's compare; return whether all sizes are equal."""
    sizes: Counter[tuple[int, int]] = Counter()
    ours: list[float] = []
    theirs: list[float] = []
    simplest: list[float] = []
    n_unproved = 0
    every = [*boards(file)]
    for grid in every[:: max(1, len(every) // most)][:most]:
        step, time = timed(simplest_reason, grid)
        simplest.append(time)
        assert step is not None, grid.line
        for gone in (step.eliminations[0], *false_candidates(grid, n_others)):
            reason, time = timed(smallest_reason, grid, (), [gone])
            assert isinstance(reason, Reason), grid.line
            if not reason.is_smallest:
                n_unproved += 1
                continue
            ours.append(time)
            size, time = timed(size_by_cpmpy, grid, gone)
            theirs.append(time)
            sizes[len(reason.truths), size] += 1
            if len(reason.truths) != size or size < len(step.truths):
                print(f"{grid.line} {gone!r}: {len(reason.truths)} truths, CPMpy {size}")
    print(f"{'seconds':<24}{'median':>8}{'max':>8}")
    for what, times in (("simplest step", simplest), ("one reason", ours), ("CPMpy", theirs)):
        print(f"{what:<24}{median(times):8.3f}{max(times):8.2f}")
    ratios = [theirs / ours for ours, theirs in zip(ours, theirs)]
    print(f"CPMpy / ours: median {median(ratios):.0f}, least {min(ratios):.1f}")
    counts = [f"{size}: {number}" for (size, _), number in sorted(sizes.items())]
    print(f"{len(ours)} reasons, by their truths", *counts)
    print(f"not proved: {n_unproved}")
    return all(size == other for size, other in sizes)


def small_reasons(file: Path) -> None:
    times, sizes = [], []
    for puzzle in read(file):
        grid = Grid.parse(puzzle)
        (gone,) = false_candidates(grid, 1)
        reason, time = timed(smallest_reason, grid, (), [gone], 0)
        assert isinstance(reason, Reason), puzzle
        times.append(time)
        sizes.append(len(reason.truths))
    print(f"small reasons: median {median(times):.3f} s, max {max(times):.2f}; {len(times)} boards")
    print(f"    with {min(sizes)} to {max(sizes)} truths, median {median(sizes):.0f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR")
    parser.add_argument("--reference", type=Path, default=PUZZLES.parent / "reference/se-200.csv")
    parser.add_argument("--most", type=int, default=1000, metavar="N", help="boards of FILE")
    parser.add_argument("--others", type=int, default=3, metavar="N", help="by chance, a board")
    options = parser.parse_args()
    small_reasons(options.puzzles / "hardest.txt")
    return 0 if compare(options.reference, options.most, options.others) else 1


if __name__ == "__main__":
    sys.exit(main())
