"""Measure how fast copies and canonical forms are found, compared with the first trial.

Run from anywhere::

    python benchmarks/equivalence.py [--puzzles DIR] [--trials DIR] [--most N]

`--puzzles` holds files of one 81-character puzzle a line, `--trials` the trial's `equivalence.py`
and `canonical.py`; without these only our own times are printed. Both take the same 25 boards
in turn, so that other work on the machine slows both alike: what counts is the ratio. The trial
starts from texts, ours from ready grids; ours ends with a ready transformation.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sudoku_engine import Grid, Layout  # noqa: E402
from sudoku_engine.search import solutions  # noqa: E402
from sudoku_plugins.checkers.symmetry.copies import canonical_form, find_transformation  # noqa: E402
from sudoku_plugins.checkers.symmetry.minlex import minlex_form  # noqa: E402
from sudoku_plugins.checkers.symmetry.transformation import Transformation  # noqa: E402

SHARED = ROOT.parent / "shared"
CLASSIC = Layout.named("9x9")
CHUNK = 25
ROUNDS = 8

Item = TypeVar("Item")
Pair = tuple[Grid, Grid]
Trial = Callable[..., object]


def drawn(rule: Callable[[int, int], int]) -> Grid:
    """Return the board whose cells show `rule(row, column)`, both from 0."""
    return Grid(CLASSIC, [int(rule(row, column)) for row in range(9) for column in range(9)])


REGULAR = {
    "empty": drawn(lambda r, c: 0),
    "one clue": drawn(lambda r, c: r == c == 4),
    "one digit everywhere": drawn(lambda r, c: 1),
    "full, 648 symmetries": drawn(lambda r, c: (c // 3 + r % 3) % 3 * 3 + (c % 3 + r // 3) % 3 + 1),
    "full, shifted by one": drawn(lambda r, c: (3 * (r % 3) + r // 3 + c) % 9 + 1),
    "every row the same": drawn(lambda r, c: c + 1),
    "every box the same": drawn(lambda r, c: r % 3 * 3 + c % 3 + 1),
    "every box one digit": drawn(lambda r, c: r // 3 * 3 + c // 3 + 1),
    "nine digits, shifted": drawn(lambda r, c: (r // 3 + c // 3) % 3 * 3 + (r + c) % 3 + 1),
    "a diagonal": drawn(lambda r, c: r == c),
    "a frame": drawn(lambda r, c: r in (0, 8) or c in (0, 8)),
    "a chessboard": drawn(lambda r, c: (r + c) % 2),
    "points of a plane": drawn(lambda r, c: (r // 3 * (c // 3) + r % 3 * (c % 3)) % 3 == 0),
    "three shifted rows": drawn(lambda r, c: (r + c) % 9 < 7),
    "three rows, three times": Grid.parse(
        "195843627195843627195843627951438276951438276951438276519384762519384762519384762"
    ),
    "three bands, turned": Grid.parse(
        "174639852174963528174396285417963285417396852417639528741396528741639285741963852"
    ),
}


def read(path: Path, most: int) -> list[Grid]:
    """Return about `most` puzzles of a file, spread evenly."""
    lines = path.read_text(encoding="utf-8").splitlines()
    texts = [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]
    return [Grid.parse(text) for text in texts[:: max(1, len(texts) // most)]]


def trials_of(folder: Path) -> tuple[Trial | None, Trial | None]:
    """Return the trial's two functions, of two texts and of one; None for a missing one."""
    if not (folder / "equivalence.py").exists():
        return None, None
    sys.path.insert(0, str(folder))
    # This file is `__main__`, so that the name `equivalence` is the trial's.
    sys.path[:] = [
        entry for entry in sys.path if Path(entry or ".").resolve() != ROOT / "benchmarks"
    ]
    compare: Any = import_module("equivalence")
    canonical: Any = import_module("canonical")
    return compare.equiv, canonical.canon


def seconds(work: Callable[[Item], object], items: Sequence[Item]) -> float:
    """Return the seconds that `work` takes on all `items`."""
    begun = perf_counter()
    for item in items:
        work(item)
    return perf_counter() - begun


def report(
    name: str, items: Sequence[tuple[Grid, ...]], ours: Callable[..., object], trial: Trial | None
) -> None:
    """Print the microseconds for each item, ours and the trial's, and their ratio.

    The best of several turns on each chunk counts, as other work only slows a turn down.
    """
    texts = [tuple(grid.line for grid in grids) for grids in items]
    our_time = trial_time = 0.0
    for start in range(0, len(items), CHUNK):
        chunk = slice(start, start + CHUNK)
        our_turns, trial_turns = [], []
        for _ in range(ROUNDS):
            our_turns.append(seconds(lambda grids: ours(*grids), items[chunk]))
            if trial:
                trial_turns.append(seconds(lambda lines: trial(*lines), texts[chunk]))
        our_time += min(our_turns)
        trial_time += min(trial_turns, default=0)
    line = f"{name:<34}{our_time / len(items) * 1e6:12.0f}"
    if trial:
        line += f"{trial_time / len(items) * 1e6:12.0f}{trial_time / our_time:8.1f}"
    print(line, flush=True)


def report_worst(pairs: Sequence[tuple[str, Pair]], trial: Trial | None) -> None:
    """Print the pair on which our comparison takes longest, and the trial's longest."""
    ours = []
    for name, pair in pairs:
        turns = [seconds(lambda grids: find_transformation(*grids), [pair]) for _ in range(3)]
        ours.append((min(turns), name))
    worst, name = max(ours)
    line = f"{'worst of ' + str(len(pairs)) + ' regular pairs':<34}{worst * 1e6:12.0f}"
    if trial:
        texts = [(a.line, b.line) for _, (a, b) in pairs]
        theirs = max(seconds(lambda lines: trial(*lines), [text]) for text in texts)
        line += f"{theirs * 1e6:12.0f}{theirs / worst:8.1f}"
    print(f"{line}   ({name})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=SHARED / "data" / "puzzles", metavar="DIR")
    parser.add_argument("--trials", type=Path, default=SHARED / "trials", metavar="DIR")
    parser.add_argument("--most", type=int, default=200, metavar="N", help="puzzles of a file")
    arguments = parser.parse_args()
    trial_equiv, trial_canon = trials_of(arguments.trials)
    rng = random.Random(1)

    def copy(grid: Grid) -> Grid:
        return Transformation.random(rng, CLASSIC).grid(grid)

    print(f"{'microseconds':<34}{'ours':>12}{'trial':>12}{'ratio':>8}")
    path = arguments.puzzles / "17-clue.txt"
    if path.exists():
        puzzles = read(path, arguments.most)
        full = [next(solutions(grid)) for grid in puzzles]
        for name, grids in (("17-clue", puzzles), ("full grids", full)):
            pairs = [(grid, copy(grid)) for grid in grids]
            report(f"{name}: a pair", pairs, find_transformation, trial_equiv)
            report(f"{name}: a form", [(grid,) for grid in grids], canonical_form, trial_canon)
            report(f"{name}: a minlex form", [(grid,) for grid in grids[:20]], minlex_form, None)
    else:
        print(f"no {path}")
    regular = [
        (f"{one} / {other}", (REGULAR[one], copy(REGULAR[other])))
        for one in REGULAR
        for other in REGULAR
    ]
    report_worst(regular, trial_equiv)


if __name__ == "__main__":
    main()
