"""Try every step of every bundled strategy on many boards: is it true, and is it proved?

Run from anywhere::

    python benchmarks/soundness.py [--puzzles DIR] [--boards N] [--skip N] [--reasons N]
        [--jobs N] [--by-name]

Puzzles of all files, in turn, each randomly transformed, are solved by the strategies, without the
guard; the first `--skip` of each file come last. On each board of the way all steps are compared
with the solution: those of the singles while these find any, then those of all other strategies.
Every Nth step (`--reasons`) must follow from what it names. Ends with status 1 if a step is wrong
or not proved. `--by-name`: also the strategies that take part only by name.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from search import PUZZLES, read  # noqa: E402

from sudoku_engine import Grid, Step, Strategy, search  # noqa: E402
from sudoku_engine.errors import GaveUp  # noqa: E402
from sudoku_plugins.checkers.symmetry.transformation import Transformation  # noqa: E402
from sudoku_plugins.reasons.reasons import counter_board  # noqa: E402
from sudoku_plugins.strategies.order import STRATEGIES  # noqa: E402

CHUNK = 10

Work = tuple[Sequence[str], int, int, bool]
"""Puzzles, a number to draw transformations from, how many steps for a proof, all strategies?"""


@cache
def tried(by_name: bool) -> list[Strategy]:
    return [each for each in STRATEGIES if (each.by_default or by_name) and each.marks is None]


def boards_on_the_way(grid: Grid, by_name: bool) -> Iterator[tuple[Grid, list[Strategy]]]:
    """Yield the boards of the way to the solution of `grid`, each with the strategies to try."""
    singles = [each for each in tried(False) if each.family == "singles"]
    others = [each for each in tried(by_name) if each not in singles]
    while grid.boards[0]:
        for strategy in tried(False):
            if step := next(iter(strategy(grid) or ()), None):
                yield grid, singles if strategy in singles else others
                grid = grid.apply(step)
                break
        else:
            yield grid, others
            return


def is_true(step: Step, grid: Grid, solution: Sequence[int]) -> bool:
    return all(
        solution[cell] == digit and digit in grid.candidates(cell)
        for cell, digit in step.placements
    ) and all(
        solution[cell] != digit and digit in grid.candidates(cell)
        for cell, digit in step.eliminations
    )


def judged(work: Work) -> tuple[int, Counter[tuple[str, str]], list[str]]:
    """Return the number of boards, the verdicts by strategy, and what is wrong."""
    puzzles, number, for_a_proof, by_name = work
    rng = Random(number)
    verdicts: Counter[tuple[str, str]] = Counter()
    wrong = []
    n_boards = 0
    for puzzle in puzzles:
        grid = Grid.parse(puzzle)
        grid = Transformation.random(rng, grid.layout).grid(grid)
        (solved,) = islice(search.solutions(grid), 1)
        for board, strategies in boards_on_the_way(grid, by_name):
            n_boards += 1
            for strategy in strategies:
                for step in strategy(board) or ():
                    verdict = "true" if is_true(step, board, solved.digits) else "WRONG"
                    verdicts[strategy.id, verdict] += 1
                    if verdict == "WRONG":
                        wrong.append(f"{strategy.id} {step.notation(grid.layout)} {board.line}")
                    elif not strategy.assumes_unique and rng.randrange(for_a_proof) == 0:
                        verdicts[strategy.id, proof := proof_of(step, board)] += 1
                        if proof == "UNPROVED":
                            wrong.append(f"{strategy.id} {step!r} {board.line}")
    return n_boards, verdicts, wrong


def proof_of(step: Step, board: Grid) -> str:
    try:
        return "proved" if counter_board(board, step) is None else "UNPROVED"
    except GaveUp:
        return "unknown"


def chunks(folder: Path, skipped: int) -> Iterator[Sequence[str]]:
    """Yield some puzzles of each file in turn, without end, after some `skipped` of each."""
    files = [read(path) for path in sorted(folder.glob("*.txt"))]
    for round_ in range(10**9):
        for puzzles in files:
            start = (skipped + round_ * CHUNK) % len(puzzles)
            yield puzzles[start : start + CHUNK]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR")
    parser.add_argument("--boards", type=int, default=1000, metavar="N")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="puzzles of each file")
    parser.add_argument("--reasons", type=int, default=50, metavar="N", help="a proof of every Nth")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--by-name", action="store_true")
    arguments = parser.parse_args()
    n_boards = 0
    verdicts: Counter[tuple[str, str]] = Counter()
    wrong: list[str] = []
    works = (
        (puzzles, number, arguments.reasons, arguments.by_name)
        for number, puzzles in enumerate(chunks(arguments.puzzles, arguments.skip), arguments.skip)
    )
    with ProcessPoolExecutor(arguments.jobs) as pool:
        while n_boards < arguments.boards:
            for more, found, told in pool.map(judged, islice(works, 2 * arguments.jobs)):
                n_boards += more
                verdicts.update(found)
                wrong += told
                print(*told, sep="\n", end="\n" if told else "", flush=True)
                print(
                    f"{n_boards} boards, {verdicts.total()} verdicts", file=sys.stderr, flush=True
                )
    kinds = ("true", "WRONG", "proved", "UNPROVED", "unknown")
    print(f"{n_boards} boards\n{'':<28}" + "".join(f"{kind:>10}" for kind in kinds))
    for strategy in tried(arguments.by_name):
        counts = "".join(f"{verdicts[strategy.id, kind]:>10}" for kind in kinds)
        print(f"{strategy.id:<28}{counts}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
