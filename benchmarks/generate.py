"""Measure how fast puzzles are made, compared with qqwing and dokusan if they are installed.

Run from anywhere::

    python benchmarks/generate.py [--puzzles N] [--turns N]

`minimal`, qqwing (a program, found on the path) and dokusan (a package, found by this Python) make
puzzles of one solution on the classic board in turn, so that other work on the machine slows all
alike. All times are processor time. qqwing's includes its start, which a large N hides; dokusan
makes fewer puzzles, since it is slow.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "plugins")]

from sudoku_engine import Layout  # noqa: E402
from sudoku_engine.search import full_board  # noqa: E402
from sudoku_plugins.generators.minimal import MINIMAL, SYMMETRIC  # noqa: E402
from sudoku_plugins.generators.random_fill import RANDOM_FILL  # noqa: E402

CLASSIC = Layout.named("9x9")
LARGE = Layout.named("16x16")
LARGEST = Layout.named("25x25")
DOKUSAN_PUZZLES = 2


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Return the processor time of `work`, done this number of `times`."""
    begun = process_time()
    for _ in range(times):
        work()
    return process_time() - begun


def seconds_of_qqwing(program: str, puzzles: int) -> float:
    """Return the processor time in which qqwing makes this number of `puzzles`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "--generate", str(puzzles), "--csv"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def dokusan_maker() -> Callable[[], object] | None:
    """Return a function that makes a puzzle with dokusan, None if it is not installed."""
    try:
        from dokusan import generators
    except ImportError:
        return None
    return lambda: generators.random_sudoku(avg_rank=150)


def measure_classic(puzzles: int, turns: int) -> None:
    """Print how many puzzles a second each makes, and how many times as fast `minimal` is."""
    rng = random.Random(1)
    qqwing = shutil.which("qqwing") or shutil.which("/usr/games/qqwing")
    dokusan = dokusan_maker()
    ours = theirs = others = 0.0
    for _ in range(turns):
        ours += seconds(lambda: MINIMAL.generate(rng, CLASSIC), puzzles)
        if qqwing:
            theirs += seconds_of_qqwing(qqwing, puzzles)
        if dokusan:
            others += seconds(dokusan, DOKUSAN_PUZZLES)
    print(f"{'9x9, one solution':<22}{'puzzles/s':>10}{'minimal / it':>14}")
    speed = turns * puzzles / ours
    print(f"{'minimal':<22}{speed:10.1f}")
    for name, made, time, where in (
        ("qqwing", puzzles, theirs, "on the path"),
        ("dokusan", DOKUSAN_PUZZLES, others, "installed here"),
    ):
        if time:
            print(f"{name:<22}{turns * made / time:10.1f}{speed * time / turns / made:14.2f}")
        else:
            print(f"{name:<22}not {where}")


def measure_others(turns: int) -> None:
    """Print the mean and the longest time of tasks without a yardstick."""
    print(f"\n{'milliseconds':<22}{'mean':>10}{'longest':>14}")
    rng = random.Random(1)
    for name, work, times in (
        ("9x9 full board", lambda: full_board(rng, CLASSIC), 100 * turns),
        ("9x9 random_fill", lambda: RANDOM_FILL.generate(rng, CLASSIC), 100 * turns),
        ("9x9 symmetric", lambda: SYMMETRIC.generate(rng, CLASSIC), 20 * turns),
        ("16x16 full board", lambda: full_board(rng, LARGE), 2 * turns),
        ("16x16 symmetric", lambda: SYMMETRIC.generate(rng, LARGE), 2),
        ("16x16 minimal", lambda: MINIMAL.generate(rng, LARGE), 2),
        ("25x25 full board", lambda: full_board(rng, LARGEST), turns),
    ):
        took = [1000 * seconds(work) for _ in range(times)]
        print(f"{name:<22}{sum(took) / times:10.1f}{max(took):14.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=int, default=100, metavar="N", help="puzzles a turn")
    parser.add_argument("--turns", type=int, default=8, metavar="N")
    arguments = parser.parse_args()
    measure_classic(arguments.puzzles, arguments.turns)
    measure_others(arguments.turns)


if __name__ == "__main__":
    main()
