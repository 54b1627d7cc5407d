"""Measure how much memory a long run takes: it must not grow with the number of boards.

Run from anywhere::

    python benchmarks/memory.py [--rounds N] [--sizes N,…] [--before DIR]

Each round solves new boards of all sizes, half of their cells open, by the strategy loop: what
grows is what the engine remembers. After each round it prints the resident memory of the process.
DIR holds another state of the repository, which is measured in turn with this one, in a process of
its own.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

BOARDS = {4: 400, 6: 200, 9: 200, 12: 80, 16: 40, 25: 20}
"""By size, the boards of a round."""


def resident() -> float:
    """Return the megabytes of memory that this process holds; the most so far if unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    import resource

    return pages * resource.getpagesize() / 2**20


def work(tree: Path, sizes: Sequence[int]) -> None:
    """Solve a round of boards by the engine in `tree` for each line of input; print the memory."""
    sys.path[:0] = [str(tree / folder) for folder in ("", "plugins", "frontends")]
    from sudoku_engine.board.grid import Grid
    from sudoku_engine.board.layout import Layout
    from sudoku_engine.plugins.registry import Registry
    from sudoku_engine.search import full_board
    from sudoku_engine.solving.loop import Loop
    from sudoku_engine.solving.settings import LoopSettings

    registry = Registry()
    registry.load()
    strategies = registry.loop_strategies("auto")
    loop = Loop(strategies, LoopSettings(guard=False))
    rng = random.Random(1)
    full = [full_board(rng, Layout.of_size(size)) for size in sizes]
    print(f"{resident():.0f}", flush=True)
    for _ in sys.stdin:
        for board in full:
            for _ in range(BOARDS[board.layout.n]):
                names = [0, *rng.sample(board.layout.digits, board.layout.n)]
                digits = [names[digit] if rng.random() < 0.5 else 0 for digit in board.digits]
                for _ in loop.events(Grid(board.layout, digits)):
                    pass
        print(f"{resident():.0f}", flush=True)


class Worker:
    """A process that solves boards by the engine in `tree`."""

    def __init__(self, tree: Path, sizes: Sequence[int]) -> None:
        command = [sys.executable, __file__, "--tree", str(tree), "--sizes", _text(sizes)]
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


def rounds(trees: Sequence[Path], sizes: Sequence[int], count: int) -> Iterator[list[str]]:
    """Yield the megabytes of a process for each of the `trees`: at the start, after each round."""
    workers = [Worker(tree, sizes) for tree in trees]
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
    parser.add_argument("--before", type=Path, metavar="DIR", help="another state, to compare")
    parser.add_argument("--tree", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    if arguments.tree is not None:
        work(arguments.tree, sizes)
        return
    trees = [ROOT, *([arguments.before.resolve()] if arguments.before else [])]
    boards = sum(BOARDS[size] for size in sizes)
    print(f"{'boards':>8}{'MB':>8}" + f"{'before':>8}" * (len(trees) - 1))
    for number, found in enumerate(rounds(trees, sizes, arguments.rounds)):
        print(f"{number * boards:8}" + "".join(f"{each:>8}" for each in found), flush=True)


if __name__ == "__main__":
    main()
