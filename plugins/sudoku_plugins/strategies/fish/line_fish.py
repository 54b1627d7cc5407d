"""Fish whose base is some lines one way and whose cover is lines the other way.

A fish without fins is some rows whose places lie in as many columns: a tight group, and found
like a naked subset. For the others put the digit in one cell and look at what is left: if some
rows then have places in too few columns, one less than there are rows, the cell cannot
hold the digit. These columns and the cell's own are the cover. Columns take the part of rows on the
board turned over its diagonal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from operator import and_
from typing import NamedTuple

from sudoku_engine import House, Layout
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.masks import bits, union
from sudoku_plugins.strategies.fish.catch import Catch, Cover, best, catch_of, cover_with
from sudoku_plugins.strategies.naked_subsets import groups_of, tight_groups


class Lines(NamedTuple):
    """The lines of a board one way, as base, and the other way, as cover."""

    base: tuple[House, ...]
    cover: tuple[House, ...]
    turned: bool
    """Whether the base is columns."""


@per_layout
def both_ways(layout: Layout) -> tuple[Lines, Lines]:
    """Return rows against columns, then columns against rows."""
    return (Lines(layout.rows, layout.columns, False), Lines(layout.columns, layout.rows, True))


@per_layout
def _turned_cells(layout: Layout) -> tuple[int, ...]:
    """Return by cell the mask of its mirror image in the falling diagonal."""
    n = layout.n
    return tuple(1 << cell % n * n + cell // n for cell in layout.cells)


@bounded_cache(lambda found: 300 + 36 * len(found))
def _places(board: int, layout: Layout, turned: bool) -> tuple[int, ...]:
    """Return by row the mask of the columns on `board`, or the other way round."""
    n, every = layout.n, layout.all_digits
    if turned:
        images = _turned_cells(layout)
        board = union([images[cell] for cell in bits(board)])
    return tuple([board >> shift & every for shift in range(0, n * n, n)])


@bounded_cache(lambda found: 300 + 1000 * len(found))
def finless(board: int, false: int, layout: Layout, size: int, closed: int) -> tuple[Catch, ...]:
    """Return the fish of `size` lines on one digit's `board`; `closed` houses are no base."""
    found: list[Catch] = []
    for lines in both_ways(layout):
        places = _places(board, layout, lines.turned)
        shift = layout.n if lines.turned else 0
        usable = tuple([0 if closed >> shift + i & 1 else mask for i, mask in enumerate(places)])
        for group in tight_groups(usable, size):
            base = tuple([lines.base[number] for number in group.members])
            found += _catch(board, layout, base, [group.union], lines)
    return best(found)


@bounded_cache(lambda found: 300 + 1500 * len(found))
def with_fins(
    board: int, false: int, layout: Layout, size: int, closed: int
) -> tuple[tuple[Catch, ...], tuple[Catch, ...]]:
    """Return the fish of `size` lines with fins on one digit's `board`: finned, sashimi.

    A base may have covers of both kinds; then all are a finned catch, and those that are sashimi
    are one of their own as well. What a fish without fins eliminates just so is left out.
    """
    finned: list[Catch] = []
    sashimi: list[Catch] = []
    for lines in both_ways(layout):
        for base, columns in _crowded_bases(board, false, layout, size, closed, lines).items():
            houses = tuple([lines.base[number] for number in base])
            for catch in _catch(board, layout, houses, sorted(columns), lines):
                kinds = [_is_sashimi(catch, cover, board) for cover in catch.covers]
                if not all(kinds):
                    finned.append(catch_of(*catch))
                if any(kinds):
                    sashimi.append(catch_of(*catch[:3], compress(catch.covers, kinds)))
    known = {catch.eliminated for catch in finless(board, false, layout, size, closed)}

    def new(catches: list[Catch]) -> tuple[Catch, ...]:
        return tuple([catch for catch in best(catches) if catch.eliminated not in known])

    return new(finned), new(sashimi)


def _catch(
    board: int, layout: Layout, base: tuple[House, ...], covers: list[int], lines: Lines
) -> Iterator[Catch]:
    """Yield the catch with this `base` and the `covers`, by number, that eliminate something."""
    places = board & union(house.mask for house in base)
    found: list[Cover] = []
    for columns in covers:
        houses = [lines.cover[number] for number in bits(columns)]
        cover = cover_with(houses, board, layout, places, 0)
        if cover:
            found.append(cover)
    if found:
        yield Catch(base, places, 0, tuple(found))


def _is_sashimi(catch: Catch, cover: Cover, board: int) -> bool:
    """Return whether a house of the base has at most one place in the `cover`."""
    kept = board & ~cover.fins
    return any((kept & house.mask).bit_count() < 2 for house in catch.base)


def _crowded_bases(
    board: int, false: int, layout: Layout, size: int, closed: int, lines: Lines
) -> dict[tuple[int, ...], set[int]]:
    """Return the bases of `size` lines that some cell leaves one cover line too few.

    By base, as line numbers, the covers, as masks of line numbers.
    """
    n = layout.n
    shift = n if lines.turned else 0
    every = {row for row in range(n) if not closed >> shift + row & 1}
    found: dict[tuple[int, ...], set[int]] = {}
    for column, left in _what_is_left(board, false, layout, lines.turned):
        few = [
            (number, columns)
            for number, columns in enumerate(left)
            if columns and columns.bit_count() < size and number in every
        ]
        if len(few) >= size:
            for base, columns in groups_of(few, size, size - 1):
                found.setdefault(base, set()).add(columns | 1 << column)
    return found


@bounded_cache(lambda found: 300 + sum(120 + 36 * len(left) for _, left in found))
def _what_is_left(
    board: int, false: int, layout: Layout, turned: bool
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the column of each `false` cell, and the columns by row when it holds the digit.

    If `turned`, rows and columns change places.

    Cells without a fin to see would eliminate nothing; they are in the list all the same.
    """
    places, unseen = _places(board, layout, turned), _unseen(layout, turned)
    found = []
    for cell in bits(false):
        column = cell // layout.n if turned else cell % layout.n
        found.append((column, tuple(map(and_, places, unseen[cell]))))
    return tuple(found)


@per_layout
def _unseen(layout: Layout, turned: bool) -> tuple[tuple[int, ...], ...]:
    """Return by cell, by row, the mask of the columns that it does not see, or the other way."""
    return tuple(
        [
            _places(layout.all_cells & ~mask & ~(1 << cell), layout, turned)
            for cell, mask in enumerate(layout.peer_masks)
        ]
    )
