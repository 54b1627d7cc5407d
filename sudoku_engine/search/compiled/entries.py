"""What Python calls of the compiled search, by plain pointers.

`machine_code.SIGNATURES` has their types.
"""

from __future__ import annotations

from typing import Any

from numba import carray

from sudoku_engine.search.compiled.board_cells import read_puzzle, write_solution
from sudoku_engine.search.compiled.drawing import begin_draws
from sudoku_engine.search.compiled.lanes import BOARD, LANES, SINGLES
from sudoku_engine.search.compiled.machine_code import DESK
from sudoku_engine.search.compiled.removal import fill_board, remove_clues
from sudoku_engine.search.compiled.searching import next_solution, put_on_stack


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


def begin(board: Any, desk: Any) -> None:
    """Begin a search: `board` has the lanes of the candidates, then of the digits."""
    lanes = carray(board, (2 * LANES,))
    words = carray(desk, (DESK,))
    for i in range(LANES):
        words[BOARD + i] = lanes[i]
        words[SINGLES + i] = lanes[LANES + i]
    put_on_stack(words)


def find_next(solution: Any, desk: Any) -> None:
    """Write down the next solution of the search that began on the desk; zeros if there is none."""
    cells = carray(solution, (81,))
    words = carray(desk, (DESK,))
    if next_solution(words):
        write_solution(words, cells)
    else:
        for cell in range(81):
            cells[cell] = 0


def make_minimal(seed: int, puzzle: Any, solution: Any, desk: Any) -> None:
    """Write down a minimal puzzle, and its solution; both follow from the `seed` alone."""
    clues = carray(puzzle, (81,))
    full = carray(solution, (81,))
    words = carray(desk, (DESK,))
    begin_draws(words, seed)
    fill_board(words, full)
    for cell in range(81):
        clues[cell] = full[cell]
    remove_clues(words, clues, full)
