"""A classic board as machine code keeps it, and what steps change on it; see `compiler`.

A *set* of cells has bit ``cell``. Digits are numbers from 0 here, one less than elsewhere; houses
are rows, columns, boxes. A *position* is the place of a cell in a house, from 0, and a *mask* has
nine bits, for digits or positions.
"""

from collections.abc import Iterable
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
    put,
)

MOST_EFFECTS, MOST_KITES = 200, 80
"""How many choices a detector notes before it chooses; boards with more are for Python."""

BOARD = np.dtype(
    [
        # By cell, its candidates, none if it is filled; and its digit from 1, 0 if it is open.
        ("masks", np.int64, 81),
        ("digits", np.int64, 81),
        # The cells that the puzzle began with.
        ("given", np.int64, 2),
        # By digit: by house, its positions there; and its cells.
        ("places", np.int64, (9, 27)),
        ("boards", np.int64, (9, 2)),
        # The open cells with at most one candidate.
        ("singles", np.int64, 2),
        ("n_open", np.int64),
        ("has_empty_cell", np.int64),
        # By house, the number of its open cells.
        ("open_in", np.int64, 27),
        # The search for a group of sets: see `next_group`.
        ("sets", np.int64, 10),
        ("names", np.int64, 10),
        ("depth", np.int64),
        ("chosen", np.int64, 10),
        ("union", np.int64, 10),
        # What detectors note: cells that lose a digit, by choice; cells of few candidates; strong
        # links, with house and cells; kites, with the number of their cells in a box and a digit.
        ("effects", np.int64, (MOST_EFFECTS, 2)),
        ("few", np.int64, 81),
        ("links", np.int64, (27, 3)),
        ("n_kites", np.int64),
        ("kites", np.int64, (MOST_KITES, 2)),
        ("kite_losers", np.int64, (MOST_KITES, 2)),
        # By row, what a template can still have, and what is still to be tried.
        ("free", np.int64, (9, 2)),
        ("untried", np.int64, (9, 2)),
        # The best rectangle: on how many candidates it rests, the digits that its cells lose, and
        # whether another one is as good.
        ("rank", np.int64),
        ("lost_digits", np.int64),
        ("losers", np.int64, 2),
        ("has_rival", np.int64),
    ]
)
"""The arrays of a board."""

Desk = Any
"""A board: arrays by name."""


def in_words(masks: Iterable[int]) -> Any:
    """Return the two words of each of the `masks`."""
    words = [mask >> 64 * k & (1 << 64) - 1 for mask in masks for k in range(2)]
    return np.array(words, np.uint64).view(np.int64)


HOUSES = np.array([cell for house in LAYOUT.houses for cell in house.cells])
"""By house and position, the cell."""
HOUSE_MASKS = in_words([house.mask for house in LAYOUT.houses])
PEERS = in_words(LAYOUT.peer_masks)
COUNT = np.array([mask.bit_count() for mask in range(512)])
"""By mask, the number of its bits."""
LINE = np.array(
    [any(not mask & ~line for line in (7, 56, 448, 73, 146, 292)) for mask in range(512)]
)
"""By mask of positions in a box, whether they are in a line."""
HOUSE_OF = np.array([[*map(LAYOUT.houses.index, LAYOUT.houses_of(c))] for c in LAYOUT.cells])
"""By cell, its row, column and box."""
AT = np.array([[LAYOUT.houses[h].cells.index(c) for h in HOUSE_OF[c]] for c in LAYOUT.cells])
"""By cell, its position in each of them."""
LOWEST = np.array([(mask & -mask).bit_length() - 1 for mask in range(512)])
"""By mask, its lowest bit."""


@compiled
def house_cells(house: int) -> Set:
    """Return the cells of a house."""
    return cells_at(HOUSE_MASKS, 2 * house)


@compiled
def peers(cell: int) -> Set:
    """Return the cells that a cell sees."""
    return cells_at(PEERS, 2 * cell)


