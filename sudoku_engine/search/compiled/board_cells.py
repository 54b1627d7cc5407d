"""Puzzles and solutions as cells of one byte each, to and from the desk."""

from __future__ import annotations

from sudoku_engine.search.compiled.compiler import Cells, Word, Words, cells_with, compiled
from sudoku_engine.search.compiled.lanes import (
    ALL,
    BAND,
    BOARD,
    DIGIT,
    HALF,
    LANES,
    NOTHING,
    ONE,
    SINGLES,
    SOLUTION,
)
from sudoku_engine.search.compiled.searching import put_on_stack


@compiled
def read_puzzle(desk: Words, puzzle: Cells) -> None:
    """Put a `puzzle` on the desk: its givens are the first singles of an empty board."""
    for i in range(LANES):
        desk[BOARD + i] = ALL
        desk[SINGLES + i] = NOTHING
    _read_band(desk, puzzle, 0, 0, NOTHING)
    _read_band(desk, puzzle, BAND, 27, NOTHING)
    _read_band(desk, puzzle, 2 * BAND, 81 - 32, Word(5))  # 32 cells are read: up to the last one
    put_on_stack(desk)


@compiled
def _read_band(desk: Words, puzzle: Cells, lane: int, first: int, skipped: Word) -> None:
    for pair in range(4):
        odd = cells_with(puzzle, first, 2 * pair + 1) >> skipped & HALF
        even = cells_with(puzzle, first, 2 * pair + 2) >> skipped & HALF
        desk[SINGLES + lane + pair] = odd | even << DIGIT
    desk[SINGLES + lane + 4] = cells_with(puzzle, first, 9) >> skipped & HALF


@compiled
def write_solution(desk: Words, solution: Cells) -> None:
    """Write the digits of the solution on the desk into `solution`.

    The lanes become four halves first: the binary places of the digits, lowest first.
    """
    for band in range(3):
        first = SOLUTION + BAND * band
        lane = desk[first], desk[first + 1], desk[first + 2], desk[first + 3]
        nine = desk[first + 4] & HALF
        ones = (lane[0] | lane[1] | lane[2] | lane[3]) & HALF | nine  # 1 3 5 7 9
        twos = lane[0] >> DIGIT | lane[1] & HALF | lane[2] >> DIGIT | lane[3] & HALF  # 2 3 6 7
        fours = lane[1] >> DIGIT | lane[2] & HALF | lane[2] >> DIGIT | lane[3] & HALF  # 4 5 6 7
        eights = lane[3] >> DIGIT | nine  # 8 9
        for cell in range(27):
            bit = Word(cell)
            solution[27 * band + cell] = (
                ones >> bit & ONE
                | (twos >> bit & ONE) << Word(1)
                | (fours >> bit & ONE) << Word(2)
                | (eights >> bit & ONE) << Word(3)
            )
