"""Templates: the ways to place one digit in all houses that need it, by the digit's board alone.

A place that is in none of them cannot hold the digit. No fish, and nothing else that looks at one
digit only, eliminates any other place.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, islice

from sudoku_engine import House, Layout
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits, union
from sudoku_plugins.strategies.analysis.board_facts import places_by_house

MOST_TRIES = 5_000
"""The number of cells that are tried in the search for one template: far more than it takes.

If a search gave up, that would depend on the order of the cells; up to 16x16 none takes 50.
"""

MOST_REMEMBERED = 100
"""The templates of a layout that are remembered: most serve again on the next board."""


@bounded_cache(lambda _: 400)
def false_places(board: int, layout: Layout, closed: int = 0) -> int:
    """Return the cells of one digit's `board` that are in no template.

    Houses without a place do not need the digit, nor do those that are `closed`, bit by number.

    Here row 2 would have no place left with the first place of row 1:

    >>> bin(false_places(0b_0000_0011_0011_1001, Layout.named("4x4")))
    '0b1'
    """
    places = enumerate(places_by_house(board, layout))
    needing = [layout.houses[i] for i, here in places if here and not closed >> i & 1]
    return board & ~possible_places(board, layout, needing)


def possible_places(board: int, layout: Layout, houses: Sequence[House]) -> int:
    """Return the cells of one digit's `board` that are in a template for the `houses`."""
    remembered = _remembered(layout)
    masks = [house.mask for house in houses]
    known = [
        cells
        for cells in remembered[0]
        if not cells & ~board and all(cells & house for house in masks)
    ]
    possible = union(known)
    for cell in bits(board):
        if not possible >> cell & 1:
            found = _template(1 << cell, board, masks, layout)
            possible |= found
            if found:
                known.append(found)
    latest = dict.fromkeys([*known, *remembered[0]])
    remembered[0] = tuple(islice(latest, MOST_REMEMBERED))
    return possible


@per_layout
def _remembered(layout: Layout) -> list[tuple[int, ...]]:
    """Return the place for the latest templates of `layout`."""
    return [()]


def _template(first: int, board: int, houses: list[int], layout: Layout) -> int:
    """Return the cells of a template with the cell `first` (a mask); 0 if there is none.

    Only `first` if the search gives up.
    """
    peers, cell_alone = layout.peer_masks, layout.cell_alone
    # What is chosen, what can still be chosen, the houses that still need the digit.
    stack = [(0, board, houses, first)]
    tries = count()
    while stack:
        chosen, free, needing, choices = stack.pop()
        choice = choices & -choices
        if choices ^ choice:
            stack.append((chosen, free, needing, choices ^ choice))
        if next(tries) == MOST_TRIES:
            return first
        chosen |= choice
        free &= ~peers[cell_alone[choice]]
        needing = [house for house in needing if not house & choice]
        if not needing:
            return chosen
        fewest = min([free & house for house in needing], key=int.bit_count)
        if fewest:
            stack.append((chosen, free, needing, fewest))
    return 0
