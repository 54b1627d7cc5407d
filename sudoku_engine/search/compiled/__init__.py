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

from sudoku_engine.search.compiled.desk import ENTRY, WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudoku_engine.board.grid import Grid

    Cells = NDArray[np.uint8]

_BAND = (1 << 27) - 1
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


def minimal_puzzle(seed: int) -> tuple[bytes, bytes]:
    """Return a puzzle that needs each of its clues, and its one solution: their digits by cell.

    Both follow from the `seed` (less than 2**63) alone, on every machine.
    """
    import ctypes

    from sudoku_engine.search.compiled.machine_code import program

    desk = (ctypes.c_uint64 * WORDS)()
    puzzle = (ctypes.c_uint8 * 81)()
    solution = (ctypes.c_uint8 * 81)()
    program()["make_minimal"](seed, puzzle, solution, desk)
    return bytes(puzzle), bytes(solution)


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

    def answer(start: int) -> None:
        chunk = slice(start, min(start + size, n))
        desk = np.zeros(WORDS, np.uint64)
        arrays = puzzles[chunk], counts[chunk], solutions[chunk], desk
        count_each(chunk.stop - start, 2, *(array.ctypes.data for array in arrays))

    size = max(1, min(_CHUNK, -(-n // jobs)))
    starts = range(0, n, size)
    if jobs == 1 or len(starts) < 2:
        for start in starts:
            answer(start)
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(jobs) as threads:
            list(threads.map(answer, starts))
    return counts, solutions
