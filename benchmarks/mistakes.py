"""Ask for a step on many boards with a mistake: is the mistake told each time?

Run from anywhere::

    python benchmarks/mistakes.py [--boards N] [--marks N] [--seed SEED]

Each of `--boards` boards has a wrong digit that breaks no rule at once. Each of `--marks` boards
lacks a true candidate. They are put to `hint` and `steps`, with the guard and without, and to the
hint of a session. Ends with status 1 if a board gets a step.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from search import PUZZLES, read  # noqa: E402

from sudoku_engine import Candidate, Engine, Grid, LoopSettings, Step, search  # noqa: E402
from sudoku_engine.errors import PuzzleError  # noqa: E402

ENGINE = Engine()


def wrong_digits(rng: Random, puzzles: list[Grid]) -> Iterator[Grid]:
    """Yield puzzles with a wrong digit more, which no digit in sight repeats."""
    while True:
        grid, solution = with_solution(rng, puzzles)
        cell = rng.choice([*grid.open_cells])
        if digits := [*grid.candidates(cell) - {solution.digits[cell]}]:
            digits_now = [*grid.digits]
            digits_now[cell] = rng.choice(sorted(digits))
            yield Grid(grid.layout, digits_now)


def struck_candidates(rng: Random, puzzles: list[Grid]) -> Iterator[Grid]:
    """Yield puzzles of which a true candidate is eliminated."""
    while True:
        grid, solution = with_solution(rng, puzzles)
        cells = [cell for cell in grid.open_cells if len(grid.candidates(cell)) > 1]
        cell = rng.choice(cells)
        yield grid.apply(Step(eliminations=[Candidate(cell, solution.digits[cell])]))


def with_solution(rng: Random, puzzles: list[Grid]) -> tuple[Grid, Grid]:
    grid = rng.choice(puzzles)
    return grid, next(search.solutions(grid))


def is_told(ask: Callable[[], object]) -> bool:
    """Return whether `ask` ends in the error of a board with a mistake."""
    try:
        ask()
    except PuzzleError:
        return True
    return False


def askers(grid: Grid) -> dict[str, bool]:
    """Return, by way to ask for a step on `grid`, whether the mistake was told."""
    told = {"session": ENGINE.session(grid).hint().event is None}
    for name, settings in ("", LoopSettings()), (" without the guard", LoopSettings(guard=False)):
        for ask in (ENGINE.hint, ENGINE.steps):
            told[ask.__name__ + name] = is_told(partial(ask, grid, settings=settings))
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--boards", type=int, default=150, metavar="N")
    parser.add_argument("--marks", type=int, default=500, metavar="N")
    parser.add_argument("--seed", default="mistakes")
    arguments = parser.parse_args()
    rng = Random(arguments.seed)
    puzzles = [Grid.parse(line) for line in islice(read(PUZZLES / "unbiased.txt"), 100)]
    missed = 0
    for name, boards, n in (
        ("a wrong digit", wrong_digits(rng, puzzles), arguments.boards),
        ("a struck candidate", struck_candidates(rng, puzzles), arguments.marks),
    ):
        answers = [askers(grid) for grid in islice(boards, n)]
        for way in answers[0]:
            told = sum(each[way] for each in answers)
            missed += n - told
            print(f"{name}, {way}: {told} of {n} told")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
