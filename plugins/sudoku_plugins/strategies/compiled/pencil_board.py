"""A classic board as machine code keeps it on a `desk`, and what steps change on it.

Cells, houses, digits and sets are as in `tables`; a *position* is the place of a cell in a house,
from 0, and a *mask* has nine bits, for digits or positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sudoku_engine.search.classic import LAYOUT
from sudoku_plugins.fast.compiled.compiler import (
    Set,
    as_cells,
    called,
    cells_at,
    compiled,
    first_of,
    number,
)
from sudoku_plugins.strategies.compiled.desk import (
    BOARDS,
    CELLS,
    DIGITS,
    GIVEN,
    HAS_EMPTY_CELL,
    N_OPEN,
    OPEN_IN,
    PLACES,
    SINGLES,
)
from sudoku_plugins.strategies.compiled.tables import HOUSES, Desk, add, peers, remove

HOUSE_OF = np.array([[*map(LAYOUT.houses.index, LAYOUT.houses_of(c))] for c in LAYOUT.cells])
"""By cell, its row, column and box."""
AT = np.array([[LAYOUT.houses[h].cells.index(c) for h in HOUSE_OF[c]] for c in LAYOUT.cells])
"""By cell, its position in each of them."""
LOWEST = np.array([(mask & -mask).bit_length() - 1 for mask in range(512)])
"""By mask, its lowest bit."""


@compiled
def board_of(desk: Desk, digit: int) -> Set:
    """Return the cells of a digit."""
    return cells_at(desk, BOARDS + 2 * digit)


@compiled
def cells_in(house: int, positions: int) -> Set:
    """Return the cells at these positions of a house."""
    found = as_cells(0)
    while positions:
        found |= as_cells(1) << HOUSES[9 * house + LOWEST[positions]]
        positions &= positions - 1
    return found


@called
def set_up(desk: Desk) -> None:
    """Lay out the board whose cells and digits are on the desk."""
    for i in range(PLACES, OPEN_IN + 27):
        desk[i] = 0
    for cell in range(81):
        if desk[DIGITS + cell]:
            continue
        mask = desk[CELLS + cell]
        desk[N_OPEN] += 1
        for k in range(3):
            desk[OPEN_IN + HOUSE_OF[cell, k]] += 1
        note_size(desk, cell, mask)
        while mask:
            digit = LOWEST[mask]
            mask &= mask - 1
            add(desk, BOARDS + 2 * digit, cell)
            for k in range(3):
                desk[PLACES + 27 * digit + HOUSE_OF[cell, k]] |= 1 << AT[cell, k]


@compiled
def note_size(desk: Desk, cell: int, mask: int) -> None:
    """Note whether a cell has one candidate, or none."""
    if not mask & mask - 1:
        add(desk, SINGLES, cell)
        if not mask:
            desk[HAS_EMPTY_CELL] = 1


@called
def set_up_puzzle(desk: Desk, puzzle: Any) -> None:
    """Lay out the board that begins with the givens of a `puzzle`, digits by cell."""
    for i in range(PLACES, GIVEN + 2):
        desk[i] = 0
    for cell in range(81):
        digit = number(puzzle[cell])
        desk[DIGITS + cell] = digit
        if digit:
            add(desk, GIVEN, cell)
        for k in range(3):
            desk[PLACES + HOUSE_OF[cell, k]] |= 1 << digit >> 1
    for cell in range(81):
        taken = 0
        for k in range(3):
            taken |= desk[PLACES + HOUSE_OF[cell, k]]
        desk[CELLS + cell] = 0 if desk[DIGITS + cell] else 511 & ~taken
    set_up(desk)


@called
def eliminate(desk: Desk, cell: int, digit: int) -> None:
    """Remove a candidate."""
    mask = desk[CELLS + cell] ^ 1 << digit
    desk[CELLS + cell] = mask
    for k in range(3):
        desk[PLACES + 27 * digit + HOUSE_OF[cell, k]] &= ~(1 << AT[cell, k])
    remove(desk, BOARDS + 2 * digit, cell)
    note_size(desk, cell, mask)


@called
def place(desk: Desk, cell: int, digit: int) -> None:
    """Put a digit into an open cell; its peers lose it."""
    mask = desk[CELLS + cell]
    while mask:
        eliminate(desk, cell, LOWEST[mask])
        mask &= mask - 1
    desk[HAS_EMPTY_CELL] = 0
    desk[DIGITS + cell] = digit + 1
    desk[N_OPEN] -= 1
    remove(desk, SINGLES, cell)
    for k in range(3):
        desk[OPEN_IN + HOUSE_OF[cell, k]] -= 1
    strike(desk, digit, peers(cell))


@called
def strike(desk: Desk, digit: int, cells: Set) -> bool:
    """Remove a digit from all cells of a set; return whether any has it."""
    cells &= board_of(desk, digit)
    is_any = bool(cells)
    while cells:
        eliminate(desk, first_of(cells), digit)
        cells &= cells - 1
    return is_any


@called
def strike_all(desk: Desk, digits: int, cells: Set) -> bool:
    """Remove digits (a mask) from all cells of a set; return whether any is there."""
    is_any = False
    while digits:
        is_any |= strike(desk, LOWEST[digits], cells)
        digits &= digits - 1
    return is_any


@called
def has_any(desk: Desk, digits: int, cells: Set) -> bool:
    """Return whether `strike_all` would remove anything."""
    found = as_cells(0)
    while digits:
        found |= board_of(desk, LOWEST[digits])
        digits &= digits - 1
    return bool(found & cells)
