"""How our techniques solve our puzzles, as texts that a person can read and compare.

The files ``paths_*.txt`` have the steps of some forty puzzles. Write them anew after a change of
what strategies find::

    python -m tests.golden.make

and read the difference before it is committed.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from sudoku_engine import Ended, Grid, Layout, Stepped
from tests.support.our_boards import our_boards
from tests.support.paths import ROOT

FOLDER = Path(__file__).parent

PATHS = {"easy": 5, "minimal": 5, "hard": 8, "quads": 4}
PATHS |= {"4x4": 2, "6x6": 2, "12x12": 1, "16x16": 1, "diagonals": 1, "jigsaw": 3}
"""By file of boards, of how many of them the path is kept."""


def examples() -> str:
    """Return the paths of the puzzles in `examples/puzzles.txt`."""
    lines = (ROOT / "examples" / "puzzles.txt").read_text(encoding="utf-8").splitlines()
    puzzles = [line.split()[0] for line in lines if line and not line.startswith("#")]
    grids = [Grid(Layout.named("9x9"), map(int, each.replace(".", "0"))) for each in puzzles]
    return "\n".join(path(f"examples/puzzles.txt, puzzle {i}", g) for i, g in enumerate(grids, 1))


def paths(name: str, number: int) -> str:
    """Return the paths of `number` puzzles of a file, spread over it."""
    boards = our_boards(name)
    chosen = islice(boards[:: max(1, len(boards) // number)], number)
    return "\n".join(path(board.source, board.puzzle) for board in chosen)


def path(source: str, grid: Grid) -> str:
    """Return the puzzle, its steps, a line each, and how it ended."""
    *steps, end = steps_and_end(grid)
    lines = [source, grid.line]
    lines += [
        f"{step.number:3}. {step.strategy.name}: {step.step.notation(grid.layout)}"
        for step in steps
    ]
    return "\n".join([*lines, f"{end.outcome} in {end.steps} steps", ""])


def steps_and_end(grid: Grid) -> Iterator[Stepped | Ended]:
    """Yield the steps of a run with all bundled strategies and without a search, and its end."""
    from sudoku_engine.plugins.registry import Registry
    from sudoku_engine.solving.loop import Loop

    registry = Registry()
    registry.load()
    events = Loop(registry.loop_strategies("auto")).events(grid)
    return (event for event in events if isinstance(event, (Stepped, Ended)))


TEXTS: dict[str, Callable[[], str]] = {
    "paths_examples.txt": examples,
    **{f"paths_{name}.txt": partial(paths, name, number) for name, number in PATHS.items()},
}
"""What makes the files of this folder, by name."""


if __name__ == "__main__":
    for name in sys.argv[1:] or TEXTS:
        (FOLDER / name).write_text(TEXTS[name](), encoding="utf-8", newline="\n")
