"""The search on whole arrays of 9x9 puzzles, as machine code: for a million puzzles at a time.

It works as `search.classic` does, and for many puzzles it is about a hundred times as fast. It is
there where numba (the extra ``fast``) is installed; nothing is imported before the first question.
Read `lanes` first, which has the legend of the names; then `rounds`, `guessing` and `searching`.
`entries` has what Python calls, `machine_code` compiles, keeps and loads it.

It counts no nodes, so it never answers where a budget decides; and its solutions of a puzzle
that has several come in an order of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from sudoku_engine.randomness import below
from sudoku_engine.search.compiled.desk import ENTRY, WORDS

if TYPE_CHECKING:
    from random import Random

    import numpy as np
    from numpy.typing import NDArray

    from sudoku_engine.board.grid import Grid

    Cells = NDArray[np.uint8]

_BAND = (1 << 27) - 1
_SEEDS = 1 << 53
"""As many as `random` draws."""
_CHUNK = 1024
"""The most puzzles that a thread takes at a time: even hard ones do not delay Ctrl-C for long."""


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
    import ctypes

    from sudoku_engine.search.compiled.machine_code import program

    entries = program()
    placed = grid.placed_boards()
    candidates = [board | digits for board, digits in zip(grid.boards, placed)]
    board = (ctypes.c_uint64 * ENTRY)(*_words(candidates), *_words(placed))
    desk = (ctypes.c_uint64 * WORDS)()
    solution = (ctypes.c_uint8 * 81)()
    entries["begin"](board, desk)
    while True:
        entries["find_next"](solution, desk)
        if not solution[0]:
            return
        yield bytes(solution)


def _words(boards: Sequence[int]) -> list[int]:
    """Return the `boards` of the digits from 1 as a board of the compiled search."""
    by_band = [[board >> band & _BAND for board in boards[1:]] for band in (0, 27, 54)]
    lanes = [lane for band in by_band for lane in band[:8]]
    lanes += [band[8] for band in (*by_band, by_band[2])]
    return [low | high << 32 for low, high in zip(lanes[::2], lanes[1::2])]


def minimal_puzzles(rngs: Sequence[Random], jobs: int = 1) -> tuple[bytes, bytes]:
    """Return a puzzle for each of `rngs`, and their one solutions: digits by cell, 81 a puzzle.

    A puzzle needs each of its clues, and is drawn by its `rng` alone: the same on every machine.
    `jobs` threads work at it.
    """
    import ctypes

    from sudoku_engine.search.compiled.machine_code import program

    n = len(rngs)
    seeds = (ctypes.c_uint64 * n)(*(below(rng, _SEEDS) for rng in rngs))
    puzzles, solutions = (ctypes.c_uint8 * (81 * n))(), (ctypes.c_uint8 * (81 * n))()
    make_minimal = program()["make_minimal"]

    def make(start: int, stop: int) -> None:
        desk = (ctypes.c_uint64 * WORDS)()
        places = (ctypes.addressof(cells) + 81 * start for cells in (puzzles, solutions))
        make_minimal(stop - start, ctypes.addressof(seeds) + 8 * start, *places, desk)

    _share_out(n, jobs, make)
    return bytes(puzzles), bytes(solutions)


def answers(puzzles: Cells, jobs: int = 1) -> tuple[Cells, Cells]:
    """Return how many solutions each puzzle has, 2 for more, and a solution of each.

    `puzzles` has a row for each puzzle: its 81 digits, 0 for an open cell. So have the solutions;
    where the count is 0 there is no solution, where it is 2 it is any of them. `jobs` threads work
    at it.
    """
    import numpy as np

    from sudoku_engine.search.compiled.machine_code import program

    puzzles = np.ascontiguousarray(puzzles, np.uint8)
    if puzzles.ndim != 2 or puzzles.shape[1] != 81 or puzzles.max(initial=0) > 9:
        raise ValueError("puzzles are rows of 81 digits from 0 to 9")
    n = len(puzzles)
    counts = np.zeros(n, np.uint8)
    solutions = np.zeros((n, 81), np.uint8)
    count_each = program()["count_each"]

    def answer(start: int, stop: int) -> None:
        desk = np.zeros(WORDS, np.uint64)
        arrays = puzzles[start:stop], counts[start:stop], solutions[start:stop], desk
        count_each(stop - start, 2, *(array.ctypes.data for array in arrays))

    _share_out(n, jobs, answer)
    return counts, solutions


def _share_out(n: int, jobs: int, work: Callable[[int, int], None]) -> None:
    """Have `jobs` threads do the `work` on `n` things, a chunk from a first to a last at a time."""
    size = max(1, min(_CHUNK, -(-n // jobs)))
    chunks = [(start, min(start + size, n)) for start in range(0, n, size)]
    if jobs == 1 or len(chunks) < 2:
        for chunk in chunks:
            work(*chunk)
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(jobs) as threads:
            list(threads.map(lambda chunk: work(*chunk), chunks))
