"""Puzzles and solutions as cells of one byte each, to and from the desk."""

from __future__ import annotations

import numpy as np

from sudoku_engine.search.compiled.compiler import Cells, Word, Words, compiled
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
    SPARE,
)
from sudoku_engine.search.compiled.searching import put_on_stack

_LANES = np.array(
    [[SPARE] + [SINGLES + BAND * band + d // 2 for d in range(9)] for band in range(3)], np.int64
)
"""By band and digit, the word of its single; an open cell goes to a word that nothing reads."""
_SPREAD = np.array([7] + [0] * 9, np.int64)
"""Open cells go to eight such words in turn: the processor needs not wait for the last one."""
_SHIFTS = np.array([0] + [27 * (d % 2) for d in range(9)], np.uint64)


@compiled
def read_puzzle(desk: Words, puzzle: Cells) -> None:
    """Put a `puzzle` on the desk: its givens are the first singles of an empty board."""
    for i in range(LANES):
        desk[BOARD + i] = ALL
        desk[SINGLES + i] = NOTHING
    for band in range(3):
        for bit in range(27):
            digit = puzzle[27 * band + bit]
            lane = _LANES[band, digit] + (bit & _SPREAD[digit])
            desk[lane] |= ONE << Word(bit) + _SHIFTS[digit]
    put_on_stack(desk)


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
