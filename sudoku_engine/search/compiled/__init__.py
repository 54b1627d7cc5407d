"""The search on whole arrays of 9x9 puzzles, as machine code: for a million puzzles at a time.

It works as `search.classic` does, and for many puzzles it is about a hundred times as fast. It is
there where numba (the extra ``fast``) is installed; nothing is imported before the first question.
Read `lanes` first, which has the legend of the names; then `rounds`, `triads`, `guessing` and
`searching`. `entries` has what Python calls, `machine_code` compiles, keeps and loads it.

It counts no nodes, so it never answers where a budget decides; and its solutions of a puzzle
that has several come in an order of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudoku_engine.board.grid import Grid

    Cells = NDArray[np.uint8]


@cache
def is_available() -> bool:
    """Return whether the compiled search can be used: whether numba is installed."""
    return find_spec("numba") is not None


def prepare(announce: Callable[[str], None] = lambda line: None) -> None:
    """Load the compiled search, so that the first question takes no longer than others.

    The first time on a machine it has to be compiled; `announce` gets a line that says so before.
    Raises ImportError if numba is missing, or does not work here.
    """
    from sudoku_engine.search.compiled.machine_code import program

    program(announce)


def solutions(grid: Grid) -> Iterator[bytes]:
    """Yield the digits of each solution of `grid`, a classic board, by cell.

    Eliminated candidates stay eliminated. The order is always the same.
    """
    from sudoku_engine.search.compiled.single import solutions

    return solutions(grid)


def minimal_puzzle(seed: int) -> tuple[bytes, bytes]:
    """Return a puzzle that needs each of its clues, and its one solution: their digits by cell.

    Both follow from the `seed` (less than 2**63) alone, on every machine.
    """
    from sudoku_engine.search.compiled.single import minimal_puzzle

    return minimal_puzzle(seed)


def answers(puzzles: Cells, jobs: int = 1) -> tuple[Cells, Cells]:
    """Return how many solutions each puzzle has, 2 for more, and a solution of each.

    `puzzles` has a row for each puzzle: its 81 digits, 0 for an open cell. So have the solutions;
    where the count is 0 there is none, where it is 2 it is any of them. `jobs` threads work at it.
    """
    from sudoku_engine.search.compiled.batches import answers

    return answers(puzzles, jobs)