@compiled
def cells_in(words: Any) -> Set:
    """Return a set of cells in memory."""
    return cells_at(words, 0)


@compiled
def store(words: Any, members: Set) -> None:
    """Write a set into memory."""
    put(words, 0, members)


@compiled
def has(words: Any, member: int) -> bool:
    """Return whether a set in memory has a member."""
    return words[member // 64] >> member % 64 & 1 != 0


@compiled
def add(words: Any, member: int) -> None:
    """Add a member to a set in memory."""
    words[member // 64] |= 1 << member % 64


@compiled
def remove(words: Any, member: int) -> None:
    """Remove a member from a set in memory."""
    words[member // 64] &= ~(1 << member % 64)


@compiled
def board_of(desk: Desk, digit: int) -> Set:
    """Return the cells of a digit."""
    return cells_in(desk.boards[digit])


@compiled
def cells_of(house: int, positions: int) -> Set:
    """Return the cells at these positions of a house."""
    found = as_cells(0)
    while positions:
        found |= as_cells(1) << HOUSES[9 * house + LOWEST[positions]]
        positions &= positions - 1
    return found


@called
def set_up(desk: Desk) -> None:
    """Lay out the board whose cells and digits are on the desk."""
    desk.places.fill(0)
    desk.boards.fill(0)
    desk.singles.fill(0)
    desk.open_in.fill(0)
    desk.n_open = desk.has_empty_cell = 0
    for cell in range(81):
        if desk.digits[cell]:
            continue
        mask = desk.masks[cell]
        desk.n_open += 1
        for k in range(3):
            desk.open_in[HOUSE_OF[cell, k]] += 1
        note_size(desk, cell, mask)
        while mask:
            digit = LOWEST[mask]
            mask &= mask - 1
            add(desk.boards[digit], cell)
            for k in range(3):
                desk.places[digit, HOUSE_OF[cell, k]] |= 1 << AT[cell, k]


@compiled
def note_size(desk: Desk, cell: int, mask: int) -> None:
    """Note whether a cell has one candidate, or none."""
    if not mask & mask - 1:
        add(desk.singles, cell)
        if not mask:
            desk.has_empty_cell = 1


@called
def set_up_puzzle(desk: Desk, puzzle: Any) -> None:
    """Lay out the board that begins with the givens of a `puzzle`, digits by cell."""
    desk.places.fill(0)
    desk.given.fill(0)
    for cell in range(81):
        digit = number(puzzle[cell])
        desk.digits[cell] = digit
        if digit:
            add(desk.given, cell)
        for k in range(3):
            desk.places[0, HOUSE_OF[cell, k]] |= 1 << digit >> 1
    for cell in range(81):
        taken = 0
        for k in range(3):
            taken |= desk.places[0, HOUSE_OF[cell, k]]
        desk.masks[cell] = 0 if desk.digits[cell] else 511 & ~taken
    set_up(desk)


@called
def eliminate(desk: Desk, cell: int, digit: int) -> None:
    """Remove a candidate."""
    mask = desk.masks[cell] ^ 1 << digit
    desk.masks[cell] = mask
    for k in range(3):
        desk.places[digit, HOUSE_OF[cell, k]] &= ~(1 << AT[cell, k])
    remove(desk.boards[digit], cell)
    note_size(desk, cell, mask)


@called
def place(desk: Desk, cell: int, digit: int) -> None:
    """Put a digit into an open cell; its peers lose it."""
    mask = desk.masks[cell]
    while mask:
        eliminate(desk, cell, LOWEST[mask])
        mask &= mask - 1
    desk.has_empty_cell = 0
    desk.digits[cell] = digit + 1
    desk.n_open -= 1
    remove(desk.singles, cell)
    for k in range(3):
        desk.open_in[HOUSE_OF[cell, k]] -= 1
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
