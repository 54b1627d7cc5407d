"""What Python calls of the compiled search, by plain pointers, and how it makes minimal puzzles.

The last four functions are called; `machine_code.SEARCH` has their types.
"""

from __future__ import annotations

from typing import Any

from numba import carray

from sudoku_plugins.fast.compiled.compiler import Cells, Word, Words, compiled, number
from sudoku_plugins.fast.compiled.desk import ENTRY, ORDER, STACK, WAITING, WORDS
from sudoku_plugins.fast.compiled.guessing import begin_draws, candidate_of, shuffle
from sudoku_plugins.fast.compiled.lanes import board_at, put_board, without
from sudoku_plugins.fast.compiled.searching import next_solution, read_puzzle, write_solution

_TOGETHER = 27
"""How many clues are tried together at first; then a third as many, and so on."""


@compiled
def fill_board(desk: Words, cells: Cells) -> None:
    """Fill the `cells` at random: three boxes that do not see each other, then the rest."""
    for cell in range(81):
        cells[cell] = 0
    for box in range(3):
        shuffle(desk, 9)
        for i in range(9):
            cells[30 * box + 9 * (i // 3) + i % 3] = desk[ORDER + i] + 1
    read_puzzle(desk, cells)
    next_solution(desk, at_random=True)
    write_solution(desk, cells)


@compiled
def remove_clues(desk: Words, puzzle: Cells, solution: Cells) -> None:
    """Remove the clues of `puzzle`, now all of its `solution`, that can go, in random order.

    A clue that is needed now is still needed when there are fewer, so each is tried once. At first
    nearly all can go, and many are tried together; the result is the same.
    """
    shuffle(desk, 81)
    start = 0
    size = _TOGETHER
    while start < 81:
        for i in range(start, start + size):
            puzzle[desk[ORDER + i]] = 0
        read_puzzle(desk, puzzle)
        known = 1
        if size == 1:  # then a solution is another one if it has another digit there
            cell = number(desk[ORDER + start])
            gone = candidate_of(32 * (cell // 27) + cell % 27, number(solution[cell]) - 1)
            put_board(desk, STACK, without(board_at(desk, STACK), gone))
            known = 0
        found = 0
        while found <= known and next_solution(desk):
            found += 1
        can_go = found <= known
        if not can_go:
            for i in range(start, start + size):
                puzzle[desk[ORDER + i]] = solution[desk[ORDER + i]]
        if can_go or size == 1:
            start += size
        size = max(1, size // 3)


def count_each(n: int, limit: int, puzzles: Any, counts: Any, solutions: Any, desk: Any) -> None:
    """Count the solutions of `n` puzzles, each up to `limit`.

    Write down the last one found, the puzzle itself where there is none.
    """
    puzzle = carray(puzzles, (n, 81))
    count = carray(counts, (n,))
    solution = carray(solutions, (n, 81))
    words = carray(desk, (WORDS,))
    for row in range(n):
        read_puzzle(words, puzzle[row])
        found = 0
        while found < limit and next_solution(words):
            found += 1
        count[row] = found
        if found:
            write_solution(words, solution[row])
        else:
            for cell in range(81):
                solution[row, cell] = puzzle[row, cell]


def begin(board: Any, desk: Any) -> None:
    """Begin a search: `board` has the words of the candidates, then of the digits."""
    entry = carray(board, (ENTRY,))
    words = carray(desk, (WORDS,))
    for i in range(ENTRY):
        words[STACK + i] = entry[i]
    words[WAITING] = Word(1)


def find_next(solution: Any, desk: Any) -> None:
    """Write down the next solution of the search that began on the desk, or zeros."""
    cells = carray(solution, (81,))
    words = carray(desk, (WORDS,))
    if next_solution(words):
        write_solution(words, cells)
    else:
        for cell in range(81):
            cells[cell] = 0


def make_minimal(n: int, seeds: Any, puzzles: Any, solutions: Any, desk: Any) -> None:
    """Write down `n` minimal puzzles, and their solutions; each follows from its seed alone."""
    seed = carray(seeds, (n,))
    puzzle = carray(puzzles, (n, 81))
    solution = carray(solutions, (n, 81))
    words = carray(desk, (WORDS,))
    for row in range(n):
        begin_draws(words, seed[row])
        fill_board(words, solution[row])
        for cell in range(81):
            puzzle[row, cell] = solution[row, cell]
        remove_clues(words, puzzle[row], solution[row])
