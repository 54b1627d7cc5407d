"""Minimal puzzles: a random full board, from which clues are removed until each is needed."""

from __future__ import annotations

from sudoku_engine.search.compiled.board_cells import read_puzzle, write_solution
from sudoku_engine.search.compiled.compiler import Cells, Words, compiled, number
from sudoku_engine.search.compiled.drawing import shuffle
from sudoku_engine.search.compiled.guessing import candidate_of
from sudoku_engine.search.compiled.lanes import ORDER, STACK
from sudoku_engine.search.compiled.searching import next_solution

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
            lane, bit = candidate_of(cell, number(solution[cell]))
            desk[STACK + lane] &= ~bit
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
