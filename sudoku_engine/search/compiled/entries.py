"""What Python calls of the compiled search, by plain pointers.

`machine_code.SIGNATURES` has their types.
"""

from __future__ import annotations

from typing import Any

from numba import carray

from sudoku_engine.search.compiled.board_cells import read_puzzle, write_solution
from sudoku_engine.search.compiled.machine_code import DESK
from sudoku_engine.search.compiled.searching import next_solution


def count_each(n: int, limit: int, puzzles: Any, counts: Any, solutions: Any, desk: Any) -> None:
    """Count the solutions of `n` puzzles, each up to `limit`, and write down the last one found."""
    puzzle = carray(puzzles, (n, 81))
    count = carray(counts, (n,))
    solution = carray(solutions, (n, 81))
    words = carray(desk, (DESK,))
    for number in range(n):
        read_puzzle(words, puzzle[number])
        found = 0
        while found < limit and next_solution(words):
            found += 1
        count[number] = found
        if found:
            write_solution(words, solution[number])
