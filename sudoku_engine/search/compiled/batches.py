"""Arrays of puzzles, answered by threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from sudoku_engine.search.compiled.machine_code import DESK, program

Cells = NDArray[np.uint8]

_CHUNK = 1024
"""The most puzzles that a thread takes at a time: even hard ones do not delay Ctrl-C for long."""


def answers(puzzles: Cells, jobs: int = 1) -> tuple[Cells, Cells]:
    """Return counts and solutions; see `search.compiled.answers`."""
    puzzles = np.ascontiguousarray(puzzles, np.uint8)
    if puzzles.ndim != 2 or puzzles.shape[1] != 81 or puzzles.max(initial=0) > 9:
        raise ValueError("puzzles are rows of 81 digits from 0 to 9")
    n = len(puzzles)
    counts = np.zeros(n, np.uint8)
    solutions = np.zeros((n, 81), np.uint8)
    count_each = program()["count_each"]

    def answer(start: int) -> None:
        chunk = slice(start, min(start + size, n))
        desk = np.zeros(DESK, np.uint64)
        arrays = puzzles[chunk], counts[chunk], solutions[chunk], desk
        count_each(chunk.stop - start, 2, *(array.ctypes.data for array in arrays))

    size = max(1, min(_CHUNK, -(-n // jobs)))
    starts = range(0, n, size)
    if jobs == 1 or len(starts) < 2:
        for start in starts:
            answer(start)
    else:
        with ThreadPoolExecutor(jobs) as threads:
            list(threads.map(answer, starts))
    return counts, solutions
