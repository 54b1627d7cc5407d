"""Measure how much memory a long run takes: it must not grow with the number of boards.

Run from anywhere::

    python benchmarks/memory.py [--rounds N] [--sizes N,… | --puzzles FILE] [--before DIR]

Each round solves new boards of all sizes, half of their cells open, by the strategy loop; or a
thousand puzzles of FILE, one a line, each randomly transformed. What grows is what the engine
remembers. After each round it prints the resident memory of the process. DIR holds another state of
the repository, which is measured in turn with this one, in a process of its own.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudoku_engine import Grid

ROOT = Path(__file__).resolve().parent.parent

BOARDS = {4: 400, 6: 200, 9: 200, 12: 80, 16: 40, 25: 20}
"""By size, the boards of a round."""

PUZZLES = 1000
"""The puzzles of a round, if they come from a file."""


def resident() -> float:
    """Return the megabytes of memory that this process holds; the most so far if unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    import resource

    return pages * resource.getpagesize() / 2**20


def half_filled(sizes: Sequence[int]) -> Iterator[Grid]:
    """Yield boards of all `sizes`, half of their cells open, without end."""
    from sudoku_engine.board.grid import Grid
    from sudoku_engine.board.layout import Layout
    from sudoku_engine.search import full_board

    rng = random.Random(1)
    full = [full_board(rng, Layout.of_size(size)) for size in sizes]
    while True:
        for board in full:
            for _ in range(BOARDS[board.layout.n]):
                names = [0, *rng.sample(board.layout.digits, board.layout.n)]
                digits = [names[digit] if rng.random() < 0.5 else 0 for digit in board.digits]
                yield Grid(board.layout, digits)


def transformed(file: Path) -> Iterator[Grid]:
    """Yield the puzzles of `file`, each randomly transformed, again and again."""
    from sudoku_engine.board.grid import Grid
    from sudoku_plugins.checkers.symmetry.transformation import Transformation

    lines = file.read_text(encoding="utf-8").splitlines()
    puzzles = [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]
    rng = random.Random(1)
    while True:
        for puzzle in puzzles:
            grid = Grid.parse(puzzle)
            yield Transformation.random(rng, grid.layout).grid(grid)


def work(tree: Path, sizes: Sequence[int], puzzles: Path | None) -> None:
    """Solve a round of boards by the engine in `tree` for each line of input; print the memory."""
    sys.path[:0] = [str(tree / folder) for folder in ("", "plugins", "frontends")]
    from sudoku_engine.plugins.registry import Registry
    from sudoku_engine.solving.loop import Loop
    from sudoku_engine.solving.settings import LoopSettings

    registry = Registry()
    registry.load()
    strategies = registry.loop_strategies("auto")
    loop = Loop(strategies, LoopSettings(guard=False))
    boards = transformed(puzzles) if puzzles else half_filled(sizes)
    print(f"{resident():.0f}", flush=True)
    for _ in sys.stdin:
        for grid in islice(boards, per_round(sizes, puzzles)):
            for _ in loop.events(grid):
                pass
        print(f"{resident():.0f}", flush=True)


def per_round(sizes: Sequence[int], puzzles: Path | None) -> int:
    """Return the number of boards of a round."""
    return PUZZLES if puzzles else sum(BOARDS[size] for size in sizes)


class Worker:
    """A process that solves boards by the engine in `tree`."""

    def __init__(self, tree: Path, options: Sequence[str]) -> None:
        command = [sys.executable, __file__, "--tree", str(tree), *options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def memory(self) -> str:
        """Return the megabytes that it holds after what it was sent."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def send(self) -> None:
        """Let it solve a round."""
        assert self.process.stdin is not None
        print(file=self.process.stdin, flush=True)


def rounds(trees: Sequence[Path], options: Sequence[str], count: int) -> Iterator[list[str]]:
    """Yield the megabytes of a process for each of the `trees`: at the start, after each round."""
    workers = [Worker(tree, options) for tree in trees]
    yield [worker.memory() for worker in workers]
    for _ in range(count):
        for worker in workers:
            worker.send()
        yield [worker.memory() for worker in workers]
    for worker in workers:
        worker.process.communicate()


def _text(sizes: Sequence[int]) -> str:
    return ",".join(map(str, sizes))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=20, metavar="N")
    parser.add_argument("--sizes", default=_text([*BOARDS]), metavar="N,…")
    parser.add_argument("--puzzles", type=Path, metavar="FILE", help="hard 9x9 puzzles, say")
    parser.add_argument("--before", type=Path, metavar="DIR", help="another state, to compare")
    parser.add_argument("--tree", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    puzzles = arguments.puzzles and arguments.puzzles.resolve()
    if arguments.tree is not None:
        work(arguments.tree, sizes, puzzles)
        return
    trees = [ROOT, *([arguments.before.resolve()] if arguments.before else [])]
    options = ["--puzzles", str(puzzles)] if puzzles else ["--sizes", arguments.sizes]
    print(f"{'boards':>8}{'MB':>8}" + f"{'before':>8}" * (len(trees) - 1))
    for number, found in enumerate(rounds(trees, options, arguments.rounds)):
        boards = number * per_round(sizes, puzzles)
        print(f"{boards:8}" + "".join(f"{each:>8}" for each in found), flush=True)


if __name__ == "__main__":
    main()
