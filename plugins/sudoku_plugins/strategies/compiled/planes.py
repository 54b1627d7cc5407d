"""Sets of candidates as machine code keeps them, for chains, nets and almost locked sets.

A set of candidates is 27 words: word ``3 * digit + band`` has the cells of three rows. It comes
from Python as the bytes of an int with bit ``81 * digit + cell``; digits are one less here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sudoku_engine.search.compiled.compiler import Word, compiled, lowest_bit, number_of_bits

Desk = Any
"""An array of numbers of 64 bits."""

SET = 27
"""The words of a set of candidates."""
BAND = (1 << 27) - 1

_HOUSES = (
    [[9 * i + j for j in range(9)] for i in range(9)]
    + [[9 * j + i for j in range(9)] for i in range(9)]
    + [[9 * (i // 3 * 3 + j // 3) + i % 3 * 3 + j % 3 for j in range(9)] for i in range(9)]
)
_PEERS = [{j for house in _HOUSES if i in house for j in house} - {i} for i in range(81)]


def _in_bands(groups: Any) -> Any:
    """Return the words of each group of cells."""
    return np.array(
        [
            [sum(1 << cell - 27 * k for cell in group if cell // 27 == k) for k in range(3)]
            for group in groups
        ],
        np.int64,
    )


HOUSE = _in_bands(_HOUSES)
"""By house, its cells."""
PEER = _in_bands(_PEERS)
"""By cell, the cells that it sees."""
HOUSES_OF = np.array([[h for h in range(27) if cell in _HOUSES[h]] for cell in range(81)], np.int64)


@compiled
def low(word: int) -> int:
    """Return the lowest bit of a word, which has one."""
    return np.int64(lowest_bit(Word(word)))


@compiled
def count(word: int) -> int:
    """Return how many bits a word has."""
    return np.int64(number_of_bits(Word(word)))


@compiled
def unpack(desk: Desk, to: int, given: Any) -> None:
    """Write the set of which `given` has the bytes."""
    for k in range(SET):
        first = 27 * k
        word = 0
        for i in range(5):
            byte = (first >> 3) + i
            if byte < 92:
                word |= np.int64(given[byte]) << 8 * i
        desk[to + k] = word >> (first & 7) & BAND


@compiled
def copy(desk: Desk, start: int, to: int, n: int) -> None:
    """Copy `n` words."""
    for k in range(n):
        desk[to + k] = desk[start + k]
