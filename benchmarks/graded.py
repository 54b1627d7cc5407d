"""Measure how long it takes to make puzzles of a level, or puzzles that need a technique.

Run from anywhere::

    python benchmarks/graded.py [--count N] [--seconds S] [--needs ID]

Makes N puzzles of each level, from fixed seeds; then for each bundled technique, in S seconds, as
many puzzles that need it as possible, at least one. The number of tries is not limited. Times are
processor time: the median and the worst.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from loop import bundled_strategies  # noqa: E402

from sudoku_engine import Layout  # noqa: E402
from sudoku_engine.errors import UsageError  # noqa: E402
from sudoku_plugins.generators.graded import GRADED  # noqa: E402
from sudoku_plugins.ratings.rating import Rater  # noqa: E402

LEVELS = ("easy", "medium")
NINE = Layout.named("9x9")
TRIES = 10**9


def seconds(rater: Rater, **wish: Any) -> Iterator[tuple[float, int]]:
    """Yield the seconds that each puzzle takes, and its clues."""
    for number in count():
        begun = process_time()
        rng = random.Random(f"{wish}/{number}")
        puzzle = GRADED.generate(rng, NINE, rater=rater, tries=TRIES, **wish)
        yield process_time() - begun, len(NINE.cells) - puzzle.givens.n_open


def tell(name: str, found: list[tuple[float, int]]) -> None:
    times = [each for each, _ in found]
    clues = mean(clues for _, clues in found)
    figures = f"{len(found):>8}{median(times):>10.2f}{max(times):>10.2f}{clues:>8.1f}"
    print(f"{name:<20}{figures}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=100, metavar="N", help="puzzles of a level")
    parser.add_argument("--seconds", type=float, default=10, metavar="S", help="for a technique")
    parser.add_argument("--needs", action="append", metavar="ID", help="only these techniques")
    arguments = parser.parse_args()
    rater = Rater(bundled_strategies())
    print(f"{'seconds':<20}{'puzzles':>8}{'median':>10}{'worst':>10}{'clues':>8}")
    for level in LEVELS:
        made = seconds(rater, level=level)
        tell(level, [next(made) for _ in range(arguments.count)])
    for name in arguments.needs or [plugin.id for plugin in rater.strategies]:
        found: list[tuple[float, int]] = []
        made = seconds(rater, needs=name)
        try:
            while sum(each for each, _ in found) < arguments.seconds:
                found.append(next(made))
            tell(name, found)
        except UsageError as error:  # no puzzle can need it
            print(f"{name:<20} {error.what.partition(';')[0]}", flush=True)


if __name__ == "__main__":
    main()
