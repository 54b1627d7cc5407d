"""A classic board as machine code keeps it, and what steps change on it.

Everything is a number on one array, the *desk*. Legend:
    cell, house   numbers, as in a layout: cells row by row, houses rows, columns, boxes
    digit         a number from 0: one less than elsewhere
    position      the place of a cell in a house, from 0
    low, high     a set of cells as the bits of two numbers: cells 0 to 53, cells 54 to 80
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sudoku_engine.search.compiled.compiler import (
    Word,
    called,
    compiled,
    lowest_bit,
    number,
)
from sudoku_plugins.strategies.compiled.desk import (
    BOARDS,
    CELLS,
    DIGITS,
    GIVEN,
    HALF,
    HAS_EMPTY_CELL,
    OPEN,
    OPEN_IN,
    PLACES,
    SINGLES,
)

Desk = Any
"""An array of numbers of 64 bits."""

ROW, COLUMN, BOX = 0, 9, 18
"""The first house of each kind."""

HOUSES = np.array(
    [[9 * i + j for j in range(9)] for i in range(9)]
    + [[9 * j + i for j in range(9)] for i in range(9)]
    + [[9 * (i // 3 * 3 + j // 3) + i % 3 * 3 + j % 3 for j in range(9)] for i in range(9)]
).ravel()
"""By house and position, the cell."""
HOUSE_OF = np.array([[r, 9 + c, 18 + r // 3 * 3 + c // 3] for r in range(9) for c in range(9)])
"""By cell, its row, column and box."""
AT = np.array([[c, r, r % 3 * 3 + c % 3] for r in range(9) for c in range(9)])
"""By cell, its position in each of them."""
SEES = np.array(
    [[i != j and any(HOUSE_OF[i] == HOUSE_OF[j]) for j in range(81)] for i in range(81)]
)
PEERS = np.array([[j for j in range(81) if SEES[i, j]] for i in range(81)])
PEERS_LOW = np.array([sum(1 << int(j) for j in each if j < HALF) for each in PEERS])
PEERS_HIGH = np.array([sum(1 << int(j) - HALF for j in each if j >= HALF) for each in PEERS])
COUNT = np.array([bin(mask).count("1") for mask in range(512)])
"""By mask, the number of its bits."""
LOWEST = np.array([(mask & -mask).bit_length() - 1 for mask in range(512)])
"""By mask, its lowest bit."""


@compiled
def lowest(half: int) -> int:
    """Return the lowest bit of a set, which is not empty."""
    return number(lowest_bit(Word(half)))


@compiled
def first_cell(low: int, high: int) -> int:
    """Return the first cell of a set, which is not empty."""
    return lowest(low) if low else HALF + lowest(high)


@compiled
def low_bit(cell: int) -> int:
    """Return the bit of a cell in the lower half of a set."""
    return 1 << cell if cell < HALF else 0


@compiled
def high_bit(cell: int) -> int:
    """Return the bit of a cell in the upper half of a set."""
    return 1 << cell - HALF if cell >= HALF else 0


@called
def set_up(desk: Desk) -> None:
    """Lay out the board whose cells and digits are on the desk."""
    for i in range(PLACES, OPEN_IN + 27):
        desk[i] = 0
    for cell in range(81):
        if desk[DIGITS + cell]:
            continue
        mask, low, high = desk[CELLS + cell], low_bit(cell), high_bit(cell)
        desk[OPEN] |= low
        desk[OPEN + 1] |= high
        for k in range(3):
            desk[OPEN_IN + HOUSE_OF[cell, k]] += 1
        if not mask & mask - 1:
            desk[SINGLES] |= low
            desk[SINGLES + 1] |= high
            if not mask:
                desk[HAS_EMPTY_CELL] = 1
        while mask:
            digit = LOWEST[mask]
            mask &= mask - 1
            desk[BOARDS + 2 * digit] |= low
            desk[BOARDS + 2 * digit + 1] |= high
            for k in range(3):
                desk[PLACES + 27 * digit + HOUSE_OF[cell, k]] |= 1 << AT[cell, k]


@called
def set_up_puzzle(desk: Desk, puzzle: Any) -> None:
    """Lay out the board that begins with the givens of a `puzzle`, digits by cell."""
    for i in range(PLACES, OPEN_IN + 29):
        desk[i] = 0
    for cell in range(81):
        digit = number(puzzle[cell])
        desk[DIGITS + cell] = digit
        if digit:
            desk[GIVEN] |= low_bit(cell)
            desk[GIVEN + 1] |= high_bit(cell)
            for k in range(3):
                desk[PLACES + HOUSE_OF[cell, k]] |= 1 << digit - 1
    for cell in range(81):
        taken = 0
        for k in range(3):
            taken |= desk[PLACES + HOUSE_OF[cell, k]]
        desk[CELLS + cell] = 0 if desk[DIGITS + cell] else 511 & ~taken
    set_up(desk)


@called
def eliminate(desk: Desk, cell: int, digit: int) -> int:
    """Remove a candidate if it is there; return how many were removed."""
    mask = desk[CELLS + cell]
    if not mask >> digit & 1:
        return 0
    mask ^= 1 << digit
    desk[CELLS + cell] = mask
    for k in range(3):
        desk[PLACES + 27 * digit + HOUSE_OF[cell, k]] &= ~(1 << AT[cell, k])
    low, high = low_bit(cell), high_bit(cell)
    desk[BOARDS + 2 * digit] &= ~low
    desk[BOARDS + 2 * digit + 1] &= ~high
    if not mask & mask - 1:
        desk[SINGLES] |= low
        desk[SINGLES + 1] |= high
        if not mask:
            desk[HAS_EMPTY_CELL] = 1
    return 1


@called
def place(desk: Desk, cell: int, digit: int) -> None:
    """Put a digit into an open cell; its peers lose it."""
    mask = desk[CELLS + cell]
    while mask:
        eliminate(desk, cell, LOWEST[mask])
        mask &= mask - 1
    desk[HAS_EMPTY_CELL] = 0
    desk[DIGITS + cell] = digit + 1
    low, high = ~low_bit(cell), ~high_bit(cell)
    desk[OPEN] &= low
    desk[OPEN + 1] &= high
    desk[SINGLES] &= low
    desk[SINGLES + 1] &= high
    for k in range(3):
        desk[OPEN_IN + HOUSE_OF[cell, k]] -= 1
    for k in range(20):
        eliminate(desk, PEERS[cell, k], digit)


@called
def strike(desk: Desk, digit: int, low: int, high: int) -> int:
    """Remove a digit from all cells of a set; return how many lose it."""
    lost = 0
    while low:
        lost += eliminate(desk, lowest(low), digit)
        low &= low - 1
    while high:
        lost += eliminate(desk, HALF + lowest(high), digit)
        high &= high - 1
    return lost


@called
def strike_house(desk: Desk, house: int, digits: int, kept: int) -> int:
    """Remove `digits` (a mask) from a house, but for the positions `kept`; return how many."""
    lost = 0
    while digits:
        digit = LOWEST[digits]
        digits &= digits - 1
        positions = desk[PLACES + 27 * digit + house] & ~kept
        while positions:
            lost += eliminate(desk, HOUSES[9 * house + LOWEST[positions]], digit)
            positions &= positions - 1
    return lost


@called
def loses(desk: Desk, house: int, digits: int, kept: int) -> bool:
    """Return whether `strike_house` would remove anything."""
    positions = 0
    while digits:
        positions |= desk[PLACES + 27 * LOWEST[digits] + house]
        digits &= digits - 1
    return positions & ~kept != 0
