"""Measure how fast the search proves one solution, compared with Norvig's solver.

Run from anywhere::

    python benchmarks/search.py [--puzzles DIR] [--most N]

DIR holds files of one 81-character puzzle a line. Both solvers take the same 25 puzzles in turn,
so that other work on the machine slows both alike: what counts is the ratio. The yardstick
starts from the text, `search.count(grid, 2)` from a ready grid, as the oracle does;
`Grid.parse` is timed apart.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
TREES = [str(ROOT), str(ROOT / "plugins"), str(ROOT / "frontends")]
sys.path[:0] = [*TREES, str(Path(__file__).resolve().parent)]

import norvig  # noqa: E402

from sudoku_engine import Grid  # noqa: E402
from sudoku_engine.search import count  # noqa: E402

PUZZLES = ROOT.parent / "shared" / "data" / "puzzles"
FILES = ("easy", "17-clue", "unbiased", "top95", "top1465", "hardest")
CHUNK = 25

Item = TypeVar("Item")


def read(path: Path) -> list[str]:
    """Return the puzzles of a file, without its comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]


def seconds(work: Callable[[Item], object], items: Iterable[Item]) -> float:
    """Return the seconds that `work` takes on all `items`."""
    begun = perf_counter()
    for item in items:
        work(item)
    return perf_counter() - begun


def prove_by_yardstick(puzzle: str) -> None:
    assert norvig.count(puzzle, 2) == 1, puzzle


def prove_by_search(grid: Grid) -> None:
    assert count(grid, 2) == 1, grid.line


def measure(puzzles: Sequence[str]) -> tuple[float, float, float]:
    """Return puzzles a second of the yardstick and of the search, and microseconds to parse one."""
    grids = [Grid.parse(puzzle) for puzzle in puzzles]
    yardstick = search = parsing = 0.0
    for start in range(0, len(puzzles), CHUNK):
        chunk = slice(start, start + CHUNK)
        yardstick += seconds(prove_by_yardstick, puzzles[chunk])
        search += seconds(prove_by_search, grids[chunk])
        parsing += seconds(Grid.parse, puzzles[chunk])
    n = len(puzzles)
    return n / yardstick, n / search, parsing / n * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR")
    parser.add_argument("--most", type=int, default=200, metavar="N", help="puzzles of a file")
    arguments = parser.parse_args()
    print(f"{'puzzles/s':<12}{'yardstick':>10}{'search':>10}{'ratio':>8}{'parse µs':>10}")
    for name in FILES:
        path = arguments.puzzles / f"{name}.txt"
        if not path.exists():
            print(f"{name:<12}no {path}")
            continue
        puzzles = read(path)
        every = max(1, len(puzzles) // arguments.most)
        yardstick, search, parsing = measure(puzzles[::every])
        print(f"{name:<12}{yardstick:10.0f}{search:10.0f}{search / yardstick:8.1f}{parsing:10.0f}")


if __name__ == "__main__":
    main()
