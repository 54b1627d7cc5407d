"""Tables of a classic board, and its sets; see `compiler`.

A set of cells has bit ``cell``, one of candidates bit ``81 * digit + cell``. Digits are numbers
from 0 here, one less than elsewhere; houses are rows, columns, boxes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sudoku_engine.search.classic import BOXES, COLUMNS, LAYOUT, PLANE, ROWS
from sudoku_plugins.fast.compiled.compiler import (
    Set,
    as_candidates,
    as_cells,
    called,
    candidates_at,
    cells_at,
    compiled,
    first_of,
    size_of,
)
from sudoku_plugins.strategies.analysis.truths import truths_of

Desk = Any
"""An array of numbers of 64 bits."""

SET = 12
"""The words of a set of candidates; one of cells has two."""


def in_words(masks: Iterable[int], n: int) -> Any:
    """Return the `n` words of each of the `masks`."""
    words = [mask >> 64 * k & (1 << 64) - 1 for mask in masks for k in range(n)]
    return np.array(words, np.uint64).view(np.int64)


HOUSES = np.array([cell for house in LAYOUT.houses for cell in house.cells])
"""By house and position, the cell."""
HOUSE_MASKS = in_words([house.mask for house in LAYOUT.houses], 2)
PEERS = in_words(LAYOUT.peer_masks, 2)
WEAK = in_words([LAYOUT.weak_links[node] for node in range(729)], SET)
"""By candidate, those that it sees."""
PLANES = in_words([PLANE << 81 * digit for digit in range(9)], SET)
FIRSTS = in_words([ROWS, BOXES, COLUMNS, PLANE], SET)
"""The first candidates of all rows, boxes, columns and cells."""
_EVERY = truths_of(LAYOUT).every
TRUTHS = in_words([truth.mask for truth in _EVERY], SET)
"""By truth, its candidates: those of each cell, then of each house digit by digit."""
TRUTHS_WITH = np.array(
    [[_EVERY.index(truth) for truth in each] for each in truths_of(LAYOUT).with_candidate]
)
"""By candidate, the numbers of its four truths."""
COUNT = np.array([mask.bit_count() for mask in range(512)])
"""By mask, the number of its bits."""
LINE = np.array(
    [any(not mask & ~line for line in (7, 56, 448, 73, 146, 292)) for mask in range(512)]
)
"""By mask of positions in a box, whether they are in a line."""


@compiled
def house_cells(house: int) -> Set:
    """Return the cells of a house."""
    return cells_at(HOUSE_MASKS, 2 * house)


@compiled
def peers(cell: int) -> Set:
    """Return the cells that a cell sees."""
    return cells_at(PEERS, 2 * cell)


@compiled
def weak(node: int) -> Set:
    """Return the candidates that a candidate sees."""
    return candidates_at(WEAK, SET * node)


@compiled
def plane(digit: int) -> Set:
    """Return all candidates of a digit."""
    return candidates_at(PLANES, SET * digit)


@compiled
def of_digit(board: Set, digit: int) -> Set:
    """Return the cells of a digit."""
    return as_cells(board >> 81 * digit) & as_cells(plane(0))


@compiled
def in_digit(cells: Set, digit: int) -> Set:
    """Return the candidates of a digit in some cells."""
    return as_candidates(cells) << 81 * digit


@compiled
def has(desk: Desk, at: int, member: int) -> bool:
    """Return whether the set from a word on has a member."""
    return desk[at + member // 64] >> member % 64 & 1 != 0


@compiled
def add(desk: Desk, at: int, member: int) -> None:
    """Add a member to the set from a word on."""
    desk[at + member // 64] |= 1 << member % 64


@compiled
def remove(desk: Desk, at: int, member: int) -> None:
    """Remove a member from the set from a word on."""
    desk[at + member // 64] &= ~(1 << member % 64)


@called
def rank_of(lost: Set) -> int:
    """Return the key by which `analysis.rank` sorts what chains eliminate."""
    rank, number = 1000 - size_of(lost) << 32, 0
    while lost:
        node = first_of(lost)
        lost &= lost - 1
        rank += node % 81 * (1 + 80 * number) + node // 81 + 1
        number += 1
    return rank


@compiled
def threes(once: Set, twice: Set, step: int) -> tuple[Set, Set]:
    """Fold three places of what is there, and there more than once, to one."""
    a, b = once >> step, once >> 2 * step
    several = twice | twice >> step | twice >> 2 * step
    return once | a | b, several | once & a | (once | a) & b


@compiled
def spread(firsts: Set, step: int) -> Set:
    """Undo a fold."""
    return firsts | firsts << step | firsts << 2 * step


@compiled
def last_ones(board: Set, kind: int, step: int, leap: int) -> tuple[Set, Set]:
    """Return the houses of a kind (or cells) with one candidate, and the first ones of the empty.

    Their nine candidates are folded by threes, as in `search.classic`.
    """
    once, twice = threes(board, as_candidates(0), step)
    once, twice = threes(once, twice, leap)
    firsts = candidates_at(FIRSTS, SET * kind)
    return spread(spread(firsts & ~twice, step), leap), firsts & ~once
